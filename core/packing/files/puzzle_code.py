# SPDX-License-Identifier: GPL-3.0-or-later
"""A packing puzzle as one number, as small as is reasonable: what its code is made of.

It has the pieces in their order, as they lie, with how many of each there are, and the goal. A piece of up to six cubes
is its place among all that have as many; a larger one, or one that does not hang together, is a picture of its cells.
Names, hints for taking apart, and what is known of the solutions are no part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from math import comb, prod

from ...common.codes import Reader, Writer
from ...common.errors import InputError
from ...common.words import CODE_CELLS, CODE_PIECES
from ...polycubes.goal import LARGEST_GOAL, Goal, Piece, letters
from ...polycubes.puzzle import MOST_PIECES, PolycubePuzzle
from ...polycubes.shape import Cell, Cells, Shape, box_cells, extent, neighbors

MOST_LISTED = 6
"""Cubes of the pieces that are numbered: 1, 1, 2, 8, 29 and 166 of them."""

CUBE, BOX, OTHER = 0, 1, 2
"""The forms of a goal."""

LARGEST_PICTURE = 1 << 18
"""Cells of the box round a shape or a goal: a few cells may lie so far apart that no code has room for that."""


def puzzle_to_number(puzzle: PolycubePuzzle) -> int:
    """Return the number of a puzzle; raises InputError for one that has none.

    That is one whose cells lie too far apart, and one with colors, groups of pieces or a limit of empty cells.
    """
    if puzzle.has_colors or puzzle.has_groups or puzzle.goal.most_empty is not None:
        raise InputError("The puzzle has colors, groups or a limit of empty cells: no code has room for these.")
    if puzzle.model is not None:
        raise InputError("The pieces have the surface of a model: no code has room for that.")
    digits = Writer()
    _put_goal(digits, puzzle.goal)
    pieces = puzzle.pieces
    digits.put_natural(len(pieces) - 1)
    is_upright = all(piece.shape == piece.shape.upright for piece in pieces)
    digits.put(not is_upright, 2)
    is_once = all(piece.least == piece.most == 1 for piece in pieces)
    digits.put(not is_once, 2)
    for piece in pieces:
        _put_shape(digits, piece.shape.upright)
        if not is_upright:
            orientations = piece.shape.orientations
            digits.put(orientations.index(piece.shape.cells), len(orientations))
        if not is_once:
            digits.put_natural(piece.least)
            digits.put_natural(piece.most - piece.least)
    return digits.number


def puzzle_from_number(number: int) -> PolycubePuzzle:
    """Return the puzzle of a number, with letters as names; raises InputError for what is none."""
    digits = Reader(number)
    goal = _taken_goal(digits)
    count = digits.take_natural() + 1
    if count > MOST_PIECES:
        raise InputError(CODE_PIECES.format(count=f"{count:,}", most=MOST_PIECES))
    is_turned, is_counted = digits.take(2), digits.take(2)
    pieces = []
    for _, name in zip(range(count), letters(), strict=False):
        shape = _taken_shape(digits)
        if is_turned:
            orientations = shape.orientations
            shape = Shape(orientations[digits.take(len(orientations))])
        least = digits.take_natural() if is_counted else 1
        most = least + digits.take_natural() if is_counted else 1
        pieces.append(Piece(shape, least, most, name))
    digits.check_end()
    return PolycubePuzzle(tuple(pieces), goal)


@cache
def listed_shapes(cubes: int) -> tuple[Cells, ...]:
    """Return all shapes of so many cubes that hang together, upright and sorted; mirror images are two."""
    if cubes == 1:
        return (((0, 0, 0),),)
    shapes = set()
    for cells in listed_shapes(cubes - 1):
        for beside in {beside for cell in cells for beside in neighbors(cell)} - set(cells):
            shapes.add(Shape.of((*cells, beside)).upright.cells)
    return tuple(sorted(shapes))


@cache
def _places(cubes: int) -> dict[Cells, int]:
    return {cells: place for place, cells in enumerate(listed_shapes(cubes))}


def _put_shape(digits: Writer, upright: Shape) -> None:
    cubes = len(upright.cells)
    if cubes <= MOST_LISTED and upright.is_connected:
        digits.put(cubes, MOST_LISTED + 1)
        digits.put(_places(cubes)[upright.cells], len(listed_shapes(cubes)))
    else:
        digits.put(0, MOST_LISTED + 1)
        _put_cells(digits, upright.cells)


def _taken_shape(digits: Reader) -> Shape:
    """Return the next shape, upright."""
    cubes = digits.take(MOST_LISTED + 1)
    if not cubes:
        return Shape.of(_taken_cells(digits)).upright
    listed = listed_shapes(cubes)
    return Shape(listed[digits.take(len(listed))])


def _put_goal(digits: Writer, goal: Goal) -> None:
    form = OTHER if not goal.is_box else CUBE if len(set(goal.size)) == 1 else BOX
    digits.put(form, 3)
    if form != OTHER:
        for cells in goal.size[:1] if form == CUBE else goal.size:
            digits.put_natural(cells - 1)
        return
    _put_cells(digits, goal.cells)
    digits.put(bool(goal.optional), 2)
    if goal.optional:
        for cell in goal.cells:
            digits.put(cell in goal.optional, 2)


def _taken_goal(digits: Reader) -> Goal:
    form = digits.take(3)
    if form == CUBE:
        cells = digits.take_natural() + 1
        return Goal.box((cells, cells, cells))
    if form == BOX:
        return Goal.box((digits.take_natural() + 1, digits.take_natural() + 1, digits.take_natural() + 1))
    taken = sorted(_taken_cells(digits), key=lambda cell: cell[::-1])
    optional = {cell for cell in taken if digits.take(2)} if digits.take(2) else set()
    return Goal.of(set(taken) - optional, optional)


def _put_cells(digits: Writer, cells: Collection[Cell]) -> None:
    """Add the box round some cells, how many there are, and which of all sets of so many they are."""
    size = extent(cells)
    if prod(size) > LARGEST_PICTURE:
        raise InputError(f"The cells lie in a box of {' x '.join(map(str, size))}: no code has room for that.")
    for side in size:
        digits.put_natural(side - 1)
    digits.put_natural(len(cells) - 1)
    chosen = set(cells)
    is_chosen = [cell in chosen for cell in box_cells(size)]
    rank = sum(below for _, below in _from_above(prod(size), len(cells), lambda place, _: is_chosen[place]))
    digits.put(rank, comb(prod(size), len(cells)))


def _taken_cells(digits: Reader) -> Cells:
    size = digits.take_natural() + 1, digits.take_natural() + 1, digits.take_natural() + 1
    count = digits.take_natural() + 1
    room = prod(size)
    if room > LARGEST_PICTURE or count > min(room, LARGEST_GOAL):
        raise InputError(CODE_CELLS)
    rank = digits.take(comb(room, count))
    places = []
    for place, below in _from_above(room, count, lambda _, below: below <= rank):  # noqa: B023  (what is left of it)
        rank -= below
        places.append(place)
    cells = box_cells(size)
    return tuple(cells[place] for place in places)


def _from_above(room: int, count: int, is_in: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
    """Yield so many of the places below a room that are in a set, the highest first, each with a number.

    That is how many sets there are of as many lower places as there are still to come with it. Together these numbers
    number the set among all of its size: the combinatorial number system. ``is_in`` is asked about a place and its
    number. Each number is made of the one before: to count them all anew takes a minute with thousands of cells.
    """
    below = comb(room - 1, count)
    for place in reversed(range(room)):
        if not count:
            return
        if is_in(place, below):
            yield place, below
            below = below * count // max(place, 1)
            count -= 1
        else:
            below = below * (place - count) // place
