# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether the pieces of a packing puzzle go together and into their box as a slicer would print them.

Straight lines are drawn through the goal, through the middles of its cells and near their sides, along each axis: on
each the printed pieces are met somewhere. Of the product only the places of the parts are asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise, product
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from puzzle_cubes.common.containers import triple
from puzzle_cubes.kind.part import UPSIDE_DOWN, Part
from puzzle_cubes.library import Puzzle
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.parts import LID, TRAY, PiecePart, corner_of
from tests.slicer.printed_kit import Placed
from tests.slicer.printed_layers import Case, Layer, sliced

IN_FIRST_LAYER = 0.05, 0.9
"""How far inside of a piece's sides lines run, in layers: in the first layer of a piece that lies there, near its end,
and as far as that allows from the piece's corners, which a slicer rounds."""

HAIR = 1e-6

Span = tuple[float, float]

Place = tuple[float, float, float]


@dataclass(frozen=True)
class Row:
    """A line along an axis through pieces: how many it meets, their room, and the gaps between neighbors."""

    axis: int
    pieces: int
    left: float
    gaps: tuple[float, ...]


class Standing:
    """A part as printed in its place in the puzzle put together; ``up`` is the axis across its layers.

    ``outlines`` has for each layer its ends across, the lower one first, and its outline along the two other axes.
    """

    def __init__(self, part: Part, layers: Sequence[Layer]) -> None:
        place = Placed.of(part)
        self.up = part.up % UPSIDE_DOWN
        self.along = [axis for axis in range(3) if axis != self.up]
        self.outlines: list[tuple[float, float, BaseGeometry]] = []
        turned, moved = place.turned[self.along, :2], place.moved[self.along]
        for layer in layers:
            ends = sorted(place.turned[self.up, 2] * level + place.moved[self.up] for level in (layer.low, layer.high))
            outline = shapely.transform(layer.area, lambda corners: corners @ turned.T + moved)
            shapely.prepare(outline)
            self.outlines.append((round(ends[0], 6), round(ends[1], 6), outline))
        self._areas = np.array([outline for _, _, outline in self.outlines])

    def met_by_line(self, axis: int, place: Place) -> list[Span]:
        """Return from where to where a line along an axis is in the part, by where it runs on the others."""
        if axis == self.up:
            is_met = shapely.contains_xy(self._areas, *(place[across] for across in self.along))
            return _joined([(low, high) for met, (low, high, _) in zip(is_met, self.outlines, strict=True) if met])
        line = shapely.LineString(
            [[end if axis_along == axis else place[axis_along] for axis_along in self.along] for end in (-1e3, 1e3)]
        )
        layer = [outline for low, high, outline in self.outlines if low <= place[self.up] < high]
        met = [
            stretch.bounds
            for outline in layer
            for stretch in shapely.get_parts(outline.intersection(line))
            if stretch.length
        ]
        number = self.along.index(axis)
        return _joined([(bounds[number], bounds[number + 2]) for bounds in met])


class PrintedPieces:
    """The pieces of a packing puzzle with tray and lid as they are sliced.

    All files of the puzzle are written into a new folder, and G-code beside them.
    """

    def __init__(self, puzzle: Puzzle, folder: Path) -> None:
        puzzle.write(folder)
        files = {part.key: folder / f"{part.key}.stl" for part in puzzle.parts}
        self._puzzle = puzzle
        self.layers = sliced(files, folder, puzzle.printer.nozzle, puzzle.printer.layer)

    def printed(self, case: Case) -> PiecesOfCase:
        """Return them as a printer lays them."""
        return PiecesOfCase(self._puzzle, {key: case.of(layers) for key, layers in self.layers.items()})


