# SPDX-License-Identifier: GPL-3.0-or-later
"""The gaps that are left between the pieces of a packing puzzle, and between them and the tray, once all is printed.

All that fits or not is seen on straight lines through the cells, along each axis of the goal: which pieces a line
meets, and how long each is there. A piece is printed wider in the plane of its bed, and in whole layers upward; how it
lies in print decides which of this a line meets. The first layer stands out by the foot, less what the bevel takes away
there: that is met by lines that run near the side of their cells on which a piece was on the bed, and there other
pieces have their bevels, too. Where an edge of a piece goes into a filled inner edge of another, two slopes meet, and
there a printer makes steps of them. All lengths are in millimeters.

The gaps that suit a printer follow, in presets by name. The coupon is a small print that shows which inset suits: a
slab has a row of square holes for a plug, each with a wider gap than the one before. One dot marks the tightest. The
tightest hole in which the plug slides shows how far pieces must be apart: the inset is half its gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, groupby, pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...kind.model import presets_of
from ...polycubes.shape import Cell, along, beside, step
from ...printing.gauge import DOT_WIDTH, CouponBody, gauge
from ...printing.printer import (
    HAIR,
    LEVEL,
    MATERIALS,
    MEASURED_GAPS,
    PRESS,
    WIDEST_ON_BED,
    Printer,
    gap_left,
    holding_gap,
    printed_height,
    sliding_gap,
)
from ...solids.edges import no_edge
from ...solids.solid import solid_from_boxes
from .dimensions import SMALLEST_INSET, Dimensions, pieces_size
from .lettering import way_up
from .parts import PiecePart
from .piece_solid import winding_corners

FINE = 0.005
"""How finely slopes are looked at that meet."""

Floats = NDArray[np.float64]

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


class _Bed(NamedTuple):
    """How a piece is printed: its upright axis, the way up along that, and at which cell along that way the bed is."""

    upright: int
    way: int
    lowest: int

    @classmethod
    def of(cls, piece: PiecePart) -> _Bed:
        upright, way = way_up(piece.up)
        return cls(upright, way, min(way * cell[upright] for cell in piece.cells))

    def level(self, cell: Cell) -> int:
        """Return how many cells a cell is above the bed."""
        return self.way * cell[self.upright] - self.lowest


class _Run(NamedTuple):
    """Cells of a piece that a line meets one after the other, and how far the piece is printed beyond both ends."""

    cells: Sequence[Cell]
    before: float
    after: float


class _Slope(NamedTuple):
    """A slope along an edge as it is printed, seen along that, on two axes that lead away from an inner edge.

    Layers lie across the axis ``upright``, upward or not, or None for along the edge. The level side is drawn so far
    above the last layer below it. It is so wide on each axis, and printed wider by so much in the plane of its layers.
    """

    upright: int | None
    up: int
    end: float
    width: float
    wider: float

    @property
    def less(self) -> float:
        """How much less both axes together are wider: in the plane of the bed a slope moves square to itself."""
        return 0.0 if self.upright is not None else self.wider * (2 - SQUARE)

    def drawn(self, places: Floats, side: float, layer: float, outward: int, foot: float = 0.0) -> Sequence[Floats]:
        """Return where along both axes from its sides is drawn what is printed at places, to be added to a grid."""
        grid = places[:, None] - side, places[None, :] - side
        if self.upright is None:
            return [along + outward * self.wider for along in grid]
        height = self.end + self.up * grid[self.upright]
        middle = self.up * ((np.floor(height / layer + HAIR) + 0.5) * layer - self.end)
        flat = grid[1 - self.upright] + outward * (self.wider + foot * (middle < layer))
        return (flat, middle) if self.upright else (middle, flat)


@lru_cache(maxsize=256)
def _left_in_edge(edge: _Slope, inner: _Slope, gap: float, layer: float, foot: float) -> float:
    """Return what is left along an axis between an edge and the inner edge it goes into, each printed in its way.

    Between their sides is a gap as they are drawn; ``foot`` is that of the edge, if it was on the bed.
    """
    if edge.upright is None and inner.upright is None:
        return 2 * gap + edge.width - inner.width - SQUARE * (edge.wider + inner.wider)
    reach = gap + max(edge.width, inner.width) + 2 * layer
    places = FINE * (np.arange(-math.ceil((edge.wider + foot) / FINE), math.ceil(reach / FINE)) + 0.5)
    x, y = inner.drawn(places, 0.0, layer, -1)
    filled = x + y <= inner.width - inner.less
    x, y = edge.drawn(places, gap, layer, 1, foot)
    solid = (x >= 0) & (y >= 0) & (x + y >= edge.width + edge.less)
    left = [reach]
    for inside, outside in ((filled, solid), (filled.T, solid.T)):
        meets = inside.any(axis=0) & outside.any(axis=0) & ~inside.all(axis=0)
        last = len(places) - 1 - inside[::-1].argmax(axis=0)
        left.append(FINE * float((outside.argmax(axis=0) - last - 1)[meets].min(initial=len(places))))
    return min(left)


class AsPrinted:
    """The pieces of a solution as a printer makes them, whole or as parts, whose pegs keep them as far from each other.

    They are where they lie in a goal of a size.
    """

    def __init__(self, pieces: Sequence[PiecePart], size: Cell, dimensions: Dimensions, printer: Printer) -> None:
        self._size, self._dimensions, self._printer = size, dimensions, printer
        self._owners = {cell: piece for piece in pieces for cell in piece.cells}
        self._cells = {piece: frozenset(piece.cells) for piece in pieces}
        self._beds = {piece: _Bed.of(piece) for piece in pieces}
        self._winding = {piece: frozenset(winding_corners(piece.cells)) for piece in pieces}

    @property
    def least_gap(self) -> float | None:
        """What is left between the sides of two pieces where that is the least; None where no two lie side by side."""
        between = [
            2 * self._dimensions.inset - before.after - after.before
            for axis, runs in self._lines
            for before, after in pairwise(runs)
            if after.cells[0][axis] == before.cells[-1][axis] + 1
        ]
        return round(min(between), 4) if between else None

    @property
    def least_in_edges(self) -> float | None:
        """What is left where an edge goes into an inner edge, where that is the least; None where none does."""
        between = [self._left_between_slopes(*place) for place in self._in_inner_edges()]
        return round(min(between), 4) if between else None

    @cached_property
    def rows(self) -> list[Row]:
        """All rows of pieces in the tray."""
        room = room_in_tray(self._size, self._dimensions, self._printer)
        lines = [(axis, runs, self._length(axis, runs)) for axis, runs in self._lines if runs]
        return [Row(axis, len(runs), round(room[axis] - length, 4)) for axis, runs, length in lines]

    @property
    def tightest(self) -> Row | None:
        """The row that leaves the least room in the tray; None without any piece."""
        return min(self.rows, key=lambda row: row.left, default=None)

    @cached_property
    def _lines(self) -> list[tuple[int, list[_Run]]]:
        """All lines of cells, by their axis and what they meet: in the middle of cells, and near their sides, too.

        Near the sides something else is met only where the first layer of a piece stands out.
        """
        stands_out = any(self._printer.foot > _cut_on_bed(piece, self._printer) for piece in self._cells)
        lines = []
        for axis in range(3):
            across = [range(cells) if side != axis else range(1) for side, cells in enumerate(self._size)]
            near = [(0, -1, 1) if stands_out and side != axis else (0,) for side in range(3)]
            for begin, sides in product(product(*across), product(*near)):
                lines.append((axis, self._runs(triple(begin), axis, sides)))
        return lines

    def _runs(self, begin: Cell, axis: int, sides: Sides) -> list[_Run]:
        """Return what a line meets that goes from a cell along an axis."""
        line = [step(begin, along(axis, place)) for place in range(self._size[axis])]
        filled = [cell for cell in line if cell in self._owners]
        runs = []
        for _, group in groupby(enumerate(filled), lambda met: (met[1][axis] - met[0], self._owners[met[1]].name)):
            cells = [cell for _, cell in group]
            before, after = self._beyond(cells[0], axis, -1, sides), self._beyond(cells[-1], axis, 1, sides)
            runs.append(_Run(cells, before, after))
        return runs

    def _length(self, axis: int, runs: Sequence[_Run]) -> float:
        """Return how long pieces in a row along an axis are together."""
        drawn = sum(len(run.cells) * self._dimensions.pitch[axis] - 2 * self._dimensions.inset for run in runs)
        return drawn + sum(run.before + run.after for run in runs)

    def _beyond(self, cell: Cell, axis: int, sign: int, sides: Sides) -> float:
        """Return how far the side of a cell that looks along an axis is printed beyond where it is drawn.

        What cuts it off are the bevels of its edges that the line comes near to.
        """
        piece = self._owners[cell]
        bed = self._beds[piece]
        near = {side for side, way in enumerate(sides) if way and beside(cell, (side, way)) not in self._cells[piece]}
        is_sharp = self._is_sharp(piece, cell, (*sides[:axis], sign, *sides[axis + 1 :]))
        bevel = 0.0 if is_sharp else piece.chamfer.width
        upright_bevel = bevel if near - {bed.upright} else 0.0
        if axis == bed.upright:
            return self._beyond_level_side(bed, bed.level(cell), upright_bevel, is_top=sign == bed.way)
        beyond = self._printer.widening
        is_first = bed.upright in near and sides[bed.upright] == -bed.way and bed.level(cell) == 0
        if is_first:
            beyond += self._printer.foot
        left = [beyond - _cut_on_bed(piece, self._printer) if is_first else beyond]
        if upright_bevel:
            # A slope along an upright edge moves outward square to itself.
            left.append(SQUARE * beyond + self._printer.layer / 2 - upright_bevel)
        if bed.upright in near and bevel and not is_first:
            is_top = sides[bed.upright] == bed.way
            left.append(beyond - self._cut_in_end_layer(bed, bed.level(cell), bevel, is_top=is_top))
        return min(left)

    def _ends(self, bed: _Bed, level: int) -> tuple[float, float]:
        """Return how high a cell begins and ends that is so many cells above the bed."""
        side = self._dimensions.pitch[bed.upright]
        bottom = level * side
        return bottom, bottom + side - 2 * self._dimensions.inset

    def _beyond_level_side(self, bed: _Bed, level: int, bevel: float, *, is_top: bool) -> float:
        """Return how far the top or the bottom of a cell is printed beyond where it is drawn, in whole layers."""
        slope = max(0.0, bevel - self._printer.widening - self._printer.layer / 2)
        bottom, top = self._ends(bed, level)
        if is_top:
            return printed_height(top - slope, self._printer) - top
        return bottom - printed_height(bottom + slope, self._printer) if level else 0.0

    def _cut_in_end_layer(self, bed: _Bed, level: int, bevel: float, *, is_top: bool) -> float:
        """Return what the bevel of a level edge takes of a cell's first or last layer, in the middle of this."""
        layer, (bottom, top) = self._printer.layer, self._ends(bed, level)
        end, inside = (top, top - layer / 2) if is_top else (bottom, bottom + layer / 2)
        middle = (math.floor(inside / layer + HAIR) + 0.5) * layer
        return max(0.0, bevel - abs(middle - end))

    def _in_inner_edges(self) -> Iterator[tuple[Cell, Cell, dict[int, int]]]:
        """Yield where an edge of a piece goes into a filled inner edge of another: its cell, that beyond, and the ways.

        By two axes these are 1 or -1.
        """
        for cell, piece in self._owners.items():
            for axes, signs in product(combinations(range(3), 2), product((-1, 1), repeat=2)):
                first, second = zip(axes, signs, strict=True)
                beyond = beside(beside(cell, first), second)
                outer = self._owners.get(beyond)
                if outer is None or outer.name == piece.name or outer.chamfer.filled is no_edge:
                    continue
                sides = {beside(cell, first), beside(cell, second)}
                if sides <= self._cells[outer] and outer.chamfer.width > self._printer.layer / 2:
                    yield cell, beyond, dict((first, second))

    def _left_between_slopes(self, cell: Cell, beyond: Cell, ways: dict[int, int]) -> float:
        """Return what is left along an axis between the edge of a cell and the inner edge into which it goes."""
        bed, outer_bed = self._beds[self._owners[cell]], self._beds[self._owners[beyond]]
        outer, printer = self._owners[beyond].chamfer.width, self._printer
        on_bed = ways.get(bed.upright) == -bed.way and bed.level(cell) == 0
        filled = min(outer, WIDEST_ON_BED)
        cut = filled if on_bed else self._owners[cell].chamfer.width
        foot = 0.0
        if outer_bed.upright not in ways and outer_bed.level(beyond) == 0:
            foot = max(0.0, printer.foot - _cut_on_bed(self._owners[beyond], printer))
        edge = self._slope(bed, cell, ways, cut, printer.widening, is_inner=False)
        below = beside(cell, (outer_bed.upright, ways.get(outer_bed.upright, 0)))
        inner = self._slope(outer_bed, below, ways, filled, printer.widening + foot, is_inner=True)
        return _left_in_edge(edge, inner, 2 * self._dimensions.inset, printer.layer, printer.foot if on_bed else 0.0)

    def _slope(
        self, bed: _Bed, cell: Cell, ways: dict[int, int], width: float, wider: float, *, is_inner: bool
    ) -> _Slope:
        """Return how a slope is printed whose level side is that of a cell."""
        if bed.upright not in ways:
            return _Slope(None, 0, 0.0, width, wider)
        up = -ways[bed.upright] * bed.way
        bottom, top = self._ends(bed, bed.level(cell))
        end = top if (up > 0) == is_inner else bottom
        return _Slope(list(ways).index(bed.upright), up, round(end % self._printer.layer, 6), width, wider)

    def _is_sharp(self, piece: PiecePart, cell: Cell, ways: Sides) -> bool:
        """Report whether the edges at the corner of a cell stay sharp, as the piece winds about it."""
        corner = tuple(place + (way > 0) for place, way in zip(cell, ways, strict=True))
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


