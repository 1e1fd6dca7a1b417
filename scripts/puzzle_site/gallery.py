# SPDX-License-Identifier: GPL-3.0-or-later
"""The gallery in a folder: its pages, and the files to print and the picture of each puzzle.

There is a first page, one for each puzzle, so that a link to it says what it is, and one that shows the puzzle of any
code. They build what they show from the code of a puzzle, with a decoder and a renderer of their own: a puzzle is some
hundred bytes so, any code can be opened, and all of it works in a page that comes from a disk, where browsers load no
files on request. They are templates of Jinja; their scripts are in one file, with the constants that the page has from
the program: sentences, names, lengths, filaments and levels.

The files to print are 3MF, one for each way, as the library writes them: all slicers open them, packed, with
colors and names, a fifth of what STL takes. The picture is on the puzzle's card, and where a link to it is shared.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from PIL import Image

from puzzle_cubes.burr.kind import BOARD_LABEL
from puzzle_cubes.common import playing
from puzzle_cubes.common import words as common
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.assembly_page import FIRST_GROUPS, MOST_GROUPS, pictured_body
from puzzle_cubes.kind.kind import AnyKind, code_of
from puzzle_cubes.kind.part import THEMES, Look
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.library import Puzzle
from puzzle_cubes.oskar import game as oskar
from puzzle_cubes.oskar.maze.difficulty import FULL, KEPT, LEVELS, ORIGINAL, PLAYERS
from puzzle_cubes.oskar.model import box_and_cross as oskar_looks
from puzzle_cubes.oskar.model.joints import MARKED_SIDES, UPPER
from puzzle_cubes.packing import game as packing
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model import parts as packing_looks
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.printing.picture import pictured, screen_color
from puzzle_cubes.printing.printed_object import THREE_MF
from puzzle_cubes.printing.printer import Printer

from .entries import Entry, alike, entry_of, first_to_play, following, mixed

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


def _playing_script() -> str:
    """Return the script of all pages: the constants, and then all that a game needs.

    In one file, since each that a page asks for takes its time, and none can ask for others where it comes from a disk.
    """
    rest = sorted(path.relative_to(PAGE).as_posix() for folder in PLAYING for path in (PAGE / folder).glob("*.js"))
    # What a list names comes in its order; a script that uses others only in functions can be anywhere.
    names = dict.fromkeys((*FIRST, *rest, *AFTER))
    return _constants_script() + "".join((PAGE / name).read_text(encoding="utf-8") for name in names)


CARDS_AT_FIRST = 12
"""Cards that the page has as it comes; its script adds the others."""

PUZZLES = "puzzles"
"""The folder of the puzzles' own pages."""


def _first_page(entries: Sequence[Entry], next_ones: Mapping[str, Entry], address: str, script: str) -> str:
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


def _page_of(entry: Entry, next_one: Entry, similar: Entry, address: str) -> str:
    """Return the page of a puzzle, from which one goes on to the next one, and to one that is like it."""
    harder = "The next one" if next_one.share > entry.share else "To the easiest"
    return _puzzle_page(
        entry=entry,
        root="../",
        page_title=f"{entry.title}, {entry.difficulty}: {entry.fact}",
        description=f"{entry.sentence} Play it in the page, or print it.",
        picture=f"{address}{PUZZLES}/{entry.id}.png" if address else f"{entry.id}.png",
        later="",
        onward=[(next_one, harder), (similar, "One more like this")],
        sentence=entry.sentence,
        **entry.card,
    )


def _any_page(address: str) -> str:
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


def _constants_script() -> str:
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


ICON = Path(__file__).resolve().parent.parent.parent / "docs" / "listing" / "icon.png"
COPIED = ("page.css", "rule.webp", "rule.jpg", "site/gallery.js", "site/address.js")
"""The scripts are those of a single page."""

Made = tuple[AnyKind, Any]
"""A kind, and a puzzle of it."""


