# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes: vertices, and flat faces of any number of corners, without holes, which can be divided into triangles.

Whether triangles or faces are closed is seen by their edges alone, and by that the volume that they enclose.

A line sweeps over a face from left to right (S. Hertel and K. Mehlhorn, "Fast Triangulation of Simple Polygons", 1983).
What it has passed of the face is divided, but for what lies right of some chains of corners: one for each interval of
the line that is inside of the face. At each corner the triangles that it can see are taken off the ends of its chains.

Then two triangles that share an edge get the other diagonal, as long as any circle round one has the other's corner
inside (C. L. Lawson, "Software for C1 Surface Interpolation", 1977): no triangle is more of a sliver than it must be,
which single precision would lose.
"""

from __future__ import annotations

from bisect import bisect
from collections import deque
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

THINNEST = 1e-8
"""In square millimeters; what has less than twice that is no triangle: its corners lie on one line."""

Triangles = list[int]
"""The numbers of their corners, three for each."""


def triangulated(
    vertices: NDArray[np.floating[Any]], corners: NDArray[np.int32], begins: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Return the corners of triangles, shape (t, 3), and the number of the face that each is of.

    ``vertices`` have shape (v, 3); ``corners`` and ``begins`` are those of ``Faces``. No face may have a hole, or touch
    itself at a vertex.
    """
    sizes = np.diff(begins, append=np.int32(len(corners)))
    points = vertices[corners].astype(np.float64)
    divided, owners = [], []
    for size, divide in ((3, lambda _, some: some), (4, _halves)):
        of_size = np.flatnonzero(sizes == size)
        places = begins[of_size][:, None] + np.arange(size)
        triangles = divide(points[places], corners[places])
        divided.append(triangles)
        owners.append(np.repeat(of_size, size - 2))
    larger = np.flatnonzero(sizes > 4)
    if len(larger):
        flat = _flattened(points, begins, sizes)
        some: Triangles = []
        for begin, size in zip(begins[larger].tolist(), sizes[larger].tolist(), strict=True):
            x, y = flat[begin : begin + size].T.tolist()
            some += [begin + place for place in _without_slivers(x, y, _Sweep(x, y).run())]
        divided.append(corners[np.array(some, dtype=np.intp)].reshape(-1, 3))
        owners.append(np.repeat(larger, sizes[larger] - 2))
    return np.concatenate(divided).astype(np.int32), np.concatenate(owners)


