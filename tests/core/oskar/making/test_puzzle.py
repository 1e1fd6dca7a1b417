# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that cannot be used are refused, every puzzle holds what it promises, and its code is that very puzzle."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from math import nan
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as draw

from puzzle_cubes.common.codes import code_text
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle, puzzle_from_number, puzzle_to_number
from puzzle_cubes.oskar.making.settings import Settings
from tests.core.oskar import reference, strategies

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "side of zero": ({"size": (5, 0, 5)}, r"Size Y is 0: .* from 1 to 100"),
    "side too large": ({"size": (101, 5, 5)}, r"Size X is 101: .* from 1 to 100"),
    "one cell": ({"size": (1, 1, 1)}, r"Size is 1 x 1 x 1: .* at least two"),
    "start outside along x": ({"size": (3, 4, 5), "start": (3, 0, 0)}, r"Start X is 3: .* from 0 to 2"),
    "start outside along z": ({"size": (3, 4, 5), "start": (0, 0, -1)}, r"Start Z is -1: .* from 0 to 4"),
    "unknown end": ({"end": "last"}, r"End is 'last': .* deepest, first, farthest"),
    "unknown style": ({"style": "baroque"}, r"Style is 'baroque': .*classic"),
    "negative seed": ({"seed": -1}, r"Seed is -1: .* from 0 to 2147483647"),
    "seed too large": ({"seed": 2**31}, r"Seed is 2147483648: .* from 0 to 2147483647"),
    "no attempts": ({"attempts": 0}, r"Attempts is 0: .* from 1 to 1000000"),
    "too many attempts": ({"attempts": 1_000_001}, r"Attempts is 1000001: .* from 1 to 1000000"),
    "no effort": ({"effort": 0}, r"Effort is 0: .* from 1 to 100000000"),
    "too much effort": ({"effort": 10**8 + 1}, r"Effort is 100000001: .* from 1 to 100000000"),
    "unknown start": ({"start": "top"}, r"Start is 'top': .* auto, center, best"),
    "unknown choice": ({"choice": "last"}, r"Grows from is 'last': .* newest, oldest, random, mix"),
    "negative share": ({"length_share": -0.1}, r"Solution length is -0\.1: .* from 0 to 1"),
    "share that is no number": ({"length_share": nan}, r"Solution length is nan: .* from 0 to 1"),
    "unknown difficulty": ({"difficulty": "fair"}, r"Difficulty is 'fair': .* very_easy, easy, .* extreme"),
    "unknown look-ahead": ({"look_ahead": "4"}, r"Look-ahead is '4': .* any, 0, 1, 2, 3"),
    "negative length": ({"minimum_length": -1}, r"Minimum length is -1: .* from 0 to 124"),
    "length of all cells": ({"minimum_length": 125}, r"Minimum length is 125: with 125 cells .* from 0 to 124"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_setting_is_refused(name: str) -> None:
    settings, message = BAD[name]
    with pytest.raises(InputError, match=f"^{message}.*\\.$"):
        settings_with(**settings)


def test_a_style_that_is_not_there_is_refused_wherever_it_comes_from() -> None:
    with pytest.raises(InputError, match="Style is 'baroque': "):
        generate(Settings(style="baroque"))


@given(strategies.all_settings(100))
def test_good_settings_are_accepted(settings: Settings) -> None:
    assert settings_with(**settings.values) == settings
    x, y, z = settings.size
    longest = replace(settings, minimum_length=x * y * z - 1, attempts=1_000_000)
    assert (longest.minimum_length, longest.attempts) == (x * y * z - 1, 1_000_000)


def test_the_center_is_that_of_the_top_layer_and_any_position_may_be_the_start() -> None:
    assert Settings(size=(5, 5, 5), start="center").fixed_start == (2, 2, 4)
    assert Settings(size=(4, 7, 1), start="center").fixed_start == (2, 3, 0)
    assert Settings(size=(4, 7, 1), start=(0, 0, 0)).fixed_start == (0, 0, 0)
    assert Settings(size=(4, 7, 1), start="best").fixed_start is None
    assert Settings(size=(4, 7, 1)).fixed_start is None


@given(strategies.puzzles_of_any_faces(4))
def test_faces_of_any_kind_are_solved_by_a_shortest_way(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    moves = reference.distances(maze, puzzle.size, puzzle.start)
    if puzzle.end not in moves:
        with pytest.raises(InputError, match=r"End is .* cannot be reached"):
            _ = puzzle.solution
        return
    assert (puzzle.solution[0], puzzle.solution[-1]) == (puzzle.start, puzzle.end)
    assert len(puzzle.solution) - 1 == moves[puzzle.end]
    for here, neighbor in pairwise(puzzle.solution):
        assert neighbor in reference.neighbors(maze, puzzle.size, here)


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


MOST_CHARACTERS = {3: 12, 5: 27, 8: 67, 10: 102, 20: 410}
"""By the side of a cube, with the letter and the checks, without hyphens."""


def code(puzzle: Puzzle) -> str:
    text = code_of(OSKAR, puzzle)
    assert text is not None
    return text


def without_settings(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, settings=None)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(strategies.puzzles(5))
def test_a_puzzle_of_any_size_seed_and_style_comes_back(puzzle: Puzzle) -> None:
    assert puzzle_of_code(code(puzzle), KINDS.values()) == (OSKAR, without_settings(puzzle))


@given(strategies.puzzles_of_any_faces(4))
def test_a_puzzle_of_any_faces_comes_back_or_cannot_be_solved(puzzle: Puzzle) -> None:
    try:
        _ = puzzle.solution
    except InputError:
        with pytest.raises(InputError, match="cannot be reached"):
            puzzle_from_number(puzzle_to_number(puzzle))
    else:
        assert puzzle_from_number(puzzle_to_number(puzzle)) == puzzle


@given(draw.integers(0, 2**130))
def test_any_number_is_a_puzzle_or_is_refused(number: int) -> None:
    try:
        puzzle = puzzle_from_number(number)
    except InputError:
        return
    # No two numbers are the same puzzle, but where trees are written as any faces.
    assert puzzle_from_number(puzzle_to_number(puzzle)) == puzzle


@pytest.mark.parametrize(("side", "most"), MOST_CHARACTERS.items())
def test_a_code_is_short(side: int, most: int) -> None:
    for seed in range(5 if side < 20 else 1):
        puzzle = generate(settings_with(size=(side, side, side), seed=seed))
        assert len(code(puzzle).replace("-", "")) <= most


def test_a_code_of_the_largest_puzzle_is_read() -> None:
    puzzle = generate(settings_with(size=(100, 100, 100), style="independent"))
    assert puzzle_of_code(code(puzzle), KINDS.values())[1] == without_settings(puzzle)


def test_codes_stay_what_they_are() -> None:
    # What was once printed on a puzzle must be that puzzle forever.
    assert code(generate(settings_with(size=(3, 3, 3), style="serpentine"))) == "M1YZ9-68V4F-J"


def test_what_no_version_could_write_is_refused() -> None:
    with pytest.raises(InputError, match="Size X is 1608: it must be from 1 to 100 cells"):
        puzzle_from_number(2 * 0o17777)
    with pytest.raises(InputError, match="knows no kind of puzzle"):
        puzzle_of_code(code_text("Z", 5), KINDS.values())
    puzzle = generate(settings_with(size=(2, 2, 2)))
    # No puzzle of eight cells has digits beyond.
    with pytest.raises(InputError, match="holds more than a puzzle"):
        puzzle_from_number(puzzle_to_number(puzzle) + 2**64)
