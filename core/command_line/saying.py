# SPDX-License-Identifier: GPL-3.0-or-later
"""The output of a command: results on standard output, all else on standard error, and its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from ..common.errors import ExportError, FailedError, InputError
from .report_text import error_report

FAILED, WRONG_ARGUMENTS = 1, 2


class OutputError(Exception):
    """Nothing can be written to the output any more; the message is a sentence."""


class Speaker:
    """What a command says, under its name; where it is ``quiet``, errors and what was asked for only.

    With ``json`` an error goes to the output as well, as an object. ``piped`` is whether the output has a file.
    """

    def __init__(self, command: str, output: TextIO, *, json: bool = False, quiet: bool = False) -> None:
        self.command = command
        self.output = output
        self.json = json
        self.quiet = quiet
        self.piped = False
        if isinstance(output, TextIOWrapper):
            # A name may have what the terminal cannot show.
            output.reconfigure(errors="backslashreplace")

    def note(self, sentence: str) -> None:
        """Say by the way how far it is, or what was done."""
        if not self.quiet:
            print(sentence, file=sys.stderr)

    def warn(self, sentence: str) -> None:
        """Warn of something."""
        self.note(f"{self.command}: warning: {sentence}")

    def tell(self, text: str) -> None:
        """Print what was asked for."""
        with self._written():
            print(text, file=self.output)

    def sum_up(self, text: str) -> None:
        """Print what was done for people, beside the output where that has a file."""
        if self.piped:
            self.note(text)
        elif not self.quiet:
            self.tell(text)

    def give(self, data: bytes) -> None:
        """Write a file to the output."""
        with self._written():
            self.output.flush()
            # What is a text only has none.
            self.output.buffer.write(data)

    def complain(self, sentence: str) -> None:
        """Say what is wrong."""
        print(f"{self.command}: {sentence}", file=sys.stderr)

    def fail(self, sentence: str, code: int) -> int:
        """Say what is wrong, as JSON, too, where that was asked for, and return the exit code."""
        self.complain(sentence)
        if self.json:
            self.tell(error_report(sentence, code))
        return code

    def end(self) -> None:
        """Have all written."""
        with self._written():
            self.output.flush()

    @contextmanager
    def _written(self) -> Iterator[None]:
        """Raise OutputError where the output cannot be written, unless nobody reads it."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"Standard output cannot be written: {error.strerror or error}.") from error


def exit_code(speaker: Speaker, run: Callable[[], int], stopped: str) -> int:
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
        print(f"{speaker.command}: {error}", file=sys.stderr)
        return FAILED
    return code


def _answer(speaker: Speaker, run: Callable[[], int], stopped: str) -> int:
    try:
        return run()
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
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, output.fileno())
    os.close(nowhere)
