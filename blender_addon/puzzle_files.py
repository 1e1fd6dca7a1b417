# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening the files of puzzles."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import InputError
from ..core.generators import STYLES
from ..core.puzzle import Puzzle
from ..core.puzzle_file import LARGEST_TEXT, puzzle_from_json


def read_puzzle(path: str) -> Puzzle:
    """Read a puzzle.json file; raises InputError when it cannot be read or is damaged."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(LARGEST_TEXT + 1)
    except OSError as error:
        raise InputError(f"File '{path}' cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"File '{path}' is no puzzle file: it is not text.") from error
    return puzzle_from_json(text, tuple(STYLES))
