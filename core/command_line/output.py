# SPDX-License-Identifier: GPL-3.0-or-later
"""The output of a command: results on standard output, all else on standard error, and its exit code.

The line in a terminal that shows how far the making of a puzzle is, written over itself again and again.

Reports as texts: JSON that programs and people read, and a summary.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from time import monotonic
from typing import Any, NoReturn, TextIO

from ..common import FORMAT
from ..common.errors import ExportError, FailedError, InputError
from ..common.words import in_words, printable
from ..kind.facts import Facts, Progress, progress_words
from ..printing.estimate import Estimate

PAUSE = 0.1
"""Seconds between two lines, and before the first one: what is quickly made needs none."""

USUAL_WIDTH = 80
"""Columns of a terminal that does not say how many it has."""

ECHO = 2
"""Columns that ^C takes, which a terminal writes behind the line."""


@contextmanager
def shown_progress(
    kind: Facts[Any], terminal: TextIO | None, *, quiet: bool = False
) -> Iterator[Callable[[Progress[Any]], None]]:
    """Give a function that shows progress in a terminal, and leave none of it there, whatever happens.

    Where the stream is closed or no terminal, or it is to be quiet, nothing is shown.
    """
    if quiet or terminal is None or not terminal.isatty():
        yield lambda _: None
        return
    line = _Line(kind, terminal)
    try:
        yield line.show
    finally:
        line.clear()


class _Line:
    """The line, and when it was written last."""

    def __init__(self, kind: Facts[Any], terminal: TextIO) -> None:
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


WIDTH = 120
"""Columns up to which a value stands on one line, whatever it holds."""


def laid_out(report: Any, indent: str = "") -> str:
    """Return a report as JSON: a line for each value, and one for each of several things in a list, or for two."""
    text = json.dumps(report)
    inner = indent + "  "
    if isinstance(report, dict) and (not indent or len(indent + text) > WIDTH):
        lines = [f"{inner}{json.dumps(name)}: {laid_out(value, inner)}" for name, value in report.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if (
        isinstance(report, list | tuple)
        and len(indent + text) > WIDTH
        and any(isinstance(value, dict) for value in report)
    ):
        return "[\n" + ",\n".join(_lines(list(map(json.dumps, report)), inner)) + f"\n{indent}]"
    return text


def _lines(texts: list[str], indent: str) -> list[str]:
    """Return texts as lines, two in each where all are so short."""
    at_once = 2 if len(indent) + 2 * max(map(len, texts)) < WIDTH else 1
    return [
        indent + ", ".join(pair) for pair in (texts[place : place + at_once] for place in range(0, len(texts), at_once))
    ]


def error_report(sentence: str, code: int) -> str:
    """Return what is wrong as JSON."""
    return laid_out({"format": FORMAT, "error": {"code": code, "message": sentence}})


def summary(report: dict[str, Any], taken: Estimate | None) -> str:
    """Return a report for people, with what making it takes where that is known."""
    lines = [report["summary"]]
    stopped = "" if report["finished"] else "stopped before its end: this is what was found so far"
    facts = {
        "search": stopped,
        "difficulty": report["difficulty"],
        "code": report["code"],
        "cut" if taken and taken.cut else "print": taken and f"about {taken.amount} and {in_words(taken.minutes)}",
    }
    lines += [f"  {label:12}{text}" for label, text in facts.items() if text]
    if "verdict" in report:
        lines.append(f"{report['verdict']}.")
        lines += [f"  {check['level']:9}{check['sentence']}" for check in report["checks"]]
    for file in report["files"]:
        triangles = "" if file["triangles"] is None else f" ({file['triangles']:,} triangles, closed)"
        lines.append(f"  {printable(file['path'])}{triangles}")
    return "\n".join(lines)


_UNSEEN = re.compile(r"[^\n\t -~]")


def shown(text: str) -> str:
    """Return lines of text with escapes for what a terminal would take as an order; names come from anybody's files."""
    return _UNSEEN.sub(lambda character: printable(character[0]), text)


