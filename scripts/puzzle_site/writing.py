# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing the gallery into a folder.

Each puzzle has a page of its own, so that a link to it says what it is. The pages build what they show from the code of
a puzzle, with a decoder and a renderer of their own: a puzzle is some hundred bytes so, any code can be opened, and all
of it works in a page that comes from a disk, where browsers load no files on request.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzle_cubes.kind.kind import AnyKind

from .constants import constants_script
from .downloads import write_downloads, write_picture
from .entries import Entry, alike, entry_of, following, mixed
from .pages import PAGE, PUZZLES, any_page, first_page, page_of, playing_script

ICON = Path(__file__).resolve().parent.parent.parent / "docs" / "listing" / "icon.png"
COPIED = ("page.css", "rule.webp", "rule.jpg")
SCRIPTS = {"gallery.js": "site/gallery.js", "address.js": "site/address.js"}
"""Scripts of a single page, by their names in the site."""

Made = tuple[AnyKind, Any]
"""A kind, and a puzzle of it."""


def write_gallery(
    folder: Path, puzzles: Sequence[Made], *, prints: bool, address: str = "", note: Callable[[], object] = lambda: None
) -> list[Entry]:
    """Write the gallery of some puzzles into a new folder, and return its entries; ``note`` is called after each.

    With ``prints`` there are files to print beside each. ``address`` is where the site will be, which links that are
    shared need to show a picture.
    """
    for name in COPIED:
        shutil.copy(PAGE / name, folder / name)
    for name, source in SCRIPTS.items():
        shutil.copy(PAGE / source, folder / name)
    shutil.copy(ICON, folder / ICON.name)
    (folder / PUZZLES).mkdir()
    found: dict[str, Entry] = {}
    for kind, puzzle in puzzles:
        entry = entry_of(kind, puzzle)
        if entry is not None and entry.id not in found:
            files = write_downloads(folder, entry.id, kind, puzzle) if prints else ()
            write_picture(folder / PUZZLES / f"{entry.id}.png", kind, puzzle)
            found[entry.id] = replace(entry, files=files)
        note()
    entries = mixed(found.values())
    _write_pages(folder, entries, address)
    return entries


def _write_pages(folder: Path, entries: Sequence[Entry], address: str) -> None:
    next_ones, others = following(entries), alike(entries)
    cards = ",\n".join(json.dumps(entry.card, separators=(",", ":")) for entry in entries)
    script = playing_script(constants_script())
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
