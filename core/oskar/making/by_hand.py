# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls that are drawn by hand: each change is an exchange, so that the puzzle is a whole one after every click.

A wall that is taken out opens a loop, and what is inside of it would hang on nothing, so another one comes in on that
loop; one that is put in cuts its face in two, so another one goes. Which one, is chosen so that the end stays within
reach, then for the most positions within reach, then for the longest way. What was drawn stays as it was drawn.
A cell becomes solid where the others find ways round it, and opens again by one passage.

So letters and pictures come onto a face, for a gift that carries initials or a logo.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...common.containers import UnionFind, triple
from ...common.errors import InputError
from ...common.words import shortened
from ...printing.gauge import LETTERS, Font, pixels
from ..maze.faces import FACE_AXES, FACE_NAMES, Face, Square, tree_from, way_up
from ..maze.space import ConfigurationSpace, index_of, position_of
from .puzzle import Puzzle, filled_at, size_text

Place = tuple[int, int]
"""The place of a square on the inflated grid of a face."""


def places_between(face: Face) -> Iterator[Place]:
    """Yield the places between two cells, of walls and passages."""
    columns, rows = face.shape
    for across in range(2 * rows - 1):
        for along in range(2 * columns - 1):
            if (along + across) % 2:
                yield along, across


def cells_beside(face: Face, place: Place) -> tuple[int, int]:
    """Return the cells on both sides of a place between two, the lower one first."""
    along, across = place
    cell = along // 2 + face.shape[0] * (across // 2)
    return cell, cell + (1 if along % 2 else face.shape[0])


def is_open(face: Face, place: Place) -> bool:
    """Report whether a passage is at a place between two cells."""
    lower, _ = cells_beside(face, place)
    return bool((face.first if place[0] % 2 else face.second) >> lower & 1)


def flipped(face: Face, *places: Place) -> Face:
    """Return a face with passages for the walls, and walls for the passages, at places between two cells."""
    for place in places:
        bit = 1 << cells_beside(face, place)[0]
        first, second = (bit, 0) if place[0] % 2 else (0, bit)
        face = Face(face.shape, face.first ^ first, face.second ^ second)
    return face


def with_walls(face: Face, number: int, walls: Collection[Place], solid: Collection[int] = ()) -> Face:
    """Return a face with walls where they are wanted, with cells that are solid, and otherwise as much as it was.

    That is Kruskal's rule (1956): first what is a passage, then what was a wall, then what is to be one. Raises
    InputError where solid cells part the others.
    """
    filled = face.solid | frozenset(solid)
    places = sorted(places_between(face), key=lambda place: (place in walls, not is_open(face, place)))
    cells = face.shape[0] * face.shape[1]
    joined = UnionFind(range(cells))
    grown, parts = Face(face.shape, 0, 0), cells - len(filled)
    for place in places:
        lower, upper = cells_beside(face, place)
        if not {lower, upper} & filled and joined.root(lower) != joined.root(upper):
            joined.join(lower, upper)
            grown, parts = flipped(grown, place), parts - 1
    if parts != 1 or grown.solid - filled:
        raise InputError(f"Solid cells would part the others of face {FACE_NAMES[number]}: leave a way between them.")
    return grown


def on_loop(face: Face, place: Place) -> list[Place]:
    """Return the places that keep the passages of a face a tree if one of them changes with a place.

    For a wall they are the passages on the only way between its cells; for a passage the walls between the two parts
    that the face is without it. Nothing is beside a solid cell.
    """
    lower, upper = cells_beside(face, place)
    if not is_open(face, place):
        way = way_up(tree_from(face.neighbors(), lower), upper)
        return [_place_between(face, cell, beside) for cell, beside in pairwise(way)]
    part, solid = tree_from(flipped(face, place).neighbors(), lower), face.solid
    walls = {between: cells_beside(face, between) for between in places_between(face) if not is_open(face, between)}
    return [
        between
        for between, (first, second) in walls.items()
        if not {first, second} & solid and (first in part) != (second in part)
    ]


def _place_between(face: Face, cell: int, beside: int) -> Place:
    columns = face.shape[0]
    return cell % columns + beside % columns, cell // columns + beside // columns


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


def still_drawn(puzzle: Puzzle, drawn: Drawn) -> dict[Square, bool]:
    """Return what of the squares that were drawn is on a puzzle as it was drawn."""
    return {square: wall for square, wall in drawn.items() if is_wall(puzzle, square) == wall}


