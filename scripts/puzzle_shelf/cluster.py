# SPDX-License-Identifier: GPL-3.0-or-later
"""The cluster that does the work: one of this machine's cores, or one that runs already."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import dask
from dask.distributed import Client, LocalCluster

from puzzle_cubes.common.errors import ExportError
from puzzle_cubes.common.words import shortened

SECONDS_TO_CONNECT = 20
LOST_WORKERS = 10
"""How many workers in turn may be lost with a batch, before it is taken for what has ended them."""

SECONDS_WITHOUT_WORKERS = 60
"""How long work waits where no worker is left: those of this machine come back at once, or not at all."""


@contextmanager
def connected(scheduler: str | None, workers: int | None) -> Iterator[Client]:
    """Give a client of a cluster, and print where its dashboard is; raises ExportError where there is none.

    Without a scheduler's address the cluster is this machine's, with a process for each core, and only this machine
    can reach it; it ends with the context.
    """
    if scheduler is None:
        with (
            dask.config.set(
                {
                    "distributed.scheduler.allowed-failures": LOST_WORKERS,
                    "distributed.scheduler.no-workers-timeout": f"{SECONDS_WITHOUT_WORKERS}s",
                }
            ),
            LocalCluster(
                n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
            ) as cluster,
            Client(cluster) as client,
        ):
            yield _shown(client)
        return
    try:
        client = Client(scheduler, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise ExportError(f"Scheduler {shortened(scheduler)} cannot be reached: {error}.") from error
    with client:
        yield _shown(client)


def _shown(client: Client) -> Client:
    address = client.dashboard_link
    if find_spec("bokeh") is None:
        # Its pictures need that; this page needs nothing.
        address = address.replace("/status", "/info/main/workers.html")
    print(f"Dashboard: {address}", file=sys.stderr)
    return client
