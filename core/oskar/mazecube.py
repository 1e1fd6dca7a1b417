# SPDX-License-Identifier: GPL-3.0-or-later
"""The text format of the program MazeCubeGenerator, in which many mazes were written.

Coordinates are inflated and count the border: cell ``i`` is at ``2 * i + 1``. After the numbers of
dimensions and faces and the inflated sizes, every face (XY, XZ, YZ) follows with its numbers of columns
and rows and a line for each square of its second axis; then the solution, one position a line.
"""

from __future__ import annotations

import re
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..common.containers import triple
from ..common.errors import InputError, located
from ..common.words import shortened
from .making.puzzle import Puzzle
from .making.settings import LARGEST_SIDE
from .maze.faces import FACE_AXES, FACE_NAMES, Face, face_shape
from .maze.space import Position
from .model.box_and_cross import inflate_path

LARGEST_TEXT = 40_000_000
"""Characters; a solution through all positions of a box of 100x100x100 has about 24 million."""

LONGEST_LINE = 10_000
"""Characters; a row of a face with 100 cells has about 400."""

BLOCK = 1_000_000
"""Characters of a solution that are read at once."""

PLAIN_LINES = re.compile(r"(?:[0-9]{1,3} [0-9]{1,3} [0-9]{1,3} ?\r?\n)*+")
"""Positions as the program writes them, one a line."""


def puzzle_to_mazecube(puzzle: Puzzle) -> str:
    """Return a puzzle as the text of a MazeCubeGenerator file, with its shortest solution."""
    inflated = [2 * cells + 1 for cells in puzzle.size]
    lines = ["3 3", _row(inflated)]
    for axes, face in zip(FACE_AXES, puzzle.faces, strict=True):
        squares = np.pad(face.inflate(), 1, constant_values=1).astype(object)
        for mark, position in (("S", puzzle.start), ("E", puzzle.end)):
            squares[tuple(2 * position[axis] + 1 for axis in axes)] = mark
        lines.append(f"{squares.shape[0]} {squares.shape[1]}")
        lines += [_row(row) for row in squares.T.tolist()]
    path = inflate_path(puzzle.solution) + 1
    return "\n".join([*lines, str(len(path)), *map(_row, path.tolist())]) + "\n"


def _row(values: list[object] | list[int]) -> str:
    return "".join(f"{value} " for value in values)


