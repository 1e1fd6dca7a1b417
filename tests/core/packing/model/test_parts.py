# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts stand where they belong: pieces twice the inset apart, a tray and a lid that nothing touches."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import manifold3d
import numpy as np
import pytest

import puzzle_cubes
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.part import Move, offsets
from puzzle_cubes.packing.files.pieces_text import puzzle_from_text
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model.assembly import (
    assembly,
    goal_solid,
    middle_of,
    placement,
    placements_of_piece,
    up_to_layer,
)
from puzzle_cubes.packing.model.checks import check_puzzle
from puzzle_cubes.packing.model.dimensions import Dimensions, copies, outer_size
from puzzle_cubes.packing.model.parts import PiecePart, pieces_of, puzzle_parts
from puzzle_cubes.polycubes.goal import Goal, Piece, cells_of
from puzzle_cubes.polycubes.puzzle import Found, PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape, box_cells
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.printing.checks import DOUBTFUL
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.edges import every_edge
from tests.core.packing.model.skinned_pieces import solid_of

DIMENSIONS = Dimensions(cube=12.0, inset=0.15, bevel=0.5)

NO_CUBES = replace(DIMENSIONS, cube_y=16.5, cube_z=5.6)


def solved(name: str) -> PolycubePuzzle:
    puzzle = CLASSICS[name].puzzle
    return replace(puzzle, found=solve(puzzle))


MEGARON = solved("megaron")


@pytest.mark.parametrize("dimensions", [DIMENSIONS, NO_CUBES], ids=["cubes", "no cubes"])
@pytest.mark.parametrize("name", ["soma", "diabolical", "conway"])
def test_pieces_are_twice_the_inset_apart_with_filled_inner_edges_too(name: str, dimensions: Dimensions) -> None:
    puzzle = CLASSICS[name].puzzle
    pieces = pieces_of(puzzle_parts(replace(puzzle, found=solve(puzzle, first=True)), dimensions))
    # All pieces of the one are flat; in the others some cubes wind about a corner, or no piece has an inner edge.
    assert any(piece.chamfer.filled is every_edge for piece in pieces) == (name != "soma")
    for first_piece, second_piece in combinations(pieces, 2):
        assert solid_of(first_piece).min_gap(solid_of(second_piece), 5.0) >= 0.3 - 1e-4


def test_pieces_are_twice_the_inset_apart_and_within_the_tray() -> None:
    parts = puzzle_parts(MEGARON, DIMENSIONS)
    pieces = pieces_of(parts)
    assert len(pieces) == 6
    touching = 0
    for first_piece, second_piece in combinations(pieces, 2):
        gap = solid_of(first_piece).min_gap(solid_of(second_piece), 5.0)
        assert gap >= 0.3 - 1e-4
        touching += gap < 0.3 + 1e-4
    assert touching >= 9
    everything = manifold3d.Manifold.batch_boolean([solid_of(piece) for piece in pieces], manifold3d.OpType.Add)
    assert np.allclose(np.array(everything.bounding_box()), [-17.85, -17.85, 2, 17.85, 17.85, 37.7], atol=1e-4)
    tray, lid = (solid_of(part) for part in parts[-2:])
    assert everything.min_gap(lid, 5.0) == pytest.approx(DIMENSIONS.tray_gap, abs=1e-4)
    # They lie on each other, in single precision.
    assert (tray ^ lid).volume() == pytest.approx(0, abs=1e-2)
    assert (tray ^ everything).volume() == pytest.approx(0, abs=1e-2)
    outer = np.array((tray + lid).bounding_box()).reshape(2, 3)
    assert np.allclose(outer[1] - outer[0], outer_size((3, 3, 3), DIMENSIONS), atol=1e-4)


def test_tray_and_lid_are_printed_without_supports_and_a_finger_goes_through_the_floor() -> None:
    tray, lid = puzzle_parts(MEGARON, DIMENSIONS)[-2:]
    assert (tray.key, lid.key) == ("tray", "lid")
    assert not tray.printed.overhangs
    assert not lid.printed.overhangs
    assert solid_of(tray).genus() == 1
    assert solid_of(lid).genus() == 0
    assert [part.key for part in puzzle_parts(MEGARON, replace(DIMENSIONS, tray_wall=0))][-1] == "piece_f"


