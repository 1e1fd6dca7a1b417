# SPDX-License-Identifier: GPL-3.0-or-later
"""The serpentine way goes through every position and asks for no decision, in any size."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Size
from tests.core.oskar import reference, strategies


@given(strategies.all_settings(7, ["serpentine"]))
def test_by_default_the_way_goes_through_every_position(settings: Settings) -> None:
    puzzle = generate(replace(settings, start="auto"))
    x, y, z = settings.size
    assert puzzle.measures.length == x * y * z - 1
    assert puzzle.measures.decisions == 0
    assert puzzle.measures.loops == 0
    assert set(puzzle.solution) == set(reference.positions(settings.size))


@pytest.mark.parametrize("size", [(100, 2, 1), (1, 1, 100), (2, 40, 3)])
def test_long_sides(size: tuple[int, int, int]) -> None:
    puzzle = generate(Settings(size=size, style="serpentine", minimum_length=size[0] * size[1] * size[2] - 1))
    assert puzzle.measures.length == size[0] * size[1] * size[2] - 1


Roles = tuple[int, ...]
"""The axes that are line, inner and outer in the proof of docs/tables.md."""


def pairs_of(size: Size, roles: Roles) -> list[tuple[int, int]]:
    """Return the pairs of inner and outer in the order of the proof."""
    inner = range(size[roles[1]])
    return [(i, o) for o in range(size[roles[2]]) for i in (reversed(inner) if o % 2 else inner)]


def maze_of_proof(size: Size, roles: Roles) -> reference.Maze:
    """Return the open squares of the faces that the proof describes."""
    line, inner, outer = roles
    far = 2 * (size[line] - 1)
    opened: reference.Maze = {
        axes: {(2 * i, 2 * j) for i in range(size[axes[0]]) for j in range(size[axes[1]])}
        for axes in reference.FACES.values()
    }

    def open_square(axis: int, at_one: int, second_axis: int, at_other: int) -> None:
        if axis < second_axis:
            opened[axis, second_axis].add((at_one, at_other))
        else:
            opened[second_axis, axis].add((at_other, at_one))

    for (i, o), (next_i, next_o) in pairwise(pairs_of(size, roles)):
        open_square(inner, i + next_i, outer, o + next_o)
    for across in (inner, outer):
        for cell, at in product(range(size[across]), range(size[line] - 1)):
            open_square(line, 2 * at + 1, across, 2 * cell)
    for i in range(size[inner] - 1):
        open_square(line, far if i % 2 else 0, inner, 2 * i + 1)
    for o in range(size[outer] - 1):
        open_square(line, far if ((o + 1) * size[inner] - 1) % 2 else 0, outer, 2 * o + 1)
    return opened


@pytest.mark.parametrize("size", [size for size in product(range(1, 6), repeat=3) if size != (1, 1, 1)])
def test_the_proof_holds_sentence_by_sentence(size: Size) -> None:
    for roles in permutations(range(3)):
        line, inner, outer = roles
        maze = maze_of_proof(size, roles)
        for axes, opened in maze.items():
            assert reference.is_spanning_tree(opened, size[axes[0]], size[axes[1]])
        way = []
        for number, (i, o) in enumerate(pairs_of(size, roles)):
            along = range(size[line])
            for at in along if number % 2 else reversed(along):
                cells = {line: at, inner: i, outer: o}
                way.append((cells[0], cells[1], cells[2]))
        assert sorted(way) == reference.positions(size)
        # There are the moves of the way, and no others.
        for place, position in enumerate(way):
            beside = way[max(place - 1, 0) : place] + way[place + 1 : place + 2]
            assert sorted(reference.neighbors(maze, size, position)) == sorted(beside)


@pytest.mark.parametrize("size", [(2, 3, 4), (3, 3, 2), (1, 4, 3)])
def test_what_is_made_is_what_the_proof_describes_turned_and_mirrored(size: Size) -> None:
    described = []
    for roles in permutations(range(3)):
        maze = maze_of_proof(size, roles)
        for mirrored in product((False, True), repeat=3):
            ends = [2 * (cells - 1) if flip else None for cells, flip in zip(size, mirrored, strict=True)]
            described.append(
                {
                    (a, b): {
                        (i if (end := ends[a]) is None else end - i, j if (end := ends[b]) is None else end - j)
                        for i, j in opened
                    }
                    for (a, b), opened in maze.items()
                }
            )
    made = [reference.maze_of(generate(Settings(size=size, style="serpentine", seed=seed))) for seed in range(200)]
    assert all(maze in described for maze in made)
    assert all(maze in made for maze in described)
