# SPDX-License-Identifier: GPL-3.0-or-later
"""The styles of puzzles, and the one function that makes a puzzle from settings.

A style is a file in this folder that names its ``STYLE``; its file's name is what users and files call it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import MappingProxyType

from ..configuration import ConfigurationSpace
from ..ends import choose_ends
from ..puzzle import NotFoundError, Puzzle
from ..settings import Settings
from ..style import Draft, Style
from ..wishes import Shortfall, shortfall, unmet


def _styles() -> dict[str, Style]:
    """Find the styles of this folder: first those that search, then the others, each by their name."""
    found: dict[str, Style] = {
        module.name: import_module(f".{module.name}", __package__).STYLE for module in iter_modules(__path__)
    }
    return dict(sorted(found.items(), key=lambda item: (not item[1].searched, item[0])))


STYLES: Mapping[str, Style] = MappingProxyType(_styles())
"""The styles, by the name that the user chooses."""


@dataclass(frozen=True)
class Progress:
    """How far the making of a puzzle has come: attempts begun, the share of all that is done, and the best so far."""

    attempt: int
    attempts: int
    share: float
    best: Puzzle | None


def generate(settings: Settings, tell: Callable[[Progress], object] = lambda _: None) -> Puzzle:
    """Make the puzzle that the settings describe; ``tell`` gets to know how far it is.

    Raises InputError for settings that cannot be used, and NotFoundError, with the best that was found, when no
    attempt meets the wishes.
    """
    steps = generate_in_steps(settings)
    while True:
        try:
            tell(next(steps))
        except StopIteration as done:
            puzzle: Puzzle = done.value
            return puzzle


def generate_in_steps(settings: Settings) -> Generator[Progress, None, Puzzle]:
    """Do what ``generate`` does, and yield now and then; the share never falls, and the best never gets worse."""
    settings.check(tuple(STYLES))
    style = STYLES[settings.style]
    attempts = 1 if style.searched else settings.attempts
    random = Random(settings.seed)
    best: Puzzle | None = None
    least: Shortfall | None = None
    for attempt in range(1, attempts + 1):
        making = style.make(settings, random)
        draft, offered = None, None
        while draft is None:
            try:
                pause = next(making)
            except StopIteration as done:
                draft = done.value
            else:
                if pause.best is not offered and pause.best is not None:
                    offered = pause.best
                    best = _puzzle(settings, offered, random)
                yield Progress(attempt, attempts, (attempt - 1 + pause.share) / attempts, best)
        puzzle = _puzzle(settings, draft, random)
        if puzzle is not None:
            lacking = shortfall(settings, puzzle.measures)
            if lacking.wishes == 0:
                return puzzle
            if least is None or lacking < least:
                best, least = puzzle, lacking
        yield Progress(attempt, attempts, attempt / attempts, best)
    raise NotFoundError(_not_found(settings, attempts, best), best)


def _puzzle(settings: Settings, draft: Draft, random: Random) -> Puzzle | None:
    """Return the puzzle of a draft; None where its start allows no move."""
    space = ConfigurationSpace.from_faces(settings.size, draft.faces)
    start, end = choose_ends(settings, space, draft, random)
    return None if start == end else Puzzle(settings.size, draft.faces, start, end, settings)


def _not_found(settings: Settings, attempts: int, best: Puzzle | None) -> str:
    tried = "1 attempt" if attempts == 1 else f"{attempts:,} attempts"
    if best is None:
        return f"Start is {settings.start}: in {tried} the mazes never allowed a move from there. Choose another start."
    lacking = unmet(settings, best.measures)
    if STYLES[settings.style].searched:
        return f"{lacking} Ask for less, give more effort, or take another seed."
    return f"{lacking} After {tried}: ask for less, allow more, or take another seed."