def _cut_on_bed(piece: PiecePart, printer: Printer) -> float:
    """Return what the bevel takes away of the first layer, which a slicer cuts in its middle."""
    width = piece.chamfer.width
    return min(width, WIDEST_ON_BED) * max(0.0, 1 - printer.layer / 2 / width) if width else 0.0


def gaps(printer: Printer) -> dict[str, Any]:
    """Return the dimensions that follow from a printer, by their names: those of gaps.

    Pieces that lie beside each other need a third of the room in which a part slides, as many gaps add up; at least so
    much that an edge that was on the bed goes into an inner edge, where slopes leave twice the gap along an axis; and
    so much that a layer is left out where level sides meet.
    """
    between = round(max(2 * printer.widening + MATERIALS[printer.material].slide / 3, LEVEL * printer.layer), 3)
    in_edges = math.ceil(500 * ((1 + SQUARE) * printer.widening + printer.layer / 2 + printer.foot)) / 1000
    inset = round(max(SMALLEST_INSET, between / 2, in_edges / 2), 4)
    bought = round(max(PRESS, printer.widening + PRESS), 3)
    gaps = {"inset": inset, "tray_gap": sliding_gap(printer), "lid_gap": between}
    return {**gaps, "joint": holding_gap(printer), "magnet_gap": bought}