def write_gallery(
    folder: Path, puzzles: Sequence[Made], *, prints: bool, address: str = "", note: Callable[[], object] = lambda: None
) -> list[Entry]:
    """Write the gallery of some puzzles into a new folder, and return its entries; ``note`` is called after each.

    With ``prints`` there are files to print beside each. ``address`` is where the site will be, which links that are
    shared need to show a picture.
    """
    for file in (*(PAGE / name for name in COPIED), ICON):
        shutil.copy(file, folder)
    (folder / PUZZLES).mkdir()
    by_id: dict[str, Entry] = {}
    for kind, puzzle in puzzles:
        entry = entry_of(kind, puzzle)
        if entry is not None and entry.id not in by_id:
            files = write_downloads(folder, entry.id, kind, puzzle) if prints else ()
            _write_picture(folder / PUZZLES / f"{entry.id}.png", kind, puzzle)
            by_id[entry.id] = replace(entry, files=files)
        note()
    entries = mixed(by_id.values())
    _write_pages(folder, entries, address)
    return entries


def _write_pages(folder: Path, entries: Sequence[Entry], address: str) -> None:
    next_ones, others = following(entries), alike(entries)
    cards = ",\n".join(json.dumps(entry.card, separators=(",", ":")) for entry in entries)
    script = _playing_script()
    texts = {
        "index.html": _first_page(entries, next_ones, address, script),
        "play.html": _any_page(address),
        "page.js": script,
        "puzzles.js": f'"use strict";\nconst PUZZLES = [\n{cards}\n];\n',
    }
    texts |= {
        f"{PUZZLES}/{entry.id}.html": _page_of(entry, next_ones[entry.id], others[entry.id], address)
        for entry in entries
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


FILES = "files"


def write_downloads(folder: Path, name: str, kind: AnyKind, content: Any) -> tuple[tuple[str, str, str, int], ...]:
    """Write the files of a puzzle, and return the label, what that means, the path and the bytes of each.

    What is larger than a printer's bed is left out.
    """
    (folder / FILES).mkdir(exist_ok=True)
    downloads = []
    # What needs no supports comes first.
    for way in sorted(kind.ways, key=lambda way: not way.apart):
        path = folder / FILES / f"{name}-{way.name.replace('_', '-')}{THREE_MF}"
        try:
            puzzle = Puzzle(kind, content, kind.dimensions(), Printer(), way)
            plans = [plan for name, plan in puzzle.plans.items() if name.endswith(THREE_MF)]
            if not plans:
                # What is no print has no such file.
                continue
            puzzle.write_file(plans[-1], path)
        except InputError:
            continue
        downloads.append((way.label, way.meaning, path.relative_to(folder).as_posix(), path.stat().st_size))
    return tuple(downloads)


WIDTH, HEIGHT = 600, 420
SIDE = 396
"""Of the square in which the puzzle is drawn, in the middle."""

TOWARD = (0.62, -0.74, 0.56)
"""Whence it is seen: the right, the front and the upper face have the marks."""

PAPER = "#e9e4dc"
COLORS = 64
"""Of the palette: a picture is a third of what it is with all colors, and looks the same."""

APART = 0.4
"""How far pieces are from where they lie, as a share of their distance from the middle of all."""


def _write_picture(path: Path, kind: AnyKind, puzzle: Any) -> None:
    """Draw a puzzle into a PNG file."""
    parts = kind.parts(puzzle, kind.dimensions(), kind.ways[0].name)
    shown = [part for part in parts if not part.beside and part.key not in {packing_looks.TRAY, packing_looks.LID}]
    shift = APART if kind.ways[0].apart else 0.0
    middles = {part.key: part.mesh().vertices.mean(axis=0) + part.assembled for part in shown}
    middle = np.mean(list(middles.values()), axis=0)
    bodies = [pictured_body(part, np.eye(3), part.assembled + shift * (middles[part.key] - middle)) for part in shown]
    drawing = Image.fromarray(pictured(bodies, SIDE, TOWARD)[0])
    page = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    page.paste(drawing, ((WIDTH - SIDE) // 2, (HEIGHT - SIDE) // 2), drawing)
    page.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)
