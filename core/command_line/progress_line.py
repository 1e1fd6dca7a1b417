# SPDX-License-Identifier: GPL-3.0-or-later
"""The line in a terminal that shows how far the making of a puzzle is, written over itself again and again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TextIO

from ..kind.kind import AnyKind
from ..kind.making import Progress
from ..kind.progress_words import progress_words

PAUSE = 0.1
"""Seconds between two lines, and before the first one: what is quickly made needs none."""

USUAL_WIDTH = 80
"""Columns of a terminal that does not say how many it has."""

ECHO = 2
"""Columns that ^C takes, which a terminal writes behind the line."""


@contextmanager
def shown_progress(
    kind: AnyKind, terminal: TextIO, *, quiet: bool = False
) -> Iterator[Callable[[Progress[Any]], None]]:
    """Give a function that shows progress in a terminal, and leave none of it there, whatever happens.

    Where the stream is no terminal, or it is to be quiet, nothing is shown.
    """
    if quiet or not terminal.isatty():
        yield lambda _: None
        return
    line = _Line(kind, terminal)
    try:
        yield line.show
    finally:
        line.clear()


class _Line:
    """The line, and when it was written last."""

    def __init__(self, kind: AnyKind, terminal: TextIO) -> None:
        self._kind = kind
        self._terminal = terminal
        self._began = self._written = monotonic()
        self._length = 0

    def show(self, progress: Progress[Any]) -> None:
        """Write how far it is, unless that has just been done."""
        now = monotonic()
        if now < self._written + PAUSE:
            return
        self._written = now
        # A line that is too long for the terminal would go on in a second one, which is never written over.
        text = progress_words(self._kind, progress, now - self._began)[: self._columns() - 1 - ECHO]
        # Noted first: Ctrl-C may come before the writing is done.
        before, self._length = self._length, max(self._length, len(text))
        self._write(text.ljust(before))

    def clear(self) -> None:
        """Write over it with blanks, and go back to its beginning."""
        if self._length:
            self._write(" " * (self._length + ECHO))
            self._write("")
            self._length = 0

    def _write(self, text: str) -> None:
        self._terminal.write(f"\r{text}")
        self._terminal.flush()

    def _columns(self) -> int:
        try:
            columns = os.get_terminal_size(self._terminal.fileno()).columns
        except OSError:
            columns = 0
        return columns or USUAL_WIDTH
