# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of a burr before it is made."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ...common.errors import InputError
from ...common.options import STEPS, Choice, Options, option, whole_number
from ...common.words import shortened
from ..making.wish import BurrWish
from ..sticks import LENGTHS

NUMBERS, WISH = "numbers", "wish"
"""How a burr is made."""

KNOWN = "52 615 792 960 975 992"
"""A burr without holes that has one solution."""

LARGEST_SEED = 2**31 - 1

MOST_OWNED = 1000
"""Sticks of one kind that one may have."""

_FORMS = {
    "any": Choice("Any", "With or without holes"),
    "solid": Choice("Solid", "Without a hole inside"),
    "holey": Choice("Holey", "With holes inside: only these have a level above 1"),
}


@dataclass(frozen=True)
class BurrOptions(Options):
    """The user's settings; raises InputError, with a sentence for the user, for what cannot be."""

    made_by: str = option(
        NUMBERS,
        "Made By",
        "By the numbers of its sticks, or as you wish",
        choices={
            NUMBERS: Choice("Numbers", "Six sticks by their numbers"),
            WISH: Choice("Wish", "A burr that is looked for, from a seed, until it is as you wish"),
        },
    )
    sticks: str = option(KNOWN, "Sticks", "The numbers of the six sticks; 1024x2 is two of one")
    level: int = option(1, "Level", "The moves until the first part comes off, at least", least=1, most=12, unit=STEPS)
    one_solution: bool = option(
        False, "One Solution", "It can be put together in one way only", heading="Wish", flag="unique"
    )
    notchable: bool = option(
        False, "Notchable", "Each stick can be cut by straight saw cuts, without blind corners", heading="Wish"
    )
    different: bool = option(False, "All Different", "No two sticks are the same", heading="Wish")
    inside: str = option("any", "Inside", "Whether there are holes inside", choices=_FORMS, flag="form")
    owned: str = option(
        "", "Owned", "The sticks that you have, by their numbers: 52x2 is two of one; empty for all that there are"
    )
    stick_length: str = option(
        "6",
        "Length",
        "Cells along a stick",
        choices={str(length): Choice(str(length), f"Sticks of 2 x 2 x {length} cells") for length in LENGTHS},
        flag="length",
    )
    seed: int = option(
        0,
        "Seed",
        "The same seed with the same settings gives the same puzzle, on every computer",
        most=LARGEST_SEED,
        unit=STEPS,
    )

    @property
    def length(self) -> int:
        """Cells along a stick."""
        return int(self.stick_length)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the sticks; raises InputError for a text that has others than numbers."""
        return list(Counter(dict(_counted("Sticks", self.sticks))).elements())

    @property
    def wish(self) -> BurrWish:
        """What is wished; raises InputError for what cannot be."""
        return BurrWish(
            level=self.level,
            unique=self.one_solution,
            notchable=self.notchable,
            form=self.inside,
            different=self.different,
            owned=_counted("Owned", self.owned),
            length=self.length,
            seed=self.seed,
        )


def _counted(label: str, text: str) -> tuple[tuple[int, int], ...]:
    """Return numbers of sticks with how many there are of each, as they first come; raises InputError for other words.

    A number may stand several times.
    """
    found: Counter[int] = Counter()
    for word in text.replace(",", " ").split():
        first, times, last = word.lower().partition("x")
        number, count = whole_number(first), whole_number(last) if times else 1
        if number is None or count is None or not 1 <= count <= MOST_OWNED:
            raise InputError(
                f"{label} has {shortened(word)}: it must be numbers of sticks, as in {KNOWN}, or 52x2 for two of one."
            )
        found[number] += count
    return tuple(found.items())
