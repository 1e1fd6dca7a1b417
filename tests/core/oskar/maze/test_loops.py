# SPDX-License-Identifier: GPL-3.0-or-later
"""Three tree faces can have a loop of moves: it is counted, and completing faces keeps clear of it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from puzzle_cubes.oskar.making.loop_free_faces import LoopFreeFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import FaceArrays
from tests.core.oskar import reference

SIZE = (3, 3, 3)
SEEDS = range(40)

# One of the few triples of trees of 3x3x3 that have a loop, found by trying all of them.
PICTURES = {
    (0, 1): (".....", ".###.", "...#.", ".#.##", ".#..."),
    (0, 2): (".....", ".###.", ".#.#.", "##.#.", "....."),
    (1, 2): (".#...", ".###.", ".....", "##.#.", "...#."),
}
WITH_LOOP: reference.Maze = {
    axes: {(i, j) for j, row in enumerate(picture) for i, square in enumerate(row) if square == "."}
    for axes, picture in PICTURES.items()
}


def arrays_of(size: reference.Triple, maze: reference.Maze) -> list[FaceArrays]:
    """Return the passages of three faces, each along the face's first and second axis."""
    arrays = []
    for (first_axis, second_axis), opened in maze.items():
        first, second = (np.zeros((size[second_axis], size[first_axis]), dtype=bool) for _ in range(2))
        for i, j in opened:
            if i % 2:
                first[j // 2, i // 2] = True
            if j % 2:
                second[j // 2, i // 2] = True
        arrays.append((first, second))
    return arrays


def completed(size: reference.Triple, maze: reference.Maze, seed: int) -> reference.Maze:
    """Return the faces completed from what is open so far."""
    return reference.maze_of_faces(LoopFreeFaces(size, arrays_of(size, maze)).complete(Random(seed)))


def without_leaf(opened: set[reference.Square], cell: reference.Square) -> set[reference.Square] | None:
    """Return the open squares of a face less a cell that has one passage; None for another cell."""
    i, j = cell
    passages = {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)} & opened
    return opened - passages - {cell} if len(passages) == 1 else None


def cells_of_the_loop() -> list[tuple[tuple[int, int], reference.Square]]:
    """Return the leaves, each by its face and square, without which there is no loop."""
    leaves = []
    for axes, opened in WITH_LOOP.items():
        for cell in sorted(square for square in opened if square[0] % 2 == square[1] % 2 == 0):
            rest = without_leaf(opened, cell)
            if rest is not None and reference.all_loops({**WITH_LOOP, axes: rest}, SIZE) == 0:
                leaves.append((axes, cell))
    return leaves


def puzzle_with_loop() -> Puzzle:
    """Return a puzzle of the faces in the pictures, from a position of the part with the loop to another."""
    # Nothing is left to be completed.
    faces = LoopFreeFaces(SIZE, arrays_of(SIZE, WITH_LOOP)).complete(Random(0))
    on_loop = max(reference.components(WITH_LOOP, SIZE), key=lambda part: reference.loops(WITH_LOOP, SIZE, part))
    start, end, *_ = sorted(on_loop)
    return Puzzle(SIZE, faces, start, end)


def test_the_loop_is_counted() -> None:
    for axes, opened in WITH_LOOP.items():
        assert reference.is_spanning_tree(opened, 3, 3), axes
    assert reference.all_loops(WITH_LOOP, SIZE) == 1
    puzzle = puzzle_with_loop()
    assert reference.maze_of(puzzle) == WITH_LOOP
    assert puzzle.measures.loops == 1
    assert puzzle.flaws == ()


@pytest.mark.parametrize(("axes", "cell"), cells_of_the_loop())
def test_a_cell_is_joined_so_that_no_loop_closes(axes: tuple[int, int], cell: reference.Square) -> None:
    rest = without_leaf(WITH_LOOP[axes], cell)
    assert rest is not None
    started = {**WITH_LOOP, axes: rest}
    assert [seed for seed in SEEDS if reference.all_loops(completed(SIZE, started, seed), SIZE) > 0] == []


@pytest.mark.parametrize("several", [pair for pair in combinations(cells_of_the_loop(), 2) if pair[0][0] != pair[1][0]])
def test_cells_of_two_faces_are_joined_so_that_no_loop_closes(
    several: tuple[tuple[tuple[int, int], reference.Square], ...],
) -> None:
    started = dict(WITH_LOOP)
    for axes, cell in several:
        started[axes] = without_leaf(started[axes], cell) or started[axes]
    assert [seed for seed in SEEDS if reference.all_loops(completed(SIZE, started, seed), SIZE) > 0] == []


def test_there_are_such_cells_in_every_face() -> None:
    assert {axes for axes, _ in cells_of_the_loop()} == set(WITH_LOOP)