class PiecesOfCase:
    """Pieces, tray and lid as a printer lays them, in their places."""

    def __init__(self, puzzle: Puzzle, layers: Mapping[str, Sequence[Layer]]) -> None:
        if not isinstance(puzzle.dimensions, Dimensions):
            raise TypeError("it is no packing puzzle")
        self._dimensions = puzzle.dimensions
        self._near = [puzzle.dimensions.inset + share * puzzle.printer.layer for share in IN_FIRST_LAYER]
        self._size: tuple[int, int, int] = puzzle.content.goal.size
        standing = {part.key: Standing(part, layers[part.key]) for part in puzzle.parts}
        # A burr has no box.
        self._box = (standing[TRAY], standing[LID]) if TRAY in standing else None
        pieces = [part for part in puzzle.parts if isinstance(part, PiecePart)]
        self._owners: Mapping[tuple[int, ...], Standing] = {
            cell: standing[piece.key] for piece in pieces for cell in piece.cells
        }

    @property
    def least_gap(self) -> float:
        """The least room that is left between two neighbors; below 0 they do not go together."""
        return min(gap for row in self.rows for gap in row.gaps)

    @property
    def tightest(self) -> Row:
        """The row that leaves the least room in the tray."""
        return min(self.rows, key=lambda row: row.left)

    @property
    def lid_left(self) -> float:
        """The least room that is left a side between the tray and the lid over it."""
        left = []
        if self._box is None:
            return math.inf
        tray, lid = self._box
        for low, high, outline in lid.outlines:
            inside = [ring.bounds for area in shapely.get_parts(outline) for ring in area.interiors]
            outside = [ring.bounds for start, end, ring in tray.outlines if start < high and low < end]
            left += [
                way * (outer[side] - inner[side])
                for inner, outer in product(inside, outside)
                for side, way in enumerate((1, 1, -1, -1))
            ]
        return float(min(left))

    @cached_property
    def rows(self) -> list[Row]:
        """The lines through all cells of the goal, along all three axes."""
        pitch = self._dimensions.pitch
        lines: list[Row] = []
        shifts = [(*self._near, side / 2, *(side - near for near in self._near)) for side in pitch]
        corner = corner_of(self._size, self._dimensions)
        for axis in range(3):
            cells = product(*(range(1 if axis_along == axis else long) for axis_along, long in enumerate(self._size)))
            ways = list(product(*((0.0,) if axis_along == axis else shifts[axis_along] for axis_along in range(3))))
            for cell, way in product(cells, ways):
                along = zip(corner, cell, pitch, way, strict=True)
                place = triple(begin + number * side + beyond for begin, number, side, beyond in along)
                lines += self._row(axis, cell, place)
        return lines

    def _row(self, axis: int, first: tuple[int, ...], place: Place) -> Iterator[Row]:
        """Yield what a line meets that begins in a cell, if it meets anything, and nothing of what is beside it."""
        side, start = self._dimensions.pitch[axis], place[axis]
        cells = [(*first[:axis], number, *first[axis + 1 :]) for number in range(self._size[axis])]
        spans = []
        for owner, run in groupby(range(self._size[axis]), lambda number: self._owners.get(cells[number])):
            numbers = list(run)
            low, high = start + numbers[0] * side, start + (numbers[-1] + 1) * side
            met = [] if owner is None else owner.met_by_line(axis, place)
            own = [span for span in met if min(span[1], high) - max(span[0], low) > side / 2]
            if own:
                # So near its side a layer of a piece may be missing: that is no gap between two.
                spans.append((own[0][0], own[-1][1]))
                if max(low - own[0][0], own[-1][1] - high) > side / 4:
                    # So wide that other cells of the piece come over to the line: what is met are not its ends.
                    return
        if spans:
            gaps = [after[0] - before[1] for before, after in pairwise(spans)]
            left = self._room[axis] - sum(high - low for low, high in spans)
            yield Row(axis, len(spans), left, tuple(gap for gap in gaps if gap < side / 2))

    @cached_property
    def _room(self) -> Place:
        """The room for pieces in a row along each axis in the tray, upward below the lid."""
        if self._box is None:
            return math.inf, math.inf, math.inf
        tray, _ = self._box
        # The corner of the floor is beside the hole, and halfway up are only walls.
        pitch = self._dimensions.pitch
        x, y, top = (cells * side / 2 for cells, side in zip(self._size, pitch, strict=True))
        corner = x - pitch[0] / 4, y - pitch[1] / 4, 0.0
        ((_, floor),) = tray.met_by_line(2, corner)
        walls = [tray.met_by_line(axis, (0.0, 0.0, top)) for axis in (0, 1)]
        across, deep = (high[0] - low[1] for low, high in walls)
        return across, deep, tray.outlines[-1][1] - floor


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Return intervals in order, those that touch as one."""
    spans_joined: list[Span] = []
    for low, high in sorted(spans):
        if spans_joined and low <= spans_joined[-1][1] + HAIR:
            spans_joined[-1] = spans_joined[-1][0], max(high, spans_joined[-1][1])
        else:
            spans_joined.append((low, high))
    return spans_joined
