# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls that are drawn by hand: each change is an exchange, so that the puzzle is a whole one after every click.

A wall that is taken out opens a loop, and what is inside of it would hang on nothing, so another one comes in on that
loop; one that is put in cuts its face in two, so another one goes. Which one, is chosen so that the end stays within
reach, then for the most positions within reach, then for the longest way. What was drawn stays as it was drawn.
A cell becomes solid where the others find ways round it, and opens again by one passage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...common.errors import InputError
from ..maze.faces import FACE_NAMES, Faces, Square
from ..maze.space import ConfigurationSpace, index_of, position_of
from .drawn_faces import Place, cells_beside, flipped, is_open, on_loop, places_between, with_walls
from .puzzle import Puzzle, filled_at

Drawn = Mapping[Square, bool]
"""The squares that somebody has drawn: whether each is a wall."""

MOST_TRIED = 24
"""So many of the squares that could change instead are judged, those nearest to the one that was drawn."""


@dataclass(frozen=True)
class Change:
    """A square that is drawn, whether it was filled, those that change for it, and the puzzle that it is then."""

    puzzle: Puzzle
    square: Square
    was_wall: bool
    instead: tuple[Square, ...]


def is_drawable(puzzle: Puzzle, square: Square) -> bool:
    """Report whether a square can be filled and can be open: it is a cell or lies between two cells of its face."""
    columns, rows = puzzle.faces[square.face].shape
    along, across = square.place
    inside = 0 <= along < 2 * columns - 1 and 0 <= across < 2 * rows - 1
    return inside and along % 2 + across % 2 < 2 and columns * rows > 1


def is_wall(puzzle: Puzzle, square: Square) -> bool:
    """Report whether a square that can be drawn is a wall, or a cell that is solid."""
    face = puzzle.faces[square.face]
    return _cell(puzzle, square) in face.solid if _is_cell(square) else not is_open(face, square.place)


def changed(puzzle: Puzzle, square: Square, drawn: Drawn) -> Change:
    """Return the puzzle with a square filled that was open, or opened that was filled, and what changes for it.

    Raises InputError where the square cannot be drawn, a face has flaws, or all that could change instead is drawn.
    """
    face = puzzle.faces[square.face]
    if not is_drawable(puzzle, square):
        raise InputError("Only a cell, and what lies between two cells, can be filled or open.")
    if flaws := face.flaws():
        raise InputError(f"Face {FACE_NAMES[square.face]} {flaws[0]}: take another puzzle to draw on.")
    opening = is_wall(puzzle, square)
    ways = _ways(puzzle, square, drawn, opening=opening)
    tried = []
    for way in ways:
        faces = list(puzzle.faces)
        faces[square.face] = flipped(face, *way)
        tried.append(with_faces(puzzle, (faces[0], faces[1], faces[2])))
    best = max(range(len(tried)), key=lambda number: (_judged(puzzle, tried[number]), -number))
    instead = tuple(Square(square.face, place) for place in ways[best] if place != square.place)
    return Change(tried[best], square, opening, instead)


def _ways(puzzle: Puzzle, square: Square, drawn: Drawn, *, opening: bool) -> list[tuple[Place, ...]]:
    """Return the ways to change a face so that a square is changed: the places between cells that flip in each."""
    face, place = puzzle.faces[square.face], square.place
    if not _is_cell(square):
        solid = set(cells_beside(face, place)) & face.solid
        if len(solid) == 2:
            raise InputError("Both cells beside it are solid: open one of them first.")
        if solid:
            return [(place,)]
        return [(place, one) for one in _exchangeable(puzzle, square, drawn, opening=opening)]
    cell = _cell(puzzle, square)
    if not opening:
        walls = {one.place for one, filled in drawn.items() if filled and one.face == square.face}
        after = with_walls(face, square.face, walls, [cell])
        return [tuple(one for one in places_between(face) if is_open(face, one) != is_open(after, one))]
    beside = [one for one in places_between(face) if cell in cells_beside(face, one)]
    found: list[tuple[Place, ...]] = [(one,) for one in beside if len(set(cells_beside(face, one)) & face.solid) == 1]
    if not found:
        raise InputError("All cells beside it are solid: open one of them first.")
    return found


def _exchangeable(puzzle: Puzzle, square: Square, drawn: Drawn, *, opening: bool) -> list[Place]:
    """Return the places that can change for one between two cells, the nearest ones, as many as are tried."""
    places = on_loop(puzzle.faces[square.face], square.place)
    others = [one for one in places if drawn.get(Square(square.face, one)) != (not opening)]
    if not others:
        what = "comes in on the loop that opens" if opening else "goes where the face falls in two"
        raise InputError(
            f"For that another wall {what}, and all of those were drawn: draw one of them otherwise first."
        )
    return sorted(others, key=lambda one: (_distance(one, square.place), one))[:MOST_TRIED]


def _is_cell(square: Square) -> bool:
    return not square.place[0] % 2 and not square.place[1] % 2


def _cell(puzzle: Puzzle, square: Square) -> int:
    return square.place[0] // 2 + puzzle.faces[square.face].shape[0] * (square.place[1] // 2)


def with_faces(puzzle: Puzzle, faces: Faces) -> Puzzle:
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
    if any(filled_at(faces, one) for one in (start, end)):
        raise InputError("Start or end would be filled: leave the cells of both open.")
    # What it was made from makes another one.
    return replace(puzzle, faces=faces, start=start, end=end, settings=None)


def _judged(before: Puzzle, puzzle: Puzzle) -> tuple[bool, int, int]:
    """Return what is better where it is larger."""
    reachable = puzzle.space.layers(1 << index_of(puzzle.size, puzzle.start)).reachable
    kept = (puzzle.start, puzzle.end) == (before.start, before.end)
    return kept, reachable.bit_count(), len(puzzle.solution)


def _distance(one: Place, other: Place) -> int:
    return sum(abs(here - there) for here, there in zip(one, other, strict=True))
