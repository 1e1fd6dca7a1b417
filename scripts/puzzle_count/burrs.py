# SPDX-License-Identifier: GPL-3.0-or-later
"""All burrs of six sticks in parts: by the first stick of each, or some of the solid ones."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from operator import add

from puzzle_cubes.burr.making.census import Census, census_of, census_of_solid, solid_parts
from puzzle_cubes.burr.making.every import EveryAssembly
from puzzle_cubes.burr.making.numbers import notchable_sticks, usable_pieces
from puzzle_cubes.burr.making.places import PLACES, Assembly, cross_of
from puzzle_cubes.common.task import Work
from puzzle_cubes.kind.making import finish

from .parts import LongCount, Part

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
    """Return the count of all burrs with such a name."""
    sticks = dict.fromkeys(usable_pieces() if name == SOLID else notchable_sticks(), PLACES)
    if name in {NOTCHABLE, LONG}:
        return _burrs_of(name, LABELS[name], sticks, LENGTHS.get(name, 6))
    solid: list[list[Assembly]] = finish(solid_parts(sticks))
    parts = [Part(name, (number,)) for number in range(len(solid))]
    return _census(LABELS[name], parts, count_solid, solid)


def burrs_of(owned: Mapping[int, int]) -> LongCount[Census]:
    """Return the count of all burrs of owned sticks, of which each number is there so many times."""
    return _burrs_of("owned", "Burrs of owned sticks", owned)


def _burrs_of(name: str, label: str, sticks: Mapping[int, int], length: int = 6) -> LongCount[Census]:
    parts = [Part(name, (number,)) for number in EveryAssembly(cross_of(), sticks).parts]
    return _census(label, parts, count, (sorted(sticks.items()), length))


def _census(label: str, parts: Sequence[Part], work: Work, common: object) -> LongCount[Census]:
    return LongCount(label, parts, work, common, Census(), add, Census.as_json, Census.from_json, repr(common))


def count(sticks: Sticks, part: Part) -> Generator[None, None, Census]:
    """Return the census of those that begin with the stick of a part."""
    own, length = sticks
    return census_of(dict(own), part.path[0], length)


def count_solid(solid: Sequence[Sequence[Assembly]], part: Part) -> Generator[None, None, Census]:
    """Return the census of the solid ones of a part."""
    return census_of_solid(solid[part.path[0]])
