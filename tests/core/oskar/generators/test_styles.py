# SPDX-License-Identifier: GPL-3.0-or-later
"""Every style, with any start and end, makes puzzles that hold what they promise."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

NOT_FROM_THE_START = {
    *("binary_tree", "eller", "growing_forest", "hard", "independent", "kruskal", "longest", "sidewinder"),
}
"""The styles that may leave the start without a move."""


def check_faces_and_solution(puzzle: Puzzle, maze: reference.Maze) -> None:
    """Assert that the faces are spanning trees, and that the solution is legal and the shortest there is."""
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], puzzle.size[first], puzzle.size[second])
    assert puzzle.start != puzzle.end
    assert (puzzle.solution[0], puzzle.solution[-1]) == (puzzle.start, puzzle.end)
    for here, there in pairwise(puzzle.solution):
        assert there in reference.neighbors(maze, puzzle.size, here)
    assert len(puzzle.solution) - 1 == reference.distances(maze, puzzle.size, puzzle.start)[puzzle.end]


def check_ends(puzzle: Puzzle, maze: reference.Maze, settings: Settings) -> None:
    """Assert that start and end are what was asked for: an end is a dead end, and lies as far away as it has to."""
    x, y, z = settings.size
    style = STYLES[settings.style]
    start = style.resolved(settings).start
    length = puzzle.measures.length
    most_from_start = max(reference.distances(maze, puzzle.size, puzzle.start).values())
    most_from_end = max(reference.distances(maze, puzzle.size, puzzle.end).values())
    no_loops = puzzle.measures.loops == 0
    if no_loops:
        assert len(reference.neighbors(maze, puzzle.size, puzzle.end)) == 1
    if start != "best":
        assert puzzle.start == ((x // 2, y // 2, z - 1) if start == "center" else start)
        if settings.end == "farthest" or (settings.end == "deepest" and (no_loops or style.searched)):
            assert length == most_from_start
    elif not style.searched:
        assert length == most_from_end
    elif settings.end != "first":
        # Where a search found no move at all, the ends are chosen as in the other styles.
        assert length in {most_from_start, most_from_end}


def check_that_no_attempt_allowed_a_move(settings: Settings) -> None:
    """Assert that the start had no neighbor in any attempt, each made once more."""
    assert settings.style in NOT_FROM_THE_START
    assert settings.fixed_start is not None
    random = Random(settings.seed)
    for _ in range(1 if STYLES[settings.style].searched else settings.attempts):
        maze = reference.maze_of_faces(attempts.draft_of(settings, random).faces)
        assert reference.neighbors(maze, settings.size, settings.fixed_start) == []


@pytest.mark.parametrize("style", STYLES)
@given(data=draw.data())
def test_a_style_makes_what_is_asked_for(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(6, [style], 200))
    _, puzzle = attempts.run(settings)
    if isinstance(puzzle, NotFoundError):
        assert puzzle.best is None
        check_that_no_attempt_allowed_a_move(settings)
        return
    assert (puzzle.size, puzzle.settings, puzzle.flaws) == (settings.size, settings, ())
    maze = reference.maze_of(puzzle)
    check_faces_and_solution(puzzle, maze)
    check_ends(puzzle, maze, settings)
    found = asdict(puzzle.measures)
    del found["expected_moves"]
    assert found == reference.measures(maze, puzzle.size, puzzle.start, puzzle.solution)
