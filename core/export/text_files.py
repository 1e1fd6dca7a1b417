# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening the files of puzzles, also packed ones, and writing the texts of other programs."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

from ..common.errors import InputError
from ..common.unpacking import text_of, unpacked
from ..common.words import quoted
from ..kind.kind import AnyKind
from ..kind.reading import longest_text, read_puzzle
from ..kinds import KINDS
from .transaction import Transaction


def open_puzzle(path: str) -> tuple[AnyKind, Any]:
    """Return the kind of a file's puzzle and the puzzle; raises InputError when it cannot be read or is damaged."""
    shown = f"File {quoted(path)}"
    longest = longest_text(KINDS.values())
    try:
        data = _beginning(Path(path), longest + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{shown} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    data = unpacked(data, longest, shown)
    if len(data) > longest:
        raise InputError(f"{shown} is too long for a puzzle: at most {longest:,} bytes are read.")
    text = text_of(data)
    if "\0" in text:
        raise InputError(f"{shown} is no puzzle file: it is not text.")
    del data
    return read_puzzle(text.replace("\r\n", "\n").replace("\r", "\n"), KINDS.values())


def _beginning(path: Path, size: int) -> bytes:
    """Return the first bytes of a file; raises OSError where it is none, as a pipe, on which one may wait forever."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is a pipe or a device, and no ordinary file")
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
