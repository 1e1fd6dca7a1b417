# SPDX-License-Identifier: GPL-3.0-or-later
"""The wish for a burr of six pieces."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from ...common.errors import InputError
from ..cut import LARGEST_IN_CROSS, STICKS, Cut
from .numbers import is_connected, is_notchable, notchable_sticks, usable_pieces
from .places import PLACES, Cross, cross_of

ANY, SOLID, HOLEY = FORMS = "any", "solid", "holey"

LARGEST_LEVEL = 12
"""More moves no burr of six sticks needs until a part comes off. Some boards do, too few to be wished for."""


@dataclass(frozen=True)
class BurrWish:
    """What is wished; raises InputError, with a sentence for the user, for what cannot be.

    ``level`` is the least number of moves until the first part comes off, in whatever way the pieces are assembled.
    ``unique`` is that they have one assembly, up to rotation, or where that is not found, several of which one alone
    comes apart. ``form`` says whether cells within may or must stay empty, or may not. ``owned`` are the pieces that
    are there, by their numbers, each with how many; none are as many as wished of all. ``effort`` is work for about so
    many seconds: counted, not timed, so that a seed gives the same burr everywhere.
    """

    level: int = 1
    unique: bool = True
    notchable: bool = False
    form: str = ANY
    different: bool = False
    owned: tuple[tuple[int, int], ...] = ()
    cut: Cut = STICKS
    length: int = 6
    seed: int = 0
    effort: int = 60

    def __post_init__(self) -> None:
        """Check each wish by itself, and whether there are enough pieces."""
        if not 1 <= self.level <= LARGEST_LEVEL:
            raise InputError(f"Level is {self.level}: it must be from 1 to {LARGEST_LEVEL}.")
        if self.form not in FORMS:
            raise InputError(f"Inside is {self.form}: it must be one of {', '.join(FORMS)}.")
        if self.form == SOLID and self.cut.is_flat:
            raise InputError(f"{self.cut.name.capitalize()}s without a hole inside never come apart: allow holes.")
        if self.form == SOLID and self.level > 1:
            raise InputError(f"Level is {self.level}: without a hole inside the first move parts a burr, so ask for 1.")
        if self.length not in self.cut.lengths:
            raise InputError(f"Length is {self.length}: it must be one of {', '.join(map(str, self.cut.lengths))}.")
        if self.notchable and self.cut is not STICKS:
            raise InputError(f"Notchable is said of sticks, and the burr is of {self.cut.name}s: do not ask for it.")
        name = self.cut.name
        for number, count in self.owned:
            if not 1 <= number <= LARGEST_IN_CROSS:
                raise InputError(f"A {name} has the number {number}: it must be from 1 to {LARGEST_IN_CROSS:,}.")
            if not is_connected(self.cut, number):
                raise InputError(f"{name.capitalize()} {number} falls apart: take it out.")
            if count < 1:
                raise InputError(f"{name.capitalize()} {number} is there {count} times: it must be 1 or more.")
        most = sum(self.pieces.values())
        if most < PLACES:
            raise InputError(f"A burr has {PLACES} {name}s, and there are only {most} to choose from: name more.")

    @property
    def cross(self) -> Cross:
        """The cross of such pieces."""
        return cross_of(self.cut, self.length)

    @cached_property
    def pieces(self) -> dict[int, int]:
        """The pieces that there are, by their least numbers, each with how often it can be used."""
        most = 1 if self.different else PLACES
        if not self.owned:
            return dict.fromkeys(notchable_sticks() if self.notchable else usable_pieces(self.cut), most)
        found: Counter[int] = Counter()
        for number, count in self.owned:
            if not self.notchable or is_notchable(number):
                found[self.cross.least_number(number)] += count
        return {number: min(count, most) for number, count in sorted(found.items())}
