# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of the chamfers of a solid: the runs of edges that are cut, and the corners at which they end or turn.

From it follows how wide chamfers can be: nowhere may one reach another, or the end of what it is cut from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..common.containers import Recent, counted_up, portions, triple
from .chamfer_corner import CASES, OCTANTS, is_active
from .edges import Edges
from .solid import Lines, Solid

Places = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]
"""Numbers of lines or of boxes along x, y and z."""


@dataclass(frozen=True)
class Runs:
    """Edges along one axis that are cut, each between two corners, as arrays of the same length.

    ``second`` and ``third`` are the numbers of the lines on which they lie, across the next two axes in the cycle;
    ``begin`` and ``end`` those of the lines between which. The solid is filled on one side of each:
    ``above_second`` and ``above_third`` report whether above the line. ``stops_at_begin`` and ``stops_at_end`` report
    whether the corner there is active.
    """

    axis: int
    second: NDArray[np.intp]
    third: NDArray[np.intp]
    begin: NDArray[np.intp]
    end: NDArray[np.intp]
    above_second: NDArray[np.bool_]
    above_third: NDArray[np.bool_]
    stops_at_begin: NDArray[np.bool_]
    stops_at_end: NDArray[np.bool_]

    def some(self, wanted: NDArray[np.bool_]) -> Runs:
        """Return those of the runs that are wanted."""
        return Runs(self.axis, *(getattr(self, array.name)[wanted] for array in fields(self)[1:]))

    def corners(self, along: NDArray[np.intp]) -> Places:
        """Return the corners at the begins or the ends of the runs, as numbers of lines along x, y and z."""
        place = [along] * 3
        place[(self.axis + 1) % 3], place[(self.axis + 2) % 3] = self.second, self.third
        return triple(place)


@dataclass(frozen=True)
class Plan:
    """The active corners of a solid, by the numbers of the lines, shape (n, 3), with their cases; and the runs.

    ``kept`` are the convex edges between two active corners that are not cut: both take a piece of them.
    """

    places: NDArray[np.intp]
    cases: NDArray[np.int32]
    runs: tuple[Runs, Runs, Runs]
    kept: tuple[Runs, Runs, Runs]


def plan(solid: Solid, edges: Edges) -> Plan:
    """Find what is to be cut of the chosen edges: those that are convex.

    Where two boxes touch along an edge only, both have a convex one there.
    """
    padded = np.pad(solid.filled, 1)
    convex = [_convex(padded, axis) for axis in range(3)]
    cut, uncut = (
        [
            {side: some.some(some.chosen(chosen) == wanted) for side, some in sides.items()}
            for sides, chosen in zip(convex, edges, strict=True)
        ]
        for wanted in (True, False)
    )
    shape = tuple(len(line) for line in solid.lines)
    corners, cases = _cases(padded, shape, cut)
    known = np.zeros(CASES, dtype=bool)
    present = np.flatnonzero(np.bincount(cases, minlength=CASES))
    known[present] = [is_active(case) for case in present.tolist()]
    corners, cases = corners[known[cases]], cases[known[cases]]
    active = np.zeros(shape, dtype=bool)
    active.ravel()[corners] = True
    runs, left = ([_runs(axis, sides, active) for axis, sides in enumerate(some)] for some in (cut, uncut))
    kept = (edges.some(edges.stops_at_begin & edges.stops_at_end) for edges in left)
    places = np.stack(np.unravel_index(corners, shape), axis=1)
    return Plan(places, cases, triple(runs), triple(kept))


