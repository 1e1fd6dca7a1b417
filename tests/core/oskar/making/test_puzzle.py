# SPDX-License-Identifier: GPL-3.0-or-later
"""Every puzzle holds what it promises: tree faces, a legal and shortest solution, true measures."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import pairwise

import pytest
from hypothesis import given

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from tests.core.oskar import reference, strategies


def check_solution(puzzle: Puzzle) -> None:
    """Assert that the solution starts and ends right, is legal, and is the shortest there is."""
    maze = reference.maze_of(puzzle)
    assert puzzle.solution[0] == puzzle.start
    assert puzzle.solution[-1] == puzzle.end
    for here, there in pairwise(puzzle.solution):
        assert there in reference.neighbors(maze, puzzle.size, here)
    assert len(puzzle.solution) - 1 == reference.distances(maze, puzzle.size, puzzle.start)[puzzle.end]


@given(strategies.puzzles(8))
def test_each_face_is_a_spanning_tree(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], puzzle.size[first], puzzle.size[second])
    assert puzzle.flaws == ()


@given(strategies.all_settings(8, ["classic"]))
def test_start_and_size_are_those_asked_for(settings: Settings) -> None:
    puzzle = generate(settings)
    x, y, z = settings.size
    assert puzzle.size == settings.size
    if settings.start != "best":
        assert puzzle.start == ((x // 2, y // 2, z - 1) if settings.start in {"auto", "center"} else settings.start)
    assert puzzle.end != puzzle.start
    assert puzzle.settings == settings


@given(strategies.puzzles(8))
def test_solution_is_legal_and_shortest(puzzle: Puzzle) -> None:
    check_solution(puzzle)


@given(strategies.puzzles_of_any_faces(4))
def test_faces_of_any_kind_are_solved_and_measured_too(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    if puzzle.end in reference.distances(maze, puzzle.size, puzzle.start):
        check_solution(puzzle)
        found = asdict(puzzle.measures)
        del found["expected_moves"]
        assert found == reference.measures(maze, puzzle.size, puzzle.start, puzzle.solution)
    else:
        with pytest.raises(InputError, match=r"End is .* cannot be reached"):
            _ = puzzle.solution


@given(strategies.puzzles_of_any_faces(4))
def test_flaws_name_the_faces_that_are_no_trees(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    flawed = [name for name, axes in reference.FACES.items() if not reference.is_tree_beside_solid(maze[axes])]
    named = [re.fullmatch(r"Face (XY|XZ|YZ) has .*\.", flaw) for flaw in puzzle.flaws]
    # A face can have several flaws, and they come face by face; filled ends come last.
    assert list(dict.fromkeys(flaw[1] for flaw in named if flaw)) == flawed
    filled = {
        name
        for name, place in (("Start", puzzle.start), ("End", puzzle.end))
        for axes in reference.FACES.values()
        if (2 * place[axes[0]], 2 * place[axes[1]]) not in maze[axes]
    }
    assert {flaw.partition(" ")[0] for flaw in puzzle.flaws if not flaw.startswith("Face")} == filled
