# SPDX-License-Identifier: GPL-3.0-or-later
"""The gaps that are left between the pieces of a packing puzzle, and between them and the tray, once all is printed.

All that fits or not is seen on straight lines through the cells, along each axis of the goal: which pieces a line
meets, and how long each is there. A piece is printed wider in the plane of its bed, and in whole layers upward; how it
lies in print decides which of this a line meets. The first layer stands out by the foot, less what the bevel takes away
there: that is met by lines that run near the side of their cells on which a piece was on the bed, and there other
pieces have their bevels, too. Where an edge of a piece goes into a filled inner edge of another, two slopes meet, and
there a printer makes steps of them. All lengths are in millimeters.

Dimensions and printers that go together, by name: gaps follow from the printer.

The coupon: a small print that shows which inset suits a printer.

A slab has a row of square holes for a plug, each with a wider gap than the one before. One dot marks the tightest. The
tightest hole in which the plug slides shows how far pieces must be apart: the inset is half its gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, pairwise, product
from types import MappingProxyType
from typing import Any

import numpy as np

from ...common.triples import triple
from ...kind.model import Preset
from ...kind.part import UPSIDE_DOWN
from ...polycubes.terms.shape import Cell, beside
from ...printing.gauge import DOT_WIDTH, CouponBody, gauge
from ...printing.printer import (
    HAIR,
    LEVEL,
    MATERIALS,
    MEASURED_GAPS,
    WIDEST_ON_BED,
    Printer,
    gap_left,
    holding_gap,
    printed_height,
    sliding_gap,
)
from ...solids.edges import no_edge
from ...solids.solid import solid_from_boxes
from .dimensions import SMALLEST_INSET, Dimensions
from .parts import PiecePart
from .piece_solid import pieces_size, winding_corners

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
        filled = [triple(cell) for cell in line if cell in self._owners]
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
        near = [one for one, side in enumerate(sides) if side and beside(cell, (one, side)) not in self._cells[piece]]
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
                one, other = (beside(cell, way) for way in zip(axes, ways, strict=True))
                beyond = beside(one, (axes[1], ways[1]))
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


def gaps(printer: Printer) -> dict[str, Any]:
    """Return the dimensions that follow from a printer, by their names: those of gaps.

    Pieces that lie beside each other need a third of the room in which a part slides, as many gaps add up; at least so
    much that an edge that was on the bed goes into an inner edge, where slopes leave twice the gap along an axis; and
    so much that a layer is left out where level sides meet.
    """
    between = round(max(2 * printer.widening + MATERIALS[printer.material].slide / 3, LEVEL * printer.layer), 3)
    in_edges = math.ceil(500 * ((1 + SQUARE) * printer.widening + printer.layer / 2 + printer.foot)) / 1000
    inset = round(max(SMALLEST_INSET, between / 2, in_edges / 2), 4)
    return {"inset": inset, "tray_gap": sliding_gap(printer), "lid_gap": between, "joint": holding_gap(printer)}


def _preset(label: str, printer: Printer, dimensions: Dimensions) -> Preset[Dimensions]:
    return Preset(label, replace(dimensions, **gaps(printer)), printer)


PRESETS: Mapping[str, Preset[Dimensions]] = MappingProxyType(
    {
        "pla": _preset("PLA 0.4 mm Nozzle", Printer(), Dimensions()),
        "petg": _preset("PETG 0.4 mm Nozzle", Printer(material="petg", widening=0.075), Dimensions()),
        "resin": _preset(
            "Resin",
            Printer(nozzle=0.1, layer=0.05, material="resin"),
            Dimensions(cube=10.0, bevel=0.3, tray_wall=1.5),
        ),
        "large": _preset(
            "Large 0.6 mm Nozzle",
            Printer(nozzle=0.6, layer=0.3, widening=0.075),
            # Whole layers, so that no height is rounded up into a gap.
            Dimensions(cube=24.0, tray_wall=3.0),
        ),
        "small": _preset("Small Cubes", Printer(), Dimensions(cube=10.0, bevel=0.3, tray_wall=1.6)),
    }
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
    side = min(dimensions.cube - 2 * dimensions.inset, WIDEST_PLUG)
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
