# SPDX-License-Identifier: GPL-3.0-or-later
"""Each frame shows the right step, and blocks stand in the right places."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.watching.courses import CHOICES, watch
from puzzle_cubes.oskar.watching.looks import LOOKS, STEPS
from puzzle_cubes.oskar.watching.watched import CELL, MOVE, PASSAGE, POSITION, THREAD, Block, Pace, boxes_of, edges_of
from tests.core.oskar.strategies import puzzles


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
        Block(CELL, (0, 2, 4, 3), 0, 0),
        Block(THREAD, (1, 2, 3, 2), 0, 0),
    ]
    centers, halves = boxes_of((5, 6, 7), blocks)
    assert centers.tolist() == [[1, 2, 3], [1, 2.5, 3], [2.5, 3, -1], [3, 6, 2.5], [-1, 0.5, 0], [4, 6, 3], [1, 2, 3.5]]
    assert (halves > 0).all()
    # Between two cubes, and between two cells, nothing is left open.
    assert halves[1, 1] == 0.5 - halves[0, 1]
    assert halves[2, 0] == 0.5 - halves[5, 0]
    assert halves[6].argmax() == 2


@given(puzzles(4), draw.sampled_from(list(CHOICES)))
def test_no_two_sides_lie_in_each_other(puzzle: Puzzle, name: str) -> None:
    try:
        watched = watch(name, puzzle, 1, from_end=False)
    except InputError:
        return
    both = boxes_of(puzzle.size, watched.seen(watched.last)), edges_of(puzzle.size)
    centers, halves = (np.concatenate(parts) for parts in zip(*both, strict=True))
    low, high = centers - halves, centers + halves
    for axis in range(3):
        others = [other for other in range(3) if other != axis]
        meet = (low[:, None, others] < high[None, :, others] - 1e-6).all(axis=2)
        for sides in (low, high):
            same = np.abs(sides[:, None, axis] - sides[None, :, axis]) < 1e-6
            assert not np.triu(same & meet & meet.T, 1).any()


def test_the_edges_go_round_all_cells() -> None:
    centers, halves = edges_of((2, 3, 4))
    assert len(centers) == 12
    assert (centers - halves).min(axis=0) == pytest.approx([-0.5, -0.5, -0.5], abs=0.05)
    assert (centers + halves).max(axis=0) == pytest.approx([1.5, 2.5, 3.5], abs=0.05)


def test_each_color_of_the_run_is_another_one() -> None:
    assert len({look.color for look in LOOKS[:STEPS]}) == STEPS
    assert len({look.label for look in LOOKS}) == len(LOOKS)
