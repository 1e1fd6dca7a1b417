# SPDX-License-Identifier: GPL-3.0-or-later
"""Sharing out tasks among the workers of a Dask cluster: a task that is lost with its worker is given out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import TypeVar
from uuid import uuid4

from dask.distributed import Client, Future, as_completed

from puzzle_cubes.common.errors import ExportError

AHEAD = 2
"""Tasks on their way for each thread of a worker, so that none waits for the next one."""

TRIES = 5
"""How often a task is given out that is lost with its worker, or fails with the connection."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def share_out(
    client: Client,
    work: Callable[[Task], Result],
    next_task: Callable[[int], Task | None],
    take: Callable[[Task, Result], object],
    named: Callable[[Task], str],
) -> None:
    """Have tasks done on a cluster, and each result taken here as it comes, in any order.

    ``next_task`` is called with the number of the workers' threads, and returns None once all tasks were given out;
    ``work`` is a function of a module that workers can import. Raises what is wrong with a task's values, and
    ExportError, which names the task, where one is lost again and again.
    """
    # Dask would take a task of a name that it knows for done, whatever program gave that name.
    own, numbers = uuid4().hex, count()
    waiting: dict[object, tuple[Task, int]] = {}

    def submit(task: Task, tried: int) -> Future[Result]:
        future = client.submit(work, task, key=f"task-{own}-{next(numbers)}")
        waiting[future.key] = task, tried
        return future

    completed = as_completed(loop=client.loop, raise_errors=False)

    def send() -> None:
        threads = max(1, sum(client.nthreads().values()))
        while len(waiting) < AHEAD * threads and (task := next_task(threads)) is not None:
            completed.add(submit(task, 1))

    send()
    for future in completed:
        task, tried = waiting.pop(future.key)
        error = future.exception() if future.status != "finished" else None
        if future.status == "finished":
            take(task, future.result())
        elif isinstance(error, ValueError):
            raise error
        elif tried < TRIES:
            completed.add(submit(task, tried + 1))
        else:
            raise ExportError(f"Work was lost {tried} times with its worker, {named(task)}: {error}")
        send()


def share_all(
    client: Client,
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    take: Callable[[Task, Result], object],
    named: Callable[[Task], str],
) -> None:
    """Share out tasks that are all known before, in their order."""
    left = iter(tasks)
    share_out(client, work, lambda _: next(left, None), take, named)
