# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids made of boxes on a non-uniform grid, and their closed meshes.

Every part of the puzzle is rectilinear, so one mechanism makes all meshes: the grid's lines along each axis, and which
of the boxes between them are filled. Solids are made from boxes, joined, and boxes are cut out of them; their bodies
are counted, and their thickness is measured.

Overhangs are the level sides of a solid that hang in the air where it is printed as it stands. A slicer's automatic
supports hold that up; slicers disagree on which bridges need none, so a bridge counts here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..common.containers import components, counted_up, fixed, of_array, triple
from .flat_faces import Lattice, Places, vertices_on
from .mesh import Faces, Mesh

Line = NDArray[np.float64]

LEDGE = 0.12
"""How far, in millimeters, a layer may lead out over the one below: as far as the thinnest of common layers is high.

That is a slope of 45 degrees, up to which slicers support nothing at the thresholds that people choose.
"""


def overhanging(filled: NDArray[np.bool_], x: Line, y: Line) -> dict[int, NDArray[np.bool_]]:
    """Return where level sides of a grid's filled boxes look down that are wider than a ledge, by the slab below them.

    Slabs lie between two neighboring lines across z; the arrays have the shape of a slab. ``x`` and ``y`` are the
    lines across these axes, in millimeters.
    """
    filled = np.ascontiguousarray(np.moveaxis(filled, 2, 0))
    levels = np.flatnonzero((filled[1:] & ~filled[:-1]).any(axis=(1, 2)))
    held = filled[levels + 1] & filled[levels]
    hanging = filled[levels + 1] & ~held
    wide = hanging & ~_narrow_along(2, hanging, held, y) & ~_narrow_along(1, hanging, held, x)
    # The corner of a narrow rim has others of the rim beside it.
    held |= hanging & ~wide
    wide &= ~(_narrow_along(2, wide, held, y) & _narrow_along(1, wide, held, x))
    return {level: layer for level, layer in zip(levels.tolist(), wide, strict=True) if layer.any()}


def _narrow_along(axis: int, hanging: NDArray[np.bool_], held: NDArray[np.bool_], line: Line) -> NDArray[np.bool_]:
    """Return the boxes in runs along an axis that lead out no farther than a ledge from what is held."""
    hanging, held = (np.swapaxes(boxes, axis, 2) for boxes in (hanging, held))
    rows, beside = (np.zeros((*hanging.shape[:2], len(line) + 1), dtype=bool) for _ in range(2))
    rows[..., 1:-1], beside[..., 1:-1] = hanging, held
    ends = np.flatnonzero(rows[..., 1:] != rows[..., :-1])
    # In a row what hangs begins and ends in turn.
    row, first = np.divmod(ends[::2], len(line))
    last = ends[1::2] % len(line)
    beside = beside.reshape(-1, len(line) + 1)
    holding = beside[row, first].astype(np.int64) + beside[row, last + 1]
    is_narrow = line[last] - line[first] <= holding * LEDGE + 1e-6
    lengths = (last - first)[is_narrow]
    narrow = np.zeros(hanging.shape, dtype=bool)
    places = np.repeat((row * (len(line) - 1) + first)[is_narrow], lengths) + counted_up(lengths)
    narrow.ravel()[places] = True
    return np.swapaxes(narrow, axis, 2)


NO_DIRECTION = -1
"""The direction of a grid box that belongs to several, or to none."""

INSIDE_OF = 64
"""What is added to the direction of an empty box where all sides round it have that direction, whatever is filled."""


def sides_across(filled: NDArray[np.bool_], directions: NDArray[np.int8] | None, axis: int) -> NDArray[np.int8]:
    """Return the sides of a grid's boxes on each of its lines across an axis; the other axes follow in the cycle.

    It is 0 where there is no side; else 1 for one that looks down or 2 for one that looks up, and twice its direction
    more, which is 62 at most.
    """
    below, above = _neighbors(np.pad(filled, 1), axis)
    sides = (below != above) * np.int8(1) + (below & ~above)
    if directions is not None:
        is_side = sides != 0
        padded = np.pad(directions, 1, constant_values=NO_DIRECTION)
        lower, higher = (beside[is_side] for beside in _neighbors(padded, axis))
        sides[is_side] += np.int8(2) * _directions_of_sides(lower, higher, below[is_side], axis)
    return np.transpose(sides, (axis, (axis + 1) % 3, (axis + 2) % 3))


