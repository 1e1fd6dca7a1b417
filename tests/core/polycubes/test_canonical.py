# SPDX-License-Identifier: GPL-3.0-or-later
"""The canonical form is that of all puzzles with the same pieces and goal, turned or mirrored, and of no other."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.board import canonical_form
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import ALL_TURNS, ROTATIONS, Shape, Turn
from tests.core.polycubes.strategies import cell_sets, polycubes

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


@pytest.mark.parametrize("name", CLASSICS)
def test_each_classic_is_another_puzzle(name: str) -> None:
    forms = [canonical_form(classic.puzzle) for classic in CLASSICS.values()]
    assert forms.count(canonical_form(CLASSICS[name].puzzle)) == 1


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
