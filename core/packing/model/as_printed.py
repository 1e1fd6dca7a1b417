# SPDX-License-Identifier: GPL-3.0-or-later
"""The gaps that are left between the pieces of a packing puzzle, and between them and the tray, once all is printed.

All that fits or not is seen on straight lines through the cells, along each axis of the goal: which pieces a line
meets, and how long each is there. A piece is printed wider in the plane of its bed, and in whole layers upward; how it
lies in print decides which of this a line meets. The first layer stands out by the foot, less what the bevel takes away
there: that is met by lines that run near the side of their cells on which a piece was on the bed, and there other
pieces have their bevels, too. Where an edge of a piece goes into a filled inner edge of another, two slopes meet, and
there a printer makes steps of them. All lengths are in millimeters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise, product

from ...kind.part import UPSIDE_DOWN
from ...polycubes.terms.cells import Cell
from ...printing.gaps import HAIR, gap_left, printed_height
from ...printing.overhangs import WIDEST_ON_BED
from ...printing.printer import Printer
from ...solids.edges import no_edge
from .box import pieces_size
from .dimensions import Dimensions
from .parts import PiecePart
from .piece_solid import winding_corners

SQUARE = math.sqrt(2)
"""How much farther along an axis a slope at 45 degrees moves than square to itself."""

Sides = tuple[int, ...]
"""By axis: -1 or 1 for near the lower or the upper sides of cells, 0 for their middle, and for the line's own axis."""


@dataclass(frozen=True)
class Row:
    """Pieces in a row along an axis: how many, and what is left of the room in the tray; less than 0 is too long."""

    axis: int
    pieces: int
    left: float


