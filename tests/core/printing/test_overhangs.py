# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces that look down above the bed are found, but for ledges that every layer stands on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as run_with

from puzzle_cubes.kind.part import UPSIDE_DOWN
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.solids.solid import LEDGE, Box, solid_from_boxes
from tests.core.oskar import strategies

FOOT: Box = ((0, 4), (0, 4), (0, 2))


@pytest.mark.parametrize(
    ("boxes", "hangs"),
    [
        ([], False),
        ([((0, 4), (0, 4), (2, 3))], False),
        ([((0, 4 + LEDGE), (0, 4), (2, 3))], False),
        ([((0, 4.2), (0, 4), (2, 3))], True),
        ([((0, 4), (-1, 4), (2, 3))], True),
        ([((-0.1, 4.1), (-0.1, 4.1), (2, 3))], False),
        ([((-0.2, 4.2), (-0.2, 4.2), (2, 3))], True),
        ([((4 + 2 * LEDGE, 8), (0, 4), (0, 2)), ((0, 8), (0, 4), (2, 3))], False),
        ([((5, 8), (0, 4), (0, 2)), ((0, 8), (0, 4), (2, 3))], True),
    ],
    ids=["foot", "as wide", "ledge", "wider", "to the other side", "rim", "wide rim", "crack", "bridge"],
)
def test_what_hangs_over_is_found(boxes: list[Box], hangs: bool) -> None:
    assert bool(solid_from_boxes([FOOT, *boxes]).overhangs) is hangs


@given(puzzle=strategies.puzzles(4), dimensions=strategies.kit_dimensions())
@run_with(max_examples=10)
def test_no_part_of_a_kit_has_an_overhang_but_upside_down_plates_have(puzzle: Puzzle, dimensions: Dimensions) -> None:
    parts = kit(puzzle, dimensions)
    assert not any(part.printed.overhangs for part in parts)
    for plate in parts[:6]:
        assert replace(plate, up=(plate.up + UPSIDE_DOWN) % 6).printed.overhangs
    assert box(puzzle, dimensions).overhangs
