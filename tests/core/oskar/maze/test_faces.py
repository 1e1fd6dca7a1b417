# SPDX-License-Identifier: GPL-3.0-or-later
"""A face and its inflated grid show the same maze, and its flaws are named by the very cells."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from random import Random

import networkx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw
from numpy.typing import NDArray

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.maze.faces import Face, uniform_tree
from tests.core.oskar import reference, strategies

SHAPES = draw.tuples(draw.integers(1, 7), draw.integers(1, 7))
FACES = SHAPES.flatmap(strategies.faces)


def is_walled_in(grid: NDArray[np.uint8], i: int, j: int) -> bool:
    """Report whether no square beside a cell is open, in a face of several cells."""
    beside = [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    inside = [
        place
        for place in beside
        if all(0 <= coordinate < most for coordinate, most in zip(place, grid.shape, strict=True))
    ]
    return bool(inside) and all(grid[place] for place in inside)


@given(FACES)
def test_passages_stand_between_their_cells(face: Face) -> None:
    grid = face.inflate()
    columns, rows = face.shape
    for i in range(columns):
        for j in range(rows):
            cell = i + columns * j
            if i < columns - 1:
                assert (grid[2 * i + 1, 2 * j] == 0) == bool(face.first >> cell & 1)
            if j < rows - 1:
                assert (grid[2 * i, 2 * j + 1] == 0) == bool(face.second >> cell & 1)


@given(SHAPES, draw.data())
def test_any_grid_comes_back_from_its_face(shape: tuple[int, int], data: draw.DataObject) -> None:
    grid = np.array(
        [
            [i % 2 if i % 2 == j % 2 else data.draw(draw.integers(0, 1)) for j in range(2 * shape[1] - 1)]
            for i in range(2 * shape[0] - 1)
        ],
        dtype=np.uint8,
    )
    face = Face.deflate(grid)
    for i, j in np.ndindex(grid.shape):
        if i % 2 == j % 2 == 0 and is_walled_in(grid, i, j):
            grid[i, j] = 1
    assert np.array_equal(face.inflate(), grid)
    assert Face.deflate(grid) == face


@given(FACES)
def test_any_face_comes_back_from_its_grid_and_its_arrays(face: Face) -> None:
    assert Face.deflate(face.inflate()) == face
    assert Face.from_arrays(*face.arrays()) == face


@given(FACES, draw.data())
def test_a_closed_cell_beside_a_passage_or_an_open_post_is_refused(face: Face, data: draw.DataObject) -> None:
    grid = face.inflate()
    fixed = [(i, j) for i, j in np.ndindex(grid.shape) if i % 2 == j % 2 and (i % 2 or not is_walled_in(grid, i, j))]
    assume(fixed)
    assume(grid.size > 1)
    i, j = data.draw(draw.sampled_from(fixed))
    grid[i, j] = 1 - grid[i, j]
    kind = "post" if i % 2 else "cell"
    with pytest.raises(InputError, match=f"column {i}, row {j} is a {kind}"):
        Face.deflate(grid)


@pytest.mark.parametrize(("first", "second"), [(0b100, 0), (0b100000, 0), (0, 0b1000), (0b1000000, 0), (-1, 0)])
def test_a_passage_out_of_the_face_is_refused(first: int, second: int) -> None:
    with pytest.raises(InputError, match="leads out of it"):
        Face((3, 2), first, second)


Cell = tuple[int, int]
Passage = frozenset[Cell]

MOST_CELLS = 12
MOST_LOOPS = 3


def face_of(shape: tuple[int, int], passages: set[Passage]) -> Face:
    """Return the face with just these passages."""
    bits = [0, 0]
    for passage in passages:
        (i, j), upper = sorted(passage)
        bits[upper[0] == i] |= 1 << i + shape[0] * j
    return Face(shape, bits[0], bits[1])


def squares_of(face: Face) -> set[reference.Square]:
    """Return the open squares of a face."""
    return reference.maze_of_faces((face, face, face))[0, 1]


def passages_of(face: Face) -> set[Passage]:
    """Return the passages of a face, each by the two cells that it joins."""
    return {frozenset(((i // 2, j // 2), ((i + 1) // 2, (j + 1) // 2))) for i, j in squares_of(face) if i % 2 != j % 2}


def all_passages(shape: tuple[int, int]) -> list[Passage]:
    """Return all places where a face can have a passage, in a fixed order."""
    columns, rows = shape
    along_first = [frozenset(((i, j), (i + 1, j))) for i in range(columns - 1) for j in range(rows)]
    return along_first + [frozenset(((i, j), (i, j + 1))) for i in range(columns) for j in range(rows - 1)]


def cells_in(text: str) -> list[Cell]:
    """Return the cells that a sentence names."""
    return [(int(i), int(j)) for i, j in re.findall(r"\((\d+), (\d+)\)", text)]


def check_loops(sentences: list[str], passages: set[Passage], loops: int) -> None:
    """Assert that sentences name so many loops, each by all of its cells in their order, and no loop twice."""
    assert len(sentences) == min(loops, MOST_LOOPS)
    whole: list[set[Passage]] = []
    for flaw in sentences:
        named = re.fullmatch(r"has a loop through (.*), so the wall inside of it hangs on nothing", flaw)
        assert named
        cells = cells_in(named[1])
        steps = [frozenset(step) for step in pairwise(cells)]
        assert len(set(cells)) == len(cells)
        if named[1].endswith(" and so on"):
            assert len(cells) == MOST_CELLS
        else:
            assert 4 <= len(cells) <= MOST_CELLS
            steps.append(frozenset((cells[-1], cells[0])))
            whole.append(set(steps))
        assert set(steps) <= passages
    for count in range(1, len(whole) + 1):
        for several in combinations(whole, count):
            # Loops that are independent never cancel each other out.
            left: set[Passage] = set()
            for loop in several:
                left ^= loop
            assert left


def check_flaws(face: Face) -> None:
    """Assert that the sentences on a face say exactly what the passages show."""
    passages = passages_of(face)
    flaws = face.flaws()
    if not passages:
        assert flaws == ([] if face.shape == (1, 1) else ["has no passage"])
        return
    graph = networkx.Graph(map(tuple, passages))
    first = min(graph, key=lambda cell: cell[::-1])
    apart = set(graph) - networkx.node_connected_component(graph, first)
    loops = len(passages) - len(graph) + networkx.number_connected_components(graph)
    if apart:
        apart_line = re.fullmatch(r"has (\d+) cells that no passage connects with the others, at (.*)", flaws.pop(0))
        assert apart_line
        assert int(apart_line[1]) == len(apart)
        assert len(cells_in(apart_line[2])) == min(len(apart), MOST_CELLS)
        assert set(cells_in(apart_line[2])) <= apart
        assert apart_line[2].endswith(" and so on") == (len(apart) > MOST_CELLS)
    if loops > MOST_LOOPS:
        more = loops - MOST_LOOPS
        assert flaws.pop() == ("has 1 loop more" if more == 1 else f"has {more} loops more")
    check_loops(flaws, passages, loops)


@given(FACES)
def test_a_face_without_flaws_and_solid_cells_is_a_spanning_tree(face: Face) -> None:
    assert face.is_spanning_tree() == reference.is_spanning_tree(squares_of(face), *face.shape)
    assert face.is_spanning_tree() == (face.flaws() == [] and not face.solid)


@given(FACES)
def test_any_face_is_described_truly(face: Face) -> None:
    check_flaws(face)


@given(SHAPES, draw.integers(0, 2**31), draw.data())
def test_a_tree_that_was_tampered_with_is_described_truly(
    shape: tuple[int, int], seed: int, data: draw.DataObject
) -> None:
    face = Face.from_tree(shape, uniform_tree(shape, Random(seed)))
    places = all_passages(shape)
    changed = data.draw(draw.sets(draw.sampled_from(places), max_size=3)) if places else set()
    tampered = face_of(shape, passages_of(face) ^ changed)
    assert passages_of(tampered) == passages_of(face) ^ changed
    check_flaws(tampered)
