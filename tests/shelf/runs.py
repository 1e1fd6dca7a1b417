# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the shelf's command as a user does, and looking at shelves."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

from dask.distributed import LocalCluster

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Shelf
from puzzle_shelf.filling import ShelfWriter, rows_of

COMMAND = [sys.executable, "-m", "puzzle_shelf", "shelf"]
PATIENCE = 600
"""Seconds after which something that should have happened never will, on any machine."""


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False)


def started(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def serial_digest(path: Path, size: tuple[int, int, int], seeds: range) -> str:
    """Return the digest of a shelf that is filled one seed after another."""
    kind = KINDS["oskar"]
    values = kind.values_with({"size": size})
    writer = ShelfWriter(path, kind, values)
    writer.add(rows_of(kind, values, seeds))
    writer.close()
    return digest(path)


def digest(path: Path) -> str:
    with Shelf(path) as shelf:
        return shelf.digest("oskar")


def rows_on(path: Path) -> int:
    """Return how many rows a shelf has while it is being filled; 0 before it is one."""
    try:
        with Shelf(path) as shelf:
            return shelf.count("oskar")
    except InputError:
        return 0


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened; raises TimeoutError where it does not."""
    begin = monotonic()
    while not happened():
        if monotonic() - begin > PATIENCE:
            raise TimeoutError("it does not happen")
        sleep(0.02)


def is_whole(path: Path) -> bool:
    """Report whether SQLite finds nothing wrong with a shelf."""
    with closing(sqlite3.connect(path)) as connection:
        verdict: list[tuple[str]] = connection.execute("PRAGMA integrity_check").fetchall()
    return verdict == [("ok",)]


def kill_worker(cluster: LocalCluster, killed: Collection[int]) -> int:
    """Kill a worker of a cluster that was not killed before, and return its process.

    The workers are not asked for it, as one that has just been killed does not answer.
    """
    process: int = next(worker.pid for worker in cluster.workers.values() if worker.pid not in {None, *killed})
    os.kill(process, signal.SIGKILL)
    return process