@pytest.mark.parametrize("tray_wall", [0, 2])
def test_taken_apart_pieces_beside_stay_a_cell_apart(tray_wall: float) -> None:
    parts = puzzle_parts(puzzle_from_text("# Size 2 2 2\n6 xxx"), replace(DIMENSIONS, tray_wall=tray_wall))
    beside = sorted(part.assembled[0] + part.outward[0] for part in parts if isinstance(part, PiecePart))
    assert np.diff(beside) == pytest.approx([4 * DIMENSIONS.cube] * 5)


@pytest.mark.parametrize(
    ("name", "dimensions"), [("megaron", DIMENSIONS), ("diabolical", DIMENSIONS), ("megaron", NO_CUBES)]
)
def test_the_steps_carried_out_on_the_solids_never_let_two_parts_meet(name: str, dimensions: Dimensions) -> None:
    puzzle = solved(name)
    parts = puzzle_parts(puzzle, dimensions)
    steps = assembly(puzzle, parts)
    assert {key for step in steps for key in step.keys} == {part.key for part in parts}
    places = offsets(steps)
    bodies = {part.key: solid_of(part) for part in parts}
    count = len(next(iter(places.values())))
    for before, after in zip(range(count), range(1, count), strict=False):
        for share in (0.0, 0.13, 0.5, 0.77, 0.95):
            lying = [
                solid.translate(
                    tuple((1 - share) * np.array(places[key][before]) + share * np.array(places[key][after]))
                )
                for key, solid in bodies.items()
            ]
            together = manifold3d.Manifold.batch_boolean(lying, manifold3d.OpType.Add)
            # What overlaps is counted once in the union.
            assert together.volume() == pytest.approx(sum(solid.volume() for solid in lying), rel=1e-6)
    assert all(way[-1] == (0, 0, 0) for way in places.values())


def test_steps_say_whence_pieces_come_and_how_far_they_go_on() -> None:
    steps = puzzle_cubes.make("burr", sticks="160 512x2 893 924 999").steps
    whence = [["from the right", "from the left"], ["from the back", "from the front"], ["from above", "from below"]]
    whither = [["to the left", "to the right"], ["to the front", "to the back"], ["down", "up"]]
    told = [(step.sentence, move.axis, move.distance) for step in steps for move in step.moves]
    for sentence, axis, distance in told:
        cells = f"{abs(distance) / 15:.0f} cell"
        way = (
            f"{cells} {whither[axis][distance > 0]}."
            if sentence.startswith("Then")
            else f" {whence[axis][distance > 0]}."
        )
        assert f"{sentence.split('. ')[0].rstrip('.')}.".endswith(way)
    assert sum(sentence.startswith("Then") for sentence, *_ in told) == 7
    tray, lid = puzzle_cubes.make("packing", puzzle="megaron").steps[-2:]
    # The tray waits below all that is done before, and the lid above.
    assert tray.moves[0].distance > 0 > lid.moves[0].distance


def test_pieces_that_lock_each_other_are_said_to() -> None:
    # A cube in a hollow cube.
    shell = Piece(Shape.of({*box_cells((3, 3, 3))} - {(1, 1, 1)}))
    puzzle = PolycubePuzzle((shell, Piece(Shape.of([(0, 0, 0)]))), Goal.box((3, 3, 3)))
    puzzle = replace(puzzle, found=solve(puzzle))
    assert puzzle.found.counts.total == 1
    with pytest.raises(InputError, match="they lock each other"):
        assembly(puzzle, puzzle_parts(puzzle, DIMENSIONS))


