# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing the gallery into a folder.

The pages are those of ``page/``, as they are. They draw each puzzle from its native file with a renderer of their own,
of some three hundred lines, and not from a glTF file in a viewer: a puzzle is a few thousand bytes so, a game can
move the parts, and all of it works in a page that is opened from a folder, where browsers load no files on request.
For that reason the puzzles come as a script, too.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzle_cubes.export.meshes import printed_objects, write_meshes
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.library import Puzzle
from puzzle_cubes.printing.printed_object import STL, THREE_MF
from puzzle_cubes.printing.printer import Printer

from .colors import colors_script
from .entries import Entry, entry_of

PAGE = Path(__file__).resolve().parent / "page"
ICON = Path(__file__).resolve().parent.parent.parent / "docs" / "listing" / "icon.png"
DATA = "puzzles.js"
COLORS = "colors.js"
FILES = "files"

LABELS = {THREE_MF: "To print, 3MF", STL: "To print, STL"}

Made = tuple[AnyKind, Any]
"""A kind, and a puzzle of it."""


def write_gallery(
    folder: Path, puzzles: Sequence[Made], *, prints: bool, note: Callable[[], object] = lambda: None
) -> list[Entry]:
    """Write the gallery of some puzzles, and return its entries; ``note`` is called after each.

    With ``prints`` there are files to print beside each.
    """
    shutil.copytree(PAGE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("repository.html"))
    shutil.copy(ICON, folder / ICON.name)
    (folder / COLORS).write_text(colors_script(), encoding="utf-8")
    # What an earlier gallery offered may be gone from this one.
    shutil.rmtree(folder / FILES, ignore_errors=True)
    entries: dict[str, Entry] = {}
    for kind, puzzle in puzzles:
        entry = entry_of(kind, puzzle)
        if entry is not None and entry.id not in entries:
            entries[entry.id] = replace(entry, files=_written(folder, entry.id, kind, puzzle)) if prints else entry
        note()
    lines = ",\n".join(json.dumps(entry.to_json(), separators=(",", ":")) for entry in entries.values())
    (folder / DATA).write_text(f'"use strict";\nconst PUZZLES = [\n{lines}\n];\n', encoding="utf-8")
    return list(entries.values())


def _written(folder: Path, name: str, kind: AnyKind, content: Any) -> tuple[tuple[str, str, int], ...]:
    """Write the files to print a puzzle, all parts on the bed as they need no supports."""
    way = next(way for way in kind.model.ways if way.apart)
    puzzle = Puzzle(kind, content, kind.model.dimensions(), Printer(), way)
    plan = puzzle.plans[f"{way.name}{THREE_MF}"]
    objects = printed_objects(plan, {part.key: part for part in puzzle.parts})
    (folder / FILES).mkdir(exist_ok=True)
    found = []
    for suffix, label in LABELS.items():
        path = folder / FILES / f"{name}{suffix}"
        write_meshes(path, plan, objects)
        found.append((label, path.relative_to(folder).as_posix(), path.stat().st_size))
    return tuple(found)
