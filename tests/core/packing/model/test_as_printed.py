# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of printed pieces: the room that is left is that which is worked out by hand, and is said in its lines."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import manifold3d
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.library import make
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model.as_printed import FINE, PRESETS, THICKNESS, AsPrinted, Row, coupon
from puzzle_cubes.packing.model.checks import check_puzzle
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.parts import pieces_of, puzzle_parts
from puzzle_cubes.packing.model.piece_solid import lid, tray
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape, box_cells
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD, Check
from puzzle_cubes.printing.printer import MEASURED_GAPS, Printer
from puzzle_cubes.solids.solid import body_count
from tests.core.solids.judges import manifold_of


@cache
def first_solved(name: str) -> PolycubePuzzle:
    puzzle = CLASSICS[name].puzzle
    return replace(puzzle, found=solve(puzzle, first=True))


def line(name: str, checks: tuple[Check, ...]) -> Check:
    (check,) = (check for check in checks if check.name == name)
    return check


FORMS: dict[str, tuple[Cell, list[list[Cell]]]] = {
    "row": ((3, 1, 1), [[(0, 0, 0)]] * 3),
    "tower": ((1, 1, 2), [[(0, 0, 0)]] * 2),
    "edge on the bed": ((2, 2, 1), [[(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 0, 0)]]),
    "upright edge": ((2, 1, 2), [[(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 0, 0)]]),
    "upside down": (
        (3, 3, 2),
        [
            [(1, 1, 0), (1, 1, 1), (0, 1, 1), (2, 1, 1), (1, 0, 1), (1, 2, 1)],
            *([cell] for cell in ((0, 1, 0), (2, 1, 0), (1, 2, 0))),
            [(1, 0, 0), (0, 0, 0)],
        ],
    ),
}
"""Boxes, and the cells of the pieces that fill them."""

SHARP, BEVELED, WIDE = (
    Dimensions(cube=10.0, inset=inset, bevel=bevel, tray_wall=wall)
    for inset, bevel, wall in ((0.1, 0.0, 2.0), (0.1, 0.4, 2.0), (0.13, 0.8, 1.6))
)
NO_FOOT, ALL_CUT, FOOT, COARSE = (
    Printer(widening=widening, foot=foot, layer=layer)
    for widening, foot, layer in ((0.05, 0.0, 0.2), (0.05, 0.3, 0.2), (0.05, 0.35, 0.2), (0.1, 0.5, 0.25))
)
ROOT = math.sqrt(2)


