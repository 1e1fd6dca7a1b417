# SPDX-License-Identifier: GPL-3.0-or-later
"""All burrs of six sticks in parts: by the first stick of each, or some of the solid ones."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from operator import add

from puzzle_cubes.burr.making.census import Census, census_of, census_of_solid, solid_parts
from puzzle_cubes.burr.making.every import EveryAssembly
from puzzle_cubes.burr.making.numbers import notchable_sticks, usable_sticks
from puzzle_cubes.burr.making.places import PLACES, Assembly
from puzzle_cubes.kind.making import finish

from .parts import LongCount, Part

SOLID_NOTCHABLE, SOLID, NOTCHABLE = BURRS = "burrs", "solid_burrs", "notchable_burrs"

LABELS = {
    SOLID_NOTCHABLE: "Burrs of notchable sticks, solid",
    SOLID: "Burrs of any sticks, solid",
    NOTCHABLE: "Burrs of notchable sticks, solid or holey",
}


def all_burrs(name: str) -> LongCount[Census]:
    """Return the count of all burrs with such a name."""
    sticks = dict.fromkeys(usable_sticks() if name == SOLID else notchable_sticks(), PLACES)
    return _burrs_of(name, LABELS[name], sticks, is_solid=name != NOTCHABLE)


def burrs_of(owned: Mapping[int, int]) -> LongCount[Census]:
    """Return the count of all burrs of owned sticks, of which each number is there so many times."""
    return _burrs_of("owned", "Burrs of owned sticks", owned, is_solid=False)


def _burrs_of(name: str, label: str, sticks: Mapping[int, int], *, is_solid: bool) -> LongCount[Census]:
    solid: list[list[Assembly]] = finish(solid_parts(sticks)) if is_solid else []
    numbers: Sequence[int] = range(len(solid)) if is_solid else EveryAssembly(sticks).parts
    return LongCount(
        label,
        [Part(name, (number,)) for number in numbers],
        count_solid if is_solid else count,
        solid if is_solid else sticks,
        Census(),
        add,
        Census.as_json,
        Census.from_json,
        repr(solid if is_solid else sorted(sticks.items())),
    )


def count(sticks: Mapping[int, int], part: Part) -> Generator[None, None, Census]:
    """Return the census of those that begin with the stick of a part."""
    return census_of(sticks, part.path[0])


def count_solid(solid: Sequence[Sequence[Assembly]], part: Part) -> Generator[None, None, Census]:
    """Return the census of the solid ones of a part."""
    return census_of_solid(solid[part.path[0]])
