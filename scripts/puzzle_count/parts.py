# SPDX-License-Identifier: GPL-3.0-or-later
"""A long count in parts, each the work of a task, which is done anywhere and in any order.

The solutions of a classic in parts: the branches of the search for all of them.

All burrs of six sticks in parts: by the first stick of each, or some of the solid ones.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from hashlib import blake2b
from operator import add
from typing import Any, Generic, NamedTuple, TypeVar

from puzzle_cubes.burr.making.assemblies import EveryAssembly
from puzzle_cubes.burr.making.places import PLACES, Assembly, cross_of, notchable_sticks, usable_pieces
from puzzle_cubes.common.task import Work, finish
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.puzzle import Counts
from puzzle_cubes.polycubes.solving.solver import Branch, Branches, search_branch

from .census import Census, census_of, census_of_solid, solid_parts

Found = TypeVar("Found")


class Part(NamedTuple):
    """A part of a count, by the name of that and some numbers."""

    name: str
    path: tuple[int, ...]


@dataclass(frozen=True)
class LongCount(Generic[Found]):
    """What is counted: ``work`` finds of what all have in ``common`` and of a part what ``add`` adds to the sum.

    ``rests_on`` is all that the numbers of a part rest on, as text. What is found is kept ``as_json``.
    """

    label: str
    parts: Sequence[Part]
    work: Work
    common: Any
    nothing: Found
    add: Callable[[Found, Found], Found]
    as_json: Callable[[Found], Any]
    from_json: Callable[[Any], Found]
    rests_on: str

    @cached_property
    def digest(self) -> str:
        """A check sum of what counts of parts rest on."""
        shown = repr((self.rests_on, list(self.parts)))
        return blake2b(shown.encode(), digest_size=8).hexdigest()


LEAST_BRANCHES = 200
"""A search is divided at least so often: some dozens of workers then are busy to its end."""


def solutions(name: str, least: int = LEAST_BRANCHES) -> LongCount[Counts]:
    """Return the count of a classic's solutions: the first placements are parts, with the next ones until they do."""
    branches = Branches(CLASSICS[name].puzzle)
    return LongCount(
        CLASSICS[name].label,
        [Part(name, branch.path) for branch in branches.rest((0,), least)],
        count,
        None,
        Counts(),
        add,
        astuple,
        lambda value: Counts(*value),
        repr((branches.board.masks, branches.symmetry.cases)),
    )


def count(_: None, part: Part) -> Generator[None, None, Counts]:
    """Return how many solutions a part has; yield now and then."""
    found = yield from search_branch((CLASSICS[part.name].puzzle, 0), Branch(part.path))
    return found.counts


SOLID_NOTCHABLE, SOLID, NOTCHABLE, LONG = BURRS = "burrs", "solid_burrs", "notchable_burrs", "long_notchable_burrs"

LABELS = {
    SOLID_NOTCHABLE: "Burrs of notchable sticks, solid",
    SOLID: "Burrs of any sticks, solid",
    NOTCHABLE: "Burrs of notchable sticks, solid or holey",
    LONG: "Burrs of notchable sticks of ten cubes, solid or holey",
}

LENGTHS = {LONG: 10}
"""Cells along a stick, where they are not six."""

Sticks = tuple[list[tuple[int, int]], int]
"""Numbers of sticks with how many there are of each, and how long they are."""


def all_burrs(name: str) -> LongCount[Census]:
    """Return the count_burrs of all burrs with such a name."""
    sticks = dict.fromkeys(usable_pieces() if name == SOLID else notchable_sticks(), PLACES)
    if name in {NOTCHABLE, LONG}:
        return _burrs_of(name, LABELS[name], sticks, LENGTHS.get(name, 6))
    solid: list[list[Assembly]] = finish(solid_parts(sticks))
    parts = [Part(name, (number,)) for number in range(len(solid))]
    return _census(LABELS[name], parts, count_solid, solid)


def burrs_of(owned: Mapping[int, int]) -> LongCount[Census]:
    """Return the count_burrs of all burrs of owned sticks, of which each number is there so many times."""
    return _burrs_of("owned", "Burrs of owned sticks", owned)


def _burrs_of(name: str, label: str, sticks: Mapping[int, int], length: int = 6) -> LongCount[Census]:
    parts = [Part(name, (number,)) for number in EveryAssembly(cross_of(), sticks).parts]
    return _census(label, parts, count_burrs, (sorted(sticks.items()), length))


def _census(label: str, parts: Sequence[Part], work: Work, common: object) -> LongCount[Census]:
    return LongCount(label, parts, work, common, Census(), add, Census.as_json, Census.from_json, repr(common))


def count_burrs(sticks: Sticks, part: Part) -> Generator[None, None, Census]:
    """Return the census of those that begin with the stick of a part."""
    own, length = sticks
    return census_of(dict(own), part.path[0], length)


def count_solid(solid: Sequence[Sequence[Assembly]], part: Part) -> Generator[None, None, Census]:
    """Return the census of the solid ones of a part."""
    return census_of_solid(solid[part.path[0]])
