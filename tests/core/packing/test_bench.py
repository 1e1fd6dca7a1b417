# SPDX-License-Identifier: GPL-3.0-or-later
"""The goal and the pieces stand beside each other, stay where they are, and are met by rays."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

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
    places_of,
    sides,
    with_cells,
    with_piece,
    without_piece,
)
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import STEPS, moved
from tests.core.packing.files.strategies import pieces, unsolved_puzzles


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
