# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles that are drawn by hand: cells and pieces come and go, stand beside each other, and are met by rays."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.packing.files.pieces_text import puzzle_from_text
from puzzle_cubes.packing.making.by_hand import (
    GOAL,
    TOWARD,
    WHOLE,
    Cut,
    Hit,
    Places,
    bodies_of,
    body_cells,
    cells_on_bench,
    empty_puzzle,
    followed,
    hit,
    is_box,
    places_of,
    sides,
    with_box,
    with_cells,
    with_mirror_image,
    with_other_need,
    with_piece,
    without_cells,
    without_piece,
)
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import STEPS, moved
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_solution_apart
from tests.core.packing.files.strategies import pieces, unsolved_puzzles
from tests.core.polycubes import known

L = known.shape("000 100 200 010")


def with_l() -> PolycubePuzzle:
    """Return an empty box and an L as the second piece."""
    return with_piece(empty_puzzle((3, 3, 3)), Piece(L, 2, 3)).puzzle


def test_cells_come_and_go() -> None:
    change = with_cells(with_l(), 1, [(-1, 0, 0), (-2, 0, 0)])
    assert change.puzzle.pieces[1] == Piece(known.shape("000 100 200 300 400 210"), 2, 3)
    assert change.shifts == {1: (-2, 0, 0)}
    back = without_cells(change.puzzle, 1, [(0, 0, 0), (1, 0, 0)])
    assert back.puzzle == with_l()
    assert back.shifts == {1: (2, 0, 0)}


def test_the_goal_is_drawn_on_too() -> None:
    change = with_cells(with_l(), GOAL, [(0, 0, -1)])
    assert change.shifts == {GOAL: (0, 0, -1)}
    assert len(change.puzzle.goal.filled) == 28
    optional = with_other_need(change.puzzle, (0, 0, 1)).puzzle
    assert optional.goal.optional == {(0, 0, 1)}
    assert with_other_need(optional, (0, 0, 1)).puzzle == change.puzzle
    assert without_cells(change.puzzle, GOAL, [(0, 0, 0)]).puzzle == with_l()


def test_what_was_known_and_the_name_of_a_classic_are_forgotten() -> None:
    soma = CLASSICS["soma"].puzzle
    solved = PolycubePuzzle(soma.pieces, soma.goal, soma.name, solve(soma, first=True))
    now = without_piece(solved, 0).puzzle
    assert (now.name, now.found.solutions) == ("", ())
    assert now.pieces == soma.pieces[1:]


def test_a_piece_becomes_its_mirror_image() -> None:
    soma = CLASSICS["soma"].puzzle
    now = with_mirror_image(soma, 4).puzzle
    assert now.pieces[4].shape.upright == soma.pieces[5].shape.upright
    assert with_mirror_image(now, 4).puzzle.pieces == soma.pieces


def test_something_is_always_left() -> None:
    puzzle = empty_puzzle((1, 1, 1))
    with pytest.raises(InputError, match="Piece A has no other cube"):
        without_cells(puzzle, 0, [(0, 0, 0)])
    with pytest.raises(InputError, match="no cell to fill"):
        without_cells(puzzle, GOAL, [(0, 0, 0)])
    # What may stay empty is still something.
    assert with_other_need(puzzle, (0, 0, 0)).puzzle.goal.optional == {(0, 0, 0)}
    with pytest.raises(InputError, match="must have a piece"):
        without_piece(puzzle, 0)


