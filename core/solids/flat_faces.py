# SPDX-License-Identifier: GPL-3.0-or-later
"""Small flat polygons made into large faces: what lies in one plane and touches along sides becomes one.

Of the vertices only those stay at which a face or an outline turns. A face may not have a hole, nor touch itself at a
vertex: Blender knows no such one. So a hole is joined to what is beside it by two cuts, from both ends of its highest
edge and on straight along this edge. They end at the outline or at a hole that is at least as high, so whatever
is left hangs together without going round anything.

Where polygons are, is only looked at for directions: as long as these stay, so do the faces, whatever the lengths.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.union_find import components
from .mesh import Faces

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Polygons:
    """Convex polygons that are a closed surface together, where the vertices of one may lie within sides of another.

    ``corners`` and ``begins`` are as in ``Faces``. ``points``, of shape (v, 3), are the vertices. ``numbers``, of shape
    (3, v), are those of the lines across x, y and z that each is on, or less than 0 where no side that goes through
    a vertex can be parallel to an axis. ``directions``, if there are any, are those of the polygons. Those that are
    ``apart`` are not joined to others.
    """

    points: NDArray[np.float64]
    numbers: Ints
    corners: Ints
    begins: Ints
    directions: NDArray[np.int8] | None
    apart: NDArray[np.bool_] | None = None


def flat_faces(polygons: Polygons) -> tuple[Ints, Faces]:
    """Return which vertices stay, by their numbers, and the faces that the polygons are together."""
    sides = _Sides(polygons)
    sides.cut_holes()
    return sides.faces()


def _unit(vectors: NDArray[np.float64]) -> Ints:
    """Return directions along axes or at 45 degrees as whole numbers, -1, 0 or 1 along each axis."""
    most = np.abs(vectors).max(axis=1, keepdims=True)
    found: Ints = np.rint(vectors / np.maximum(most, np.finfo(float).tiny)).astype(np.int64)
    return found


def _code(directions: Ints) -> Ints:
    """Return a number for each direction."""
    x, y, z = directions.T
    found: Ints = 9 * x + 3 * y + z
    return found


class _Sides:
    """The sides of polygons, divided wherever there is a vertex within one.

    ``starts`` and ``ends`` are vertices, ``following`` the next side of the polygon, ``twins`` the side of another that
    goes the other way. A side at a ``rim`` is one at which faces end.
    """

    def __init__(self, polygons: Polygons) -> None:
        self.points, self.directions = polygons.points, polygons.directions
        corners, begins = polygons.corners, polygons.begins
        first, second, third = (self.points[corners[begins + step]] for step in range(3))
        self.normals = _unit(np.cross(second - first, third - second))
        looks = _code(self.normals)
        if self.directions is not None:
            looks = looks * np.int64(1 + np.iinfo(np.int8).max) + self.directions
        if polygons.apart is not None:
            looks[polygons.apart] = looks.max(initial=0) + 1 + np.arange(np.count_nonzero(polygons.apart))
        self.starts, begins = _divided(corners, begins, polygons.numbers)
        count = len(self.starts)
        self.polygon = np.repeat(np.arange(len(begins)), np.diff(begins, append=count))
        self.following = np.arange(1, count + 1)
        self.following[np.append(begins[1:], count) - 1] = begins
        self.ends = self.starts[self.following]
        self.ways = _code(_unit(self.points[self.ends] - self.points[self.starts]))
        self.twins, is_single = self._twins()
        self.is_rim = ~is_single | (looks[self.polygon] != looks[self.polygon[self.twins]])

    def _twins(self) -> tuple[Ints, NDArray[np.bool_]]:
        """Return the side that goes the other way, and whether there is just one of it, and of the side itself."""
        forward = self.starts * len(self.points) + self.ends
        backward = self.ends * len(self.points) + self.starts
        order = np.argsort(forward, kind="stable")
        in_order = forward[order]
        places = np.minimum(np.searchsorted(in_order, backward), len(order) - 1)
        twins = order[places]
        again = in_order[1:] == in_order[:-1]
        is_single = np.ones(len(order), dtype=bool)
        is_single[order[1:][again]] = is_single[order[:-1][again]] = False
        return twins, is_single & is_single[twins] & (in_order[places] == backward)

    def _next_at_rim(self) -> Ints:
        """Return for each side at a rim the one with which this goes on; -1 for the others."""
        found = np.full(len(self.starts), -1)
        rim = np.flatnonzero(self.is_rim)
        ahead = self.following[rim]
        while len(inside := np.flatnonzero(~self.is_rim[ahead])):
            ahead[inside] = self.following[self.twins[ahead[inside]]]
        found[rim] = ahead
        return found

    def cut_holes(self) -> None:
        """Make more sides those at a rim, until no face has a hole or touches itself."""
        if len(wrong := self._not_simple()):
            self._cut(wrong)
        while len(wrong := self._not_simple()):
            # Their polygons are simple.
            self.is_rim |= np.isin(self._faces()[self.polygon], wrong)

    def _faces(self) -> Ints:
        """Return the face that each polygon is part of: the lowest number of a polygon of it."""
        inside = np.flatnonzero(~self.is_rim)
        found: Ints = components(len(self.normals), self.polygon[inside], self.polygon[self.twins[inside]])
        return found

    def _loops(self) -> tuple[Ints, Ints]:
        """Return the sides at a rim, and the loop that each is in: a number of a side of it."""
        rim = np.flatnonzero(self.is_rim)
        return rim, components(len(self.starts), rim, self._next_at_rim()[rim])[rim]

    def _not_simple(self) -> Ints:
        """Return the faces that have several loops, or one that comes to a vertex twice."""
        rim, loops = self._loops()
        faces = self._faces()[self.polygon[rim]]
        order = np.lexsort((self.starts[rim], faces))
        again = (np.diff(faces[order]) == 0) & (np.diff(self.starts[rim][order]) == 0)
        pairs = np.unique(np.stack((faces, loops)), axis=1)[0]
        return np.union1d(faces[order][1:][again], pairs[1:][np.diff(pairs) == 0])

    def _cut(self, wrong: Ints) -> None:
        """Cut some faces from the highest edge of each hole to both sides."""
        faces = self._faces()
        rim, loops = self._loops()
        some = np.isin(faces[self.polygon[rim]], wrong)
        rim, loops = rim[some], loops[some]
        _, loops = np.unique(loops, return_inverse=True)
        axes = np.abs(self.normals).argmax(axis=1)[self.polygon[rim]]
        is_across = np.abs(self.normals).sum(axis=1)[self.polygon[rim]] == 1
        # An outline goes round to the left as it is seen from outside, a hole to the right.
        starts, ends = self.points[self.starts[rim]], self.points[self.ends[rim]]
        parts = np.cross(starts, ends)[np.arange(len(rim)), axes]
        signs = self.normals[self.polygon[rim], axes]
        is_hole = np.bincount(loops, weights=parts * signs) < 0
        of_holes = np.flatnonzero(is_hole[loops] & is_across)
        rim, loops, axes = rim[of_holes], loops[of_holes], axes[of_holes]
        high, along = (starts[of_holes, (axes + step) % 3] for step in (1, 2))
        order = np.lexsort((along, -high, loops))
        is_first = np.diff(loops[order], prepend=-1) > 0
        highest = high[order][is_first][np.cumsum(is_first) - 1]
        order = order[high[order] == highest]
        of_hole = loops[order]
        for ends_of, sign in ((np.diff(of_hole, prepend=-1) > 0, -1), (np.diff(of_hole, append=-1) != 0, 1)):
            tops = order[ends_of]
            ways = np.zeros((len(tops), 3), dtype=np.int64)
            ways[np.arange(len(tops)), (axes[tops] + 2) % 3] = sign
            self._cut_from(self.starts[rim[tops]], _code(ways), faces[self.polygon[rim[tops]]], faces)

    def _cut_from(self, vertices: Ints, ways: Ints, within: Ints, faces: Ints) -> None:
        """Cut faces from vertices straight in some ways, as far as these go within them."""
        count = np.int64(len(self.normals))

        def key(vertices: Ints, ways: Ints, faces: Ints) -> Ints:
            return ((vertices * 27) + ways + 13) * count + faces

        keys = key(self.starts, self.ways, faces[self.polygon])
        inside = np.flatnonzero(~self.is_rim)
        inside = inside[np.argsort(keys[inside])]
        keys = keys[inside]
        rim = np.flatnonzero(self.is_rim)
        outlines = np.unique(self.starts[rim] * count + faces[self.polygon[rim]])
        while len(vertices) and len(keys):
            wanted = key(vertices, ways, within)
            places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            found = keys[places] == wanted
            sides = inside[places[found]]
            self.is_rim[sides] = self.is_rim[self.twins[sides]] = True
            goes_on = ~np.isin(self.ends[sides] * count + within[found], outlines)
            vertices, ways, within = (some[goes_on] for some in (self.ends[sides], ways[found], within[found]))

    def faces(self) -> tuple[Ints, Faces]:
        """Return which vertices stay, and the faces."""
        ahead = self._next_at_rim()
        rim = np.flatnonzero(self.is_rim)
        ends, goes_straight = self.ends[rim], self.ways[rim] == self.ways[ahead[rim]]
        passes = np.bincount(ends, minlength=len(self.points))
        straight = np.bincount(ends, weights=goes_straight, minlength=len(self.points))
        stays = (passes > 0) & ~((passes == 2) & (straight == 2))
        corners, begins, owners = _in_turn(ahead, stays[self.starts], rim)
        kept, vertices = np.unique(self.starts[corners], return_inverse=True)
        directions = None if self.directions is None else self.directions[self.polygon[owners]]
        return kept, Faces(vertices.astype(np.int32).ravel(), begins.astype(np.int32), directions)


def _in_turn(ahead: Ints, stays: NDArray[np.bool_], rim: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the sides that stay, loop after loop, where in them each loop begins, and a side of each."""
    following, wanted = ahead.tolist(), stays.tolist()
    corners: list[int] = []
    begins: list[int] = []
    owners: list[int] = []
    for first in rim.tolist():
        if following[first] < 0:
            continue
        begins.append(len(corners))
        owners.append(first)
        side = first
        while following[side] >= 0:
            if wanted[side]:
                corners.append(side)
            # Once is enough.
            following[side], side = -1, following[side]
    return np.array(corners, dtype=np.int64), np.array(begins, dtype=np.int64), np.array(owners, dtype=np.int64)


