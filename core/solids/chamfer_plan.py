# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of the chamfers of a solid: the runs of edges that are cut, and the corners at which they end or turn.

Computes how wide chamfers can be: nowhere may one reach another, or the end of what it is cut from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..common.recent import Recent
from .chamfer_corner import CASES, OCTANTS, is_active
from .edges import Edges
from .solid import Lines, Solid


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
        return replace(
            self,
            second=self.second[wanted],
            third=self.third[wanted],
            begin=self.begin[wanted],
            end=self.end[wanted],
            above_second=self.above_second[wanted],
            above_third=self.above_third[wanted],
            stops_at_begin=self.stops_at_begin[wanted],
            stops_at_end=self.stops_at_end[wanted],
        )

    def corners(self, along: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Return the corners at the begins or the ends of the runs, as numbers of lines along x, y and z."""
        place = [along] * 3
        place[(self.axis + 1) % 3], place[(self.axis + 2) % 3] = self.second, self.third
        return place[0], place[1], place[2]


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
    cases = np.zeros([len(line) for line in solid.lines], dtype=np.int32)
    for number, octant in enumerate(OCTANTS):
        cases |= _shifted(padded, octant).astype(np.int32) << number
    convex = [_convex(padded, axis, chosen) for axis, chosen in enumerate(edges)]
    uncut = [_convex(padded, axis, ~chosen) for axis, chosen in enumerate(edges)]
    for axis, sides in enumerate(convex):
        cut = np.moveaxis(np.any(list(sides.values()), axis=0), -1, 0)
        ended = np.pad(cut, [(1, 1), (0, 0), (0, 0)])
        # From the order of the cycle back to that of the axes.
        below, above = (
            np.moveaxis(one, (0, 1, 2), ((axis) % 3, (axis + 1) % 3, (axis + 2) % 3)) for one in (ended[:-1], ended[1:])
        )
        cases |= below.astype(np.int32) << len(OCTANTS) + 2 * axis
        cases |= above.astype(np.int32) << len(OCTANTS) + 2 * axis + 1
    found = np.flatnonzero(np.bincount(cases.ravel(), minlength=CASES))
    known = np.zeros(CASES, dtype=bool)
    known[found] = [is_active(case) for case in found.tolist()]
    active = known[cases]
    x, y, z = (_runs(axis, sides, active) for axis, sides in enumerate(convex))
    left = [_runs(axis, sides, active) for axis, sides in enumerate(uncut)]
    kept_x, kept_y, kept_z = (runs.some(runs.stops_at_begin & runs.stops_at_end) for runs in left)
    return Plan(np.argwhere(active), cases[active], (x, y, z), (kept_x, kept_y, kept_z))


def fillings(solid: Solid, edges: Edges) -> tuple[Runs, Runs, Runs]:
    """Find the chosen edges that are concave; of their runs the solid is empty on the sides that are named."""
    padded = ~np.pad(solid.filled, 1)
    found = []
    for axis, chosen in enumerate(edges):
        turned = np.transpose(~padded, ((axis + 1) % 3, (axis + 2) % 3, axis))[:, :, 1:-1]
        # Where the box across an edge is empty, too, two boxes touch along it only.
        across = {(i, j): turned[1 - i : len(turned) - i, 1 - j : turned.shape[1] - j] for i in (0, 1) for j in (0, 1)}
        sides = {side: some & across[side] for side, some in _convex(padded, axis, chosen).items()}
        found.append(_runs(axis, sides, np.zeros([len(line) for line in solid.lines], dtype=bool)))
    return found[0], found[1], found[2]


def _shifted(padded: NDArray[np.bool_], sides: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return for each corner of the grid whether the box on some sides of it is filled."""
    return padded[tuple(slice(1, None) if side else slice(None, -1) for side in sides)]


def _convex(
    padded: NDArray[np.bool_], axis: int, chosen: NDArray[np.bool_]
) -> dict[tuple[int, int], NDArray[np.bool_]]:
    """Return the convex edges along an axis by the side on which the solid is, the axis last and the next one first."""
    turned = np.transpose(padded, ((axis + 1) % 3, (axis + 2) % 3, axis))[:, :, 1:-1]
    wanted = np.transpose(chosen, ((axis + 1) % 3, (axis + 2) % 3, axis))
    boxes = {(i, j): turned[i : len(turned) - 1 + i, j : turned.shape[1] - 1 + j] for i in (0, 1) for j in (0, 1)}
    return {(i, j): wanted & boxes[i, j] & ~boxes[1 - i, j] & ~boxes[i, 1 - j] for i, j in boxes}


def _runs(axis: int, sides: dict[tuple[int, int], NDArray[np.bool_]], active: NDArray[np.bool_]) -> Runs:
    """Join the edges that go on straight through corners that are not active."""
    stops = np.transpose(active, ((axis + 1) % 3, (axis + 2) % 3, axis))
    found = []
    for (i, j), edges in sides.items():
        if not edges.any():
            continue
        begins, ends = edges.copy(), edges.copy()
        begins[:, :, 1:] &= ~edges[:, :, :-1] | stops[:, :, 1:-1]
        ends[:, :, :-1] &= ~edges[:, :, 1:] | stops[:, :, 1:-1]
        second, third, begin = np.nonzero(begins)
        end = np.nonzero(ends)[2] + 1
        found.append((second, third, begin, end, np.full(len(end), bool(i)), np.full(len(end), bool(j))))
    if not found:
        nothing, none = np.empty(0, dtype=np.intp), np.empty(0, dtype=bool)
        return Runs(axis, nothing, nothing, nothing, nothing, none, none, none, none)
    second, third, begin, end, above_second, above_third = (np.concatenate(some) for some in zip(*found, strict=True))
    at_begin, at_end = stops[second, third, begin], stops[second, third, end]
    return Runs(axis, second, third, begin, end, above_second, above_third, at_begin, at_end)


SHARE = 0.4
"""The widest chamfer as a share of the thinnest place that is cut: of what is cut from both sides, a fifth stays."""

HAIR = 1e-9
"""A share by which a length may be too small, so that rounding does not count as a box more."""

Ends = tuple[NDArray[np.intp], NDArray[np.intp]]
"""From which box to which one something reaches; the box without end has number 0."""

Ranges = list[Ends]

LAST = 64
"""How many answers are kept: a length that changes little by little reaches from the same boxes to the same ones."""


class Room:
    """Sums over filled boxes and the sides between filled and empty ones, to look into any block of a plan at once."""

    def __init__(self, filled: NDArray[np.bool_], plan: Plan) -> None:
        self.plan = plan
        padded = np.pad(filled, 1)
        self.filled = _summed(padded, (0, 1, 2))
        # By axis and by whether the filled box lies above.
        self.sides = {}
        for axis in range(3):
            layers = np.moveaxis(padded, axis, 0)
            for above, sides in enumerate((layers[:-1] & ~layers[1:], layers[1:] & ~layers[:-1])):
                self.sides[axis, above] = _summed(np.moveaxis(sides, 0, axis), [one for one in range(3) if one != axis])
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
            # Boxes without end surround the grid, so that nothing lies outside of it.
            reach.append(np.searchsorted(line, line - length, side="right"))
            reach.append(np.searchsorted(line, line + length, side="left") + 1)
        return self._known.get(
            np.concatenate(reach).tobytes(),
            lambda: _RoomOnLines(self, list(zip(reach[::2], reach[1::2], strict=True))).is_free(),
        )


class _RoomOnLines:
    """The room that there is for a length, which reaches from each line of the grid so far to both sides."""

    def __init__(self, room: Room, reach: Ranges) -> None:
        self.plan, self.filled, self.sides = room.plan, room.filled, room.sides
        self.reach = reach

    def is_free(self) -> bool:
        """Report whether the solid goes on as far at all active corners, and beside all edges."""
        return self._corners_are_free() and self._runs_are_free()

    def _corners_are_free(self) -> bool:
        for number, octant in enumerate(OCTANTS):
            places = self.plan.places[self.plan.cases >> number & 1 == 1].T
            reach = [
                self._reach(axis, numbers, above=np.bool_(side))
                for axis, (numbers, side) in enumerate(zip(places, octant, strict=True))
            ]
            if not self._is_one_block(reach):
                return False
            for axis, above in enumerate(octant):
                count, area = self._count_sides(axis, above, places[axis], reach)
                if ((count != 0) & (count != area)).any():
                    return False
        return True

    def _runs_are_free(self) -> bool:
        for runs in self.plan.runs:
            second, third = (runs.axis + 1) % 3, (runs.axis + 2) % 3
            reach: Ranges = [(runs.begin + 1, runs.end + 1)] * 3
            reach[second] = self._reach(second, runs.second, above=runs.above_second)
            reach[third] = self._reach(third, runs.third, above=runs.above_third)
            if not self._is_one_block(reach):
                return False
            for axis, numbers, above in (
                (second, runs.second, runs.above_second),
                (third, runs.third, runs.above_third),
            ):
                for side in (0, 1):
                    count, area = self._count_sides(axis, side, numbers, reach)
                    if (count != area)[above == side].any():
                        return False
        return True

    def _reach(self, axis: int, numbers: NDArray[np.intp], *, above: NDArray[np.bool_] | np.bool_) -> Ends:
        """Return from which box to which one the length reaches from some lines."""
        lowest, highest = self.reach[axis]
        return np.where(above, numbers + 1, lowest[numbers]), np.where(above, highest[numbers], numbers + 1)

    def _is_one_block(self, reach: Ranges) -> bool:
        """Report whether all boxes are filled in each of some blocks."""
        (x0, x1), (y0, y1), (z0, z1) = reach
        sums = self.filled
        count = (sums[x1, y1, z1] - sums[x0, y1, z1] - sums[x1, y0, z1] + sums[x0, y0, z1]) - (
            sums[x1, y1, z0] - sums[x0, y1, z0] - sums[x1, y0, z0] + sums[x0, y0, z0]
        )
        return bool((count == (x1 - x0) * (y1 - y0) * (z1 - z0)).all())

    def _count_sides(
        self, axis: int, above: int, numbers: NDArray[np.intp], reach: Ranges
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return how many sides between filled and empty boxes each block has on some lines, and how many at most."""
        (u0, u1), (v0, v1) = (ends for one, ends in enumerate(reach) if one != axis)
        sums = np.moveaxis(self.sides[axis, above], axis, 0)
        count = sums[numbers, u1, v1] - sums[numbers, u0, v1] - sums[numbers, u1, v0] + sums[numbers, u0, v0]
        return count, (u1 - u0) * (v1 - v0)


def _spans(several: Iterable[Runs]) -> Ends:
    """Return from which line to which one runs go: many go from the same line to the same one."""
    begin, end = (np.concatenate(ends) for ends in zip(*((runs.begin, runs.end) for runs in several), strict=True))
    count = int(end.max(initial=0)) + 1
    return np.divmod(np.unique(begin * count + end), count)


def _summed(boxes: NDArray[np.bool_], axes: tuple[int, ...] | list[int]) -> NDArray[np.int64]:
    """Return how many are set before each place along some axes, which become longer by one."""
    sums = np.pad(boxes.astype(np.int64), [(int(axis in axes), 0) for axis in range(3)])
    for axis in axes:
        np.cumsum(sums, axis=axis, out=sums)
    return sums
