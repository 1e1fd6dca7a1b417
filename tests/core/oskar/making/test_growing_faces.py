# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces that grow allow just what closes no loop, and completing them changes nothing that a player can reach."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.making.changing_faces import GrowingFaces
from puzzle_cubes.oskar.making.loop_free_faces import LoopFreeFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.making.texture import Texture, TextureOptions
from puzzle_cubes.oskar.maze.faces import FaceArrays, Faces
from puzzle_cubes.oskar.maze.space import DIRECTIONS, index_of, position_of
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

Move = tuple[reference.Triple, reference.Triple]


def all_moves(size: reference.Triple) -> list[Move]:
    """Return all moves up an axis that there is room for."""
    return [
        (here, neighbor)
        for here in reference.positions(size)
        for neighbor in reference.adjacent(size, here)
        if here < neighbor
    ]


def opened_by(maze: reference.Maze, move: Move) -> reference.Maze:
    """Return the faces with the squares of a move open."""
    squares = dict(reference.squares_crossed(*move))
    return {axes: opened | ({squares[axes]} if axes in squares else set()) for axes, opened in maze.items()}


def has_loop(maze: reference.Maze, size: reference.Triple) -> bool:
    """Report whether a face or the configuration space has a loop."""
    return any(map(face_has_loop, maze.values())) or reference.all_loops(maze, size) > 0


def face_has_loop(opened: set[reference.Square]) -> bool:
    """Report whether the passages of a face close a loop: whether a part has more than a tree of its squares."""
    left = opened.copy()
    while left:
        part = reference.reached_from(min(left), opened)
        if not reference.is_tree_beside_solid(part):
            return True
        left -= part
    return False


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
    for here, neighbor in moves:
        wanted = opened_by(maze, (here, neighbor))
        legal = neighbor in reference.neighbors(maze, size, here)
        axis = next(axis for axis in range(3) if here[axis] != neighbor[axis])
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


def ways_on(growth: GrowingFaces, maze: reference.Maze, here: reference.Triple) -> dict[reference.Triple, int]:
    """Return the positions that may be discovered from one, with the direction of the move there."""
    ways = {}
    for direction in DIRECTIONS:
        cells = list(here)
        cells[direction // 2] += -1 if direction % 2 else 1
        beside = cells[0], cells[1], cells[2]
        if (
            beside in reference.adjacent(growth.size, here)
            and not growth.discovered[index_of(growth.size, beside)]
            and reference.may_enter(maze, here, beside)
        ):
            ways[beside] = direction
    return ways


@given(strategies.sizes(5), draw.integers(0, 2**31), draw.integers(1, 3))
def test_ways_on_are_those_that_all_faces_allow(size: strategies.Triple, seed: int, trees: int) -> None:
    random = Random(seed)
    growth = GrowingFaces(size)
    visited: list[reference.Triple] = []
    for _ in range(trees):
        if 0 not in growth.discovered:
            break
        root = random.choice([i for i, is_discovered in enumerate(growth.discovered) if not is_discovered])
        growth.root(position_of(size, root))
        visited.append(position_of(size, root))
        for _ in range(40):
            maze = reference.maze_of_growth(growth)
            here = random.choice(visited)
            expected = ways_on(growth, maze, here)
            ways = growth.ways_on(growth.node(here))
            assert {place: direction for direction, place in ways} == {
                growth.node(neighbor): direction for neighbor, direction in expected.items()
            }
            place = Texture(TextureOptions(), random).way_on(growth, growth.node(here))
            assert (place is None) == (not expected)
            if place is None:
                continue
            neighbor = position_of(size, place.position)
            visited.append(neighbor)
            after = reference.maze_of_growth(growth)
            for axes, square in reference.squares_crossed(here, neighbor):
                cell = 2 * neighbor[axes[0]], 2 * neighbor[axes[1]]
                assert after[axes] - maze[axes] <= {square, cell}
            assert neighbor in reference.neighbors(after, size, here)
    cells = sum(size[first] * size[second] for first, second in reference.FACES.values())
    maze = reference.maze_of_growth(growth)
    visited_cells = sum(i % 2 == j % 2 == 0 for opened in maze.values() for i, j in opened)
    assert growth.whole == (visited_cells == cells)


ONE_TREE = ("classic", "growing_tree", "hunt_and_kill", "prim")
"""The styles that grow one tree from the start until the faces allow no position more."""

GROWN = [name for name, style in STYLES.items() if style.start == "center"]
"""All styles that grow trees of positions."""


def without_symmetry(settings: Settings) -> Settings:
    """Return settings for faces that grow without images of their passages."""
    return replace(settings, of_styles=tuple(owned for owned in settings.of_styles if owned[0] != "symmetry"))


def grow_and_complete(settings: Settings) -> tuple[reference.Maze, reference.Maze]:
    """Return the faces as the last growth of a style leaves them, and as they are completed."""
    before: list[reference.Maze] = []
    complete = GrowingFaces.complete

    def look_and_complete(growth: GrowingFaces, random: Random) -> Faces:
        before.append(reference.maze_of_growth(growth))
        return complete(growth, random)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GrowingFaces, "complete", look_and_complete)
        draft = attempts.draft_of(settings)
    return before[-1], reference.maze_of_faces(draft.faces)


