# SPDX-License-Identifier: GPL-3.0-or-later
"""Letters that are sunk into pieces: that of a piece, and the name of a part of one that is cut, as A1.

The letter of a piece is in a face that looks up in print, so that it has no ceiling to bridge. It is the same face in
whatever solution the piece is shown, and so it is printed the same way up. The name of a part is on the face beside a
socket, where nothing is seen of it once the piece is whole; what is cut out there has no ceilings that would hang.

Lengths are millimeters. Boxes have the shape (number, 3 axes, 2 ends); the cell (0, 0, 0) begins at the origin.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...kind.part import UPSIDE_DOWN
from ...polycubes.shape import Cell, Cells, Turn, Way, beside, extent, lowest_corner, step, turn_between, way_between
from ...printing.checks import boxes_of
from ...printing.gauge import LETTERS, PARTS, ROWS, columns, strokes
from ...solids.chamfer_plan import SHARE
from ...solids.solid import Solid, without_needless_lines
from .dimensions import LETTER, Dimensions

ROOM_SHARE, LEAST_SHARE = 0.6, 0.3
"""How much of a cube's side letters take, and where a wide bevel leaves less, at least."""


@dataclass(frozen=True)
class Lettering:
    """A text on a cell of a piece: the way out of the face, that in which it is read, and that to its head.

    ``pixel`` is how wide its lines are, in millimeters; it goes over ``long`` cells from there on.
    """

    text: str
    pixel: float
    cell: Cell
    normal: Way
    along: Way
    head: Way
    long: int = 1

    def at(self, way: Cell) -> Lettering:
        """Return the same on cells that were moved along a way."""
        return replace(self, cell=step(self.cell, way))

    def boxes(self, cube: float, inset: float, depth: float) -> NDArray[np.float64]:
        """Return what is cut out of the solid whose cell (0, 0, 0) begins at the origin, shape (number, 3, 2)."""
        squares = strokes(self.text)
        placed = np.empty((len(squares), 3, 2))
        middle = cube * (np.array(self.cell) + 0.5)
        middle[self.along[0]] += self.along[1] * cube * (self.long - 1) / 2
        for number, ((axis, sign), count) in enumerate(((self.along, columns(self.text)), (self.head, ROWS))):
            ends = sign * self.pixel * (squares[:, number] / PARTS - count / 2)
            placed[:, axis] = np.sort(middle[axis] + ends, axis=1)
        axis, sign = self.normal
        face = middle[axis] + sign * (cube / 2 - inset)
        placed[:, axis] = sorted((face - sign * depth, face))
        return np.round(placed, 6)


def up_in_print(shape: Cells, cells: Cells) -> int:
    """Return which axis of a piece is upright in print, as ``Part.up`` has it, where it lies like some cells.

    ``shape`` is the puzzle's own piece, for which that is decided.
    """
    return turned_up(turn_between(shape, cells), best_up(shape))


def faces_up(shape: Cells, up: int, hidden: Collection[Cell] = ()) -> list[Cell]:
    """Return the cells of a piece that nothing is above in print, of it or of what is ``hidden``."""
    filled = {*shape, *hidden}
    return [cell for cell in shape if beside(cell, way_up(up)) not in filled]


LONGEST_TEXT = 8
"""Letters that have room on a piece; a longer name is cut off."""


def written(name: str) -> str:
    """Return a name as it can be written on a piece, without what there are no letters for."""
    return "".join(letter for letter in name.upper() if letter in LETTERS).strip()[:LONGEST_TEXT].strip()


@dataclass(frozen=True)
class _Run:
    """Cells in a row that look up: the first one, the way along them in which a text is read, and how many they are."""

    cell: Cell
    along: int
    long: int


def _runs(free: Collection[Cell], across: Sequence[int]) -> Iterator[_Run]:
    """Yield all rows of some cells along two axes, of any length."""
    for cell, axis in product(sorted(free), across):
        last, long = cell, 0
        while last in free:
            last, long = beside(last, (axis, 1)), long + 1
            yield _Run(cell, axis, long)


