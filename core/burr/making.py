# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of a burr before it is made, and its making: by the numbers of its pieces, or by a wish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from ..common.errors import InputError
from ..common.options import STEPS, Choice, Option, Options, Value, declared, option, seed_option, whole_number
from ..common.words import shortened
from ..kind.facts import NO_VALUES, Progress, Values
from ..packing import kind as packing
from ..polycubes.puzzle import PolycubePuzzle
from .crossed import BOARDS, LENGTHS, STICKS, Cut, burr_of, numbers_of
from .levels import easiest_first
from .search import ANY, HOLEY, LARGEST_LEVEL, SOLID, BurrWish, wished_in_steps

NUMBERS, WISH = "numbers", "wish"
"""How a burr is made."""

OF_STICKS, OF_BOARDS = "sticks", "boards"
"""What a burr is made of, and the names of the options that hold their numbers."""

CUTS = {OF_STICKS: STICKS, OF_BOARDS: BOARDS}

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
    def wish(self) -> BurrWish:
        """What is wished; raises InputError for what cannot be."""
        return BurrWish(
            level=self.level,
            unique=self.one_solution,
            notchable=self.notchable,
            form=self.inside,
            different=self.different,
            owned=self._counted("Owned", self.owned),
            cut=self.cut,
            length=self.length,
            seed=self.seed,
        )

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

solved_in_steps = partial(packing.solved_in_steps, ordered=easiest_first)
"""Searches for solutions of a burr, of which the easiest one is shown first."""


def _users(name: str) -> str:
    """Return who uses an option that not every burr uses, as the beginning of a sentence."""
    how, of = NEEDS[name]
    if not how and not of:
        return ""
    if how == WISH:
        return f"only a wish{f' of {of}' if of else ''} uses"
    return f"only {of}{' by numbers' if how else ''} use"


def _declared() -> tuple[Option, ...]:
    """Return the options, each with the words whose it is."""
    return tuple(replace(option, users=_users(option.name)) for option in declared(BurrOptions))


class BurrMaking(packing.PackingMaking):
    """The making of burrs by the numbers of their pieces, or by a wish."""

    options = _declared()
    headline = ("made_by", "pieces", "sticks", "boards", "level", "seed")
    everyday = ("sticks", "boards", "level", "one_solution", "seed")
    begins_with = MappingProxyType({"one_solution": True, "level": 3})
    unwatched = NO_VALUES

    def in_steps(self, values: Values, jobs: int = 1) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
        """Search for solutions of numbers, or for a burr that is as wished."""
        given: dict[str, object] = dict(values)
        options = BurrOptions(**given)  # type: ignore[arg-type]
        if options.made_by == WISH:
            return wished_in_steps(options.wish)
        return solved_in_steps(burr_of(options.numbers, options.length, options.cut), jobs)

    def search_on(
        self, puzzle: PolycubePuzzle, jobs: int = 1
    ) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
        """Search for further solutions, of which the easiest one is shown first."""
        return solved_in_steps(puzzle, jobs)

    def stands(self, values: Values, puzzle: PolycubePuzzle) -> bool:
        """Return whether a first solution is known: a search changes no pieces that are given by their numbers."""
        return values["made_by"] == NUMBERS and bool(puzzle.found.solutions)

    def stopped_at(self, values: Values, progress: Progress[PolycubePuzzle]) -> Values:
        """Return the numbers of the best burr in place of a wish."""
        of = str(values["pieces"])
        numbers = [] if progress.best is None else numbers_of(progress.best, CUTS[of])
        if values["made_by"] != WISH or not numbers:
            return values
        return {**values, "made_by": NUMBERS, of: " ".join(map(str, numbers))}

    def implied(self, given: Values) -> dict[str, Value]:
        """Return what asks for a wish, as only wishes use it, and that numbers of boards ask for boards."""
        implied: dict[str, Value] = {}
        if any(NEEDS[name][0] == WISH for name in given):
            implied["made_by"] = WISH
        if OF_BOARDS in given:
            implied["pieces"] = OF_BOARDS
        return implied

    def needs_watching(self, values: Values) -> str:
        """Return nothing: a burr is never drawn."""
        return ""

    def who_uses(self, name: str, values: Values) -> str:
        """Return who uses an option."""
        of = values["pieces"]
        burr = f"a wish of {of}" if values["made_by"] == WISH else f"one of {of} by numbers"
        return f"the burr is {burr}, and {_users(name)} it"

    def shown(self, values: Values) -> tuple[tuple[str, bool], ...]:
        """Return the options of a burr by numbers, or of a wish."""
        chosen = {"", values["made_by"], values["pieces"]}
        return tuple((name, True) for name, needs in NEEDS.items() if chosen.issuperset(needs))
