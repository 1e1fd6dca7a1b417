# SPDX-License-Identifier: GPL-3.0-or-later
"""Fresh puzzles to be judged by a slicer: kits, pieces in a box and burrs, with lengths and printers that users type.

Where light hardens resin, no lines are laid that could be judged.
A seed gives the same sets again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from puzzle_cubes.library import InputError, Puzzle, make
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.making.settings import DESIGNED
from puzzle_cubes.printing.checks import BAD

Values = dict[str, Any]

Draw = Callable[[random.Random], Any]

QUICK_STYLES = [name for name, style in STYLES.items() if style.group != DESIGNED]
"""All but those that search."""

SHARE = 0.25
"""How often each length is another than the preset's."""


MOST_STEPS = 100_000
"""Of a search for a design: a second or less."""


def _between(low: float, high: float, step: float = 0.05) -> Draw:
    """Return what draws a length in steps."""
    return lambda draw: round(low + step * draw.randint(0, round((high - low) / step)), 4)


PRINTER: dict[str, Draw] = {
    "layer": lambda draw: draw.choice((0.1, 0.12, 0.15, 0.16, 0.2, 0.24, 0.25, 0.28, 0.3)),
    "nozzle": lambda draw: draw.choice((0.25, 0.3, 0.4, 0.5, 0.6)),
}

KIT: dict[str, Draw] = PRINTER | {
    "passage": _between(3.5, 9, 0.1),
    "wall": _between(1.6, 5, 0.1),
    "plate": _between(2, 5, 0.1),
    "clearance": _between(0.15, 0.7),
    "joint": _between(0.05, 0.3),
    "arm_chamfer": _between(0, 0.5),
    "bed_chamfer": _between(0, 0.5),
    "start_marker": _between(0, 3, 0.5),
    "end_marker": _between(0, 2, 0.5),
    "overhang": _between(0, 5, 1),
    "label_height": _between(1, 4, 0.5),
}

PIECES: dict[str, Draw] = PRINTER | {
    "cube": _between(8, 20, 0.05),
    "inset": _between(0.03, 0.25, 0.01),
    "bevel": _between(0, 1),
    "letters": _between(0.3, 0.8, 0.1),
}

BOX: dict[str, Draw] = PIECES | {
    "tray_wall": _between(1.2, 3, 0.1),
    "tray_gap": _between(0.05, 1.2),
    "lid_gap": _between(0.05, 0.4),
    "cube_z": _between(5, 20, 0.1),
}


def _others(draw: random.Random, lengths: Mapping[str, Draw]) -> Values:
    return {name: of(draw) for name, of in lengths.items() if draw.random() < SHARE}


def _kit(draw: random.Random, most: int = 4) -> Puzzle:
    size = tuple(draw.randint(1, most) for _ in range(3))
    values: Values = {"size": size, "style": draw.choice(QUICK_STYLES), "seed": draw.randint(0, 10**6)}
    values["preset"] = draw.choice(("pla", "pla", "petg", "large", "pocket"))
    return make("oskar", kit=True, **values, **_others(draw, KIT))


def _pieces(draw: random.Random) -> Puzzle:
    preset = draw.choice(("pla", "petg", "large", "small"))
    if draw.random() < 0.3:
        return make(
            "packing",
            puzzle=draw.choice(("soma", "diabolical", "slothouber_graatsma")),
            preset=preset,
            **_others(draw, BOX),
        )
    size = tuple(sorted((draw.randint(2, 4), draw.randint(2, 3), draw.randint(1, 3)), reverse=True))
    values: Values = {"size": size, "design": draw.randint(3, 5), "seed": draw.randint(0, 10**6)}
    values |= {"preset": preset, "most_solutions": 20, "report": _patience()}
    return make("packing", puzzle="design", **values, **_others(draw, BOX))


def _patience() -> Callable[[object], None]:
    """Return what is told of each step of a search, and ends one that goes on for long: some find nothing."""
    steps = iter(range(MOST_STEPS))

    def step(_: object) -> None:
        if next(steps, None) is None:
            raise InputError("The search takes too long.")

    return step


def _burr(draw: random.Random) -> Puzzle:
    values: Values = {"notchable": True, "seed": draw.randint(0, 10**6)}
    return make(
        "burr", made_by="wish", preset=draw.choice(("pla", "petg", "large", "small")), **values, **_others(draw, PIECES)
    )


KINDS: Mapping[str, Callable[[random.Random], Puzzle]] = {
    "kit": _kit,
    "large kit": partial(_kit, most=7),
    "pieces": _pieces,
    "burr": _burr,
}
"""What makes a puzzle, or raises InputError for what cannot be."""

TURNS: Sequence[str] = ("kit", "pieces", "kit", "burr")
LATER_TURNS: Sequence[str] = ("large kit", *TURNS[1:])
"""Of which kind the first hundred sets are, one after the other, and those after them: kits have most that can be
wrong."""

NEVER = {"Meshes", "Bodies", "Motion", "Thickness", "Thinnest", "Walls", "Wall"}
"""Lines of Check that are not about gaps: what is bad in one of them is not printed."""


def fresh_set(seed: int, number: int) -> tuple[str, Puzzle]:
    """Return the kind and the puzzle of a set that a seed and its number give: of what Check calls printable."""
    turns = TURNS if number < 100 else LATER_TURNS
    kind = turns[number % len(turns)]
    for attempt in range(1000):
        draw = random.Random(f"{seed} {number} {attempt}")
        try:
            puzzle = KINDS[kind](draw)
            lines = puzzle.check().checks
        except InputError:
            continue
        if not any(line.level == BAD and line.name in NEVER for line in lines):
            return kind, puzzle
    raise RuntimeError(f"set {number} of seed {seed}: no puzzle can be made")
