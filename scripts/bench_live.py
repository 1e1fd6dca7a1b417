# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long a live puzzle takes to follow a dimension: a part of ``make bench``."""

from __future__ import annotations

import json
import subprocess
import sys
from time import perf_counter
from typing import Any

from installed_extension import ROOT, extension

TURNS = 2
SIDES = (5, 10, 20, 40)
ROUNDS = 100
KIT_SIDE = 10

ONE = "--one"
"""What is asked of a process that measures once."""

ROWS = {
    "5": ("live 5x5x5", "under 0.6 ms"),
    "10": ("live 10x10x10", "under 1 ms"),
    "20": ("live 20x20x20", "under 1.5 ms"),
    "40": ("live 40x40x40", "under 4 ms"),
    "wires": ("live 10x10x10, shown as wires", "under 6 ms"),
    "kit": ("live 10x10x10, shown as a kit", "under 25 ms"),
}
"""What is measured, and the goals."""


def live_puzzle(cells: int, name: str) -> Any:
    """Make a puzzle in an empty scene, by the extension with a name, and return its properties."""
    import bpy

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    getattr(bpy.ops, name).generate(size=(cells, cells, cells))
    context: Any = bpy.context
    (collection,) = context.active_object.users_collection
    return getattr(collection, name)


def milliseconds(group: Any) -> float:
    """Return the shortest time that a change of the wall takes."""
    times = []
    for number in range(ROUNDS):
        begin = perf_counter()
        group.oskar.wall = 2 + number / 100
        times.append(perf_counter() - begin)
    return 1000 * min(times)


def measured() -> dict[str, float]:
    """Measure once, in this process."""
    with extension() as root:
        name = root.__name__.rpartition(".")[2]
        found = {f"{cells}": milliseconds(live_puzzle(cells, name)) for cells in SIDES}
        with_kit = live_puzzle(KIT_SIDE, name)
        with_kit.oskar.way = "KIT"
        found["kit"] = milliseconds(with_kit)
        with_wires = live_puzzle(10, name)
        with_wires.display = "WIRE"
        found["wires"] = milliseconds(with_wires)
    return found


def measured_apart() -> dict[str, float]:
    """Measure once, in a process of its own."""
    done = subprocess.run([sys.executable, __file__, ONE], cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print a line for each that is measured."""
    turns = [measured_apart() for _ in range(TURNS)]
    for key, (what, goal) in ROWS.items():
        print(f"{what:40}{f'{min(times[key] for times in turns):.2f} ms':22}{goal}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == [ONE]:
        print(json.dumps(measured()))
    else:
        main()
