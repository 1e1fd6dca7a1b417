# SPDX-License-Identifier: GPL-3.0-or-later
"""The surface of a chamfered solid: strips along edges, patches round corners, and what is left of the faces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .chamfer_corner import OCTANTS, Patch, corner
from .chamfer_cuts import Groups
from .chamfer_plan import Plan, Runs
from .solid import NO_DIRECTION, Faces, Places, Solid, counted_on, directions_of_sides, neighbors

Keys = NDArray[np.int64]


class Lattice:
    """The places where the lines of a grid cross, each with a number of its own.

    ``counts`` are its lines across each axis; ``line_counts`` are those with others that are counted on.
    """

    def __init__(self, counts: tuple[int, int, int], line_counts: Sequence[int]) -> None:
        self.counts, self.line_counts = counts, line_counts
        self.size = int(np.prod(counts, dtype=np.int64))

    def keys(self, *numbers: NDArray[np.intp]) -> Keys:
        """Return the numbers of places by the numbers of their lines along x, y and z."""
        x, y, z = (some.astype(np.int64) for some in numbers)
        return (x * self.counts[1] + y) * self.counts[2] + z

    def numbers(self, keys: Keys) -> NDArray[np.int64]:
        """Return the numbers of the lines of places, shape (3, n)."""
        return np.array(np.unravel_index(keys, self.counts), dtype=np.int64).reshape(3, -1)


def conforming(
    lattice: Lattice, elsewhere: NDArray[np.int64], quads: Keys, triangles: Keys, directions: NDArray[np.int8] | None
) -> tuple[Places, Faces]:
    """Return the mesh of convex polygons that are, together, a closed surface, whatever the lengths.

    ``quads`` of shape (q, 4) and ``triangles`` of shape (t, 3) hold the numbers of places of the lattice or, counted on
    from its size, of those that are ``elsewhere``: on lines with numbers of shape (3, n), which are not the lattice's.
    ``directions`` are those of the quads, then of the triangles. Where a corner of a polygon lies within an edge of
    another, and that is parallel to an axis, the other becomes a fan of triangles round its middle, in which this
    corner is one, too.
    """
    keys, corners = np.unique(np.concatenate((quads.ravel(), triangles.ravel())), return_inverse=True)
    corners = corners.ravel()
    on_lattice = int(np.searchsorted(keys, lattice.size))
    lattice_numbers = lattice.numbers(keys[:on_lattice])
    all_numbers = np.concatenate((lattice_numbers, elsewhere[:, keys[on_lattice:] - lattice.size]), axis=1)
    numbers = np.full((3, len(keys)), -1, dtype=np.int64)
    numbers[:, :on_lattice] = lattice_numbers

    # All sides of all polygons, one after the other.
    sizes = np.repeat((4, 3), (len(quads), len(triangles)))
    polygon = np.repeat(np.arange(len(sizes)), sizes)
    first_side = np.cumsum(sizes) - sizes
    side = np.arange(len(corners))
    following = np.where(side + 1 == (first_side + sizes)[polygon], first_side[polygon], side + 1)
    starts, ends = corners, corners[following]
    differing = numbers[:, starts] != numbers[:, ends]
    straight = (differing.sum(axis=0) == 1) & (starts < on_lattice) & (ends < on_lattice)
    axes = np.where(straight, differing.argmax(axis=0), 0)

    # Sorted along an axis, what lies between two places of a line are the others on this line.
    orders = np.stack([np.lexsort((numbers[axis], numbers[axis - 1], numbers[axis - 2])) for axis in range(3)])
    ranks = np.empty_like(orders)
    for order, rank in zip(orders, ranks, strict=True):
        rank[order] = np.arange(len(order))
    begins, stops = ranks[axes, starts], ranks[axes, ends]
    pieces = np.where(straight, np.abs(stops - begins), 1)
    divided = np.bincount(polygon, weights=pieces > 1, minlength=len(sizes)) > 0

    sides = np.flatnonzero(divided[polygon])
    pieces = pieces[sides]
    which = np.repeat(sides, pieces)
    step = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    forward = np.where(stops > begins, 1, -1)[which]
    here, there = (
        np.where(straight[which], orders[axes[which], _within(begins[which] + forward * one, len(keys))], other[which])
        for one, other in ((step, starts), (step + 1, ends))
    )
    middle_of = len(keys) + np.cumsum(divided) - 1
    fans = np.stack((middle_of[polygon[which]], here, there), axis=1)
    middles, rims = middle_of[polygon[divided[polygon]]] - len(keys), corners[divided[polygon]]
    places = Places(counted_on(list(all_numbers), lattice.line_counts), middles, rims.astype(np.int64))

    whole_quads, whole_triangles = ~divided[: len(quads)], ~divided[len(quads) :]
    split = 4 * len(quads)
    all_directions = None
    if directions is not None:
        all_directions = np.concatenate((directions[~divided], directions[polygon[which]]))
    return places, Faces(
        corners[:split].reshape(-1, 4)[whole_quads].astype(np.int32),
        all_directions,
        np.concatenate((corners[split:].reshape(-1, 3)[whole_triangles], fans)).astype(np.int32),
    )


def _within(places: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return places of a list, those outside of it, which are not looked at, moved into it."""
    return np.clip(places, 0, count - 1)


