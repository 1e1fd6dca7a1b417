# SPDX-License-Identifier: GPL-3.0-or-later
"""Letters and pictures on a face, for a gift that carries initials or a logo."""

from __future__ import annotations

from collections import deque
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...common.errors import InputError
from ...common.words import shortened
from ...printing.gauge import LETTERS, Font, pixels
from ..maze.faces import FACE_AXES, FACE_NAMES, Square
from .by_hand import Drawn, cells_beside, is_wall, places_between, with_faces, with_walls
from .puzzle import Puzzle

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
        raise InputError(
            f"{shortened(text)} needs {width + 1} by {height + 1} cells, "
            f"and face {FACE_NAMES[face]} has {columns} by {rows}: make a puzzle of a larger size."
        )
    left, low = (columns - 1 - width) // 2, (rows - 1 - height) // 2
    walls = []
    for column, row in np.argwhere(grid).tolist():
        # Pixels are posts, and two beside each other have a wall between them.
        along, across = 2 * (left + column) + 1, 2 * (low + row) + 1
        walls += [(along + 1, across)] * bool(grid[column + 1 : column + 2, row].any())
        walls += [(along, across + 1)] * bool(grid[column, row + 1 : row + 2].any())
    faces = list(puzzle.faces)
    faces[face] = with_walls(puzzle.faces[face], face, walls)
    now = with_faces(puzzle, triple(faces))
    return now, {square: True for place in walls if is_wall(now, square := Square(face, place))}


def pictured(puzzle: Puzzle, face: int, grays: NDArray[np.floating[Any]], *, solid: bool) -> tuple[Puzzle, Drawn]:
    """Return the puzzle with a picture on a face, and what is drawn by that.

    ``grays`` has the picture's brightness, shape (pixels along the face's first axis, along its second). What is
    darker than the middle of its darkest and its brightest cell is dark: its outline are walls, as far as walls can
    be so, or its cells are solid, but for those that lead to the start, the end, and what it encloses. Raises
    InputError for a picture of one gray.
    """
    shape = puzzle.faces[face].shape
    cells = _averages(np.asarray(grays, dtype=float), shape)
    if cells.max() - cells.min() < LEAST_CONTRAST:
        raise InputError(
            f"On the {shape[0]} by {shape[1]} cells of face {FACE_NAMES[face]} the picture is one gray: "
            "take one with a dark and a bright part."
        )
    dark = cells < (cells.max() + cells.min()) / 2
    faces = list(puzzle.faces)
    if solid:
        ends = {tuple(place[axis] for axis in FACE_AXES[face]) for place in (puzzle.start, puzzle.end)}
        kept = _without_ways(dark, [(along, across) for along, across in ends])
        numbers = [column + shape[0] * row for column, row in np.argwhere(kept).tolist()]
        faces[face] = with_walls(faces[face], face, (), numbers)
        places = [(2 * column, 2 * row) for column, row in np.argwhere(kept).tolist()]
    else:
        flat = dark.T.ravel()
        places = [
            place
            for place in places_between(faces[face])
            if len({bool(flat[cell]) for cell in cells_beside(faces[face], place)}) == 2
        ]
        faces[face] = with_walls(faces[face], face, set(places))
    now = with_faces(puzzle, triple(faces))
    return now, {square: True for place in places if is_wall(now, square := Square(face, place))}


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
