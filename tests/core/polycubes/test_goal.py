# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces, a goal, and the places of pieces in it: what a puzzle is made of, and what none of them may be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.polycubes.goal import LONG, Goal, Piece, bits, number_of_placements, placements
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import ALL_TURNS, Cell, Colors, Shape, box_cells, moved, normalized
from tests.core.polycubes.known import MEGARON, MEGARON_PLACEMENTS, shape
from tests.core.polycubes.strategies import cell_sets, polycubes

DOMINO, TURNED_DOMINO, CUBE = shape("000 100"), shape("000 010"), shape("000")


@pytest.mark.parametrize(("size", "symmetries"), [((3, 3, 3), 48), ((2, 2, 4), 16), ((1, 2, 3), 8), ((5, 5, 5), 48)])
def test_a_box_has_the_symmetries_that_are_known(size: Cell, symmetries: int) -> None:
    goal = Goal.box(size)
    assert len(goal.symmetries) == symmetries
    assert sum(turn.is_mirrored for turn, _ in goal.symmetries) == symmetries // 2
    assert goal.is_box
    assert goal.size == size


def test_cells_that_may_stay_empty_are_not_those_to_fill() -> None:
    bar = [(0, 0, 0), (1, 0, 0)]
    assert len(Goal.of(bar).symmetries) == 16
    half = Goal.of(bar[:1], bar[1:])
    assert len(half.symmetries) == 8
    assert not half.is_box


def test_cells_are_counted_along_x_first() -> None:
    assert Goal.box((2, 2, 2)).cells[:4] == ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))


@given(cell_sets(), cell_sets())
def test_a_symmetry_brings_the_goal_onto_itself(filled: frozenset[Cell], optional: frozenset[Cell]) -> None:
    goal = Goal.of(filled, optional - filled)
    kinds = [cell in goal.filled for cell in goal.cells]
    for _, numbers in goal.symmetries:
        assert sorted(numbers) == list(range(len(goal.cells)))
        assert [kinds[number] for number in numbers] == kinds
    if not goal.optional:
        same = [turn for turn in ALL_TURNS if normalized(turn.of(goal.cells)) == normalized(goal.cells)]
        assert [turn for turn, _ in goal.symmetries] == same


def test_a_goal_may_have_only_cells_that_may_stay_empty() -> None:
    assert Goal.of([], [(0, 0, 0)]).cells == ((0, 0, 0),)


def test_megarons_pieces_have_the_published_numbers_of_placements() -> None:
    puzzle = MEGARON.puzzle
    assert tuple(len(placements(piece.shape, puzzle.goal)) for piece in puzzle.pieces) == MEGARON_PLACEMENTS


@pytest.mark.parametrize(("size", "count"), [((3, 3, 3), 54), ((1, 1, 2), 1), ((1, 1, 1), 0), ((4, 4, 4), 144)])
def test_a_domino_lies_at_every_pair_of_neighbors(size: Cell, count: int) -> None:
    assert len(placements(DOMINO, Goal.box(size))) == count


@given(polycubes(most=4), cell_sets(), cell_sets())
def test_placements_are_all_places_tried_one_by_one(
    shape: Shape, filled: frozenset[Cell], optional: frozenset[Cell]
) -> None:
    goal = Goal.of(filled, optional - filled)
    ways = [(x, y, z) for x in range(-3, 6) for y in range(-3, 6) for z in range(-3, 6)]
    places = {frozenset(moved(cells, way)) for cells in shape.orientations for way in ways}
    masks = placements(shape, goal)
    assert {frozenset(goal.cells[number] for number in bits(mask)) for mask in masks} == {
        place for place in places if place <= {*goal.cells}
    }
    assert len(set(masks)) == len(masks)


@given(polycubes(), cell_sets(), draw.integers(1, 2))
def test_placements_are_counted_without_a_list_of_them(shape: Shape, cells: frozenset[Cell], color: int) -> None:
    goal = Goal.of(cells, (), dict.fromkeys(cells, 1))
    colored = Shape.of(shape.cells, {shape.cells[0]: color})
    colors = Colors(("#ff0000", "#0000ff"), frozenset({(1, 1)}))
    for any_shape in (shape, colored):
        masks = placements(any_shape, goal, colors)
        assert number_of_placements(any_shape, goal, colors) == len(masks) == len(set(masks))


@given(draw.sets(draw.integers(0, 2 * LONG), max_size=9))
def test_bits_are_those_that_were_set(places: set[int]) -> None:
    assert list(bits(sum(1 << place for place in places))) == sorted(places)


def test_pieces_of_one_shape_are_used_up_in_their_order() -> None:
    pieces = Piece(CUBE), Piece(DOMINO, 0, 1, "spare"), Piece(TURNED_DOMINO, 1, 1, "needed")
    puzzle = PolycubePuzzle(pieces, Goal.box((5, 1, 1)))
    assert puzzle.pieces_of((0b11, 0b1100, 0b10000)) == (2, 1, 0)
    assert puzzle.pieces_of((0b11, 0b100, 0b1000)) == (2, 0, -1)


ONE = Goal.box((1, 1, 1))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Piece(CUBE, -1, 1), "-1 to 1 times"),
        (lambda: Piece(CUBE, 2, 1), "2 to 1 times"),
        (lambda: Piece(CUBE, 0, 10_001), "0 to 10001 times"),
        (lambda: Piece(Shape.of(box_cells((1, 1, 10_001)))), "10,001 cells"),
        (lambda: Piece(CUBE, name=101 * "a"), "101 characters"),
        (lambda: Goal.box((0, 3, 3)), "Size X is 0"),
        (lambda: Goal.box((3, 3, 10_001)), "Size Z is 10001"),
        (lambda: Goal.box((22, 22, 22)), "10,648 cells"),
        (lambda: Goal.of([]), "no cell to fill"),
        (lambda: Goal.of([(0, 0, 0)], [(0, 0, 0)]), "may stay empty, too"),
        (lambda: PolycubePuzzle((), ONE), "0 pieces"),
        (lambda: PolycubePuzzle((Piece(CUBE),), ONE, 101 * "a"), "101 characters"),
    ],
)
def test_what_cannot_be_is_refused(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        make()


@pytest.mark.parametrize("name", ["\0", "a\nb", "\x1b[2J"])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"The puzzle's name is .* letters that can be printed\.$"):
        PolycubePuzzle((Piece(CUBE),), ONE, name)
    with pytest.raises(InputError, match=r"A piece's name is .* letters that can be printed\.$"):
        Piece(CUBE, name=name)
