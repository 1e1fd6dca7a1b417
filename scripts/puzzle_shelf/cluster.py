# SPDX-License-Identifier: GPL-3.0-or-later
"""The cluster that does the work: one of this machine's cores, or one that runs already."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import resource_tracker

import dask
from dask.distributed import Client, LocalCluster

from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.common.words import shortened
from puzzle_cubes.export.interrupts import held_back

SECONDS_TO_CONNECT = 20
LOST_WORKERS = 10
"""How many workers in turn may be lost with a batch, before it is taken for what has ended them."""

SECONDS_WITHOUT_WORKERS = 60
"""How long work waits where no worker is left: those of this machine come back at once, or not at all."""


def _print(sentence: str) -> None:
    print(sentence, file=sys.stderr)


@contextmanager
def connected(scheduler: str | None, workers: int | None, note: Callable[[str], object] = _print) -> Iterator[Client]:
    """Give a client of a cluster, and note where its dashboard is; raises ExportError where there is none.

    Without a scheduler's address the cluster is this machine's, with a process for each core, and only this machine
    can reach it; it ends with the context.
    """
    # What it says of a connection that was ended by a signal is nothing that anybody could mend.
    logging.getLogger("tornado.application").setLevel(logging.CRITICAL)
    if scheduler is None:
        with _own_cluster(workers) as client:
            note(_dashboard(client))
            yield client
        return
    try:
        client = Client(scheduler, timeout=SECONDS_TO_CONNECT)
    except ValueError as error:
        raise InputError(f"Scheduler {shortened(scheduler)} is no address, as tcp://host:8786: {error}.") from error
    except OSError as error:
        raise ExportError(f"Scheduler {shortened(scheduler)} cannot be reached: {error}.") from error
    with client:
        note(_dashboard(client))
        yield client


@contextmanager
def _own_cluster(workers: int | None) -> Iterator[Client]:
    """Give a client of a cluster of this machine, with so many workers, or one for each core.

    Signals that end a program wait while it begins and while it ends: cut in two it leaves processes behind.
    """
    settings = {
        "distributed.scheduler.allowed-failures": LOST_WORKERS,
        "distributed.scheduler.no-workers-timeout": f"{SECONDS_WITHOUT_WORKERS}s",
    }
    opened: list[LocalCluster | Client] = []
    with dask.config.set(settings):
        try:
            with held_back(), _unheard_by_workers():
                address = "127.0.0.1"
                opened.append(
                    LocalCluster(
                        n_workers=workers, threads_per_worker=1, host=address, dashboard_address=f"{address}:0"
                    )
                )
                client = Client(opened[0])
                opened.append(client)
            yield client
        finally:
            with held_back():
                for one in reversed(opened):
                    one.close()


@contextmanager
def _unheard_by_workers() -> Iterator[None]:
    """Let processes that are begun meanwhile, and by what is, not hear Ctrl-C, which a terminal sends to all."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Where it began later, it would let signals through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _dashboard(client: Client) -> str:
    """Return where the pages of a cluster are."""
    address = client.dashboard_link
    if find_spec("bokeh") is None:
        # Its pictures need that; this page needs nothing.
        address = address.replace("/status", "/info/main/workers.html")
    return f"Dashboard: {address}"
