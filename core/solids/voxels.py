# SPDX-License-Identifier: GPL-3.0-or-later
"""Models as cells: how much of each cell of a grid is inside a closed model.

Lines go upward through each cell, and between the places where a line meets the model, it is inside or outside. A line
that meets an edge or a corner counts it for exactly one of the faces beside it: ranges have their first end and not
their last, and where an edge is met is computed from its lower end for both faces.

``sections`` also say how much of the model goes through the sides between cells, where these hang together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..common.containers import counted_up, portions
from ..common.errors import InputError
from ..common.words import counted
from .mesh import bounds_of, corner_keys, edges_are_balanced, enclosed_volume, open_edges

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

LINES = 3
"""Lines through a cell along x, and as many along y."""

AT_ONCE = 2_000_000
"""Places where triangles are met that are worked on at once: some 200 MB."""

MOST_TRIANGLES = 4_000_000

WELDED = 1e-5
"""Corners so near to each other, as a share of the model's length, can be meant as one."""

MOST_OPEN, OPEN_SHARE = 3_000, 0.25
"""Edges of holes that are closed at most, and the share of all."""

FLAT = 1e-9
"""What is so thin, as a share of its length, has no inside."""


@dataclass(frozen=True)
class Filling:
    """How much of each cell is inside, from 0 to 1: [x, y, z]; and sentences on what was odd about the model."""

    shares: Floats
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlacedModel:
    """A closed model in a grid: its corners in cells, shape (n, 3, 3), and how many cells there are along each axis.

    ``notes`` are sentences on what was odd about it; it is oriented where each edge has faces of both directions.
    """

    corners: Floats
    cells: Numbers
    notes: tuple[str, ...]
    is_oriented: bool


def placed_model(triangles: NDArray[np.float32], across: int) -> PlacedModel:
    """Return a closed model in the grid of which its longest side has so many cells; takes and raises as ``filling``.

    It is in the middle of the grid.
    """
    corners, notes, is_oriented = _closed(triangles)
    low, high = bounds_of(corners)
    size = (high - low) * (across / (high - low).max())
    cells = np.maximum(1, np.ceil(size - 1e-6)).astype(np.int64)
    placed = (corners - low) * (across / (high - low).max()) + (cells - size) / 2
    return PlacedModel(placed, cells, notes, is_oriented)


def filling(triangles: NDArray[np.float32], across: int) -> Filling:
    """Return how a closed model fills cells, of which its longest side has so many.

    ``triangles`` are corners of shape (n, 3 corners, 3 coordinates). Bodies may overlap, and one inside another that
    faces inward is a hollow. Raises InputError for a model that has no inside.
    """
    model = placed_model(triangles, across)
    shares, _ = shares_and_floors(model)
    return Filling(shares, model.notes)


def shares_and_floors(model: PlacedModel) -> tuple[Floats, Floats]:
    """Return how much of each cell is inside, and of the side below it, from 0 to 1: [x, y, z]."""
    columns, heights, signs = _meetings(model.corners, int(model.cells[0]), int(model.cells[1]))
    return _shares(columns, heights, signs, model.cells, is_oriented=model.is_oriented)


def _closed(triangles: NDArray[np.float32]) -> tuple[Floats, tuple[str, ...], bool]:
    """Return the corners of a closed model, what was odd about it, and whether each edge has faces of both directions.

    Raises InputError for what is not closed.
    """
    if not len(triangles):
        raise InputError("The model has no faces: it must be a closed surface.")
    if len(triangles) > MOST_TRIANGLES:
        raise InputError(f"The model has {len(triangles):,} triangles: it must have at most {MOST_TRIANGLES:,}.")
    if not np.isfinite(triangles).all():
        raise InputError("The model has a corner that is not a number, or infinite.")
    corners = triangles.astype(np.float64)
    low, high = bounds_of(corners)
    size = high - low
    if not size.min() > FLAT * size.max():
        raise InputError("The model is flat: it must be a closed surface with an inside.")
    keys, notes = corner_keys(triangles), []
    if open_edges(keys).any():
        corners = np.round((corners - low) / (WELDED * size.max()))
        keys = corner_keys(corners.astype(np.float32))
        notes.append("The model was open: corners that nearly meet were joined.")
        is_open = open_edges(keys)
        if is_open.any():
            corners, holes = _with_lids(corners, keys, is_open)
            keys = corner_keys(corners.astype(np.float32))
            notes = [f"The model was open: {counted(holes, 'hole')} had to be closed."]
    is_oriented = edges_are_balanced(_without_slivers(keys))
    if not is_oriented:
        notes.append("Faces of the model point outward and inward: what lies behind an odd number of faces is inside.")
    elif enclosed_volume(corners - bounds_of(corners)[0]) < 0:
        corners = corners[:, ::-1]
        notes.append("The model is inside-out: it was taken as if it pointed outward.")
    return corners, tuple(notes), is_oriented


