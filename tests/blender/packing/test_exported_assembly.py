# SPDX-License-Identifier: GPL-3.0-or-later
"""The assembly is carried out on the exported files: nothing meets on the way, but where pieces lock each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.part import offsets
from puzzle_cubes.packing.files.packing_json import puzzle_from_json, puzzle_to_json
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.model.parts import pieces_of
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape, box_cells
from puzzle_cubes.polycubes.solver import solve
from tests.blender.packing.exported_pieces import in_place, overlap
from tests.blender.puzzles import scene_puzzle

pytestmark = pytest.mark.once

OPERATORS: Any = bpy.ops.puzzle_cubes

SHARES = (0.0, 0.05, 0.2, 0.5, 0.8, 0.95)
"""Of a move, at which it is looked whether parts overlap."""


def exported(folder: Path) -> PolycubePuzzle:
    """Export the puzzle of the scene, and return what its file holds."""
    assert OPERATORS.export(directory=str(folder)) == {"FINISHED"}
    return puzzle_from_json((folder / "puzzle.json").read_text())


@pytest.mark.parametrize(
    ("values", "way"),
    [
        ({"puzzle": "MEGARON"}, "parts"),
        ({"puzzle": "DESIGN", "design": 5, "seed": 4}, "parts"),
        # Two pieces are cut.
        ({"puzzle": "DESIGN", "design": 4, "seed": 2, "most_solutions": 10}, "cut"),
    ],
    ids=str,
)
def test_the_steps_bring_the_exported_parts_together(tmp_path: Path, values: dict[str, Any], way: str) -> None:
    OPERATORS.generate(kind="PACKING", **values)
    scene_puzzle().own.way = way.upper()
    puzzle = exported(tmp_path)
    parts = PACKING.parts(puzzle, PACKING.dimensions(), way)
    bodies = {part.key: in_place(tmp_path, part) for part in parts}
    places = offsets(PACKING.assembly(puzzle, parts, way))
    assert set(places) == set(bodies)
    for number in range(len(next(iter(places.values()))) - 1):
        for share in SHARES:
            lying = {
                key: tuple((1 - share) * np.array(path[number]) + share * np.array(path[number + 1]))
                for key, path in places.items()
            }
            # Tray and pieces, and tray and lid, lie on each other in single precision.
            assert overlap(bodies, lying) < 0.02, (number, share)


HOLLOW = {*box_cells((3, 3, 3))} - {(1, 1, 1)}, {(1, 1, 1)}
"""A cube in a hollow cube."""

RINGS = (
    {(x, y, 1) for x, y, _ in box_cells((3, 3, 1))} - {(1, 1, 1)},
    {(1, 1 + y, z) for _, y, z in box_cells((1, 3, 3))} - {(1, 2, 1)},
)
"""Two rings, each through the hole of the other one."""


@pytest.mark.parametrize("cells", [HOLLOW, RINGS], ids=["a cube in a hollow cube", "two rings"])
def test_pieces_that_lock_each_other_meet_whatever_way_they_go(tmp_path: Path, cells: tuple[set[Cell], ...]) -> None:
    puzzle = PolycubePuzzle(tuple(Piece(Shape.of(some)) for some in cells), Goal.of(set().union(*cells)))
    puzzle = replace(puzzle, found=solve(puzzle))
    (tmp_path / "locked.json").write_text(puzzle_to_json(puzzle))
    OPERATORS.load(filepath=str(tmp_path / "locked.json"), tray_wall=0.0)
    puzzle = exported(tmp_path / "locked")
    parts = pieces_of(PACKING.parts(puzzle, PACKING.dimensions(tray_wall=0.0), "parts"))
    with pytest.raises(InputError, match="they lock each other"):
        PACKING.assembly(puzzle, parts, "parts")
    bodies = {part.key: in_place(tmp_path / "locked", part) for part in parts}
    assert overlap(bodies, {}) < 1e-3
    for axis in range(3):
        for sign in (1, -1):
            way = [0.0, 0.0, 0.0]
            way[axis] = sign * 2.0
            assert overlap(bodies, {"piece_b": (way[0], way[1], way[2])}) > 1
