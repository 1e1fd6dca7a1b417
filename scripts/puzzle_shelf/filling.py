# SPDX-License-Identifier: GPL-3.0-or-later
"""Filling a shelf: batches of seeds are shared out to a team, and what comes back is written at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from puzzle_cubes.common.options import Value
from puzzle_cubes.kind.kind import AnyKind

from .making import MadeRow, make_batch
from .team import Team

SECONDS = 2.0
"""What a batch should take: enough that sending it costs nothing beside, and little that is lost with a worker."""

SOON = 0.02
"""What a first batch should take, and a later one half of all work before it at most: until it is known how long a
seed takes, and until all of a team are there, nobody is held up.
"""

GROWTH = 8
"""How many times as many seeds as the last one a batch has at most: the first ones have one, to see how long it takes.
"""

AHEAD = 2
"""Batches that are to be left for each of a team, so that all end together."""


def fill(
    team: Team,
    kind: AnyKind,
    values: Mapping[str, Value],
    seeds: Sequence[int],
    take: Callable[[Sequence[MadeRow]], None],
) -> float:
    """Have a team make the rows of seeds, and have them taken batch by batch, in any order.

    Returns the seconds that were spent on making them, all added up. Raises what the making of a row raises, and
    ExportError where batches are lost again and again.
    """
    plan = _Plan(seeds)
    batches = iter(lambda: plan.next(team.threads), None)
    worked = 0.0
    common = kind.name, dict(values)
    for batch, made in team.results(make_batch, common, batches, lambda batch: f"the seeds from {batch[0]} on"):
        plan.note(len(batch), made.seconds)
        take(made.rows)
        worked += made.seconds
    return worked


class _Plan:
    """Which seeds come next, so many that they take the seconds of a batch."""

    def __init__(self, seeds: Sequence[int]) -> None:
        self._seeds = seeds
        self._next = 0
        self._size = 1
        self._worked = 0.0

    def note(self, number: int, seconds: float) -> None:
        """Take note of what a batch took."""
        self._worked += seconds
        wanted = min(SECONDS, max(SOON, self._worked / 2)) * number / max(seconds, 1e-6)
        self._size = max(1, min(int(wanted), GROWTH * number))

    def next(self, threads: int) -> Sequence[int] | None:
        """Return the next seeds, fewer towards the end, so that all threads end together; None for no more."""
        left = len(self._seeds) - self._next
        size = max(1, min(self._size, left // (AHEAD * threads)))
        batch = self._seeds[self._next : self._next + size]
        self._next += len(batch)
        return batch or None