def test_pieces_of_a_group_are_taken_as_one_and_the_check_says_so() -> None:
    # The cube may stay in the hollow cube; a plate comes off both.
    shell = Piece(Shape.of({*box_cells((3, 3, 3))} - {(1, 1, 1)}), groups=((1, 1),))
    cube = Piece(Shape.of([(0, 0, 0)]), groups=((1, 1), (2, 1)))
    puzzle = PolycubePuzzle((shell, cube, PLATE), Goal.box((3, 3, 4)))
    puzzle = replace(puzzle, found=solve(puzzle))
    parts = puzzle_parts(puzzle, DIMENSIONS)
    sentences = [step.sentence for step in assembly(puzzle, parts)]
    assert sentences[0] == "Take pieces A and B as one."
    assert sentences[1] == "Piece C from above."
    (line,) = [line for line in check_puzzle(puzzle, DIMENSIONS, Printer(), parts).checks if line.name == "Assembly"]
    assert line.level == DOUBTFUL
    assert line.sentence.endswith("A-B stay together, as the design says: straight moves do not part them.")


def test_goal_placements_and_layers_lie_where_the_pieces_do() -> None:
    pieces = pieces_of(puzzle_parts(MEGARON, NO_CUBES))
    goal, middle = goal_solid(MEGARON, NO_CUBES)
    ends = np.array([line[[0, -1]] for line in goal.moved(middle).lines])
    # The goal is drawn without the gaps: its middle is that of its cells.
    assert ends.mean(axis=1) == pytest.approx(middle)
    assert np.diff(ends)[:, 0] == pytest.approx((36.0, 49.5, 16.8), abs=0.1)
    for piece in pieces:
        assert middle_of(piece.cells, (3, 3, 3), NO_CUBES) == pytest.approx(piece.assembled, abs=1e-5)
    for layers in (1, 2, 3):
        shown = up_to_layer(pieces, layers)
        assert sum(len(piece.cells) for piece in shown) == 9 * layers
        for piece in shown:
            whole = next(part for part in pieces if part.key == piece.key)
            assert (solid_of(piece) - solid_of(whole)).volume() < 0.2 * solid_of(piece).volume()
            assert middle_of(piece.cells, (3, 3, 3), NO_CUBES) == pytest.approx(piece.assembled, abs=1e-5)
    places = placements_of_piece(MEGARON, 0)
    first, last, beyond = (placement(MEGARON, 0, number) for number in (1, len(places), len(places) + 5))
    assert first == cells_of(places[0], MEGARON.goal)
    assert last == beyond == cells_of(places[-1], MEGARON.goal)


PLATE = Piece(Shape.of(box_cells((3, 3, 1))))


def test_a_step_names_three_pieces_of_many_and_box_and_lid_wait_a_cell_away() -> None:
    inside = {(1, 1, z) for z in range(1, 5)}
    shell = Piece(Shape.of({*box_cells((3, 3, 6))} - inside), groups=((1, 1),))
    cubes = Piece(Shape.of([(0, 0, 0)]), 4, 4, groups=((1, 4),))
    told = []
    for pieces, height in (((shell, cubes, PLATE), 7), ((PLATE,), 1)):
        puzzle = PolycubePuzzle(pieces, Goal.box((3, 3, height)))
        puzzle = replace(puzzle, found=solve(puzzle))
        told += [(step.sentence, [*step.moves]) for step in assembly(puzzle, puzzle_parts(puzzle, DIMENSIONS))]
    tray = "Put the tray over them upside down, hold both, and turn them over."
    lid = "The lid onto the tray, here from above."
    # Gaps are 0.15 mm at pieces, and 0.4 mm below the lid; walls are 2 mm.
    assert told == [
        ("Take pieces A, B, B 2 and 2 more as one.", []),
        ("Piece C from above.", [Move(2, -24.0)]),
        (tray, [Move(2, 96.1)]),
        (lid, [Move(2, -47.6)]),
        ("Piece A is all there is.", []),
        (tray, [Move(2, 24.1)]),
        (lid, [Move(2, -17.24)]),
    ]


SIDES = "Left, right, front and back are as in the pictures: you sit in front."
OPEN = "The pieces are put together in the open, so that all is seen; the tray goes round them at the end."


