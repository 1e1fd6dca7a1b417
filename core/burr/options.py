# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of a burr before it is made: the numbers of its pieces, or what is wished."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from ..common.errors import InputError
from ..common.options import STEPS, Choice, Option, Options, declared, option, seed_option, whole_number
from ..common.words import shortened
from .crossed import BOARDS, LARGEST_IN_CROSS, LENGTHS, STICKS, Cut
from .places import PLACES, Cross, cross_of, is_connected, is_notchable, notchable_sticks, usable_pieces

NUMBERS, WISH = "numbers", "wish"
"""How a burr is made."""

OF_STICKS, OF_BOARDS = "sticks", "boards"
"""What a burr is made of, and the names of the options that hold their numbers."""

CUTS = {OF_STICKS: STICKS, OF_BOARDS: BOARDS}

ANY, SOLID, HOLEY = "any", "solid", "holey"
"""Whether cells within may or must stay empty, or may not."""

LARGEST_LEVEL = 12
"""More moves no burr of six sticks needs until a part comes off. Some boards do, too few to be wished for."""

KNOWN = {OF_STICKS: "52 615 792 960 975 992", OF_BOARDS: "384 508 988 1021 1024 1596"}
"""Burrs that have one solution."""

KAENEL = "k"
"""What stands before a number by which Känel and puzzlecad call a board."""

MOST_OWNED = 1000
"""Pieces of one kind that one may have."""

_FORMS = {
    ANY: Choice("Any", "With or without holes"),
    SOLID: Choice("Solid", "Without a hole inside"),
    HOLEY: Choice("Holey", "With holes inside: only these have a level above 1"),
}


