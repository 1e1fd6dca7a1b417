# SPDX-License-Identifier: GPL-3.0-or-later
"""The name of a part, as A1, on the face beside a socket: where nothing is seen of it once the piece is whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from ...printing.fit import boxes_of
from ...printing.pixel_letters import PARTS, ROWS, columns, strokes
from ...solids.solid import Solid, without_needless_lines
from .joint_faces import GRID, LEVEL, STEP, Boxes, Face, Recess, closing, middle_of_cell, on_grid, whole
from .lettering import Way

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
    across = [one for one in range(3) if one != face.way[0]]
    ends = side / 2 - margin - BESIDE / 2
    low, high = (corner - middle_of_cell(face.cell, cube) for corner in (socket.low, socket.high))
    best = None
    for one, is_below in product(across, (True, False)):
        strip = np.array([(-ends, ends)] * 3)
        strip[one, int(is_below)] = low[one] - BESIDE if is_below else high[one] + BESIDE
        for head in _heads(face):
            (along,) = (other for other in across if other != head[0])
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
    across = next(one for one in range(3) if one not in (axis, head[0]))
    is_even = (across, head[0], axis) in {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    along = across, head[1] * sign * (1 if is_even else -1)
    local = boxes_of(_strokes(text, strip.pixel, _up_in_text(face, along, head)))
    found = np.empty_like(local)
    for number, (one, way) in enumerate((along, head)):
        found[:, one] = np.sort(way * local[:, number], axis=1) + whole(float(strip.middle[one]))
    # Depths are negative, from the face inward.
    found[:, axis] = np.sort(sign * (side / 2 + local[:, 2]), axis=1)
    return Recess(on_grid(found) + middle_of_cell(face.cell, cube)[:, None], strip.pixel)


def _heads(face: Face) -> Iterator[Way]:
    """Yield where the head of a name may be: up in print first where that is in the face."""
    across = [one for one in range(3) if one != face.way[0]]
    first = face.up if face.rank == 1 else (across[1], 1)
    yield first
    yield next(one for one in across if one != first[0]), 1


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
