# SPDX-License-Identifier: GPL-3.0-or-later
"""Filling a shelf: batches of seeds go to the workers of a Dask cluster, and what comes back is written at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

from dask.distributed import Client, Future, as_completed

from core.common.errors import ExportError
from core.common.options import Value
from core.kind.kind import Kind

from .making import Batch, MadeRow, make_batch

SECONDS = 2.0
"""What a batch should take: enough that sending it costs nothing beside, and little that is lost with a worker."""

GROWTH = 8
"""How many times as many seeds as the last one a batch has at most: the first ones have one, to see how long it takes.
"""

AHEAD = 2
"""Batches on their way for each thread of a worker, so that none waits for the next one."""

TRIES = 5
"""How often a batch is given out that is lost with its worker, or fails with the connection."""


def fill(
    client: Client,
    kind: Kind[Any, Any],
    values: Mapping[str, Value],
    seeds: Sequence[int],
    take: Callable[[Sequence[MadeRow]], None],
) -> float:
    """Make the rows of seeds on a cluster, and have them taken batch by batch, in any order.

    Returns the seconds that workers spent on making them, all added up. Raises what the making of a row raises, and
    ExportError where batches are lost again and again.
    """
    plan = _Plan(seeds)
    names = count()
    waiting: dict[object, tuple[Sequence[int], int]] = {}

    def submit(batch: Sequence[int], tried: int) -> Future[Batch]:
        # Dask would take a task of a name that it knows for done.
        future = client.submit(make_batch, kind.name, dict(values), batch, key=f"batch-{id(plan)}-{next(names)}")
        waiting[future.key] = batch, tried
        return future

    completed = as_completed(loop=client.loop, raise_errors=False)

    def send() -> None:
        threads = max(1, sum(client.nthreads().values()))
        while len(waiting) < AHEAD * threads and (batch := plan.next(threads)):
            completed.add(submit(batch, 1))

    worked = 0.0
    send()
    for future in completed:
        batch, tried = waiting.pop(future.key)
        error = future.exception() if future.status != "finished" else None
        if future.status == "finished":
            made: Batch = future.result()
            plan.note(len(batch), made.seconds)
            take(made.rows)
            worked += made.seconds
        elif isinstance(error, ValueError):
            raise error
        elif tried < TRIES:
            completed.add(submit(batch, tried + 1))
        else:
            raise ExportError(f"The seeds from {batch[0]} on were lost {tried} times with their workers: {error}")
        send()
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

    def next(self, threads: int) -> Sequence[int]:
        """Return the next seeds; at the end batches become smaller, so that all threads end together."""
        left = len(self._seeds) - self._next
        size = max(1, min(self._size, left // (AHEAD * threads)))
        batch = self._seeds[self._next : self._next + size]
        self._next += len(batch)
        return batch
