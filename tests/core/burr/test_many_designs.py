# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs and designs of a wished level: a plain search finds the same assemblies, and the level of each."""

from __future__ import annotations

import pytest

from puzzle_cubes.burr.options import BurrOptions
from puzzle_cubes.burr.search import wished_in_steps
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.making.design import design_in_steps
from puzzle_cubes.packing.making.options import DESIGN, PackingOptions
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from tests.core.burr.plain import level
from tests.core.polycubes.second_solver import up_to_rotation

SEEDS = range(500)


def assert_is_wished(puzzle: PolycubePuzzle, least: int) -> None:
    """The one solution is the only assembly that comes apart, and it has the level."""
    packings = [[{cell for cell, _ in block} for block in packing] for packing in up_to_rotation(puzzle)]
    assert len(packings) == puzzle.found.counts.up_to_rotation
    levels = [moves for moves in (level(way) for way in packings) if moves != 0]
    assert len(levels) == 1
    assert levels[0] is None or levels[0] >= least


def burr(seed: int) -> None:
    """Look at the burr of a seed."""
    least = 2 + seed % 3
    assert_is_wished(finish(wished_in_steps(BurrOptions(level=least, one_solution=True, seed=seed))), least)


def design(seed: int) -> None:
    """Look at the design of a seed."""
    options = PackingOptions(puzzle=DESIGN, size=(4, 3, 3), design=4, level=2, seed=seed)
    assert_is_wished(finish(design_in_steps(options)), 2)


def test_one_of_each_is_what_a_plain_search_finds() -> None:
    burr(SEEDS[1])
    design(SEEDS[1])


@pytest.mark.thorough
@pytest.mark.parametrize("first", SEEDS[::25])
def test_a_thousand_are_what_a_plain_search_finds(first: int) -> None:
    for seed in range(first, first + 25):
        burr(seed)
        design(seed)
