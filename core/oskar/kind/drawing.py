# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawings on the faces of a cube, given by a line of text as the command line and the library take it: XZ=AB."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...common.errors import InputError
from ...common.words import must_be
from ...kind.kind import Asking, Drawing, DrawnText, Progress
from ..making.by_hand import Drawn, is_wall, places_between, with_faces, with_walls
from ..making.pictures import lettered, pictured
from ..making.puzzle import Puzzle
from ..making.settings import EFFORTS
from ..maze.faces import FACE_NAMES, Square
from .making import completed_in_steps

LETTERS, PICTURE, SOLID_PICTURE, WALLS = "letters", "picture", "solid_picture", "walls"

GRAY_PICTURE = re.compile(rb"P([25])\s+(?:#[^\n]*\n\s*)*(\d{1,5})\s+(\d{1,5})\s+(\d{1,5})\s")
"""The beginning of a PGM file: numbers as text or as bytes, width, height, and what is white."""

MOST_PIXELS = 2048**2
"""Of a PGM file; a face has 100 x 100 cells at most."""

LONGEST_TEXT = 1_000_000
"""Bytes of a picture or of walls as text."""

WALL, WAY = "#", "."
"""A picture as text has these for dark and bright; a drawing of walls has any other letter for what stays as it is."""


class OskarDrawing(Asking[Puzzle]):
    """Letters, pictures and walls on a face."""

    drawings = (
        Drawing(LETTERS, "FACE=TEXT", "letters and digits of walls on a face, as XZ=AB"),
        Drawing(PICTURE, "FACE=FILE", "the outline of a picture as walls: PGM, or lines of # and .", in_file=True),
        Drawing(SOLID_PICTURE, "FACE=FILE", "a picture whose dark cells are solid", in_file=True),
        Drawing(
            WALLS, "FACE=FILE", "walls where a text has #, a line a row of cells or walls, from above", in_file=True
        ),
    )

    def drawn_in_steps(
        self, puzzle: Puzzle, drawn: Sequence[DrawnText], *, make_rest_hard: bool = False, jobs: int = 1
    ) -> Generator[Progress[Puzzle], None, Puzzle]:
        """Draw on faces, and search for the rest of the walls where that is wished."""
        kept: Drawn = {}
        squares: Drawn
        for name, place, content in drawn:
            if place.strip().upper() not in FACE_NAMES:
                raise InputError(must_be("Face", place, FACE_NAMES))
            face = FACE_NAMES.index(place.strip().upper())
            if name == LETTERS:
                puzzle, squares = lettered(puzzle, face, content.decode("utf-8", "replace"))
            elif name == WALLS:
                puzzle, squares = _walled(puzzle, face, content)
            else:
                puzzle, squares = pictured(puzzle, face, _grays(content), solid=name == SOLID_PICTURE)
            kept = {**kept, **squares}
        if not make_rest_hard:
            return puzzle
        return (yield from completed_in_steps(puzzle, kept, EFFORTS["quick"], jobs))


def _rows(data: bytes) -> list[str]:
    """Return the lines of a text, the last of them first: there a face has its first row.

    Raises InputError for a text that is too long.
    """
    if len(data) > LONGEST_TEXT:
        raise InputError(f"The text is too long to be drawn: it has more than {LONGEST_TEXT:,} bytes.")
    lines = data.decode("utf-8", "replace").rstrip().splitlines()
    return [line.rstrip() for line in reversed(lines)]


def _grays(data: bytes) -> NDArray[np.float64]:
    """Return the brightness of a picture, shape (width, height), from the lower left, from 0 to 1."""
    head = GRAY_PICTURE.match(data)
    if head is None:
        rows = _rows(data)
        if not rows or not rows[0] or set("".join(rows)) - {WALL, WAY} or len(set(map(len, rows))) > 1:
            raise InputError("The picture must be a PGM file, or lines of # and . of one length.")
        return np.array([[letter == WAY for letter in row] for row in rows], dtype=float).T
    is_text = head[1] == b"2"
    width, height, white = (int(number) for number in head.groups()[1:])
    wanted = np.dtype(np.uint8 if white < 256 else ">u2")
    count = width * height
    if count > MOST_PIXELS:
        raise InputError(f"The picture has {width:,} x {height:,} pixels: make it smaller, at most 2,048 x 2,048.")
    try:
        if not count * white:
            raise ValueError("it has no pixel, or no white")
        if is_text:
            shades = np.array(data[head.end() :].split(None, count)[:count], dtype=float)
        else:
            shades = np.frombuffer(data, wanted, count, head.end()).astype(float)
        if not np.isfinite(shades).all():
            raise ValueError("it has what is no shade")
        return shades.reshape(height, width)[::-1].T / white
    except ValueError as error:
        raise InputError("The picture is damaged: it is not whole.") from error


def _walled(puzzle: Puzzle, face: int, data: bytes) -> tuple[Puzzle, Drawn]:
    """Return the puzzle with walls on a face as a text has them, and what is drawn by that."""
    rows = _rows(data)
    columns = puzzle.faces[face].shape[0] * 2 - 1
    if len(rows) != puzzle.faces[face].shape[1] * 2 - 1 or any(len(row) > columns for row in rows):
        height = puzzle.faces[face].shape[1] * 2 - 1
        raise InputError(f"Walls of face {FACE_NAMES[face]} must be {height} lines of {columns} letters.")
    places = [place for place in places_between(puzzle.faces[face]) if rows[place[1]][place[0] : place[0] + 1] == WALL]
    faces = list(puzzle.faces)
    faces[face] = with_walls(puzzle.faces[face], face, places)
    now = with_faces(puzzle, triple(faces))
    return now, {square: True for place in places if is_wall(now, square := Square(face, place))}
