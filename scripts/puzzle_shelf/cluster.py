# SPDX-License-Identifier: GPL-3.0-or-later
"""A Dask cluster that runs already: a task that is lost with its worker is given out again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import count
from typing import Any, TypeVar
from uuid import uuid4

from dask.distributed import Client, Future, as_completed

from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.common.task import Work, finish
from puzzle_cubes.common.words import shortened

SECONDS_TO_CONNECT = 20

AHEAD = 2
"""Tasks on their way for each thread of a worker, so that none waits for the next one."""

TRIES = 5
"""How often a task is given out that is lost with its worker, or fails with the connection."""

Task = TypeVar("Task")


@dataclass(frozen=True)
class Cluster:
    """The workers of a cluster, by its client."""

    client: Client

    @property
    def threads(self) -> int:
        """How many tasks are done at the same time."""
        return max(1, sum(map(int, self.client.nthreads().values())))

    def results(
        self, work: Work, common: Any, tasks: Iterable[Task], named: Callable[[Task], str]
    ) -> Iterator[tuple[Task, Any]]:
        """Do as a team does."""
        # Dask would take a task of a name that it knows for done, whatever program gave that name.
        own, numbers = uuid4().hex, count()
        waiting: dict[object, tuple[Task, int]] = {}
        left = iter(tasks)

        def submit(task: Task, tried: int) -> Future[Any]:
            future = self.client.submit(partial(_done, work, common), task, key=f"task-{own}-{next(numbers)}")
            waiting[future.key] = task, tried
            return future

        completed = as_completed(loop=self.client.loop, raise_errors=False)

        def send() -> None:
            threads = self.threads
            while len(waiting) < AHEAD * threads and (task := next(left, None)) is not None:
                completed.add(submit(task, 1))

        send()
        for future in completed:
            task, tried = waiting.pop(future.key)
            error = future.exception() if future.status != "finished" else None
            if future.status == "finished":
                yield task, future.result()
            elif isinstance(error, ValueError):
                raise error
            elif tried < TRIES:
                completed.add(submit(task, tried + 1))
            else:
                raise ExportError(f"Work was lost {tried} times with its worker, {named(task)}: {error}")
            send()


def _done(work: Work, common: Any, task: Any) -> Any:
    return finish(work(common, task))


@contextmanager
def connected(scheduler: str, note: Callable[[str], object]) -> Iterator[Cluster]:
    """Give the cluster of a scheduler, and note where its dashboard is; raises ExportError where there is none."""
    # What it says of a connection that was ended by a signal is nothing that anybody could mend.
    logging.getLogger("tornado.application").setLevel(logging.CRITICAL)
    try:
        client = Client(scheduler, timeout=SECONDS_TO_CONNECT)
    except ValueError as error:
        raise InputError(f"Scheduler {shortened(scheduler)} is no address, as tcp://host:8786: {error}.") from error
    except OSError as error:
        raise ExportError(f"Scheduler {shortened(scheduler)} cannot be reached: {error}.") from error
    with client:
        note(_dashboard(client))
        yield Cluster(client)


def _dashboard(client: Client) -> str:
    """Return where the pages of a cluster are."""
    address = client.dashboard_link
    if find_spec("bokeh") is None:
        # Its pictures need that; this page needs nothing.
        address = address.replace("/status", "/info/main/workers.html")
    return f"Dashboard: {address}"
