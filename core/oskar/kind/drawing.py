# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawings on the faces of a cube, given by a line of text as the command line and the library take it: XZ=AB."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...common.errors import InputError, path_error
from ...common.triples import triple
from ...common.words import quoted, shortened
from ...kind.kind import Asking, Drawing, Progress
from ..making.by_hand import Drawn, is_wall, places_between, with_faces, with_walls
from ..making.pictures import lettered, pictured
from ..making.puzzle import Puzzle
from ..making.settings import EFFORTS
from ..maze.faces import FACE_NAMES, Square
from .making import completed_in_steps

LETTERS, PICTURE, SOLID_PICTURE, WALLS = "letters", "picture", "solid_picture", "walls"

GRAY_PICTURE = re.compile(rb"P([25])\s+(?:#[^\n]*\n\s*)*(\d{1,5})\s+(\d{1,5})\s+(\d{1,5})\s")
"""The beginning of a PGM file: numbers as text or as bytes, width, height, and what is white."""

LARGEST_FILE = 10_000_000
"""The bytes that are read of a picture at most."""

WALL, WAY = "#", "."
"""A picture as text has these for dark and bright; a drawing of walls has any other letter for what stays as it is."""


class OskarDrawing(Asking[Puzzle]):
    """Letters, pictures and walls on a face."""

    drawings = (
        Drawing(LETTERS, "FACE=TEXT", "letters and digits of walls on a face, as XZ=AB"),
        Drawing(PICTURE, "FACE=FILE", "the outline of a picture, as walls: a PGM file, or lines of # and ."),
        Drawing(SOLID_PICTURE, "FACE=FILE", "a picture whose dark cells are solid"),
        Drawing(
            WALLS,
            "FACE=FILE",
            "walls where a text has #, a line for each row of cells or walls, from above",
        ),
    )

    def drawn_in_steps(
        self, puzzle: Puzzle, drawn: Sequence[tuple[str, str]], *, make_rest_hard: bool = False, jobs: int = 1
    ) -> Generator[Progress[Puzzle], None, Puzzle]:
        """Draw texts, each with the name of a drawing, and search for the rest of the walls where that is wished."""
        kept: Drawn = {}
        squares: Drawn
        for name, text in drawn:
            face, content = _on_face(text)
            if name == LETTERS:
                puzzle, squares = lettered(puzzle, face, content)
            elif name == WALLS:
                puzzle, squares = _walled(puzzle, face, content)
            else:
                puzzle, squares = pictured(puzzle, face, _grays(content), solid=name == SOLID_PICTURE)
            kept = {**kept, **squares}
        if not make_rest_hard:
            return puzzle
        return (yield from completed_in_steps(puzzle, kept, EFFORTS["quick"], jobs))


def _on_face(text: str) -> tuple[int, str]:
    """Return the number of the face that a text begins with, and what is drawn on it."""
    face, _, content = text.partition("=")
    name = face.strip().upper()
    if name not in FACE_NAMES or not content:
        raise InputError(f"{shortened(text)} must be a face, {', '.join(FACE_NAMES)}, = and what is on it, as XZ=AB.")
    return FACE_NAMES.index(name), content


def _data(path: str) -> bytes:
    """Return the bytes of a file; raises InputError where there is none, and for one that is too long."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise path_error(f"File {quoted(path)} cannot be read", error) from error
    if len(data) > LARGEST_FILE:
        raise InputError(f"File {quoted(path)} is too long: at most {LARGEST_FILE:,} bytes are read.")
    return data


def _rows(path: str) -> list[str]:
    """Return the lines of a file as text, the last of them first: there a face has its first row."""
    lines = _data(path).decode("utf-8", "replace").rstrip().splitlines()
    return [line.rstrip() for line in reversed(lines)]


def _grays(path: str) -> NDArray[np.float64]:
    """Return the brightness of a picture, shape (width, height), from the lower left, from 0 to 1."""
    data = _data(path)
    head = GRAY_PICTURE.match(data)
    if head is None:
        rows = _rows(path)
        if not rows or not rows[0] or set("".join(rows)) - {WALL, WAY} or len(set(map(len, rows))) > 1:
            raise InputError(f"File {quoted(path)} is no picture: it must be PGM, or lines of # and . of one length.")
        return np.array([[letter == WAY for letter in row] for row in rows], dtype=float).T
    is_text = head[1] == b"2"
    width, height, white = (int(number) for number in head.groups()[1:])
    wanted = np.dtype(np.uint8 if white < 256 else ">u2")
    try:
        if not width * height:
            raise ValueError("it has no pixel")
        if is_text:
            shades = np.array(data[head.end() :].split()[: width * height], dtype=float)
        else:
            shades = np.frombuffer(data, wanted, width * height, head.end()).astype(float)
        return shades.reshape(height, width)[::-1].T / white
    except (ValueError, ZeroDivisionError) as error:
        raise InputError(f"File {quoted(path)} is damaged: it is no whole picture.") from error


def _walled(puzzle: Puzzle, face: int, path: str) -> tuple[Puzzle, Drawn]:
    """Return the puzzle with walls on a face as a text has them, and what is drawn by that."""
    rows = _rows(path)
    columns = puzzle.faces[face].shape[0] * 2 - 1
    if len(rows) != puzzle.faces[face].shape[1] * 2 - 1 or any(len(row) > columns for row in rows):
        height = puzzle.faces[face].shape[1] * 2 - 1
        raise InputError(f"File {quoted(path)} must have {height} lines of {columns} letters for {FACE_NAMES[face]}.")
    places = [place for place in places_between(puzzle.faces[face]) if rows[place[1]][place[0] : place[0] + 1] == WALL]
    faces = list(puzzle.faces)
    faces[face] = with_walls(puzzle.faces[face], face, places)
    now = with_faces(puzzle, triple(faces))
    return now, {square: True for place in places if is_wall(now, square := Square(face, place))}
