# SPDX-License-Identifier: GPL-3.0-or-later
"""One task on a large puzzle in a process of its own, for ``bench_large``: how long it takes and how much memory.

It uses the ``core`` that is found on PYTHONPATH, which may be that of an older version: modules have several names.
It prints JSON with the seconds and the largest memory of the process, in gigabytes.

    large_task.py TASK X Y Z [VALUE]
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

SHORT = 1.0
"""Seconds; a task that takes less is done again, and its shortest time counts."""

ROUNDS = 5

PRINTING = ("core.printing.printer", "core.printer")
SETTINGS = ("core.oskar.making.settings", "core.settings")
STYLES = ("core.oskar.generators", "core.generators")
GENERATE = ("core.oskar.generate", "core.generators")
DIMENSIONS = ("core.oskar.model.dimensions", "core.dimensions")
KIT = ("core.oskar.model.kit", "core.kit")
CHECKS = ("core.oskar.model.checks", "core.checks")
MAZECUBE = ("core.oskar.files.mazecube", "core.mazecube_file")


def module(names: tuple[str, ...]) -> Any:
    """Return the first module that there is of those with some names; raises ImportError where there is none."""
    for name in names[:-1]:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    return import_module(names[-1])


def settings(size: tuple[int, int, int], **options: object) -> Any:
    """Return settings, also with options that a style owns."""
    make = getattr(module(STYLES), "settings_with", module(SETTINGS).Settings)
    return make(size=size, **options)


def task(name: str, size: tuple[int, int, int], value: str) -> Callable[[], object]:
    """Prepare a task and return it; all that it does by itself is measured."""
    generate, printer = module(GENERATE).generate, module(PRINTING).Printer()
    if name == "hard":
        return lambda: generate(settings(size, style="hard", start="best", effort=int(value)))
    if name == "read":
        text = Path(value).read_text(encoding="utf-8")
        return lambda: module(MAZECUBE).puzzle_from_mazecube(text)
    if name == "write":
        text = module(MAZECUBE).puzzle_to_mazecube(generate(settings(size, style="serpentine")))
        return lambda: Path(value).write_text(text, encoding="utf-8")
    dimensions = module(DIMENSIONS).Dimensions(**({"plate": float(value)} if name == "kit" and value else {}))
    puzzle = generate(settings(size, **({"style": value, "start": "best"} if name == "check" and value else {})))
    # What a scene knows of its puzzle anyway is no part of the check.
    _ = puzzle.solution, puzzle.space
    if name == "kit":
        return lambda: module(KIT).kit(puzzle, dimensions)
    as_kit = name == "check kit"
    return lambda: module(CHECKS).check_puzzle(puzzle, dimensions, printer, as_kit=as_kit)


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of a task, and the largest memory of the process up to its first end, in gigabytes."""
    times: list[float] = []
    gigabytes = 0.0
    while not times or (min(times) < SHORT and len(times) < ROUNDS):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
        gigabytes = gigabytes or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return min(times), gigabytes


if __name__ == "__main__":
    what, x, y, z, *rest = sys.argv[1:]
    print(json.dumps(measured(task(what, (int(x), int(y), int(z)), *(rest or [""])))))