def test_a_box_around_is_opened_and_holds_the_pieces_on_their_way() -> None:
    """Two pairs of cells lie in a box: through an opening of one cell they come one after the other."""
    domino = Piece(known.shape("000 100"), 2, 2)
    inside = PolycubePuzzle((domino,), Goal.box((4, 1, 1)))
    boxed = with_box(inside).puzzle
    assert boxed.goal.size == (6, 3, 3)
    assert len(boxed.pieces[1].shape.cells) == 6 * 3 * 3 - 4
    assert is_box(boxed, 1)
    with pytest.raises(InputError, match="a box already"):
        with_box(boxed)
    closed = solve(boxed)
    assert closed.counts.up_to_rotation == 1
    assert take_solution_apart(boxed, closed.solutions[0]) is None

    opened = without_cells(boxed, 1, [(5, 1, 1)]).puzzle
    assert len(opened.goal.filled) == 6 * 3 * 3 - 1
    assert is_box(opened, 1)
    answer = solve(opened)
    taken = take_solution_apart(opened, answer.solutions[0])
    assert taken is not None
    assert len(taken.partings) == 2
    # The box is the heaviest: what leaves is what lies in it.
    box = opened.pieces_of(answer.solutions[0]).index(1)
    assert all(box not in parting.moves[-1].blocks for parting in taken.partings)

    # What is drawn inside takes room from the pieces, and gives it back.
    filled = with_cells(opened, 1, [(1, 1, 1)]).puzzle
    assert filled.goal == opened.goal
    assert without_cells(filled, 1, [(1, 1, 1)]).puzzle == opened
    # And what is drawn outside is a cell of the goal, too.
    assert with_cells(opened, 1, [(5, 1, 1)]).puzzle == boxed


def test_a_box_goes_around_any_goal() -> None:
    goal = Goal.of([(0, 0, 0), (1, 0, 0)], [(0, 1, 0)])
    boxed = with_box(PolycubePuzzle((Piece(L, weight=4),), goal)).puzzle
    assert boxed.goal.size == (4, 4, 3)
    assert len(boxed.goal.optional) == 1
    assert boxed.pieces[1].weight == 5
    assert len(boxed.goal.cells) == len(boxed.pieces[1].shape.cells) + 3


def distance(puzzle: PolycubePuzzle, places: Places) -> int:
    """Return how many cells lie between the two that are nearest to each other, along the axis where they are most."""
    cells = [np.array(cells_on_bench(puzzle, places, body)) for body in bodies_of(puzzle)]
    gaps = [
        max(np.maximum(body.min(axis=0) - second_body.max(axis=0), second_body.min(axis=0) - body.max(axis=0)))
        for body, second_body in combinations(cells, 2)
    ]
    return int(min(gaps)) - 1


@pytest.mark.parametrize("name", CLASSICS)
def test_all_stand_beside_each_other(name: str) -> None:
    puzzle = CLASSICS[name].puzzle
    places = places_of(puzzle)
    assert places[GOAL] == (0, 0, 0)
    assert distance(puzzle, places) >= 2
    assert {place[2] for place in places.values()} == {0}


@pytest.mark.parametrize("end", ["9999 0 0", "0 9999 0", "0 0 9999", "9999 9999 9999"])
def test_what_is_as_long_as_can_be_stands_beside_the_others(end: str) -> None:
    puzzle = puzzle_from_text(f"# Size 2 2 2\n1 0 0 0 {end}\n1 0 0 0\n1 0 0 0 {end}")
    assert distance(puzzle, places_of(puzzle)) >= 2


@given(
    unsolved_puzzles(), draw.lists(draw.tuples(draw.integers(-1, 3), draw.sampled_from(STEPS)), max_size=12), pieces()
)
def test_what_grows_stays_and_others_give_way(
    puzzle: PolycubePuzzle, clicks: list[tuple[int, tuple[int, int, int]]], more: object
) -> None:
    places = places_of(puzzle)
    for number, step in clicks:
        body = min(number, len(puzzle.pieces) - 1)
        before = cells_on_bench(puzzle, places, body)
        cell = max(
            body_cells(puzzle, body), key=lambda candidate: sum(a * b for a, b in zip(candidate, step, strict=True))
        )
        change = with_cells(puzzle, body, moved([cell], step))
        puzzle, places = change.puzzle, followed(places, change, body)
        assert {*before} <= {*cells_on_bench(puzzle, places, body)}
        assert distance(puzzle, places) >= 1


def test_those_that_stand_stay_when_others_come_and_go() -> None:
    puzzle = CLASSICS["soma"].puzzle
    places = places_of(puzzle)
    change = with_piece(puzzle, puzzle.pieces[2])
    more = followed(places, change, 7)
    assert {body: more[body] for body in places} == places
    gone = without_piece(change.puzzle, 2)
    less = followed(more, gone, 2, removed=2)
    assert [less[body] for body in range(-1, 7)] == [more[body] for body in (-1, 0, 1, 3, 4, 5, 6, 7)]


