# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that are put together each end in their place, and move in their own steps only."""

from __future__ import annotations

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.part import Move, Step, keyframes, offsets

STEPS = (
    Step(("cup",), (), "The cup on the table."),
    Step(("spoon",), (Move(0, 5.0), Move(2, -3.0)), "The spoon from the left, then down."),
    Step(("cup", "spoon"), (Move(1, 2.0),), "Both to the back."),
)


def test_parts_come_to_their_places_move_by_move() -> None:
    assert offsets(STEPS) == {
        "cup": ((0, -2, 0), (0, -2, 0), (0, -2, 0), (0, 0, 0)),
        "spoon": ((-5, -2, 3), (0, -2, 3), (0, -2, 0), (0, 0, 0)),
    }


def test_without_steps_nothing_moves() -> None:
    assert offsets(()) == {}


def test_after_each_step_that_moves_something_nothing_moves_for_a_while() -> None:
    # What is only laid down takes no time, and nobody waits for it.
    assert keyframes(STEPS, 10, 24, 8) == [(10, 0), (34, 1), (58, 2), (66, 2), (90, 3), (98, 3)]
    assert keyframes(STEPS, 10, 24, 0) == [(10, 0), (34, 1), (58, 2), (82, 3)]
    assert keyframes((), 10, 24, 8) == [(10, 0)]


@pytest.mark.parametrize(
    ("frames", "pause", "sentence"),
    [(0, 8, "Frames per step is 0: it must be at least 1."), (24, -1, "Pause after a step is -1: it must be 0")],
)
def test_a_pace_that_cannot_be_is_refused(frames: int, pause: int, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        keyframes(STEPS, 10, frames, pause)
