# SPDX-License-Identifier: GPL-3.0-or-later
"""Every check of a print has a good case and a bad one."""

from __future__ import annotations

import numpy as np
import pytest

from puzzle_cubes.printing.checks import (
    BAD,
    DOUBTFUL,
    GOOD,
    Check,
    check_bed,
    check_beds,
    check_bodies,
    check_gap,
    check_material,
    check_meshes,
    check_thickness,
    least_wall,
)
from puzzle_cubes.printing.estimate import Estimate
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.solid import Solid, solid_from_boxes

BLOCK = solid_from_boxes([((0, 2), (0, 3), (0, 4))])
APART = solid_from_boxes([((0, 1), (0, 1), (0, 1)), ((2, 3), (0, 1), (0, 1))])


def touching_along_an_edge() -> Solid:
    """Return two boxes that share nothing but an edge: four sides meet there."""
    line, flat = np.arange(3.0), np.array([0.0, 1.0])
    return Solid((line, line, flat), np.eye(2, dtype=bool)[:, :, None])


def test_meshes_that_are_not_closed_are_named() -> None:
    assert check_meshes({"one": BLOCK.mesh(), "two": Chamfer(0.1).mesh(APART)}) == Check(
        "Meshes", GOOD, "All 2 meshes are closed."
    )
    broken = check_meshes({"one": BLOCK.mesh(), "two": touching_along_an_edge().mesh()})
    assert broken == Check("Meshes", BAD, "Not closed: two. Please report this.")


def test_a_solid_of_several_bodies_is_named_with_the_cause() -> None:
    assert check_bodies({"one": BLOCK}).sentence == "1 body, each in one piece."
    assert check_bodies({"one": BLOCK, "two": BLOCK}) == Check("Bodies", GOOD, "2 bodies, each in one piece.")
    assert check_bodies({"one": BLOCK, "two": APART}) == Check("Bodies", BAD, "Two: falls into 2 bodies.")
    assert check_bodies({"two": APART}, "it was cut").sentence == "Two: falls into 2 bodies, as it was cut."


@pytest.mark.parametrize(
    ("thinnest", "level", "sentence"),
    [
        (0.79, BAD, "The thinnest wall is 0.79 mm: a nozzle of 0.4 mm needs at least 0.8 mm."),
        (0.8, DOUBTFUL, "The thinnest wall is 0.8 mm: 1.2 mm would be sturdier."),
        (1.2, GOOD, "The thinnest wall is 1.2 mm."),
    ],
)
def test_walls_need_two_lines_and_better_three(thinnest: float, level: str, sentence: str) -> None:
    assert check_thickness("Walls", "wall is", thinnest, Printer()) == Check("Walls", level, sentence)


@pytest.mark.parametrize("nozzle", [0.1, 0.25, 0.3, 0.4, 0.6, 0.8])
def test_a_wall_as_thick_as_is_told_is_enough(nozzle: float) -> None:
    printer = Printer(nozzle=nozzle)
    assert check_thickness("Walls", "wall is", least_wall(printer), printer).level == DOUBTFUL
    assert check_thickness("Walls", "wall is", round(3 * nozzle, 4), printer).level == GOOD


@pytest.mark.parametrize(
    ("left", "level", "sentence"),
    [
        ((-0.1, 0.2), BAD, "The gap is 0.3 mm, of which 0 mm are left once printed: stuck; give 0.5 mm."),
        ((0.04, 0.2), BAD, "The gap is 0.3 mm, of which 0.04 mm are left once printed: stuck; give 0.36 mm."),
        ((0.05, 0.2), DOUBTFUL, "The gap is 0.3 mm, of which 0.05 mm are left once printed: tight; give 0.35 mm."),
        ((0.1, 0.3), GOOD, "The gap is 0.3 mm, of which 0.1 mm are left once printed: it fits."),
        ((0.1, 0.31), DOUBTFUL, "The gap is 0.3 mm, of which 0.31 mm are left once printed: loose."),
    ],
)
def test_a_gap_is_judged_by_what_is_left_of_it(left: tuple[float, float], level: str, sentence: str) -> None:
    words = "stuck", "tight", "it fits", "loose"
    assert check_gap("Gap", "The gap", 0.3, left, suited=(0.05, 0.1, 0.3), words=words) == Check("Gap", level, sentence)


def test_a_print_may_be_turned_on_the_bed() -> None:
    printer = Printer(bed_x=100, bed_y=60)
    assert check_bed(100, 60, printer) == Check("Bed", GOOD, "The print covers 100 x 60 mm of the bed.")
    assert check_bed(60, 100, printer).level == GOOD
    assert check_bed(61, 61, printer).sentence == "The print covers 61 x 61 mm: the bed of 100 x 60 mm is too small."
    assert check_bed(10, 101, printer).level == BAD


def test_parts_are_counted_with_their_beds() -> None:
    sizes = {"Lid": (50.0, 50.0), "Bottom": (50.0, 50.0)}
    assert check_beds(sizes, Printer()).sentence == "All 2 parts fit on 1 bed."
    assert check_beds(sizes, Printer(bed_x=60, bed_y=60)).sentence == "All 2 parts fit on 2 beds."
    small = check_beds(sizes, Printer(bed_x=40, bed_y=60))
    assert small.level == BAD
    assert small.sentence == "Lid is 50.0 x 50.0 mm: the bed of 40 x 60 mm is too small for it."


def test_what_printing_takes_is_told_with_the_size_of_the_puzzle_if_there_is_one() -> None:
    taken = Estimate(81.4, 420.0, "2 perimeters")
    assert check_material(taken, None, Printer()) == Check(
        "Material", GOOD, "About 81 g of PLA and 7 h, at 2 perimeters."
    )
    little = Estimate(3.14, 12.0, "0.05 mm layers")
    assert check_material(little, (10.0, 10.5, 4.0), Printer(material="resin")).sentence == (
        "About 3.1 g of Resin and 10 min, at 0.05 mm layers; the box is 10 x 10.5 x 4 mm."
    )
