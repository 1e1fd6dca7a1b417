# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls that are drawn by hand: each change is an exchange, so that the puzzle is a whole one after every click.

A wall that is taken out opens a loop, and what is inside of it would hang on nothing, so another one comes in on that
loop; one that is put in cuts its face in two, so another one goes. Which one, is chosen so that the end stays within
reach, then for the most positions within reach, then for the longest way. What was drawn stays as it was drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from ...common.errors import InputError
from ...common.union_find import UnionFind
from ...printing.pixel_letters import LETTERS, Font, pixels
from ..maze.faces import FACE_NAMES, Face, Faces, Square
from ..maze.space import ConfigurationSpace, index_of, position_of
from .puzzle import Puzzle

Drawn = Mapping[Square, bool]
"""The squares that somebody has drawn: whether each is a wall."""

WALL_LETTERS: Font = MappingProxyType(
    {
        **LETTERS,
        "B": ("###", "#.#", "###", "#.#", "###"),
        "D": ("##.", "#.#", "#.#", "#.#", "###"),
        "K": ("#.#", "#.#", "###", "#.#", "#.#"),
        "N": ("###", "#.#", "#.#", "#.#", "#.#"),
        "O": ("###", "#.#", "#.#", "#.#", "###"),
        "Q": ("###", "#.#", "#.#", "###", "..#"),
        "R": ("###", "#.#", "###", "##.", "#.#"),
        "S": ("###", "#..", "###", "..#", "###"),
        "V": ("#.#", "#.#", "#.#", "###", ".#."),
        "X": ("#.#", "###", ".#.", "###", "#.#"),
        "Y": ("#.#", "#.#", "###", ".#.", ".#."),
        "Z": ("###", "..#", "###", "#..", "###"),
    }
)
"""Letters whose pixels hang together along sides, as walls do; some are like a digit."""

MOST_TRIED = 24
"""So many of the squares that could change instead are judged, those nearest to the one that was drawn."""


@dataclass(frozen=True)
class Change:
    """A square that is drawn, whether it was a wall, the one that changes for it, and the puzzle that it is then."""

    puzzle: Puzzle
    square: Square
    was_wall: bool
    instead: Square


def is_drawable(puzzle: Puzzle, square: Square) -> bool:
    """Report whether a square can be a wall and can be none: it lies between two cells of its face."""
    columns, rows = puzzle.faces[square.face].shape
    along, across = square.place
    inside = 0 <= along < 2 * columns - 1 and 0 <= across < 2 * rows - 1
    return inside and (along % 2) + (across % 2) == 1


def is_wall(puzzle: Puzzle, square: Square) -> bool:
    """Report whether a square that can be drawn is a wall."""
    return not _is_open(puzzle.faces[square.face], square)


def changed(puzzle: Puzzle, square: Square, drawn: Drawn) -> Change:
    """Return the puzzle with a wall taken out or put in at a square, and another one for it.

    Raises InputError where the square cannot be drawn, a face has flaws, or all that could change instead is drawn.
    """
    face = puzzle.faces[square.face]
    if not is_drawable(puzzle, square):
        raise InputError("Only what lies between two cells can be a wall or a passage.")
    if flaws := face.flaws():
        raise InputError(f"Face {FACE_NAMES[square.face]} {flaws[0]}: take another puzzle to draw on.")
    opening = is_wall(puzzle, square)
    others = [one for one in _on_loop(face, square) if drawn.get(one) != (not opening)]
    if not others:
        what = "comes in on the loop that opens" if opening else "goes where the face falls in two"
        raise InputError(
            f"For that another wall {what}, and all of those were drawn: draw one of them otherwise first."
        )
    others.sort(key=lambda one: (_distance(one, square), one))
    tried = [_with_faces(puzzle, _flipped(puzzle.faces, square, one)) for one in others[:MOST_TRIED]]
    best = max(range(len(tried)), key=lambda number: (_judged(puzzle, tried[number]), -number))
    return Change(tried[best], square, opening, others[best])


def lettered(puzzle: Puzzle, face: int, text: str) -> tuple[Puzzle, dict[Square, bool]]:
    """Return the puzzle with letters of walls on a face, as far as walls can be so, and what is drawn by that.

    A loop, as of an O, has a gap: nothing inside could be reached else. Raises InputError for letters that there are
    none of, and where they do not fit.
    """
    columns, rows = puzzle.faces[face].shape
    unknown = sorted({letter for letter in text.upper() if letter not in WALL_LETTERS})
    if unknown or not text.strip():
        raise InputError(f"Letters are A to Z and 0 to 9, and one at least: {text!r} cannot be drawn.")
    grid = pixels(text.upper(), WALL_LETTERS)
    width, height = grid.shape
    if width > columns - 1 or height > rows - 1:
        raise InputError(
            f"'{text}' needs {width + 1} by {height + 1} cells, and face {FACE_NAMES[face]} has {columns} by {rows}."
        )
    left, low = (columns - 1 - width) // 2, (rows - 1 - height) // 2
    walls = []
    for column, row in np.argwhere(grid).tolist():
        # Pixels are posts, and two beside each other have a wall between them.
        along, across = 2 * (left + column) + 1, 2 * (low + row) + 1
        walls += [(along + 1, across)] * bool(grid[column + 1 : column + 2, row].any())
        walls += [(along, across + 1)] * bool(grid[column, row + 1 : row + 2].any())
    faces = list(puzzle.faces)
    faces[face] = _with_walls(puzzle.faces[face], face, walls)
    now = _with_faces(puzzle, (faces[0], faces[1], faces[2]))
    return now, {one: True for place in walls if is_wall(now, one := Square(face, place))}


