# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.polycubes.goal import LONG, Goal, bits, number_of_placements, placements
from puzzle_cubes.polycubes.shape import Cell, Colors, Shape, moved
from tests.core.polycubes.known import MEGARON, MEGARON_PLACEMENTS
from tests.core.polycubes.strategies import cell_sets, polycubes


def test_megarons_pieces_have_the_published_numbers_of_placements() -> None:
    puzzle = MEGARON.puzzle
    assert tuple(len(placements(piece.shape, puzzle.goal)) for piece in puzzle.pieces) == MEGARON_PLACEMENTS


@pytest.mark.parametrize(("size", "count"), [((3, 3, 3), 54), ((1, 1, 2), 1), ((1, 1, 1), 0), ((4, 4, 4), 144)])
def test_a_domino_lies_at_every_pair_of_neighbors(size: Cell, count: int) -> None:
    assert len(placements(Shape(((0, 0, 0), (1, 0, 0))), Goal.box(size))) == count


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
