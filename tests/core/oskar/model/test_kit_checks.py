# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a kit: its joints, plates, bed and parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from puzzle_cubes.oskar.model.as_printed import chamfer_of_arms, clearance_left, joint_left
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import cheeks_of, kit
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD
from puzzle_cubes.printing.printer import Printer
from tests.core.oskar.model.checked import PUZZLE, SMALL, check, reported


def test_a_kit_with_the_defaults_is_good_in_all_respects() -> None:
    report = reported(PUZZLE, Dimensions(), Printer(), True)
    assert {line.level for line in report.checks} == {GOOD}
    assert len(report.checks) == 14
    in_one_piece = reported(PUZZLE, Dimensions(start_marker=0.0, end_marker=0.0), Printer(), False)
    # The joint gaps, notches, markers and the like are missing; and it needs no supports.
    assert 0.95 * in_one_piece.volume < report.volume < in_one_piece.volume
    assert report.cost.grams < 0.7 * in_one_piece.cost.grams


@pytest.mark.parametrize(
    ("joint", "printer", "level", "words"),
    [
        (0.08, Printer(), BAD, "the parts will not go together; give 0.17 mm"),
        (0.11, Printer(), DOUBTFUL, "0 mm are left once printed: the parts go together by force"),
        (0.15, Printer(), GOOD, "0.03 mm are left once printed: the parts hold by friction"),
        (0.25, Printer(), GOOD, "use glue"),
        (0.15, Printer(widening=-0.1), DOUBTFUL, "0.35 mm are left once printed: loose"),
        (0.15, Printer(widening=0.1), BAD, "give 0.24 mm"),
        # Half a plate is no whole number of layers then.
        (0.15, Printer(layer=0.32), BAD, "give 0.24 mm"),
        # So large a gap only larger parts allow, and a larger one none.
        (0.3, Printer(widening=0.2), BAD, "give 0.48 mm, for which walls, plates and passages must be larger"),
        (0.3, Printer(widening=0.3), BAD, "; print in one piece."),
        # Light has no lines.
        (
            0.15,
            Printer(layer=0.05, material="resin"),
            GOOD,
            "0.05 mm are left once printed: the parts hold by friction",
        ),
    ],
)
def test_a_joint_gap_is_judged_by_what_printing_leaves_of_it(
    joint: float, printer: Printer, level: str, words: str
) -> None:
    line = check("Joint", SMALL, Dimensions(joint=joint), printer=printer, as_kit=True)
    assert (line.level, words in line.sentence) == (level, True), line.sentence


def test_a_peg_that_becomes_higher_meets_the_foot_of_its_hole() -> None:
    # Rebuilt from layers, they share 0.059 mm3: the step of the peg is 2.7 mm high instead of 2.57.
    thick = Dimensions(passage=8.8, wall=5.0, plate=4.8, clearance=0.45)
    dimensions = replace(thick, joint=0.2, arm_chamfer=0.2, bed_chamfer=0.35)
    line = check("Joint", SMALL, dimensions, printer=Printer(nozzle=0.6, layer=0.3), as_kit=True)
    assert (line.level, "by force" in line.sentence) == (DOUBTFUL, True)


def test_fingers_with_notches_that_are_thinner_than_a_line_narrow_joints_and_passages() -> None:
    # Rebuilt from layers, a kit of 3 x 1 x 4 with a nozzle of 0.6 mm leaves 0.134 mm a side, and joints overlap.
    dimensions, printer = Dimensions(clearance=0.4, joint=0.15), Printer(nozzle=0.6)
    for size, clearance, joint in (((3, 1, 4), 0.134, -0.096), ((3, 2, 4), 0.245, 0.02)):
        cheeks = cheeks_of(size, dimensions)
        left = clearance_left(dimensions, printer, as_kit=True, cheeks=cheeks)
        assert left == pytest.approx(clearance, abs=0.03)
        assert joint_left(dimensions, printer, cheeks)[0] == pytest.approx(joint, abs=0.03)


@pytest.mark.parametrize(
    ("size", "nozzle", "lengths", "left"),
    [
        # Rebuilt from layers, a sliver of 0.09 mm goes on a cheek of 0.29, and is laid as a line with it.
        ((1, 2, 2), 0.4, {"passage": 3.5, "wall": 2.2, "plate": 3.2, "clearance": 0.45}, 0.345),
        # That of 0.16 mm has nothing beside it, and is not laid at all.
        ((2, 4, 1), 0.6, {"passage": 4.3, "wall": 5.0, "plate": 4.8, "clearance": 0.5}, 0.474),
    ],
)
def test_a_sliver_of_a_cheek_is_laid_where_it_goes_on_a_cheek(
    size: tuple[int, int, int], nozzle: float, lengths: dict[str, Any], left: float
) -> None:
    dimensions = replace(Dimensions(), joint=0.2, arm_chamfer=0.3, bed_chamfer=0.25, **lengths)
    printer = Printer(nozzle=nozzle, layer=0.2 if nozzle < 0.5 else 0.1, widening=0.0, foot=0.0)
    cheeks = cheeks_of(size, dimensions)
    assert clearance_left(dimensions, printer, as_kit=True, cheeks=cheeks) == pytest.approx(left, abs=0.045)