def _with_walls(face: Face, number: int, walls: Iterable[tuple[int, int]]) -> Face:
    """Return a face with walls, and otherwise as much as it was as can be.

    That is Kruskal's rule (1956): first what is a passage, then what was a wall, then what is to be one.
    """
    wanted = {Square(number, place) for place in walls}
    columns, rows = face.shape
    squares = [
        Square(number, (along, across))
        for across in range(2 * rows - 1)
        for along in range(2 * columns - 1)
        if (along + across) % 2
    ]
    squares.sort(key=lambda one: (one in wanted, not _is_open(face, one)))
    joined = UnionFind(range(columns * rows))
    grown = Face(face.shape, 0, 0)
    for square in squares:
        one, other = _cells(face, square)
        if joined.root(one) != joined.root(other):
            joined.join(one, other)
            grown = _with_flip(grown, square)
    return grown


def _on_loop(face: Face, square: Square) -> list[Square]:
    """Return the squares that keep a face a spanning tree if one of them changes with a square.

    For a wall they are the passages on the only way between its cells; for a passage the walls between the two parts
    that the face is without it.
    """
    columns, rows = face.shape
    one, other = _cells(face, square)
    near: dict[int, list[tuple[int, Square]]] = {cell: [] for cell in range(columns * rows)}
    walls = []
    for across in range(2 * rows - 1):
        for along in range(2 * columns - 1):
            between = Square(square.face, (along, across))
            if (along + across) % 2 and between != square:
                first, second = _cells(face, between)
                if _is_open(face, between):
                    near[first].append((second, between))
                    near[second].append((first, between))
                else:
                    walls.append((first, second, between))
    came: dict[int, tuple[int, Square | None]] = {one: (one, None)}
    reached = [one]
    for cell in reached:
        for beside, between in near[cell]:
            if beside not in came:
                came[beside] = cell, between
                reached.append(beside)
    if _is_open(face, square):
        return [between for first, second, between in walls if (first in came) != (second in came)]
    way = []
    while other != one:
        other, passed = came[other]
        way += [] if passed is None else [passed]
    return way


def _cells(face: Face, square: Square) -> tuple[int, int]:
    """Return the cells on both sides of a square, the lower one first."""
    along, across = square.place
    cell = along // 2 + face.shape[0] * (across // 2)
    return cell, cell + (1 if along % 2 else face.shape[0])


def _is_open(face: Face, square: Square) -> bool:
    lower, _ = _cells(face, square)
    return bool((face.first if square.place[0] % 2 else face.second) >> lower & 1)


def _with_flip(face: Face, square: Square) -> Face:
    bit = 1 << _cells(face, square)[0]
    return (
        Face(face.shape, face.first ^ bit, face.second)
        if square.place[0] % 2
        else Face(face.shape, face.first, face.second ^ bit)
    )


def _flipped(faces: Faces, *squares: Square) -> Faces:
    found = list(faces)
    for square in squares:
        found[square.face] = _with_flip(found[square.face], square)
    return found[0], found[1], found[2]


def _with_faces(puzzle: Puzzle, faces: Faces) -> Puzzle:
    """Return a puzzle with other faces; where its end is out of reach, with another end, or else with other ends."""
    space = ConfigurationSpace.from_faces(puzzle.size, faces)
    layers = space.layers(1 << index_of(puzzle.size, puzzle.start))
    start, end = puzzle.start, puzzle.end
    if not layers.reachable >> index_of(puzzle.size, end) & 1:
        if layers.depth:
            farthest = layers.sets[-1] & -layers.sets[-1]
            end = position_of(puzzle.size, farthest.bit_length() - 1)
        else:
            start, end = space.longest_way(puzzle.end)
    if start == end:
        raise InputError("Neither start nor end would have a move left.")
    # What it was made from makes another one.
    return replace(puzzle, faces=faces, start=start, end=end, settings=None)


def _judged(before: Puzzle, puzzle: Puzzle) -> tuple[bool, int, int]:
    """Return what is better where it is larger."""
    reachable = puzzle.space.layers(1 << index_of(puzzle.size, puzzle.start)).reachable
    kept = (puzzle.start, puzzle.end) == (before.start, before.end)
    return kept, reachable.bit_count(), len(puzzle.solution)


def _distance(one: Square, other: Square) -> int:
    return sum(abs(here - there) for here, there in zip(one.place, other.place, strict=True))