FAILED, WRONG_ARGUMENTS = 1, 2


class _Closed(RawIOBase):
    """What stands for a standard output that is closed."""

    def writable(self) -> bool:
        """Return that somebody may try."""
        return True

    def write(self, _: object) -> NoReturn:
        """Raise OSError."""
        raise OSError(errno.EBADF, "It is closed")


class OutputError(Exception):
    """Nothing can be written to the output any more; the message is a sentence."""


@contextmanager
def written() -> Iterator[None]:
    """Raise OutputError where the output cannot be written, unless nobody reads it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"Standard output cannot be written: {error.strerror or error}.") from error


class Speaker:
    """What a command says, under its name; where it is ``quiet``, errors and what was asked for only.

    With ``json`` an error goes to the output as well, as an object. ``piped`` is whether the output has a file. The
    output is None where it is closed.
    """

    def __init__(self, command: str, output: TextIO | None, *, json: bool = False, quiet: bool = False) -> None:
        self.command = command
        self.output = TextIOWrapper(BufferedWriter(_Closed())) if output is None else output
        self.json = json
        self.quiet = quiet
        self.piped = False
        if isinstance(self.output, TextIOWrapper):
            # A name may have what the terminal cannot show.
            self.output.reconfigure(errors="backslashreplace")

    def note(self, sentence: str) -> None:
        """Say by the way how far it is, or what was done."""
        if not self.quiet:
            _say(sentence)

    def warn(self, sentence: str) -> None:
        """Warn of something."""
        self.note(f"{self.command}: warning: {sentence}")

    def tell(self, text: str) -> None:
        """Print what was asked for."""
        with written():
            print(shown(text), file=self.output)

    def sum_up(self, text: str) -> None:
        """Print what was done for people, beside the output where that has a file."""
        if self.piped:
            self.note(text)
        elif not self.quiet:
            self.tell(text)

    def give(self, data: bytes) -> None:
        """Write a file to the output; a terminal shows it as text."""
        with written():
            if self.output.isatty():
                self.output.write(shown(data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")))
                return
            self.output.flush()
            # What is a text only has none.
            self.output.buffer.write(data)

    def complain(self, sentence: str) -> None:
        """Say what is wrong."""
        _say(f"{self.command}: {sentence}")

    def fail(self, sentence: str, code: int) -> int:
        """Say what is wrong, as JSON, too, where that was asked for, and return the exit code."""
        self.complain(sentence)
        if self.json:
            self.tell(error_report(sentence, code))
        return code

    def end(self) -> None:
        """Have all written."""
        with written():
            self.output.flush()


def _say(sentence: str) -> None:
    """Write to standard error, unless it is closed."""
    if sys.stderr is not None:
        print(shown(sentence), file=sys.stderr)


def exit_code(speaker: Speaker, run: Callable[[], int | None], stopped: str) -> int:
    """Run a command and return its exit code, 2 for wrong arguments, and 1 for what failed or was stopped."""
    try:
        code = _answer(speaker, run, stopped)
        speaker.end()
    except BrokenPipeError:
        # As of ``head``, which has seen enough: what is left to write goes nowhere.
        _leave(speaker.output)
        return FAILED
    except OutputError as error:
        _leave(speaker.output)
        speaker.complain(str(error))
        return FAILED
    return code


def _answer(speaker: Speaker, run: Callable[[], int | None], stopped: str) -> int:
    try:
        return run() or 0
    except SystemExit:
        return 0  # the help was asked for
    except (FailedError, ExportError) as error:
        return speaker.fail(str(error), FAILED)
    except InputError as error:
        return speaker.fail(str(error), WRONG_ARGUMENTS)
    except KeyboardInterrupt:
        return speaker.fail(stopped, FAILED)


def _leave(output: TextIO) -> None:
    """Let what an output still holds be written nowhere: Python would complain at its end."""
    # One that was closed all along has no number.
    with suppress(OSError):
        number = output.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
