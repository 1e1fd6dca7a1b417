# SPDX-License-Identifier: GPL-3.0-or-later
"""A small picture of what lies on the bed, as PNG: flat parts are seen from above, what stands high from a corner.

Triangles are drawn row by row with a depth buffer, all at once: a row of pixels is covered from where it crosses an
edge on the triangle's left to where it crosses one on its right (scan conversion, as in J. Foley and others, "Computer
Graphics: Principles and Practice", 1990, section 3.6). So a body that is thinner than a pixel everywhere, as the cross
of a very large puzzle is, may cover none: of it the sides of its triangles are drawn, as lines.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .printed_object import Floats, PrintedObject, bounds_of

_FROM_ABOVE, _FROM_A_CORNER = (0.0, -0.35, 0.94), (0.30, -0.62, 0.72)
_FLAT = 0.2
"""What is lower than this share of its width and depth is seen from above."""

_TOWARD_LIGHT = (-0.35, -0.55, 0.76)
_AMBIENT = 0.22
"""The share of light that a side has which looks away from it."""

_FINER = 2
"""So many pixels along each side are drawn for one of the picture, which smooths the edges."""

_MARGIN = 0.03
"""The share of the picture's side that stays empty round what is drawn."""

_EDGE = 1.5
"""How much the depth's growth must change from a fine pixel to the next, in pixels, so that an edge is drawn there."""

_EDGE_LIGHT = 0.12
"""The share of light that an edge has."""

_FEW = 1000
"""So many triangles of a body, at most, are looked at for whether it is thinner than a pixel."""

_AT_ONCE = 1 << 17
"""The pixels round triangles that are looked at together: what is known of them fits into a processor's cache."""


@dataclass(frozen=True)
class View:
    """The view of a picture: places in millimeters become pixels, counted from its top left.

    ``axes`` are the ways to the right, down and toward the viewer, each of length 1.
    """

    axes: tuple[Floats, Floats, Floats]
    scale: float
    shift: Floats

    def at(self, places: Floats) -> Floats:
        """Return the pixels of places, shapes (..., 3) and (..., 2)."""
        flat = np.stack([_along(places, axis) for axis in self.axes[:2]], axis=-1)
        pixels: Floats = flat * self.scale + self.shift
        return pixels


@dataclass(frozen=True)
class _Drawn:
    """Triangles that look at the viewer: corners (t, 3, 3) in pixels and depth toward the viewer, colors (t, 3).

    ``are_thin``, of shape (t,), reports which belong to a body that is thinner than a pixel everywhere.
    """

    corners: Floats
    colors: Floats
    are_thin: NDArray[np.bool_]


def picture(objects: Sequence[PrintedObject], side: int = 256) -> NDArray[np.uint8]:
    """Return a square picture of objects on a transparent background, shape (side, side, 4)."""
    low, high = bounds_of(corner[None] for printed in objects for corner in printed.bounds)
    width, depth, height = high - low
    return pictured(objects, side, _FROM_ABOVE if height < _FLAT * max(width, depth) else _FROM_A_CORNER)[0]


