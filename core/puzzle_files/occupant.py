# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose files lie in a folder already."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..common.errors import ExportError, InputError
from ..common.words import quoted
from ..kind.kind import PUZZLE_FILE, Kind
from .text_files import open_puzzle


class OccupiedError(ExportError):
    """Another puzzle's files lie in the folder; the message says which."""


def occupant(folder: Path, kind: Kind[Any, Any], puzzle: Any, names: Iterable[str]) -> str:
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
    try:
        found, other = open_puzzle(str(folder / PUZZLE_FILE))
    except InputError:
        return f"Folder {quoted(folder)} has a {PUZZLE_FILE} that cannot be read."
    if found == kind and kind.to_json(other) == kind.to_json(puzzle):
        return ""
    return f"Folder {quoted(folder)} has the files of another puzzle: {found.puzzle_name(other)}."
