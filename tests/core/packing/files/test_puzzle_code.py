# SPDX-License-Identifier: GPL-3.0-or-later
"""The code of a packing puzzle is its pieces and its goal, and is short."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.codes import Reader, Writer
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes import puzzle as polycube_puzzle
from puzzle_cubes.polycubes.goal import LARGEST_GOAL, Goal, Piece
from puzzle_cubes.polycubes.puzzle import (
    CUBE,
    MOST_PIECES,
    OTHER,
    PolycubePuzzle,
    listed_shapes,
    puzzle_from_number,
    puzzle_to_number,
)
from puzzle_cubes.polycubes.shape import Cell, Colors, Shape, box_cells
from tests.core.polycubes.strategies import cell_sets, polycubes

ONE_SIDED = (1, 1, 2, 8, 29, 166)
"""Polycubes of 1 to 6 cubes, mirror images counted as two (sequence A000162 of the OEIS)."""

CHARACTERS = {
    "megaron": 18,
    "soma": 18,
    "diabolical": 20,
    "slothouber_graatsma": 9,
    "conway": 21,
    "bedlam": 36,
    "tetris": 37,
}
"""With the letter and the checks, without hyphens."""


@draw.composite
def pieces(pick: draw.DrawFn) -> Piece:
    shape = pick(polycubes(most=9) | cell_sets().map(Shape.of))
    least = pick(draw.integers(0, 3))
    return Piece(shape, least, least + pick(draw.integers(0, 12)))


def goals() -> draw.SearchStrategy[Goal]:
    side = draw.integers(1, 8)
    boxes = draw.builds(Goal.box, draw.tuples(side, side, side))
    return boxes | draw.builds(lambda filled, bounds: Goal.of(filled, bounds - filled), cell_sets(5), cell_sets(5))


PUZZLES = draw.builds(PolycubePuzzle, draw.lists(pieces(), min_size=1, max_size=9).map(tuple), goals())


def same(puzzle: PolycubePuzzle, second_puzzle: PolycubePuzzle) -> bool:
    """Report whether two puzzles have the same pieces, as they lie and in their order, and the same goal."""
    return puzzle.goal == second_puzzle.goal and [
        (piece.shape, piece.least, piece.most) for piece in puzzle.pieces
    ] == [(piece.shape, piece.least, piece.most) for piece in second_puzzle.pieces]


def code(puzzle: PolycubePuzzle) -> str:
    text = code_of(PACKING, puzzle)
    assert text is not None
    return text


@given(PUZZLES)
def test_any_pieces_and_goal_come_back(puzzle: PolycubePuzzle) -> None:
    kind, decoded = puzzle_of_code(code(puzzle), KINDS.values())
    assert kind is PACKING
    assert same(decoded, puzzle)


@given(draw.integers(0, 2**200))
def test_any_number_is_a_puzzle_or_is_refused(number: int) -> None:
    try:
        puzzle = puzzle_from_number(number)
    except InputError:
        return
    assert same(puzzle_from_number(puzzle_to_number(puzzle)), puzzle)


@pytest.mark.parametrize("name", CLASSICS)
def test_the_classics_come_back_from_short_codes(name: str) -> None:
    puzzle = CLASSICS[name].puzzle
    by_code = puzzle_of_code(code(puzzle), KINDS.values())[1]
    assert by_code == puzzle
    assert PACKING.name_of(by_code) == f"Packing Cube {CLASSICS[name].label}"
    assert len(code(puzzle).replace("-", "")) == CHARACTERS[name]
    # What was once printed on a puzzle must be that puzzle forever.
    assert name != "megaron" or code(puzzle) == "PREXH-QHDGV-F62PZ-PWC"


def test_a_design_comes_back_with_the_names_of_its_pieces() -> None:
    puzzle = PACKING.make(PACKING.values_with({"design": 5, "seed": 2}))
    decoded = puzzle_of_code(code(puzzle), KINDS.values())[1]
    assert same(decoded, puzzle)
    assert [piece.name for piece in decoded.pieces] == [piece.name for piece in puzzle.pieces]


@pytest.mark.parametrize(("cubes", "number"), list(enumerate(ONE_SIDED, 1)))
def test_all_small_pieces_are_listed(cubes: int, number: int) -> None:
    listed = listed_shapes(cubes)
    assert len(listed) == len({Shape(cells).upright for cells in listed}) == number


def two_cells(corner: Cell) -> PolycubePuzzle:
    return PolycubePuzzle((Piece(Shape.of([(0, 0, 0), corner])),), Goal.box((2, 1, 1)))


def test_a_shape_of_thousands_of_cells_comes_back() -> None:
    """Where what numbers each cell is worked out anew, that takes minutes."""
    sides = range(26)
    cells = [cell for cell in product(sides, sides, sides) if sum((2 * place - 25) ** 2 for place in cell) <= 26**2]
    half = [cell for cell in cells if cell[0] < 13]
    puzzle = PolycubePuzzle((Piece(Shape.of(half), 2, 2, "A"),), Goal.of(cells))
    assert puzzle_from_number(puzzle_to_number(puzzle)) == puzzle


def test_cells_too_far_apart_have_no_code() -> None:
    # A box of 2^18 cells has room for them, and one of a layer more has not.
    assert same(puzzle_of_code(code(two_cells((63, 63, 63))), KINDS.values())[1], two_cells((63, 63, 63)))
    assert code_of(PACKING, two_cells((64, 63, 63))) is None


PLAIN = PolycubePuzzle((Piece(Shape.of([(0, 0, 0)])),), Goal.of([(0, 0, 0)], [(1, 0, 0)]))
COLORED = replace(PLAIN, colors=Colors(("#ff0000",)))


@pytest.mark.parametrize(
    "puzzle",
    [
        replace(PLAIN, pieces=(Piece(Shape.of([(0, 0, 0)]), groups=((1, 1),)),)),
        replace(PLAIN, goal=Goal.of([(0, 0, 0)], [(1, 0, 0)], most_empty=0)),
        replace(COLORED, pieces=(Piece(Shape.of([(0, 0, 0)], {(0, 0, 0): 1})),)),
        replace(COLORED, goal=Goal.of([(0, 0, 0)], [], {(0, 0, 0): 1})),
    ],
    ids=["groups", "a limit of empty cells", "a colored piece", "a colored goal"],
)
def test_what_a_code_has_no_room_for_has_none(puzzle: PolycubePuzzle) -> None:
    assert code_of(PACKING, PLAIN)
    assert code_of(PACKING, puzzle) is None


def test_a_goal_and_a_piece_without_a_hole_are_read() -> None:
    block = Shape.of(box_cells((2, 2, 2)))
    whole = PolycubePuzzle((Piece(block), Piece(Shape.of(box_cells((8, 8, 8))))), Goal.of(box_cells((2, 2, 1)), ()))
    assert same(puzzle_from_number(puzzle_to_number(whole)), whole)


def test_as_many_pieces_as_a_puzzle_may_have_are_read_and_no_more() -> None:
    cube = Piece(Shape.of([(0, 0, 0)]))
    most = PolycubePuzzle((cube,) * MOST_PIECES, Goal.box((8, 8, 8)))
    assert same(puzzle_from_number(puzzle_to_number(most)), most)
    digits = Writer()
    digits.put(CUBE, 3)
    digits.put_natural(7)
    digits.put_natural(MOST_PIECES)
    with pytest.raises(InputError, match="The code has 513 pieces: it must have at most 512"):
        puzzle_from_number(digits.number)


@pytest.mark.parametrize(("size", "count"), [((2, 1, 1), 3), ((64, 64, 1), LARGEST_GOAL + 1), ((65, 64, 64), 1)])
def test_cells_that_cannot_be_are_refused(size: Cell, count: int) -> None:
    digits = Writer()
    digits.put(OTHER, 3)
    for natural in (*size, count):
        digits.put_natural(natural - 1)
    with pytest.raises(InputError, match="impossible cells"):
        puzzle_from_number(digits.number)


@pytest.mark.parametrize("name", CLASSICS)
def test_a_number_that_holds_more_than_a_puzzle_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bases: list[int] = []

    class Noting(Reader):
        def take(self, base: int) -> int:
            bases.append(base)
            return super().take(base)

    monkeypatch.setattr(polycube_puzzle, "Reader", Noting)
    number = puzzle_to_number(CLASSICS[name].puzzle)
    puzzle_from_number(number)
    with pytest.raises(InputError, match="holds more than a puzzle"):
        puzzle_from_number(number + prod(bases))
