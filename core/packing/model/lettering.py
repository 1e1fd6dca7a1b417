# SPDX-License-Identifier: GPL-3.0-or-later
"""The letter of a piece, sunk into one of its faces: one that looks up in print, so that it has no ceiling to bridge.

It is the same face of the piece in whatever solution the piece is shown, and so it is printed the same way up.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...kind.part import UPSIDE_DOWN
from ...polycubes.terms.cells import Cell, Cells, extent, lowest_corner, moved
from ...polycubes.terms.turns import Turn, turn_between
from ...printing.pixel_letters import PARTS, ROWS, columns, strokes
from ...solids.boxes import cut_out
from ...solids.chamfer_room import SHARE
from ...solids.solid import Solid
from .dimensions import Dimensions

ROOM_SHARE, LEAST_SHARE = 0.6, 0.3
"""How much of a cube's side letters take, and where a wide bevel leaves less, at least."""

Way = tuple[int, int]
"""An axis, and 1 for going up along it or -1 for going down."""


@dataclass(frozen=True)
class Lettering:
    """A letter on a cell of a piece: the way out of the face, that in which it is read, and that to its head.

    ``pixel`` is how wide its lines are, in millimeters.
    """

    text: str
    pixel: float
    cell: Cell
    normal: Way
    along: Way
    head: Way

    def at(self, way: Cell) -> Lettering:
        """Return the same on cells that were moved along a way."""
        return replace(self, cell=moved([self.cell], way)[0])

    def boxes(self, cube: float, inset: float, depth: float) -> NDArray[np.float64]:
        """Return what is cut out of the solid whose cell (0, 0, 0) begins at the origin, shape (number, 3, 2)."""
        squares = strokes(self.text)
        found = np.empty((len(squares), 3, 2))
        middle = cube * (np.array(self.cell) + 0.5)
        for number, ((axis, sign), count) in enumerate(((self.along, columns(self.text)), (self.head, ROWS))):
            ends = sign * self.pixel * (squares[:, number] / PARTS - count / 2)
            found[:, axis] = np.sort(middle[axis] + ends, axis=1)
        axis, sign = self.normal
        face = middle[axis] + sign * (cube / 2 - inset)
        found[:, axis] = sorted((face - sign * depth, face))
        return np.round(found, 6)


def up_in_print(shape: Cells, cells: Cells) -> int:
    """Return which axis of a piece is upright in print, as ``Part.up`` has it, where it lies like some cells.

    ``shape`` is the puzzle's own piece, for which that is decided.
    """
    return turned_up(turn_between(shape, cells), best_up(shape))


def faces_up(shape: Cells, up: int, hidden: Collection[Cell] = ()) -> list[Cell]:
    """Return the cells of a piece that nothing is above in print, of it or of what is ``hidden``."""
    filled = {*shape, *hidden}
    return [cell for cell in shape if beside(cell, way_up(up)) not in filled]


def lettering(text: str, shape: Cells, cells: Cells, dimensions: Dimensions) -> Lettering:
    """Return where the letter of a piece is that lies like some cells; ``shape`` is the puzzle's own piece.

    Beside it there is room for the bevel.
    """
    return letter_on(text, shape, cells, dimensions, up=best_up(shape))


def letter_on(
    text: str, shape: Cells, cells: Cells, dimensions: Dimensions, *, up: int, hidden: Collection[Cell] = ()
) -> Lettering:
    """Return the same for what is printed in a way, and has other cells of its piece beside it."""
    normal = way_up(up)
    axis, sign = normal
    free = faces_up(shape, up, hidden)
    # The highest one; of those the one nearest to the middle.
    low, size = lowest_corner(shape), extent(shape)
    chosen = min(
        free,
        key=lambda cell: (
            -sign * cell[axis],
            sum((2 * (place - first) - long + 1) ** 2 for place, first, long in zip(cell, low, size, strict=True)),
            cell,
        ),
    )
    turn = turn_between(shape, cells)
    there = lowest_corner(turn.of(shape))
    here = lowest_corner(cells)
    x, y, z = (end - begin for begin, end in zip(there, here, strict=True))
    cell = moved(turn.of([chosen]), (x, y, z))[0]
    # In this order they are like the axes, so that the letter is not mirrored.
    along, head = ((axis + 1) % 3, 1), ((axis + 2) % 3, sign)
    side = dimensions.cube - 2 * dimensions.inset
    room = max(LEAST_SHARE * side, min(ROOM_SHARE * side, side - 2 * dimensions.bevel / SHARE))
    pixel = round(room / max(ROWS, columns(text)), 4)
    return Lettering(text, pixel, cell, *(turned_way(turn, way) for way in (normal, along, head)))


def with_letter(solid: Solid, letter: Lettering, cube: float, inset: float, depth: float) -> Solid:
    """Return a piece's solid, whose cell (0, 0, 0) begins at the origin, with its letter; lengths in millimeters."""
    return cut_out(solid, letter.boxes(cube, inset, depth))


def way_up(up: int) -> Way:
    """Return the way that is up in print, as ``Part.up`` has it."""
    return up % 3, 1 if up < UPSIDE_DOWN else -1


def turned_way(turn: Turn, way: Way) -> Way:
    """Return to where a turn brings a way."""
    axis, sign = way
    there = turn.axes.index(axis)
    return there, sign * turn.signs[there]


def turned_up(turn: Turn, up: int) -> int:
    """Return what is up in print, as ``Part.up`` has it, of what was turned."""
    axis, sign = turned_way(turn, way_up(up))
    return axis if sign > 0 else axis + UPSIDE_DOWN


def beside(cell: Cell, way: Way) -> Cell:
    """Return the cell next to one, by the way to it."""
    axis, sign = way
    x, y, z = (place + sign * (other == axis) for other, place in enumerate(cell))
    return x, y, z


def sides_in_print(cells: Collection[Cell], up: int) -> tuple[int, int]:
    """Return how many cubes have nothing below them, those on the bed left out, and how many are on the bed.

    ``up`` is that of ``Part``: the axis that is upright, and 3 more where it points downward.
    """
    axis, sign = way_up(up)
    lowest = min(sign * cell[axis] for cell in cells)
    filled = set(cells)
    hanging = on_bed = 0
    for cell in cells:
        if sign * cell[axis] == lowest:
            on_bed += 1
        else:
            below = list(cell)
            below[axis] -= sign
            hanging += (below[0], below[1], below[2]) not in filled
    return hanging, on_bed


def best_up(cells: Collection[Cell]) -> int:
    """Return the axis that is upright in the best print, as ``Part.up`` has it.

    First the fewest cubes hang in the air, then the most are on the bed; then the piece is as low as can be.
    """

    def worth(up: int) -> tuple[int, int, int]:
        hanging, on_bed = sides_in_print(cells, up)
        return hanging, -on_bed, extent(cells)[up % 3]

    # Of those that are as good, the one that stands in print as it does in the puzzle.
    return min((2, 5, 0, 1, 3, 4), key=worth)
