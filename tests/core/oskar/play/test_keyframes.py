# SPDX-License-Identifier: GPL-3.0-or-later
"""An animation takes the frames that it was given for every move, and waits at the turns."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.play.squares import keyframes
from tests.core.oskar import reference, strategies


@given(strategies.puzzles(5), draw.integers(-50, 1000), draw.integers(1, 40), draw.integers(0, 20))
def test_every_move_takes_its_frames_and_every_turn_its_pause(
    puzzle: Puzzle, first: int, move: int, pause: int
) -> None:
    path = puzzle.solution
    keys = keyframes(path, first, move, pause)
    assert keys[0] == (first, path[0])
    visited = [path[0]]
    for (frame, here), (later, there) in pairwise(keys):
        if here == there:
            assert later - frame == pause > 0
        else:
            assert later - frame == move
            visited.append(there)
    assert visited == path
    turns = reference.count_straight_moves(path) - 1
    assert keys[-1][0] == first + move * (len(path) - 1) + pause * turns


def test_it_waits_at_a_turn_and_nowhere_else() -> None:
    path = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0)]
    waits = [(20, (2, 0, 0)), (23, (2, 0, 0))]
    assert keyframes(path, 0, 10, 3) == [
        (0, (0, 0, 0)),
        (10, (1, 0, 0)),
        *waits,
        (33, (2, 1, 0)),
        (36, (2, 1, 0)),
        (46, (1, 1, 0)),
    ]
    # Back the way it came is a turn, too.
    assert [frame for frame, _ in keyframes([(0, 0, 0), (1, 0, 0), (0, 0, 0)], 1, 2, 5)] == [1, 3, 8, 10]


@pytest.mark.parametrize(
    ("move", "pause", "sentence"),
    [(0, 0, "Frames per move is 0"), (-3, 0, "at least 1"), (1, -1, "Pause at turns is -1")],
)
def test_frames_that_cannot_be_are_refused(move: int, pause: int, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        keyframes([(0, 0, 0), (1, 0, 0)], 1, move, pause)