@given(strategies.all_settings(7, GROWN).map(without_symmetry))
def test_faces_become_spanning_trees_with_no_loop_added_and_nothing_closed(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    for (first, second), opened in before.items():
        assert opened <= after[first, second]
        assert reference.is_spanning_tree(after[first, second], settings.size[first], settings.size[second])
    assert reference.all_loops(after, settings.size) <= reference.all_loops(before, settings.size)


@given(strategies.all_settings(8, ONE_TREE).map(without_symmetry))
def test_what_is_reachable_and_how_far_it_is_stay_the_same(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    root = settings.root
    assert reference.distances(after, settings.size, root) == reference.distances(before, settings.size, root)


@given(strategies.puzzles(5), draw.integers(0, 2**31), draw.data())
def test_trees_that_fell_into_any_parts_become_whole_again(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    arrays = [face.arrays() for face in puzzle.faces]
    share = data.draw(draw.sampled_from((0.0, 0.1, 0.5, 0.9, 1.0)))
    kept = np.random.default_rng(data.draw(draw.integers(0, 2**31)))
    for passages in (passages for pair in arrays for passages in pair):
        passages[kept.random(passages.shape) < share] = False
    left = [(first.copy(), second.copy()) for first, second in arrays]
    faces = LoopFreeFaces(puzzle.size, arrays).complete(Random(seed))
    maze = reference.maze_of_faces(faces)
    for (first_axis, second_axis), face, (first, second) in zip(reference.FACES.values(), faces, left, strict=True):
        columns, rows = puzzle.size[first_axis], puzzle.size[second_axis]
        assert reference.is_spanning_tree(maze[first_axis, second_axis], columns, rows)
        assert not np.any(first & ~face.arrays()[0])
        assert not np.any(second & ~face.arrays()[1])


LOOP_SIZE = (3, 3, 3)
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
            if rest is not None and reference.all_loops({**WITH_LOOP, axes: rest}, LOOP_SIZE) == 0:
                leaves.append((axes, cell))
    return leaves


def puzzle_with_loop() -> Puzzle:
    """Return a puzzle of the faces in the pictures, from a position of the part with the loop to another."""
    # Nothing is left to be completed.
    faces = LoopFreeFaces(LOOP_SIZE, arrays_of(LOOP_SIZE, WITH_LOOP)).complete(Random(0))
    on_loop = max(
        reference.components(WITH_LOOP, LOOP_SIZE), key=lambda part: reference.loops(WITH_LOOP, LOOP_SIZE, part)
    )
    start, end, *_ = sorted(on_loop)
    return Puzzle(LOOP_SIZE, faces, start, end)


def test_the_loop_is_counted() -> None:
    for axes, opened in WITH_LOOP.items():
        assert reference.is_spanning_tree(opened, 3, 3), axes
    assert reference.all_loops(WITH_LOOP, LOOP_SIZE) == 1
    puzzle = puzzle_with_loop()
    assert reference.maze_of(puzzle) == WITH_LOOP
    assert puzzle.measures.loops == 1
    assert puzzle.flaws == ()


@pytest.mark.parametrize("several", [pair for pair in combinations(cells_of_the_loop(), 2) if pair[0][0] != pair[1][0]])
def test_cells_of_two_faces_are_joined_so_that_no_loop_closes(
    several: tuple[tuple[tuple[int, int], reference.Square], ...],
) -> None:
    started = dict(WITH_LOOP)
    for axes, cell in several:
        started[axes] = without_leaf(started[axes], cell) or started[axes]
    assert [seed for seed in SEEDS if reference.all_loops(completed(LOOP_SIZE, started, seed), LOOP_SIZE) > 0] == []


def test_there_are_such_cells_in_every_face() -> None:
    assert {axes for axes, _ in cells_of_the_loop()} == set(WITH_LOOP)
