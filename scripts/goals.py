# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures beside their goals, as the jobs of ``make bench`` print them: each is met, or FELL SHORT and the job fails.

``python -m scripts.goals`` does all jobs, one after another, and fails at its end where any of them did.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent

JOBS = (
    "scripts.bench",
    "scripts.bench_searches",
    "tests.site.figures",
)
"""The modules that are run."""

MET, FELL_SHORT = "met", "FELL SHORT"


@dataclass(frozen=True)
class Figure:
    """A number that was measured, its unit, and what it is to be at most or at least, if it has a goal."""

    value: float
    unit: str = ""
    most: float = inf
    least: float = -inf

    @property
    def is_met(self) -> bool:
        """Whether it is within its goal."""
        return self.least <= self.value <= self.most

    @property
    def goal(self) -> str:
        """The goal in words; nothing where there is none."""
        words = [f"at most {_number(self.most)}"] if self.most < inf else []
        return " and ".join([*words, *([f"at least {_number(self.least)}"] if self.least > -inf else [])])

    def __str__(self) -> str:
        """Return the number with its unit and its goal."""
        return f"{_number(self.value)} {self.unit}".strip() + (f" ({self.goal})" if self.goal else "")


def _number(value: float) -> str:
    """Return a number with three digits, or all before its point."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


class Table:
    """The lines that a job prints. A ``small`` one only shows that the job works: its figures are not judged."""

    def __init__(self, *, small: bool = False) -> None:
        self.small = small
        self.short: list[str] = []

    def line(self, what: str, *figures: Figure, beside: str = "") -> None:
        """Print what was measured, its figures with their goals, and whether all are met."""
        is_met = all(figure.is_met for figure in figures)
        verdict = "small" if self.small else MET if is_met else FELL_SHORT
        if not (is_met or self.small):
            self.short.append(what)
        has_goal = any(figure.goal for figure in figures)
        words = ", ".join(map(str, figures)) + (f": {verdict}" if has_goal else "")
        print(f"{what:52} {words}{'; ' if beside else ''}{beside}", flush=True)


def run(job: Callable[[Table], None], about: str, parser: argparse.ArgumentParser | None = None) -> int:
    """Do a job as its command, and return the exit code: 1 where a figure fell short."""
    parser = parser or argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="only show that it works: small, and not judged")
    table = Table(small=parser.parse_args().small)
    job(table)
    return 1 if table.short else 0


def seconds(work: Callable[[], object], rounds: int = 1, clock: Callable[[], float] = process_time) -> float:
    """Return the least time that some work takes, of this process's processor unless another clock is given."""
    times = []
    for _ in range(rounds):
        begin = clock()
        work()
        times.append(clock() - begin)
    return min(times)


@dataclass(frozen=True)
class Call:
    """A process that was run: its seconds, those of the processors with its children's, its gigabytes, and its text."""

    clock: float
    processor: float
    gigabytes: float
    text: str


MEASURE = (
    "import json, resource, subprocess, sys; "
    "code = subprocess.run(sys.argv[1:]).returncode; "
    "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
    "print('\\n' + json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1e6])); sys.exit(code)"
)
"""Runs a command in a process of its own, as the largest memory is that of all children so far."""


def called(command: Sequence[str], environment: dict[str, str] | None = None, folder: Path = ROOT) -> Call:
    """Run a module of Python with its arguments in a folder, and measure it; raises CalledProcessError where it fails.

    What it says besides is shown then only.
    """
    begin = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stderr)
        done.check_returncode()
    clock = perf_counter() - begin
    text, _, last = done.stdout.rstrip().rpartition("\n")
    processor, gigabytes = map(float, last.strip("[]").split(","))
    return Call(clock, processor, gigabytes, text)


def all_jobs(jobs: Sequence[str], *options: str) -> list[str]:
    """Do jobs by the names of their modules, all of them, and return those that failed."""
    failed = []
    for job in jobs:
        print(f"\n{job}", flush=True)
        if subprocess.run([sys.executable, "-m", job, *options], cwd=ROOT, check=False).returncode:
            failed.append(job)
    return failed


if __name__ == "__main__":
    failed = all_jobs(JOBS, *sys.argv[1:])
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nAll goals are met.")
    sys.exit(1 if failed else 0)
