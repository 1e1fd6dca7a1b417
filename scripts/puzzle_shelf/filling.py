# SPDX-License-Identifier: GPL-3.0-or-later
"""Filling a shelf: batches of seeds go to the workers of a Dask cluster, and what comes back is written at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from dask.distributed import Client

from puzzle_cubes.common.options import Value
from puzzle_cubes.kind.kind import AnyKind

from .making import Batch, MadeRow, make_batch
from .sharing import AHEAD, share_out

SECONDS = 2.0
"""What a batch should take: enough that sending it costs nothing beside, and little that is lost with a worker."""

GROWTH = 8
"""How many times as many seeds as the last one a batch has at most: the first ones have one, to see how long it takes.
"""


def fill(
    client: Client,
    kind: AnyKind,
    values: Mapping[str, Value],
    seeds: Sequence[int],
    take: Callable[[Sequence[MadeRow]], None],
) -> float:
    """Make the rows of seeds on a cluster, and have them taken batch by batch, in any order.

    Returns the seconds that workers spent on making them, all added up. Raises what the making of a row raises, and
    ExportError where batches are lost again and again.
    """
    plan = _Plan(seeds)
    worked = 0.0

    def take_batch(batch: Sequence[int], made: Batch) -> None:
        nonlocal worked
        plan.note(len(batch), made.seconds)
        take(made.rows)
        worked += made.seconds

    work = partial(make_batch, kind.name, dict(values))
    share_out(client, work, plan.next, take_batch, lambda batch: f"the seeds from {batch[0]} on")
    return worked


class _Plan:
    """Which seeds come next, so many that they take the seconds of a batch."""

    def __init__(self, seeds: Sequence[int]) -> None:
        self._seeds = seeds
        self._next = 0
        self._size = 1

    def note(self, number: int, seconds: float) -> None:
        """Take note of what a batch took."""
        wanted = SECONDS * number / max(seconds, 1e-6)
        self._size = max(1, min(int(wanted), GROWTH * number))

    def next(self, threads: int) -> Sequence[int] | None:
        """Return the next seeds, fewer towards the end, so that all threads end together; None for no more."""
        left = len(self._seeds) - self._next
        size = max(1, min(self._size, left // (AHEAD * threads)))
        batch = self._seeds[self._next : self._next + size]
        self._next += len(batch)
        return batch or None