def letter_on(
    text: str, shape: Cells, cells: Cells, dimensions: Dimensions, *, up: int, hidden: Collection[Cell] = ()
) -> Lettering:
    """Return where the text of a piece is that lies like some cells; beside it there is room for the bevel.

    ``shape`` is the puzzle's own piece, or a part of it with ``hidden`` cells beside, and printed with an axis ``up``.
    """
    normal = way_up(up)
    axis, sign = normal
    free = faces_up(shape, up, hidden)
    low, size = lowest_corner(shape), extent(shape)
    side = dimensions.cube - 2 * dimensions.inset
    room = max(LEAST_SHARE * side, min(ROOM_SHARE * side, side - 2 * dimensions.bevel / SHARE))

    def pixel_on(run: _Run) -> float:
        return round(min(room / ROWS, (room + (run.long - 1) * dimensions.cube) / columns(text)), 4)

    def worth(run: _Run) -> tuple[float, ...]:
        middle = (2 * (place - first) - long + 1 for place, first, long in zip(run.cell, low, size, strict=True))
        ends = (far + (run.long - 1) * (number == run.along) for number, far in enumerate(middle))
        return -pixel_on(run), -sign * run.cell[axis], run.long, sum(far**2 for far in ends), *run.cell, run.along

    first, second = (axis + 1) % 3, (axis + 2) % 3
    if dimensions.letter_text == LETTER:
        # Whatever it says, it is on one cell: the highest one; of those the one nearest to the middle.
        run = min((_Run(cell, first, 1) for cell in free), key=worth)
    else:
        run = min(_runs(set(free), (first, second)), key=worth)
    turn = turn_between(shape, cells)
    way = way_between(lowest_corner(turn.of(shape)), lowest_corner(cells))
    cell = step(turn.of([run.cell])[0], way)
    # In this order they are like the axes, so that nothing is mirrored.
    along, head = ((first, 1), (second, sign)) if run.along == first else ((second, 1), (first, -sign))
    ways = triple(turned_way(turn, way) for way in (normal, along, head))
    return Lettering(text, pixel_on(run), cell, *ways, run.long)


def way_up(up: int) -> Way:
    """Return the way that is up in print, as ``Part.up`` has it."""
    return up % 3, 1 if up < UPSIDE_DOWN else -1


def turned_way(turn: Turn, way: Way) -> Way:
    """Return to where a turn brings a way."""
    axis, sign = way
    place = turn.axes.index(axis)
    return place, sign * turn.signs[place]


def turned_up(turn: Turn, up: int) -> int:
    """Return what is up in print, as ``Part.up`` has it, of what was turned."""
    axis, sign = turned_way(turn, way_up(up))
    return axis if sign > 0 else axis + UPSIDE_DOWN


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
            hanging += beside(cell, (axis, -sign)) not in filled
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


Boxes = NDArray[np.float64]

LEVEL, STEP = 0.08, 0.04
"""The height of a step in a ceiling, and how far it leads in. Wherever layers of 0.1 mm or more begin on the steps,
each leads out by less than it is high: what leads out farther is supported where that is what a slicer was told."""

LEAST_LAYER = 0.12
"""From layers of this height on no slicer supports such a ceiling, whatever the height of the first layer."""

RIDGE = 0.16
"""The distance from the middle from which on steps are half as wide."""

GRID = 0.02
"""All ends are whole multiples of it: ends that should be equal are."""


@dataclass(frozen=True)
class Recess:
    """What is cut out of a part: of a socket, or a name with lines of a width."""

    boxes: Boxes
    pixel: float = 0.0

    @property
    def low(self) -> Boxes:
        """The lowest corner of all boxes."""
        corner: Boxes = self.boxes[:, :, 0].min(axis=0)
        return corner

    @property
    def high(self) -> Boxes:
        """The highest corner of all boxes."""
        corner: Boxes = self.boxes[:, :, 1].max(axis=0)
        return corner


@dataclass(frozen=True)
class Face:
    """A face of a cell of a part, by the way that it looks, and the part's way up in print."""

    part: int
    cell: Cell
    way: Way
    up: Way

    @property
    def rank(self) -> int:
        """How good it is for a name: looking up, aside or down."""
        if self.up[0] != self.way[0]:
            return 1
        return 0 if self.up == self.way else 2


