# SPDX-License-Identifier: GPL-3.0-or-later
"""A Dask cluster fills the same shelf: its killed workers lose nothing, and they may be started by hand."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from dask.distributed import Client, LocalCluster

from puzzle_cubes.common.words import listed
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Row
from puzzle_shelf.filling import ShelfWriter, fill
from puzzle_shelf.team import Cluster, connected
from tests.shelf.runs import digest, kill_worker, run, serial_digest, wait_until

SIZE = (3, 3, 3)
SEEDS = range(1200)


def said(cluster: LocalCluster) -> str:
    """Return what is said of a cluster that the command uses."""
    sentences: list[str] = []
    with connected(cluster.scheduler_address, sentences.append):
        (sentence,) = sentences
    return sentence


@pytest.mark.thorough
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    kind = KINDS["oskar"]
    values = kind.values_with({"size": SIZE})
    writer = ShelfWriter(tmp_path / "shelf.db", kind, values)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0") as cluster,
        Client(cluster) as client,
    ):
        killed: list[int] = []

        def take(rows: Sequence[Row]) -> None:
            writer.add(rows)
            # As long as there is much to do, so that there is work under way on each of them.
            if len(killed) < 2 and len(writer.missing(SEEDS)) > 300:
                killed.append(kill_worker(cluster, killed))

        fill(Cluster(client), kind, values, writer.missing(SEEDS), take)
        assert len(set(killed)) == 2
        assert not writer.missing(SEEDS)
    writer.close()
    assert digest(tmp_path / "shelf.db") == serial_digest(tmp_path / "serial.db", SIZE, SEEDS)


@contextmanager
def started(*arguments: str) -> Iterator[int]:
    """Start one of Dask's programs as the documentation says, give its process, and end it at last."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def listening(process: psutil.Process) -> set[tuple[str, int]]:
    """Return the addresses and ports at which a process listens."""
    return {
        tuple(connection.laddr)
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }


@pytest.mark.thorough
def test_a_scheduler_and_workers_that_were_started_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    pages = ("--no-dashboard", "--dashboard-address", "127.0.0.1:0")
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", *pages, "--scheduler-file", str(file))
    with started(*scheduler) as scheduler_process:
        wait_until(file.exists)
        with Client(scheduler_file=str(file)) as client:
            address = client.scheduler.address
            worker = ("worker", address, "--host", "127.0.0.1", "--nthreads", "1", *pages)
            with started(*worker), started(*worker):
                client.wait_for_workers(2)
                # Only this machine reaches them.
                assert {ip for process in psutil.Process().children(True) for ip, _ in listening(process)} == {
                    "127.0.0.1"
                }
                ports = {port for _, port in listening(psutil.Process(scheduler_process))}
                # And who hands the work out listens nowhere.
                assert not listening(psutil.Process())
                done = run(
                    tmp_path / "shelf.db", "--size", *SIZE, "--seeds", 0, SEEDS[-1], "--scheduler", address, "--count"
                )
    assert (done.returncode, done.stdout) == (0, f"{len(SEEDS)}\n"), done.stderr
    said = re.match(
        r"The scheduler listens at 127\.0\.0\.1, ports (\d+) and (\d+), and 2 workers at 127\.0\.0\.1\. ", done.stderr
    )
    assert said is not None, done.stderr
    assert {int(port) for port in said.groups()} == ports
    assert "http" not in done.stderr
    assert digest(tmp_path / "shelf.db") == serial_digest(tmp_path / "serial.db", SIZE, SEEDS)


def test_what_listens_is_said_and_how_it_is_narrowed() -> None:
    with LocalCluster(n_workers=1, processes=False, host="tcp://127.0.0.1", dashboard_address="127.0.0.1:0") as cluster:
        ports = listed([str(port) for port in sorted({port for _, port in listening(psutil.Process())})])
        assert said(cluster) == (
            f"The scheduler listens at 127.0.0.1, ports {ports}, and 1 worker at 127.0.0.1. "
            "Anyone who reaches them can run programs there."
        )
    with LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="0.0.0.0:0") as cluster:
        sentence = said(cluster)
    assert sentence.startswith("The scheduler listens at 127.0.0.1 and all networks, ports ")
    assert sentence.endswith(" there. Dask's --host and --dashboard-address narrow that.")