def pictured(objects: Sequence[PrintedObject], side: int, toward: Sequence[float]) -> tuple[NDArray[np.uint8], View]:
    """Return a picture as ``picture`` does, seen from a direction, and where things are in it."""
    fine = _FINER * side
    drawn, view = _drawn(objects, fine, _unit(toward))
    depth, triangle = _nearest(drawn, fine)
    # Rows that nothing is drawn on cost no more time; a pixel more on each side has the edges.
    low, high = drawn.corners[..., 1].min(), drawn.corners[..., 1].max()
    top, bottom = (int(np.clip(row, 0, side)) for row in (low // _FINER - 1, high // _FINER + 2))
    rows = slice(_FINER * top, _FINER * bottom)
    drawing = np.zeros((side, side, 4), np.uint8)
    drawing[top:bottom] = _averaged(*_seen(drawn, depth[rows], triangle[rows], far=fine * fine))
    return drawing, View(view.axes, view.scale / _FINER, view.shift / _FINER)


def _nearest(drawn: _Drawn, side: int) -> tuple[Floats, NDArray[np.int32]]:
    """Return the depth of what is nearest at each pixel, and the number of its triangle; -inf and -1 for nothing."""
    depth = np.full(side * side, -np.inf)
    triangle = np.full(side * side, -1, np.int32)
    thin = np.flatnonzero(drawn.are_thin)
    numbers = np.arange(len(drawn.colors))
    covered_in_turn = chain(
        ((numbers[some], _covered(drawn.corners[some], side)) for some in _portions(drawn, side)),
        [(thin, _on_sides(drawn.corners[thin], side))] if len(thin) else [],
    )
    for numbers_of_portion, (triangles, pixels, depths) in covered_in_turn:
        np.maximum.at(depth, pixels, depths)
        are_nearest = depths == depth[pixels]
        triangle[pixels[are_nearest]] = numbers_of_portion[triangles[are_nearest]]
    return depth.reshape(side, side), triangle.reshape(side, side)


def _seen(drawn: _Drawn, depth: Floats, triangle: NDArray[np.int32], far: float) -> tuple[NDArray[np.int32], Floats]:
    """Return what is seen in each fine pixel, as the number of its light, and these: red, green, blue, and 1 or 0.

    The last one is none, and its number is -1. What is behind all is ``far`` away.
    """
    count = len(drawn.colors)
    # The light of triangles, that of edges on them, and none.
    palette = np.zeros((2 * count + 1, 4))
    palette[:count, :3], palette[count:-1, :3] = drawn.colors, drawn.colors * _EDGE_LIGHT
    palette[:-1, 3] = 1
    seen = triangle.copy()
    seen.ravel()[_edges(depth, triangle, drawn.are_thin, far)] += count
    return seen, palette


def _averaged(seen: NDArray[np.int32], palette: Floats) -> NDArray[np.uint8]:
    """Return the pixels, each of some fine ones: red, green, blue and alpha as bytes."""
    fine = [seen[row::_FINER, column::_FINER] for row, column in product(range(_FINER), repeat=2)]
    # Most pixels show one light in all that they are of: its bytes are worked out once.
    pixels = _shown([palette for _ in fine]).take(fine[0], axis=0)
    mixed = np.any([part != fine[0] for part in fine[1:]], axis=0)
    pixels[mixed] = _shown([palette.take(part[mixed], axis=0) for part in fine])
    return pixels


def _shown(lights: Sequence[Floats]) -> NDArray[np.uint8]:
    """Return the bytes of pixels, shape (n, 4), by the lights of their fine ones, each of that shape."""
    summed = sum(lights, np.zeros(4))
    covered = summed[:, 3:]
    light = screen_color(summed[:, :3] / np.maximum(covered, 1))
    return np.concatenate((light, np.round(255 * covered / _FINER**2).astype(np.uint8)), axis=1)


def _edges(depth: Floats, triangle: NDArray[np.int32], are_thin: NDArray[np.bool_], far: float) -> NDArray[np.intp]:
    """Return the pixels at which edges are seen: where the depth, shape (height, width), jumps or grows otherwise.

    It grows evenly where a pixel and both beside it show the same triangle, but for what is drawn as lines.
    """
    height, width = depth.shape
    differ = np.zeros((height, width), dtype=bool)
    across, down = triangle[:, 1:] != triangle[:, :-1], triangle[1:] != triangle[:-1]
    for part, changes in ((differ[:, 1:], across), (differ[:, :-1], across), (differ[1:], down), (differ[:-1], down)):
        np.logical_or(part, changes, out=part)
    if are_thin.any():
        differ |= are_thin[triangle]
    differ &= triangle >= 0
    pixels = np.flatnonzero(differ)
    flat = depth.ravel()
    behind = flat.min(initial=0.0, where=triangle.ravel() >= 0) - far
    y, x = np.divmod(pixels, width)
    edges = np.zeros(len(pixels), dtype=bool)
    for step, place, last in ((1, x, width - 1), (width, y, height - 1)):
        # Beyond the border it is as deep as at it.
        change = flat[pixels - step * (place > 0)]
        after = flat[pixels + step * (place < last)]
        change, after = (np.where(np.isfinite(some), some, behind) for some in (change, after))
        edges |= np.abs(change + after - 2 * flat[pixels]) > _EDGE
    seen: NDArray[np.intp] = pixels[edges]
    return seen


def _unit(direction: Sequence[float]) -> Floats:
    vector = np.array(direction)
    unit: Floats = vector / np.sqrt((vector * vector).sum())
    return unit


def _along(places: Floats, direction: Floats) -> Floats:
    """Return how far places lie along a direction; sums in a fixed order are the same on every machine."""
    along: Floats = places[..., 0] * direction[0] + places[..., 1] * direction[1] + places[..., 2] * direction[2]
    return along


def _drawn(objects: Sequence[PrintedObject], side: int, toward: Floats) -> tuple[_Drawn, View]:
    """Return the triangles that look at the viewer, as large as the picture allows, and where they are."""
    source, right = _unit(_TOWARD_LIGHT), _unit((-toward[1], toward[0], 0.0))
    axes = right, np.cross(right, toward), toward
    corners, colors = [], []
    for printed in objects:
        for body in printed.bodies:
            placed = printed.placed(body.vertices)[body.triangles]
            normals = np.cross(placed[:, 1] - placed[:, 0], placed[:, 2] - placed[:, 0])
            normals /= np.maximum(np.sqrt((normals * normals).sum(axis=1)), 1e-12)[:, None]
            front = _along(normals, toward) > 1e-6
            seen = placed[front]
            corners.append(np.stack([_along(seen, axis) for axis in axes], axis=-1))
            lit = _AMBIENT + (1 - _AMBIENT) * np.maximum(_along(normals[front], source), 0)
            colors.append(lit[:, None] * np.array(body.colors)[body.color_numbers[front], :3])
    placed_corners = np.concatenate(corners)
    first, last = placed_corners[..., :2].min(axis=(0, 1)), placed_corners[..., :2].max(axis=(0, 1))
    scale = (1 - 2 * _MARGIN) * side / (last - first).max()
    middle = (first + last) / 2
    placed_corners[..., :2] = (placed_corners[..., :2] - middle) * scale + side / 2
    are_thin = np.concatenate([np.full(len(some), _is_thin(some, scale)) for some in corners])
    return _Drawn(placed_corners, np.concatenate(colors), are_thin), View(axes, float(scale), side / 2 - middle * scale)


def _is_thin(corners: Floats, scale: float) -> bool:
    """Report whether none of a body's few triangles is as high above its longest side, as it is seen, as a pixel.

    Of many ones that are thin, as the walls of a large puzzle, as many cover a pixel as should.
    """
    if not 0 < len(corners) <= _FEW:
        return False
    sides = np.roll(corners[..., :2], -1, axis=1) - corners[..., :2]
    longest = np.sqrt((sides * sides).sum(axis=2).max(axis=1))
    doubled = np.abs(sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0])
    return bool((doubled * scale < longest).all())


def _boxes(corners: Floats, side: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first pixel round each triangle, and how many there are, along x and y; middles count."""
    a, b, c = (corners[:, corner, :2] - 0.5 for corner in range(3))
    first = np.clip(np.ceil(np.minimum(np.minimum(a, b), c)), 0, side).astype(np.int64)
    last = np.clip(np.floor(np.maximum(np.maximum(a, b), c)), -1, side - 1).astype(np.int64)
    return first, np.maximum(last - first + 1, 0)


def _portions(drawn: _Drawn, side: int) -> Iterator[slice]:
    """Yield the triangles in portions that are drawn together."""
    counts = _boxes(drawn.corners, side)[1].prod(axis=1)
    ends = np.cumsum(counts)
    start = 0
    while start < len(counts):
        done = ends[start] - counts[start]
        end = max(start + 1, int(np.searchsorted(ends, done + _AT_ONCE, side="right")))
        yield slice(start, end)
        start = end


def _covered(corners: Floats, side: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Return where triangles cover pixels: the triangle's number, the pixel's, and the depth there."""
    numbers, y, first, counts = _spans(corners, side)
    # The depth grows evenly along x and along y: by what the triangle's normal says.
    origin, along, beside = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normal = np.cross(along, beside)
    along_x, along_y = -normal[:, 0] / normal[:, 2], -normal[:, 1] / normal[:, 2]
    depth = origin[numbers, 2] + along_y[numbers] * (y + 0.5 - origin[numbers, 1])
    depth += along_x[numbers] * (first + 0.5 - origin[numbers, 0])
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    pixels = np.repeat(y * side + first, counts) + within
    return np.repeat(numbers, counts), pixels, np.repeat(depth, counts) + np.repeat(along_x[numbers], counts) * within


def _on_sides(corners: Floats, side: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Return the pixels that the sides of triangles go through, as ``_covered`` returns those between them."""
    begins, ways = corners.reshape(-1, 3), (np.roll(corners, -1, axis=1) - corners).reshape(-1, 3)
    # No step is longer than a pixel.
    steps = 1 + np.ceil(np.abs(ways[:, :2]).max(axis=1)).astype(np.int64)
    which = np.repeat(np.arange(len(begins)), steps)
    share = (np.arange(len(which)) - np.repeat(np.cumsum(steps) - steps, steps)) / steps[which]
    places = begins[which] + share[:, None] * ways[which]
    x, y = np.floor(places[:, :2]).astype(np.int64).T
    return which // 3, y * side + x, places[:, 2]


def _spans(
    corners: Floats, side: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of pixels that triangles cover: the triangle's number, the row, its first pixel, and how many."""
    boxes, sizes = _boxes(corners, side)
    # A triangle that is seen from its edge covers nothing.
    along, beside = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    heights = np.where(along[:, 0] * beside[:, 1] - along[:, 1] * beside[:, 0] < 0, sizes[:, 1], 0)
    numbers = np.repeat(np.arange(len(corners)), heights)
    y = boxes[numbers, 1] + np.arange(heights.sum()) - np.repeat(np.cumsum(heights) - heights, heights)
    left, right = np.zeros(len(y)), np.full(len(y), float(side))
    for begin in range(3):
        (from_x, from_y), (to_x, to_y) = corners[:, begin, :2].T, corners[:, (begin + 1) % 3, :2].T
        rises = to_y - from_y
        # The picture's y goes down, so that what looks at the viewer runs clockwise there: up on its left.
        slopes = (to_x - from_x) / np.where(rises == 0, 1, rises)
        crossed = from_x[numbers] + slopes[numbers] * (y + 0.5 - from_y[numbers])
        left = np.where(rises[numbers] > 0, np.maximum(left, crossed), left)
        right = np.where(rises[numbers] < 0, np.minimum(right, crossed), right)
    first = np.clip(np.ceil(left - 0.5), 0, side).astype(np.int64)
    last = np.clip(np.floor(right - 0.5), -1, side - 1).astype(np.int64)
    return numbers, y, first, np.maximum(last - first + 1, 0)


def screen_color(linear: ArrayLike) -> NDArray[np.uint8]:
    """Return linear light from 0 to 1 as bytes of sRGB (IEC 61966-2-1)."""
    light = np.clip(np.asarray(linear, dtype=np.float64), 0, 1)
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    shown: NDArray[np.uint8] = np.round(255 * curved).astype(np.uint8)
    return shown


_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _RED_GREEN_BLUE_ALPHA = 8, 6


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Return a picture of shape (height, width, 4), red, green, blue and alpha from the top left, as a PNG file."""
    height, width, _ = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _RED_GREEN_BLUE_ALPHA, 0, 0, 0)
    # Before each row stands how it is filtered: not at all.
    rows = np.pad(pixels.reshape(height, 4 * width), ((0, 0), (1, 0)))
    # The smallest file would be a tenth smaller, and take six times as long.
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
