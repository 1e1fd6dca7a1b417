# SPDX-License-Identifier: GPL-3.0-or-later
"""The fingerprints of a few puzzles of every style, as fingerprints.json holds them.

After a change that is meant to change puzzles, write that file anew, from the top folder, or only what it has of the
styles that are named:

    python -m tests.core.oskar.generators.fingerprints [STYLE ...]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from puzzle_cubes.common.options import declared
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.puzzle_texts import puzzle_to_json

FILE = Path(__file__).with_suffix(".json")
SIZES = ((4, 3, 5), (5, 5, 5))
EFFORT = 150
ASKED: tuple[tuple[int, tuple[int, int, int] | str, str], ...] = (
    (0, "center", "deepest"),
    (1, "best", "farthest"),
    (2, (0, 1, 2), "first"),
    (2**31 - 1, "best", "deepest"),
)
"""Seeds with the start and the end that are asked for."""


LONGER: tuple[dict[str, Any], ...] = (
    # Long enough to be shared out.
    {"style": "hard", "size": (4, 4, 4), "effort": 24_000},
    {"style": "hard", "size": (4, 4, 4), "difficulty": "medium", "look_ahead": "2", "effort": 3_000},
    {"style": "longest", "size": (6, 6, 6), "effort": 21_000},
    {"style": "longest", "size": (5, 5, 5), "effort": 21_000},
    # Some of several ways are as good as each other: the first one stays.
    {"style": "longest", "size": (3, 4, 7), "seed": 3, "sturdy": True, "effort": 3_000},
)
"""Searches that go on for some seconds."""

HUNDRED: dict[str, Any] = {"style": "hard", "size": (3, 3, 3), "effort": 25_000}
"""The shortest search that is shared out, of each of a hundred seeds."""


VARIED: dict[type, tuple[Any, ...]] = {float: (0.8,), int: (2,), tuple: ((0.2, 0.5, 0.8),), bool: (True, False)}
"""What is asked of an option, by the type of its value."""


def variations(style: str) -> Iterator[tuple[str, Any]]:
    """Yield the options that a style has of its own, with other values than the usual ones."""
    for option in declared(STYLES[style].options):
        if option.name in {"effort", *(general.name for general in declared(Settings))}:
            continue
        values = option.choices or VARIED[type(option.default)]
        yield from ((option.name, value) for value in values if value != option.default)


def fingerprint(settings: Settings, jobs: int = 1) -> str:
    """Return the fingerprint of a puzzle's file, without the settings: these grow when there is a new option."""
    return sha256(puzzle_to_json(replace(generate(settings, jobs=jobs), settings=None)).encode()).hexdigest()


def of_style(style: str) -> dict[str, str]:
    """Return the fingerprints of puzzles of a style, by what was asked for; where it searches, by short searches."""
    return {
        f"{style}, size {size}, seed {seed}, start {start}, end {end}": fingerprint(
            settings_with(size=size, seed=seed, style=style, start=start, end=end, effort=EFFORT)
        )
        for size, (seed, start, end) in product(SIZES, ASKED)
    } | {
        f"{style}, {name} {value}": fingerprint(
            # A mirror needs an even number of cells, a point an odd one.
            settings_with(size=3 * (4 + (value != "mirror"),), seed=5, style=style, effort=EFFORT, **{name: value})
        )
        for name, value in variations(style)
    }


def of_longer_searches(jobs: int = 1) -> dict[str, str]:
    """Return the fingerprints of the longer searches by so many processes, by what was asked for."""
    return {
        "longer: " + ", ".join(f"{name} {value}" for name, value in asked.items()): fingerprint(
            settings_with(**asked), jobs
        )
        for asked in LONGER
    }


def of_a_hundred(jobs: int = 1) -> dict[str, str]:
    """Return the fingerprint of a hundred hard puzzles together, made by so many processes."""
    fingerprints = [fingerprint(settings_with(**HUNDRED, seed=seed), jobs) for seed in range(100)]
    return {"a hundred": sha256("".join(fingerprints).encode()).hexdigest()}


def known_of(style: str) -> dict[str, str]:
    """Return the fingerprints of a style that the file has."""
    return {asked: value for asked, value in known().items() if asked.split(",")[0] == style}


def known() -> dict[str, str]:
    """Return all that the file has."""
    fingerprints: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return fingerprints


def main(names: Collection[str]) -> None:
    """Write the file: of some styles anew, or where none is named all of it."""
    made: dict[str, str] = {}
    for style in STYLES:
        made |= of_style(style) if not names or style in names else known_of(style)
    if names:
        made |= {asked: value for asked, value in known().items() if asked.split(",")[0] not in STYLES}
    else:
        made |= of_longer_searches() | of_a_hundred()
    FILE.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