@pytest.mark.parametrize(
    ("form", "dimensions", "printer", "left"),
    [
        # Two sides come 0.05 nearer each. Upward there are 51 layers below the lid, and 49 of the piece.
        ("row", SHARP, NO_FOOT, (0.2 - 2 * 0.05, None, Row(2, 1, 10.2 - 9.8))),
        # Six sides, each with its foot, take of a tray that is 30.2 wide, and 0.1 narrower as it is printed.
        ("row", SHARP, ALL_CUT, (0.2 - 2 * 0.35, None, Row(0, 3, 30.6 - 0.1 - (3 * 9.8 + 6 * 0.35)))),
        # The bevel takes of the foot what half a layer leaves of 0.4 mm.
        ("row", BEVELED, ALL_CUT, (0.2 - 2 * 0.05, None, Row(2, 1, 0.4))),
        ("row", BEVELED, FOOT, (0.2 - 2 * (0.35 - 0.25), None, Row(2, 1, 0.4))),
        ("row", WIDE, COARSE, (0.26 - 2 * (0.6 - 0.3375), None, Row(0, 3, -0.455))),
        # Nothing stands out upward; the second cube begins on a layer, and the tray is wide.
        ("tower", SHARP, NO_FOOT, (0.2, None, Row(0, 1, 10.6 - 0.1 - 9.9))),
        ("tower", SHARP, ALL_CUT, (0.2, None, Row(0, 1, 10.6 - 0.1 - 10.5))),
        ("tower", BEVELED, FOOT, (0.2, None, Row(0, 1, 10.6 - 0.1 - 10.0))),
        ("tower", WIDE, COARSE, (0.25, None, Row(0, 1, 0.075))),
        # In the plane of the bed both slopes move outward square to themselves.
        ("edge on the bed", BEVELED, ALL_CUT, (0.1, 0.4 - 2 * ROOT * 0.05, Row(2, 1, 0.4))),
        ("edge on the bed", BEVELED, FOOT, (0.0, 0.4 - 2 * ROOT * 0.05 - ROOT * 0.05, Row(2, 1, 0.4))),
        (
            "edge on the bed",
            WIDE,
            COARSE,
            (-0.265, 4 * 0.13 + (0.8 - 0.4) - 2 * ROOT * 0.1 - ROOT * (0.5 - 0.3375), Row(0, 2, -0.19)),
        ),
        # Across the bed one of the two, steps of half a layer, and the foot of what was on the bed.
        ("upright edge", BEVELED, NO_FOOT, (0.1, 0.4 - (1 + ROOT) * 0.05 - 0.1, Row(2, 1, 0.3))),
        ("upright edge", BEVELED, ALL_CUT, (0.1, 0.4 - (1 + ROOT) * 0.05 - 0.1 - 0.3, Row(2, 1, 0.3))),
        ("upright edge", BEVELED, FOOT, (0.0, -0.2414, Row(2, 1, 0.2))),
        ("upright edge", WIDE, COARSE, (-0.176, -0.5762, Row(2, 1, -0.015))),
        # What was up in print has its bevel where those beside it have their feet.
        ("upside down", WIDE, COARSE, (-0.1025, -0.25, Row(0, 1, 0.075))),
    ],
)
def test_what_is_left_is_as_worked_out_by_hand(
    form: str, dimensions: Dimensions, printer: Printer, left: tuple[float, float | None, Row]
) -> None:
    gap, in_edges, row = left
    size, pieces = FORMS[form]
    whole = frozenset(cell for cells in pieces for cell in cells)
    goal = Goal(whole) if form == "upside down" else Goal.box(size)
    puzzle = PolycubePuzzle(tuple(Piece(Shape.of(cells)) for cells in pieces), goal)
    puzzle = replace(puzzle, found=solve(puzzle, first=True))
    fit = AsPrinted(pieces_of(puzzle_parts(puzzle, dimensions)), size, dimensions, printer)
    assert fit.least_gap == pytest.approx(gap, abs=1e-4)
    assert fit.least_in_edges == (None if in_edges is None else pytest.approx(in_edges, abs=FINE))
    assert fit.tightest is not None
    assert (fit.tightest.axis, fit.tightest.pieces) == (row.axis, row.pieces)
    assert fit.tightest.left == pytest.approx(row.left, abs=1e-4)


@pytest.mark.parametrize(
    ("dimensions", "printer", "left"),
    [
        (
            Dimensions(cube=6.1, inset=0.1, bevel=0.6, tray_gap=0.2, tray_wall=1.2),
            Printer(widening=-0.02, foot=0.45, layer=0.1),
            (0.0733, -0.165, Row(2, 1, 0.0733)),
        ),
        (
            Dimensions(cube=6.29, inset=0.1, bevel=0.4, tray_gap=0.4, tray_wall=1.2),
            Printer(widening=-0.02, foot=0.2, layer=0.2),
            (0.22, 0.15, Row(2, 1, 0.37)),
        ),
    ],
)
def test_what_is_left_of_pieces_that_lie_in_several_ways(
    dimensions: Dimensions, printer: Printer, left: tuple[float, float | None, Row]
) -> None:
    # So it was of their meshes, cut into layers and widened.
    puzzle = first_solved("diabolical")
    fit = AsPrinted(pieces_of(puzzle_parts(puzzle, dimensions)), puzzle.goal.size, dimensions, printer)
    assert (fit.least_gap, fit.least_in_edges, fit.tightest) == left


@pytest.mark.parametrize(("widening", "foot", "left"), [(0.0, 0.0, 0.3), (0.0, 0.15, 0.2), (0.05, 0.15, 0.0)])
def test_a_foot_has_whole_layers_of_an_inner_edge_below_it(widening: float, foot: float, left: float) -> None:
    burr = make("burr", sticks=(18, 154, 512, 1024, 1024, 1024)).content
    dimensions = Dimensions(cube=14.0, inset=0.1, bevel=0.3)
    printer = Printer(widening=widening, foot=foot)
    fit = AsPrinted(pieces_of(puzzle_parts(burr, dimensions)), burr.goal.size, dimensions, printer)
    # Upward there is a layer between the two, or none; so a slicer lays them, too.
    assert fit.least_in_edges == pytest.approx(left, abs=2 * FINE)
    gap = line("Gap", check_puzzle(burr, dimensions, printer).checks)
    assert gap.level == (GOOD if left else DOUBTFUL)
    if not left:
        assert "0 mm are left once printed: tight; give a Bevel of 0.35 mm" in gap.sentence


