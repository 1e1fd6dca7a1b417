# SPDX-License-Identifier: GPL-3.0-or-later
"""All that chamfers cut of the boxes of a solid, as far as it follows from no length, and the mesh of what stays.

What meets at a corner that is cut has one width there, and so has all that hangs together by such corners: it belongs
to the first chamfer that chooses any of its edges.

Where a solid differs from an earlier one by lengths only, its mesh has the same faces, and only the vertices move. That
is never guessed: the boxes, the edges that are cut, and the order of all lines are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from ..common.containers import components, counted_up, triple
from .chamfer_corner import TETRAHEDRA, corner
from .chamfer_plan import Plan, Room, Runs, fillings, plan
from .edges import BedSide, Edges, either, no_edge
from .flat_faces import Places
from .mesh import Faces, Mesh
from .solid import Lines, Solid

OfRuns = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True)
class Groups:
    """The numbers of the chamfers that the corners of a plan, and its runs along each axis, belong to.

    ``of_kept`` has, by axis, those of the corners at the begins and at the ends of edges that are not cut.
    """

    of_places: NDArray[np.intp]
    of_runs: OfRuns
    of_kept: OfRuns

    def part(self, plan: Plan, number: int) -> Plan:
        """Return what of a plan belongs to a chamfer."""
        mine = self.of_places == number
        runs = triple(runs.some(groups == number) for runs, groups in zip(plan.runs, self.of_runs, strict=True))
        kept = (runs.some((ends == number).any(axis=0)) for runs, ends in zip(plan.kept, self.of_kept, strict=True))
        return Plan(plan.places[mine], plan.cases[mine], runs, triple(kept))


def groups_of(plan: Plan, choices: Sequence[Edges]) -> Groups:
    """Return which of some choices of edges, of which a plan was made, its corners and runs belong to."""
    first_choices = [_first_choice(runs, [edges[runs.axis] for edges in choices]) for runs in plan.runs]
    count = corners = len(plan.places)
    numbered = np.zeros(plan.places.max(axis=0, initial=0) + 1, dtype=np.intp)
    numbered[tuple(plan.places.T)] = np.arange(corners)
    # The runs are numbered after the corners.
    sources, targets = [], []
    for runs in plan.runs:
        numbers = count + np.arange(len(runs.begin))
        count += len(numbers)
        for along, stops in ((runs.begin, runs.stops_at_begin), (runs.end, runs.stops_at_end)):
            sources.append(numbers[stops])
            targets.append(numbered[tuple(line[stops] for line in runs.corners(along))])
    lowest = components(count, np.concatenate(sources), np.concatenate(targets))
    first = np.full(count, len(choices), dtype=np.intp)
    np.minimum.at(first, lowest[corners:], np.concatenate(first_choices))
    of_places, x, y, z = np.split(first[lowest], np.cumsum([corners, *map(len, first_choices[:2])]))
    kept = [
        np.stack([of_places[numbered[runs.corners(ends)]] for ends in (runs.begin, runs.end)]) for runs in plan.kept
    ]
    return Groups(of_places, (x, y, z), triple(kept))


def _first_choice(runs: Runs, choices: Sequence[NDArray[np.bool_]]) -> NDArray[np.intp]:
    """Return for each run the number of the first choice that has any of its segments."""
    first = np.full(len(runs.begin), len(choices), dtype=np.intp)
    lengths = runs.end - runs.begin
    which = np.repeat(np.arange(len(lengths)), lengths)
    along = runs.begin[which] + counted_up(lengths)
    lines = {runs.axis: along, (runs.axis + 1) % 3: runs.second[which], (runs.axis + 2) % 3: runs.third[which]}
    places = lines[0], lines[1], lines[2]
    for number, chosen in reversed(list(enumerate(choices))):
        first[which[chosen[places]]] = number
    return first


class Cuts:
    """The plan of what is cut, and the chamfers, by number, that its corners and edges belong to.

    ``choices`` are the edges that each chamfer chooses, ``filled`` the concave ones that are filled, as wide as the
    first chamfer is. The ``pits`` of a side take no room. ``bed`` is the axis, and the number of the line across it, at
    which the first chamfer can be narrower.
    """

    def __init__(
        self,
        solid: Solid,
        choices: Sequence[Edges],
        filled: Edges | None = None,
        pits: BedSide | None = None,
        bed: tuple[int, int] | None = None,
    ) -> None:
        self.choices, self.filled, self.pits, self.bed = choices, filled, pits, bed
        self.fillings = () if filled is None else fillings(solid, filled)
        self.plan = plan(solid, reduce(either, choices, no_edge(solid)))
        self.groups = groups_of(self.plan, choices)
        self._solid = solid

    def are_by(
        self,
        choices: Sequence[Edges],
        filled: Edges | None = None,
        pits: BedSide | None = None,
        bed: tuple[int, int] | None = None,
    ) -> bool:
        """Report whether other choices, of the same boxes, are the same."""
        if (len(choices), filled is None, pits, bed) != (len(self.choices), self.filled is None, self.pits, self.bed):
            return False
        mine, others = (
            [along for edges in (*some, *filter(None, [also])) for along in edges]
            for some, also in ((self.choices, self.filled), (choices, filled))
        )
        return all(map(_same, mine, others))

    def widths(self, lines: Lines, wished: Sequence[float]) -> list[float]:
        """Return how wide each chamfer is on some lines: narrower than wished where there is no room."""
        return [room.widest(lines, width) for room, width in zip(self._rooms, wished, strict=True)]

    def volume(self, lines: Lines, widths: Sequence[float]) -> float:
        """Return the volume of what is cut, less what is filled, in cubic millimeters."""
        lost = 0.0
        for part, width in zip(self._parts, widths, strict=True):
            length = 0.0
            for runs in part.runs:
                line = lines[runs.axis]
                length += float((line[runs.end] - line[runs.begin]).sum())
                length -= width * float(runs.stops_at_begin.sum() + runs.stops_at_end.sum())
            corners = sum(corner(case).lost for case in part.cases.tolist())
            lost += length * width**2 / 2 + corners * width**3 / TETRAHEDRA
        for runs in self.fillings:
            line, width = lines[runs.axis], widths[0]
            # At both ends a pyramid, as long as it is wide.
            lengths = line[runs.end] - line[runs.begin] - 4 * width
            whole = lengths[lengths > 0]
            lost -= float(whole.sum()) * width**2 / 2 + len(whole) * width**3 / 3
        return lost

    @cached_property
    def _parts(self) -> list[Plan]:
        return [self.groups.part(self.plan, number) for number in range(len(self.choices))]

    @cached_property
    def _rooms(self) -> list[Room]:
        filled = self._solid.filled
        if self.pits is not None:
            filled = filled | self.pits.pits(self._solid)
        return [Room(filled, part) for part in self._parts]


Numbers = NDArray[np.int64]

SAME = 1e-7
"""Lines so near to each other, in millimeters, are one, where the solid's own are farther from each other."""