def _with_lids(corners: Floats, keys: NDArray[np.uint64], is_open: NDArray[np.bool_]) -> tuple[Floats, int]:
    """Return triangles with those that close each hole, from its rim to its middle, and how many holes there are.

    Raises InputError where there are too many open edges to be the rims of holes.
    """
    count = int(is_open.sum())
    if count > min(MOST_OPEN, OPEN_SHARE * is_open.size):
        raise InputError(
            f"The model is open: {counted(count, 'edge', grouped=True)} with a face on one side only, of "
            f"{is_open.size:,}. Make it a closed surface."
        )
    begins, ends = corners[is_open], np.roll(corners, -1, axis=1)[is_open]
    rims = list(zip(keys[is_open].tolist(), np.roll(keys, -1, axis=1)[is_open].tolist(), strict=True))
    of_corner: dict[int, set[int]] = {}
    for number, rim in enumerate(rims):
        joined = {number}.union(*(of_corner.get(corner, set()) for corner in rim))
        of_corner |= {corner: joined for edge in joined for corner in rims[edge]}
    holes = {id(edges): sorted(edges) for edges in of_corner.values()}
    lids = []
    for edges in holes.values():
        middle = np.broadcast_to(np.round(begins[edges].mean(axis=0)), (len(edges), 3))
        lids.append(np.stack([ends[edges], begins[edges], middle], axis=1))
    return np.concatenate([corners, *lids]), len(holes)


