# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs that are made from a wish: they are what was wished, and the burrs of their numbers."""

from __future__ import annotations

from dataclasses import replace

from puzzle_cubes.burr.crossed import boards_of, holes, sticks_of
from puzzle_cubes.burr.kind.facts import level_of
from puzzle_cubes.burr.kind.kind import BURR
from puzzle_cubes.burr.making.places import cross_of
from puzzle_cubes.common.options import Value
from puzzle_cubes.kind.reading import code_of, puzzle_of_code
from puzzle_cubes.polycubes.terms.found import Found
from tests.core.burr.kind.test_burr_facts import made


def test_a_wish_is_met_and_is_the_burr_of_its_numbers() -> None:
    wish: dict[str, Value] = {
        "level": 3,
        "one_solution": True,
        "notchable": True,
        "different": True,
        "inside": "holey",
        "seed": 2,
    }
    found = BURR.making.make(BURR.making.values_with(wish))
    assert level_of(found)[0] >= 3
    assert found.found.counts.up_to_rotation == 1
    assert len(set(sticks_of(found))) == 6
    assert holes(found)
    assert made(" ".join(map(str, sticks_of(found)))) == found
    assert puzzle_of_code(code_of(BURR, found) or "", [BURR])[1] == replace(found, found=Found())


def test_a_burr_of_sticks_that_one_has_takes_no_others() -> None:
    wish: dict[str, Value] = {"owned": "52x2 615 792 960 975 992 1024", "inside": "solid"}
    found = sticks_of(BURR.making.make(BURR.making.values_with(wish)))
    least_number = cross_of().least_number
    assert {least_number(number) for number in found} <= {
        least_number(number) for number in (52, 615, 792, 960, 975, 992, 1024)
    }


def test_a_burr_of_boards_that_one_has_is_the_burr_of_its_numbers() -> None:
    wish: dict[str, Value] = {
        "pieces": "boards",
        "level": 3,
        "one_solution": True,
        "owned": "384 464 480x2 508 988 1021 1024 1596",
    }
    found = BURR.making.make(BURR.making.values_with(wish))
    assert level_of(found)[0] >= 3
    assert (found.found.counts.up_to_rotation, found.found.counts.up_to_reflection) == (2, 1)
    assert made(" ".join(map(str, boards_of(found))), "boards") == found
    assert puzzle_of_code(code_of(BURR, found) or "", [BURR])[1] == replace(found, found=Found())
