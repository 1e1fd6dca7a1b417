# SPDX-License-Identifier: GPL-3.0-or-later
"""Tray and lid are made for puzzles that fill a box, unless one of their pieces is the box."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import puzzle_cubes
from puzzle_cubes.packing.files.xmpuzzle import puzzle_to_xmpuzzle
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model.piece_solid import needs_box
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape, box_cells

WHOLE = set(box_cells((4, 4, 4)))
INSIDE = {(x + 1, y + 1, z + 1) for x, y, z in box_cells((2, 2, 2))}
OPEN_BOX = WHOLE - INSIDE - {(x + 1, y + 1, 3) for x, y, _ in box_cells((2, 2, 1))}


def edges(size: int) -> set[Cell]:
    return {cell for cell in box_cells((size, size, size)) if sum(place in (0, size - 1) for place in cell) > 1}


CAGE = edges(4)
CROSS = {(1, 0, 0), (1, 1, 0), (1, 2, 0), (0, 1, 0), (2, 1, 0)}


def puzzle(goal: set[Cell], *pieces: set[Cell], optional: Iterable[Cell] = ()) -> PolycubePuzzle:
    filled = goal.difference(optional)
    return PolycubePuzzle(tuple(Piece(Shape.of(cells)) for cells in pieces), Goal.of(filled, optional))


PUZZLES = {
    "two halves": (puzzle(WHOLE, set(box_cells((4, 4, 2))), set(box_cells((4, 2, 4)))), True),
    "cells that may stay empty": (puzzle(WHOLE, set(box_cells((4, 4, 2))), optional=INSIDE), True),
    "an open box": (puzzle(WHOLE, OPEN_BOX, WHOLE - OPEN_BOX), False),
    "a cage": (puzzle(WHOLE, CAGE, WHOLE - CAGE), False),
    "no box": (puzzle(CROSS, CROSS), False),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_box_is_needed_where_no_piece_is_one(name: str) -> None:
    example, is_needed = PUZZLES[name]
    assert needs_box(example) is is_needed


@pytest.mark.parametrize("name", CLASSICS)
def test_classics_need_a_box(name: str) -> None:
    assert needs_box(CLASSICS[name].puzzle)


def test_a_puzzle_that_is_opened_has_a_tray_if_it_needs_one_or_is_given_one(tmp_path: Path) -> None:
    file = tmp_path / "cross.xmpuzzle"
    file.write_text(puzzle_to_xmpuzzle(puzzle(CROSS, CROSS)))
    parts = {part.key for part in puzzle_cubes.read(file).parts}
    assert parts == {"piece_a"}
    assert {part.key for part in puzzle_cubes.read(file, tray_wall=2.0).parts} == {"piece_a", "tray", "lid"}
    file.write_text(puzzle_to_xmpuzzle(PUZZLES["two halves"][0]))
    assert {"tray", "lid"} <= {part.key for part in puzzle_cubes.read(file).parts}
