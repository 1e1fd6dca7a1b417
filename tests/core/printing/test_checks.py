# SPDX-License-Identifier: GPL-3.0-or-later
"""Every check of a print has a good case and a bad one, and so has what they measure: overhangs, cups, room."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

import manifold3d
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from numpy.typing import NDArray

import puzzle_cubes
from puzzle_cubes.kind.part import UPSIDE_DOWN
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model import box_and_cross
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit as kit_of
from puzzle_cubes.printing.checks import (
    BAD,
    DOUBTFUL,
    GOOD,
    Check,
    boxes_of,
    check_bed,
    check_beds,
    check_bodies,
    check_gap,
    check_material,
    check_meshes,
    check_resin,
    check_thickness,
    cup,
    least_wall,
    meets,
)
from puzzle_cubes.printing.estimate import Estimate, shrunk
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.solid import LEDGE, Box, Solid, solid_from_boxes, together
from tests.core.oskar import strategies

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
    assert check_meshes({"one": BLOCK.mesh()}).sentence == "The mesh is closed."
    broken = check_meshes({"one": BLOCK.mesh(), "two": touching_along_an_edge().mesh()})
    assert broken == Check("Meshes", BAD, "Not closed: two. Please report this.")


def test_a_solid_of_several_bodies_is_named_with_the_cause() -> None:
    assert check_bodies({"one": BLOCK}).sentence == "1 body, in one piece."
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
    assert check_beds({"Lid": (50.0, 50.0)}, Printer()).sentence == "The part fits on 1 bed."
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


TUB = ((0, 20), (0, 30), (0, 15))
TUB_INSIDE = ((2, 18), (2, 28), (3, 15))


@pytest.mark.parametrize(
    ("filled", "cut_out", "held"),
    [
        ([TUB], [], (0, 0)),
        ([TUB], [TUB_INSIDE], (16 * 26 * 12, 12)),
        # A hole in the floor is shut by the bed, one in a wall lets air in down to its lower end.
        ([TUB], [TUB_INSIDE, ((8, 12), (8, 12), (0, 3))], (16 * 26 * 12 + 16 * 3, 15)),
        ([TUB], [TUB_INSIDE, ((18, 20), (10, 13), (3, 6))], (0, 0)),
        ([TUB], [TUB_INSIDE, ((18, 20), (10, 13), (8, 15))], (16 * 26 * 5, 5)),
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
    flat = solid_from_boxes([((0, 50), (0, 90), (0, 7))], [((2, 48), (2, 88), (1, 7))])
    deep = solid_from_boxes([((0, 17), (0, 17), (0, 151))], [((2, 15), (2, 15), (1, 151))])
    for cups in ({"Flat": flat, "Deep": deep}, {"Deep": deep, "Flat": flat}):
        assert "up to 25 ml and 150 mm deep" in check_resin(cups, soma.printer)[0].sentence
    assert "the dimension Hollow can hollow Piece A" in lines["Hollow"].sentence
    assert "two drain holes of 3 mm in each" in lines["Hollow"].sentence
    # Cut pieces have no dimension for that.
    assert "your slicer can hollow" in check_resin({"Block": solid_from_boxes([TUB])}, soma.printer)[1].sentence
    kit = {line.name: line for line in puzzle_cubes.make("oskar", size=3, printer="sl1s").check().checks}
    assert kit["Cups"].sentence == "No part holds resin as a cup."
    assert kit["Hollow"].sentence == "Hollowing parts would save less than 5 g, which is not worth the holes."
    assert check_resin({"Block": solid_from_boxes([TUB])}, Printer()) == ()


def test_what_is_hollow_is_as_far_from_all_sides_as_walls_are_thick() -> None:
    tee = solid_from_boxes([((0, 30), (0, 10), (0, 10)), ((10, 20), (0, 10), (10, 20))])
    inner = shrunk(tee, 2.0)
    assert inner.volume == pytest.approx(26 * 6 * 6 + 6 * 6 * 10)
    # Moved by less than the wall in any way, it stays inside.
    for x, y, z in product((-1.99, 0.0, 1.99), repeat=3):
        assert together([tee, inner.moved((x, y, z))]).volume == pytest.approx(tee.volume)


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
    parts = kit_of(puzzle, dimensions)
    assert not any(part.printed.overhangs for part in parts)
    for plate in parts[:6]:
        assert replace(plate, up=(plate.up + UPSIDE_DOWN) % 6).printed.overhangs
    assert box_and_cross.box(puzzle, dimensions).overhangs


LENGTHS = draw.floats(-6, 6).map(lambda value: round(value, 2))


@draw.composite
def bodies(pick: draw.DrawFn) -> manifold3d.Manifold:
    """Return a tetrahedron, a cube or a ball somewhere, turned."""
    size = pick(draw.floats(0.5, 4))
    body = pick(
        draw.sampled_from(
            [
                manifold3d.Manifold.tetrahedron().scale((size, size, size)),
                manifold3d.Manifold.cube((size, 2 * size, size), center=True),
                manifold3d.Manifold.sphere(size, 12),
            ]
        )
    )
    angles = pick(draw.tuples(*3 * [draw.floats(1, 80)]))
    return body.rotate(angles).translate(pick(draw.tuples(LENGTHS, LENGTHS, LENGTHS)))


def covers(boxes: NDArray[np.float64], body: NDArray[np.float64]) -> bool:
    """Report whether boxes together hold all of a box: the middle of each part that their planes cut it into."""
    planes = [np.unique(np.clip([*boxes[:, axis].ravel(), *body[axis]], *body[axis]).round(6)) for axis in range(3)]
    middles = np.stack(np.meshgrid(*((ends[1:] + ends[:-1]) / 2 for ends in planes)), axis=-1).reshape(-1, 1, 3)
    return bool(((boxes[..., 0] < middles) & (middles < boxes[..., 1])).all(axis=2).any(axis=1).all())


@given(bodies(), draw.tuples(*3 * [draw.floats(0.3, 5)]))
def test_a_body_meets_a_box_where_both_share_room(body: manifold3d.Manifold, sides: tuple[float, float, float]) -> None:
    shared = (body ^ manifold3d.Manifold.cube(sides)).volume()
    # What only touches may be taken for either.
    assume(shared == 0 or shared > 0.01)
    mesh = body.to_mesh()
    box = np.array([[(0, side) for side in sides]], dtype=float)
    assert meets(mesh.vert_properties.astype(float), mesh.tri_verts.astype(np.int32), box) == (shared > 0)


@given(draw.data())
def test_boxes_are_the_solid(data: draw.DataObject) -> None:
    shape = data.draw(draw.tuples(*3 * [draw.integers(1, 4)]))
    count = prod(shape)
    filled = np.array(data.draw(draw.lists(draw.booleans(), min_size=count, max_size=count)))
    x, y, z = (np.arange(count + 1) ** 1.5 for count in shape)
    solid = Solid((x, y, z), filled.reshape(shape))
    boxes = boxes_of(solid)
    assert np.isclose(np.prod(boxes[:, :, 1] - boxes[:, :, 0], axis=1).sum(), solid.volume)
    for box in boxes:
        inside = [np.searchsorted(line, ends) for line, ends in zip(solid.lines, box, strict=True)]
        assert solid.filled[tuple(slice(*ends) for ends in inside)].all()


@given(strategies.puzzles(4))
def test_the_box_leaves_the_way_of_the_cross_free_and_a_thicker_one_does_not(puzzle: Puzzle) -> None:
    dimensions = Dimensions()
    parts = box_and_cross.one_piece(puzzle, dimensions)
    box = parts[0]
    mesh = box.mesh()
    triangles = mesh.split()[0]
    room = OSKAR.room_of_others(puzzle, dimensions, "one_piece", parts, "box")
    assert not meets(mesh.vertices, triangles, room)
    # Each place at which the cross ever stands, also while it is printed, is in that room.
    arms = boxes_of(box_and_cross.cross(puzzle.size, dimensions))
    for position in (*puzzle.solution, box_and_cross.printing_position(puzzle)):
        center = np.array(dimensions.center(puzzle.size, position))[:, None]
        assert all(covers(room, arm + center) for arm in arms)
    # Between cells along two axes there is always a wall.
    assert meets(mesh.vertices + dimensions.pitch / 2, triangles, room)
    # And the cross has its room in the box at the start and where it is printed.
    arms_mesh = parts[1].mesh()
    standing = arms_mesh.vertices + np.array(parts[1].assembled)
    walls = OSKAR.room_of_others(puzzle, dimensions, "one_piece", parts, "cross")
    assert not meets(standing, arms_mesh.split()[0], walls)
    # Between cells along two axes there is always a wall.
    assert meets(standing + dimensions.pitch / 2, arms_mesh.split()[0], walls)
