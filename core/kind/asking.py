# SPDX-License-Identifier: GPL-3.0-or-later
"""The tasks that the command line has for a kind's puzzles, besides making and printing them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..common.options import Value
from .making import Progress

P = TypeVar("P")


@dataclass(frozen=True)
class Request:
    """A request: its name, which is its argument, a phrase on what it does, and whether it writes a file of its own."""

    name: str
    meaning: str
    file: bool = False


@dataclass(frozen=True)
class Example:
    """An example of a command: its arguments, and a phrase on what they do."""

    arguments: str
    meaning: str = ""


@dataclass(frozen=True)
class Answer(Generic[P]):
    """The answer to a task: the puzzle with all that is known of it now, and what follows.

    ``numbers`` are facts for a report that programs read, ``texts`` the files that were asked for, by the names of
    their requests, and ``lines`` are sentences for people.
    """

    puzzle: P
    numbers: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()


def _nothing(puzzle: P, asked: Collection[str], jobs: int) -> Generator[Progress[P], None, Answer[P]]:
    """Do nothing: there is nothing to ask for."""
    yield from ()
    return Answer(puzzle)


@dataclass(frozen=True)
class Asking(Generic[P]):
    """The tasks of the command line for a kind's puzzles besides making and printing them.

    ``answer_in_steps`` does what is asked for, ``requests`` by their names, in so many processes, and yields now and
    then how far that has come. ``source_flags`` are further names of the argument that opens a file, ``source_options``
    those options that can be given with one, which may not say them: ``completed`` returns its puzzle with them, and
    raises InputError for what cannot be. ``needs_folder`` is whether a run without a folder must report or write
    something else. ``examples`` stand at the end of the help.
    """

    requests: tuple[Request, ...] = ()
    answer_in_steps: Callable[[P, Collection[str], int], Generator[Progress[P], None, Answer[P]]] = _nothing
    source_flags: tuple[str, ...] = ()
    source_options: tuple[str, ...] = ()
    completed: Callable[[P, Mapping[str, Value]], P] = lambda puzzle, _: puzzle
    needs_folder: bool = True
    examples: tuple[Example, ...] = ()
