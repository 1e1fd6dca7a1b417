# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a call of the command line takes, from its start to its end: ``python -m scripts.calls``.

A call is timed as a user makes it, where Python has compiled its files before. Its processor time is stated beside the
time on the clock, which other work on the machine lengthens.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 7
CALLS = (
    ("a call, 5x5x5", (), 0.5),
    ("a call for a kit, 5x5x5", ("--kit",), 1.0),
)


def call_times(options: tuple[str, ...]) -> tuple[float, float]:
    """Return the least seconds of a call on the clock, and the least processor seconds."""
    clock, processor = [], []
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        size = ("--size", "5", "5", "5", "--seed", "7")
        # The first one compiles.
        for number in range(1 + ROUNDS):
            command = [sys.executable, "-m", "puzzle_cubes", "oskar", *size, *options]
            before, begin = _processor_seconds(), perf_counter()
            subprocess.run(
                [*command, "--out", f"{folder}/{number}"], cwd=ROOT, env=environment, capture_output=True, check=True
            )
            clock.append(perf_counter() - begin)
            processor.append(_processor_seconds() - before)
    return min(clock), min(processor)


def _processor_seconds() -> float:
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def lines() -> list[tuple[str, str, str]]:
    """Return what was measured: what, how long, and the goal."""
    found = []
    for what, options, goal in CALLS:
        clock, processor = call_times(options)
        found.append((what, f"{clock:.2f} s, of the processor {processor:.2f} s", f"at most {goal:g} s"))
    return found


if __name__ == "__main__":
    for what, value, goal in lines():
        print(f"{what:40}{value:62}{goal}", flush=True)
