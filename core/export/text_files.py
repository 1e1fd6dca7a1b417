# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening the files of puzzles, also packed ones, and writing the texts of other programs."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

from ..common.errors import FailedError, InputError, path_error
from ..common.unpacking import decoded, unpacked
from ..common.words import quoted
from ..kind.kind import AnyKind
from ..kind.reading import longest_text, problems_in, read_puzzle
from ..kinds import KINDS
from .transaction import Transaction


def open_puzzle(path: str, problem: int | None = None, first: AnyKind | None = None) -> tuple[AnyKind, Any]:
    """Return the kind of a file's puzzle and the puzzle; ``problem`` is its number in a file of several, from 1.

    The kind ``first`` is asked before others whether it knows the text. Raises InputError where there is no such file,
    and FailedError where it cannot be read or is damaged.
    """
    return puzzle_of_text(text_in(path), problem, first)


def text_in(path: str) -> str:
    """Return the text of a file; raises InputError where there is none, and FailedError where it cannot be read."""
    shown = f"File {quoted(path)}"
    try:
        data = _beginning(Path(path), longest_file() + 1)
    except (OSError, ValueError) as error:
        raise path_error(f"{shown} cannot be read", error) from error
    return text_of(data, shown)


def longest_file() -> int:
    """Return the most bytes that are read of a file."""
    return longest_text(KINDS.values())


def text_of(data: bytes, shown: str) -> str:
    """Return the text of a file from all its bytes, or one more than are read, packed or not.

    Raises FailedError, with a sentence that begins with what is ``shown`` for the file, where they are none.
    """
    longest = longest_file()
    data = unpacked(data, longest, shown)
    if len(data) > longest:
        raise FailedError(f"{shown} is too long for a puzzle: at most {longest:,} bytes are read.")
    text = decoded(data)
    if "\0" in text:
        raise FailedError(f"{shown} is not a puzzle file: it is not text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def puzzle_of_text(text: str, problem: int | None = None, first: AnyKind | None = None) -> tuple[AnyKind, Any]:
    """Return the kind of a puzzle and the puzzle, from the text of a file; raises FailedError for a damaged one.

    The kind ``first`` is asked before others whether it knows the text.
    """
    try:
        return read_puzzle(text, sorted(KINDS.values(), key=lambda kind: kind is not first), problem)
    except InputError as error:
        raise FailedError(str(error)) from error


def problems_of_text(text: str) -> tuple[str, ...]:
    """Return what the puzzles are called of the text of a file that can hold several; nothing for one that cannot."""
    return problems_in(text, KINDS.values())


def _beginning(path: Path, size: int) -> bytes:
    """Return the first bytes of a file; raises OSError where it is none, as a pipe, on which one may wait forever."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is a pipe or a device, not an ordinary file")
    with path.open("rb") as file:
        return file.read(size)


def write_text(text: str, target: Path) -> None:
    """Write a text, whole or not at all.

    Raises InputError or ExportError when it cannot be written.
    """
    with Transaction() as transaction:
        prepare_text(text, target, transaction)
        transaction.commit()


def prepare_text(text: str, target: Path, transaction: Transaction) -> None:
    """Prepare a text for its place; raises what ``write_text`` raises."""
    if not target.parent.is_dir():
        raise InputError(f"File {quoted(target)} cannot be written: there is no folder {quoted(target.parent)}.")

    def write(file: Path) -> None:
        file.write_text(text, encoding="utf-8")

    transaction.write(target.parent, {target.name: write})
