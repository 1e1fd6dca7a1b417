# SPDX-License-Identifier: GPL-3.0-or-later
"""The one function that makes a puzzle from settings, also in steps."""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random

from ...common.words import counted
from ...kind.making import NotFoundError, Progress, finish
from ..generators import STYLE, STYLES
from ..making.growth_record import GrowthRecord
from ..making.puzzle import Puzzle
from ..making.settings import Settings
from ..making.start_and_end import choose_ends
from ..making.style import Draft, Making
from ..making.wishes import Shortfall, shortfall, unmet
from ..maze.space import ConfigurationSpace


def generate(settings: Settings, report: Callable[[Progress[Puzzle]], object] = lambda _: None) -> Puzzle:
    """Make the puzzle that the settings describe; ``report`` is called with how far it is.

    Raises InputError for settings that cannot be used, and NotFoundError, with the best that was found, when no
    attempt meets the wishes.
    """
    return finish(generate_in_steps(settings), report)


def generate_in_steps(settings: Settings) -> Generator[Progress[Puzzle], None, Puzzle]:
    """Do what ``generate`` does, and yield now and then; the share never falls, and the best never gets worse."""
    STYLE.check(settings.style)
    style = STYLES[settings.style]
    resolved = style.resolved(settings)
    attempts = 1 if style.searched else settings.attempts
    random = Random(settings.seed)
    best: Puzzle | None = None
    least: Shortfall | None = None
    for attempt in range(1, attempts + 1):
        making = style.make(resolved, random)
        draft, offered = None, None
        while draft is None:
            try:
                pause = next(making)
            except StopIteration as done:
                draft = done.value
            else:
                if pause.best is not offered and pause.best is not None:
                    offered = pause.best
                    best = _puzzle(resolved, offered, random, settings)
                yield Progress(attempt, attempts, (attempt - 1 + pause.share) / attempts, best, pause.settled)
        puzzle = _puzzle(resolved, draft, random, settings)
        if puzzle is not None:
            lacking = shortfall(settings, puzzle.measures)
            if lacking.wishes == 0:
                return puzzle
            if least is None or lacking < least:
                best, least = puzzle, lacking
        yield Progress(attempt, attempts, attempt / attempts, best)
    raise NotFoundError(_not_found(settings, attempts, best), best)


def growth_of(puzzle: Puzzle) -> GrowthRecord | None:
    """Return how a puzzle's mazes grew, by making them again; None where they did not grow, or were not made here."""
    settings = puzzle.settings
    if settings is None:
        return None
    style = STYLES[settings.style]
    if style.searched:
        return None
    resolved = style.resolved(settings)
    random = Random(settings.seed)
    for _ in range(settings.attempts):
        draft = _finished(style.make(resolved, random))
        if draft.faces == puzzle.faces:
            return draft.record
        # What chooses the ends of an attempt draws, too.
        _puzzle(resolved, draft, random, settings)
    return None


def _finished(making: Making) -> Draft:
    """Return the draft that a style makes, without a pause."""
    while True:
        try:
            next(making)
        except StopIteration as done:
            draft: Draft = done.value
            return draft


def _puzzle(resolved: Settings, draft: Draft, random: Random, settings: Settings) -> Puzzle | None:
    """Return the puzzle of a draft, with the settings as the user gave them; None where its start allows no move."""
    space = ConfigurationSpace.from_faces(settings.size, draft.faces)
    start, end = choose_ends(resolved, space, draft, random)
    return None if start == end else Puzzle(settings.size, draft.faces, start, end, settings)


def _not_found(settings: Settings, attempts: int, best: Puzzle | None) -> str:
    tried = counted(attempts, "attempt", grouped=True)
    if best is None:
        return f"Start is {settings.start}: in {tried} the mazes never allowed a move from there. Choose another start."
    lacking = unmet(settings, best.measures)
    if STYLES[settings.style].searched:
        return f"{lacking} Ask for less, give more effort, or take another seed."
    return f"{lacking} After {tried}: ask for less, allow more, or take another seed."
