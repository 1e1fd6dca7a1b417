# SPDX-License-Identifier: GPL-3.0-or-later
"""A piece lies in print as well as it can, and its letter is read from above and is the same in every solution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from puzzle_cubes.kind.part import Part
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model.checks import check_puzzle
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.lettering import best_up, sides_in_print
from puzzle_cubes.packing.model.parts import LOOKS, PiecePart, pieces_of, puzzle_parts
from puzzle_cubes.packing.model.piece_solid import piece_solid
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.printing.checks import DOUBTFUL, GOOD
from puzzle_cubes.printing.gauge import ROWS, columns, pixels
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import Solid
from tests.core.polycubes import known
from tests.core.polycubes.strategies import polycubes
from tests.core.solids.judges import manifold_of


def printed(shape: Shape, up: int) -> Solid:
    solid, _ = piece_solid(shape.cells, (10.0, 10.0, 10.0), 0.1).centered()
    return Part("piece", "Piece", solid, (LOOKS["classic"].of_piece(0),), up=up).printed


def areas_below(solid: Solid) -> tuple[float, float]:
    """Return the area that hangs in the air and that on the bed, in square millimeters."""
    x, y, _ = (np.diff(line) for line in solid.lines)
    below = np.concatenate((np.zeros_like(solid.filled[:, :, :1]), solid.filled[:, :, :-1]), axis=2)
    sides = np.einsum("i,j,ijk->k", x, y, solid.filled & ~below)
    return float(sides[1:].sum()), float(sides[0])


@given(polycubes(most=7))
def test_no_other_orientation_has_less_that_hangs_or_more_on_the_bed(shape: Shape) -> None:
    best = areas_below(printed(shape, best_up(shape.cells)))
    for up in range(6):
        hanging, on_bed = areas_below(printed(shape, up))
        # Rims of the inset make a small difference.
        assert best[0] <= hanging + 40
        if abs(best[0] - hanging) < 1:
            assert best[1] >= on_bed - 40
    assert (best[0] > 50) == bool(sides_in_print(shape.cells, best_up(shape.cells))[0])


@pytest.mark.parametrize(
    ("digits", "hangs"),
    [
        ("000 100 200 101", False),
        ("000 100 010 001", False),
        ("000 100 200 001 201", False),
        # A bar with a cube on each of two neighboring sides, and one that goes on beside it.
        ("101 001 100 102 112 010", True),
    ],
)
def test_what_can_stand_without_supports_does(digits: str, hangs: bool) -> None:
    shape = known.shape(digits)
    assert bool(printed(shape, best_up(shape.cells)).overhangs) is hangs


DEPTH = 0.6
DIMENSIONS = Dimensions(letters=DEPTH)


def seen_from_above(part: PiecePart) -> NDArray[np.bool_]:
    printed: Solid = part.printed
    assert part.letter is not None
    text, pixel = part.letter.text, part.letter.pixel
    top = printed.lines[2][-1] - DEPTH / 2
    layer = printed.filled[:, :, int(np.searchsorted(printed.lines[2], top)) - 1]
    below = printed.filled[:, :, int(np.searchsorted(printed.lines[2], top - DEPTH)) - 1]
    pits = np.argwhere(below & ~layer)
    x, y = printed.lines[:2]
    inner = [(line[number], line[number + 1]) for line, number in zip((x, y), pits.min(axis=0), strict=True)]
    low = inner[0][0], inner[1][0]
    size = max(columns(text), ROWS)
    grid = np.zeros((size, size), dtype=bool)
    for i in range(size):
        for j in range(size):
            places = low[0] + (i + 0.5) * pixel, low[1] + (j + 0.5) * pixel
            numbers = [int(np.searchsorted(line, place)) - 1 for line, place in zip((x, y), places, strict=True)]
            inside = all(number < len(line) - 1 for number, line in zip(numbers, (x, y), strict=True))
            grid[i, j] = inside and not layer[numbers[0], numbers[1]] and below[numbers[0], numbers[1]]
    return grid


def one_piece(shape: Shape) -> PolycubePuzzle:
    return PolycubePuzzle((Piece(shape),), Goal.of(shape.cells))


def test_a_letter_is_read_from_above_and_is_not_mirrored() -> None:
    bar = Shape.of((x, 0, 0) for x in range(3))
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    puzzle = PolycubePuzzle(tuple(Piece(bar) for _ in names), Goal.box((3, 26, 1)))
    for part in puzzle_parts(puzzle, DIMENSIONS)[:26]:
        assert isinstance(part, PiecePart)
        shown = seen_from_above(part)
        turned = [np.rot90(pixels(part.name), quarter) for quarter in range(4)]
        read = [shown[: letter.shape[0], : letter.shape[1]] for letter in turned]
        assert any(np.array_equal(letter, shown_letter) for letter, shown_letter in zip(turned, read, strict=True)), (
            part.name
        )


@given(polycubes(most=7))
def test_it_looks_up_in_print_and_leaves_one_closed_body(shape: Shape) -> None:
    (part,) = pieces_of(_lying(one_piece(shape), DIMENSIONS))
    plain = next(iter(_lying(one_piece(shape), Dimensions())))
    assert part.letter is not None
    strokes = float(np.count_nonzero(pixels("A"))) * part.letter.pixel**2 * DEPTH
    assert plain.volume - part.volume == pytest.approx(strokes, rel=0.05)
    body = manifold_of(part.mesh())
    assert len(body.decompose()) == 1
    assert body.volume() == pytest.approx(part.volume, rel=1e-5)
    assert bool(part.printed.overhangs) == bool(plain.printed.overhangs)


def _lying(puzzle: PolycubePuzzle, dimensions: Dimensions) -> tuple[PiecePart, ...]:
    """Return the pieces of a puzzle in its first solution."""
    return pieces_of(puzzle_parts(replace(puzzle, found=solve(puzzle)), dimensions))


def test_a_bevel_is_as_wide_with_letters_as_without() -> None:
    (part,) = _lying(one_piece(Shape.of([(0, 0, 0), (1, 0, 0)])), replace(DIMENSIONS, bevel=1.5))
    (plain,) = _lying(one_piece(Shape.of([(0, 0, 0), (1, 0, 0)])), Dimensions(bevel=1.5))
    assert part.chamfer.skin(part.solid).widths[0] == plain.chamfer.skin(plain.solid).widths[0] == 1.5


def test_every_piece_is_the_same_body_in_every_solution() -> None:
    puzzle = CLASSICS["soma"].puzzle
    puzzle = replace(puzzle, found=solve(puzzle))
    seen: dict[str, set[tuple[object, ...]]] = {}
    for number in (1, 7, 100, 480):
        for part in pieces_of(puzzle_parts(puzzle, replace(DIMENSIONS, solution=number))):
            printed = part.printed
            # How it is turned about the upright axis is all that may differ.
            x, y = (np.diff(line) for line in printed.lines[:2])
            layers = np.einsum("i,ijk,j->k", x, printed.filled, y).round(4).tolist()
            seen.setdefault(part.name, set()).add((round(part.volume, 4), tuple(layers)))
    assert len(seen) == 7
    assert all(len(bodies) == 1 for bodies in seen.values())


@pytest.mark.parametrize(("cube", "pieces", "level"), [(15.0, 3, GOOD), (2.0, 12, DOUBTFUL)])
def test_letters_that_the_nozzle_cannot_draw_are_said(cube: float, pieces: int, level: str) -> None:
    puzzle = PolycubePuzzle((Piece(Shape.of([(0, 0, 0)]), pieces, pieces),), Goal.box((pieces, 1, 1)))
    puzzle = replace(puzzle, found=solve(puzzle))
    dimensions = Dimensions(cube=cube, letters=0.3)
    (check,) = (line for line in check_puzzle(puzzle, dimensions, Printer()).checks if line.name == "Letters")
    assert check.level == level
    assert bool(check.parts) == (level == DOUBTFUL)
    assert not [
        line for line in check_puzzle(puzzle, Dimensions(cube=cube), Printer()).checks if line.name == "Letters"
    ]