def _neighbors(padded: NDArray[Any], axis: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what lies below and above each side of the grid's boxes across an axis, from a grid with a margin of 1."""
    below, above = (
        padded[tuple(ends if along == axis else slice(1, -1) for along in range(3))]
        for ends in (slice(None, -1), slice(1, None))
    )
    return below, above


def _directions_of_sides(
    lower: NDArray[np.int8], higher: NDArray[np.int8], upward: NDArray[np.bool_], axis: int
) -> NDArray[np.int8]:
    """Return the directions of sides across an axis, from those of the boxes below and above, and how they look."""
    inner, outer = np.where(upward, lower, higher), np.where(upward, higher, lower)
    wanted = np.where(inner == NO_DIRECTION, outer, inner)
    directions: NDArray[np.int8] = np.where(wanted == NO_DIRECTION, np.int8(axis), wanted)
    directions[outer >= INSIDE_OF] = outer[outer >= INSIDE_OF] - np.int8(INSIDE_OF)
    return directions


Lines = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""The coordinates of lines across x, y and z, in millimeters."""


SLIVER = 1e-5
"""In millimeters; lines nearer to each other are one."""


@dataclass(frozen=True)
class Solid:
    """The filled boxes of a grid.

    ``lines`` are the strictly ascending coordinates along x, y and z, in millimeters; ``filled`` is
    boolean, one shorter than the lines along each axis. ``directions`` has the same shape and
    says to which face direction a box of the grid belongs, filled or not: to that of the plates
    across axis 0, 1 or 2, or NO_DIRECTION; None for a solid that is not made of plates.
    """

    lines: Lines
    filled: NDArray[np.bool_]
    directions: NDArray[np.int8] | None = None

    @cached_property
    def volume(self) -> float:
        """The sum of the filled boxes' volumes, in cubic millimeters."""
        x, y, z = (np.diff(line) for line in self.lines)
        return float(x @ ((self.filled @ z) @ y))

    @property
    def extent(self) -> tuple[float, float, float]:
        """The length of the grid along each axis, in millimeters."""
        x, y, z = (float(line[-1] - line[0]) for line in self.lines)
        return x, y, z

    @cached_property
    def overhangs(self) -> dict[int, NDArray[np.bool_]]:
        """Where its level sides look down that are wider than a ledge, by the number of the slab below them."""
        return overhanging(self.filled, *self.lines[:2])

    def moved(self, offset: tuple[float, float, float]) -> Solid:
        """Return the same solid in another place, so many millimeters farther along x, y and z."""
        lines = triple(line + distance for line, distance in zip(self.lines, offset, strict=True))
        return Solid(lines, self.filled, self.directions)

    def centered(self) -> tuple[Solid, tuple[float, float, float]]:
        """Return the solid with its origin in the middle of its extent, and where that middle was.

        So has it whatever is printed apart.
        """
        x, y, z = (float(line[0] + line[-1]) / 2 for line in self.lines)
        return self.moved((-x, -y, -z)), (x, y, z)

    def mesh(self) -> Mesh:
        """Return the surface: a face wherever filled boxes meet empty ones in one plane, without holes.

        Inner sides do not appear. Vertices are shared. The mesh is closed, and two-manifold as long as no two filled
        boxes touch along an edge or at a corner only.

        A face has one direction: that of its filled boxes; if they have none, that of the empty ones, so that a hole
        has one color all round; else that in which it looks. An empty box with INSIDE_OF added to its direction comes
        before all of these.
        """
        places, faces = self.surface()
        return Mesh(vertices_on(places, self.lines), faces)

    def surface(self) -> tuple[Places, Faces]:
        """Return what the mesh has in common with that of any solid with the same boxes on other lines."""
        x, y, z = map(len, self.lines)
        lattice = Lattice((x, y, z))
        numbers = [np.arange(count) for count in (x, y, z)]
        sides = [
            lattice.rectangles(
                sides_across(self.filled, self.directions, axis),
                axis,
                numbers[axis],
                (numbers[(axis + 1) % 3], numbers[(axis + 2) % 3]),
            )
            for axis in range(3)
        ]
        directions = None if self.directions is None else np.concatenate([directed for _, directed in sides])
        return lattice.faces(self.lines, np.concatenate([keys for keys, _ in sides]), directions)


def with_lines(solid: Solid, added: Iterable[ArrayLike]) -> Solid:
    """Return the same solid on a grid with more lines across x, y and z; what lies outside of it adds none."""
    lines = []
    for line, more in zip(solid.lines, added, strict=True):
        places = np.asarray(more)
        places = places[(places > line[0]) & (places < line[-1])]
        places = places[np.abs(np.subtract.outer(places, line)).min(axis=1) > SLIVER]
        lines.append(np.union1d(line, places) if len(places) else line)
    # What is kept for a puzzle is known by being the very same one.
    return solid if list(map(len, lines)) == list(map(len, solid.lines)) else _on_lines(solid, triple(lines))


def _on_lines(solid: Solid, lines: Lines) -> Solid:
    """Return the same solid on a grid with lines of which its own are some."""
    places = [own.searchsorted((line[:-1] + line[1:]) / 2) - 1 for own, line in zip(solid.lines, lines, strict=True)]
    key = tuple(along.tobytes() for along in places)

    def taken(boxes: NDArray[Any]) -> NDArray[Any]:
        # Along one axis after the other takes a third of the time that all at once do.
        for axis, along in enumerate(places):
            boxes = np.take(boxes, along, axis=axis)
        return fixed(boxes)

    filled = of_array(solid.filled, "lines", key, partial(taken, solid.filled))
    sides = solid.directions
    return Solid(lines, filled, None if sides is None else of_array(sides, "lines", key, partial(taken, sides)))


def needed_lines(filled: NDArray[np.bool_]) -> tuple[NDArray[np.intp], ...]:
    """Return the numbers of a grid's lines along each axis that bound anything that is filled."""
    needed = []
    for axis in range(3):
        changed = np.diff(filled, axis=axis, prepend=False, append=False)
        # Along one axis after the other takes half the time that both at once do.
        for across in sorted({0, 1, 2} - {axis}, reverse=True):
            changed = changed.any(axis=across)
        needed.append(np.flatnonzero(changed))
    return tuple(needed)


def without_needless_lines(solid: Solid) -> Solid:
    """Return the same solid on a grid without the lines that bound nothing, and without the empty margins."""
    needed = needed_lines(solid.filled)
    places = np.ix_(*(line[:-1] for line in needed))
    directions = None if solid.directions is None else solid.directions[places]
    lines = triple(line[some] for line, some in zip(solid.lines, needed, strict=True))
    return Solid(lines, solid.filled[places], directions)


Box = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""The lowest and the highest coordinate along x, y and z, in millimeters."""


def solid_from_boxes(filled: Iterable[ArrayLike], cut_out: Iterable[ArrayLike] = ()) -> Solid:
    """Return the union of the filled boxes without those that are cut out.

    Each is a ``Box``, or an array of its shape (3 axes, 2 ends). The grid has a line wherever one of them ends,
    also where it is cut out of nothing. Ends that differ at all are two lines: those that differ by their rounding
    only must be made equal before, or they leave a sliver. Raises ValueError where there is no box at all.
    """
    boxes = [(np.asarray(box, dtype=np.float64), True) for box in filled]
    boxes += [(np.asarray(box, dtype=np.float64), False) for box in cut_out]
    x, y, z = (np.unique([box[axis] for box, _ in boxes]) for axis in range(3))
    grid = np.zeros((len(x) - 1, len(y) - 1, len(z) - 1), dtype=bool)
    for box, is_filled in boxes:
        within = (slice(*np.searchsorted(line, ends)) for line, ends in zip((x, y, z), box, strict=True))
        grid[tuple(within)] = is_filled
    return Solid((x, y, z), grid)


def together(solids: Iterable[Solid]) -> Solid:
    """Return the union of one solid or more, each in its place; directions are left out."""
    several = [([np.round(line, 6) for line in solid.lines], solid.filled) for solid in solids]
    x, y, z = (np.unique(np.concatenate([lines[axis] for lines, _ in several])) for axis in range(3))
    filled = np.zeros((len(x) - 1, len(y) - 1, len(z) - 1), dtype=bool)
    for lines, own_filled in several:
        spans, sampled = [], []
        for line, own in zip((x, y, z), lines, strict=True):
            first, last = np.searchsorted(line, own[[0, -1]])
            spans.append(slice(first, last))
            sampled.append(np.searchsorted(own, (line[first:last] + line[first + 1 : last + 1]) / 2) - 1)
        filled[tuple(spans)] |= own_filled[np.ix_(*sampled)]
    return Solid((x, y, z), filled)


NEAREST = 0.01
"""In millimeters; lines of a grid are at least so far apart, or single precision, which STL files have, loses it."""


def cut_out(solid: Solid, boxes: ArrayLike) -> Solid:
    """Return a solid without some boxes, given as an array of shape (number, 3 axes, 2 ends), in millimeters.

    An end less than ``NEAREST`` beside a line of the solid's grid is moved there, so that no sliver is left; ends that
    should be the same must be, to within a millionth of a millimeter. What lies outside of the grid cuts nothing.
    """
    ends = np.round(np.asarray(boxes, dtype=np.float64), 6)
    lines: list[Line] = []
    for axis, own in enumerate(solid.lines):
        wanted = np.clip(ends[:, axis], own[0], own[-1])
        nearest = own[np.abs(np.subtract.outer(wanted, own)).argmin(axis=-1)]
        ends[:, axis] = np.where(np.abs(nearest - wanted) < NEAREST, nearest, wanted)
        lines.append(np.union1d(own, ends[:, axis]))
    whole = _on_lines(solid, triple(lines))
    filled = whole.filled.copy()
    for box in ends:
        filled[tuple(slice(*np.searchsorted(line, span)) for line, span in zip(lines, box, strict=True))] = False
    return replace(whole, filled=filled)


def body_count(solid: Solid) -> int:
    """Count the bodies of a solid: parts whose boxes touch along whole sides."""
    # Only runs of filled boxes along the longest axis are looked at: they are few in a large grid.
    filled = np.moveaxis(solid.filled, int(np.argmax(solid.filled.shape)), -1)
    padded = np.pad(filled, [(0, 0), (0, 0), (1, 0)])
    begins = padded[..., 1:] & ~padded[..., :-1]
    numbers = begins.cumsum(dtype=np.int32).reshape(filled.shape)
    numbers -= 1
    sources, targets = [], []
    for axis in range(2):
        low, high = ([slice(None)] * axis + [ends] for ends in (slice(None, -1), slice(1, None)))
        below, above = tuple(low), tuple(high)
        # Two runs beside each other touch first where one of them begins.
        touching = filled[below] & filled[above] & (begins[below] | begins[above])
        sources.append(numbers[below][touching])
        targets.append(numbers[above][touching])
    count = np.count_nonzero(begins)
    lowest = components(count, np.concatenate(sources), np.concatenate(targets))
    return np.count_nonzero(lowest == np.arange(count))


def least_thickness(solid: Solid, axis: int) -> float:
    """Return how far one goes at least through a solid along an axis, from outside to outside, in millimeters."""
    filled = np.pad(np.moveaxis(solid.filled, axis, -1), [(0, 0), (0, 0), (1, 1)])
    inside, line = filled[..., 1:-1], solid.lines[axis]
    begins = np.nonzero(inside & ~filled[..., :-2])[-1]
    ends = np.nonzero(inside & ~filled[..., 2:])[-1]
    return round(float((line[ends + 1] - line[begins]).min()), 6)