def _divided(corners: Ints, begins: Ints, numbers: Ints) -> tuple[Ints, Ints]:
    """Return polygons with all vertices that lie within their sides, where these are parallel to an axis."""
    sizes = np.diff(begins, append=len(corners))
    following = np.arange(1, len(corners) + 1)
    following[begins + sizes - 1] = begins
    starts, ends = corners, corners[following]
    differing = numbers[:, starts] != numbers[:, ends]
    is_straight = (differing.sum(axis=0) == 1) & (numbers[0, starts] >= 0) & (numbers[0, ends] >= 0)
    axes = np.where(is_straight, differing.argmax(axis=0), 0)
    # Sorted along an axis, what lies between two places of a line are the others on this line.
    orders = np.stack([np.lexsort((numbers[axis], numbers[axis - 1], numbers[axis - 2])) for axis in range(3)])
    ranks = np.empty_like(orders)
    for order, rank in zip(orders, ranks, strict=True):
        rank[order] = np.arange(len(order))
    here, there = ranks[axes, starts], ranks[axes, ends]
    pieces = np.where(is_straight, np.abs(there - here), 1)
    which = np.repeat(np.arange(len(corners)), pieces)
    step = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    places = here[which] + np.sign(there - here)[which] * step
    all_corners = np.where(step > 0, orders[axes[which], np.clip(places, 0, orders.shape[1] - 1)], starts[which])
    lengths = np.add.reduceat(pieces, begins)
    return all_corners, np.cumsum(lengths) - lengths
