# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzle that was asked for: made, opened or of a code, with what is drawn on it and found out about it.

What takes long shows how far it is, and Ctrl-C ends it with the best so far.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any

from ..common.errors import FailedError, InputError
from ..common.interrupts import Interrupts
from ..common.options import Value
from ..common.words import quoted, shortened
from ..export.paths import drawn_texts, longest_file, puzzle_of_text, text_in, text_of
from ..export.puzzle import Puzzle, print_of
from ..kind.facts import Progress
from ..kind.kind import Answer, AnyKind, Search, puzzle_of_code
from ..kinds import KINDS
from .arguments import PROBLEM_FLAG, STREAM, called, given_drawings, given_jobs, given_problem, given_values
from .output import Speaker, shown_progress
from .parser import ArgumentsError


class Asked:
    """The puzzle that was asked for; raises InputError at once for arguments that cannot be, before it is made."""

    def __init__(self, kind: AnyKind, options: argparse.Namespace, speaker: Speaker, interrupts: Interrupts) -> None:
        self.kind = kind
        self.options = options
        self.speaker = speaker
        self.interrupts = interrupts
        self.requests = {request.name for request in kind.requests if getattr(options, request.name)}
        """What is to be found out about it, by name."""
        self.is_stopped = False
        """Whether a search ended before its end, with the best so far."""
        self.printed: Puzzle | None = None
        """What the file says that its puzzle is printed with."""
        values = given_values(kind.options, options)
        self._jobs = given_jobs(options)
        self._make = self._making(values)
        self._drawn = drawn_texts(kind, given_drawings(kind, options))

    def answer(self) -> Answer[Any]:
        """Make or open the puzzle, draw on it, and return what was found out about it, as far as it was."""
        content = self._make()
        if self._drawn:
            # What was stopped is not searched on.
            rest = self.options.make_rest_hard and not self.is_stopped
            drawing = self.kind.drawn_in_steps(content, self._drawn, make_rest_hard=rest, jobs=self._jobs)
            content = self._end_of(drawing)
        if not self.is_stopped:
            answer = self._end_of(self.kind.answer_in_steps(content, self.requests, self._jobs))
            if isinstance(answer, Answer):
                return answer
            content = answer
        return self.kind.answer_so_far(content, self.requests)

    def _end_of(self, steps: Generator[Progress[Any], None, Any]) -> Any:
        """Return what is found in steps, or the best so far; a terminal shows how far they are.

        Raises KeyboardInterrupt where nothing was found.
        """
        search = Search(steps)
        with shown_progress(self.kind, sys.stderr, quiet=self.speaker.quiet) as report:
            try:
                for progress in search:
                    report(progress)
                return search.result
            except KeyboardInterrupt:
                if search.best is None:
                    raise
        self.interrupts.answered()
        self.is_stopped = True
        return search.best

    def _making(self, values: Mapping[str, Value]) -> Callable[[], Any]:
        """Return what makes or opens the puzzle; raises ArgumentsError for values that are not free, and InputError."""
        kind, options = self.kind, self.options
        code = None if kind.codes is None else options.code
        problem = given_problem(kind, options)
        if code is not None:
            if values or options.source is not None or problem is not None:
                raise ArgumentsError(
                    "With --code the puzzle is that of the code, so nothing else of it can be given: leave that out."
                )
            return partial(_of_code, kind, code)
        if options.source is None:
            if problem is not None:
                raise ArgumentsError(f"Argument {PROBLEM_FLAG} chooses from a file: add --from with the file.")
            chosen = kind.values_with(values or kind.unasked, called=called)
            return partial(self._end_of, kind.in_steps(chosen, self._jobs))
        if not values.keys() <= set(kind.source_options):
            raise ArgumentsError(
                "With --from the puzzle comes from the file, so its size, seed and wishes cannot be set: "
                "leave them out."
            )
        return lambda: kind.completed(self._opened(options.source, problem), values)

    def _opened(self, path: str, problem: int | None) -> Any:
        """Return the puzzle of a file, or one of several by its number.

        Raises InputError where it is of another kind.
        """
        text = text_of(_standard_input(), "Standard input") if path == STREAM else text_in(path)
        its_kind, content = puzzle_of_text(text, problem, self.kind)
        if its_kind is not self.kind:
            raise InputError(
                f"File {quoted(path)} holds a puzzle of the kind {its_kind.label}: use the command {its_kind.name}."
            )
        self.printed = print_of(text, self.kind)
        return content


def _of_code(kind: AnyKind, code: str) -> Any:
    """Return the puzzle of a code; raises InputError where it is damaged or of another kind."""
    its_kind, content = puzzle_of_code(code, KINDS.values())
    if its_kind is not kind:
        raise InputError(
            f"Code is {shortened(code)}: it is of the kind {its_kind.label}, so use the command {its_kind.name}."
        )
    return content


def _standard_input() -> bytes:
    """Return what is piped in, as far as a file is read; raises FailedError where nothing can be."""
    if sys.stdin is None:
        raise FailedError("Standard input cannot be read: it is closed.")
    try:
        return sys.stdin.buffer.read(longest_file() + 1)
    except OSError as error:
        raise FailedError(f"Standard input cannot be read: {error.strerror or 'nothing comes in'}.") from error
