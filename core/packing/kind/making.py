# SPDX-License-Identifier: GPL-3.0-or-later
"""The making of Packing Cubes, and what the panel shows before."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from types import MappingProxyType

from ...common.options import Option, Value, declared
from ...kind.making import Making, Progress
from ...polycubes.assembling.shown_first import Ordering, one_that_comes_apart_first
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.solving.solver import solve_in_steps
from ..making.by_hand import empty_puzzle
from ..making.classics import CLASSICS
from ..making.design import design_in_steps
from ..making.options import DESIGN, FIRST, OWN, PackingOptions


def make_in_steps(
    values: Mapping[str, Value], jobs: int = 1
) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make a puzzle from options by name, by so many processes, and yield now and then how far it has come.

    Raises InputError at once for values that cannot be.
    """
    given: dict[str, object] = dict(values)
    options = PackingOptions(**given)  # type: ignore[arg-type]
    if options.puzzle == DESIGN:
        return design_in_steps(options)
    if options.puzzle == OWN:
        return _empty_in_steps(options)
    return solved_in_steps(CLASSICS[options.puzzle].puzzle, jobs, first=options.search == FIRST)


def _empty_in_steps(options: PackingOptions) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make what is yet to be drawn, in no step: no solution of it is looked for."""
    yield from ()
    return empty_puzzle(options.size)


def solved_in_steps(
    puzzle: PolycubePuzzle, jobs: int = 1, *, first: bool = False, ordered: Ordering = one_that_comes_apart_first
) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Search for solutions of a puzzle where its search was left, and yield the puzzle with what was found so far.

    In the end the solution that is shown first is looked for.
    """
    steps = solve_in_steps(puzzle, first=first, jobs=jobs)
    while True:
        try:
            found = next(steps)
        except StopIteration as done:
            solved = replace(puzzle, found=done.value)
            break
        yield Progress(1, 1, found.share, replace(puzzle, found=found), found.counts.up_to_rotation)
    ordering = ordered(solved)
    while True:
        try:
            next(ordering)
        except StopIteration as done:
            shown: PolycubePuzzle = done.value
            return shown
        yield Progress(1, 1, 1.0, solved, solved.found.counts.up_to_rotation)


DESIGN_OPTIONS = tuple(one.name for one in declared(PackingOptions) if one.name not in {"puzzle", "search"})
"""What is asked of a design, and of classics never."""

NEEDS = MappingProxyType({DESIGN: DESIGN_OPTIONS, OWN: ("size",)})
"""What is asked of a puzzle besides; of a classic it is how long to search."""


def _implied(given: Mapping[str, Value]) -> dict[str, Value]:
    """Return that what only a design uses asks for one."""
    return {"puzzle": DESIGN} if given.keys() & DESIGN_OPTIONS else {}


def _who_uses(name: str, values: Mapping[str, Value]) -> str:
    """Return who uses an option."""
    puzzle = str(values["puzzle"])
    label = next(one for one in declared(PackingOptions) if one.name == "puzzle").choices[puzzle].label
    return f"the puzzle is {label}, and {_users(name)} it"


def _users(name: str) -> str:
    """Return who uses an option that not every puzzle uses, as the beginning of a sentence."""
    return {"search": "only classics use", "size": "a Design and Your Own use"}.get(name, "only a Design uses")


def _stopped_at(values: Mapping[str, Value], progress: Progress[PolycubePuzzle]) -> Mapping[str, Value]:
    """Return the values with one solution, or with the designs that were made."""
    if values["puzzle"] == DESIGN:
        return {**values, "designs": max(1, progress.attempt - 1)}
    return {**values, "search": FIRST}


def _shown(values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
    """Return the options of a classic, of a design, or of what is to be drawn."""
    names = NEEDS.get(str(values["puzzle"]), ("search",))
    return tuple((name, True) for name in ("puzzle", *names))


def _declared() -> tuple[Option, ...]:
    """Return the options, each with the words whose it is."""
    return tuple(
        replace(one, users="" if one.name == "puzzle" else _users(one.name)) for one in declared(PackingOptions)
    )


MAKING = Making(
    _declared(),
    make_in_steps,
    search_on=solved_in_steps,
    is_over=lambda puzzle: "All solutions of the puzzle are known" if puzzle.found.is_complete else "",
    # The pieces of a classic are what they are, and are put together by the first solution.
    stands=lambda values, puzzle: values["puzzle"] not in NEEDS and bool(puzzle.found.solutions),
    stopped_at=_stopped_at,
    implied=_implied,
    users=_who_uses,
    # Further solutions are found on request.
    unwatched={"search": FIRST},
    headline=("puzzle", "size", "seed", "design"),
    shown_for=_shown,
)