def fillings(solid: Solid, edges: Edges) -> tuple[Runs, Runs, Runs]:
    """Find the chosen edges that are concave; of their runs the solid is empty on the sides that are named."""
    padded = ~np.pad(solid.filled, 1)
    nowhere = np.zeros([len(line) for line in solid.lines], dtype=bool)
    filled = []
    for axis, chosen in enumerate(edges):
        sides = {}
        for (i, j), some in _convex(padded, axis).items():
            # Where the box across an edge is empty, too, two boxes touch along it only.
            is_filled_across = ~padded[some.by_axis(some.second + 1 - i, some.third + 1 - j, some.along + 1)]
            sides[i, j] = some.some(some.chosen(chosen) & is_filled_across)
        filled.append(_runs(axis, sides, nowhere))
    return triple(filled)


@dataclass(frozen=True)
class _Segments:
    """Pieces of edges along an axis from one line of the grid to the next, as arrays of the same length.

    ``second`` and ``third`` are the numbers of the lines on which they lie, as in ``Runs``, and ``along`` that of the
    line where each begins. They are in the order of all three.
    """

    axis: int
    second: NDArray[np.intp]
    third: NDArray[np.intp]
    along: NDArray[np.intp]

    def by_axis(self, second: NDArray[np.intp], third: NDArray[np.intp], along: NDArray[np.intp]) -> Places:
        """Return numbers along the axes of the cycle as numbers along x, y and z."""
        return triple((along, second, third)[(axis - self.axis) % 3] for axis in range(3))

    def some(self, wanted: NDArray[np.bool_]) -> _Segments:
        """Return those that are wanted."""
        return _Segments(self.axis, self.second[wanted], self.third[wanted], self.along[wanted])

    def chosen(self, choice: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Report which of them a choice of the edges along their axis has."""
        return choice[self.by_axis(self.second, self.third, self.along)]

    def corners(self, shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the corners at which they begin and end, counted through a grid of lines."""
        begins, ends = (
            np.ravel_multi_index(self.by_axis(self.second, self.third, line), shape)
            for line in (self.along, self.along + 1)
        )
        return begins, ends


Sides = dict[tuple[int, int], _Segments]
"""Edges along an axis, by the side on which the solid is along the next axis and the one after."""


def _convex(padded: NDArray[np.bool_], axis: int) -> Sides:
    """Return the convex edges along an axis of boxes with a margin of one.

    They are few beside all places of a large grid, so it is only here that all of these are looked at.
    """
    inner = [slice(None)] * 3
    inner[axis] = slice(1, -1)
    # In the order of the segments, so that nothing is sorted.
    boxes = np.ascontiguousarray(padded[tuple(inner)].transpose((axis + 1) % 3, (axis + 2) % 3, axis))

    def beside(i: int, j: int) -> NDArray[np.bool_]:
        return boxes[i : boxes.shape[0] - 1 + i, j : boxes.shape[1] - 1 + j]

    segments = {}
    for i, j in product((0, 1), repeat=2):
        # A filled box is more than an empty one.
        is_convex = beside(i, j) > beside(1 - i, j)
        is_convex &= beside(i, j) > beside(i, 1 - j)
        segments[i, j] = _Segments(axis, *np.unravel_index(np.flatnonzero(is_convex), is_convex.shape))
    return segments


def _cases(
    padded: NDArray[np.bool_], shape: tuple[int, ...], cut: Sequence[Sides]
) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """Return the corners at which edges that are cut begin or end, counted through the grid, and their cases."""
    ends = [(axis, some.corners(shape)) for axis, sides in enumerate(cut) for some in sides.values()]
    is_corner = np.zeros(shape, dtype=bool)
    for _, (begins, finishes) in ends:
        is_corner.ravel()[begins] = is_corner.ravel()[finishes] = True
    corners = np.flatnonzero(is_corner)
    numbers = np.cumsum(is_corner, dtype=np.int32)
    numbers -= 1
    places = np.unravel_index(corners, shape)
    cases = np.zeros(len(corners), dtype=np.int32)
    for number, octant in enumerate(OCTANTS):
        x, y, z = (place + side for place, side in zip(places, octant, strict=True))
        cases |= padded[x, y, z].astype(np.int32) << number
    for axis, (begins, finishes) in ends:
        # First the edge below a corner, then that above it.
        for above, of_corners in enumerate((finishes, begins)):
            cases[numbers[of_corners]] |= np.int32(1 << len(OCTANTS) + 2 * axis + above)
    return corners, cases


def _runs(axis: int, sides: Sides, active: NDArray[np.bool_]) -> Runs:
    """Join the edges that go on straight through corners that are not active."""
    # Those of all four sides, one after the other.
    counts = [len(segments.along) for segments in sides.values()]
    above = np.repeat(np.array(list(sides), dtype=bool), counts, axis=0).T
    numbers = ((segments.second, segments.third, segments.along) for segments in sides.values())
    segments = _Segments(axis, *map(np.concatenate, zip(*numbers, strict=True)))
    lines = np.stack((*above, segments.second, segments.third))
    goes_on = (lines[:, 1:] == lines[:, :-1]).all(axis=0) & (segments.along[1:] == segments.along[:-1] + 1)
    goes_on &= ~active[segments.by_axis(segments.second, segments.third, segments.along)][1:]
    is_first = np.append(True, ~goes_on)[: len(segments.along)]
    is_last = np.append(~goes_on, True)[: len(segments.along)]
    first = segments.some(is_first)
    end = segments.along[is_last] + 1
    ends = [active[segments.by_axis(first.second, first.third, place)] for place in (first.along, end)]
    return Runs(axis, first.second, first.third, first.along, end, *above[:, is_first], *ends)


SHARE = 0.4
"""The widest chamfer as a share of the thinnest place that is cut: of what is cut from both sides, a fifth stays."""

HAIR = 1e-9
"""A share by which a length may be too small, so that rounding does not count as a box more."""

Ends = tuple[NDArray[np.intp], NDArray[np.intp]]
"""From which box to which one something reaches; the box without end has number 0."""

Ranges = list[Ends]

AT_ONCE = 1 << 18
"""The boxes that are looked at together."""

LAST = 64
"""How many answers are kept: a length that changes little by little reaches from the same boxes to the same ones."""


class Room:
    """The room that chamfers have in filled boxes, where they are cut as in a plan."""

    def __init__(self, filled: NDArray[np.bool_], plan: Plan) -> None:
        # Boxes without end surround the grid, so that nothing lies outside of it.
        self.plan, self.filled = plan, np.pad(filled, 1)
        self._spans = [_spans(both) for both in zip(plan.runs, plan.kept, strict=True)]
        self._known: Recent[bool] = Recent(LAST)

    def widest(self, lines: Lines, width: float) -> float:
        """Return the width if there is room for it everywhere, or else the largest one that has room everywhere.

        There is room for a chamfer where the filled boxes, and the faces on which it lies, go on for its width divided
        by ``SHARE``: from the edge into the solid, and from an end of the edge to the other. So must convex edges that
        are not cut, from a corner that is to another one, as both take a piece of them. Gaps do not matter.
        """
        wished = width / SHARE
        if width <= 0 or self.is_free(lines, wished):
            return width
        between = [np.subtract.outer(line, line).ravel() for line in lines]
        lengths = np.unique(np.concatenate([[0.0], *(some[(some > 0) & (some < wished)] for some in between)]))
        free, taken = 1, len(lengths)
        # The least length that is not 0 is always free: nothing ends within a box.
        while taken - free > 1:
            middle = (free + taken) // 2
            free, taken = (middle, taken) if self.is_free(lines, float(lengths[middle])) else (free, middle)
        return min(width, SHARE * float(lengths[free]))

    def is_free(self, lines: Lines, length: float) -> bool:
        """Report whether the solid goes on for a length at all active corners, and along all edges."""
        length *= 1 - HAIR
        for line, (begin, end) in zip(lines, self._spans, strict=True):
            if (line[end] - line[begin] < length).any():
                return False
        reach = []
        for line in lines:
            reach.append(line.searchsorted(line - length, "right"))
            reach.append(line.searchsorted(line + length) + 1)
        of_lines = list(zip(reach[::2], reach[1::2], strict=True))
        return self._known.get(
            np.concatenate(reach).tobytes(),
            lambda: self._corners_are_free(of_lines) and self._runs_are_free(of_lines),
        )

    def _corners_are_free(self, of_lines: Ranges) -> bool:
        for number, octant in enumerate(OCTANTS):
            places = self.plan.places[self.plan.cases >> number & 1 == 1].T
            reach = [
                _reach(of_lines[axis], numbers, above=np.bool_(side))
                for axis, (numbers, side) in enumerate(zip(places, octant, strict=True))
            ]
            if not all(is_filled.all() for _, is_filled in self._boxes(reach)):
                return False
            for axis, above in enumerate(octant):
                beyond = _beyond(reach, axis, places[axis], above)
                first = self.filled[tuple(begin for begin, _ in beyond)]
                # A face ends where the boxes beyond it are not all like the first one.
                if any((is_filled != first[block]).any() for block, is_filled in self._boxes(beyond)):
                    return False
        return True

    def _runs_are_free(self, of_lines: Ranges) -> bool:
        for runs in self.plan.runs:
            second, third = (runs.axis + 1) % 3, (runs.axis + 2) % 3
            reach: Ranges = [(runs.begin + 1, runs.end + 1)] * 3
            reach[second] = _reach(of_lines[second], runs.second, above=runs.above_second)
            reach[third] = _reach(of_lines[third], runs.third, above=runs.above_third)
            if not all(is_filled.all() for _, is_filled in self._boxes(reach)):
                return False
            for axis, numbers, above in (
                (second, runs.second, runs.above_second),
                (third, runs.third, runs.above_third),
            ):
                if any(is_filled.any() for _, is_filled in self._boxes(_beyond(reach, axis, numbers, above))):
                    return False
        return True

    def _boxes(self, reach: Ranges) -> Iterator[tuple[NDArray[np.intp], NDArray[np.bool_]]]:
        """Yield the boxes of some blocks in portions: the number of each one's block, and whether it is filled."""
        sizes = [last - first for first, last in reach]
        counts = sizes[0] * sizes[1] * sizes[2]
        for portion in portions(counts, AT_ONCE):
            block = np.repeat(np.arange(portion.start, portion.stop), counts[portion])
            rest = counted_up(counts[portion])
            places = []
            for (first, _), size in zip(reach, sizes, strict=True):
                rest, step = np.divmod(rest, size[block])
                places.append(first[block] + step)
            yield block, self.filled[tuple(places)]


def _reach(of_lines: Ends, numbers: NDArray[np.intp], *, above: NDArray[np.bool_] | np.bool_) -> Ends:
    """Return from which box to which one a length reaches above or below some of an axis' lines."""
    lowest, highest = of_lines
    return np.where(above, numbers + 1, lowest[numbers]), np.where(above, highest[numbers], numbers + 1)


def _beyond(reach: Ranges, axis: int, numbers: NDArray[np.intp], above: NDArray[np.bool_] | int) -> Ranges:
    """Return what is beyond the sides of blocks across an axis: the layer of boxes on the other side of their lines.

    ``numbers`` are those of these lines, and ``above`` reports whether the blocks lie above them.
    """
    layer = numbers + 1 - above
    return [(layer, layer + 1) if along == axis else ends for along, ends in enumerate(reach)]


def _spans(several: Iterable[Runs]) -> Ends:
    """Return from which line to which one runs go: many go from the same line to the same one."""
    begin, end = (np.concatenate(ends) for ends in zip(*((runs.begin, runs.end) for runs in several), strict=True))
    count = int(end.max(initial=0)) + 1
    return np.divmod(np.unique(begin * count + end), count)
