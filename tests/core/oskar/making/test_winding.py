# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces that are exchanged until all positions lie on one way."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.annealing import Heat
from puzzle_cubes.oskar.making.winding import Board, Winding
from puzzle_cubes.oskar.maze.faces import Faces, face_shape, uniform_tree
from tests.core.oskar import reference, strategies


def wound(size: reference.Triple, seed: int, tries: int) -> Winding:
    """Return the faces after so many tries."""
    random = Random(seed)
    winding = Winding(Board(size), [uniform_tree(face_shape(size, number), random) for number in range(3)])
    for _ in winding.annealed(tries, Heat(1.0, 0.1), random):
        pass
    return winding


def faults(faces: Faces, size: reference.Triple) -> int:
    """Count the moves that are missing to one way through all positions, and those beyond the second of each."""
    maze = reference.maze_of_faces(faces)
    moves = [len(reference.neighbors(maze, size, position)) for position in reference.positions(size)]
    return len(moves) - 1 - sum(moves) // 2 + sum(max(0, count - 2) for count in moves)


@given(strategies.sizes(5), draw.integers(0, 2**31), draw.integers(0, 500))
def test_faces_stay_trees_and_their_faults_are_counted(size: reference.Triple, seed: int, tries: int) -> None:
    winding = wound(size, seed, tries)
    faces = winding.faces()
    maze = reference.maze_of_faces(faces)
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], size[first], size[second])
    assert winding.faults == faults(faces, size)


def test_without_faults_one_way_goes_through_all_positions() -> None:
    size = (4, 4, 4)
    complete = [winding for winding in (wound(size, seed, 30_000) for seed in range(6)) if winding.faults == 0]
    assert len(complete) >= 2
    for winding in complete:
        maze = reference.maze_of_faces(winding.faces())
        ends = [
            position for position in reference.positions(size) if len(reference.neighbors(maze, size, position)) == 1
        ]
        assert len(ends) == 2
        assert reference.distances(maze, size, ends[0])[ends[1]] == 63
