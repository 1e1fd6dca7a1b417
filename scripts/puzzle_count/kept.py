# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps what was counted in a file line by line, so that a count that was stopped goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Self

from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.common.words import quoted
from puzzle_cubes.polycubes.terms.found import Counts

from .branches import Branch

HEAD = '["puzzle_count", 1]\n'
"""What such a file begins with, and the version of its format."""


class Kept:
    """A file of counts, a line for each branch; the last one is left out where it was not written to its end.

    Raises InputError for a file that is no such one, and ExportError where it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            whole = text[: text.rfind("\n") + 1]
            if text and not HEAD.startswith(text[: len(HEAD)]):
                raise InputError(f"File {quoted(path)} has no counts, so it is left as it is.")
            self._file = path.open("r+b" if path.exists() else "xb")
            self._file.truncate(len(whole.encode()))
            self._file.seek(0, os.SEEK_END)
            if not whole:
                self._write(HEAD)
        except UnicodeDecodeError as error:
            raise InputError(f"File {quoted(path)} has no counts, so it is left as it is.") from error
        except OSError as error:
            raise ExportError(f"File {quoted(path)} cannot be written: {error.strerror or error}.") from error
        self._lines = [json.loads(line) for line in whole.splitlines()[1:]]

    def found(self, digest: str) -> Mapping[Branch, Counts]:
        """Return what is known of the branches with a digest."""
        return {
            Branch(name, case, tuple(path)): Counts(*counts)
            for own, name, case, path, counts in self._lines
            if own == digest
        }

    def add(self, digest: str, branch: Branch, counts: Counts) -> None:
        """Keep what was counted."""
        self._write(json.dumps([digest, *branch, astuple(counts)]) + "\n")

    def _write(self, line: str) -> None:
        self._file.write(line.encode())
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