def changed(puzzle: Puzzle, square: Square, drawn: Drawn) -> Change:
    """Return the puzzle with a square filled that was open, or opened that was filled, and what changes for it.

    Raises InputError where the square cannot be drawn, a face has flaws, or all that could change instead is drawn or
    leaves neither start nor end a move.
    """
    face = puzzle.faces[square.face]
    if not is_drawable(puzzle, square):
        raise InputError("Only a cell, and what lies between two cells, can be filled or open.")
    if flaws := face.flaws():
        raise InputError(f"Face {FACE_NAMES[square.face]} {flaws[0]}: take another puzzle to draw on.")
    opening = is_wall(puzzle, square)
    tried: list[tuple[Puzzle, tuple[Place, ...]]] = []
    refused = []
    for way in _ways(puzzle, square, drawn, opening=opening):
        try:
            tried.append((with_face(puzzle, square.face, flipped(face, *way)), way))
        except InputError as error:
            refused.append(error)
    if not tried:
        raise refused[0]
    best, way = max(tried, key=lambda attempt: _judged(puzzle, attempt[0]))
    instead = tuple(Square(square.face, place) for place in way if place != square.place)
    return Change(best, square, opening, instead)


def _ways(puzzle: Puzzle, square: Square, drawn: Drawn, *, opening: bool) -> list[tuple[Place, ...]]:
    """Return the ways to change a face so that a square is changed: the places between cells that flip in each."""
    face, place = puzzle.faces[square.face], square.place
    if not _is_cell(square):
        solid = set(cells_beside(face, place)) & face.solid
        if len(solid) == 2:
            raise InputError("Both cells beside it are solid: open one of them first.")
        if solid:
            return [(place,)]
        return [(place, exchanged) for exchanged in _exchangeable(puzzle, square, drawn, opening=opening)]
    cell = _cell(puzzle, square)
    if not opening:
        walls = {wall.place for wall, filled in drawn.items() if filled and wall.face == square.face}
        after = with_walls(face, square.face, walls, [cell])
        return [tuple(between for between in places_between(face) if is_open(face, between) != is_open(after, between))]
    beside = [between for between in places_between(face) if cell in cells_beside(face, between)]
    opening_it = [between for between in beside if len(set(cells_beside(face, between)) & face.solid) == 1]
    if not opening_it:
        raise InputError("All cells beside it are solid: open one of them first.")
    return [(between,) for between in opening_it]


def _exchangeable(puzzle: Puzzle, square: Square, drawn: Drawn, *, opening: bool) -> list[Place]:
    """Return the places that can change for one between two cells, the nearest ones, as many as are tried."""
    places = on_loop(puzzle.faces[square.face], square.place)
    free = [between for between in places if drawn.get(Square(square.face, between)) != (not opening)]
    if not free:
        what = "comes in on the loop that opens" if opening else "goes where the face falls in two"
        why = "all of those were drawn: change one of them first" if places else "this face has none"
        raise InputError(f"For that another wall {what}, and {why}.")
    return sorted(free, key=lambda between: (_distance(between, square.place), between))[:MOST_TRIED]


def _is_cell(square: Square) -> bool:
    return not square.place[0] % 2 and not square.place[1] % 2


def _cell(puzzle: Puzzle, square: Square) -> int:
    return square.place[0] // 2 + puzzle.faces[square.face].shape[0] * (square.place[1] // 2)


def with_face(puzzle: Puzzle, number: int, face: Face) -> Puzzle:
    """Return a puzzle with another face; where its end is out of reach, with another end, or else with other ends."""
    faces = triple(face if place == number else own for place, own in enumerate(puzzle.faces))
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
    if any(filled_at(faces, position) for position in (start, end)):
        raise InputError("Start or end would be filled: leave the cells of both open.")
    # What it was made from makes another one.
    return replace(puzzle, faces=faces, start=start, end=end, settings=None)


def with_drawn(
    puzzle: Puzzle, number: int, walls: Collection[Place] = (), solid: Collection[Sequence[int]] = ()
) -> tuple[Puzzle, dict[Square, bool]]:
    """Return a puzzle with walls and solid cells, columns and rows, on a face, as far as walls can be so.

    With it comes what is drawn by that.
    """
    face = puzzle.faces[number]
    cells = [column + face.shape[0] * row for column, row in solid]
    now = with_face(puzzle, number, with_walls(face, number, set(walls), cells))
    places = (*walls, *((2 * column, 2 * row) for column, row in solid))
    return now, {square: True for place in places if is_wall(now, square := Square(number, place))}


def _judged(before: Puzzle, puzzle: Puzzle) -> tuple[bool, int, int]:
    """Return what is better where it is larger."""
    reachable = puzzle.space.layers(1 << index_of(puzzle.size, puzzle.start)).reachable
    kept = (puzzle.start, puzzle.end) == (before.start, before.end)
    return kept, reachable.bit_count(), len(puzzle.solution)


def _distance(place: Place, center: Place) -> int:
    return sum(abs(a - b) for a, b in zip(place, center, strict=True))


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

LEAST_CONTRAST = 0.05
"""Of 1, between the darkest and the brightest cell of a picture."""


def takes_letters(puzzle: Puzzle) -> bool:
    """Report whether some face has room for a letter."""
    least = np.min([pixels(letter, WALL_LETTERS).shape for letter in WALL_LETTERS], axis=0)
    return any((np.array(face.shape) > least).all() for face in puzzle.faces)