@pytest.mark.parametrize(
    ("kind", "values", "marks", "before"),
    [
        ("packing", {"puzzle": "megaron"}, ["by their shapes: look at the pictures."], [OPEN]),
        (
            "packing",
            {"puzzle": "tetris", "cut": True, "letters": 0.5, "tray_wall": 0},
            ["by the letter in a side of each.", "beside a hole: G1 and G2 become piece G. All pegs are alike."],
            ["Make whole pieces of the parts first, and let the glue dry. Push the pegs in as far as they go."],
        ),
        (
            "burr",
            {"sticks": "52 615 792 960 975 992", "letters": 0.5, "letter_text": "name"},
            ["by what is written on a side of each: 52 is A, 615 is B, 792 is C, 960 is D, 975 is E and 992 is F."],
            [],
        ),
    ],
)
def test_marks_and_what_comes_before_the_steps_are_told(
    kind: str, values: dict[str, Any], marks: list[str], before: list[str]
) -> None:
    puzzle = puzzle_cubes.make(kind, **values)
    told = puzzle.kind.instructions(puzzle.content, puzzle.all_parts, puzzle.way.name)
    assert all(mark.endswith(end) for mark, end in zip(told.marks, marks, strict=True))
    assert [*told.before[1:-1]] == [SIDES, *before]


def test_other_solutions_show_the_same_pieces_elsewhere() -> None:
    soma = solved("soma")
    first, second, last, beyond = (
        puzzle_parts(soma, replace(DIMENSIONS, solution=number)) for number in (1, 2, 480, 20_000)
    )
    assert {part.key for part in first} == {part.key for part in second}
    assert [pieces.cells for pieces in pieces_of(first)] != [pieces.cells for pieces in pieces_of(second)]
    for parts in (first, second, last):
        assert sorted(cell for piece in pieces_of(parts) for cell in piece.cells) == sorted(box_cells((3, 3, 3)))
    assert [piece.cells for piece in pieces_of(last)] == [piece.cells for piece in pieces_of(beyond)]
    volumes = [[round(part.volume, 3) for part in parts] for parts in (first, second, last)]
    assert volumes[0] == volumes[1] == volumes[2]


def test_without_a_solution_the_deepest_arrangement_is_shown_and_the_rest_beside() -> None:
    puzzle = CLASSICS["soma"].puzzle
    assert not any(isinstance(part, PiecePart) and part.is_used for part in puzzle_parts(puzzle, DIMENSIONS))
    aside = [part for part in puzzle_parts(puzzle, DIMENSIONS) if isinstance(part, PiecePart)]
    bodies = [solid_of(part) for part in aside]
    assert all((solid ^ second_solid).volume() < 1e-9 for solid, second_solid in combinations(bodies, 2))
    # A corner is missing, so that no solution is left.
    goal = Goal(Goal.box((3, 3, 3)).filled - {(0, 0, 0)})
    spoiled = PolycubePuzzle(puzzle.pieces, goal)
    spoiled = replace(spoiled, found=solve(replace(spoiled, found=Found())))
    assert spoiled.found.counts.total == 0
    parts = puzzle_parts(spoiled, DIMENSIONS)
    assert 0 < len(pieces_of(parts)) == len(spoiled.found.deepest) < 7
    # It is no solution, so there is nothing to be put together.
    with pytest.raises(InputError, match="No solution is known yet"):
        assembly(spoiled, parts)


def test_of_a_range_as_many_are_printed_as_some_solution_needs() -> None:
    bar, cube = (Shape.of((x, 0, 0) for x in range(length)) for length in (2, 1))
    puzzle = PolycubePuzzle((Piece(bar, 0, 9), Piece(cube, 1, 4)), Goal.box((4, 1, 1)))
    puzzle = replace(puzzle, found=solve(puzzle))
    names = [(copy.name, copy.cells is not None) for copy in copies(puzzle, 1)]
    assert [name for name, _ in names] == ["A", "B", "B 2", "B 3", "B 4"]
    used = [
        {name for name, is_used in ((copy.name, copy.cells is not None) for copy in copies(puzzle, n))} for n in (1, 2)
    ]
    assert used[0] == used[1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# Size 3 10 10\n300 0 0 0", "The puzzle has 300 pieces to print: at most 256 can be"),
        (
            "# Size 2 2 2\n1 0 0 0 9999 9999 9999",
            "a box of 10000 x 10000 x 10000: only what lies in one of at most 10,000,000",
        ),
    ],
)
def test_what_is_too_much_to_print_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        puzzle_parts(puzzle_from_text(text), DIMENSIONS)
