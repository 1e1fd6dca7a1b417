# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of the chamfers of a solid: the runs of edges that are cut, and the corners at which they end or turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .chamfer_corner import CASES, OCTANTS, is_active
from .edges import Edges
from .solid import Solid


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
