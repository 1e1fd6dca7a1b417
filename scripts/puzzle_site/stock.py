# SPDX-License-Identifier: GPL-3.0-or-later
"""The shelf that the gallery shows where none is given: some puzzles of many sizes and difficulties, of both kinds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

CLASSIC_SIZES = ("3 3 3", "4 4 4", "5 5 5", "5 4 3", "6 6 6", "7 7 7", "8 8 2")
DESIGNED = ("very_easy", "easy", "medium", "hard", "very_hard", "extreme")
BOXES = ("3 3 3", "4 3 2", "4 4 2", "3 3 2")
QUICK = "4000"
"""Steps of a search: some seconds."""

CLASSICS = ("megaron", "soma", "diabolical", "slothouber_graatsma")
"""Those whose solutions are all found at once."""


def fill_stock(path: Path) -> None:
    """Make the shelf, or what is missing of it, on all cores: about a minute's work of one."""
    for series in _series():
        command = [sys.executable, "-m", "puzzle_shelf", "shelf", str(path), *series]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _series() -> Iterator[list[str]]:
    """Yield the arguments of each series."""
    for size in CLASSIC_SIZES:
        yield ["--kind", "oskar", "--size", *size.split(), "--seeds", "1", "10"]
    for difficulty in DESIGNED:
        wish = ["--size", "5", "5", "5", "--style", "hard", "--difficulty", difficulty, "--effort", QUICK]
        yield ["--kind", "oskar", *wish, "--seeds", "1", "3"]
    for size in BOXES:
        yield ["--kind", "packing", "--size", *size.split(), "--seeds", "1", "8"]
    for classic in CLASSICS:
        yield ["--kind", "packing", "--puzzle", classic, "--search", "all", "--seeds", "0", "0"]
