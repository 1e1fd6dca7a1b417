# SPDX-License-Identifier: GPL-3.0-or-later
"""LoopFreeFaces opens a move just where neither a face nor the configuration space gets a loop by it."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.sets import UnionFind
from puzzle_cubes.oskar.making.loop_free_faces import LoopFreeFaces
from tests.core.oskar import reference, strategies

Move = tuple[reference.Triple, reference.Triple]


def all_moves(size: reference.Triple) -> list[Move]:
    """Return all moves up an axis that there is room for."""
    return [
        (here, there) for here in reference.positions(size) for there in reference.adjacent(size, here) if here < there
    ]


def opened_by(maze: reference.Maze, move: Move) -> reference.Maze:
    """Return the faces with the squares of a move open."""
    squares = dict(reference.squares_crossed(*move))
    return {axes: opened | ({squares[axes]} if axes in squares else set()) for axes, opened in maze.items()}


def face_has_loop(opened: set[reference.Square]) -> bool:
    """Report whether the passages of a face close a loop, by joining their cells one by one."""
    label: dict[reference.Square, reference.Square] = {}
    for i, j in sorted(square for square in opened if square[0] % 2 != square[1] % 2):
        one, other = ((i - i % 2, j - j % 2), (i + i % 2, j + j % 2))
        one, other = label.setdefault(one, one), label.setdefault(other, other)
        if one == other:
            return True
        label = {cell: one if of_cell == other else of_cell for cell, of_cell in label.items()}
    return False


def has_loop(maze: reference.Maze, size: reference.Triple) -> bool:
    """Report whether a face or the configuration space has a loop."""
    return any(map(face_has_loop, maze.values())) or any(
        reference.loops(maze, size, part) for part in reference.components(maze, size)
    )


@given(strategies.sizes(3), draw.integers(0, 2**31))
def test_a_move_is_opened_where_that_closes_no_loop(size: strategies.Triple, seed: int) -> None:
    random = Random(seed)
    carving = LoopFreeFaces(size)
    maze: reference.Maze = {
        (first, second): {(2 * i, 2 * j) for i, j in product(range(size[first]), range(size[second]))}
        for first, second in reference.FACES.values()
    }
    moves = all_moves(size)
    random.shuffle(moves)
    for here, there in moves:
        wanted = opened_by(maze, (here, there))
        legal = there in reference.neighbors(maze, size, here)
        axis = next(axis for axis in range(3) if here[axis] != there[axis])
        possible = legal or not has_loop(wanted, size)
        assert carving.open_move(axis, here) == possible
        if possible:
            maze = wanted
        trees = all(
            reference.is_spanning_tree(opened, size[first], size[second]) for (first, second), opened in maze.items()
        )
        assert carving.whole == trees
    completed = reference.maze_of_faces(carving.complete(random))
    for axes, opened in maze.items():
        assert opened <= completed[axes]
        assert not trees or opened == completed[axes]


@given(draw.integers(2, 12), draw.data())
def test_what_is_joined_is_known_by_one_root(count: int, data: draw.DataObject) -> None:
    number = draw.integers(0, count - 1)
    sets = UnionFind(range(count))
    label = list(range(count))
    for one, other in data.draw(draw.lists(draw.tuples(number, number), max_size=12)):
        assert sets.would_close_loop([(one, other)]) == (label[one] == label[other])
        sets.join(one, other)
        label = [label[one] if of_number == label[other] else of_number for of_number in label]
    for one, other in product(range(count), repeat=2):
        assert (sets.root(one) == sets.root(other)) == (label[one] == label[other])
    several = data.draw(draw.lists(draw.tuples(number, number), max_size=6))
    closes = False
    joined = label.copy()
    for one, other in several:
        closes = closes or joined[one] == joined[other]
        joined = [joined[one] if of_number == joined[other] else of_number for of_number in joined]
    assert sets.would_close_loop(several) == closes
    # To ask changes nothing.
    assert sets.would_close_loop(several) == closes