class AsPrinted:
    """The pieces of a solution as a printer makes them, whole or as parts, whose pegs keep them as far from each other.

    ``least_gap`` is what is left between the sides of two pieces where that is the least; None where no two lie beside
    each other. ``least_in_edges`` is what is left where an edge goes into an inner edge, None where none does.
    ``tightest`` is the row that leaves the least room in the tray, None without any piece.
    """

    def __init__(self, pieces: Sequence[PiecePart], size: Cell, dimensions: Dimensions, printer: Printer) -> None:
        """Look at pieces where they lie in a goal of a size."""
        self._dimensions, self._printer = dimensions, printer
        self._owners = {cell: piece for piece in pieces for cell in piece.cells}
        self._cells = {piece: frozenset(piece.cells) for piece in pieces}
        self._beds = {piece: _bed(piece) for piece in pieces}
        self._winding = {piece: frozenset(winding_corners(piece.cells)) for piece in pieces}
        stands_out = any(printer.foot > _cut_on_bed(piece, printer) for piece in pieces)
        gaps: list[float] = []
        rows: list[Row] = []
        for axis in range(3):
            room = room_in_tray(size, dimensions, printer)[axis]
            across = [range(long) if one != axis else range(1) for one, long in enumerate(size)]
            near = [(0, -1, 1) if stands_out and one != axis else (0,) for one in range(3)]
            for begin, sides in product(product(*across), product(*near)):
                runs = self._runs(begin, axis, size[axis])
                ends = [(self._beyond(run[0], axis, -1, sides), self._beyond(run[-1], axis, 1, sides)) for run in runs]
                for (one, other), (before, after) in zip(pairwise(runs), pairwise(ends), strict=True):
                    if other[0][axis] == one[-1][axis] + 1:
                        gaps.append(2 * dimensions.inset - before[1] - after[0])
                if runs:
                    drawn = sum(len(run) * dimensions.cube - 2 * dimensions.inset for run in runs)
                    rows.append(Row(axis, len(runs), round(room - drawn - sum(map(sum, ends)), 4)))
        in_edges = [self._left_between_slopes(*place) for place in self._in_inner_edges()]
        self.least_gap, self.least_in_edges = (round(min(some), 4) if some else None for some in (gaps, in_edges))
        self.tightest = min(rows, key=lambda row: row.left, default=None)

    def _runs(self, begin: tuple[int, ...], axis: int, count: int) -> list[list[Cell]]:
        """Return the cells of each piece that a line of cells meets, one list after the other."""
        line = [tuple(place if one == axis else at for one, at in enumerate(begin)) for place in range(count)]
        filled = [(cell[0], cell[1], cell[2]) for cell in line if cell in self._owners]
        found: list[list[Cell]] = []
        for _, run in groupby(enumerate(filled), lambda one: (one[1][axis] - one[0], self._owners[one[1]].name)):
            found.append([cell for _, cell in run])
        return found

    def _beyond(self, cell: Cell, axis: int, sign: int, sides: Sides) -> float:
        """Return how far the side of a cell that looks along an axis is printed beyond where it is drawn.

        What cuts it off are the bevels of its edges that the line comes near to.
        """
        piece, printer = self._owners[cell], self._printer
        upright, way, lowest = self._beds[piece]
        level = way * cell[upright] - lowest
        bottom = level * self._dimensions.cube
        top = bottom + self._dimensions.cube - 2 * self._dimensions.inset
        near = [one for one, side in enumerate(sides) if side and _beside(cell, one, side) not in self._cells[piece]]
        width = 0.0 if self._is_sharp(piece, cell, (*sides[:axis], sign, *sides[axis + 1 :])) else piece.chamfer.width
        is_first = upright in near and sides[upright] == -way and level == 0
        wider = printer.widening + (printer.foot if is_first else 0.0)
        depth = printer.layer / 2
        level_sides = [one for one in near if one != upright]
        if axis == upright:
            slope = max(0.0, width - wider - depth) if level_sides else 0.0
            if sign == way:
                return printed_height(top - slope, printer) - top
            return bottom - printed_height(bottom + slope, printer) if level else 0.0
        beyond = wider - (_cut_on_bed(piece, printer) if is_first else 0.0)
        if level_sides and width:
            # A slope along an upright edge moves outward square to itself.
            beyond = min(beyond, SQUARE * wider + depth - width)
        if upright in near and width and not is_first:
            end, inward = (top, -1) if sides[upright] == way else (bottom, 1)
            middle = (math.floor((end + inward * depth) / printer.layer + HAIR) + 0.5) * printer.layer
            beyond = min(beyond, wider - max(0.0, width - abs(middle - end)))
        return beyond

    def _in_inner_edges(self) -> Iterator[tuple[Cell, Cell, dict[int, int]]]:
        """Yield where an edge of a piece goes into a filled inner edge of another: its cell, that beyond, and the ways.

        By two axes these are 1 or -1.
        """
        for cell, piece in self._owners.items():
            for axes, ways in product(combinations(range(3), 2), product((-1, 1), repeat=2)):
                one, other = (_beside(cell, axis, way) for axis, way in zip(axes, ways, strict=True))
                beyond = _beside(one, axes[1], ways[1])
                outer = self._owners.get(beyond)
                if outer is None or outer.name == piece.name or outer.chamfer.filled is no_edge:
                    continue
                if {one, other} <= self._cells[outer] and outer.chamfer.width > self._printer.layer / 2:
                    yield cell, beyond, dict(zip(axes, ways, strict=True))

    def _left_between_slopes(self, cell: Cell, beyond: Cell, ways: dict[int, int]) -> float:
        """Return what is left along an axis between the edge of a cell and the inner edge into which it goes."""
        printer, piece, outer = self._printer, self._owners[cell], self._owners[beyond]
        upright, way, lowest = self._beds[piece]
        outer_upright, outer_way, outer_lowest = self._beds[outer]
        on_bed = ways.get(upright) == -way and way * cell[upright] == lowest
        filled = min(outer.chamfer.width, WIDEST_ON_BED)
        cut = filled if on_bed else piece.chamfer.width
        # In the plane of the bed a slope moves outward square to itself; steps stand out by half a layer.
        wider = printer.widening * sum(1.0 if axis in ways else SQUARE for axis in (upright, outer_upright))
        steps = printer.layer / 2 if {upright, outer_upright} & ways.keys() else 0.0
        foot = printer.foot if on_bed else 0.0
        if outer_upright not in ways and outer_way * beyond[outer_upright] == outer_lowest:
            foot += SQUARE * max(0.0, printer.foot - _cut_on_bed(outer, printer))
        return 4 * self._dimensions.inset + cut - filled - wider - steps - foot

    def _is_sharp(self, piece: PiecePart, cell: Cell, ways: Sides) -> bool:
        """Report whether the edges at the corner of a cell stay sharp, as the piece winds about it."""
        corner = tuple(at + (way > 0) for at, way in zip(cell, ways, strict=True))
        return 0 not in ways and corner in self._winding[piece]


def room_in_tray(size: Cell, dimensions: Dimensions, printer: Printer) -> tuple[float, float, float]:
    """Return how long pieces in a row along each axis can be in the tray as it is printed, upward below the lid."""
    x, y, z = (long + dimensions.tray_gap for long in pieces_size(size, dimensions))
    # The floor is the first layer; the walls begin above it.
    sides = dimensions.tray_gap - 2 * printer.widening
    floor = printed_height(dimensions.tray_wall, printer)
    return x + sides, y + sides, printed_height(dimensions.tray_wall + z, printer, at_least=True) - floor


def lid_left(dimensions: Dimensions, printer: Printer) -> float:
    """Return what is left a side between tray and lid: neither meets the other where it was on the bed."""
    return round(gap_left(dimensions.lid_gap, printer), 4)


def _bed(piece: PiecePart) -> tuple[int, int, int]:
    """Return the axis that is upright in print, the way up along it, and at which cell along that way the bed is."""
    axis, way = piece.up % 3, 1 if piece.up < UPSIDE_DOWN else -1
    return axis, way, min(way * cell[axis] for cell in piece.cells)


def _cut_on_bed(piece: PiecePart, printer: Printer) -> float:
    """Return what the bevel takes away of the first layer, which a slicer cuts in its middle."""
    width = piece.chamfer.width
    return min(width, WIDEST_ON_BED) * max(0.0, 1 - printer.layer / 2 / width) if width else 0.0


def _beside(cell: Cell, axis: int, way: int) -> Cell:
    x, y, z = (place + way * (one == axis) for one, place in enumerate(cell))
    return x, y, z
