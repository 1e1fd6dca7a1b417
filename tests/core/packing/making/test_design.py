# SPDX-License-Identifier: GPL-3.0-or-later
"""Designs are what was wished, and the same for the same seed; they are dissections, by pieces that hang together."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import values_of
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making import design
from puzzle_cubes.packing.making.design import tries
from puzzle_cubes.packing.making.dissections import Dissections, pairs_alike, ways_together
from puzzle_cubes.packing.making.options import PackingOptions
from puzzle_cubes.polycubes.goal import Goal, placements
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape, are_connected
from tests.core.burr.plain import level as plain_level
from tests.core.polycubes.second_solver import counts


def designed(**values: Any) -> PolycubePuzzle:
    return finish(PACKING.in_steps(values_of(PackingOptions(puzzle="design", **values))))


@pytest.mark.parametrize("seed", [1, 3])
def test_a_design_has_one_solution_as_another_solver_finds(seed: int) -> None:
    puzzle = designed(seed=seed)
    assert len(puzzle.pieces) == 6
    assert sum(len(piece.shape.cells) for piece in puzzle.pieces) == 27
    assert puzzle.found.is_complete
    assert puzzle.found.counts.up_to_rotation == 1
    assert counts(puzzle) == puzzle.found.counts


def test_the_same_seed_gives_the_same_design_and_another_one_another() -> None:
    assert designed(seed=7) == designed(seed=7)
    assert designed(seed=7).pieces != designed(seed=8).pieces


def test_wishes_are_met() -> None:
    puzzle = designed(design=5, seed=2, all_different=True, no_planar=True, smallest=4, largest=7)
    shapes = [piece.shape for piece in puzzle.pieces]
    assert len({shape.upright for shape in shapes}) == 5
    assert not any(shape.is_planar for shape in shapes)
    assert all(4 <= len(shape.cells) <= 7 for shape in shapes)
    asymmetric = designed(design=3, seed=1, no_symmetric=True, most_solutions=5)
    assert not any(piece.shape.is_symmetric for piece in asymmetric.pieces)
    assert 1 <= asymmetric.found.counts.up_to_rotation <= 5


def test_single_cubes_are_a_design_too() -> None:
    puzzle = designed(design=8, size=(2, 2, 2))
    assert [len(piece.shape.cells) for piece in puzzle.pieces] == [1] * 8
    assert puzzle.found.counts.up_to_rotation == 1


def test_of_several_designs_the_hardest_is_kept() -> None:
    alone = designed(design=5, seed=5)
    assert tries(designed(design=5, seed=5, designs=6)) > tries(alone)


def test_a_design_lacks_a_level_above_its_own() -> None:
    values = values_of(PackingOptions()) | {"puzzle": "design", "size": (4, 3, 3), "design": 4, "seed": 2, "level": 2}
    made = PACKING.make(values)
    assert [PACKING.lacks(values | {"level": level}, made) for level in (1, 2, 3)] == ["", "", "level 3"]
    assert not PACKING.lacks({**values, "level": 3, "puzzle": "soma"}, made)


def test_what_cannot_be_found_ends_with_the_best_that_was_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "MOST_NODES", 100_000)
    with pytest.raises(
        NotFoundError, match=r"No 13 pieces were found that have exactly one solution.* another seed\.$"
    ) as failed:
        designed(design=13, smallest=2, largest=3)
    best = failed.value.best
    assert isinstance(best, PolycubePuzzle)
    assert best.found.solutions
    # There are only ten pieces of three cells and one of two, if all were to be different.
    with pytest.raises(NotFoundError) as failed:
        designed(design=13, smallest=2, largest=3, all_different=True)
    assert failed.value.best is None


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"design": 1}, "Pieces is 1: it must be from 2 to 64."),
        ({"design": 30, "smallest": 2}, "Pieces is 30: a box of 27 cells can be cut into 27 at most."),
        ({"smallest": 5}, "Smallest piece is 5: of 6 pieces that have 27 cells together it must be 4 at most."),
        ({"largest": 4}, "Largest piece is 4: of 6 pieces that have 27 cells together it must be 5 at least."),
        ({"largest": 2}, "Largest piece is 2: of 6 pieces that have 27 cells together it must be 5 at least."),
        ({"size": (7, 7, 7)}, "at most 216 cells can be cut"),
        ({"size": (0, 3, 3)}, "Size x is 0"),
        ({"seed": -1}, "Seed is -1"),
        (
            {"size": (2, 2, 2), "design": 3, "no_planar": True},
            "a piece that is not flat has 4 cells at least, so of 8 cells there are at most 2",
        ),
        ({"size": (2, 3, 9), "level": 2}, "less than 3 cells wide always has level 1"),
    ],
)
def test_what_cannot_be_cut_is_refused_at_once(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        PACKING.in_steps(values_of(PackingOptions()) | {"puzzle": "design"} | values)
    assert sentence.lower() in str(refused.value).lower()


@pytest.mark.parametrize(
    ("size", "design", "seed", "level"),
    [
        ((4, 3, 3), 4, 1, 2),
        pytest.param((4, 4, 4), 6, 1, 3, marks=pytest.mark.thorough),
        pytest.param((4, 4, 4), 6, 2, 4, marks=pytest.mark.thorough),
    ],
)
def test_a_design_has_the_level_that_is_wished_as_a_plain_search_finds(
    size: Cell, design: int, seed: int, level: int
) -> None:
    puzzle = designed(size=size, design=design, seed=seed, level=level)
    assert puzzle.found.is_complete
    assert puzzle.found.counts.up_to_rotation == 1
    assert counts(puzzle) == puzzle.found.counts
    assert len(puzzle.goal.filled) == prod(size) - prod(cells - 2 for cells in size)
    reached = plain_level(puzzle.blocks_of(puzzle.found.solutions[0])) or 0
    assert reached >= level
    assert PACKING.brief(puzzle).startswith("1 solution, ")
    assert f", level {reached}" in PACKING.brief(puzzle)
    assert {measure.label: measure.text(puzzle) for measure in PACKING.measures}["Level"].startswith(f"{reached}")


def test_a_level_that_is_not_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "MOST_WORK", 300)
    with pytest.raises(NotFoundError, match=r"have level 50 and .* only level \d+: ask for a lower level") as failed:
        designed(size=(4, 4, 4), seed=1, level=50)
    assert failed.value.best.found.solutions


SIZES = draw.tuples(draw.integers(1, 4), draw.integers(1, 4), draw.integers(2, 4))


@given(SIZES, draw.integers(1, 6), draw.integers(0, 10**6))
def test_every_cell_belongs_to_a_piece_that_hangs_together(size: tuple[int, int, int], pieces: int, seed: int) -> None:
    goal = Goal.box(size)
    pieces = min(pieces, len(goal.cells))
    dissections = Dissections(goal, pieces)
    random = Random(seed)
    owners = dissections.grown(random)
    for _ in range(30):
        cells = dissections.cells_of(owners)
        assert len(cells) == pieces
        assert sorted(cell for piece in cells for cell in piece) == sorted(goal.cells)
        assert all(piece and are_connected(piece) for piece in cells)
        owners = dissections.changed(owners, random) or owners


@given(SIZES, draw.integers(1, 6), draw.data())
def test_pieces_are_known_to_hang_together(size: tuple[int, int, int], pieces: int, data: draw.DataObject) -> None:
    goal = Goal.box(size)
    dissections = Dissections(goal, pieces)
    cells = len(goal.cells)
    owners = data.draw(draw.lists(draw.integers(-1, pieces - 1), min_size=cells, max_size=cells))
    expected = all(piece and are_connected(piece) for piece in dissections.cells_of(owners))
    assert dissections.hang_together(owners) == expected


def test_a_change_moves_a_cell_or_two_from_piece_to_piece() -> None:
    dissections = Dissections(Goal.box((3, 3, 3)), 5)
    random = Random(1)
    owners = dissections.grown(random)
    changed = [dissection for _ in range(200) if (dissection := dissections.changed(owners, random))]
    moved = [
        sum(owner != new_owner for owner, new_owner in zip(owners, dissection, strict=True)) for dissection in changed
    ]
    assert {1, 2} <= set(moved) <= {0, 1, 2}


def test_pieces_are_alike_but_for_a_rotation_and_not_in_a_mirror() -> None:
    screw = Shape.of([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1)])
    turned = Shape(screw.orientations[7])
    assert pairs_alike([screw, turned, turned]) == 3
    assert pairs_alike([screw, screw.mirrored]) == 0


@given(SIZES, draw.integers(1, 6), draw.integers(0, 10**6))
def test_the_ways_of_pieces_are_their_placements(size: tuple[int, int, int], pieces: int, seed: int) -> None:
    goal = Goal.box(size)
    dissections = Dissections(goal, min(pieces, len(goal.cells)))
    shapes = dissections.shapes(dissections.grown(Random(seed)))
    assert ways_together(shapes, size) == prod(len(placements(shape, goal)) for shape in shapes)
