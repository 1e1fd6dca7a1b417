# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of several chamfers of a solid each of its edges and corners belongs to.

What meets at a corner that is cut has one width there, and so has all that hangs together by such corners: it belongs
to the first chamfer that chooses any of its edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..common.components import components
from .chamfer_plan import Plan, Runs
from .edges import Edges

OfRuns = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True)
class Groups:
    """The numbers of the chamfers that the corners of a plan, and its runs along each axis, belong to."""

    of_places: NDArray[np.intp]
    of_runs: OfRuns

    def part(self, plan: Plan, number: int) -> Plan:
        """Return what of a plan belongs to a chamfer."""
        mine = self.of_places == number
        x, y, z = (_some(runs, groups == number) for runs, groups in zip(plan.runs, self.of_runs, strict=True))
        return Plan(plan.places[mine], plan.cases[mine], (x, y, z))


def groups_of(plan: Plan, choices: Sequence[Edges]) -> Groups:
    """Return which of some choices of edges, of which a plan was made, its corners and runs belong to."""
    found = [_first_choice(runs, [edges[runs.axis] for edges in choices]) for runs in plan.runs]
    count = corners = len(plan.places)
    numbered = np.zeros(plan.places.max(axis=0, initial=0) + 1, dtype=np.intp)
    numbered[tuple(plan.places.T)] = np.arange(corners)
    # The runs are numbered after the corners.
    sources, targets = [], []
    for runs in plan.runs:
        numbers = count + np.arange(len(runs.begin))
        count += len(numbers)
        for along, stops in ((runs.begin, runs.stops_at_begin), (runs.end, runs.stops_at_end)):
            place = [along] * 3
            place[(runs.axis + 1) % 3], place[(runs.axis + 2) % 3] = runs.second, runs.third
            sources.append(numbers[stops])
            targets.append(numbered[tuple(line[stops] for line in place)])
    lowest = components(count, np.concatenate(sources), np.concatenate(targets))
    first = np.full(count, len(choices), dtype=np.intp)
    np.minimum.at(first, lowest[corners:], np.concatenate(found))
    of_places, x, y, z = np.split(first[lowest], np.cumsum([corners, *map(len, found[:2])]))
    return Groups(of_places, (x, y, z))


def _first_choice(runs: Runs, choices: Sequence[NDArray[np.bool_]]) -> NDArray[np.intp]:
    """Return for each run the number of the first choice that has any of its segments."""
    order = (runs.axis + 1) % 3, (runs.axis + 2) % 3, runs.axis
    first = np.full(len(runs.begin), len(choices), dtype=np.intp)
    for number, chosen in reversed(list(enumerate(choices))):
        sums = np.pad(np.cumsum(np.transpose(chosen, order), axis=2), [(0, 0), (0, 0), (1, 0)])
        any_of = sums[runs.second, runs.third, runs.end] > sums[runs.second, runs.third, runs.begin]
        first[any_of] = number
    return first


def _some(runs: Runs, wanted: NDArray[np.bool_]) -> Runs:
    return replace(
        runs,
        second=runs.second[wanted],
        third=runs.third[wanted],
        begin=runs.begin[wanted],
        end=runs.end[wanted],
        above_second=runs.above_second[wanted],
        above_third=runs.above_third[wanted],
        stops_at_begin=runs.stops_at_begin[wanted],
        stops_at_end=runs.stops_at_end[wanted],
    )
