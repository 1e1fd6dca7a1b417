# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening and writing the files of puzzles: our own puzzle.json, and the text of MazeCubeGenerator."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ..core import mazecube_file, puzzle_file
from ..core.errors import InputError
from ..core.generators import STYLES
from ..core.puzzle import Puzzle

_LARGEST_TEXT = max(mazecube_file.LARGEST_TEXT, puzzle_file.LARGEST_TEXT)


def read_puzzle(path: str) -> Puzzle:
    """Read a file of either kind; raises InputError when it cannot be read or is damaged."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(_LARGEST_TEXT + 1)
    except OSError as error:
        raise InputError(f"File '{path}' cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"File '{path}' is no puzzle file: it is not text.") from error
    # A MazeCubeGenerator file begins with a number.
    if text[:1].isdigit():
        return mazecube_file.puzzle_from_mazecube(text)
    return puzzle_file.puzzle_from_json(text, tuple(STYLES))


def write_mazecube(puzzle: Puzzle, path: str) -> None:
    """Write a puzzle as MazeCubeGenerator text, whole or not at all; raises InputError when it cannot be."""
    target = Path(path)
    try:
        with tempfile.TemporaryDirectory(prefix=".oskars_cube-", dir=target.parent) as folder:
            written = Path(folder) / "mazecube.txt"
            written.write_text(mazecube_file.puzzle_to_mazecube(puzzle), encoding="utf-8")
            written.replace(target)
    except OSError as error:
        raise InputError(f"File '{path}' cannot be written: {error.strerror}.") from error
