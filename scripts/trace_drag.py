# SPDX-License-Identifier: GPL-3.0-or-later
"""How many files a new value of a dimension goes through, of a live puzzle in one piece and of one as a kit.

A switch is a call of a function of the extension in another file than that of the call before, whoever calls it; those
from one file of the core to another are counted by themselves, too. A lookup is a call that only asks what a puzzle is.
"""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType
from typing import Any

from installed_extension import extension
from live import live_puzzle

CELLS = 5
WAYS = {"one piece": "ONE_PIECE", "kit": "KIT"}
LOOKUPS = ("puzzle_group", "kind_of", "way_of", "built_of", "dimensions_of", "own_group")
FOLDER = "/puzzle_cubes/"
"""What the path of each file of the installed extension has in it."""


class Trace:
    """The calls of functions of the extension, by file and by name, and the switches from file to file."""

    def __init__(self) -> None:
        self.files: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self.switches: Counter[tuple[str, str]] = Counter()
        self._last = ""

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, as the function that Python calls at each of them."""
        _, found, file = frame.f_code.co_filename.replace("\\", "/").rpartition(FOLDER)
        if event == "call" and found:
            self.files[file] += 1
            self.functions[frame.f_code.co_name] += 1
            if self._last not in {"", file}:
                self.switches[self._last, file] += 1
            self._last = file

    @property
    def inside_core(self) -> int:
        """How many switches are from one file of the core to another."""
        return sum(count for pair, count in self.switches.items() if all(file.startswith("core/") for file in pair))


def traced(name: str, way: str) -> Trace:
    """Trace a change of the wall of a puzzle that is printed in a way, the second such change."""
    group: Any = live_puzzle(CELLS, name)
    group.oskar.way = way
    group.oskar.wall = 3.5
    trace = Trace()
    sys.setprofile(trace)
    try:
        group.oskar.wall = 3.75
    finally:
        sys.setprofile(None)
    return trace


if __name__ == "__main__":
    with extension() as root:
        traces = {label: traced(root.__name__.rpartition(".")[2], way) for label, way in WAYS.items()}
    print("  ".join((f"{'':10}", "files", "switches", "inside core", *LOOKUPS)))
    for label, trace in traces.items():
        counts = [f"{trace.functions[name]:{len(name)}}" for name in LOOKUPS]
        figures = (f"{len(trace.files):5}", f"{trace.switches.total():8}", f"{trace.inside_core:11}")
        print("  ".join((f"{label:10}", *figures, *counts)))