SAME = 1e-7
"""Lines so near to each other, in millimeters, are one, where the solid's own are farther from each other."""

Numbers = NDArray[np.int64]


def lines_with_widths(line: NDArray[np.float64], widths: Sequence[float]) -> tuple[NDArray[np.float64], Numbers]:
    """Return a solid's lines across an axis, those each width below and above them, and the numbers that these have.

    What differs by its rounding only is one line: that of the solid, if it has one there. The numbers have a row for
    the lines, and for each width two more. After those lines come the ones half a width below the solid's and above
    them, for each width in turn.
    """
    beside = [line + side * width for width in widths for side in (-1, 1)]
    values = np.concatenate([line, *beside])
    order = np.argsort(values, kind="stable")
    apart = min(SAME, float(np.diff(line).min()) / 4)
    group = np.cumsum(np.diff(values[order], prepend=-np.inf) > apart) - 1
    numbers = np.empty(len(values), dtype=np.int64)
    numbers[order] = group
    # The solid's own lines come first, so that they are written last, backward.
    merged = np.empty(int(group[-1]) + 1)
    merged[numbers[::-1]] = values[::-1]
    halves = [line + side * width / 2 for width in widths for side in (-1, 1)]
    return np.concatenate([merged, *halves]), numbers.reshape(1 + len(beside), -1)


def surface(
    solid: Solid, plan: Plan, groups: Groups, numbers: Sequence[Numbers], fillings: Sequence[Runs] = ()
) -> tuple[Places, Faces]:
    """Return the mesh of a solid that is cut by a plan, whatever the lengths: the numbers of its lines decide.

    There must be room for what is cut, and for the concave edges that are filled.
    """
    return _Surface(solid, plan, groups, numbers).surface(fillings)