class _Lines:
    """The lines of a file, read one after the other, with the number of the present one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self.number = 0

    def _next(self) -> str:
        """Return the next line; nothing after the last one."""
        self.number += 1
        begin = self._place
        end = self._text.find("\n", begin)
        self._place = len(self._text) if end < 0 else end + 1
        # A line too long is not cut into its words: these would take far more memory than the file.
        if self._place - begin > LONGEST_LINE:
            raise self.error(f"a line has at most {LONGEST_LINE:,} characters")
        return self._text[begin : self._place]

    def words(self, what: str, count: int) -> list[str]:
        """Return the words of the next line; raises InputError when there are not so many."""
        words = self._next().split()
        if len(words) != count:
            raise self.error(f"{what} must have {count} values, not {len(words)}")
        return words

    def numbers(self, what: str, count: int) -> list[int]:
        """Return the next line as whole numbers of at most seven digits."""
        words = self.words(what, count)
        if not all(word.isascii() and word.isdigit() and len(word) <= 7 for word in words):
            raise self.error(f"{what} must be whole numbers")
        return [int(word) for word in words]

    def positions(self, count: int) -> tuple[NDArray[np.int32], InputError | None]:
        """Return so many lines as positions, shape (count, 3), or those before a line that is none, and what it is.

        They are read at once where they are as the program writes them.
        """
        blocks = [np.empty((0, 3), dtype=np.int32)]
        while count:
            plain = PLAIN_LINES.match(self._text, self._place, self._place + BLOCK)
            block = plain[0] if plain else ""
            if block.count("\n") > count:
                block = "".join(block.splitlines(keepends=True)[:count])
            if block:
                self._place += len(block)
                self.number += block.count("\n")
                blocks.append(np.fromstring(block, dtype=np.int32, sep=" ").reshape(-1, 3))
            else:
                try:
                    blocks.append(np.array([self.numbers("a position of the solution", 3)], dtype=np.int32))
                except InputError as error:
                    return np.concatenate(blocks), error
            count -= len(blocks[-1])
        return np.concatenate(blocks), None

    @property
    def is_over(self) -> bool:
        """Whether nothing but blanks is left."""
        return not self._text[self._place :].strip()

    def end(self, message: str) -> None:
        """Raise InputError where anything but blanks is left."""
        rest = self._text[self._place :]
        left = rest.lstrip()
        if left:
            self.number += rest.count("\n", 0, len(rest) - len(left)) + 1
            raise self.error(message)

    def error(self, message: str) -> InputError:
        """Return an error that names the present line."""
        return InputError(f"The MazeCube file, line {self.number}: {message}.")


def puzzle_from_mazecube(text: str) -> Puzzle:
    """Read the text of a MazeCubeGenerator file.

    Start and end are those of its solution, or else of its marks. Raises InputError, naming the line,
    for anything that is damaged or does not fit.
    """
    if len(text) > LARGEST_TEXT:
        raise InputError(f"The MazeCube file has {len(text):,} characters: at most {LARGEST_TEXT:,} are read.")
    lines = _Lines(text)
    if lines.numbers("dimensions and faces", 2) != [3, 3]:
        raise lines.error("only mazes of three dimensions with three faces can be read")
    sides = lines.numbers("the sizes", 3)
    if not all(side % 2 and 3 <= side <= 2 * LARGEST_SIDE + 1 for side in sides):
        raise lines.error(f"each size must be odd, from 3 to {2 * LARGEST_SIDE + 1}")
    size = triple((side - 1) // 2 for side in sides)
    faces, marks = [], []
    for number, name in enumerate(FACE_NAMES):
        face, marks_of_face = _face(lines, name, face_shape(size, number))
        faces.append(face)
        marks.append(marks_of_face)
    path = _solution(lines, sides)
    start, end = (_position(path[0]), _position(path[-1])) if len(path) else _marked_ends(marks)
    puzzle = Puzzle(size, triple(faces), start, end)
    if not len(path):
        _ = puzzle.solution  # refuses an end that cannot be reached
    forbidden = np.flatnonzero(~puzzle.space.legal_moves(path))
    if len(forbidden):
        before, after = (_position(path[place]) for place in (forbidden[0], forbidden[0] + 1))
        raise InputError(f"The MazeCube file: its solution goes from {before} to {after}, which the faces forbid.")
    return puzzle


def _position(cell: NDArray[np.intp]) -> Position:
    return triple(cell.tolist())


def _face(lines: _Lines, name: str, cells: tuple[int, int]) -> tuple[Face, dict[str, tuple[int, int]]]:
    """Read a face and the cells of its marks."""
    columns, rows = (2 * count + 1 for count in cells)
    if lines.numbers(f"columns and rows of face {name}", 2) != [columns, rows]:
        raise lines.error(f"face {name} must have {columns} columns and {rows} rows to fit the sizes")
    first_line = lines.number
    squares: NDArray[np.uint8] = np.ones((columns, rows), dtype=np.uint8)
    marks: dict[str, tuple[int, int]] = {}
    for row in range(rows):
        for column, word in enumerate(lines.words(f"a row of face {name}", columns)):
            if word not in {"0", "1", "S", "E"}:
                raise lines.error(f"{shortened(word)} is not a square; a square is 0, 1, S or E")
            squares[column, row] = word == "1"
            if word in {"S", "E"}:
                if word in marks or not (column % 2 and row % 2):
                    raise lines.error(f"the mark {word} of face {name} must stand once, and on a cell")
                marks[word] = column // 2, row // 2
    border = [squares[0], squares[-1], squares[:, 0], squares[:, -1]]
    if not all(side.all() for side in border):
        raise InputError(f"The MazeCube file, line {first_line}: the border of face {name} must be all walls.")
    with located(f"The MazeCube file, face {name} from line {first_line}"):
        return Face.deflate(squares[1:-1, 1:-1]), marks


def _solution(lines: _Lines, sides: list[int]) -> NDArray[np.intp]:
    """Read the solution and return its cells, shape (cells, 3), none when the file has none."""
    (count,) = (0,) if lines.is_over else lines.numbers("the number of positions of the solution", 1)
    if count and count % 2 == 0:
        raise lines.error("the number of positions must be odd, from cell to cell with the squares between")
    # A shortest way stands on no cell twice.
    most = 2 * prod(side // 2 for side in sides) - 1
    if count > most:
        raise lines.error(f"the solution has {count:,} positions, and no way in a box of these sizes has over {most:,}")
    first_line = lines.number + 1
    squares, error = lines.positions(count)
    outside = ((squares < 1) | (squares >= np.array(sides) - 1)).any(axis=1)
    is_jump = np.zeros(len(squares), dtype=bool)
    is_jump[1:] = np.abs(np.diff(squares, axis=0)).sum(axis=1) != 1
    # Every second one is between two cells.
    beside_cells = (squares % 2 == 0).any(axis=1) & (np.arange(len(squares)) % 2 == 0)
    for place in np.flatnonzero(outside | is_jump | beside_cells).tolist():
        lines.number = first_line + place
        wrong = "is not a step from the one before" if is_jump[place] else "must be a cell"
        raise lines.error(f"the position {squares[place].tolist()} {'lies outside' if outside[place] else wrong}")
    if error is not None:
        raise error
    lines.end("nothing may follow the solution")
    return squares[::2].astype(np.intp) // 2


def _marked_ends(marks: list[dict[str, tuple[int, int]]]) -> tuple[Position, Position]:
    """Return start and end as the faces mark them; where they share a square, E hides S."""
    ends = []
    for mark in ("S", "E"):
        cells: dict[int, int] = {}
        for name, axes, of_face in zip(FACE_NAMES, FACE_AXES, marks, strict=True):
            cell = of_face.get(mark, of_face.get("E"))
            if cell is None:
                raise InputError(f"The MazeCube file has no solution, and face {name} does not mark the end.")
            for axis, place in zip(axes, cell, strict=True):
                if cells.setdefault(axis, place) != place:
                    raise InputError(f"The MazeCube file's faces do not agree on the place of {mark}.")
        ends.append((cells[0], cells[1], cells[2]))
    return ends[0], ends[1]
