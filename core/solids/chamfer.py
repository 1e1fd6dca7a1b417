# SPDX-License-Identifier: GPL-3.0-or-later
"""Chamfers: the convex edges of a solid cut at 45 degrees.

Concave edges stay, but where they are to be filled. What is left round each corner of the grid is known from its
neighborhood (``chamfer_corner``); between two such corners a strip joins the two faces of an edge, and the faces are
what is left of those of the sharp solid. So nothing but what is filled lies outside of it, and what is flat stays where
it was.

A chamfer has the same width everywhere, but for the edges on the bed, which can be narrower. Where a wall is too thin
for it, all become narrower (``chamfer_plan``). A solid can have several of different widths (``chamfer_cuts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.containers import triple
from .chamfer_corner import OCTANTS, Patch, corner
from .chamfer_cuts import Cuts, Numbering, Numbers, Skin, lines_beside, numbering
from .chamfer_plan import Runs
from .edges import BedSide, EdgeChoice, bed_line, every_edge, no_edge
from .flat_faces import Keys, Lattice, Places
from .mesh import Faces, Mesh
from .solid import NO_DIRECTION, Solid, sides_across

FACES_AT_ONCE = 1 << 20
"""The places of the lattice that are looked at together, for what is left of faces."""


class _Surface:
    """Polygons on a lattice, which has the lines of the solid and those that are one of the widths beside them.

    There must be room for what is cut, and for the concave edges that are filled. Where there are two widths more
    than chamfers, they are that of the first one on the bed, and of what is filled; and where this is as wide.
    """

    def __init__(self, solid: Solid, cuts: Cuts, numbered: Numbering) -> None:
        self.filled, self.sides, self.numbers = solid.filled, solid.directions, numbered.of_axes
        self.plan, self.groups, self.fillings = cuts.plan, cuts.groups, cuts.fillings
        # The groups that the two widths more would be.
        self.narrow, self.steep = len(cuts.choices), len(cuts.choices) + 1
        is_narrower = cuts.bed is not None and not np.array_equal(
            self.numbers[0][1], self.numbers[0][1 + 2 * self.narrow]
        )
        self.bed = cuts.bed if is_narrower else None
        self.lattice = Lattice(triple(numbered.counts))
        self.polygons: dict[int, list[Keys]] = {3: [np.empty((0, 3), dtype=np.int64)], 4: []}
        self.directions: dict[int, list[NDArray[np.int8]]] = {3: [], 4: []}
        # By their size: the polygons that have a plane of their own once the chamfer on the bed is narrower.
        self.apart: dict[int, list[NDArray[np.bool_]]] = {3: [np.zeros(0, dtype=bool)], 4: []}
        # By axis: on which of its lines, and from where to where along the next two axes, there are no faces left.
        self.cleared: tuple[list[Numbers], ...] = ([], [], [])

    def mesh(self, lines: Sequence[NDArray[np.float64]]) -> tuple[Places, Faces]:
        """Return the places of the vertices, and the faces; they are the same wherever the numbers of lines are."""
        for runs in self.fillings:
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
        if self.bed is None:
            return self.lattice.faces(lines, quads, directions, triangles, self._centers())
        apart = np.concatenate(self.apart[4] + self.apart[3])
        places, faces = self.lattice.faces(lines, quads, directions, triangles, self._centers(), apart=apart)
        return self._narrowed(places, [len(line) for line in lines], self.bed), faces

    def _narrowed(self, places: Places, counts: Sequence[int], bed: tuple[int, int]) -> Places:
        """Return the places of vertices with those on the bed, and those half a width above it, moved outward.

        They come to be the narrower width from the lines of the solid, or half of it, across both level axes. So the
        cubes round a corner on the bed become frustums: nothing is turned over, and the planes along the edges on the
        bed stay planes.
        """
        axis, level = bed
        before = np.cumsum([0, *counts[:2]])
        on_bed = places[:, axis] == before[axis] + self.numbers[axis][0, level]
        beside = self.lattice.counts[axis] + self.numbers[axis].shape[1] * np.arange(2) + level
        above_bed = np.isin(places[:, axis], before[axis] + beside)
        moved = places.copy()
        for across in (side for side in range(3) if side != axis):
            numbers, halves = self.numbers[across], before[across] + self.lattice.counts[across]
            narrowed = np.arange(counts[across])
            narrowed[numbers[1:3]] = numbers[1 + 2 * self.narrow :][:2]
            moved[on_bed, across] = before[across] + narrowed[places[on_bed, across] - before[across]]
            # Two rows of lines for each width.
            is_half = above_bed & (places[:, across] >= halves)
            moved[is_half, across] += 2 * self.narrow * numbers.shape[1]
        return moved

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
        """Add a rectangle along each edge that is filled, as long as leaves a width at both ends, and its two ends.

        These rise from the edge to the rectangle's ends, and leave a triangle of both faces.
        """
        axis, second, third = runs.axis, (runs.axis + 1) % 3, (runs.axis + 2) % 3
        from_low, to_high = self._number(axis, runs.begin, 1, self.steep), self._number(axis, runs.end, -1, self.steep)
        has_room = from_low < to_high
        runs, from_low, to_high = runs.some(has_room), from_low[has_room], to_high[has_room]
        low, high = self._number(axis, runs.begin, 1), self._number(axis, runs.end, -1)
        u, v = self._number(second, runs.second), self._number(third, runs.third)
        u_outside = self._number(second, runs.second, _sign(runs.above_second), self.narrow)
        v_outside = self._number(third, runs.third, _sign(runs.above_third), self.narrow)
        turned = runs.above_second != runs.above_third
        box = [runs.begin] * 3
        box[second], box[third] = runs.second - runs.above_second, runs.third - runs.above_third
        for alongs, seconds, thirds in (
            ((from_low, from_low, to_high, to_high), (u_outside, u, u, u_outside), (v, v_outside, v_outside, v)),
            ((low, from_low, from_low), (u, u, u_outside), (v, v_outside, v)),
            ((high, to_high, to_high), (u, u_outside, u), (v, v, v_outside)),
            ((low, from_low, low), (u, u_outside, u_outside), (v, v, v)),
            ((low, low, from_low), (u, u, u), (v, v_outside, v_outside)),
            ((high, high, to_high), (u, u_outside, u_outside), (v, v, v)),
            ((high, to_high, high), (u, u, u), (v, v_outside, v_outside)),
        ):
            numbers = [np.stack(alongs, axis=1)] * 3
            numbers[second], numbers[third] = np.stack(seconds, axis=1), np.stack(thirds, axis=1)
            keys = self.lattice.keys(*numbers)
            keys[turned] = keys[turned, ::-1]
            self._add(keys, box, second)
        self._clear(second, runs.second, (v, v_outside), (low, high))
        self._clear(third, runs.third, (low, high), (u, u_outside))

    def _add_corners(self) -> None:
        """Add the patches round the active corners, all those of a case at once."""
        order = np.argsort(self.plan.cases, kind="stable")
        begins = np.flatnonzero(np.diff(self.plan.cases[order], prepend=-1))
        for some in np.split(order, begins[1:]):
            surroundings = corner(int(self.plan.cases[some[0]]))
            places, groups = self.plan.places[some], self.groups.of_places[some]
            for patches in (surroundings.triangles, surroundings.quads):
                if patches:
                    self._add_patches(some, patches)
            for axis, number in surroundings.cleared:
                ranges = [
                    (
                        self._number(along, places[:, along]),
                        self._number(along, places[:, along], 2 * OCTANTS[number][along] - 1, groups),
                    )
                    for along in ((axis + 1) % 3, (axis + 2) % 3)
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
        apart = None
        if self.bed is not None:
            axis, level = self.bed
            normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 1])
            is_upright = (normals[:, axis] == 0) & (np.count_nonzero(normals, axis=1) == 2)
            apart = ((places[:, axis, None] == level) & is_upright).ravel()
        self._add(keys.reshape(-1, points.shape[1]), list(boxes.reshape(-1, 3).T), 0, apart)

    def _centers(self) -> Numbers:
        """Return the lines half a width from each active corner, in each direction, shape (3, n)."""
        lines = []
        for axis, (numbers, count) in enumerate(zip(self.numbers, self.lattice.counts, strict=True)):
            side = 2 * self.groups.of_places[:, None] + np.array(OCTANTS)[:, axis]
            lines.append((count + side * numbers.shape[1] + self.plan.places[:, axis, None]).ravel())
        return np.stack(lines)

    def _add_faces(self, axis: int) -> None:
        """Add what is left of the faces across an axis, some of the solid's lines at once."""
        sides = sides_across(self.filled, self.sides, axis)
        across = (axis + 1) % 3, (axis + 2) % 3
        cleared = np.concatenate(self.cleared[axis], axis=1)
        cleared = cleared[:, np.argsort(cleared[0], kind="stable")]
        count = max(1, FACES_AT_ONCE // (self.lattice.counts[across[0]] * self.lattice.counts[across[1]]))
        for first in range(0, len(sides), count):
            some = sides[first : first + count]
            begin, end = np.searchsorted(cleared[0], (first, first + count))
            plane, *ranges = cleared[:, begin:end]
            u, v = (
                np.flatnonzero(np.bincount(np.concatenate([self.numbers[along][0], *ends])))
                for along, ends in zip(across, (ranges[:2], ranges[2:]), strict=True)
            )
            left = self._left(some, across, (u, v), (plane - first, *ranges))
            keys, directions = self.lattice.rectangles(left, axis, self.numbers[axis][0][first:], (u, v))
            self.polygons[4].append(keys)
            self.apart[4].append(np.zeros(len(keys), dtype=bool))
            self.directions[4].append(directions)

    def _left(
        self,
        sides: NDArray[np.int8],
        across: tuple[int, int],
        lines: tuple[Numbers, Numbers],
        cleared: Sequence[Numbers],
    ) -> NDArray[np.int8]:
        """Return what is left of sides, as ``sides_across`` returns them, between lines of the lattice."""
        # A margin for the lines of the lattice that are outside of the solid.
        faces = np.pad(sides, [(0, 0), (1, 1), (1, 1)])
        rows, columns = (
            np.searchsorted(self.numbers[along][0], some[:-1], side="right")
            for along, some in zip(across, lines, strict=True)
        )
        left = faces[:, rows[:, None], columns]
        plane, *ends = cleared
        if not len(plane):
            return left
        u0, u1, v0, v1 = (np.searchsorted(lines[place // 2], some) for place, some in enumerate(ends))
        # Sums that wrap round on the way come out right: never do thousands of rectangles lie on each other.
        depth = np.zeros((left.shape[0], left.shape[1] + 1, left.shape[2] + 1), dtype=np.int16)
        for first, second, change in ((u0, v0, 1), (u0, v1, -1), (u1, v0, -1), (u1, v1, 1)):
            np.add.at(depth, (plane, first, second), np.int16(change))
        np.cumsum(depth, axis=1, dtype=np.int16, out=depth)
        np.cumsum(depth, axis=2, dtype=np.int16, out=depth)
        left[depth[:, :-1, :-1] > 0] = 0
        return left

    def _number(
        self, axis: int, lines: NDArray[np.intp], side: NDArray[np.int64] | int = 0, groups: NDArray[np.intp] | int = 0
    ) -> Numbers:
        """Return the number on the lattice of some lines of the solid, or of what is a group's width beside them.

        ``side`` is 1 above a line, -1 below it, and 0 for the line itself.
        """
        side = np.asarray(side)
        row = np.where(side == 0, 0, 1 + 2 * np.asarray(groups) + (side > 0))
        number: Numbers = self.numbers[axis][row, lines]
        return number

    def _clear(
        self, axis: int, lines: NDArray[np.intp], second: tuple[Numbers, ...], third: tuple[Numbers, ...]
    ) -> None:
        """Take rectangles of the faces across an axis away; their ends along the next two axes are in any order."""
        ends = [end(*pair) for pair in (second, third) for end in (np.minimum, np.maximum)]
        self.cleared[axis].append(np.stack([lines.astype(np.int64), *ends]))

    def _add(
        self, keys: Keys, box: list[NDArray[np.intp]], fallback: int, apart: NDArray[np.bool_] | None = None
    ) -> None:
        """Add polygons, each with the direction of a box or, if that has none, with another one."""
        self.polygons[keys.shape[1]].append(keys)
        self.apart[keys.shape[1]].append(np.zeros(len(keys), dtype=bool) if apart is None else apart)
        if self.sides is not None:
            own = self.sides[tuple(box)]
            self.directions[keys.shape[1]].append(np.where(own == NO_DIRECTION, np.int8(fallback), own))


def _sign(above: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.where(above, 1, -1)


@dataclass(frozen=True)
class OnBed:
    """The width of a chamfer on the lowest faces of a solid along an axis, or the highest where it points downward.

    There a wider chamfer becomes as high as it is elsewhere, and so steeper than 45 degrees; what it cuts of upright
    edges runs out above it.
    """

    width: float
    axis: int = 2
    downward: bool = False


@dataclass(frozen=True)
class Chamfer:
    """A cut along edges of a solid: its width in millimeters, measured on both faces of an edge, and the edges.

    ``others`` are cut of it too, each as wide as it says; what one of them would cut of what this one or an earlier
    one cuts, or of what meets that at a corner, has the width of the earlier one. Raises ValueError for a width that is
    negative or no number.

    Concave edges that are ``filled`` become slopes as wide as this chamfer, but for as much at their ends, where other
    edges may be cut. From there they rise as far as they are wide, so that nothing hangs. That is for solids whose gaps
    and concave edges have the room that the convex ones have.

    A chamfer that is narrower ``on_bed`` fills by that narrower width, so that any two solids with it have the room;
    it has no others.

    The ``pits`` of a side count as filled when room is looked for. That is for edges that keep away from them by as
    much as makes up for it: by half of what a wall needs that is cut from both sides.
    """

    width: float
    edges: EdgeChoice = every_edge
    others: tuple[Chamfer, ...] = ()
    filled: EdgeChoice = no_edge
    pits: BedSide | None = None
    on_bed: OnBed | None = None

    def __post_init__(self) -> None:
        """Check the width."""
        if self.on_bed is not None and (self.others or not 0 < self.on_bed.width < float("inf")):
            raise ValueError("a chamfer that is narrower on the bed has a width there, and no others")
        if not 0 <= self.width < float("inf"):
            raise ValueError(f"a chamfer cannot be {self.width} mm wide")

    def mesh(self, solid: Solid) -> Mesh:
        """Return the surface of a solid with its chamfers; that of the solid itself where nothing is cut.

        The mesh is closed. It is two-manifold as that of the solid is: not where two boxes touch at an edge or a corner
        only and keep it; chamfers take them apart. A strip belongs to the direction of the box where it begins.
        """
        return self.skin(solid).mesh

    def skin(self, solid: Solid, earlier: Skin | None = None) -> Skin:
        """Return what the mesh is made from; as far as an earlier one differs by lengths only, from that."""
        cutting = self._cutting
        cuts = numbered = None
        lines, widths = np.concatenate(solid.lines), list[float]()
        if earlier is not None and not earlier.has_boxes_of(solid):
            earlier = None
        if cutting:
            choices = [chamfer.edges(solid) for chamfer in cutting]
            known = None if earlier is None else earlier.cuts
            # Most solids have none, and large ones take a while to look through.
            filled = None if self.filled is no_edge else self.filled(solid)
            level = None if self.on_bed is None else bed_line(solid, self.on_bed.axis, downward=self.on_bed.downward)
            if known is not None and known.are_by(choices, filled, self.pits, level):
                cuts = known
            else:
                cuts = Cuts(solid, choices, filled, self.pits, level)
            if len(cuts.plan.places):
                widths = cuts.widths(solid.lines, [chamfer.width for chamfer in cutting])
                if self.on_bed is not None or filled is not None:
                    narrow = widths[0] if self.on_bed is None else min(widths[0], self.on_bed.width)
                    widths += [narrow, widths[0] + narrow]
                beside = lines_beside(solid.lines, widths)
                numbered = numbering(solid.lines, beside, None if earlier is None else earlier.numbering)
                lines = numbered.lines(beside)
        if earlier is not None and numbered is earlier.numbering and (numbered is None or cuts is earlier.cuts):
            places, faces = earlier.places, earlier.faces
        elif cuts is not None and numbered is not None:
            places, faces = _Surface(solid, cuts, numbered).mesh(np.split(lines, np.cumsum(numbered.lengths[:2])))
        else:
            places, faces = solid.surface()
        return Skin(faces, places, lines, solid, cuts, numbered, widths)

    @property
    def _cutting(self) -> list[Chamfer]:
        """This chamfer and the others, but those that cut nothing."""
        return [chamfer for chamfer in (self, *self.others) if chamfer.width > 0]
