# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing the gallery into a folder, with the files to print and the picture of each puzzle.

Each puzzle has a page of its own, so that a link to it says what it is. The pages build what they show from the code of
a puzzle, with a decoder and a renderer of their own: a puzzle is some hundred bytes so, any code can be opened, and all
of it works in a page that comes from a disk, where browsers load no files on request.

The files to print are 3MF, one for each way, as the library writes them: all slicers open them, packed, with
colors and names, a fifth of what STL takes. The picture is on the puzzle's card, and where a link to it is shared.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.assembly_page import pictured_body
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.library import Puzzle
from puzzle_cubes.packing.model.parts import LID, TRAY
from puzzle_cubes.printing.picture import pictured
from puzzle_cubes.printing.printed_object import THREE_MF
from puzzle_cubes.printing.printer import Printer

from .entries import Entry, alike, entry_of, following, mixed
from .pages import PAGE, PUZZLES, any_page, first_page, page_of, playing_script

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
            write_picture(folder / PUZZLES / f"{entry.id}.png", kind, puzzle)
            by_id[entry.id] = replace(entry, files=files)
        note()
    entries = mixed(by_id.values())
    _write_pages(folder, entries, address)
    return entries


def _write_pages(folder: Path, entries: Sequence[Entry], address: str) -> None:
    next_ones, others = following(entries), alike(entries)
    cards = ",\n".join(json.dumps(entry.card, separators=(",", ":")) for entry in entries)
    script = playing_script()
    texts = {
        "index.html": first_page(entries, next_ones, address, script),
        "play.html": any_page(address),
        "page.js": script,
        "puzzles.js": f'"use strict";\nconst PUZZLES = [\n{cards}\n];\n',
    }
    texts |= {
        f"{PUZZLES}/{entry.id}.html": page_of(entry, next_ones[entry.id], others[entry.id], address)
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


def write_picture(path: Path, kind: AnyKind, puzzle: Any) -> None:
    """Draw a puzzle into a PNG file."""
    parts = kind.parts(puzzle, kind.dimensions(), kind.ways[0].name)
    shown = [part for part in parts if not part.beside and part.key not in {TRAY, LID}]
    shift = APART if kind.ways[0].apart else 0.0
    middles = {part.key: part.mesh().vertices.mean(axis=0) + part.assembled for part in shown}
    middle = np.mean(list(middles.values()), axis=0)
    bodies = [pictured_body(part, np.eye(3), part.assembled + shift * (middles[part.key] - middle)) for part in shown]
    drawing = Image.fromarray(pictured(bodies, SIDE, TOWARD)[0])
    page = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    page.paste(drawing, ((WIDTH - SIDE) // 2, (HEIGHT - SIDE) // 2), drawing)
    page.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)