@given(unsolved_puzzles())
def test_a_ray_meets_the_first_cube(puzzle: PolycubePuzzle) -> None:
    places = places_of(puzzle)
    everything = {cell: body for body in bodies_of(puzzle) for cell in cells_on_bench(puzzle, places, body)}
    for cell in list(everything)[:5]:
        for step in STEPS:
            middle = np.array(cell) + 0.5
            origin = middle + 1000 * np.array(step) + 0.01
            met = hit(puzzle, places, origin.tolist(), [-part for part in step])
            # The first cell of those in this line.
            line = [
                place for place in everything if all(a == b or way for a, b, way in zip(place, cell, step, strict=True))
            ]
            first = max(line, key=lambda place: sum(a * b for a, b in zip(place, step, strict=True)))
            own = moved([first], tuple(-at for at in places[everything[first]]))[0]  # type: ignore[arg-type]
            assert met == Hit(everything[first], own, step)
            assert met.beside == moved([own], step)[0]
    assert hit(puzzle, places, (-500.5, -500.5, -500.5), (-1, 0, 0)) is None


def test_the_sides_that_are_seen_enclose_the_cubes() -> None:
    puzzle = PolycubePuzzle(CLASSICS["soma"].puzzle.pieces, Goal.of([(0, 0, 0), (1, 0, 0)], [(2, 0, 0)]))
    places = places_of(puzzle)
    seen = sides(puzzle, places, 0.5)
    for body in bodies_of(puzzle):
        corners = seen.corners[(seen.bodies == body) & ~seen.optional]
        ways = seen.ways[(seen.bodies == body) & ~seen.optional]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        assert np.array_equal(normals, np.array(STEPS)[ways])
        volume = np.einsum("ij,ij->i", corners.mean(axis=1), normals).sum() / 3
        filled = puzzle.goal.filled if body == GOAL else body_cells(puzzle, body)
        assert volume == pytest.approx(len(filled))
    assert seen.optional.sum() == 6


def test_an_empty_puzzle_has_a_cube_before_its_box() -> None:
    x, y, z = places_of(empty_puzzle((3, 3, 3)))[0]
    assert (z, y < -2, 0 <= x <= 12) == (0, True, True)


@pytest.mark.parametrize("name", CLASSICS)
def test_nothing_covers_anything_else_in_the_first_view(name: str) -> None:
    puzzle = CLASSICS[name].puzzle
    places = places_of(puzzle)
    for body in bodies_of(puzzle):
        for cell in cells_on_bench(puzzle, places, body):
            for corner in product((0.02, 0.98), repeat=3):
                point = np.array(cell) + corner
                met = hit(puzzle, places, (point + 1000 * TOWARD).tolist(), (-TOWARD).tolist())
                assert met is not None
                assert met.body == body


def test_a_cut_takes_upper_layers_away() -> None:
    puzzle = empty_puzzle((2, 2, 4))
    places = places_of(puzzle)
    cut = WHOLE.moved(puzzle, GOAL, 1).moved(puzzle, GOAL, 2)
    assert cut == Cut(GOAL, 3)
    assert {cell[2] for cell in cut.shown(puzzle, GOAL)} == {0}
    assert cut.shown(puzzle, 0) == body_cells(puzzle, 0)
    # The inner cells below are met, and their upper sides are seen.
    assert hit(puzzle, places, (0.5, 0.5, 99), (0, 0, -1), cut) == Hit(GOAL, (0, 0, 0), (0, 0, 1))
    assert len(sides(puzzle, places, 0.5, cut).corners) == 2 * (4 + 4) + 6
    # What would come above it would not be seen.
    assert cut.hides(puzzle, GOAL, (0, 0, 1))
    assert not cut.hides(puzzle, GOAL, (-1, 0, 0))
    # One layer is left, and what else is cut begins whole.
    assert cut.moved(puzzle, GOAL, 5) == cut
    assert cut.moved(puzzle, 0) == Cut(0, 0)
    assert cut.moved(puzzle, GOAL, -9) == Cut(GOAL, 0)