def _without_slivers(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the triangles without those of which two corners are one: their edges cancel."""
    kept: NDArray[np.uint64] = keys[(keys != np.roll(keys, 1, axis=1)).all(axis=1)]
    return kept


def _meetings(corners: Floats, width: int, depth: int) -> tuple[Numbers, Floats, Numbers]:
    """Return which lines meet triangles, how high, and 1 where they leave, -1 where they enter.

    There are ``LINES`` lines along x and y in each of so many cells.
    """
    meetings = []
    first, last = _range(corners[:, :, 1].min(axis=1), corners[:, :, 1].max(axis=1), depth * LINES)
    rows = np.maximum(last - first, 0)
    for portion in portions(rows, AT_ONCE // (width * LINES)):
        which = np.repeat(np.arange(portion.start, portion.stop), rows[portion])
        if len(which):
            meetings.append(_met_in_rows(corners[which], counted_up(rows[portion]) + first[which], width))
    columns, heights, signs = (np.concatenate(parts) for parts in zip(*meetings, strict=True))
    return columns, heights, signs


def _met_in_rows(corners: Floats, row: Numbers, width: int) -> tuple[Numbers, Floats, Numbers]:
    """Return what ``_meetings`` does for a triangle in each of some rows."""
    along = _place(row)
    rising = np.zeros((len(row), 2))
    falling = np.zeros((len(row), 2))
    is_met = np.zeros(len(row), dtype=bool)
    for side in range(3):
        begin, end = corners[:, side], corners[:, (side + 1) % 3]
        up = (begin[:, 1] <= along) & (along < end[:, 1])
        down = (end[:, 1] <= along) & (along < begin[:, 1])
        # From the lower end, so that both faces beside an edge get the same bits.
        low, high = np.where(up[:, None], begin, end), np.where(up[:, None], end, begin)
        is_crossed = up | down
        share = np.zeros(len(row))
        np.divide(along - low[:, 1], high[:, 1] - low[:, 1], out=share, where=is_crossed)
        at = low[:, ::2] + share[:, None] * (high[:, ::2] - low[:, ::2])
        rising[up], falling[down] = at[up], at[down]
        is_met |= is_crossed
    low, high = np.minimum(rising[:, 0], falling[:, 0]), np.maximum(rising[:, 0], falling[:, 0])
    first, last = _range(low, high, width * LINES)
    many = np.where(is_met, np.maximum(last - first, 0), 0)
    which = np.repeat(np.arange(len(row)), many)
    column = counted_up(many) + first[which]
    share = (_place(column) - rising[which, 0]) / (falling[which, 0] - rising[which, 0])
    heights = rising[which, 1] + share * (falling[which, 1] - rising[which, 1])
    signs = np.where(rising[which, 0] > falling[which, 0], 1, -1)
    return row[which] * (width * LINES) + column, heights, signs


def _place(number: Numbers) -> Floats:
    """Return where the lines with some numbers are, in cells."""
    place: Floats = (number + 0.5) / LINES
    return place


def _range(low: Floats, high: Floats, most: int) -> tuple[Numbers, Numbers]:
    """Return the numbers of the first lines at places, and after the last ones before others."""
    # What is rounded here must not differ from how places are compared.
    first = np.clip(np.floor(low * LINES - 0.5).astype(np.int64), 0, most)
    last = np.clip(np.floor(high * LINES - 0.5).astype(np.int64), 0, most)
    for _ in range(2):
        first += (first < most) & (_place(first) < low)
        last += (last < most) & (_place(last) < high)
    return first, last


def _shares(
    columns: Numbers,
    heights: Floats,
    signs: Numbers,
    cells: Numbers,
    *,
    is_oriented: bool,
) -> tuple[Floats, Floats]:
    """Return what ``shares_and_floors`` does, from where lines meet the surface."""
    width, depth, height = (int(number) for number in cells)
    order = np.lexsort((heights, columns))
    columns, heights, signs = columns[order], np.clip(heights[order], 0, height), signs[order]
    # Each line enters as often as it leaves, so what is counted over all lines is 0 at the end of each.
    around = np.cumsum(signs) if is_oriented else np.cumsum(np.ones_like(signs)) & 1
    is_inside = around != 0
    was_inside = np.concatenate(([False], is_inside[:-1]))
    steps = is_inside.astype(int) - was_inside
    cell = np.minimum(np.floor(heights).astype(np.int64), height - 1)
    places, size = columns * (height + 1) + cell, width * depth * LINES**2 * (height + 1)
    partly = np.bincount(places, weights=steps * (cell + 1 - heights), minlength=size)
    whole = np.bincount(places + 1, weights=steps, minlength=size)
    floors = whole.reshape(-1, height + 1).cumsum(axis=1)[:, :height]
    lines = partly.reshape(-1, height + 1)[:, :height] + floors
    by_cell = [values.reshape(depth, LINES, width, LINES, height).mean(axis=(1, 3)) for values in (lines, floors)]
    return by_cell[0].swapaxes(0, 1), by_cell[1].swapaxes(0, 1)


BESIDE = 1e-4
"""What reaches no farther into a cell, in cells, is not in it."""

TRIANGLES_AT_ONCE = 500_000
"""Triangles in cells that are looked at together."""


@dataclass(frozen=True)
class Sections:
    """How much of each cell is inside of a model, whether anything is, and how much of the sides between cells.

    All are [x, y, z]; ``floors`` has, by axis, the side of each cell toward the one before it.
    """

    shares: Floats
    is_met: NDArray[np.bool_]
    floors: tuple[Floats, Floats, Floats]


def sections(model: PlacedModel) -> Sections:
    """Return what of a model is in cells, and in the sides between them."""
    shares, upright = shares_and_floors(model)
    beside = []
    for axis in range(2):
        order = [(axis + 1) % 3, (axis + 2) % 3, axis]
        turned = replace(model, corners=model.corners[:, :, order], cells=model.cells[order])
        beside.append(shares_and_floors(turned)[1].transpose(np.argsort(order)))
    is_met = (shares > BESIDE) | _cells_met(model)
    return Sections(shares, is_met, (beside[0], beside[1], upright))


def _cells_met(model: PlacedModel) -> NDArray[np.bool_]:
    """Return in which cells the surface of a model is."""
    is_met = np.zeros(model.cells, dtype=bool)
    low = np.clip(np.floor(model.corners.min(axis=1) + BESIDE), 0, model.cells).astype(np.int64)
    high = np.clip(np.ceil(model.corners.max(axis=1) - BESIDE), 0, model.cells).astype(np.int64)
    size = np.maximum(high - low, 0)
    cells = size.prod(axis=1)
    for portion in portions(cells, TRIANGLES_AT_ONCE):
        which = np.repeat(np.arange(portion.start, portion.stop), cells[portion])
        x, rest = np.divmod(counted_up(cells[portion]), size[which, 1] * size[which, 2])
        cell = low[which] + np.stack([x, *np.divmod(rest, size[which, 2])], axis=1)
        met = cell[cross(model.corners[which], cell[:, None] + 0.5, np.full(3, 0.5 - BESIDE))]
        is_met[tuple(met.T)] = True
    return is_met


def cross(corners: Floats, middle: Floats, half: Floats) -> NDArray[np.bool_]:
    """Report which triangles meet a box that their own bounds meet, by axes between which both would be apart.

    ``corners`` have shape (n, 3, 3); ``middle`` is that of one box, or of a box for each, shape (n, 1, 3). The axes are
    those of Akenine-Moeller, "Fast 3D Triangle-Box Overlap Testing", 2001.
    """
    triangles = corners - middle
    sides = np.roll(triangles, -1, axis=1) - triangles
    apart = np.zeros(len(triangles), dtype=bool)
    axes = [np.cross(sides[:, 0], sides[:, 1])]
    axes += [np.cross(np.eye(3)[axis], sides[:, side]) for axis in range(3) for side in range(3)]
    for axis in axes:
        shadows = np.einsum("tcx,tx->tc", triangles, axis)
        reach = np.abs(axis) @ half
        # An axis of no length parts nothing.
        apart |= (shadows.min(axis=1) > reach) | (shadows.max(axis=1) < -reach)
    return ~apart