def middle_of_cell(cell: Cell, cube: float) -> Boxes:
    """Return the middle of a cell."""
    middle: Boxes = cube * (np.array(cell) + 0.5)
    return middle


def closing(half: float) -> list[float]:
    """Return how far in each step leads of a ceiling that closes from both sides, which are so far from its middle.

    Slicers close gaps under 0.1 mm: the last steps are half as wide, so that what is closed leads out no farther.
    """
    insets: list[float] = []
    inward = 0.0
    while True:
        inward = round(inward + (STEP if half - inward > RIDGE + 1e-9 else STEP / 2), 6)
        if inward > half - STEP / 4:
            return insets
        insets.append(inward)


def whole(length: float) -> float:
    """Return a length as a whole multiple of the grid, an even one, so that half of it is one, too."""
    return round(2 * GRID * round(length / (2 * GRID)), 6)


def on_grid(boxes: Boxes) -> Boxes:
    """Return boxes about the middle of a cell with their ends on the grid."""
    placed: Boxes = np.round(GRID * np.round(boxes / GRID), 6)
    return placed


NAME_DEPTH, DEPTH_ON_BED = 0.36, 0.28
"""The depth of a name that looks up or aside, and of one on the bed, above which its strokes have gables."""

LARGEST_PIXEL, LARGEST_ON_BED, SMALLEST_PIXEL, ENOUGH = 0.88, 0.72, 0.4, 0.56
"""The lines of a name: the widest, the widest on the bed, the narrowest, and when more matters less than its place."""

BESIDE = 0.6
"""What is left between a socket and a name, and between a name and the slopes round the face."""


@dataclass(frozen=True)
class Strip:
    """Where a name has room on a face: the width of its lines, its middle from that of the cell, and its head."""

    pixel: float
    middle: Boxes
    head: Way


def strip_beside(text: str, face: Face, socket: Recess, *, side: float, margin: float, cube: float) -> Strip | None:
    """Return the best of the strips beside a socket on a face with a side; None where there is no room.

    The margin is that of the slopes round the face.
    """
    across = [axis for axis in range(3) if axis != face.way[0]]
    ends = side / 2 - margin - BESIDE / 2
    low, high = (corner - middle_of_cell(face.cell, cube) for corner in (socket.low, socket.high))
    best = None
    for axis, is_below in product(across, (True, False)):
        strip = np.array([(-ends, ends)] * 3)
        strip[axis, int(is_below)] = low[axis] - BESIDE if is_below else high[axis] + BESIDE
        for head in _heads(face):
            (along,) = (upward for upward in across if upward != head[0])
            sizes = strip[:, 1] - strip[:, 0]
            pixel = min(
                sizes[along] / columns(text), sizes[head[0]] / ROWS, LARGEST_ON_BED if face.rank == 2 else LARGEST_PIXEL
            )
            # A quarter of it is a whole multiple of the grid, and half of it is none of the steps: so the slopes of two
            # strokes that touch at a corner never end in one point.
            pixel = round(4 * GRID * (2 * np.floor((pixel / (4 * GRID) - 1) / 2 + 1e-9) + 1), 6)
            if pixel >= SMALLEST_PIXEL and (best is None or pixel > best.pixel):
                best = Strip(pixel, strip.mean(axis=1), head)
    return best


def worth(strip: Strip | None, face: Face) -> tuple[float, int, float]:
    """Return how good it is to have a name on a face: read well first, then where it looks, then as large as can be."""
    pixel = 0.0 if strip is None else strip.pixel
    return min(pixel, ENOUGH), -face.rank, pixel


