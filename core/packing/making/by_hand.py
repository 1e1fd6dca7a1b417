# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles that are drawn by hand: cells of a piece or of the goal come and go, and so do pieces.

What is known of the solutions is forgotten with each change, and so is the name of a classic, which it is no longer.
A box that is drawn around the goal is a piece, and its cells are cells of the goal, too: so the others must find a way
through its opening.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any

from ...common.errors import InputError
from ...polycubes.goal import Goal, Piece, letters
from ...polycubes.puzzle import Found, PolycubePuzzle
from ...polycubes.shape import Cell, Cells, Shape, lowest_corner, moved
from .options import CLASSICS

GOAL = -1
"""The number of the goal among what can be drawn on; those of pieces count from 0."""

BOX = "Box"
"""The name of the piece that is a box around the others."""

_NAMES = frozenset(classic.label for classic in CLASSICS.values())


@dataclass(frozen=True)
class Change:
    """A puzzle after a change, and how far the lowest corner of a piece, or of the goal, is from where it was."""

    puzzle: PolycubePuzzle
    shifts: Mapping[int, Cell] = field(default_factory=dict)


def empty_puzzle(size: Cell) -> PolycubePuzzle:
    """Return a box with one piece of one cell, to begin to draw with."""
    return PolycubePuzzle((Piece(Shape(((0, 0, 0),))),), Goal.box(size))


def body_cells(puzzle: PolycubePuzzle, body: int) -> Cells:
    """Return the cells of a piece, or of the goal."""
    return puzzle.goal.cells if body == GOAL else puzzle.pieces[body].shape.cells


def body_name(body: int) -> str:
    """Return what a piece, or the goal, is called at the beginning of a sentence."""
    return "The goal" if body == GOAL else f"Piece {next(islice(letters(), body, None))}"


def with_cells(puzzle: PolycubePuzzle, body: int, cells: Collection[Cell]) -> Change:
    """Add cells to a piece or to the goal, which has to be filled there; and where a piece is a box, to both."""
    goal = puzzle.goal
    if body == GOAL:
        return _goal_change(puzzle, goal.filled | {*cells}, goal.optional - {*cells})
    change = _piece_change(puzzle, body, {*body_cells(puzzle, body), *cells})
    if is_box(puzzle, body):
        return _both(change, _goal_change(change.puzzle, goal.filled | {*cells}, goal.optional - {*cells}))
    return change


def without_cells(puzzle: PolycubePuzzle, body: int, cells: Collection[Cell]) -> Change:
    """Remove cells of a piece or of the goal, and where an outer one of a box is removed, of both.

    Raises InputError where none is left.
    """
    goal = puzzle.goal
    if body == GOAL:
        return _goal_change(puzzle, goal.filled - {*cells}, goal.optional - {*cells})
    left = {*body_cells(puzzle, body)} - {*cells}
    if not left:
        raise InputError(f"{body_name(body)} has no other cube.")
    change = _piece_change(puzzle, body, left)
    if is_box(puzzle, body):
        outer = {
            cell
            for cell in cells
            if any(place in (0, length - 1) for place, length in zip(cell, goal.size, strict=True))
        }
        return _both(change, _goal_change(change.puzzle, goal.filled - outer, goal.optional - outer))
    return change


def with_other_need(puzzle: PolycubePuzzle, cell: Cell) -> Change:
    """Let a cell of the goal stay empty, or let it be filled; raises InputError where none has to be filled then."""
    goal = puzzle.goal
    if cell in goal.filled:
        return _goal_change(puzzle, goal.filled - {cell}, goal.optional | {cell})
    return _goal_change(puzzle, goal.filled | {cell}, goal.optional - {cell})


def with_goal(puzzle: PolycubePuzzle, goal: Goal) -> Change:
    """Give a puzzle another goal, without colors."""
    return Change(_changed(puzzle, goal=goal))


def with_piece(puzzle: PolycubePuzzle, piece: Piece) -> Change:
    """Add a piece after all others; raises InputError where there are as many as can be."""
    return Change(_changed(puzzle, pieces=(*puzzle.pieces, piece)))


def with_piece_instead(puzzle: PolycubePuzzle, body: int, piece: Piece) -> Change:
    """Let another piece take the place of one."""
    return Change(_changed(puzzle, pieces=(*puzzle.pieces[:body], piece, *puzzle.pieces[body + 1 :])))


def with_mirror_image(puzzle: PolycubePuzzle, body: int) -> Change:
    """Let the mirror image of a piece take its place."""
    piece = puzzle.pieces[body]
    return with_piece_instead(puzzle, body, replace(piece, shape=piece.shape.mirrored))


def without_piece(puzzle: PolycubePuzzle, body: int) -> Change:
    """Delete a piece; raises InputError for the last one."""
    if len(puzzle.pieces) == 1:
        raise InputError("A puzzle must have a piece: draw another one before you delete this one.")
    return Change(_changed(puzzle, pieces=(*puzzle.pieces[:body], *puzzle.pieces[body + 1 :])))


def with_box(puzzle: PolycubePuzzle) -> Change:
    """Add a piece of all cells around the goal, also across edges and corners, and let the goal have these, too.

    It stays where it is when the others are taken out. Raises InputError where there is one already, and for a goal
    that becomes too large.
    """
    if any(is_box(puzzle, number) for number in range(len(puzzle.pieces))):
        raise InputError("The puzzle has a box already.")
    goal = puzzle.goal
    ways = [way for way in product((-1, 0, 1), repeat=3) if any(way)]
    around = {cell for x, y, z in ways for cell in moved(goal.cells, (x, y, z))} - {*goal.cells}
    heaviest = max(piece.weight for piece in puzzle.pieces)
    made = with_piece(puzzle, Piece(Shape.of(around), name=BOX, weight=heaviest + 1)).puzzle
    return _goal_change(made, goal.filled | around, goal.optional)


def is_box(puzzle: PolycubePuzzle, body: int) -> bool:
    """Report whether a piece is a box around the goal: it is called so, and is as large, and part of it."""
    piece = puzzle.pieces[body]
    return piece.name == BOX and piece.shape.extent == puzzle.goal.size and {*piece.shape.cells} <= {*puzzle.goal.cells}


def _piece_change(puzzle: PolycubePuzzle, body: int, cells: Iterable[Cell]) -> Change:
    piece, cells = puzzle.pieces[body], {*cells}
    colors = {cell: color for cell, color in piece.shape.color_of.items() if cell in cells}
    now = replace(piece, shape=Shape.of(cells, colors))
    return Change(with_piece_instead(puzzle, body, now).puzzle, {body: lowest_corner(cells)})


def _goal_change(puzzle: PolycubePuzzle, filled: Collection[Cell], optional: Collection[Cell]) -> Change:
    goal, cells = puzzle.goal, {*filled, *optional}
    colors = {cell: color for cell, color in goal.color_of.items() if cell in cells}
    now = Goal.of(filled, optional, colors, goal.most_empty)
    return Change(_changed(puzzle, goal=now), {GOAL: lowest_corner(cells)})


def _both(first: Change, second: Change) -> Change:
    return Change(second.puzzle, {**first.shifts, **second.shifts})


def _changed(puzzle: PolycubePuzzle, **changes: Any) -> PolycubePuzzle:
    name = "" if puzzle.name in _NAMES else puzzle.name
    return replace(puzzle, name=name, found=Found(), notes=(), **changes)
