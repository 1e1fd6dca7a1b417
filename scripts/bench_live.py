# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long a live puzzle takes to follow a dimension: a part of ``make bench``."""

from __future__ import annotations

import json
import sys
from time import perf_counter
from typing import Any

from goals import Figure, Table, called, run
from installed_extension import extension, new_puzzle

TURNS = 2
SIDE = 10
ROUNDS = 100

ONE = "--one"
"""What is asked of a process that measures once, before so many rounds and the sides."""

MOST = {"5": 0.6, "10": 1.0, "20": 1.5, "40": 4.0, f"{SIDE}, as wires": 6.0, f"{SIDE}, as a kit": 25.0}
"""What is measured, by the cells of its side, and the milliseconds that it may take."""


def milliseconds(group: Any, rounds: int) -> float:
    """Return the shortest time that a change of the wall takes."""
    times = []
    for number in range(rounds):
        begin = perf_counter()
        group.oskar.wall = 2 + number / 100
        times.append(perf_counter() - begin)
    return 1000 * min(times)


def measured(rounds: int) -> dict[str, float]:
    """Measure once, in this process."""
    with extension():
        taken = {}
        for what in MOST:
            group = new_puzzle(size=[int(what.partition(",")[0])] * 3)
            if what.endswith("kit"):
                group.oskar.way = "KIT"
            elif what.endswith("wires"):
                group.display = "WIRE"
            taken[what] = milliseconds(group, rounds)
    return taken


def bench_live(table: Table) -> None:
    """Measure some times, each in a process of its own."""
    turns, rounds = (1, 2) if table.small else (TURNS, ROUNDS)
    times = [json.loads(called([__file__, ONE, str(rounds)]).text.splitlines()[-1]) for _ in range(turns)]
    for what, most in MOST.items():
        table.line(f"a live cube of {what}", Figure(min(taken[what] for taken in times), "ms", most))


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        print(json.dumps(measured(int(sys.argv[2]))))
    else:
        sys.exit(run(bench_live, __doc__))
