# SPDX-License-Identifier: GPL-3.0-or-later
"""Results from sets of positions as bits agree with plain searches through queues."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.exchanging_faces import Exchange, ExchangeFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, index_of, position_of
from tests.core.oskar import reference, strategies

ANY_PUZZLE = strategies.puzzles(5) | strategies.puzzles_of_any_faces(4)


def bits(size: reference.Triple, positions: set[reference.Triple]) -> int:
    """Return a set of positions as bits."""
    return sum(1 << index_of(size, position) for position in positions)


def plain_layers(maze: reference.Maze, size: reference.Triple, start: set[reference.Triple]) -> list[int]:
    """Return the positions by their distance from the nearest position of a set."""
    moves: dict[reference.Triple, int] = {}
    for one in start:
        for position, count in reference.distances(maze, size, one).items():
            moves[position] = min(count, moves.get(position, count))
    return [
        bits(size, {position for position, count in moves.items() if count == distance})
        for distance in range(max(moves.values()) + 1)
    ]


def proposed(faces: ExchangeFaces, random: Random) -> Exchange:
    """Return what is proposed where nothing is fixed, so that there always is something."""
    exchange = faces.propose(random)
    assert exchange is not None
    return exchange


@given(ANY_PUZZLE, draw.data())
def test_layers_are_the_positions_by_their_distance(puzzle: Puzzle, data: draw.DataObject) -> None:
    start = data.draw(draw.sets(strategies.positions(puzzle.size), min_size=1, max_size=4))
    layers = puzzle.space.layers(bits(puzzle.size, start))
    plain = plain_layers(reference.maze_of(puzzle), puzzle.size, start)
    assert layers.sets == plain
    assert layers.depth == len(plain) - 1
    assert layers.reachable == sum(plain)
    assert layers.found == [sum(plain[: distance + 1]) for distance in range(len(plain))]


@given(strategies.sizes(5), draw.integers(0, 2**31), draw.data())
def test_layers_from_those_before_an_exchange_are_the_same(
    size: strategies.Triple, seed: int, data: draw.DataObject
) -> None:
    random = Random(seed)
    faces = ExchangeFaces.at_random(size, random)
    start = bits(size, data.draw(draw.sets(strategies.positions(size), min_size=1, max_size=2)))
    space = faces.space()
    layers = space.layers(start)
    for _ in range(15 if faces.exchangeable else 0):
        exchange = proposed(faces, random)
        candidate = faces.space(exchange)
        seen = candidate.layers(start, (space, layers))
        assert seen == candidate.layers(start)
        # As in a search, some exchanges are made, and the next one goes on from what was seen then.
        if random.random() < 0.6:
            exchange.face.make(exchange)
            space, layers = candidate, seen
    assert layers.sets == plain_layers(
        reference.maze_of_faces(faces.faces()),
        size,
        {position_of(size, i) for i in range(space.position_count) if start >> i & 1},
    )


@given(strategies.sizes(4), draw.data())
def test_layers_from_those_of_any_other_space_are_the_same(size: strategies.Triple, data: draw.DataObject) -> None:
    spaces = []
    for _ in range(2):
        xy, xz, yz = (data.draw(strategies.faces((size[first], size[second]))) for first, second in strategies.SHAPES)
        spaces.append(ConfigurationSpace.from_faces(size, (xy, xz, yz)))
    start = 1 << index_of(size, data.draw(strategies.positions(size)))
    known = spaces[0].layers(start)
    sets = known.sets.copy()
    assert spaces[1].layers(start, (spaces[0], known)) == spaces[1].layers(start)
    assert known.sets == sets


@given(ANY_PUZZLE, draw.data())
def test_a_way_is_legal_and_shortest(puzzle: Puzzle, data: draw.DataObject) -> None:
    size, maze = puzzle.size, reference.maze_of(puzzle)
    start = data.draw(draw.sets(strategies.positions(size), min_size=1, max_size=3))
    layers = puzzle.space.layers(bits(size, start))
    ends = [index for index in range(puzzle.space.position_count) if layers.sets[-1] >> index & 1]
    way = puzzle.space.way(layers, 1 << data.draw(draw.sampled_from(ends)))
    assert all(position.bit_count() == 1 for position in way)
    positions = [position_of(size, position.bit_length() - 1) for position in way]
    assert positions[0] in start
    assert index_of(size, positions[-1]) in ends
    assert len(positions) == layers.depth + 1
    assert all(there in reference.neighbors(maze, size, here) for here, there in pairwise(positions))


@given(ANY_PUZZLE)
def test_degrees_count_the_neighbors_of_every_position(puzzle: Puzzle) -> None:
    ones, twos, fours = puzzle.space.degrees()
    maze = reference.maze_of(puzzle)
    for position in reference.positions(puzzle.size):
        index = index_of(puzzle.size, position)
        degree = (ones >> index & 1) + 2 * (twos >> index & 1) + 4 * (fours >> index & 1)
        assert degree == len(reference.neighbors(maze, puzzle.size, position))
    assert (ones | twos | fours) >> puzzle.space.position_count == 0


@given(ANY_PUZZLE)
def test_moves_and_loops_are_counted(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    neighbors = [len(reference.neighbors(maze, puzzle.size, position)) for position in reference.positions(puzzle.size)]
    assert puzzle.space.move_count == sum(neighbors) / 2
    for part in reference.components(maze, puzzle.size):
        assert puzzle.space.loops(bits(puzzle.size, part)) == reference.loops(maze, puzzle.size, part)
