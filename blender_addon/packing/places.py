# SPDX-License-Identifier: GPL-3.0-or-later
"""The places of the objects of pieces that lie in other cells than those in which they were built."""

from __future__ import annotations

from mathutils import Matrix, Quaternion, Vector

from ...core.packing.model.dimensions import Dimensions
from ...core.packing.model.parts import PiecePart
from ...core.packing.model.standing import matrix_of, middle_of
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.polycubes.terms.cells import Cells
from ...core.polycubes.terms.turns import Turn, turn_between
from ..data.units import units_per_millimeter
from ..scene.last_build import Built
from ..scene.puzzle import ScenePuzzle

Place = tuple[Vector, Quaternion]
"""Where an object stands on its carrier, in Blender units, and how it is turned."""


def built_pieces(puzzle: ScenePuzzle) -> dict[str, PiecePart]:
    """Return the pieces of a puzzle as they were built, by their keys; raises InputError where they cannot be."""
    parts = puzzle.parts(puzzle.first_way, puzzle.needed_built.dimensions)
    return {part.key: part for part in parts if isinstance(part, PiecePart)}


def place_of(puzzle: PolycubePuzzle, piece: PiecePart, built: Built, cells: Cells, turn: Turn | None = None) -> Place:
    """Return where the object of a piece stands that fills cells; ``turn`` is that of the puzzle's own piece.

    Where it looks the same after several turns, it is that one.
    """
    dimensions = built.dimensions
    if not isinstance(dimensions, Dimensions):
        raise TypeError("the puzzle is of another kind")
    if turn is None:
        matrix = Matrix(matrix_of(turn_between(piece.cells, cells)))
    else:
        own = Matrix(matrix_of(turn_between(puzzle.pieces[piece.piece].shape.cells, piece.cells)))
        matrix = Matrix(matrix_of(turn)) @ own.transposed()
    units = units_per_millimeter(built.meters_per_unit)
    return units * Vector(middle_of(cells, puzzle.goal.size, dimensions)), matrix.to_quaternion()