PRESETS = presets_of(
    {
        "pla": Dimensions(),
        "petg": Dimensions(),
        "resin": Dimensions(cube=10.0, bevel=0.3, tray_wall=1.5),
        # Whole layers, so that no height is rounded up into a gap.
        "large": Dimensions(cube=24.0, tray_wall=3.0),
        "small": Dimensions(cube=10.0, bevel=0.35, tray_wall=1.6),
    },
    gaps,
)
"""The presets that come with the program; the first one is the defaults."""


WIDEST_PLUG = 6.0
THICKNESS = 5.0
HANDLE = 12.0
SPACE = 4.0
"""In millimeters: the plug's side at most, the slab's thickness, what there is to hold of the plug, and what is between
the two on the bed."""


def coupon(dimensions: Dimensions) -> dict[str, CouponBody]:
    """Return the bodies of the coupon by name, lying on z = 0 as they are printed, together centered on x = y = 0.

    - ``holes``: a slab with square holes, as wide as the plug and twice one of ``MEASURED_GAPS``.
    - ``plug``: a bar with the section of a cube of the puzzle, but no wider than ``WIDEST_PLUG``.
    """
    side = min(min(dimensions.pitch) - 2 * dimensions.inset, WIDEST_PLUG)
    widths = side + 2 * np.array(MEASURED_GAPS)
    dot = max(DOT_WIDTH, side / 5)
    holes = gauge(widths, widths, front=3 * dot, thickness=THICKNESS, margin=3 * dot, dot=dot)
    width, depth, _ = holes.extent
    plug = solid_from_boxes([((0, THICKNESS + HANDLE), (0, side), (0, side))])
    whole = depth + SPACE + side
    return {
        "holes": CouponBody(holes.moved((-width / 2, -whole / 2, 0.0))),
        "plug": CouponBody(plug.moved((-(THICKNESS + HANDLE) / 2, whole / 2 - side, 0.0))),
    }