def test_fingers_without_notches_have_no_cheeks() -> None:
    # No notch comes to the short fingers of 3 x 4 x 1 that are beside level sides: layers leave 0.424 mm.
    dimensions = Dimensions(passage=4.2, clearance=0.45, start_marker=0.5, joint=0.2)
    printer = Printer(layer=0.1, widening=0.0, foot=0.0)
    cheeks = cheeks_of((3, 4, 1), dimensions)
    assert clearance_left(dimensions, printer, as_kit=True, cheeks=cheeks) == pytest.approx(0.424, abs=0.02)


def test_the_hole_of_the_peg_narrows_the_chamfers_of_the_cross() -> None:
    # Rebuilt from layers, arms of 2.7 mm stand out by 0.11 mm in the first layer, as they are cut by 0.25 mm only.
    dimensions = Dimensions(passage=3.5, wall=5.0, plate=3.6, joint=0.05)
    # Where arms have none, those on the bed count.
    for arm, bed, width in ((0.1, 0.2, 0.1), (0.0, 0.2, 0.2), (0.35, 0.3, 0.25)):
        dimensions = replace(dimensions, arm_chamfer=arm, bed_chamfer=bed)
        cross = [part for part in kit(PUZZLE, dimensions) if part.key.startswith("cross")]
        reached = min(min(part.chamfer_widths) for part in cross)
        assert chamfer_of_arms(dimensions) == pytest.approx(reached) == pytest.approx(width)
    poor = Printer(layer=0.12, widening=0.15, foot=0.3)
    assert clearance_left(dimensions, poor, as_kit=True) == pytest.approx(-0.079, abs=0.03)


@pytest.mark.parametrize(
    ("chamfer", "printer", "level", "words"),
    [
        (0.3, Printer(), GOOD, "need no supports."),
        (0.4, Printer(), GOOD, "if the first layer is no lower than the others"),
        (0.4, Printer(layer=0.1), GOOD, "if the first layer"),
        (0.4, Printer(layer=0.1, nozzle=0.6), DOUBTFUL, "Bed Chamfers of 0.4 mm, which need none: give 0.3 mm."),
        (0.3, Printer(layer=0.1, nozzle=0.6), GOOD, "need no supports."),
    ],
)
def test_wide_chamfers_on_the_bed_are_named_where_slicers_support_them(
    chamfer: float, printer: Printer, level: str, words: str
) -> None:
    line = check("Supports", SMALL, Dimensions(bed_chamfer=chamfer), printer=printer, as_kit=True)
    assert (line.level, words in line.sentence) == (level, True), line.sentence


def test_dimensions_without_a_kit_say_so_in_its_one_line() -> None:
    report = check_puzzle(PUZZLE, Dimensions(joint=0.4), Printer(), as_kit=True)
    assert [(line.name, line.level) for line in report.checks] == [("Joint", BAD)]
    assert "at most 0.312 mm" in report.checks[0].sentence


def test_plates_need_three_layers_in_their_joints() -> None:
    thick = Printer(layer=0.3)
    assert check("Joint Strips", SMALL, Dimensions(plate=1.6), printer=thick, as_kit=True).level == BAD
    assert "at least 1.8 mm" in check("Joint Strips", SMALL, Dimensions(plate=1.6), printer=thick, as_kit=True).sentence
    assert check("Joint Strips", SMALL, Dimensions(plate=1.8), printer=thick, as_kit=True).level == GOOD
    # How wide a line is makes no difference to a height.
    assert check("Joint Strips", SMALL, Dimensions(plate=1.4), as_kit=True).level == GOOD


def test_what_the_bed_chamfer_is_short_of_is_said() -> None:
    def sentence(dimensions: Dimensions) -> str:
        report = reported(SMALL, dimensions, Printer(), True)
        return "".join(line.sentence for line in report.checks if line.name == "Bed Chamfer")

    plain = Dimensions(start_marker=0.0, end_marker=0.0)
    assert sentence(Dimensions(bed_chamfer=0.0)) == ""
    assert sentence(replace(plain, bed_chamfer=0.4)) == ""
    assert sentence(Dimensions(bed_chamfer=0.4)) == ""
    marked = "Bed Chamfer is 0.3 mm; none beside marks, whose rims are too thin."
    assert sentence(Dimensions(passage=4.0, wall=1.0, bed_chamfer=0.3)) == marked
    widest = "Bed Chamfer is 0.4 mm instead of 0.6 mm, the widest without supports."
    assert sentence(replace(plain, bed_chamfer=0.6)) == widest
    thin = "Bed Chamfer is 0.26 mm instead of 0.3 mm, as walls and plates are too thin for more."
    assert sentence(replace(plain, bed_chamfer=0.3, plate=1.6, wall=1.6)) == thin


def test_a_bed_too_small_for_a_part_of_the_kit_names_it() -> None:
    assert "on 1 bed." in check("Bed", as_kit=True).sentence
    assert "beds." in check("Bed", printer=Printer(bed_x=60, bed_y=60), as_kit=True).sentence
    small = check("Bed", printer=Printer(bed_x=34, bed_y=60), as_kit=True)
    assert small.level == BAD
    assert small.sentence.startswith("Plate 1 (x min) is 35.4 x 35.4 mm")
