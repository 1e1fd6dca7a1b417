# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure how long a gallery of 500 puzzles takes to open from a folder, in a Chromium that was just started."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from puzzle_site.writing import write_gallery

from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.kinds import KINDS
from tests.site.chromium import chromium

CUBES, PACKING = 480, 30
SIZES = ((4, 4, 4), (5, 5, 5), (6, 6, 6), (8, 8, 8))
STARTS = 5
GOAL = 2.0
"""Seconds."""


def puzzles() -> list[tuple[AnyKind, Any]]:
    """Return the puzzles."""
    oskar, packing = KINDS["oskar"], KINDS["packing"]
    found = [
        (oskar, oskar.making.make({**oskar.making.defaults, "size": SIZES[seed % len(SIZES)], "seed": seed}))
        for seed in range(CUBES)
    ]
    small = {**packing.making.defaults, "puzzle": "design", "size": (3, 3, 2), "design": 4}
    return found + [(packing, packing.making.make({**small, "seed": seed})) for seed in range(PACKING)]


def main() -> None:
    """Print the sizes and the times."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        entries = write_gallery(folder, puzzles(), prints=False)
        largest = max(len(json.dumps(entry.to_json())) for entry in entries)
        total = sum(file.stat().st_size for file in folder.iterdir())
        print(f"{len(entries)} puzzles in {total / 1e6:.1f} MB, the largest of {largest / 1e3:.1f} kB")
        times = []
        for _ in range(STARTS):
            with chromium(folder) as browser:
                browser.show((1280, 900))
                browser.open(folder / "index.html")
                times.append(float(browser.ask("return document.body.dataset.ready")) / 1000)
        shown = ", ".join(f"{seconds:.2f}" for seconds in times)
        print(f"Opened, with the pictures that are seen, in {shown} s; the goal is {GOAL:g} s")


if __name__ == "__main__":
    main()
