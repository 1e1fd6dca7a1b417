# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening the files of puzzles, and writing the texts of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...core.common.errors import InputError
from ...core.kind.kind import Kind, TextFormat
from ...core.kind.reading import longest_text, read_puzzle
from ...core.kinds import KINDS
from ..data.file_set import write_set


def open_puzzle(path: str) -> tuple[Kind[Any, Any], Any]:
    """Return the kind of a file's puzzle and the puzzle; raises InputError when it cannot be read or is damaged."""
    longest = longest_text(KINDS.values())
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(longest + 1)
    except OSError as error:
        raise InputError(f"File '{path}' cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"File '{path}' is no puzzle file: it is not text.") from error
    return read_puzzle(text, KINDS.values())


def write_text(written_format: TextFormat[Any], puzzle: Any, path: str) -> None:
    """Write a puzzle as the text of another program, whole or not at all.

    Raises InputError or ExportError when it cannot be written.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise InputError(f"File '{path}' cannot be written: there is no folder '{target.parent}'.")

    def write(file: Path) -> None:
        file.write_text(written_format.write(puzzle), encoding="utf-8")

    write_set(target.parent, {target.name: write})
