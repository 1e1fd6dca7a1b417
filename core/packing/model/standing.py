# SPDX-License-Identifier: GPL-3.0-or-later
"""The places of pieces outside of a solution: at any cells, turned as these ask for, and up to a layer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...common.recent import Recent
from ...kind.part import Point
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cell, Cells, extent, lowest_corner
from ...polycubes.terms.placements import cells_of, placements
from ...polycubes.terms.turns import Turn
from ...solids.chamfer import Chamfer
from ...solids.solid import Solid
from .dimensions import SMALLEST_INSET, Dimensions
from .parts import PiecePart, corner_of
from .piece_solid import piece_solid

_placements: Recent[tuple[int, ...]] = Recent(32)


def placements_of_piece(puzzle: PolycubePuzzle, piece: int) -> tuple[int, ...]:
    """Return the placements of a piece, by its number from 0, in the goal."""
    shape, goal, colors = puzzle.pieces[piece].shape, puzzle.goal, puzzle.colors
    return _placements.get((shape.upright, goal, colors), lambda: placements(shape, goal, colors))


def placement(puzzle: PolycubePuzzle, piece: int, number: int) -> Cells | None:
    """Return the cells of a placement of a piece, the last one for larger numbers; None where it fits nowhere.

    The piece is given by its number from 0, the placement by one from 1.
    """
    found = placements_of_piece(puzzle, piece)
    if not found:
        return None
    return cells_of(found[min(number, len(found)) - 1], puzzle.goal)


def matrix_of(turn: Turn) -> tuple[Point, Point, Point]:
    """Return the rows of a turn's matrix."""
    x, y, z = (
        tuple(float(sign * (axis == other)) for other in range(3))
        for axis, sign in zip(turn.axes, turn.signs, strict=True)
    )
    return (x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2])


def middle_of(cells: Cells, size: Cell, dimensions: Dimensions) -> Point:
    """Return the middle of what cells are in, in millimeters, for a goal of a size that begins at the cell 0."""
    x, y, z = (
        round(corner + dimensions.cube * (low + long / 2), 6)
        for corner, low, long in zip(corner_of(size, dimensions), lowest_corner(cells), extent(cells), strict=True)
    )
    return x, y, z


def up_to_layer(pieces: Iterable[PiecePart], layers: int) -> tuple[PiecePart, ...]:
    """Return what of pieces is in the lowest layers of the goal, so many of them."""
    found = []
    for piece in pieces:
        cells = tuple(cell for cell in piece.cells if cell[2] < layers)
        if not cells or not piece.is_used:
            continue
        solid, middle = piece_solid(cells, piece.cube, piece.inset).centered()
        _, whole = piece_solid(piece.cells, piece.cube, piece.inset).centered()
        x, y, z = (
            round(place + now - then, 6) for place, now, then in zip(piece.assembled, middle, whole, strict=True)
        )
        found.append(
            replace(
                piece, cells=cells, solid=solid, assembled=(x, y, z), chamfer=Chamfer(piece.chamfer.width), letter=None
            )
        )
    return tuple(found)


def goal_solid(puzzle: PolycubePuzzle, dimensions: Dimensions) -> tuple[Solid, Point]:
    """Return the goal as a solid about its middle, and where that is, in millimeters."""
    cells = puzzle.goal.cells
    solid, _ = piece_solid(cells, dimensions.cube, SMALLEST_INSET).centered()
    return solid, middle_of(cells, puzzle.goal.size, dimensions)
