# SPDX-License-Identifier: GPL-3.0-or-later
"""What is seen at which frame, and where it stands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from core.common.errors import InputError
from core.oskar.watching.looks import LOOKS, STEPS
from core.oskar.watching.pace import Pace
from core.oskar.watching.solids import boxes_of, edges_of
from core.oskar.watching.watched import MOVE, PASSAGE, POSITION, Block


@given(draw.integers(-50, 500), draw.floats(0.01, 20), draw.sampled_from((24, 23.976, 60)), draw.integers(0, 5000))
def test_a_step_begins_at_the_first_frame_that_shows_it(first: int, seconds: float, rate: float, last: int) -> None:
    pace = Pace.of(first, seconds, rate, last)
    assert pace.frames == max(1, round(seconds * rate))
    assert (pace.step_at(pace.first - 1), pace.step_at(pace.first), pace.step_at(pace.end)) == (0, 0, last)
    begins = pace.frames_of(np.arange(last + 1))
    assert begins[0] == first
    for frame in range(first, pace.end + 1):
        assert (begins <= frame).sum() - 1 == pace.step_at(frame)


@pytest.mark.parametrize("seconds", [0.0, -1.0, 3601.0, float("nan")])
def test_times_that_cannot_be_are_refused(seconds: float) -> None:
    with pytest.raises(InputError, match="Seconds is"):
        Pace.of(1, seconds, 24, 10)


def test_blocks_stand_round_their_positions_and_passages_behind_them() -> None:
    blocks = [
        Block(POSITION, (1, 2, 3), 0, 0),
        Block(MOVE, (1, 2, 3, 1), 0, 0),
        Block(PASSAGE, (0, 1, 2, 3), 0, 0),
        Block(PASSAGE, (2, 0, 2, 3), 0, 0),
        Block(PASSAGE, (1, 2, 0, 0), 0, 0),
    ]
    centers, halves = boxes_of((5, 6, 7), blocks)
    assert centers.tolist() == [[1, 2, 3], [1, 2.5, 3], [2.5, 3, -1], [3, 6, 2.5], [-1, 0.5, 0]]
    assert (halves > 0).all()
    # What lies along an axis is longest there.
    assert halves[1:].argmax(axis=1).tolist() == [1, 0, 2, 1]


def test_the_edges_go_round_all_cells() -> None:
    centers, halves = edges_of((2, 3, 4))
    assert len(centers) == 12
    assert (centers - halves).min(axis=0) == pytest.approx([-0.5, -0.5, -0.5], abs=0.05)
    assert (centers + halves).max(axis=0) == pytest.approx([1.5, 2.5, 3.5], abs=0.05)


def test_each_color_of_the_run_is_another_one() -> None:
    assert len({look.color for look in LOOKS[:STEPS]}) == STEPS
    assert len({look.label for look in LOOKS}) == len(LOOKS)
