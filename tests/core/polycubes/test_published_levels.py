# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels are those that designers publish, from BurrTools or from analyses of their own."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from puzzle_cubes.burr.crossed import burr_of
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_solution_apart
from tests.core.polycubes import known


def levels(puzzle: PolycubePuzzle) -> list[tuple[int, ...] | None]:
    """Return the levels of all solutions up to rotation; None for each that does not come apart."""
    taken = [take_solution_apart(puzzle, solution) for solution in solve(puzzle).solutions]
    return [way.levels if way else None for way in taken]


@dataclass(frozen=True)
class Published:
    """A burr: its sticks, how many assemblies it has, and the level of the only one that comes apart."""

    sticks: tuple[int, ...]
    assemblies: int
    level: tuple[int, ...]


BURRS = {
    "Dubois": Published((120, 160, 256, 512, 880, 960), 2, (6, 4)),
    "Marineau's Piston": Published((88, 512, 768, 922, 1008, 1008), 10, (9, 3)),
    "5/4": Published((412, 480, 512, 704, 704, 960), 144, (5, 4)),
}
"""Dubois and Piston as their owners list them, from BurrTools; the third one has its level as its name."""


@pytest.mark.parametrize("name", BURRS)
def test_a_burr_has_the_level_that_is_known(name: str) -> None:
    known_burr = BURRS[name]
    burr_levels = levels(burr_of(known_burr.sticks))
    assert len(burr_levels) == known_burr.assemblies
    assert [level for level in burr_levels if level] == [known_burr.level]


def test_the_highest_level_of_any_six_sticks_is_twelve() -> None:
    # Love's Dozen. Cutler, "A Computer Analysis of All 6-Piece Burrs": no burr has a higher one, and none has 11.
    levels_apart = [level for level in levels(burr_of((88, 512, 704, 960, 992, 1008))) if level]
    first = sorted(level[0] for level in levels_apart)
    assert first[-1] == 12
    assert first.count(12) == 1
    assert 11 not in first


@pytest.mark.parametrize(
    ("file", "assemblies", "level"),
    [("cube_in_cage", 96, (4, 9, 3)), ("pelikan", 12, (98, 2, 4, 2))],
)
def test_designs_have_the_levels_that_burrtools_prints(file: str, assemblies: int, level: tuple[int, ...]) -> None:
    puzzle = puzzle_from_json((known.FOLDER / f"{file}.json").read_text())
    level_of = levels(puzzle)
    assert len(level_of) == assemblies
    assert [moves for moves in level_of if moves] == [level]
