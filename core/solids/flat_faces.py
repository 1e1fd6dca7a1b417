# SPDX-License-Identifier: GPL-3.0-or-later
"""Small flat polygons made into large faces: what lies in one plane and touches along sides becomes one.

Of the vertices only those stay at which a face or an outline turns. A face may not have a hole, nor touch itself at a
vertex: Blender knows no such one. So a hole is joined to what is beside it by two cuts, from both ends of its highest
edge and on straight along this edge. They end at the outline or at a hole that is at least as high, so whatever
is left hangs together without going round anything.

Where polygons are, is only looked at for directions: as long as these stay, so do the faces, whatever the lengths. On a
lattice polygons lie between places where lines of a grid cross.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..common.containers import components, counted_up
from .mesh import Faces

Ints = NDArray[np.int64]


def _unit(vectors: NDArray[np.float64]) -> Ints:
    """Return directions along axes or at 45 degrees as whole numbers, -1, 0 or 1 along each axis."""
    x, y, z = np.abs(vectors).T
    most = np.maximum(np.maximum(x, y), np.maximum(z, np.finfo(float).tiny))
    units: Ints = np.rint(vectors / most[:, None]).astype(np.int64)
    return units


def _code(directions: Ints) -> Ints:
    """Return a number for each direction."""
    x, y, z = directions.T
    codes: Ints = 9 * x + 3 * y + z
    return codes


class _Sides:
    """The sides of convex polygons that are a closed surface together, divided wherever there is a vertex within one.

    ``corners`` and ``begins`` are as in ``Faces``. ``points``, of shape (v, 3), are the vertices. ``numbers``, of shape
    (3, v), are those of the lines across x, y and z that each is on, or less than 0 where no side that goes through
    a vertex can be parallel to an axis. ``directions``, if there are any, are those of the polygons. Those that are
    ``apart`` are not joined to others.

    ``starts`` and ``ends`` are vertices, ``following`` the next side of the polygon, ``twins`` the side of another that
    goes the other way. A side at a ``rim`` is one at which faces end.
    """

    def __init__(
        self,
        points: NDArray[np.float64],
        numbers: Ints,
        corners: Ints,
        begins: Ints,
        directions: NDArray[np.int8] | None,
        *,
        apart: NDArray[np.bool_] | None,
    ) -> None:
        self.points, self.directions = points, directions
        first, second, third = (self.points[corners[begins + step]] for step in range(3))
        self.normals = _unit(np.cross(second - first, third - second))
        looks = _code(self.normals)
        if self.directions is not None:
            looks = looks * np.int64(1 + np.iinfo(np.int8).max) + self.directions
        if apart is not None:
            looks[apart] = looks.max(initial=0) + 1 + np.arange(np.count_nonzero(apart))
        self.starts, begins = _divided(corners, begins, numbers)
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

    def _next_at_rim(self, rim: Ints) -> Ints:
        """Return for sides at a rim the ones with which these go on."""
        ahead = self.following[rim]
        while len(inside := np.flatnonzero(~self.is_rim[ahead])):
            ahead[inside] = self.following[self.twins[ahead[inside]]]
        return ahead

    def cut_holes(self) -> None:
        """Make more sides those at a rim, until no face has a hole or touches itself."""
        faces, rim, loops = self._outlines(np.arange(len(self.starts)))
        wrong = self._not_simple(faces, rim, loops)
        if len(wrong):
            self._cut(wrong, faces, rim, loops)
        while len(wrong):
            # All others are simple already.
            faces, rim, loops = self._outlines(self._sides_of(wrong, faces))
            wrong = self._not_simple(faces, rim, loops)
            # Their polygons are simple.
            self.is_rim[self._sides_of(wrong, faces)] = True

    def _sides_of(self, wanted: Ints, faces: Ints) -> Ints:
        """Return the sides of some of the faces, of which each polygon's is given."""
        is_wanted = np.zeros(len(faces), dtype=bool)
        is_wanted[wanted] = True
        return np.flatnonzero(is_wanted[faces[self.polygon]])

    def _outlines(self, sides: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the face of each polygon with the sides, those at a rim, and the loop that each of these is in.

        A face is known by the lowest number of a polygon of it, a loop by that of a side of it.
        """
        inside, rim = sides[~self.is_rim[sides]], sides[self.is_rim[sides]]
        faces = components(len(self.normals), self.polygon[inside], self.polygon[self.twins[inside]])
        return faces, rim, components(len(self.starts), rim, self._next_at_rim(rim))[rim]

    def _not_simple(self, faces: Ints, rim: Ints, loops: Ints) -> Ints:
        """Return the faces that have several loops, or one that comes to a vertex twice."""
        of_rim = faces[self.polygon[rim]]
        at_vertices = np.sort(of_rim * len(self.points) + self.starts[rim])
        twice = at_vertices[1:][at_vertices[1:] == at_vertices[:-1]] // len(self.points)
        of_loops = np.sort(of_rim[loops == rim])
        return np.union1d(twice, of_loops[1:][of_loops[1:] == of_loops[:-1]])

    def _cut(self, wrong: Ints, faces: Ints, rim: Ints, loops: Ints) -> None:
        """Cut some faces from the highest edge of each hole to both sides."""
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

        sides = self._sides_of(within, faces)
        inside, rim = sides[~self.is_rim[sides]], sides[self.is_rim[sides]]
        keys = key(self.starts[inside], self.ways[inside], faces[self.polygon[inside]])
        order = np.argsort(keys)
        inside, keys = inside[order], keys[order]
        outlines = np.unique(self.starts[rim] * count + faces[self.polygon[rim]])
        while len(vertices) and len(keys):
            wanted = key(vertices, ways, within)
            places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            is_known = keys[places] == wanted
            sides = inside[places[is_known]]
            self.is_rim[sides] = self.is_rim[self.twins[sides]] = True
            goes_on = ~np.isin(self.ends[sides] * count + within[is_known], outlines)
            vertices, ways, within = (some[goes_on] for some in (self.ends[sides], ways[is_known], within[is_known]))

    def faces(self) -> tuple[Ints, Faces]:
        """Return which vertices stay, and the faces."""
        rim = np.flatnonzero(self.is_rim)
        ahead = np.full(len(self.starts), -1)
        ahead[rim] = self._next_at_rim(rim)
        ends, goes_straight = self.ends[rim], self.ways[rim] == self.ways[ahead[rim]]
        passes = np.bincount(ends, minlength=len(self.points))
        straight = np.bincount(ends, weights=goes_straight, minlength=len(self.points))
        stays = (passes > 0) & ~((passes == 2) & (straight == 2))
        corners, begins = _in_turn(ahead, stays[self.starts], rim)
        vertices = self.starts[corners]
        is_kept = np.bincount(vertices, minlength=len(self.points)) > 0
        numbers = np.cumsum(is_kept, dtype=np.int32) - np.int32(1)
        directions = None if self.directions is None else self.directions[self.polygon[corners[begins]]]
        return np.flatnonzero(is_kept), Faces(numbers[vertices], begins.astype(np.int32), directions)


def _in_turn(ahead: Ints, stays: NDArray[np.bool_], rim: Ints) -> tuple[Ints, Ints]:
    """Return the sides that stay, loop after loop, and where in them each loop begins."""
    # The side that stays to which each one leads; all loops turn somewhere.
    reached = np.where(stays, np.arange(len(ahead)), ahead)
    passing = rim[~stays[rim]]
    while len(passing):
        reached[passing] = reached[reached[passing]]
        passing = passing[~stays[reached[passing]]]
    sides = rim[stays[rim]]
    loops = components(len(ahead), rim, ahead[rim])[sides]
    is_first = reached[loops] == sides
    # How far each is behind the first of its loop, counted in steps back that get twice as long each time.
    numbers = np.empty_like(ahead)
    numbers[sides] = np.arange(len(sides))
    back = np.empty_like(sides)
    back[numbers[reached[ahead[sides]]]] = np.arange(len(sides))
    back[is_first] = np.flatnonzero(is_first)
    behind = (~is_first).astype(np.int64)
    while not is_first[back].all():
        behind, back = behind + behind[back], back[back]
    order = np.lexsort((behind, loops))
    return sides[order], np.flatnonzero(is_first[order])


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
    count = numbers.max(initial=0) + 1
    along = [(numbers[axis - 2] * count + numbers[axis - 1]) * count + numbers[axis] for axis in range(3)]
    orders = np.stack([np.argsort(keys, kind="stable") for keys in along])
    ranks = np.empty_like(orders)
    for order, rank in zip(orders, ranks, strict=True):
        rank[order] = np.arange(len(order))
    begin, stop = ranks[axes, starts], ranks[axes, ends]
    pieces = np.where(is_straight, np.abs(stop - begin), 1)
    which = np.repeat(np.arange(len(corners)), pieces)
    step = counted_up(pieces)
    places = begin[which] + np.sign(stop - begin)[which] * step
    all_corners = np.where(step > 0, orders[axes[which], np.clip(places, 0, orders.shape[1] - 1)], starts[which])
    lengths = np.add.reduceat(pieces, begins)
    return all_corners, np.cumsum(lengths) - lengths


Keys = NDArray[np.int64]
"""The numbers of places."""

Places = NDArray[np.int32]
"""The numbers of the lines across x, y and z that vertices are on, shape (v, 3), the lines of all axes counted on."""

NOWHERE: Keys = np.empty((3, 0), dtype=np.int64)


def vertices_on(places: Places, lines: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return where vertices are on lines with these coordinates, shape (v, 3)."""
    return np.concatenate(lines).take(places)


class Lattice:
    """The places where the lines of a grid cross, each with a number of its own."""

    def __init__(self, counts: tuple[int, int, int]) -> None:
        """Make one with so many lines across each axis."""
        self.counts = counts
        self.size = int(np.prod(counts, dtype=np.int64))

    def keys(self, *numbers: NDArray[np.integer[Any]]) -> Keys:
        """Return the numbers of places by the numbers of their lines along x, y and z."""
        x, y, z = (some.astype(np.int64) for some in numbers)
        return (x * self.counts[1] + y) * self.counts[2] + z

    def rectangles(
        self,
        sides: NDArray[np.int8],
        axis: int,
        planes: NDArray[np.integer[Any]],
        lines: Sequence[NDArray[np.integer[Any]]],
    ) -> tuple[Keys, NDArray[np.int8]]:
        """Return sides across an axis as few rectangles, shape (n, 4), with their directions.

        ``sides`` are as ``sides_across`` returns them, on the lattice's lines ``planes`` and between ``lines`` of it
        across the next two axes. Each is as long along the last axis in the cycle as what goes on alike, and as wide as
        rows of this length follow; lines that bound nothing make no difference.
        """
        padded = np.pad(sides, [(0, 0), (0, 0), (1, 1)])
        changed = padded[:, :, 1:] != padded[:, :, :-1]
        # Numpy takes twice as long to find all three numbers by itself.
        plane, row, begin = np.unravel_index(np.flatnonzero(changed & (padded[:, :, 1:] != 0)), changed.shape)
        end = np.flatnonzero(changed & (padded[:, :, :-1] != 0)) % changed.shape[2]
        # In order, what goes on alike in the next row has the next number.
        shape = len(sides), int(sides.max(initial=0)) + 1, *[sides.shape[2] + 1] * 2, sides.shape[1] + 1
        order = np.sort(np.ravel_multi_index((plane, sides[plane, row, begin], begin, end, row), shape))
        goes_on = order[1:] == order[:-1] + 1
        first, last = np.append(True, ~goes_on)[: len(row)], np.append(~goes_on, True)[: len(row)]
        plane, label, begin, end, low = np.unravel_index(order[first], shape)
        high = order[last] % shape[-1] + 1
        numbers = [planes[plane][:, None].repeat(4, axis=1)] * 3
        numbers[(axis + 1) % 3] = lines[0][np.stack((low, high, high, low), axis=1)]
        numbers[(axis + 2) % 3] = lines[1][np.stack((begin, begin, end, end), axis=1)]
        keys = self.keys(*numbers)
        downward = label % 2 == 1
        keys[downward] = keys[downward, ::-1]
        return keys, ((label - 1) // 2).astype(np.int8)

    def faces(
        self,
        lines: Sequence[NDArray[np.float64]],
        quads: Keys,
        directions: NDArray[np.int8] | None,
        triangles: Keys | None = None,
        elsewhere: Keys = NOWHERE,
        *,
        apart: NDArray[np.bool_] | None = None,
    ) -> tuple[Places, Faces]:
        """Return the mesh of convex polygons that are, together, a closed surface.

        ``lines`` are those of the lattice, and others after them. ``quads`` of shape (q, 4) and ``triangles`` of shape
        (t, 3) hold the numbers of places of the lattice or, counted on from its size, of those that are ``elsewhere``:
        on lines with numbers of shape (3, n), which are not the lattice's. ``directions`` are those of the quads, then
        of the triangles. Those of the polygons that are ``apart``, in the same order, are faces by themselves. As long
        as the order of the lines stays, lengths make no difference.
        """
        sizes = np.full(len(quads), 4)
        given = quads.ravel()
        if triangles is not None:
            sizes = np.append(sizes, np.full(len(triangles), 3))
            given = np.append(given, triangles)
        keys, corners = np.unique(given, return_inverse=True)
        on_lattice = int(np.searchsorted(keys, self.size))
        own = np.array(np.unravel_index(keys[:on_lattice], self.counts), dtype=np.int64).reshape(3, -1)
        numbers = np.concatenate((own, elsewhere[:, keys[on_lattice:] - self.size]), axis=1)
        before = np.cumsum([0, *map(len, lines[:2])])
        places = (numbers.T + before).astype(np.int32)
        numbers[:, on_lattice:] = -1
        begins = np.cumsum(sizes) - sizes
        sides = _Sides(vertices_on(places, lines), numbers, corners.ravel(), begins, directions, apart=apart)
        sides.cut_holes()
        kept, faces = sides.faces()
        return places[kept], faces
