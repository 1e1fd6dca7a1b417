# SPDX-License-Identifier: GPL-3.0-or-later
"""The styles of puzzles, and the one function that makes a puzzle from settings.

A style is one file with a function ``grow(settings, random) -> Growth``, entered in ``STYLES``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from ..completion import complete
from ..configuration import ConfigurationSpace, follow
from ..errors import NotFoundError
from ..growth import Growth
from ..puzzle import Puzzle
from ..settings import Settings
from . import classic

STYLES: Mapping[str, Callable[[Settings, Random], Growth]] = MappingProxyType({"classic": classic.grow})
"""The function of each style, by the name that the user chooses."""


@dataclass(frozen=True)
class Progress:
    """How far the making of a puzzle has come: attempts done, attempts allowed, longest length found."""

    attempt: int
    attempts: int
    longest: int


def generate(settings: Settings) -> Puzzle:
    """Make the puzzle that the settings describe.

    Raises InputError for settings that cannot be used, and NotFoundError, telling the longest found,
    when no attempt reaches the minimum length.
    """
    steps = generate_in_steps(settings)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            puzzle: Puzzle = done.value
            return puzzle


def generate_in_steps(settings: Settings) -> Generator[Progress, None, Puzzle]:
    """Do what ``generate`` does, yielding after every attempt that was too short."""
    settings.check(tuple(STYLES))
    random = Random(settings.seed)
    longest = 0
    for attempt in range(1, settings.attempts + 1):
        growth = STYLES[settings.style](settings, random)
        # Completing the faces does not change what can be reached, so the length is known before.
        length = _length(settings, growth) if settings.minimum_length else 0
        if length >= settings.minimum_length:
            faces = complete(settings.size, growth.faces, random)
            return Puzzle(settings.size, faces, growth.start, growth.end, settings)
        longest = max(longest, length)
        yield Progress(attempt, settings.attempts, longest)
    raise NotFoundError(
        f"Minimum length is {settings.minimum_length}: the longest of {settings.attempts:,} attempts "
        f"has {longest} moves. Ask for at most that, allow more attempts, or take another seed."
    )


def _length(settings: Settings, growth: Growth) -> int:
    """Return the number of moves from the start to the end of a growth."""
    xy, xz, yz = (face.arrays()[:2] for face in growth.faces)
    space = ConfigurationSpace.from_arrays(settings.size, xy, xz, yz)
    path = follow(settings.size, space.ways_to(growth.end), growth.start)
    return 0 if path is None else len(path) - 1
