# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells that are no cubes: given as one value at every door, refused where only cubes can be, and counted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from puzzle_cubes import Puzzle, make, read
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle, buildable
from puzzle_cubes.polycubes.shape import Shape, extent
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.printing.checks import BAD
from tests.core.command_line.command import report_of
from tests.core.polycubes import known

SIDES = 16.0, 16.0, 5.6


def oblong(kind: str) -> Puzzle:
    """Return a puzzle whose cells are no cubes."""
    return make(kind, seed=4, cube=SIDES)


@pytest.mark.parametrize("kind", ["packing", "burr"])
def test_each_piece_has_the_sides_of_its_cells(kind: str) -> None:
    puzzle = oblong(kind)
    pieces = [part for part in puzzle.parts if part.key.startswith("piece_")]
    assert pieces
    for part in pieces:
        sides = np.array(extent(vars(part)["cells"])) * SIDES - 0.2
        assert np.allclose(part.in_place.extent, sides)
    assert puzzle.check().level != BAD


def test_every_door_takes_them_alike_and_a_file_brings_them_back(tmp_path: Path) -> None:
    puzzle = oblong("packing")
    assert make("packing", seed=4, cube="16x16x5.6").json == puzzle.json
    report = report_of("packing", "--seed", "4", "--cube", "16", "16", "5.6", "--out", str(tmp_path / "a"))
    lengths = {name: report["dimensions"][name] for name in ("cube", "cube_y", "cube_z")}
    assert lengths == {"cube": 16, "cube_y": 0, "cube_z": 5.6}
    again = read(tmp_path / "a" / "puzzle.json")
    assert vars(again.dimensions)["cube_z"] == 5.6
    again.write(tmp_path / "b")
    files = {file.name: file.read_bytes() for file in (tmp_path / "a").iterdir()}
    assert files == {file.name: file.read_bytes() for file in (tmp_path / "b").iterdir()}
    # One length means cubes, also beside such a file.
    cubes = json.loads(read(tmp_path / "a" / "puzzle.json", cube=12).texts["puzzle.json"])["print"]["dimensions"]
    assert cubes == json.loads(make("packing", seed=4, cube="12x12x12").texts["puzzle.json"])["print"]["dimensions"]
    assert "cube_z" not in cubes


def dominoes() -> PolycubePuzzle:
    """Return four dominoes in a cube: all alike, or two and two across."""
    puzzle = PolycubePuzzle((Piece(Shape.of(((0, 0, 0), (1, 0, 0))), 4, 4),), Goal.box((2, 2, 2)))
    return replace(puzzle, found=solve(puzzle))


@pytest.mark.parametrize(
    ("pitch", "of_each"),
    [((10.0, 10.0, 10.0), {2}), ((10.0, 10.0, 6.0), {1, 2}), ((10.0, 8.0, 6.0), {1})],
    ids=["cubes", "square", "three sides"],
)
def test_solutions_that_pieces_can_be_turned_for(pitch: tuple[float, float, float], of_each: set[int]) -> None:
    puzzle = dominoes()
    assert len(puzzle.found.solutions) == 2
    every = puzzle.found.solutions
    upright = {tuple(sorted(placed)) for placed in every}
    assert {buildable(puzzle, shown, pitch) for shown in upright} <= of_each
    assert max(buildable(puzzle, shown, pitch) for shown in upright) == max(of_each)


@pytest.mark.parametrize("lines", [2, 8])
def test_equal_pieces_may_stand_on_several_lines(lines: int) -> None:
    def of_lines(count: int) -> list[int]:
        piece = Piece(known.shape("000 100"), 8 // count, 8 // count)
        puzzle = PolycubePuzzle((piece,) * count, Goal.box((2, 2, 4)))
        puzzle = replace(puzzle, found=solve(puzzle))
        return [buildable(puzzle, shown, (10.0, 10.0, 6.0)) for shown in puzzle.found.solutions]

    assert of_lines(lines) == of_lines(1)


def test_the_check_says_how_many_there_are() -> None:
    checks = report_of("packing", "--puzzle", "soma", "--count", "--cube", "16x16x5.6", "--check")["checks"]
    sentences = " ".join(check["sentence"] for check in checks)
    assert "16 x 16 x 5.6 mm lie on some sides only: 9 of 480 known solutions can be built of these" in sentences