def lines_beside(lines: Lines, widths: Sequence[float]) -> NDArray[np.float64]:
    """Return a solid's lines across all axes, one after the other, in a row, and those beside them in more rows.

    For each width these are two, below and above; then come as many for half of each.
    """
    sides = np.array([0.0, *(side * width for width in widths for side in (-1, 1))])
    beside: NDArray[np.float64] = np.add.outer(np.concatenate([sides, sides[1:] / 2]), np.concatenate(lines))
    return beside


class Numbering:
    """Which of a solid's lines and of those each width beside them are one, and in which order they are.

    What differs by its rounding only is one line: that of the solid, if it has one there. ``of_axes`` has the numbers
    across each axis, a row for the lines and two for each width; ``counts`` has how many numbers there are. Those half
    a width beside are all lines of their own, and follow: ``lengths`` counts them, too.
    """

    def __init__(self, lines: Lines, beside: NDArray[np.float64]) -> None:
        self.of_axes: list[Numbers] = []
        self.counts: list[int] = []
        rows, begin = (len(beside) + 1) // 2, 0
        places = np.arange(beside.size).reshape(beside.shape)
        firsts, order = [], []
        for line in lines:
            across = slice(begin, begin + len(line))
            numbers = _numbers(line, beside[:rows, across])
            first = np.empty(int(numbers.max()) + 1, dtype=np.intp)
            # The solid's own lines come first, so that they are written last, backward.
            first[numbers.ravel()[::-1]] = places[:rows, across].ravel()[::-1]
            self.of_axes.append(numbers)
            self.counts.append(len(first))
            firsts.append(first)
            order.append(np.append(first, places[rows:, across]))
            begin = across.stop
        self.lengths = list(map(len, order))
        begins = np.cumsum([0, *self.counts[:2]])
        of_all = (numbers + before for numbers, before in zip(self.of_axes, begins, strict=True))
        self._numbers = np.concatenate([*of_all], axis=1).ravel()
        self._firsts, self._order = np.concatenate(firsts), np.concatenate(order)
        self._last, self._size = begins[1:] - 1, beside.size

    def holds(self, beside: NDArray[np.float64]) -> bool:
        """Report whether lines of the same boxes, and those beside them, are clearly the same ones in this order."""
        if beside.size != self._size:
            return False
        values = beside.ravel()
        merged = values.take(self._firsts)
        gaps = merged[1:] - merged[:-1]
        # Between those of two axes.
        gaps[self._last] = np.inf
        off = np.abs(merged.take(self._numbers) - values[: len(self._numbers)])
        return bool(gaps.min() > 4 * SAME and off.max() < SAME / 4)

    def lines(self, beside: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return all lines in their order: across x, then y, then z."""
        lines: NDArray[np.float64] = beside.ravel().take(self._order)
        return lines


def numbering(lines: Lines, beside: NDArray[np.float64], earlier: Numbering | None) -> Numbering:
    """Return that of some lines and those beside them: the earlier one, of the same boxes, if it is the same."""
    if earlier is not None and earlier.holds(beside):
        return earlier
    made = Numbering(lines, beside)
    return earlier if earlier is not None and all(map(_same, made.of_axes, earlier.of_axes)) else made


def _numbers(line: NDArray[np.float64], beside: NDArray[np.float64]) -> Numbers:
    """Return the numbers of a solid's lines across an axis, and of those beside them, in their order."""
    values = beside.ravel()
    order = np.argsort(values, kind="stable")
    apart = min(SAME, float(np.diff(line).min()) / 4)
    numbers = np.empty(len(values), dtype=np.int64)
    numbers[order] = np.cumsum(np.diff(values[order], prepend=-np.inf) > apart) - 1
    return numbers.reshape(beside.shape)


@dataclass(frozen=True, eq=False)
class Skin:
    """The faces of a solid's mesh, the places of its vertices on lines, and what is cut of it.

    ``lines`` are those of the solid across x, then y, then z; where something is cut, also those beside them, in the
    order of their ``numbering``. ``widths`` has how wide each chamfer is that there was room for.
    """

    faces: Faces
    places: Places
    lines: NDArray[np.float64]
    solid: Solid
    cuts: Cuts | None = None
    numbering: Numbering | None = None
    widths: Sequence[float] = ()

    @cached_property
    def mesh(self) -> Mesh:
        """The mesh."""
        return Mesh(self.lines.take(self.places), self.faces)

    @cached_property
    def volume(self) -> float:
        """The volume that it encloses, in cubic millimeters."""
        if self.cuts is None or self.numbering is None:
            return self.solid.volume
        count = len(self.cuts.choices)
        if self.cuts.bed is not None and self.widths[count] < self.widths[0]:
            return self.mesh.volume
        return self.solid.volume - self.cuts.volume(self.solid.lines, self.widths[:count])

    def positions(self, scale: float) -> NDArray[np.float32]:
        """Return the vertices of the mesh in another unit and in single precision, shape (v, 3)."""
        positions: NDArray[np.float32] = (self.lines * scale).astype(np.float32).take(self.places, mode="wrap")
        return positions

    def has_boxes_of(self, solid: Solid) -> bool:
        """Report whether another solid has the same boxes filled, with the same directions."""
        return _same(self.solid.filled, solid.filled) and _same(self.solid.directions, solid.directions)


def _same(first: NDArray[np.generic] | None, second: NDArray[np.generic] | None) -> bool:
    """Report whether two arrays are equal; what is kept for a puzzle is often the very same one."""
    if first is second:
        return True
    return first is not None and second is not None and np.array_equal(first, second)
