# SPDX-License-Identifier: GPL-3.0-or-later
"""The space holds the moves that the faces allow, and sets of positions tell what plain searches find."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, permutations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.changing_faces import ExchangeFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Face, Faces, uniform_tree
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, canonical_form, follow, index_of, position_of
from tests.core.oskar import reference, strategies
from tests.core.oskar.making.test_exchanging_faces import proposed
from tests.core.oskar.strategies import puzzles_of_any_faces

ANY_PUZZLE = strategies.puzzles(6) | strategies.puzzles_of_any_faces(4)


def is_legal(puzzle: Puzzle, here: strategies.Triple, neighbor: strategies.Triple) -> bool:
    """Return whether one legal move leads from the one position to the other, asked for in both ways."""
    (answer,) = puzzle.space.legal_moves(np.array([here, neighbor]))
    assert puzzle.space.is_legal(here, neighbor) == answer
    return bool(answer)


@given(ANY_PUZZLE)
def test_neighbors_are_the_legal_moves(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    for here in reference.positions(puzzle.size):
        legal = set(reference.neighbors(maze, puzzle.size, here))
        neighbors = list(puzzle.space.neighbors(index_of(puzzle.size, here)))
        assert len(neighbors) == len(legal)
        assert {position_of(puzzle.size, index) for index in neighbors} == legal
        assert {
            neighbor for neighbor in reference.adjacent(puzzle.size, here) if is_legal(puzzle, here, neighbor)
        } == legal


@given(ANY_PUZZLE)
def test_a_jump_is_never_legal(puzzle: Puzzle) -> None:
    jumps = set(reference.positions(puzzle.size)) - set(reference.adjacent(puzzle.size, puzzle.start))
    assert not any(is_legal(puzzle, puzzle.start, position) for position in jumps)


@given(strategies.puzzles(6))
def test_all_moves_of_a_solution_are_legal_and_a_stop_is_none(puzzle: Puzzle) -> None:
    path = np.array(puzzle.solution)
    assert puzzle.space.legal_moves(path).all()
    assert len(puzzle.space.legal_moves(path[:1])) == len(puzzle.space.legal_moves(path[:0])) == 0
    stopped = np.insert(path, 1, path[0], axis=0)
    assert np.flatnonzero(~puzzle.space.legal_moves(stopped)).tolist() == [0]


@given(ANY_PUZZLE)
def test_every_reachable_position_has_a_shortest_way_to_the_end(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    distances = reference.distances(maze, puzzle.size, puzzle.end)
    ways = puzzle.space.ways_to(puzzle.end)
    assert {position_of(puzzle.size, index) for index in ways} == set(distances)
    for here in reference.positions(puzzle.size):
        path = follow(puzzle.size, ways, here)
        if here not in distances:
            assert path is None
            continue
        assert path is not None
        assert (path[0], path[-1], len(path) - 1) == (here, puzzle.end, distances[here])
        assert all(after in reference.neighbors(maze, puzzle.size, before) for before, after in pairwise(path))


@given(ANY_PUZZLE)
def test_components_are_the_connected_parts(puzzle: Puzzle) -> None:
    labels = puzzle.space.components().tolist()
    parts = reference.components(reference.maze_of(puzzle), puzzle.size)
    for part in parts:
        indices = {index_of(puzzle.size, position) for position in part}
        assert {labels[index] for index in indices} == {min(indices)}


@given(strategies.sizes(9), draw.data())
def test_an_index_is_a_position(size: strategies.Triple, data: draw.DataObject) -> None:
    position = data.draw(strategies.positions(size))
    assert position_of(size, index_of(size, position)) == position
    assert sorted(index_of(size, cell_position) for cell_position in reference.positions(size)) == list(
        range(size[0] * size[1] * size[2])
    )


def bits(size: reference.Triple, positions: set[reference.Triple]) -> int:
    """Return a set of positions as bits."""
    return sum(1 << index_of(size, position) for position in positions)


def plain_layers(maze: reference.Maze, size: reference.Triple, start: set[reference.Triple]) -> list[int]:
    """Return the positions by their distance from the nearest position of a set."""
    moves: dict[reference.Triple, int] = {}
    for beginning in start:
        for position, count in reference.distances(maze, size, beginning).items():
            moves[position] = min(count, moves.get(position, count))
    return [
        bits(size, {position for position, count in moves.items() if count == distance})
        for distance in range(max(moves.values()) + 1)
    ]


@given(ANY_PUZZLE, draw.data())
def test_layers_are_the_positions_by_their_distance(puzzle: Puzzle, data: draw.DataObject) -> None:
    start = data.draw(draw.sets(strategies.positions(puzzle.size), min_size=1, max_size=4))
    layers = puzzle.space.layers(bits(puzzle.size, start))
    plain = plain_layers(reference.maze_of(puzzle), puzzle.size, start)
    assert layers.sets == plain
    assert layers.depth == len(plain) - 1
    assert layers.reachable == sum(plain)
    assert layers.within == [sum(plain[: distance + 1]) for distance in range(len(plain))]


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
    assert all(neighbor in reference.neighbors(maze, size, here) for here, neighbor in pairwise(positions))


@given(ANY_PUZZLE, draw.data())
def test_what_is_beside_some_positions_and_what_is_between_them(puzzle: Puzzle, data: draw.DataObject) -> None:
    positions = data.draw(draw.sets(strategies.positions(puzzle.size), max_size=9))
    maze = reference.maze_of(puzzle)
    moves = {
        position: len(positions & {*reference.neighbors(maze, puzzle.size, position)})
        for position in reference.positions(puzzle.size)
    }
    space, numbered = puzzle.space, bits(puzzle.size, positions)
    assert space.beside(numbered) == bits(puzzle.size, {position for position, count in moves.items() if count})
    assert space.between(numbered) == bits(puzzle.size, {position for position, count in moves.items() if count > 1})


@given(ANY_PUZZLE)
def test_moves_and_loops_are_counted(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    neighbors = [len(reference.neighbors(maze, puzzle.size, position)) for position in reference.positions(puzzle.size)]
    assert puzzle.space.move_count == sum(neighbors) / 2
    for part in reference.components(maze, puzzle.size):
        assert puzzle.space.loops(bits(puzzle.size, part)) == reference.loops(maze, puzzle.size, part)


def eccentricities(
    maze: reference.Maze, size: reference.Triple, inside: reference.Triple
) -> dict[reference.Triple, int]:
    """Return, for all that a position is connected with, how far away the farthest position is."""
    return {
        position: max(reference.distances(maze, size, position).values())
        for position in reference.distances(maze, size, inside)
    }


def check_longest_way(size: reference.Triple, faces: Faces, inside: reference.Triple) -> None:
    """Assert that no other two positions are farther apart, of those that one is connected with."""
    start, end = ConfigurationSpace.from_faces(size, faces).longest_way(inside)
    maze = reference.maze_of_faces(faces)
    farthest = eccentricities(maze, size, inside)
    assert reference.distances(maze, size, start)[end] == max(farthest.values())
    assert start in farthest


@given(strategies.puzzles(4) | strategies.puzzles_of_any_faces(4), draw.data())
def test_no_other_two_positions_are_farther_apart(puzzle: Puzzle, data: draw.DataObject) -> None:
    check_longest_way(puzzle.size, puzzle.faces, data.draw(strategies.positions(puzzle.size)))


def tree_and_more(shape: tuple[int, int], more: int, random: Random) -> Face:
    """Return a tree with some passages more, which close loops."""
    first, second = Face.from_tree(shape, uniform_tree(shape, random)).arrays()
    for _ in range(more):
        passages = random.choice((first[:, :-1], second[:-1]))
        row, column = (random.randrange(length) for length in passages.shape)
        passages[row, column] = True
    return Face.from_arrays(first, second)


@pytest.mark.parametrize("seed", [17, 20, 24])
def test_loops_do_not_mislead(seed: int) -> None:
    # Of these mazes a position that is farthest from another is no end of a longest way.
    size, random = (4, 3, 4), Random(seed)
    xy, xz, yz = (
        tree_and_more((size[first], size[second]), random.randrange(4, 10), random)
        for first, second in strategies.SHAPES
    )
    check_longest_way(size, (xy, xz, yz), random.choice(reference.positions(size)))


Turn = tuple[tuple[int, ...], tuple[bool, ...]]

TURNS: tuple[Turn, ...] = tuple(
    (axes, flips) for axes in permutations(range(3)) for flips in product((False, True), repeat=3)
)
"""The axis that becomes each of x, y and z, and which of these are mirrored then."""


def turned(puzzle: Puzzle, turn: Turn) -> Puzzle:
    """Return a puzzle turned by its pictures: by transposing and reversing the inflated grids of its faces."""
    axes, flips = turn
    x, y, z = (puzzle.size[axis] for axis in axes)
    faces = []
    for spanned in FACE_AXES:
        came = [axes[axis] for axis in spanned]
        first, second = sorted(came)
        grid = puzzle.faces[FACE_AXES.index((first, second))].inflate()
        grid = grid if came == sorted(came) else grid.T
        for number, axis in enumerate(spanned):
            grid = np.flip(grid, number) if flips[axis] else grid
        faces.append(Face.deflate(grid))
    ends = []
    for position in (puzzle.start, puzzle.end):
        a, b, c = (
            puzzle.size[axis] - 1 - position[axis] if flip else position[axis]
            for axis, flip in zip(axes, flips, strict=True)
        )
        ends.append((a, b, c))
    return Puzzle((x, y, z), (faces[0], faces[1], faces[2]), ends[0], ends[1])


def form(puzzle: Puzzle) -> bytes:
    return canonical_form(puzzle.size, puzzle.faces, puzzle.start, puzzle.end)


@given(puzzles_of_any_faces(4), draw.sampled_from(TURNS))
def test_a_turned_or_mirrored_puzzle_has_the_same_form(puzzle: Puzzle, turn: Turn) -> None:
    assert form(turned(puzzle, turn)) == form(puzzle)


@given(puzzles_of_any_faces(3), puzzles_of_any_faces(3))
def test_puzzles_of_one_form_are_the_same_turned(puzzle: Puzzle, second_puzzle: Puzzle) -> None:
    assert (form(puzzle) == form(second_puzzle)) == any(turned(puzzle, turn) == second_puzzle for turn in TURNS)


def test_the_smallest_puzzles_fall_into_as_many_forms_as_a_plain_count_has() -> None:
    # A box of 2x2x1: four trees of its large face, and two ends among four cells.
    trees = [(0b1, 0b11), (0b100, 0b11), (0b101, 0b1), (0b101, 0b10)]
    cells = [(x, y, 0) for x in range(2) for y in range(2)]
    forms = defaultdict(set)
    for (first, second), start, end in product(trees, cells, cells):
        if start != end:
            faces = Face((2, 2), first, second), Face((2, 1), 1, 0), Face((2, 1), 1, 0)
            puzzle = Puzzle((2, 2, 1), faces, start, end)
            forms[form(puzzle)].add(min(repr(turned(puzzle, turn)) for turn in TURNS))
    # A path of four cells: its two ends are any of twelve pairs, each as one with the pair that is its mirror image.
    assert len(forms) == 6
    assert all(len(form) == 1 for form in forms.values())


def test_forms_stay_what_they_are() -> None:
    # Shelves keep what they make of them.
    puzzle = generate(Settings((4, 3, 2), 7))
    assert form(puzzle).hex() == "0203045ebbbbcf00000101000003"
