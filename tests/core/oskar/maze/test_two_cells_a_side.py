# SPDX-License-Identifier: GPL-3.0-or-later
"""Of all 64 mazes of two cells a side three in four are connected throughout, and the longest solution has 7 moves.

There are so few that the core and the plain reference both count them all.
"""

from __future__ import annotations

from itertools import product

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Face, Faces
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, index_of, position_of
from tests.core.oskar import reference

SIZE = (2, 2, 2)

# The four passages of a face, as its bits along the first and the second axis; a tree lacks one of them.
PASSAGES = ((0b0001, 0), (0b0100, 0), (0, 0b0001), (0, 0b0010))
TREES = [Face((2, 2), 0b0101 & ~first, 0b0011 & ~second) for first, second in PASSAGES]
TRIPLES: list[Faces] = list(product(TREES, TREES, TREES))


def space_of(faces: Faces) -> ConfigurationSpace:
    """Return the configuration space of three faces."""
    return ConfigurationSpace.from_faces(SIZE, faces)


def parts_of(faces: Faces) -> list[set[reference.Triple]]:
    """Return the connected parts as the reference finds them."""
    return reference.components(reference.maze_of_faces(faces), SIZE)


def test_there_are_four_trees() -> None:
    assert len(set(TREES)) == 4
    for face in TREES:
        assert face.flaws() == []
        assert reference.is_spanning_tree(reference.maze_of_faces((face, face, face))[0, 1], 2, 2)


def test_three_in_four_are_connected_throughout() -> None:
    assert sum(len(set(space_of(faces).components().tolist())) == 1 for faces in TRIPLES) == 48
    assert sum(len(parts_of(faces)) == 1 for faces in TRIPLES) == 48


def test_a_puzzle_tells_so() -> None:
    # Every maze has moves, so one end of some move is not alone and can be the start of a puzzle.
    ends = [space_of(faces).longest_way(max(parts_of(faces), key=len).pop()) for faces in TRIPLES]
    puzzles = [Puzzle(SIZE, faces, start, end) for faces, (start, end) in zip(TRIPLES, ends, strict=True)]
    assert sum(puzzle.measures.components == 1 for puzzle in puzzles) == 48
    assert sum(puzzle.measures.reachable == 8 for puzzle in puzzles) == 48
    assert max(puzzle.measures.length for puzzle in puzzles) == 7


def test_the_longest_shortest_way_has_seven_moves() -> None:
    longest = [
        max(reference.distances(reference.maze_of_faces(faces), SIZE, start).values())
        for faces in TRIPLES
        for start in reference.positions(SIZE)
    ]
    ours = [
        space_of(faces).layers(1 << index_of(SIZE, start)).depth
        for faces in TRIPLES
        for start in reference.positions(SIZE)
    ]
    assert ours == longest
    assert max(longest) == 7


def test_no_loop_of_moves_fits_in() -> None:
    for faces in TRIPLES:
        maze = reference.maze_of_faces(faces)
        for part in parts_of(faces):
            assert reference.loops(maze, SIZE, part) == 0
            assert space_of(faces).loops(sum(1 << index_of(SIZE, position) for position in part)) == 0


def test_neighbors_agree_everywhere() -> None:
    for faces in TRIPLES:
        maze = reference.maze_of_faces(faces)
        for here in reference.positions(SIZE):
            neighbors = {position_of(SIZE, index) for index in space_of(faces).neighbors(index_of(SIZE, here))}
            assert neighbors == set(reference.neighbors(maze, SIZE, here))
