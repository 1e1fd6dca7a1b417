# SPDX-License-Identifier: GPL-3.0-or-later
"""The board of a puzzle: it says why pieces cannot fit, knows solutions from others, and has a canonical form."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.board import SHOWN, Board, canonical_form, why_it_cannot_fit
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import ALL_TURNS, ROTATIONS, Shape, Turn
from puzzle_cubes.polycubes.solver import solve
from tests.core.polycubes import second_solver
from tests.core.polycubes.known import SOMA, shape
from tests.core.polycubes.strategies import cell_sets, polycubes, puzzles

DOMINO, BAR = shape("000 100"), shape("000 100 200")


THREE, FOUR = Goal.box((3, 1, 1)), Goal.box((4, 1, 1))
ANGLE = Goal.of([(0, 0, 0), (1, 0, 0), (1, 1, 0)])
APART = Goal.of([(0, 0, 0), (2, 0, 0)], [(3, 0, 0), (4, 0, 0)])
NO_NUMBER = "No allowed number of pieces has {} cells together, as the goal has."
REASONS = {
    "too many": ([Piece(DOMINO, 2, 2)], THREE, "The pieces have 4 cells, but the goal has 3 cells."),
    "too few": ([Piece(DOMINO, 0, 1)], THREE, "The pieces have 2 cells at most, but the goal has 3 cells."),
    "not even": ([Piece(DOMINO, 0, 9)], THREE, NO_NUMBER.format(3)),
    "not twice": ([Piece(DOMINO, 0, 1), Piece(BAR, 0, 1)], FOUR, NO_NUMBER.format(4)),
    "not once more": ([Piece(DOMINO), Piece(BAR, 0, 1)], FOUR, NO_NUMBER.format(4)),
    "no place": ([Piece(BAR)], ANGLE, "Piece A fits nowhere."),
    "not reached": ([Piece(DOMINO), Piece(BAR, 0, 1)], APART, "No piece reaches the cell (0, 0, 0)."),
}


@pytest.mark.parametrize(("pieces", "goal", "sentence"), REASONS.values(), ids=REASONS)
def test_why_there_is_no_solution_is_said(pieces: list[Piece], goal: Goal, sentence: str) -> None:
    assert sentence in why_it_cannot_fit(Board(pieces, goal))
    answer = solve(PolycubePuzzle(tuple(pieces), goal))
    assert answer.is_complete
    assert answer.counts.total == 0


@pytest.mark.parametrize(("cells", "pieces", "end"), [(SHOWN, 2, "."), (SHOWN + 2, 3, " and 2 more.")])
def test_many_cells_out_of_reach_are_not_all_named(cells: int, pieces: int, end: str) -> None:
    goal = Goal.of([(2 * x, 0, 0) for x in range(cells)])
    (sentence,) = why_it_cannot_fit(Board([Piece(DOMINO, pieces, pieces)], goal))[1:]
    named = "(0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)"
    assert sentence.endswith(f"the cells {named}{end}")


def test_nothing_is_said_of_a_puzzle_with_solutions() -> None:
    assert why_it_cannot_fit(Board(SOMA.puzzle.pieces, SOMA.puzzle.goal)) == ()


@given(puzzles())
def test_what_is_said_to_be_impossible_is(puzzle: PolycubePuzzle) -> None:
    if why_it_cannot_fit(Board(puzzle.pieces, puzzle.goal)):
        assert second_solver.packings(puzzle) == set()


def test_the_deepest_arrangement_shows_where_a_search_fails() -> None:
    # Volumes fit, and each piece has a place; but beside the square only one bar has room.
    pieces = [Piece(shape("000 100 010 110"), 1, 1), Piece(shape("000 100 200 300"), 2, 2)]
    goal = Goal.box((3, 4, 1))
    assert why_it_cannot_fit(Board(pieces, goal)) == ()
    answer = solve(PolycubePuzzle(tuple(pieces), goal))
    assert answer.counts.total == 0
    mask, second_mask = answer.deepest
    assert mask & second_mask == 0
    assert mask.bit_count() == second_mask.bit_count() == 4


def test_more_placements_than_there_is_room_for_are_refused() -> None:
    shapes = (shape("000 100 200 210 211" + cell) for cell in (" 010", " 001", " 300", " 110", " 221"))
    with pytest.raises(InputError, match="places of 4,000 cells: that is too much to search"):
        Board([Piece(shape, 0, 99) for shape in shapes], Goal.box((20, 20, 10)))


def test_the_board_knows_solutions_from_others() -> None:
    puzzle = SOMA.puzzle
    board = Board(puzzle.pieces, puzzle.goal)
    solution = solve(puzzle, first=True).solutions[0]
    assert board.is_solution(solution)
    assert not board.is_solution(solution[1:])
    assert not board.is_solution((*solution, solution[0]))
    assert not board.is_solution((solution[0] ^ 1, *solution[1:]))


def test_the_board_knows_how_often_each_piece_is_used() -> None:
    cube, domino = Piece(shape("000"), 0, 2), Piece(shape("000 100"), 1, 1)
    board = Board((cube, domino), Goal.of([(0, 0, 0), (1, 0, 0)], [(2, 0, 0)]))
    assert board.is_solution((0b011,))
    assert board.is_solution((0b011, 0b100))
    # A cell is not filled; the domino is not used.
    assert not board.is_solution((0b110,))
    assert not board.is_solution((0b001, 0b010))
    numbers = {mask: number for number, mask in enumerate(board.masks)}
    same = board.rotations[0]
    assert board.images([numbers[0b011], numbers[0b100]], same) == tuple(sorted((numbers[0b011], numbers[0b100])))
    assert board.images([numbers[0b001], numbers[0b010]], same) is None
    assert board.solution([numbers[0b100], numbers[0b011]]) == (0b011, 0b100)


SHAPES = draw.lists(polycubes(most=5), min_size=1, max_size=4)
GOALS = draw.builds(lambda filled, bounds: Goal.of(filled, bounds - filled), cell_sets(3), cell_sets(3))


def puzzle(shapes: list[Shape], goal: Goal) -> PolycubePuzzle:
    return PolycubePuzzle(tuple(Piece(shape) for shape in shapes), goal)


@given(SHAPES, GOALS, draw.booleans(), draw.data())
def test_it_stays_when_all_is_turned_or_mirrored(
    shapes: list[Shape], goal: Goal, is_mirrored: bool, data: draw.DataObject
) -> None:
    turns = ALL_TURNS[24:] if is_mirrored else ROTATIONS

    def any_turn() -> Turn:
        return data.draw(draw.sampled_from(turns))

    moved = [Shape.of(any_turn().of(shape.cells)) for shape in data.draw(draw.permutations(shapes))]
    turn = any_turn()
    turned = puzzle(moved, Goal.of(turn.of(goal.filled), turn.of(goal.optional)))
    assert canonical_form(turned) == canonical_form(puzzle(shapes, goal))


@given(SHAPES, GOALS, draw.integers(0, 3))
def test_a_mirrored_piece_among_others_is_another_puzzle(shapes: list[Shape], goal: Goal, number: int) -> None:
    number %= len(shapes)
    plain = puzzle(shapes, Goal.box((2, 2, 3)))
    mirrored = puzzle([*shapes[:number], shapes[number].mirrored, *shapes[number + 1 :]], Goal.box((3, 2, 2)))
    are_chiral = [shape.mirrored.upright != shape.upright for shape in shapes]
    if not are_chiral[number] or sum(are_chiral) == 1:
        assert canonical_form(plain) == canonical_form(mirrored)
    elif len({shape.upright for shape in shapes} | {shape.mirrored.upright for shape in shapes}) == 2 * len(shapes):
        assert canonical_form(plain) != canonical_form(mirrored)


def counted(*counts: tuple[int, int]) -> bytes:
    """Return the form of a puzzle with the same piece several times, each with how many of it there are."""
    pieces = tuple(Piece(Shape.of([(0, 0, 0), (1, 0, 0)]), least, most) for least, most in counts)
    return canonical_form(PolycubePuzzle(pieces, Goal.box((2, 2, 2))))


def test_how_many_there_are_of_a_piece_counts_and_not_how_they_are_listed() -> None:
    assert len({counted((1, 2)), counted((1, 3)), counted((2, 3)), counted((0, 2)), counted((2, 2))}) == 5
    assert counted((1, 1), (1, 2)) == counted((1, 2), (1, 1)) == counted((2, 3))


FORMS = {
    "megaron": "8a33cf93",
    "soma": "e08d686d",
    "diabolical": "6535f640",
    "slothouber_graatsma": "39fefcfc",
    "conway": "bfca9450",
    "bedlam": "95427010",
    "tetris": "42bf1ae8",
}
"""Digests of the forms, as shelves keep them."""

SCREW_FORM = (
    "([(((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)), 1, 2)], "
    "(((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2)), ((1, 0, 0),)))"
)


@pytest.mark.parametrize("name", FORMS)
def test_forms_stay_what_they_are(name: str) -> None:
    assert blake2b(canonical_form(CLASSICS[name].puzzle), digest_size=4).hexdigest() == FORMS[name]


def test_a_form_names_pieces_and_goal_as_they_lie_lowest() -> None:
    screw = Piece(Shape.of([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]), 1, 2)
    goal = Goal.of([(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)], [(2, 1, 1)])
    assert canonical_form(PolycubePuzzle((screw,), goal)).decode() == SCREW_FORM
