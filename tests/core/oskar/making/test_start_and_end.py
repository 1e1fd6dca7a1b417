# SPDX-License-Identifier: GPL-3.0-or-later
"""A walk through a finished maze shows its first dead end and the position that lies deepest."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.kind.making import choose_ends, leaves_of_walk
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Draft, Settings
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.space import ConfigurationSpace
from tests.core.oskar import reference, strategies


def plain_walk(
    maze: reference.Maze, size: reference.Triple, root: reference.Triple, random: Random
) -> tuple[list[list[reference.Triple]], set[reference.Triple]]:
    """Walk depth-first by recursion; return the branches where it had to turn back, and all that it visited."""
    visited = {root}
    dead_ends = []

    def walk(branch: list[reference.Triple]) -> None:
        # The neighbors in the order of their axes, up before down, as the core looks at them.
        x, y, z = branch[-1]
        in_order = ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1))
        legal = set(reference.neighbors(maze, size, branch[-1]))
        stuck = True
        while ways := [there for there in in_order if there in legal - visited]:
            stuck = False
            there = ways[int(random.random() * len(ways))]
            visited.add(there)
            walk([*branch, there])
        if stuck:
            dead_ends.append(branch)

    walk([root])
    return dead_ends, visited


@given(strategies.puzzles(5) | strategies.puzzles_of_any_faces(4), draw.integers(0, 2**31), draw.data())
def test_the_leaves_are_those_of_a_plain_walk(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    root = data.draw(strategies.positions(puzzle.size))
    maze = reference.maze_of(puzzle)
    dead_ends, visited = plain_walk(maze, puzzle.size, root, Random(seed))
    assert visited == set(reference.distances(maze, puzzle.size, root))
    first, deepest = leaves_of_walk(puzzle.space, root, Random(seed))
    assert first == dead_ends[0][-1]
    assert deepest == max(dead_ends, key=len)[-1]
    assert all(
        there in reference.neighbors(maze, puzzle.size, here) for way in dead_ends for here, there in pairwise(way)
    )


@given(strategies.puzzles_of_any_faces(4), draw.integers(0, 2**31), draw.data())
def test_ends_of_faces_of_any_kind(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    size, maze = puzzle.size, reference.maze_of(puzzle)
    start = data.draw(draw.sampled_from(("center", "best")) | strategies.positions(size))
    end = data.draw(draw.sampled_from(("deepest", "first", "farthest")))
    settings = Settings(size=size, start=start, end=end)
    root = data.draw(draw.none() | strategies.positions(size))
    chosen_start, chosen_end = choose_ends(settings, puzzle.space, Draft(puzzle.faces, root), Random(seed))
    moves = reference.distances(maze, size, chosen_start)
    if settings.fixed_start is not None:
        assert chosen_start == settings.fixed_start
        assert (chosen_end == chosen_start) == (len(moves) == 1)
        assert end != "farthest" or moves[chosen_end] == max(moves.values())
    else:
        # The maze that grew from a root is entered there, any other in its largest part.
        part = reference.distances(maze, size, root) if root else max(reference.components(maze, size), key=len)
        assert len(moves) == len(part)
        assert root is None or set(moves) == set(part)
        assert moves[chosen_end] == max(reference.distances(maze, size, chosen_end).values())
        if end == "farthest":
            assert moves[chosen_end] == max(max(reference.distances(maze, size, one).values()) for one in moves)


@given(strategies.puzzles(4), draw.integers(0, 2**31), draw.data())
def test_ends_that_the_growth_or_the_search_has_told(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    size, maze = puzzle.size, reference.maze_of(puzzle)
    start = data.draw(draw.sampled_from(("center", "best")) | strategies.positions(size))
    deepest, first = data.draw(strategies.positions(size)), data.draw(strategies.positions(size))
    for end, leaf in (("deepest", deepest), ("first", first)):
        settings = Settings(size=size, start=start, end=end)
        draft = Draft(puzzle.faces, settings.center, leaves=(first, deepest))
        chosen_start, chosen_end = choose_ends(settings, puzzle.space, draft, Random(seed))
        assert chosen_end == leaf
        moves = reference.distances(maze, size, leaf)
        assert chosen_start == (settings.fixed_start or chosen_start)
        assert settings.fixed_start is not None or moves[chosen_start] == max(moves.values())
    for end in ("deepest", "farthest"):
        settings = Settings(size=size, start=start, end=end)
        draft = Draft(puzzle.faces, ends=(puzzle.start, puzzle.end))
        assert choose_ends(settings, puzzle.space, draft, Random(seed)) == (puzzle.start, puzzle.end)


def test_every_branch_is_walked_first_alike_often() -> None:
    # In a flat star of four arms the first dead end is the end of any arm.
    size = (3, 3, 1)
    cross = Face((3, 3), 0b000011000, 0b000010010)
    corridor = Face((3, 1), 0b011, 0)
    space = ConfigurationSpace.from_faces(size, (cross, corridor, corridor))
    random = Random(5)
    firsts = Counter(leaves_of_walk(space, (1, 1, 0), random)[0] for _ in range(1000))
    assert set(firsts) == {(1, 0, 0), (1, 2, 0), (0, 1, 0), (2, 1, 0)}
    assert all(200 < count < 300 for count in firsts.values())
