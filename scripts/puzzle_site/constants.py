# SPDX-License-Identifier: GPL-3.0-or-later
"""The constants of the page: what it has from the program, sentences, names, lengths, filaments and levels."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import cache
from typing import Any

from puzzle_cubes.burr.kind import BOARD_LABEL
from puzzle_cubes.common import words as common
from puzzle_cubes.kind.kind import code_of
from puzzle_cubes.kind.looks import THEMES
from puzzle_cubes.kind.part import Look
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar import game as oskar
from puzzle_cubes.oskar.maze.difficulty import FULL, KEPT, LEVELS, ORIGINAL, PLAYERS
from puzzle_cubes.oskar.model import box_and_cross as oskar_looks
from puzzle_cubes.oskar.model.joints import MARKED_SIDES, UPPER
from puzzle_cubes.packing import game as packing
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model import parts as packing_looks
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.printing.picture import screen_color

OSKAR, PACKING = KINDS["oskar"], KINDS["packing"]

SENTENCES = (common, oskar, packing)
"""The modules that declare them, as ``Final``."""

LENGTHS = {
    OSKAR: ("passage", "wall", "plate", "clearance", "start_marker", "end_marker"),
    PACKING: ("cube", "inset"),
}
"""The dimensions that the page shows and prints with, by kind."""


def sentences() -> dict[str, str]:
    """Return the sentences of the program that the page says, by their names."""
    return {
        name: getattr(module, name)
        for module in SENTENCES
        for name, form in module.__annotations__.items()
        if form == "Final"
    }


LONG_COUNTS = frozenset({"bedlam", "tetris"})
"""The classics whose solutions take minutes to count: how hard they are, is not said."""


@cache
def _ratings() -> dict[str, dict[str, Any]]:
    """Return how hard the other classics are, by their codes, all their solutions counted."""
    puzzles = [classic.puzzle for name, classic in CLASSICS.items() if name not in LONG_COUNTS]
    ratings = [(code_of(PACKING, puzzle), PACKING.rating(replace(puzzle, found=solve(puzzle)))) for puzzle in puzzles]
    return {code: asdict(rating) for code, rating in ratings if code is not None and rating is not None}


def constants_script() -> str:
    """Return the script with the constants."""
    marks = {"start": _shown(oskar_looks.START_LOOK), "end": _shown(oskar_looks.END_LOOK)}
    constants = {
        "SENTENCES": sentences(),
        "LABELS": {**{kind.name: kind.label for kind in KINDS.values()}, "boards": BOARD_LABEL},
        "NAMES": {code_of(PACKING, classic.puzzle): classic.puzzle.name for classic in CLASSICS.values()},
        "RATINGS": _ratings(),
        "MILLIMETERS": {name: getattr(kind.dimensions(), name) for kind, names in LENGTHS.items() for name in names},
        "MARKED_SIDES": [side == UPPER for side in MARKED_SIDES],
        "DIFFICULTY": {
            "levels": [[level.label, level.begin] for level in LEVELS.values()],
            "full": FULL,
            "original": ORIGINAL,
            "players": list(PLAYERS.items()),
            "kept": KEPT,
        },
        "THEMES": {theme: choice.label for theme, choice in THEMES.items()},
        "COLORS": {
            "oskar": {
                theme: {"plates": _all_shown(looks.plates), "cross": _shown(looks.cross), **marks}
                for theme, looks in oskar_looks.LOOKS.items()
            },
            "packing": {
                theme: {"pieces": _all_shown(looks.pieces), "box": _shown(looks.box)}
                for theme, looks in packing_looks.LOOKS.items()
            },
        },
    }
    return '"use strict";\n' + "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())


def _all_shown(looks: Iterable[Look]) -> list[str]:
    return [_shown(look) for look in looks]


def _shown(look: Look) -> str:
    """Return a look's color as pages name it."""
    return "#" + screen_color(look.color[:3]).tobytes().hex()
