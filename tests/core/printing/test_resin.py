# SPDX-License-Identifier: GPL-3.0-or-later
"""The check for resin: cups that hold it, and what hollow parts save."""

from __future__ import annotations

from itertools import product

import pytest

import puzzle_cubes
from puzzle_cubes.printing.checks import DOUBTFUL, GOOD, check_resin, cup
from puzzle_cubes.printing.estimate import shrunk
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import Box, solid_from_boxes, together

BLOCK = ((0, 20), (0, 30), (0, 15))
INSIDE = ((2, 18), (2, 28), (3, 15))


@pytest.mark.parametrize(
    ("filled", "cut_out", "held"),
    [
        ([BLOCK], [], (0, 0)),
        ([BLOCK], [INSIDE], (16 * 26 * 12, 12)),
        # A hole in the floor is shut by the bed, one in a wall lets air in down to its lower end.
        ([BLOCK], [INSIDE, ((8, 12), (8, 12), (0, 3))], (16 * 26 * 12 + 16 * 3, 15)),
        ([BLOCK], [INSIDE, ((18, 20), (10, 13), (3, 6))], (0, 0)),
        ([BLOCK], [INSIDE, ((18, 20), (10, 13), (8, 15))], (16 * 26 * 5, 5)),
        # Open at the bed only, as a table: nothing is shut off toward it.
        ([((0, 20), (0, 30), (12, 15)), ((0, 3), (0, 3), (0, 12))], [], (0, 0)),
    ],
)
def test_a_cup_is_what_is_shut_all_round_and_toward_the_bed(
    filled: list[Box], cut_out: list[Box], held: tuple[float, float]
) -> None:
    assert cup(solid_from_boxes(filled, cut_out)) == pytest.approx(held)


def test_the_check_names_cups_and_what_is_worth_to_be_hollow() -> None:
    soma = puzzle_cubes.make("packing", puzzle="soma", printer="form_3")
    lines = {line.name: line for line in soma.check().checks}
    assert lines["Cups"].level == DOUBTFUL
    assert lines["Cups"].sentence.startswith("Tray and Lid would hold resin as a cup, up to")
    assert "deep: tilt them on supports" in lines["Cups"].sentence
    assert lines["Hollow"].level == GOOD
    assert "the dimension Hollow can hollow Piece A" in lines["Hollow"].sentence
    assert "two drain holes of 3 mm in each" in lines["Hollow"].sentence
    # Cut pieces have no dimension for that.
    assert "your slicer can hollow" in check_resin({"Block": solid_from_boxes([BLOCK])}, soma.printer)[1].sentence
    kit = {line.name: line for line in puzzle_cubes.make("oskar", size=3, printer="sl1s").check().checks}
    assert kit["Cups"].sentence == "No part holds resin as a cup."
    assert kit["Hollow"].sentence == "Hollowing parts would save less than 5 g, which is not worth the holes."
    assert check_resin({"Block": solid_from_boxes([BLOCK])}, Printer()) == ()


def test_what_is_hollow_is_as_far_from_all_sides_as_walls_are_thick() -> None:
    tee = solid_from_boxes([((0, 30), (0, 10), (0, 10)), ((10, 20), (0, 10), (10, 20))])
    inner = shrunk(tee, 2.0)
    assert inner.volume == pytest.approx(26 * 6 * 6 + 6 * 6 * 10)
    # Moved by less than the wall in any way, it stays inside.
    for x, y, z in product((-1.99, 0.0, 1.99), repeat=3):
        assert together([tee, inner.moved((x, y, z))]).volume == pytest.approx(tee.volume)