@dataclass(frozen=True)
class BurrOptions(Options):
    """The user's settings; raises InputError, with a sentence for the user, for what cannot be."""

    made_by: str = option(
        NUMBERS,
        "Made By",
        "By the numbers of its pieces, or as you wish",
        choices={
            NUMBERS: Choice("Numbers", "Six pieces by their numbers"),
            WISH: Choice("Wish", "A burr that is looked for, from a seed, until it is as you wish"),
        },
    )
    pieces: str = option(
        OF_STICKS,
        "Pieces",
        "What the burr is made of",
        choices={
            OF_STICKS: Choice("Sticks", "Six sticks, 2 x 2 cubes thick"),
            OF_BOARDS: Choice("Boards", "Six boards of 1 x 4 x 6 cubes"),
        },
        flag="of",
    )
    sticks: str = option(KNOWN[OF_STICKS], "Sticks", "The numbers of the six sticks; 1024x2 means two of the same")
    boards: str = option(
        KNOWN[OF_BOARDS], "Boards", "The numbers of the six boards; 256x2 means two of the same, K488 is Känel's 488"
    )
    level: int = option(
        1, "Level", "The moves until the first part comes off, at least", least=1, most=LARGEST_LEVEL, unit=STEPS
    )
    one_solution: bool = option(
        False, "One Solution", "It can be put together in one way only", heading="Wish", flag="unique"
    )
    notchable: bool = option(
        False, "Notchable", "Each stick can be cut by straight saw cuts, without blind corners", heading="Wish"
    )
    different: bool = option(False, "All Different", "No two pieces are the same", heading="Wish")
    inside: str = option(ANY, "Inside", "Whether there are holes inside", choices=_FORMS, flag="form")
    owned: str = option(
        "", "Owned", "The pieces that you have, by their numbers: 52x2 means two of the same; empty for any"
    )
    stick_length: str = option(
        "6",
        "Length",
        "Cells along a stick",
        choices={str(length): Choice(str(length), f"Sticks of 2 x 2 x {length} cells") for length in LENGTHS},
        flag="length",
    )
    seed: int = seed_option()

    @property
    def cut(self) -> Cut:
        """How the cross is cut."""
        return CUTS[self.pieces]

    @property
    def length(self) -> int:
        """Cells along a piece."""
        return int(self.stick_length) if self.cut is STICKS else self.cut.lengths[0]

    @property
    def numbers(self) -> list[int]:
        """The numbers of the pieces; raises InputError for a text that has others than numbers."""
        return list(Counter(dict(self._counted(self.pieces.capitalize(), getattr(self, self.pieces)))).elements())

    @property
    def cross(self) -> Cross:
        """The cross of such pieces."""
        return cross_of(self.cut, self.length)

    @property
    def owned_pieces(self) -> tuple[tuple[int, int], ...]:
        """The numbers of owned pieces, each with how many; none for all. Raises InputError as ``numbers`` does."""
        return self._counted("Owned", self.owned)

    @cached_property
    def available(self) -> dict[int, int]:
        """The pieces that a wish may use, by their least numbers, each with how often.

        Raises InputError where a text of numbers has others than these.
        """
        most = 1 if self.different else PLACES
        if not self.owned_pieces:
            return dict.fromkeys(notchable_sticks() if self.notchable else usable_pieces(self.cut), most)
        counts: Counter[int] = Counter()
        for number, count in self.owned_pieces:
            if not self.notchable or is_notchable(number):
                counts[self.cross.least_number(number)] += count
        return {number: min(count, most) for number, count in sorted(counts.items())}

    def check_wish(self) -> None:
        """Raise InputError for a wish that no burr can meet."""
        name = self.cut.name
        if self.inside == SOLID and self.cut.is_flat:
            raise InputError(f"{name.capitalize()}s without a hole inside never come apart: allow holes.")
        if self.inside == SOLID and self.level > 1:
            raise InputError(f"Level is {self.level}: without a hole inside the first move parts a burr, so ask for 1.")
        if self.notchable and self.cut is not STICKS:
            raise InputError(f"Notchable is for sticks only, and the burr is made of {name}s: leave it out.")
        for number, _ in self.owned_pieces:
            if not 1 <= number <= LARGEST_IN_CROSS:
                raise InputError(f"A {name} has the number {number}: it must be from 1 to {LARGEST_IN_CROSS:,}.")
            if not is_connected(self.cut, number):
                raise InputError(f"{name.capitalize()} {number} falls apart: take it out.")
        most = sum(self.available.values())
        if most < PLACES:
            raise InputError(f"A burr has {PLACES} {name}s, and there are only {most} to choose from: name more.")

    def _counted(self, label: str, text: str) -> tuple[tuple[int, int], ...]:
        """Return numbers of pieces with how many there are of each, as they first come.

        A number may stand several times; raises InputError for other words.
        """
        counts: Counter[int] = Counter()
        for word in text.replace(",", " ").split():
            first, times, last = word.lower().partition("x")
            number, count = whole_number(first.removeprefix(KAENEL)), whole_number(last) if times else 1
            if number is None or count is None or not 1 <= count <= MOST_OWNED:
                known = KNOWN[self.pieces]
                raise InputError(
                    f"{label} has {shortened(word)}: it must be numbers of {self.pieces}, as in {known}, "
                    f"or {known.split()[0]}x2 for two of the same, {MOST_OWNED:,} at most."
                )
            counts[self.cut.of_kaenel(number) if first.startswith(KAENEL) else number] += count
        return tuple(counts.items())


NEEDS = {
    "made_by": ("", ""),
    "pieces": ("", ""),
    "sticks": (NUMBERS, OF_STICKS),
    "boards": (NUMBERS, OF_BOARDS),
    "level": (WISH, ""),
    "one_solution": (WISH, ""),
    "notchable": (WISH, OF_STICKS),
    "different": (WISH, ""),
    "inside": (WISH, ""),
    "owned": (WISH, ""),
    "stick_length": ("", OF_STICKS),
    "seed": (WISH, ""),
}
"""The options as they are shown: how a burr is made that uses one, and of what; nothing where any does."""


def users_of(name: str) -> str:
    """Return who uses an option that not every burr uses, as the beginning of a sentence."""
    how, of = NEEDS[name]
    if not how and not of:
        return ""
    if how == WISH:
        return f"only a wish{f' of {of}' if of else ''} uses"
    return f"only {of}{' by numbers' if how else ''} use"


def declared_options() -> tuple[Option, ...]:
    """Return the options, each with the words whose it is."""
    return tuple(replace(option, users=users_of(option.name)) for option in declared(BurrOptions))
