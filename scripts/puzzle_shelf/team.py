# SPDX-License-Identifier: GPL-3.0-or-later
"""The team that does the work: processes of this machine, or a Dask cluster that runs already.

On a cluster a task that is lost with its worker is given out again. Only who uses one needs Dask.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.common.sharing import processors, shared_out
from puzzle_cubes.common.task import LostError, Work, finish
from puzzle_cubes.common.words import counted, listed, printable, shortened

if TYPE_CHECKING:
    from dask.distributed import Client, Future

Task = TypeVar("Task")


class Team(Protocol):
    """Those who do tasks side by side."""

    @property
    def threads(self) -> int:
        """How many tasks are done at the same time."""

    def results(
        self, work: Work, common: Any, tasks: Iterable[Task], named: Callable[[Task], str]
    ) -> Iterator[tuple[Task, Any]]:
        """Have tasks done, which are taken when there is somebody to do them, and yield what comes out, in any order.

        Raises what is wrong with a task's values, and ExportError, which names the task, where one is lost again and
        again with who did it.
        """


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, which are there at once and end with this one."""

    threads: int

    def results(
        self, work: Work, common: Any, tasks: Iterable[Task], named: Callable[[Task], str]
    ) -> Iterator[tuple[Task, Any]]:
        """Do as a team does."""
        with closing(shared_out(work, common, tasks, self.threads)) as signs:
            try:
                yield from ((sign.task, sign.value) for sign in signs if sign is not None and sign.is_done)
            except LostError as error:
                raise ExportError(f"{str(error)[:-1]}, {named(error.task)}.") from error


@contextmanager
def progress(total: int, done: int = 0, *, quiet: bool = False, **shown: Any) -> Iterator[Callable[[int], object]]:
    """Give a function to be called with how many more are done; a terminal shows them, the rate and the time left.

    ``shown`` are words of tqdm's, as the ``unit``.
    """
    from tqdm import tqdm

    # Without a word it is disabled where there is no terminal.
    disable = True if quiet or sys.stderr is None else None
    with tqdm(total=total, initial=done, disable=disable, dynamic_ncols=True, **shown) as bar:
        yield bar.update


def team_of(scheduler: str | None, workers: int | None, note: Callable[[str], object]) -> AbstractContextManager[Team]:
    """Give a team: so many processes, or one for each core, or the cluster of a scheduler with that address.

    ``note`` is called with where the cluster listens. Raises ExportError where there is none.
    """
    return nullcontext(Processes(workers or processors())) if scheduler is None else connected(scheduler, note)


SECONDS_TO_CONNECT = 20

AHEAD = 2
"""Tasks on their way for each thread of a worker, so that none waits for the next one."""

TRIES = 5
"""How often a task is given out that is lost with its worker, or fails with the connection."""

ALL = "all networks"


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
        from dask.distributed import as_completed

        waiting: dict[object, tuple[Task, int]] = {}
        left = iter(tasks)

        def submit(task: Task, tried: int) -> Future[Any]:
            # Dask would take one that it calls pure for done where it has done the same before.
            future = self.client.submit(partial(_done, work, common), task, pure=False)
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
    """Give the cluster of a scheduler, and note where it listens; raises ExportError where there is none."""
    # Dask reads it when it is imported; what has to be known is said in one sentence.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")
    from dask.distributed import Client

    # What it says of a connection that was ended by a signal is nothing that anybody could mend.
    logging.getLogger("tornado.application").setLevel(logging.CRITICAL)
    try:
        client = Client(scheduler, timeout=SECONDS_TO_CONNECT)
    except ValueError as error:
        raise InputError(f"Scheduler {shortened(scheduler)} is no address, as tcp://host:8786: {error}.") from error
    except OSError as error:
        raise ExportError(f"Scheduler {shortened(scheduler)} cannot be reached: {error}.") from error
    with client:
        note(_listening(client))
        yield Cluster(client)


def _listening(client: Client) -> str:
    """Return what of a cluster listens where: its HTTP servers do so unasked, and on all networks unless told."""
    try:
        scheduler = client.run_on_scheduler(_sockets)
        workers = [sockets for sockets in client.run(_sockets, on_error="return").values() if isinstance(sockets, list)]
    except (ImportError, AttributeError, ValueError, OSError) as error:
        return f"Where the scheduler and its workers listen is not known: {printable(str(error))}."
    ports = sorted({port for _, port in scheduler})
    sentence = f"The scheduler listens at {_networks([scheduler])}, ports {listed([*map(str, ports)])}"
    if workers:
        sentence += f", and {counted(len(workers), 'worker', grouped=True)} at {_networks(workers)}"
    narrower = " Dask's --host and --dashboard-address narrow that." if ALL in sentence else ""
    return f"{sentence}. Anyone who reaches them can run programs there.{narrower}"


def _sockets() -> list[tuple[str, int]]:
    """Return the addresses and ports at which the process of a scheduler or a worker listens."""
    import psutil

    sockets = psutil.Process().net_connections("inet")
    return [tuple(socket.laddr) for socket in sockets if socket.status == psutil.CONN_LISTEN]


def _networks(listening: Iterable[Iterable[tuple[str, int]]]) -> str:
    addresses = {address for sockets in listening for address, _ in sockets}
    return listed(sorted({ALL if ip_address(address).is_unspecified else address for address in addresses}))
