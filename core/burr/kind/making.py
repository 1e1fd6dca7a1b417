# SPDX-License-Identifier: GPL-3.0-or-later
"""The making of burrs, and what the panel shows before."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace

from ...common.options import Option, Value, declared
from ...kind.making import Making, NotFoundError, Progress
from ...packing.kind.making import solved_in_steps
from ...polycubes.puzzle import PolycubePuzzle
from ..crossed import burr_of, sticks_of
from ..making.search import wished_in_steps
from ..making.wish import BurrWish
from .options import NUMBERS, WISH, BurrOptions

WISHES = ("level", "one_solution", "notchable", "different", "inside", "owned", "stick_length", "seed")

SHOWN = {NUMBERS: ("sticks", "stick_length"), WISH: WISHES}
"""The options of each way to make a burr."""


def make_in_steps(
    values: Mapping[str, Value], jobs: int = 1
) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make a burr from options by name, by so many processes, and yield now and then how far it has come.

    Raises InputError at once for values that cannot be.
    """
    given: dict[str, object] = dict(values)
    options = BurrOptions(**given)  # type: ignore[arg-type]
    if options.made_by == WISH:
        return _wished_in_steps(options.wish)
    return solved_in_steps(burr_of(options.numbers, options.length), jobs)


def _wished_in_steps(wish: BurrWish) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Look for a burr as wished, which is called by its numbers."""
    steps = wished_in_steps(wish)
    while True:
        try:
            progress = next(steps)
        except StopIteration as done:
            found: PolycubePuzzle = done.value
            return replace(found, name="")
        except NotFoundError as error:
            best = error.best
            raise NotFoundError(str(error), best and replace(best, name="")) from error
        yield replace(progress, best=progress.best and replace(progress.best, name=""))


def _implied(given: Mapping[str, Value]) -> dict[str, Value]:
    """Return that what only a wish uses asks for one."""
    return {"made_by": WISH} if given.keys() & {*WISHES} - {*SHOWN[NUMBERS]} else {}


def _users(name: str) -> str:
    """Return who uses an option that not every burr uses, as the beginning of a sentence."""
    users = [how for how, names in SHOWN.items() if name in names]
    return "" if len(users) != 1 else f"only {'a wish' if users == [WISH] else 'a burr by numbers'} uses"


def _who_uses(name: str, values: Mapping[str, Value]) -> str:
    """Return who uses an option."""
    return f"the burr is {'a wish' if values['made_by'] == WISH else 'one by numbers'}, and {_users(name)} it"


def _stopped_at(values: Mapping[str, Value], progress: Progress[PolycubePuzzle]) -> Mapping[str, Value]:
    """Return the numbers of the best burr in place of a wish."""
    numbers = "" if progress.best is None else " ".join(map(str, sticks_of(progress.best)))
    return {**values, "made_by": NUMBERS, "sticks": numbers} if values["made_by"] == WISH and numbers else values


def _shown(values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
    """Return the options of a burr by numbers, or of a wish."""
    return tuple((name, True) for name in ("made_by", *SHOWN[str(values["made_by"])]))


def _declared() -> tuple[Option, ...]:
    """Return the options, each with the words whose it is."""
    return tuple(replace(one, users=_users(one.name)) for one in declared(BurrOptions))


MAKING = Making(
    _declared(),
    make_in_steps,
    search_on=solved_in_steps,
    is_over=lambda puzzle: "All solutions of the puzzle are known" if puzzle.found.is_complete else "",
    # Sticks by their numbers are what they are, and are put together by the first solution.
    stands=lambda values, puzzle: values["made_by"] == NUMBERS and bool(puzzle.found.solutions),
    stopped_at=_stopped_at,
    implied=_implied,
    users=_who_uses,
    headline=("made_by", "sticks", "level", "seed"),
    begins_with={"one_solution": True, "level": 3},
    shown_for=_shown,
)
