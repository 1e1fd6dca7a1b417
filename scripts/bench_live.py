# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a live puzzle takes to follow a dimension: a part of ``make bench``.

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

from bench_large import ROOT, unpack

TURNS = 2

ROWS = {
    "5": ("live 5x5x5", "under 0.5 ms"),
    "10": ("live 10x10x10", "under 1 ms"),
    "20": ("live 20x20x20", "under 1.5 ms"),
    "40": ("live 40x40x40", "under 4 ms"),
    "wires": ("live 10x10x10, shown as wires", "under 6 ms"),
    "kit": ("live 8x8x8, shown as a kit", "under 30 ms"),
}
"""What is measured, by the names in the answer of ``live``, and the goals."""


def milliseconds(folder: Path) -> dict[str, float]:
    """Return how long a change of the wall takes with the sources in a folder, from its value to the meshes."""
    command = [sys.executable, "scripts/live.py"]
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
            shutil.copy(ROOT / "scripts" / "live.py", old / "scripts" / "live.py")
        turns = [(milliseconds(ROOT), milliseconds(old) if against else {}) for _ in range(TURNS)]
    for key, (what, goal) in ROWS.items():
        ours, theirs = (min(times.get(key, 0.0) for times in side) for side in zip(*turns, strict=True))
        line = f"{what:40}{f'{ours:.2f} ms':22}{goal:28}"
        if theirs:
            line += f"{against}: {theirs:.2f} ms, so {theirs / ours:.1f} times as fast"
        print(line.rstrip(), flush=True)


if __name__ == "__main__":
    main()
