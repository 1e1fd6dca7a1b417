# SPDX-License-Identifier: GPL-3.0-or-later
"""Small pictures, as PNG, of what lies on the bed and of boxes, and their colors.

Of what lies on the bed, flat parts are seen from above, what stands high from a corner. Triangles are drawn row by row
with a depth buffer, many at once and the near ones first: a row of pixels is covered from where it crosses an edge on
the triangle's left to where it crosses one on its right (scan conversion, as in J. Foley and others, "Computer
Graphics: Principles and Practice", 1990, section 3.6). So a body that is thinner than a pixel everywhere, as the cross
of a very large puzzle is, may cover none: of it the sides of its triangles are drawn, as lines.

The picture of a box shows its top, its front and its right side as of a cube seen from a corner. It is drawn from
squares of plain colors, not from solids, so that many of them are there at once.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate, product
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..common.containers import counted_up, portions
from ..solids.mesh import bounds_of, cross_product
from .printed_object import Body, Color, Floats, bounds_of_bodies

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

_HAIR = 1e-6
"""A share of a pixel by which what is rounded may reach farther."""

_FEW = 1000
"""So many triangles of a body, at most, are looked at for whether it is thinner than a pixel."""

_ROWS, _PIXELS = 1 << 14, 1 << 15
"""The rows of triangles, and the pixels, that are drawn together: what is known of them fits a processor's cache."""


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
    """Triangles that look at the viewer: corners (t, 3, 3) in fine pixels and depth toward the viewer, colors (t, 3).

    ``are_thin``, of shape (t,), reports which belong to a body that is thinner than a pixel everywhere.
    """

    corners: Floats
    colors: Floats
    are_thin: NDArray[np.bool_]

    @cached_property
    def window(self) -> tuple[int, ...]:
        """The first column and row of pixels round them, and those behind the last; one more on each side has edges."""
        low, high = ((ends // _FINER).astype(int) for ends in bounds_of(self.corners[..., :2]))
        return (*(low - 1).tolist(), *(high + 2).tolist())

    def numbers(self, x: Floats, y: Floats) -> NDArray[np.intp]:
        """Return the numbers of fine pixels in the window, row by row, from columns and rows of the picture."""
        left, top, right, _ = (_FINER * pixel for pixel in self.window)
        return ((y - top) * (right - left) + (x - left)).astype(np.intp)


def picture(bodies: Sequence[Body], side: int = 256) -> NDArray[np.uint8]:
    """Return a square picture of bodies on a transparent background, shape (side, side, 4)."""
    low, high = bounds_of_bodies(bodies)
    width, depth, height = high - low
    return pictured(bodies, side, _FROM_ABOVE if height < _FLAT * max(width, depth) else _FROM_A_CORNER)[0]


def pictured(bodies: Sequence[Body], side: int, toward: Sequence[float]) -> tuple[NDArray[np.uint8], View]:
    """Return a picture as ``picture`` does, seen from a direction, and where things are in it."""
    drawn, view = _drawn(bodies, _FINER * side, _unit(toward))
    left, top, right, bottom = drawn.window
    drawing = np.zeros((side, side, 4), np.uint8)
    drawing[top:bottom, left:right] = _averaged(*_seen(drawn, _FINER * (right - left)))
    return drawing, View(view.axes, view.scale / _FINER, view.shift / _FINER)


def _seen(drawn: _Drawn, width: int) -> tuple[NDArray[np.int32], Floats]:
    """Return what is seen in each fine pixel, as the number of its light, and these: red, green, blue, and 1 or 0.

    The last one is none.
    """
    count = len(drawn.colors)
    depth, triangle = _nearest(drawn, width)
    triangle[_edges(depth, triangle, drawn.are_thin, width)] += count
    # The light of triangles, that of edges on them, and none: of a large puzzle most are seen nowhere.
    is_seen = np.zeros(2 * count + 1, dtype=bool)
    is_seen[triangle] = is_seen[-1] = True
    lights = np.flatnonzero(is_seen)[:-1]
    palette = np.zeros((len(lights) + 1, 4))
    palette[:-1, :3] = drawn.colors[lights % count] * np.where(lights < count, 1.0, _EDGE_LIGHT)[:, None]
    palette[:-1, 3] = 1
    return (is_seen.cumsum(dtype=np.int32) - 1)[triangle].reshape(-1, width), palette


def _nearest(drawn: _Drawn, width: int) -> tuple[Floats, NDArray[np.int32]]:
    """Return the depth of what is nearest at each pixel, and the number of its triangle; -inf and -1 for nothing."""
    depth = np.full(_FINER * (drawn.window[3] - drawn.window[1]) * width, -np.inf)
    triangle = np.full(len(depth), -1, np.int32)
    for numbers, pixels, depths in _covered(drawn):
        nearer = np.flatnonzero(depths > depth[pixels])
        while len(nearer):
            places, reached = pixels[nearer], depths[nearer]
            # Of several at a pixel the last one is kept, mostly the nearest; what is nearer still has its turn again.
            depth[places], triangle[places] = reached, numbers[nearer]
            nearer = nearer[reached > depth[places]]
    return depth, triangle


def _averaged(seen: NDArray[np.int32], palette: Floats) -> NDArray[np.uint8]:
    """Return the pixels, each of some fine ones: red, green, blue and alpha as bytes."""
    first, *parts = (np.ascontiguousarray(seen[y::_FINER, x::_FINER]) for y, x in product(range(_FINER), repeat=2))
    # Most pixels show one light in all that they are of: its bytes are worked out once.
    pixels = _shown([palette] * _FINER**2).take(first, axis=0)
    mixed = np.logical_or.reduce([part != first for part in parts])
    pixels[mixed] = _shown([palette.take(part[mixed], axis=0) for part in (first, *parts)])
    return pixels


def _shown(lights: Sequence[Floats]) -> NDArray[np.uint8]:
    """Return the bytes of pixels, shape (n, 4), by the lights of their fine ones, each of that shape."""
    summed = sum(lights, np.zeros(4))
    covered = summed[:, 3:]
    light = screen_color(summed[:, :3] / np.maximum(covered, 1))
    return np.concatenate((light, np.round(255 * covered / _FINER**2).astype(np.uint8)), axis=1)


def _edges(depth: Floats, triangle: NDArray[np.int32], are_thin: NDArray[np.bool_], width: int) -> NDArray[np.intp]:
    """Return the pixels at which edges are seen: where the depth jumps or grows otherwise, in rows of a width.

    It grows evenly where a pixel and both beside it show the same triangle, but for what is drawn as lines.
    """
    differ = are_thin[triangle] if are_thin.any() else np.zeros(len(triangle), dtype=bool)
    for step in (1, width):
        changes = triangle[step:] != triangle[:-step]
        differ[step:] |= changes
        differ[:-step] |= changes
    pixels = np.flatnonzero(differ & (triangle >= 0))
    here = 2 * depth[pixels]
    # What nothing is drawn on is infinitely far away: so is all of the window's border.
    across, down = (np.abs(depth[pixels - step] + depth[pixels + step] - here) > _EDGE for step in (1, width))
    return np.compress(across | down, pixels)


def _unit(direction: Sequence[float]) -> Floats:
    vector = np.array(direction)
    unit: Floats = vector / np.sqrt((vector * vector).sum())
    return unit


def _along(places: Floats, direction: Floats) -> Floats:
    """Return how far places lie along a direction; sums in a fixed order are the same on every machine."""
    along: Floats = places[..., 0] * direction[0] + places[..., 1] * direction[1] + places[..., 2] * direction[2]
    return along


def _drawn(bodies: Sequence[Body], side: int, toward: Floats) -> tuple[_Drawn, View]:
    """Return the triangles that look at the viewer, as large as the picture allows, and where they are."""
    source, right = _unit(_TOWARD_LIGHT), _unit((-toward[1], toward[0], 0.0))
    axes = right, np.cross(right, toward), toward
    vertices = np.concatenate([body.placed for body in bodies]).T.copy()
    triangles = _counted_through([body.triangles for body in bodies], [len(body.vertices) for body in bodies]).T
    front, normals = _in_front(vertices, triangles, toward)
    corners = np.stack([_along(vertices.T, axis) for axis in axes])[:, triangles[:, front]]
    first, last = bounds_of(corners[:2].T)
    scale = (1 - 2 * _MARGIN) * side / (last - first).max()
    middle = (first + last) / 2
    numbers = np.repeat(np.arange(len(bodies)), [len(body.triangles) for body in bodies])[front]
    are_thin = _are_thin(corners.T, scale, numbers)
    corners[:2] = (corners[:2] - middle[:, None, None]) * scale + side / 2
    low, high = (reduce(extreme, corners[:2].transpose(1, 0, 2)) for extreme in (np.minimum, np.maximum))
    # Of a large puzzle most triangles lie between the middles of pixels.
    wanted = are_thin | (np.ceil(low - 0.5 - _HAIR) <= np.floor(high - 0.5 + _HAIR)).all(axis=0)
    wanted[0] = True
    lit = _AMBIENT + (1 - _AMBIENT) * np.maximum(_along(normals.T[wanted], source), 0)
    colors = np.array([color[:3] for body in bodies for color in body.colors])
    of_triangles = _counted_through([body.color_numbers for body in bodies], [len(body.colors) for body in bodies])
    shown = lit[:, None] * colors[of_triangles[front[wanted]]]
    view = View(axes, float(scale), side / 2 - middle * scale)
    return _Drawn(corners[..., wanted].T, shown, are_thin[wanted]), view


def _counted_through(numbers: Sequence[NDArray[Any]], counts: Sequence[int]) -> NDArray[np.integer[Any]]:
    """Return the numbers that bodies have of so many things of their own, as numbers of all of them."""
    begins = accumulate(counts, initial=0)
    # Those of a few colors are bytes, which those of all bodies may not fit into.
    return np.concatenate([own.astype(np.int32) + begin for own, begin in zip(numbers, begins, strict=False)])


def _in_front(vertices: Floats, triangles: NDArray[np.integer[Any]], toward: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return the numbers of triangles that look at the viewer, and their normals, shape (3, n).

    ``vertices`` have shape (3, v), ``triangles`` (3, t).
    """
    begin, *ends = (vertices.take(corners, axis=1) for corners in triangles)
    normals = cross_product(*(end - begin for end in ends))
    # What surely looks away is left out first.
    front = np.flatnonzero(_along(normals.T, toward) > 0)
    normals = normals[:, front]
    normals /= np.maximum(np.sqrt(_along((normals * normals).T, np.ones(3))), 1e-12)
    is_front = _along(normals.T, toward) > 1e-6
    return front[is_front], normals[:, is_front]


def _are_thin(corners: Floats, scale: float, bodies: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Report which triangles belong to a thin body, one by the number of the body of each.

    None of its few triangles is as high above its longest side as a pixel; of many thin ones enough cover one.
    """
    are_few = (np.bincount(bodies) <= _FEW)[bodies]
    flat = corners[are_few, :, :2]
    sides = np.roll(flat, -1, axis=1) - flat
    longest = np.sqrt((sides * sides).sum(axis=2).max(axis=1))
    doubled = np.abs(sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0])
    return are_few & ~np.isin(bodies, bodies[are_few][doubled * scale >= longest])


def _covered(drawn: _Drawn) -> Iterator[tuple[NDArray[np.integer[Any]], NDArray[np.intp], Floats]]:
    """Yield where triangles cover pixels: the triangle's number, the pixel's, and the depth there.

    Near ones come first, as most of what they hide is not drawn then; of what is yielded together they are the last.
    """
    _, y, z = drawn.corners.T
    near = np.argsort(-(z[0] + z[1] + z[2]), kind="stable")
    for triangles in portions(np.ptp(y, axis=0)[near], _ROWS):
        rows = _rows(drawn, near[triangles])
        for portion in portions(rows[0], _PIXELS):
            counts, *shared = (of_rows[portion][::-1] for of_rows in rows)
            numbers, first, depth, growth = (np.repeat(of_rows, counts) for of_rows in shared)
            within = counted_up(counts)
            yield numbers, first + within, depth + growth * within
    if drawn.are_thin.any():
        yield _on_sides(drawn)


def _rows(drawn: _Drawn, numbers: NDArray[np.intp]) -> tuple[NDArray[Any], ...]:
    """Return rows of pixels in triangles: how many, the triangle's number, the first pixel's, its depth, its growth."""
    x, y, z = drawn.corners.T.take(numbers, axis=2)
    # The depth grows evenly along x and along y: by what the triangle's normal says.
    (x_1, x_2), (y_1, y_2), (z_1, z_2) = x[1:] - x[0], y[1:] - y[0], z[1:] - z[0]
    toward = x_1 * y_2 - y_1 * x_2
    along_x, along_y = -(y_1 * z_2 - z_1 * y_2) / toward, -(z_1 * x_2 - x_1 * z_2) / toward
    top, bottom = np.ceil(y.min(axis=0) - 0.5), np.floor(y.max(axis=0) - 0.5)
    # A triangle that is seen from its edge covers nothing.
    rows = np.where(toward < 0, np.maximum(bottom - top + 1, 0), 0).astype(np.intp)
    middles = np.repeat(top, rows) + counted_up(rows) + 0.5
    left, right = -np.inf, np.inf
    for begin, end in ((0, 1), (1, 2), (2, 0)):
        rises = y[end] - y[begin]
        slopes = (x[end] - x[begin]) / np.where(rises == 0, 1, rises)
        away = np.repeat(slopes, rows) * (middles - np.repeat(y[begin], rows))
        # The picture's y goes down, so that what looks at the viewer runs clockwise there: up on its left.
        left = np.maximum(left, np.repeat(np.where(rises > 0, x[begin], -np.inf), rows) + away)
        right = np.minimum(right, np.repeat(np.where(rises < 0, x[begin], np.inf), rows) + away)
    first = np.ceil(left - 0.5)
    counts = np.maximum(np.floor(right - 0.5) - first + 1, 0).astype(np.intp)
    growth = np.repeat(along_x, rows)
    depth = np.repeat(z[0], rows) + np.repeat(along_y, rows) * (middles - np.repeat(y[0], rows))
    depth += growth * (first + 0.5 - np.repeat(x[0], rows))
    return counts, np.repeat(numbers.astype(np.int32), rows), drawn.numbers(first, middles - 0.5), depth, growth


def _on_sides(drawn: _Drawn) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Return the pixels that the sides of thin triangles go through, as ``_covered`` yields those between them."""
    numbers = np.flatnonzero(drawn.are_thin)
    begins = drawn.corners[numbers].reshape(-1, 3)
    ways = np.roll(drawn.corners[numbers], -1, axis=1).reshape(-1, 3) - begins
    # No step is longer than a pixel.
    steps = 1 + np.ceil(np.abs(ways[:, :2]).max(axis=1)).astype(np.intp)
    which = np.repeat(np.arange(len(begins)), steps)
    share = counted_up(steps) / steps[which]
    places = begins[which] + share[:, None] * ways[which]
    return numbers[which // 3], drawn.numbers(*np.floor(places[:, :2]).T), places[:, 2]


def screen_color(linear: ArrayLike) -> NDArray[np.uint8]:
    """Return linear light from 0 to 1 as bytes of sRGB (IEC 61966-2-1)."""
    light = np.clip(np.asarray(linear, dtype=np.float64), 0, 1)
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    shown: NDArray[np.uint8] = np.round(255 * curved).astype(np.uint8)
    return shown


def filament(screen: str) -> Color:
    """Return a color that is given as on screens: a ``#`` and two hexadecimal digits for red, green and blue each."""
    red, green, blue = (_linear(int(screen[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return red, green, blue, 1.0


def _linear(value: float) -> float:
    """Return the linear light of a value of sRGB, both from 0 to 1 (IEC 61966-2-1)."""
    # Rounded, so that powers are the same on every machine.
    return round(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4, 6)


def color_between(run: Sequence[Color], share: float) -> Color:
    """Return the color at a share, from 0 to 1, of the way through some colors."""
    steps = (len(run) - 1) * share
    place = min(int(steps), len(run) - 2)
    pairs = zip(run[place], run[place + 1], strict=True)
    red, green, blue, alpha = (first + (steps - place) * (last - first) for first, last in pairs)
    return red, green, blue, alpha


_ACROSS, _RISE = sqrt(3) / 2, 0.5
"""How far a step along x or y goes to the right, and down or up; one along z goes straight up (isometric)."""


@dataclass(frozen=True, eq=False)
class Sides:
    """The colors of the squares of three sides, linear with alpha: arrays of shape (x, y, 4), (x, z, 4), (y, z, 4)."""

    top: Floats
    front: Floats
    right: Floats


def picture_of_sides(sides: Sides, side: int) -> NDArray[np.uint8]:
    """Return a square picture of a box on a transparent background, shape (side, side, 4), from the top left."""
    x, y, z = *sides.top.shape[:2], sides.front.shape[1]
    fine = _FINER * side
    width, low, high = (x + y) * _ACROSS, -x * _RISE, y * _RISE + z
    middles = (np.arange(fine, dtype=np.float32) + 0.5 - fine / 2) * (max(width, high - low) / fine)
    # In steps along x or y to the right, and in steps along z upward.
    along, up = (middles + width / 2)[None, :] / _ACROSS, ((low + high) / 2 - middles)[:, None]
    shown = np.zeros((fine, fine, 4), dtype=np.float32)
    half = (up - z) / (2 * _RISE)
    for colors, first, second in (
        (sides.top, along / 2 - half, along / 2 + half),
        (sides.front, along + 0 * up, up + _RISE * along),
        (sides.right, along - x + 0 * up, up + x * _RISE - _RISE * (along - x)),
    ):
        columns, rows = np.floor(first).astype(np.intp), np.floor(second).astype(np.intp)
        inside = (columns >= 0) & (columns < colors.shape[0]) & (rows >= 0) & (rows < colors.shape[1])
        shown[inside] = colors[columns[inside], rows[inside]]
    shown[..., :3] *= shown[..., 3:]
    summed = shown.reshape(side, _FINER, side, _FINER, 4).sum(axis=(1, 3))
    alpha = summed[..., 3:]
    pixels = np.empty((side, side, 4), dtype=np.uint8)
    pixels[..., :3] = screen_color(summed[..., :3] / np.maximum(alpha, 1e-6))
    pixels[..., 3:] = np.round(255 * alpha / _FINER**2)
    return pixels


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
