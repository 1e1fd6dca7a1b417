# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the site: the first one, one for each puzzle, and one that shows the puzzle of any code.

They are templates of Jinja; their scripts are in one file, with the constants that the page has from the
program: sentences, names, lengths, filaments and levels.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from puzzle_cubes.burr.kind import BOARD_LABEL
from puzzle_cubes.common import playing
from puzzle_cubes.common import words as common
from puzzle_cubes.export.assembly_page import FIRST_GROUPS, MOST_GROUPS
from puzzle_cubes.kind.kind import code_of
from puzzle_cubes.kind.part import THEMES, Look
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

from .entries import Entry, first_to_play

PAGE = Path(__file__).resolve().parent / "page"

PLAYING = ("code", "look", "oskar", "packing", "play", "print")
"""The folders of scripts that a game needs."""

FIRST = ("look/grid.js", "look/solid.js", "code/text.js", "oskar/game.js", "packing/game.js")
"""Scripts that others build on as they are read."""

AFTER = ("site/puzzle.js", "site/film.js", "site/code_box.js", "site/later.js")


TEMPLATES = Environment(
    loader=FileSystemLoader(PAGE),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def playing_script() -> str:
    """Return the script of all pages: the constants, and then all that a game needs.

    In one file, since each that a page asks for takes its time, and none can ask for others where it comes from a disk.
    """
    rest = sorted(path.relative_to(PAGE).as_posix() for folder in PLAYING for path in (PAGE / folder).glob("*.js"))
    # What a list names comes in its order; a script that uses others only in functions can be anywhere.
    names = dict.fromkeys((*FIRST, *rest, *AFTER))
    return constants_script() + "".join((PAGE / name).read_text(encoding="utf-8") for name in names)


CARDS_AT_FIRST = 12
"""Cards that the page has as it comes; its script adds the others."""

PUZZLES = "puzzles"
"""The folder of the puzzles' own pages."""


def first_page(entries: Sequence[Entry], next_ones: Mapping[str, Entry], address: str, script: str) -> str:
    """Return the first page, with the entries in their order.

    What it needs to begin is in it: each file that a page asks for takes its time.
    """
    first = first_to_play(entries)
    return TEMPLATES.get_template("index.html").render(
        root="",
        page_title="Puzzle Cubes: mazes to hold in your hands",
        description="Slide a cross through a box whose sides are mazes. Play in the page, print your own.",
        picture=f"{address}rule.jpg",
        style=(PAGE / "page.css").read_text(encoding="utf-8"),
        script=script,
        first=first,
        next_one=next_ones[first.id],
        kinds={entry.kind: KINDS[entry.kind].label for entry in entries},
        sizes={entry.size: entry.size for entry in sorted(entries, key=lambda entry: entry.cells)},
        difficulties={entry.difficulty: entry.difficulty for entry in sorted(entries, key=lambda entry: entry.share)},
        themes=_themes(),
        count=len(entries),
        cards=[entry.card for entry in entries[:CARDS_AT_FIRST]],
        blank={name: f"${name}" for name in first.card},
    )


def page_of(entry: Entry, next_one: Entry, alike: Entry, address: str) -> str:
    """Return the page of a puzzle, from which one goes on to the next one, and to one that is like it."""
    harder = "The next one" if next_one.share > entry.share else "To the easiest"
    return _puzzle_page(
        entry=entry,
        root="../",
        page_title=f"{entry.title}, {entry.difficulty}: {entry.fact}",
        description=f"{entry.sentence} Play it in the page, or print it.",
        picture=f"{address}{PUZZLES}/{entry.id}.png" if address else f"{entry.id}.png",
        later="",
        onward=[(next_one, harder), (alike, "One more like this")],
        sentence=entry.sentence,
        **entry.card,
    )


def any_page(address: str) -> str:
    """Return the page that shows the puzzle of the code in its address."""
    title = "A puzzle from its code"
    return _puzzle_page(
        entry=None,
        root="",
        page_title=title,
        description="Any puzzle, from the code that is on its print: play it in the page.",
        picture=f"{address}rule.jpg",
        later="puzzles.js",
        sentence="",
        kind=next(iter(KINDS)),
        title=title,
        code="",
        difficulty="",
        percent=0,
        one_piece=KINDS["oskar"].ways[0].meaning,
        pieces=KINDS["burr"].ways[0].meaning,
    )


def _puzzle_page(**values: object) -> str:
    return TEMPLATES.get_template("puzzle.html").render(themes=_themes(), **values)


def _themes() -> dict[str, str]:
    return {name: choice.label for name, choice in THEMES.items()}


OSKAR, PACKING = KINDS["oskar"], KINDS["packing"]

SENTENCES = (common, playing, oskar, packing)
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


@cache
def _ratings() -> dict[str, dict[str, Any]]:
    """Return how hard the classics are, by their codes, all the solutions of each counted, here or once."""
    puzzles = [
        classic.puzzle if classic.full_search else replace(classic.puzzle, found=solve(classic.puzzle))
        for classic in CLASSICS.values()
    ]
    ratings = [(code_of(PACKING, puzzle), PACKING.rating(puzzle)) for puzzle in puzzles]
    return {code: asdict(rating) for code, rating in ratings if code is not None and rating is not None}


def constants_script() -> str:
    """Return the script with the constants."""
    marks = {"start": _shown(oskar_looks.START_LOOK), "end": _shown(oskar_looks.END_LOOK)}
    constants = {
        "SENTENCES": sentences(),
        "LABELS": {**{kind.name: kind.label for kind in KINDS.values()}, "boards": BOARD_LABEL},
        "NAMES": {code_of(PACKING, classic.puzzle): classic.puzzle.name for classic in CLASSICS.values()},
        "RATINGS": _ratings(),
        "MOST_GROUPS": MOST_GROUPS,
        "FIRST_GROUPS": FIRST_GROUPS,
        "MILLIMETERS": {name: getattr(kind.dimensions(), name) for kind, names in LENGTHS.items() for name in names},
        "MARKED_SIDES": [side == UPPER for side in MARKED_SIDES],
        "DIFFICULTY": {
            "levels": [[level.label, level.begin] for level in LEVELS.values()],
            "full": FULL,
            "original": ORIGINAL,
            "players": list(PLAYERS.items()),
            "kept": KEPT,
        },
        "THEMES": _themes(),
        "COLORS": {
            "oskar": {
                theme: {"plates": [_shown(look) for look in looks.plates], "cross": _shown(looks.cross), **marks}
                for theme, looks in oskar_looks.LOOKS.items()
            },
            "packing": {
                theme: {"pieces": [_shown(look) for look in looks.pieces], "box": _shown(looks.box)}
                for theme, looks in packing_looks.LOOKS.items()
            },
        },
    }
    return '"use strict";\n' + "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())


def _shown(look: Look) -> str:
    """Return a look's color as pages name it."""
    return "#" + screen_color(look.color[:3]).tobytes().hex()
