# SPDX-License-Identifier: GPL-3.0-or-later
"""The coupon's result is entered once: printer, next puzzles, the active one and a preset have it."""

from __future__ import annotations

import bpy
import pytest

from tests.blender.puzzles import make_puzzle
from tests.blender.tab.test_printers import choose, files, settings

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("my_printer_removed")]

OPERATORS = bpy.ops.puzzle_cubes


def test_gaps_follow_from_two_holes_and_stay_for_other_files() -> None:
    group = make_puzzle()
    group.oskar.wall = 2.7
    # 0.4 mm let the arm in, of which 0.05 are for sliding; 0.15 more let it through.
    assert OPERATORS.my_printer(goes_in=7, goes_through=10) == {"FINISHED"}
    assert (settings().widening, settings().foot) == pytest.approx((0.1, 0.15))
    for dimensions in (group.oskar, settings().oskar):
        assert (dimensions.clearance, dimensions.joint, dimensions.bed_chamfer) == pytest.approx((0.5, 0.25, 0.3))
    assert settings().packing.lid_gap == pytest.approx(0.3)
    assert group.oskar.wall == pytest.approx(2.7)
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    assert settings().oskar.clearance == pytest.approx(0.4)
    choose("My Printer")
    assert (settings().oskar.clearance, settings().widening) == pytest.approx((0.5, 0.1))


def test_a_coupon_of_another_day_comes_in_place_of_the_last() -> None:
    for goes_in, goes_through in ((5, 8), (7, 10)):
        assert OPERATORS.my_printer(goes_in=goes_in, goes_through=goes_through) == {"FINISHED"}
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    choose("My Printer")
    assert (settings().oskar.clearance, settings().widening) == pytest.approx((0.5, 0.1))


def test_holes_that_cannot_be_are_refused_and_change_nothing() -> None:
    with pytest.raises(
        RuntimeError, match="Goes Through is 3: what goes through a hole also goes into it, so it must be at least 5"
    ):
        OPERATORS.my_printer(goes_in=5, goes_through=3)
    assert settings().widening == pytest.approx(0.05)
    assert "My Printer" not in files()


def test_a_usual_printer_gives_its_bed_and_what_it_prints_with() -> None:
    group = make_puzzle()
    group.oskar.way = "KIT"
    assert OPERATORS.usual_printer(printer="SL1S") == {"FINISHED"}
    own = settings()
    assert [own.bed_x, own.bed_y, own.nozzle, own.layer] == pytest.approx([127, 80, 0.05, 0.05])
    assert (own.material, own.round_bed) == ("RESIN", False)
    assert OPERATORS.usual_printer(printer="FLSUN_Q5") == {"FINISHED"}
    assert (own.material, own.round_bed) == ("PLA", True)
