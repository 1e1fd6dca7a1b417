# SPDX-License-Identifier: GPL-3.0-or-later
"""Dissections cover their goal by pieces that hang together, however often they are changed."""

from __future__ import annotations

from math import prod
from random import Random

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.packing.making.dissections import Dissections, pairs_alike, ways_together
from puzzle_cubes.polycubes.goal import Goal, placements
from puzzle_cubes.polycubes.shape import Shape, are_connected

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