def _halves(points: NDArray[np.float64], corners: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return two triangles for each face of four corners, along the shorter diagonal that lies inside."""
    normals = np.cross(points[:, 2] - points[:, 0], points[:, 3] - points[:, 1])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), np.finfo(float).tiny)
    first, second = points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]
    third = points[:, 3] - points[:, 0]
    halves = ((first, second), (second, third)), ((second - first, third - first), (first, third))
    lie_inside = [
        np.min([np.einsum("ij,ij->i", np.cross(*pair), normals) for pair in pairs], axis=0) > THINNEST
        for pairs in halves
    ]
    lengths = [np.linalg.norm(diagonal, axis=1) for diagonal in (second, third - first)]
    is_first = lie_inside[0] & ~(lie_inside[1] & (lengths[1] < lengths[0] - THINNEST))
    places = np.where(is_first[:, None], [0, 1, 2, 0, 2, 3], [1, 2, 3, 1, 3, 0])
    triangles: NDArray[np.int32] = np.take_along_axis(corners, places, axis=1).reshape(-1, 3)
    return triangles


def _flattened(points: NDArray[np.float64], begins: NDArray[np.int32], sizes: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return the corners of faces as seen from outside along the axis that they look along most, shape (c, 2)."""
    local = points - np.repeat(points[begins], sizes, axis=0)
    normals = newell_normals(local, begins, sizes)
    axes = np.abs(normals).argmax(axis=1)
    upward = np.take_along_axis(normals, axes[:, None], axis=1)[:, 0] > 0
    seen = np.stack([(axes + 1) % 3, (axes + 2) % 3], axis=1)
    seen[~upward] = seen[~upward, ::-1]
    return np.take_along_axis(local, np.repeat(seen, sizes, axis=0), axis=1)


def newell_normals(
    points: NDArray[np.float64], begins: NDArray[np.int32], sizes: NDArray[np.int32]
) -> NDArray[np.float64]:
    """Return vectors to where faces look, twice as long as their areas, shape (f, 3); ``points`` are their corners."""
    following = np.roll(points, -1, axis=0)
    following[begins + sizes - 1] = points[begins]
    normals: NDArray[np.float64] = np.add.reduceat(np.cross(points, following), begins, axis=0)
    return normals


def bounds_of(places: NDArray[np.floating[Any]]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the lowest and the highest coordinates of places along each axis, shape (..., axes).

    It goes axis by axis, as numpy takes forty times as long over all at once.
    """
    columns = [places[..., axis] for axis in range(places.shape[-1])]
    return np.array([column.min() for column in columns]), np.array([column.max() for column in columns])


class _Interval:
    """A part of the line inside of the face: the edges that bound it, and the chain from the upper to the lower one."""

    def __init__(self, chain: deque[int], lower: tuple[int, int], upper: tuple[int, int]) -> None:
        self.chain, self.lower, self.upper = chain, lower, upper


class _Sweep:
    """A sweep over the corners of one face, which are counter-clockwise."""

    def __init__(self, x: list[float], y: list[float]) -> None:
        self.x, self.y = x, y
        self.triangles: Triangles = []
        # From the lowest to the highest; and by the corner that ends its lower edge, or its upper one.
        self.intervals: list[_Interval] = []
        self.by_lower: dict[int, _Interval] = {}
        self.by_upper: dict[int, _Interval] = {}

    def run(self) -> Triangles:
        count = len(self.x)
        # What lies on one upright line comes from below to above, as if the line leant a little.
        order = sorted(range(count), key=list(zip(self.x, self.y, strict=True)).__getitem__)
        rank = [0] * count
        for place, corner in enumerate(order):
            rank[corner] = place
        for here in order:
            before, after = here - 1 if here else count - 1, here + 1 if here + 1 < count else 0
            if rank[before] < rank[here] < rank[after]:
                self._go_on_below(here, after)
            elif rank[before] > rank[here] > rank[after]:
                self._go_on_above(here, before)
            elif rank[before] > rank[here]:
                self._open(here, before, after, rank)
            else:
                self._close(here)
        return self.triangles

    def _go_on_below(self, here: int, after: int) -> None:
        interval = self.by_lower.pop(here)
        self._add_below(interval.chain, here)
        self._bound(interval, lower=(here, after))

    def _go_on_above(self, here: int, before: int) -> None:
        interval = self.by_upper.pop(here)
        self._add_above(interval.chain, here)
        self._bound(interval, upper=(here, before))

    def _open(self, here: int, before: int, after: int, rank: list[int]) -> None:
        """Begin an interval; or divide one, by a line to the last corner of its chain, which nothing hides."""
        x, y, at = self.x, self.y, self.x[here]

        def height(known: _Interval) -> float:
            """Return where the lower edge crosses the line; of one that lies in it, where it begins."""
            begin, end = known.lower
            long = x[end] - x[begin]
            return y[begin] + (y[end] - y[begin]) * (at - x[begin]) / long if long else y[begin]

        place = bisect(self.intervals, y[here], key=height)
        if self._turn(before, here, after) > 0:
            interval = _Interval(deque([here]), (here, after), (here, before))
            self._bound(interval, lower=(here, after), upper=(here, before))
            self.intervals.insert(place, interval)
            return
        divided = self.intervals[place - 1]
        links = divided.chain
        ranks = [rank[link] for link in links]
        last = ranks.index(max(ranks))
        above, below = deque(islice(links, last + 1)), deque(islice(links, last, None))
        self._add_below(above, here)
        self._add_above(below, here)
        lower = _Interval(below, divided.lower, (here, before))
        divided.chain = above
        self._bound(divided, lower=(here, after))
        self._bound(lower, lower=lower.lower, upper=lower.upper)
        self.intervals.insert(place - 1, lower)

    def _close(self, here: int) -> None:
        """End an interval; or join two, the one whose lower edge ends here and the one below it."""
        above, below = self.by_lower.pop(here), self.by_upper.pop(here)
        self._add_below(above.chain, here)
        if above is below:
            # What is left has no area but by rounding.
            left = above.chain
            while len(left) > 2:
                self.triangles += [left[1], here, left[0]]
                left.popleft()
            self.intervals.remove(above)
            return
        self._add_above(below.chain, here)
        above.chain.pop()
        above.chain.extend(below.chain)
        self._bound(above, lower=below.lower)
        self.intervals.remove(below)

    def _bound(
        self, interval: _Interval, *, lower: tuple[int, int] | None = None, upper: tuple[int, int] | None = None
    ) -> None:
        if lower is not None:
            interval.lower = lower
            self.by_lower[lower[1]] = interval
        if upper is not None:
            interval.upper = upper
            self.by_upper[upper[1]] = interval

    def _add_below(self, links: deque[int], here: int) -> None:
        while len(links) > 1 and self._turn(links[-1], here, links[-2]) > THINNEST:
            self.triangles += [links.pop(), here, links[-1]]
        links.append(here)

    def _add_above(self, links: deque[int], here: int) -> None:
        while len(links) > 1 and self._turn(here, links[0], links[1]) > THINNEST:
            self.triangles += [here, links.popleft(), links[0]]
        links.appendleft(here)

    def _turn(self, first: int, second: int, third: int) -> float:
        """Return twice the area of a triangle, below 0 where its corners are clockwise."""
        x, y = self.x, self.y
        return (x[second] - x[first]) * (y[third] - y[first]) - (y[second] - y[first]) * (x[third] - x[first])


def _without_slivers(x: list[float], y: list[float], triangles: Triangles) -> Triangles:
    """Return triangles of the same face, each with no corner of a neighbor in the circle round it."""
    # An edge is its first corner times the count of all, and its second one: pairs of both take a third longer.
    count = len(x)
    beyond: dict[int, int] = {}
    for a, b, c in zip(triangles[::3], triangles[1::3], triangles[2::3], strict=True):
        beyond[a * count + b], beyond[b * count + c], beyond[c * count + a] = c, a, b
    waiting = [a * count + b for a, b in (divmod(edge, count) for edge in beyond) if a < b and b * count + a in beyond]
    while waiting:
        edge = waiting.pop()
        a, b = divmod(edge, count)
        # Both have triangles, or it was flipped meanwhile.
        if edge not in beyond or (back := b * count + a) not in beyond:
            continue
        c, d = beyond[edge], beyond[back]
        x_d, y_d = x[d], y[d]
        ax, ay, bx, by, cx, cy = x[a] - x_d, y[a] - y_d, x[b] - x_d, y[b] - y_d, x[c] - x_d, y[c] - y_d
        # The last of the corners may be joined to the third, and lies in the circle round the others.
        if (beside_a := bx * cy - by * cx) <= THINNEST or (beside_b := cx * ay - cy * ax) <= THINNEST:
            continue
        aa, bb, cc = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
        if not aa * beside_a + bb * beside_b + cc * (ax * by - ay * bx) > 1e-12 * (aa + bb + cc) ** 2:
            continue
        del beyond[edge], beyond[back]
        beyond[c * count + d], beyond[d * count + c] = b, a
        sides = a * count + d, d * count + b, b * count + c, c * count + a
        beyond[sides[0]] = beyond[sides[1]] = c
        beyond[sides[2]] = beyond[sides[3]] = d
        waiting += sides
    kept: Triangles = []
    for edge, c in beyond.items():
        a, b = divmod(edge, count)
        if a < b and a < c:
            kept += [a, b, c]
    return kept


@dataclass(frozen=True, eq=False)
class Faces:
    """The faces of a mesh, without any length.

    ``corners`` are the numbers of the vertices of one face after the other, counter-clockwise when seen from outside;
    ``begins``, of shape (f,), says where in them each face begins. ``directions``, of shape (f,), says to which of the
    solid's directions each belongs; None for a solid that has none. Meshes that differ by lengths only may share their
    faces, and then are known by that.
    """

    corners: NDArray[np.int32]
    begins: NDArray[np.int32]
    directions: NDArray[np.int8] | None = None

    @classmethod
    def alike(cls, polygons: ArrayLike, directions: NDArray[np.int8] | None = None) -> Faces:
        """Return faces that all have the same number of corners, from an array of shape (f, corners)."""
        given = np.asarray(polygons, dtype=np.int32)
        return cls(given.ravel(), np.arange(len(given), dtype=np.int32) * np.int32(given.shape[1]), directions)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.begins)

    @property
    def sizes(self) -> NDArray[np.int32]:
        """The number of corners of each polygon."""
        return np.diff(self.begins, append=np.int32(len(self.corners)))

    @property
    def following(self) -> NDArray[np.int32]:
        """For each of the corners the vertex at the next one of its face."""
        vertices = np.roll(self.corners, -1)
        if len(self):
            vertices[self.begins + self.sizes - 1] = self.corners[self.begins]
        return vertices


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh: ``vertices`` of shape (v, 3) in millimeters, and its faces."""

    vertices: NDArray[np.float64]
    faces: Faces

    def split(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Return the corners of triangles, two less than a face has corners for each, and the direction of each.

        What has no directions is of direction 0.
        """
        return self._split

    @property
    def volume(self) -> float:
        """The volume that it encloses, in cubic millimeters: that of tetrahedra from one point to its triangles."""
        corners = self.vertices[self.split()[0]]
        return float((corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6)

    @cached_property
    def _split(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        triangles, numbers = triangulated(self.vertices, self.faces.corners, self.faces.begins)
        directions: NDArray[Any] | None = self.faces.directions
        if directions is None:
            directions = np.zeros(len(self.faces), dtype=np.int8)
        return triangles, directions[numbers]


LARGEST_COUNT = 2**31
"""Of places whose numbers begin at 0, so many at most: the numbers of two of them then fit into one of 64 bits."""

FACTORS = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)
"""Odd ones, of which nothing else is wanted than that few bits of both are the same."""


def edges_are_paired(polygons: NDArray[np.integer[Any]]) -> bool:
    """Report whether each edge of some polygons has exactly one that goes the other way.

    ``polygons`` hold a whole number for each corner, shape (polygons, corners); equal numbers are the same place. An
    edge from a place to itself goes both ways. No polygons have all their edges paired.
    """
    return ways_are_paired(polygons.ravel(), np.roll(polygons, -1, axis=1).ravel())


def ways_are_paired(begins: NDArray[np.integer[Any]], finishes: NDArray[np.integer[Any]]) -> bool:
    """Report whether each way, between places that are whole numbers, has exactly one back.

    Numbers that are not below LARGEST_COUNT must be spread over all 64 bits: then two ways count as one with odds of
    1 in 2^64.
    """
    if not len(begins):
        return True
    count = int(begins.max()) + 1
    are_counted = int(begins.min()) >= 0 and count <= LARGEST_COUNT
    # Counted from 0, the numbers of both ends fit into one.
    factors = (np.uint64(count), np.uint64(1)) if are_counted else FACTORS

    def ways(is_wanted: NDArray[np.bool_], starts: NDArray[Any], ends: NDArray[Any]) -> NDArray[np.uint64]:
        low, high = starts[is_wanted].astype(np.uint64), ends[is_wanted].astype(np.uint64)
        return np.sort(low * factors[0] + high * factors[1])

    # To sort the half of them that lead upward, and the other half turned round, takes half the time.
    upward, downward = ways(begins < finishes, begins, finishes), ways(begins > finishes, finishes, begins)
    around = ways(begins == finishes, begins, begins)
    are_single = all((keys[1:] != keys[:-1]).all() for keys in (upward, around))
    return are_single and np.array_equal(upward, downward)


def is_closed(triangles: NDArray[np.float32]) -> bool:
    """Report whether every edge is used once in each direction, and no corner is not a number.

    For a million corners an error is less likely than 1 in 10 million.
    """
    if not len(triangles) or not np.isfinite(triangles).all():
        return False
    return edges_are_paired(corner_keys(triangles))


def corner_keys(triangles: NDArray[np.float32]) -> NDArray[np.uint64]:
    """Return a 64-bit key of each corner, shape (n, 3), mixed from its coordinates.

    Corners that differ have the same key with odds of 1 in 2^64.
    """
    corners = np.ascontiguousarray(triangles + np.float32(0)).view(np.uint32).astype(np.uint64)
    return _mixed(_mixed(_mixed(corners[..., 0]) ^ corners[..., 1]) ^ corners[..., 2])


def open_edges(keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Report of each edge of triangles, from each corner to the next, whether it has an odd number of faces beside it.

    ``keys`` are those of the corners, shape (n, 3); an edge from a place to itself is never open.
    """
    following = np.roll(keys, -1, axis=1)
    edges = _mixed(np.minimum(keys, following)) ^ np.maximum(keys, following)
    edges[keys == following] = 0
    known, counts = np.unique(edges, return_counts=True)
    odd = known[(counts & 1).astype(bool) & (known != 0)]
    return np.isin(edges, odd)


def edges_are_balanced(keys: NDArray[np.uint64]) -> bool:
    """Report whether each edge of triangles goes one way as often as the other way."""
    begin, end = keys.ravel(), np.roll(keys, -1, axis=1).ravel()
    return np.array_equal(np.sort(_mixed(begin) ^ end), np.sort(_mixed(end) ^ begin))


def enclosed_volume(triangles: NDArray[np.floating[Any]]) -> float:
    """Return the volume that closed triangles enclose, positive when they face outward.

    The sum of the tetrahedra that the triangles span with one point (divergence theorem).
    """
    if not len(triangles):
        return 0.0
    a, b, c = triangles.transpose(1, 2, 0).astype(np.float64, order="C") - triangles[0, 0][:, None]
    return float((a * cross_product(b, c)).sum() / 6)


def cross_product(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the vectors across two ones each, shape (3, n): by whole rows, which is sooner than numpy's own."""
    (x, y, z), (x_2, y_2, z_2) = first, second
    return np.stack((y * z_2 - z * y_2, z * x_2 - x * z_2, x * y_2 - y * x_2))


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread the bits of 64-bit numbers (the finalizer of the splitmix64 generator, one to one)."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)
