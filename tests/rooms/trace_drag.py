# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts how many files a new value of a dimension goes through, of a live puzzle in one piece and of one as a kit.

A switch is a call of one of the extension's functions that stands in another file than the function called before it.
Switches between two files of the core are also counted on their own, and so are the objects made for the puzzle. From
the top folder: ``PYTHONPATH=build/package:scripts .venv/bin/python -m tests.rooms.trace_drag``.
"""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType

from installed_extension import extension, new_puzzle

CELLS = 5
WAYS = {"one piece": "ONE_PIECE", "kit": "KIT"}
PUZZLE = "blender_addon/scene/puzzle.py", "__init__"
"""What makes the object that stands for the puzzle in the scene: its file and its name."""

FOLDER = "/puzzle_cubes/"
"""What the path of each file of the installed extension has in it."""


class Trace:
    """The calls of functions of the extension, by file and name, and the switches from file to file."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.switches: Counter[tuple[str, str]] = Counter()
        self._last = ""

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, as the function that Python calls at each of them."""
        _, folder, file = frame.f_code.co_filename.replace("\\", "/").rpartition(FOLDER)
        if event == "call" and folder:
            self.calls[file, frame.f_code.co_name] += 1
            if self._last not in {"", file}:
                self.switches[self._last, file] += 1
            self._last = file

    @property
    def inside_core(self) -> int:
        """The number of switches from one file of the core to another."""
        return sum(count for pair, count in self.switches.items() if all(file.startswith("core/") for file in pair))


def traced(way: str) -> Trace:
    """Trace a change of the wall of a puzzle that is printed in a way, the second such change."""
    group = new_puzzle(size=(CELLS, CELLS, CELLS))
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
    with extension():
        traces = {label: traced(way) for label, way in WAYS.items()}
    print(f"{'':10}  files  switches  inside core  puzzles made")
    for label, trace in traces.items():
        files = len({file for file, _ in trace.calls})
        figures = f"{files:5}  {trace.switches.total():8}  {trace.inside_core:11}  {trace.calls[PUZZLE]:12}"
        print(f"{label:10}  {figures}")
