# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes in pieces, judged by others: a solver that reads only the .xmpuzzle file finds how they go together.

It uses nothing of the core, and the judge of pieces that interlock says how its assemblies come apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any
from xml.etree import ElementTree

import pytest

import puzzle_cubes
from puzzle_cubes.packing.files.xmpuzzle import puzzle_to_xmpuzzle
from tests.core.packing.making.held_together import order_out

Cell = tuple[int, int, int]
Cells = frozenset[Cell]
Assembly = tuple[Cells, ...]
Turn = tuple[tuple[int, ...], tuple[int, ...]]


def _is_turn(axes: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    swaps = sum(axes[first] > axes[second] for first, second in ((0, 1), (0, 2), (1, 2)))
    return (signs.count(-1) + swaps) % 2 == 0


TURNS: list[Turn] = [
    (axes, signs)
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3))
    if _is_turn(axes, signs)
]


def turned(cells: Cells, turn: Turn) -> Cells:
    """Return cells after a turn, with the lowest at 0."""
    places = [[sign * cell[axis] for axis, sign in zip(*turn, strict=True)] for cell in cells]
    low = [min(place) for place in zip(*places, strict=True)]
    return frozenset((x - low[0], y - low[1], z - low[2]) for x, y, z in places)


def read(text: str) -> tuple[dict[str, Cells], Cells]:
    """Return the pieces of a file's problem by their names, each of them one, and what they fill."""
    root = ElementTree.fromstring(text)  # noqa: S314
    shapes, names = [], []
    for voxel in root.iterfind("shapes/voxel"):
        sides = [int(voxel.get(axis, "")) for axis in "xyz"]
        every = product(*(range(side) for side in reversed(sides)))
        shapes.append(
            frozenset((x, y, z) for (z, y, x), mark in zip(every, voxel.text or "", strict=True) if mark == "#")
        )
        names.append(voxel.get("name", ""))
    used = [(int(shape.get("id", "")), shape.get("count")) for shape in root.iterfind("problems/problem/shapes/shape")]
    assert {count for _, count in used} == {"1"}
    (result,) = root.iterfind("problems/problem/result")
    return {names[number]: shapes[number] for number, _ in used}, shapes[int(result.get("id", ""))]


def assemblies(pieces: list[Cells], goal: Cells) -> Iterator[Assembly]:
    """Yield all ways to fill a goal with pieces: each time the cell is filled for which there are the fewest places."""
    places: list[tuple[int, Cells]] = []
    for number, piece in enumerate(pieces):
        for form in sorted({turned(piece, turn) for turn in TURNS}, key=sorted):
            first = min(form)
            for cell in sorted(goal):
                at = frozenset(
                    (x + cell[0] - first[0], y + cell[1] - first[1], z + cell[2] - first[2]) for x, y, z in form
                )
                if at <= goal:
                    places.append((number, at))

    def fill(empty: Cells, fitting: list[tuple[int, Cells]], lying: dict[int, Cells]) -> Iterator[Assembly]:
        if not empty:
            yield tuple(lying[number] for number in range(len(pieces)))
            return
        by_cell = {cell: [place for place in fitting if cell in place[1]] for cell in sorted(empty)}
        for number, at in min(by_cell.values(), key=len):
            left = [place for place in fitting if place[0] != number and place[1].isdisjoint(at)]
            yield from fill(empty - at, left, {**lying, number: at})

    return fill(goal, places, {})


def order_of(assembly: Assembly) -> tuple[int, ...] | None:
    """Return the order in which pieces come out, while exactly one can move at every stage; None where that is not."""
    try:
        return tuple(order_out([tuple(sorted(cells)) for cells in assembly]))
    except AssertionError:
        return None


def judge(shape: str, pieces: int, across: int, seed: int) -> None:
    """Let the solver find how pieces go together, and the judge that they come apart by the steps, one at a time."""
    values: dict[str, Any] = {"across": across} if shape == "ball" else {}
    puzzle = puzzle_cubes.make("packing", shape=shape, shape_pieces=pieces, seed=seed, tray_wall=0.0, **values)
    shapes, goal = read(puzzle_to_xmpuzzle(puzzle.content))
    assert len(shapes) == len(puzzle.steps) == pieces
    assert [len(step.moves) for step in puzzle.steps] == [0, *[1] * (pieces - 1)]
    names = [f"piece_{name.lower()}" for name in shapes]
    orders = [order for assembly in assemblies([*shapes.values()], goal) if (order := order_of(assembly)) is not None]
    stated = [key for step in reversed(puzzle.steps) for key in step.keys]
    # The same pieces may go together in another way, too.
    assert tuple(stated[: pieces - 2]) in {tuple(names[number] for number in order) for order in orders}


@pytest.mark.parametrize(
    ("shape", "pieces", "across", "seed"), [("3x3x3", 3, 12, 1), ("4x4x3", 5, 12, 2), ("ball", 6, 6, 3)]
)
def test_pieces_go_together_by_the_steps_and_one_at_a_time(shape: str, pieces: int, across: int, seed: int) -> None:
    judge(shape, pieces, across, seed)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("shape", "pieces", "across"), [("5x4x4", 6, 12), ("ball", 8, 8), ("4x4x4", 6, 12)])
def test_so_do_ten_of_each_shape(shape: str, pieces: int, across: int, seed: int) -> None:
    judge(shape, pieces, across, seed)