@pytest.mark.parametrize("preset", list(PRESETS))
def test_all_presets_leave_the_room_that_is_needed(preset: str) -> None:
    chosen = PRESETS[preset]
    for name in ("megaron", "soma", "diabolical"):
        report = check_puzzle(first_solved(name), chosen.dimensions, chosen.printer)
        # A tray is a cup for resin, whatever room there is.
        wrong = {check.name: check.level for check in report.checks if check.level != GOOD and check.name != "Cups"}
        assert wrong == {}


def test_the_row_that_leaves_the_least_is_said() -> None:
    def tray_line(box_gap: float, pieces: int = 3) -> Check:
        puzzle = PolycubePuzzle((Piece(Shape.of(box_cells((3 // pieces, 1, 1))), pieces, pieces),), Goal.box((3, 1, 1)))
        # Each of three cubes takes 0.2 mm more than is drawn, and so does the tray.
        dimensions = Dimensions(inset=0.05, tray_gap=box_gap)
        solved = replace(puzzle, found=solve(puzzle))
        return line("Tray", check_puzzle(solved, dimensions, Printer(widening=0.1, foot=0.0)).checks)

    assert tray_line(0.25).sentence == (
        "3 pieces in a row along x are too long for the tray by 0.1 mm once printed; "
        "give Box Gap 0.35 mm, or a wider Inset."
    )
    assert "1 piece in a row along x is too long for the tray" in tray_line(0.15, 1).sentence
    levels = {0.01: BAD, 0.25: BAD, 0.31: DOUBTFUL, 0.35: GOOD, 1.2: GOOD, 1.3: DOUBTFUL, 5.0: DOUBTFUL}
    assert {box_gap: tray_line(box_gap).level for box_gap in levels} == levels
    assert tray_line(0.35).sentence == "3 pieces in a row along x leave 0.1 mm of play in the tray once printed."
    assert tray_line(5.0).sentence == ("Box Gap is 5 mm, of which 4.8 mm are left once printed: the pieces fall about.")


def test_a_foot_that_does_not_go_into_an_inner_edge_is_said() -> None:
    def gap_line(name: str, inset: float) -> Check:
        return line("Gap", check_puzzle(first_solved(name), Dimensions(inset=inset), Printer(foot=0.25)).checks)

    # Pieces that wind have no filled inner edges, and bevels take their foot away.
    assert gap_line("megaron", 0.1).level == GOOD
    assert gap_line("diabolical", 0.1).level == BAD
    assert gap_line("diabolical", 0.1).sentence.endswith("the pieces will not go together; give an Inset of 0.145 mm.")
    assert gap_line("diabolical", 0.145).level == GOOD


def test_a_rim_at_half_a_layer_may_be_printed_lower() -> None:
    # The rim is at 2 + 29.6 + 0.5 mm, and so 160 or 161 layers high, and the pieces are 148 on the 10 of the floor.
    dimensions = Dimensions(cube=10.0, inset=0.2, tray_gap=0.5)
    check = line("Tray", check_puzzle(first_solved("soma"), dimensions, Printer()).checks)
    assert "0.6 mm of play below the lid" in check.sentence


@pytest.mark.parametrize(
    ("lid_gap", "level", "words"),
    [
        (0.05, BAD, "it does not go over the tray; give 0.15 mm."),
        (0.1, DOUBTFUL, "0 mm are left once printed: it may not go over the tray; give 0.15 mm."),
        (0.14, DOUBTFUL, "it may not go over the tray; give 0.15 mm."),
        (0.15, GOOD, "0.05 mm are left once printed: it holds by friction."),
        (0.2, GOOD, "0.1 mm are left once printed: it holds by friction."),
        (0.3, GOOD, "0.2 mm are left once printed: it slides on freely."),
        (0.4, GOOD, "it slides on freely."),
        (0.45, DOUBTFUL, "it falls off."),
    ],
)
def test_what_is_left_of_the_lids_gap_is_said(lid_gap: float, level: str, words: str) -> None:
    lid_line = line("Lid", check_puzzle(first_solved("soma"), Dimensions(lid_gap=lid_gap), Printer()).checks)
    assert lid_line.level == level
    assert lid_line.sentence.endswith(words)


def test_a_lid_that_hardly_reaches_over_its_tray_is_said() -> None:
    flat = PolycubePuzzle((Piece(Shape.of([(0, 0, 0), (1, 0, 0)]), 2, 2),), Goal.box((2, 2, 1)))
    flat = replace(flat, found=solve(flat))
    low, high = (
        line("Lid", check_puzzle(flat, Dimensions(cube=cube, tray_wall=0.8), Printer()).checks) for cube in (5.0, 15.0)
    )
    assert (low.level, high.level) == (DOUBTFUL, GOOD)
    assert low.sentence.startswith("The lid reaches 2.4 mm over the tray")


@given(draw.tuples(*[draw.integers(1, 6)] * 3), draw.sampled_from([0.8, 2.0, 4.0]), draw.floats(0.02, 3.0))
def test_the_lid_goes_straight_on_and_has_grips_and_first_layers_are_in_nobodys_way(
    size: tuple[int, int, int], wall: float, gap: float
) -> None:
    dimensions = Dimensions(tray_wall=wall, lid_gap=round(gap, 3))
    below, above = (manifold_of(solid(size, dimensions).mesh()) for solid in (tray, lid))
    assert above.genus() == 0
    assert len(above.decompose()) == 1
    x0, y0, z0, _, _, z1 = above.bounding_box()
    # All of the way down the lid has its gap on both sides, until it lies on the tray.
    for higher in (0.0, 0.3, 2.0, 7.0, 30.0):
        assert (above.translate((0.0, 0.0, higher)) ^ below).volume() == pytest.approx(0, abs=1e-2)
    for side in ((gap - 0.01, 0.0), (0.0, gap - 0.01)):
        assert (above.translate((*side, 0.5)) ^ below).volume() == pytest.approx(0, abs=1e-2)
    # Just below its top it is narrower, on both longer sides, so that fingers have a hold.
    sides = manifold3d.Manifold.cube((1000, 1000, z1 - wall - 0.01 - z0), True)
    narrow = (above ^ sides.translate((0.0, 0.0, (z0 + z1 - wall - 0.01) / 2))).bounding_box()
    across = 0 if narrow[3] <= narrow[4] else 1
    assert (narrow[across] - above.bounding_box()[across]) == pytest.approx(2.0, abs=1e-3)
    assert (above.bounding_box()[3 + across] - narrow[3 + across]) == pytest.approx(2.0, abs=1e-3)
    assert narrow[1 - across] == pytest.approx((x0, y0)[1 - across], abs=1e-4)
    # The tray was on its floor in print, and the lid on its top: their first layers are far from each other.
    assert z0 > 1.0
    assert z1 - below.bounding_box()[5] == pytest.approx(wall, abs=1e-4)
    assert below.genus() == 1


@pytest.mark.parametrize("cube", [1.0, 8.0, 15.0, 60.0])
def test_it_is_two_bodies_that_need_no_supports(cube: float) -> None:
    solids = {name: body.solid for name, body in coupon(Dimensions(cube=cube, inset=0.01 * cube)).items()}
    assert set(solids) == {"holes", "plug"}
    for solid in solids.values():
        assert body_count(solid) == 1
        assert solid.lines[2][0] == 0
        assert not solid.overhangs
    holes, plug = (manifold_of(solid.mesh()) for solid in solids.values())
    assert holes.min_gap(plug, 10.0) == pytest.approx(4.0, abs=1e-3)
    middles = [np.array(body.bounding_box()).reshape(2, 3).mean(axis=0) for body in (plug, holes + plug)]
    assert np.allclose([middles[0][0], *middles[1][:2]], 0, atol=1e-3)
    assert solids["plug"].extent[1:] == pytest.approx([min(0.98 * cube, 6.0)] * 2)


def test_each_hole_leaves_its_gap_round_the_plug() -> None:
    solids = {name: body.solid for name, body in coupon(Dimensions()).items()}
    side = solids["plug"].extent[1]
    section = manifold_of(solids["holes"].mesh()).slice(THICKNESS / 2)
    rings = [np.array(ring) for ring in section.to_polygons()]
    openings = sorted((np.ptp(ring, axis=0) for ring in rings), key=lambda size: float(size[0]))[:-1]
    assert len(openings) == len(MEASURED_GAPS)
    for opening, gap in zip(openings, MEASURED_GAPS, strict=True):
        assert opening == pytest.approx([side + 2 * gap] * 2, abs=1e-3)
    dots = manifold_of(solids["holes"].mesh()).trim_by_plane((0.0, 0.0, 1.0), THICKNESS + 1e-3)
    assert isinstance(dots, manifold3d.Manifold)
    assert len(dots.decompose()) == sum(range(1, len(MEASURED_GAPS) + 1))
