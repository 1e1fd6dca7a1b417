# SPDX-License-Identifier: GPL-3.0-or-later
"""The wish for a burr of six sticks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from ...common.errors import InputError
from ...common.words import counted
from ..sticks import LENGTHS
from .numbers import is_connected, is_notchable, notchable_sticks, standard_number, usable_sticks
from .places import ALL_SHARED, PLACES

ANY, SOLID, HOLEY = FORMS = "any", "solid", "holey"

LARGEST_LEVEL = 12
"""More moves no burr of six sticks needs until a part comes off."""

LARGEST_EFFORT = 100_000


@dataclass(frozen=True)
class BurrWish:
    """What is wished; raises InputError, with a sentence for the user, for what cannot be.

    ``level`` is the least number of moves until the first part comes off, in whatever way the sticks are assembled.
    ``unique`` is that they have one assembly, up to rotation, or where that is not found, several of which one alone
    comes apart. ``form`` says whether cells within may or must stay empty, or may not. ``owned`` are the sticks that
    are there, by their numbers, each with how many; none are as many as wished of all. ``effort`` is work for about so
    many seconds: counted, not timed, so that a seed gives the same burr everywhere.
    """

    level: int = 1
    unique: bool = True
    notchable: bool = False
    form: str = ANY
    different: bool = False
    owned: tuple[tuple[int, int], ...] = ()
    length: int = 6
    seed: int = 0
    effort: int = 60

    def __post_init__(self) -> None:
        """Check each wish by itself, and whether there are enough sticks."""
        for label, value, most in (("Level", self.level, LARGEST_LEVEL), ("Effort", self.effort, LARGEST_EFFORT)):
            if not 1 <= value <= most:
                raise InputError(f"{label} is {value}: it must be from 1 to {most:,}.")
        if self.form not in FORMS:
            raise InputError(f"Form is {self.form}: it must be one of {', '.join(FORMS)}.")
        if self.form == SOLID and self.level > 1:
            raise InputError(f"Level is {self.level}: without a hole inside the first move parts a burr, so ask for 1.")
        if self.length not in LENGTHS:
            raise InputError(f"Length is {self.length}: it must be one of {', '.join(map(str, LENGTHS))}.")
        for number, count in self.owned:
            if not 1 <= number <= ALL_SHARED + 1:
                raise InputError(f"A stick has the number {number}: it must be from 1 to {ALL_SHARED + 1:,}.")
            if not is_connected(number):
                raise InputError(f"Stick {number} falls into two: take it out.")
            if count < 1:
                raise InputError(f"Stick {number} is there {count} times: it must be 1 or more.")
        most = sum(self.sticks.values())
        if most < PLACES:
            raise InputError(f"There are {counted(most, 'stick')} to choose from: a burr has {PLACES}.")

    @cached_property
    def sticks(self) -> dict[int, int]:
        """The sticks that there are, by their least numbers, each with how often it can be used."""
        most = 1 if self.different else PLACES
        if not self.owned:
            return dict.fromkeys(notchable_sticks() if self.notchable else usable_sticks(), most)
        found: Counter[int] = Counter()
        for number, count in self.owned:
            if not self.notchable or is_notchable(number):
                found[standard_number(number)] += count
        return {number: min(count, most) for number, count in sorted(found.items())}
