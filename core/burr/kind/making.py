# SPDX-License-Identifier: GPL-3.0-or-later
"""The making of burrs, and what the panel shows before."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from functools import partial

from ...common.options import Option, Value, declared
from ...kind.making import Making, Progress
from ...packing.kind import making as packing
from ...polycubes.puzzle import PolycubePuzzle
from ..crossed import burr_of, numbers_of
from ..making.easiest import easiest_first
from ..making.search import wished_in_steps
from .options import CUTS, NUMBERS, OF_BOARDS, OF_STICKS, WISH, BurrOptions

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


def make_in_steps(
    values: Mapping[str, Value], jobs: int = 1
) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make a burr from options by name, by so many processes, and yield now and then how far it has come.

    Raises InputError at once for values that cannot be.
    """
    given: dict[str, object] = dict(values)
    options = BurrOptions(**given)  # type: ignore[arg-type]
    if options.made_by == WISH:
        return wished_in_steps(options.wish)
    return solved_in_steps(burr_of(options.numbers, options.length, options.cut), jobs)


def _implied(given: Mapping[str, Value]) -> dict[str, Value]:
    """Return that what only a wish uses asks for one, and numbers of boards for boards."""
    implied: dict[str, Value] = {}
    if any(NEEDS[name][0] == WISH for name in given):
        implied["made_by"] = WISH
    if OF_BOARDS in given:
        implied["pieces"] = OF_BOARDS
    return implied


def _users(name: str) -> str:
    """Return who uses an option that not every burr uses, as the beginning of a sentence."""
    how, of = NEEDS[name]
    if not how and not of:
        return ""
    if how == WISH:
        return f"only a wish{f' of {of}' if of else ''} uses"
    return f"only {of}{' by numbers' if how else ''} use"


def _who_uses(name: str, values: Mapping[str, Value]) -> str:
    """Return who uses an option."""
    of = values["pieces"]
    burr = f"a wish of {of}" if values["made_by"] == WISH else f"one of {of} by numbers"
    return f"the burr is {burr}, and {_users(name)} it"


def _stopped_at(values: Mapping[str, Value], progress: Progress[PolycubePuzzle]) -> Mapping[str, Value]:
    """Return the numbers of the best burr in place of a wish."""
    of = str(values["pieces"])
    numbers = [] if progress.best is None else numbers_of(progress.best, CUTS[of])
    if values["made_by"] != WISH or not numbers:
        return values
    return {**values, "made_by": NUMBERS, of: " ".join(map(str, numbers))}


def _shown(values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
    """Return the options of a burr by numbers, or of a wish."""
    chosen = {"", values["made_by"], values["pieces"]}
    return tuple((name, True) for name, needs in NEEDS.items() if chosen.issuperset(needs))


def _declared() -> tuple[Option, ...]:
    """Return the options, each with the words whose it is."""
    return tuple(replace(one, users=_users(one.name)) for one in declared(BurrOptions))


MAKING = Making(
    _declared(),
    make_in_steps,
    search_on=solved_in_steps,
    is_over=lambda puzzle: "All solutions of the puzzle are known" if puzzle.found.is_complete else "",
    # Pieces by their numbers are what they are, and are put together by the first solution.
    stands=lambda values, puzzle: values["made_by"] == NUMBERS and bool(puzzle.found.solutions),
    stopped_at=_stopped_at,
    implied=_implied,
    users=_who_uses,
    headline=("made_by", "pieces", "sticks", "boards", "level", "seed"),
    begins_with={"one_solution": True, "level": 3},
    shown_for=_shown,
)
