# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long a live puzzle takes to follow a dimension: a part of ``make bench``.

With ``--against REVISION`` the same is done, turn by turn, by that revision of the repository, and stated as a ratio.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from bench_large import ROOT, unpack
from installed_extension import extension

TURNS = 2
SIDES = (5, 10, 20, 40)
ROUNDS = 100
KIT_SIDE = 10

ONE = "--one"
"""What is asked of a process that measures once, by the sources in its folder."""

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


def measured_in(folder: Path) -> dict[str, float]:
    """Return how long a change of the wall takes with the sources in a folder, from its value to the meshes."""
    command = [sys.executable, f"scripts/{Path(__file__).name}", ONE]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print a line for each that is measured."""
    parser = argparse.ArgumentParser(description="Measure how long a live puzzle takes to follow a dimension.")
    parser.add_argument("--against", metavar="REVISION", help="measure an older revision beside it, too")
    against = parser.parse_args().against
    with tempfile.TemporaryDirectory() as name:
        old = Path(name)
        if against:
            unpack(against, old)
            shutil.copy(__file__, old / "scripts")
        turns = [(measured_in(ROOT), measured_in(old) if against else {}) for _ in range(TURNS)]
    for key, (what, goal) in ROWS.items():
        ours, theirs = (min(times.get(key, 0.0) for times in side) for side in zip(*turns, strict=True))
        line = f"{what:40}{f'{ours:.2f} ms':22}{goal:28}"
        if theirs:
            line += f"{against}: {theirs:.2f} ms, so {theirs / ours:.1f} times as fast"
        print(line.rstrip(), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == [ONE]:
        print(json.dumps(measured()))
    else:
        main()
