# SPDX-License-Identifier: GPL-3.0-or-later
"""The canonical form is that of all turned and mirrored puzzles, and of no other."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Face
from puzzle_cubes.oskar.maze.space import canonical_form
from tests.core.oskar.strategies import puzzles_of_any_faces

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
def test_puzzles_of_one_form_are_the_same_turned(one: Puzzle, other: Puzzle) -> None:
    assert (form(one) == form(other)) == any(turned(one, turn) == other for turn in TURNS)


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
    assert all(len(same) == 1 for same in forms.values())


def test_forms_stay_what_they_are() -> None:
    # Shelves keep what they make of them.
    puzzle = generate(Settings((4, 3, 2), 7))
    assert form(puzzle).hex() == "0203045ebbbbcf00000101000003"
