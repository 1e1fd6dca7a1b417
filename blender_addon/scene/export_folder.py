# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the files of a puzzle lie: a folder that bears its name, and whose files are there already."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import bpy

from ...core.common.errors import InputError
from ...core.common.words import quoted
from ...core.kind.kind import PUZZLE_FILE
from ..data.paths import absolute
from .model import kind_of, puzzle_of
from .properties import puzzle_group
from .text_files import open_puzzle


def named_folder(collection: bpy.types.Collection, chosen: str) -> Path:
    """Return the folder that names a puzzle, in a chosen one, or that itself where it bears the name.

    A puzzle is named by the file that it was opened from, or else by what it is. Raises InputError where no folder is
    chosen.
    """
    group, folder = puzzle_group(collection), absolute(chosen)
    name = bpy.path.clean_name(group.opened_from or kind_of(group).puzzle_name(puzzle_of(collection)))
    return folder if folder.name == name else folder / name


def occupant(folder: Path, collection: bpy.types.Collection, names: Iterable[str]) -> str:
    """Return a sentence on another puzzle's files in a folder where a puzzle is to be written under some names.

    Nothing is in the way where the same puzzle lies there, or none of the names.
    """
    try:
        present = [name for name in names if (folder / name).is_file()]
        # What is no file cannot be replaced, and the writing says so.
        if not present or (folder / PUZZLE_FILE).is_dir():
            return ""
    except OSError:
        # Nothing can be written there either, and the writing says why.
        return ""
    if PUZZLE_FILE not in present:
        return f"Folder {quoted(folder)} has a file {present[0]}, and no {PUZZLE_FILE} that says of which puzzle it is."
    kind, puzzle = kind_of(puzzle_group(collection)), puzzle_of(collection)
    try:
        found, other = open_puzzle(str(folder / PUZZLE_FILE))
    except InputError:
        return f"Folder {quoted(folder)} has a {PUZZLE_FILE} that cannot be read."
    if found == kind and kind.to_json(other) == kind.to_json(puzzle):
        return ""
    return f"Folder {quoted(folder)} has the files of another puzzle: {found.puzzle_name(other)}."