def name_on(text: str, face: Face, strip: Strip, side: float, cube: float) -> Recess:
    """Return what is cut out of a face for a name."""
    axis, sign = face.way
    head = strip.head
    # Along and head are, with the way that the face looks, like the three axes, so that nothing is mirrored.
    across = next(text_axis for text_axis in range(3) if text_axis not in (axis, head[0]))
    is_even = (across, head[0], axis) in {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    along = across, head[1] * sign * (1 if is_even else -1)
    local = boxes_of(_strokes(text, strip.pixel, _up_in_text(face, along, head)))
    placed = np.empty_like(local)
    for number, (text_axis, way) in enumerate((along, head)):
        placed[:, text_axis] = np.sort(way * local[:, number], axis=1) + whole(float(strip.middle[text_axis]))
    # Depths are negative, from the face inward.
    placed[:, axis] = np.sort(sign * (side / 2 + local[:, 2]), axis=1)
    return Recess(on_grid(placed) + middle_of_cell(face.cell, cube)[:, None], strip.pixel)


def _heads(face: Face) -> Iterator[Way]:
    """Yield where the head of a name may be: up in print first where that is in the face."""
    across = [along for along in range(3) if along != face.way[0]]
    first = face.up if face.rank == 1 else (across[1], 1)
    yield first
    yield next(along for along in across if along != first[0]), 1


def _up_in_text(face: Face, along: Way, head: Way) -> tuple[int, int] | None:
    """Return which way is up in print, along a text and toward its head; None where that is across it.

    (0, 0) says that it looks down.
    """
    if face.rank != 1:
        return None if face.rank == 0 else (0, 0)
    return (along[1] * face.up[1], 0) if along[0] == face.up[0] else (0, head[1] * face.up[1])


def _strokes(text: str, pixel: float, up: tuple[int, int] | None) -> Solid:
    """Return what is cut out for a text about its middle, from depth 0 down to below it, without ceilings."""
    quarter = pixel / PARTS
    grid = np.zeros((PARTS * columns(text), PARTS * ROWS), dtype=bool)
    for (left, right), (low, high) in strokes(text).tolist():
        grid[left:right, low:high] = True
    sizes = [count * quarter for count in grid.shape]
    if up is None:
        levels = [(0.0, NAME_DEPTH)]
    elif up == (0, 0):
        levels = [(inward, DEPTH_ON_BED + number * LEVEL) for number, inward in enumerate([0.0, *closing(pixel / 2)])]
    else:
        count = min(round(NAME_DEPTH / STEP), int(0.9 * pixel / LEVEL + 1e-9))
        levels = [(number * LEVEL, number * STEP) for number in range(1, count + 1)]
    lines = []
    for size, parts in zip(sizes, grid.shape, strict=True):
        own = np.arange(parts + 1) * quarter - size / 2
        ends = np.concatenate([own, *(own + way * level for level, _ in levels for way in (-1, 1))])
        lines.append(np.unique(np.round(ends[(ends >= own[0] - 1e-9) & (ends <= own[-1] + 1e-9)], 6)))
    depths = np.unique(np.round([0.0, *(-depth for _, depth in levels)], 6))
    middles = [(line[1:] + line[:-1]) / 2 for line in lines]
    filled = np.zeros((len(middles[0]), len(middles[1]), len(depths) - 1), dtype=bool)
    for level, depth in levels:
        reach = (-level, 0.0, level)
        if up is None:
            probes = [(0.0, 0.0)]
        elif up == (0, 0):
            probes = list(product(reach, reach))
        else:
            probes = [(up[0] * share * level, up[1] * share * level) for share in (0.0, 0.5, 1.0)]
        open_here = np.ones(filled.shape[:2], dtype=bool)
        for probe in probes:
            places = [
                np.floor((middle + way + size / 2) / quarter).astype(int)
                for middle, way, size in zip(middles, probe, sizes, strict=True)
            ]
            inside = [(place >= 0) & (place < count) for place, count in zip(places, grid.shape, strict=True)]
            looked = grid[
                np.ix_(*(np.clip(place, 0, count - 1) for place, count in zip(places, grid.shape, strict=True)))
            ]
            open_here &= looked & np.logical_and.outer(*inside)
        filled[:, :, np.searchsorted(depths, -round(depth, 6)) :] |= open_here[:, :, None]
    return without_needless_lines(Solid((lines[0], lines[1], depths), filled))