def lettered(puzzle: Puzzle, face: int, text: str) -> tuple[Puzzle, dict[Square, bool]]:
    """Return the puzzle with letters of walls on a face, as far as walls can be so, and what is drawn by that.

    A loop, as of an O, has a gap: nothing inside could be reached else. Raises InputError for letters that there are
    none of, and where they do not fit.
    """
    columns, rows = puzzle.faces[face].shape
    unknown = sorted({letter for letter in text.upper() if letter not in WALL_LETTERS})
    if unknown or not text.strip():
        raise InputError(f"Letters are A to Z and 0 to 9, and one at least: {shortened(text)} cannot be drawn.")
    grid = pixels(text.upper(), WALL_LETTERS)
    width, height = grid.shape
    if width > columns - 1 or height > rows - 1:
        least = dict(zip(FACE_AXES[face], (width + 1, height + 1), strict=True))
        size = triple(max(cells, least.get(axis, 1)) for axis, cells in enumerate(puzzle.size))
        raise InputError(
            f"{shortened(text)} needs {width + 1} by {height + 1} cells, and face {FACE_NAMES[face]} has {columns} by "
            f"{rows}: make a puzzle of size {size_text(size)}, or larger."
        )
    left, low = (columns - 1 - width) // 2, (rows - 1 - height) // 2
    walls = []
    for column, row in np.argwhere(grid).tolist():
        # Pixels are posts, and two beside each other have a wall between them.
        along, across = 2 * (left + column) + 1, 2 * (low + row) + 1
        walls += [(along + 1, across)] * bool(grid[column + 1 : column + 2, row].any())
        walls += [(along, across + 1)] * bool(grid[column, row + 1 : row + 2].any())
    return with_drawn(puzzle, face, walls)


def pictured(puzzle: Puzzle, face: int, grays: NDArray[np.floating[Any]], *, solid: bool) -> tuple[Puzzle, Drawn]:
    """Return the puzzle with a picture on a face, and what is drawn by that.

    ``grays`` has the picture's brightness, shape (pixels along the face's first axis, along its second). What is
    darker than the middle of its darkest and its brightest cell is dark: its outline are walls, as far as walls can
    be so, or its cells are solid, but for those that lead to the start, the end, and what it encloses. Raises
    InputError for a picture of one gray.
    """
    maze = puzzle.faces[face]
    shape = maze.shape
    cells = _averages(np.asarray(grays, dtype=float), shape)
    if cells.max() - cells.min() < LEAST_CONTRAST:
        raise InputError(
            f"On the {shape[0]} by {shape[1]} cells of face {FACE_NAMES[face]} the picture is one gray: "
            "take one with a dark and a bright part."
        )
    dark = cells < (cells.max() + cells.min()) / 2
    if solid:
        ends = {tuple(place[axis] for axis in FACE_AXES[face]) for place in (puzzle.start, puzzle.end)}
        kept = _without_ways(dark, [(along, across) for along, across in ends])
        return with_drawn(puzzle, face, solid=np.argwhere(kept).tolist())
    flat = dark.T.ravel()
    outline = [place for place in places_between(maze) if flat[list(cells_beside(maze, place))].sum() == 1]
    return with_drawn(puzzle, face, outline)


def _averages(grays: NDArray[np.float64], shape: tuple[int, int]) -> NDArray[np.float64]:
    """Return the average brightness in each cell of a face over which a picture is spread."""
    for axis, cells in enumerate(shape):
        pixels_along = grays.shape[axis]
        # A picture with fewer pixels than cells has each in several of them.
        begins = np.arange(cells) * pixels_along // cells
        ends = np.maximum(begins + 1, np.arange(1, cells + 1) * pixels_along // cells)
        grays = np.stack(
            [grays.take(range(begin, end), axis).mean(axis) for begin, end in zip(begins, ends, strict=True)], axis
        )
    return grays


def _without_ways(dark: NDArray[np.bool_], open_cells: list[tuple[int, int]]) -> NDArray[np.bool_]:
    """Return the dark cells without those that must stay open, and those on the ways to all that is bright.

    The ways are shortest ones by the dark cells that they pass, from the first of those that must stay open.
    """
    came: dict[tuple[int, int], tuple[int, int]] = {open_cells[0]: open_cells[0]}
    crossed = {open_cells[0]: 0}
    waiting = deque(open_cells[:1])
    while waiting:
        column, row = cell = waiting.popleft()
        for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
            if 0 <= beside[0] < dark.shape[0] and 0 <= beside[1] < dark.shape[1]:
                passed = crossed[cell] + bool(dark[beside])
                if passed < crossed.get(beside, dark.size + 1):
                    came[beside], crossed[beside] = cell, passed
                    (waiting.append if dark[beside] else waiting.appendleft)(beside)
    kept = dark.copy()
    for reached in [*open_cells, *((column, row) for column, row in np.argwhere(~dark).tolist())]:
        way = reached
        while way != came[way]:
            kept[way] = False
            way = came[way]
    kept[open_cells[0]] = False
    return kept
