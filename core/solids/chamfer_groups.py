# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of several chamfers of a solid each of its edges and corners belongs to.

What meets at a corner that is cut has one width there, and so has all that hangs together by such corners: it belongs
to the first chamfer that chooses any of its edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.union_find import components
from .chamfer_plan import Plan, Runs
from .edges import Edges

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
        x, y, z = (runs.some(groups == number) for runs, groups in zip(plan.runs, self.of_runs, strict=True))
        kept = [runs.some((ends == number).any(axis=0)) for runs, ends in zip(plan.kept, self.of_kept, strict=True)]
        return Plan(plan.places[mine], plan.cases[mine], (x, y, z), (kept[0], kept[1], kept[2]))


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
            sources.append(numbers[stops])
            targets.append(numbered[tuple(line[stops] for line in runs.corners(along))])
    lowest = components(count, np.concatenate(sources), np.concatenate(targets))
    first = np.full(count, len(choices), dtype=np.intp)
    np.minimum.at(first, lowest[corners:], np.concatenate(found))
    of_places, x, y, z = np.split(first[lowest], np.cumsum([corners, *map(len, found[:2])]))
    kept = [
        np.stack([of_places[numbered[runs.corners(ends)]] for ends in (runs.begin, runs.end)]) for runs in plan.kept
    ]
    return Groups(of_places, (x, y, z), (kept[0], kept[1], kept[2]))


def _first_choice(runs: Runs, choices: Sequence[NDArray[np.bool_]]) -> NDArray[np.intp]:
    """Return for each run the number of the first choice that has any of its segments."""
    order = (runs.axis + 1) % 3, (runs.axis + 2) % 3, runs.axis
    first = np.full(len(runs.begin), len(choices), dtype=np.intp)
    for number, chosen in reversed(list(enumerate(choices))):
        sums = np.pad(np.cumsum(np.transpose(chosen, order), axis=2), [(0, 0), (0, 0), (1, 0)])
        any_of = sums[runs.second, runs.third, runs.end] > sums[runs.second, runs.third, runs.begin]
        first[any_of] = number
    return first