class _Surface:
    """Polygons on a lattice, which has the lines of the solid and those that are one of the widths beside them."""

    def __init__(self, solid: Solid, plan: Plan, groups: Groups, numbers: Sequence[Numbers]) -> None:
        self.filled, self.sides = solid.filled, solid.directions
        self.plan, self.groups, self.numbers = plan, groups, numbers
        x, y, z = (int(some.max()) + 1 for some in numbers)
        halves = [some.size - some.shape[1] for some in numbers]
        self.lattice = Lattice((x, y, z), [count + more for count, more in zip((x, y, z), halves, strict=True)])
        self.polygons: dict[int, list[Keys]] = {3: [np.empty((0, 3), dtype=np.int64)], 4: []}
        self.directions: dict[int, list[NDArray[np.int8]]] = {3: [], 4: []}
        # By axis: on which of its lines, and from where to where along the next two axes, there are no faces left.
        self.cleared: tuple[list[Numbers], ...] = ([], [], [])

    def surface(self, fillings: Sequence[Runs]) -> tuple[Places, Faces]:
        """Return the places of the vertices, and the faces."""
        for runs in fillings:
            self._add_fillings(runs)
        for runs, groups in zip(self.plan.runs, self.groups.of_runs, strict=True):
            self._add_strips(runs, groups)
        self._add_corners()
        for axis in range(3):
            self._add_faces(axis)
        quads, triangles = (np.concatenate(self.polygons[corners]) for corners in (4, 3))
        directions = None
        if self.sides is not None:
            directions = np.concatenate(self.directions[4] + self.directions[3])
        return conforming(self.lattice, self._centers(), quads, triangles, directions)

    def _add_strips(self, runs: Runs, groups: NDArray[np.intp]) -> None:
        """Add a rectangle along each edge that is cut, from where one corner's patches end to where the next begin."""
        axis, second, third = runs.axis, (runs.axis + 1) % 3, (runs.axis + 2) % 3
        low = self._number(axis, runs.begin, runs.stops_at_begin.astype(np.int64), groups)
        high = self._number(axis, runs.end, -runs.stops_at_end.astype(np.int64), groups)
        u, v = self._number(second, runs.second), self._number(third, runs.third)
        u_inside = self._number(second, runs.second, _sign(runs.above_second), groups)
        v_inside = self._number(third, runs.third, _sign(runs.above_third), groups)
        numbers = [np.stack((low, low, high, high), axis=1)] * 3
        numbers[second] = np.stack((u_inside, u, u, u_inside), axis=1)
        numbers[third] = np.stack((v, v_inside, v_inside, v), axis=1)
        keys = self.lattice.keys(*numbers)
        turned = runs.above_second == runs.above_third
        keys[turned] = keys[turned, ::-1]
        box = [runs.begin] * 3
        box[second], box[third] = runs.second - ~runs.above_second, runs.third - ~runs.above_third
        self._add(keys, box, second)
        self._clear(second, runs.second, (v, v_inside), (low, high))
        self._clear(third, runs.third, (low, high), (u, u_inside))

    def _add_fillings(self, runs: Runs) -> None:
        """Add a rectangle along each edge that is filled, as long as leaves a width at both ends, and its two ends."""
        axis, second, third = runs.axis, (runs.axis + 1) % 3, (runs.axis + 2) % 3
        runs = runs.some(self._number(axis, runs.begin, 1) < self._number(axis, runs.end, -1))
        low, high = self._number(axis, runs.begin, 1), self._number(axis, runs.end, -1)
        u, v = self._number(second, runs.second), self._number(third, runs.third)
        u_outside = self._number(second, runs.second, _sign(runs.above_second))
        v_outside = self._number(third, runs.third, _sign(runs.above_third))
        turned = runs.above_second != runs.above_third
        box = [runs.begin] * 3
        box[second], box[third] = runs.second - runs.above_second, runs.third - runs.above_third
        for alongs, seconds, thirds, is_turned in (
            ((low, low, high, high), (u_outside, u, u, u_outside), (v, v_outside, v_outside, v), turned),
            ((low, low, low), (u, u, u_outside), (v, v_outside, v), turned),
            ((high, high, high), (u, u_outside, u), (v, v, v_outside), turned),
        ):
            numbers = [np.stack(alongs, axis=1)] * 3
            numbers[second], numbers[third] = np.stack(seconds, axis=1), np.stack(thirds, axis=1)
            keys = self.lattice.keys(*numbers)
            keys[is_turned] = keys[is_turned, ::-1]
            self._add(keys, box, second)
        self._clear(second, runs.second, (v, v_outside), (low, high))
        self._clear(third, runs.third, (low, high), (u, u_outside))

    def _add_corners(self) -> None:
        """Add the patches round the active corners, all those of a case at once."""
        order = np.argsort(self.plan.cases, kind="stable")
        begins = np.flatnonzero(np.diff(self.plan.cases[order], prepend=-1))
        for some in np.split(order, begins[1:]):
            found = corner(int(self.plan.cases[some[0]]))
            places, groups = self.plan.places[some], self.groups.of_places[some]
            for patches in (found.triangles, found.quads):
                if patches:
                    self._add_patches(some, patches)
            for axis, number in found.cleared:
                ranges = [
                    (
                        self._number(one, places[:, one]),
                        self._number(one, places[:, one], 2 * OCTANTS[number][one] - 1, groups),
                    )
                    for one in ((axis + 1) % 3, (axis + 2) % 3)
                ]
                self._clear(axis, places[:, axis], ranges[0], ranges[1])

    def _add_patches(self, corners: NDArray[np.intp], patches: tuple[Patch, ...]) -> None:
        """Add patches, all triangles or all rectangles, round each of some corners."""
        points = np.array([patch.points for patch in patches])
        octants = np.array([patch.octant for patch in patches])
        places, groups = self.plan.places[corners], self.groups.of_places[corners, None, None]
        keys = self.lattice.keys(
            *(self._number(axis, places[:, axis, None, None], points[:, :, axis] // 2, groups) for axis in range(3))
        )
        centers = self.lattice.size + len(OCTANTS) * corners[:, None, None] + octants[:, None]
        keys = np.where(points[:, :, 0] % 2 == 1, centers, keys)
        boxes = places[:, None] - 1 + np.array(OCTANTS)[octants]
        self._add(keys.reshape(-1, points.shape[1]), list(boxes.reshape(-1, 3).T), 0)

    def _centers(self) -> Numbers:
        """Return the lines half a width from each active corner, in each direction, shape (3, n)."""
        found = []
        for axis, (numbers, count) in enumerate(zip(self.numbers, self.lattice.counts, strict=True)):
            side = 2 * self.groups.of_places[:, None] + np.array(OCTANTS)[:, axis]
            found.append((count + side * numbers.shape[1] + self.plan.places[:, axis, None]).ravel())
        return np.stack(found)

    def _add_faces(self, axis: int) -> None:
        """Add what is left of the faces across an axis, as few rectangles as rows of the same length give."""
        second, third = (axis + 1) % 3, (axis + 2) % 3
        left = self._faces(axis)
        # Begins and ends of what goes on alike along the third axis.
        padded = np.pad(left, [(0, 0), (0, 0), (1, 1)])
        changed = padded[:, :, 1:] != padded[:, :, :-1]
        plane, row, begin = np.nonzero(changed & (padded[:, :, 1:] != 0))
        end = np.nonzero(changed & (padded[:, :, :-1] != 0))[2]
        label = left[plane, row, begin]
        # Equal ones in rows that follow each other become one.
        order = np.lexsort((row, end, begin, label, plane))
        plane, row, begin, end, label = plane[order], row[order], begin[order], end[order], label[order]
        same = [some[1:] == some[:-1] for some in (plane, begin, end, label)]
        goes_on = np.all([*same, row[1:] == row[:-1] + 1], axis=0)
        first, last = np.append(True, ~goes_on), np.append(~goes_on, True)
        low, high = row[first], row[last] + 1
        plane, begin, end, label = plane[first], begin[first], end[first], label[first]
        numbers = [self._number(axis, plane)[:, None].repeat(4, axis=1)] * 3
        numbers[second] = np.stack((low, high, high, low), axis=1)
        numbers[third] = np.stack((begin, begin, end, end), axis=1)
        keys = self.lattice.keys(*numbers)
        downward = label % 2 == 1
        keys[downward] = keys[downward, ::-1]
        self.polygons[4].append(keys)
        self.directions[4].append(((label - 1) // 2).astype(np.int8))

    def _faces(self, axis: int) -> NDArray[np.int8]:
        """Return what is left of the faces on each of the solid's lines across an axis, between those of the lattice.

        It is 0 where there is no face; else 1 for one that looks down or 2 for one that looks up, and twice its
        direction more. The other axes follow in the cycle.
        """
        order = axis, (axis + 1) % 3, (axis + 2) % 3
        below, above = neighbors(np.pad(self.filled, 1), axis)
        faces = (below != above) * np.int8(1) + (below & ~above)
        if self.sides is not None:
            beside = neighbors(np.pad(self.sides, 1, constant_values=NO_DIRECTION), axis)
            faces += np.int8(2) * directions_of_sides(*beside, below, axis) * (faces != 0)
        # A margin for the lines of the lattice that are outside of the solid.
        faces = np.pad(np.transpose(faces, order), [(0, 0), (1, 1), (1, 1)])
        boxes = [
            np.searchsorted(self.numbers[one][0], np.arange(self.lattice.counts[one] - 1), side="right")
            for one in order[1:]
        ]
        left = faces[:, boxes[0][:, None], boxes[1]]
        plane, u0, u1, v0, v1 = np.concatenate(self.cleared[axis], axis=1)
        depth = np.zeros((left.shape[0], left.shape[1] + 1, left.shape[2] + 1), dtype=np.int32)
        for first, second, change in ((u0, v0, 1), (u0, v1, -1), (u1, v0, -1), (u1, v1, 1)):
            np.add.at(depth, (plane, first, second), change)
        np.cumsum(depth, axis=1, out=depth)
        np.cumsum(depth, axis=2, out=depth)
        return np.where(depth[:, :-1, :-1] > 0, np.int8(0), left)

    def _number(
        self, axis: int, lines: NDArray[np.intp], side: NDArray[np.int64] | int = 0, groups: NDArray[np.intp] | int = 0
    ) -> Numbers:
        """Return the number on the lattice of some lines of the solid, or of what is a group's width beside them.

        ``side`` is 1 above a line, -1 below it, and 0 for the line itself.
        """
        side = np.asarray(side)
        row = np.where(side == 0, 0, 1 + 2 * np.asarray(groups) + (side > 0))
        found: Numbers = self.numbers[axis][row, lines]
        return found

    def _clear(
        self, axis: int, lines: NDArray[np.intp], second: tuple[Numbers, ...], third: tuple[Numbers, ...]
    ) -> None:
        """Take rectangles of the faces across an axis away; their ends along the next two axes are in any order."""
        ends = [some(one) for one in (second, third) for some in (_least, _greatest)]
        self.cleared[axis].append(np.stack([lines.astype(np.int64), *ends]))

    def _add(self, keys: Keys, box: list[NDArray[np.intp]], fallback: int) -> None:
        """Add polygons, each with the direction of a box or, if that has none, with another one."""
        self.polygons[keys.shape[1]].append(keys)
        if self.sides is not None:
            own = self.sides[tuple(box)]
            self.directions[keys.shape[1]].append(np.where(own == NO_DIRECTION, np.int8(fallback), own))


def _sign(above: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.where(above, 1, -1)


def _least(ends: tuple[Numbers, ...]) -> Numbers:
    return np.minimum(ends[0], ends[1])


def _greatest(ends: tuple[Numbers, ...]) -> Numbers:
    return np.maximum(ends[0], ends[1])
