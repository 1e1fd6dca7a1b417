# SPDX-License-Identifier: GPL-3.0-or-later
"""A small picture shows the three sides of a box where they are seen from a corner, and nothing round them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puzzle_cubes.kind.looks import Sides, drawn
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.kind import HOLE
from puzzle_cubes.oskar.model.box_and_cross import LOOKS
from puzzle_cubes.packing.model.parts import LOOKS as PIECES
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle

RED, GREEN, BLUE = np.eye(4)[:3] + np.eye(4)[3]


def plain(x: int, y: int, z: int) -> Sides:
    """Return sides in one color each."""
    return Sides(*(np.full((*shape, 4), color) for shape, color in (((x, y), RED), ((x, z), GREEN), ((y, z), BLUE))))


def made(name: str, **values: Any) -> Any:
    """Return a kind and a puzzle of it."""
    kind = KINDS[name]
    return kind, kind.make(kind.values_with(values))


@pytest.mark.parametrize("size", [(1, 1, 1), (7, 2, 3), (2, 9, 1)])
def test_the_sides_are_where_they_are_seen(size: tuple[int, int, int]) -> None:
    picture = drawn(plain(*size), 60)
    assert picture.shape == (60, 60, 4)
    assert not picture[[0, 0, -1, -1], [0, -1, 0, -1], 3].any()
    opaque = picture[picture[..., 3] == 255][:, :3]
    # Near the edge between two sides there is something of both.
    colors = {tuple(color) for color in opaque.tolist() if max(color) == 255}
    assert colors == {(255, 0, 0), (0, 255, 0), (0, 0, 255)}
    rows, columns = (
        np.array([np.argwhere(picture[..., channel] == 255)[:, axis].mean() for channel in range(3)]) for axis in (0, 1)
    )
    assert rows[0] < min(rows[1:])
    assert columns[1] < columns[2]
    seen = np.argwhere(picture[..., 3])
    assert np.ptp(seen, axis=0).max() >= 58


def test_a_square_is_seen_where_it_is() -> None:
    sides = plain(3, 3, 3)
    sides.top[0, 2] = BLUE
    sides.front[0, 0] = BLUE
    sides.right[2, 2] = RED
    picture = drawn(sides, 60)
    # The far corner of the top, the lower left one, and the upper right one.
    assert [picture[place].argmax() for place in ((5, 30), (41, 6), (20, 53))] == [2, 2, 0]


def test_a_cube_shows_its_mazes_in_the_colors_of_its_plates() -> None:
    kind, puzzle = made("oskar", size=(3, 4, 5), style="wilson")
    for theme, looks in LOOKS.items():
        sides = kind.sides(puzzle, kind.dimensions(colors=theme))
        for shown, face, plate in zip(
            (sides.top, sides.front, sides.right), puzzle.faces, looks.plates[::-1], strict=True
        ):
            assert (shown[1:-1, 1:-1][face.inflate() == 1] == plate.color).all()
            assert (shown[1:-1, 1:-1][face.inflate() == 0] == HOLE).all()
            assert (shown[[0, -1]] == plate.color).all()
            assert (shown[:, [0, -1]] == plate.color).all()


def test_pieces_are_seen_as_they_lie_and_a_goal_where_nothing_is_known_of_them() -> None:
    kind, puzzle = made("packing", puzzle="soma", search="first")
    looks = kind.dimensions()
    sides = kind.sides(puzzle, looks)
    (first, *_), pieces = puzzle.found.solutions, PIECES[looks.colors]
    for cells, piece in zip(puzzle.blocks_of(first), puzzle.pieces_of(first), strict=True):
        for x, y, z in cells:
            if z == 2:
                assert sides.top[x, y].tolist() == list(pieces.of_piece(piece).color)
            if y == 0:
                assert sides.front[x, z].argmax() == 3
                assert sides.front[x, z][:3] == pytest.approx(0.65 * np.array(pieces.of_piece(piece).color[:3]))
    goal = kind.sides(PolycubePuzzle(puzzle.pieces, puzzle.goal), looks)
    assert (goal.top == pieces.box.color).all()
