# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts of an Oskar's Cube: puzzle.json, its native file, outputSequence.txt, its solution, and MazeCube files.

People can also read and edit puzzle.json. Its faces are pictures of their inflated grids, ``#`` for wall and ``.`` for
open: a string holds the squares along the face's first axis, and the strings follow each other along its second. The
measures are there to be read; they are always computed anew.

In the format of the program MazeCubeGenerator many mazes were written. Coordinates are inflated and count the border:
cell ``i`` is at ``2 * i + 1``. After the numbers of dimensions and faces and the inflated sizes, every face (XY, XZ,
YZ) follows with its numbers of columns and rows and a line for each square of its second axis; then the solution, one
position a line.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from math import prod
from textwrap import indent

import numpy as np
from numpy.typing import NDArray

from ..common.containers import triple
from ..common.errors import InputError, located
from ..common.options import Value, data_from_json, triple_from_json, value_from_json
from ..common.words import shortened
from .generators import OPTIONS, settings_with
from .making.puzzle import Puzzle, size_text
from .making.settings import LARGEST_SIDE, Settings, check_size
from .maze.faces import FACE_AXES, FACE_NAMES, Face, Size, face_shape
from .maze.measures import straight_moves
from .maze.space import Position
from .model.box_and_cross import inflate_path

FORMAT = "oskars-cube"
VERSION = 1
_PLACE = "The puzzle file's"
LARGEST_JSON = 4_000_000
"""Characters; a puzzle of 100x100x100 has about 130,000."""

DROPPED = frozenset({"deceptiveness", "no_loops"})
"""Settings that version 0.1.0 wrote, and that nothing asks for any more: they are passed over, so its files open."""


def puzzle_to_json(puzzle: Puzzle) -> str:
    """Return the text of a puzzle's file."""
    faces = {
        name: ["".join("#" if square else "." for square in row) for row in face.inflate().T]
        for name, face in zip(FACE_NAMES, puzzle.faces, strict=True)
    }
    values = {
        "format": FORMAT,
        "version": VERSION,
        "size": puzzle.size,
        "start": puzzle.start,
        "end": puzzle.end,
        "faces": faces,
        "settings": None if puzzle.settings is None else _all_values(puzzle.settings),
        "measures": asdict(puzzle.measures),
    }
    # One line a value, so that only the pictures of the faces run over many.
    lines = [f'"{name}": ' + json.dumps(value, indent=2 if name == "faces" else None) for name, value in values.items()]
    return "{\n" + indent(",\n".join(lines), "  ") + "\n}\n"


def _all_values(settings: Settings) -> dict[str, Value]:
    """Return all settings, those of the styles that were not chosen too: they come back with the file."""
    values = settings.values
    return {option.name: values.get(option.name, option.default) for option in OPTIONS}


def puzzle_from_json(text: str) -> Puzzle:
    """Read a puzzle's file.

    Raises InputError, naming the place, for anything that is damaged or does not fit.
    """
    data = data_from_json(text, LARGEST_JSON)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(f'The file is not a puzzle file: its "format" must be "{FORMAT}".')
    version = data.get("version")
    if version != VERSION or version is True:
        raise InputError(f"The puzzle file has the version {shortened(version)}: only version {VERSION} is known.")
    size = triple_from_json("size", data.get("size"), _PLACE)
    check_size(size)
    pictures = data.get("faces")
    if not isinstance(pictures, dict):
        raise InputError('The puzzle file\'s "faces" must hold the faces XY, XZ and YZ.')
    faces = triple(_pictured_face(pictures.get(name), number, name, size) for number, name in enumerate(FACE_NAMES))
    settings = _settings(data.get("settings"), size)
    start, end = (triple_from_json(name, data.get(name), _PLACE) for name in ("start", "end"))
    puzzle = Puzzle(size, faces, start, end, settings)
    _ = puzzle.solution  # refuses an end that cannot be reached
    return puzzle


def _pictured_face(picture: object, number: int, name: str, size: Size) -> Face:
    columns, rows = (2 * cells - 1 for cells in face_shape(size, number))
    if not isinstance(picture, list) or len(picture) != rows:
        count = len(picture) if isinstance(picture, list) else "no"
        raise InputError(f"Face {name} of the puzzle file has {count} rows: this size needs {rows}.")
    for place, row in enumerate(picture):
        if not isinstance(row, str) or len(row) != columns or row.strip("#."):
            raise InputError(
                f"Face {name} of the puzzle file, row {place}, is {shortened(row)}: "
                f"it must be {columns} squares, each '#' or '.'."
            )
    grid = np.array([[square == "#" for square in row] for row in picture], dtype=np.uint8).T
    with located(f"Face {name} of the puzzle file"):
        return Face.deflate(grid)


def _settings(data: object, size: Size) -> Settings | None:
    """Read the settings; one that an older file lacks has its default."""
    if data is None:
        return None
    options = {option.name: option for option in OPTIONS}
    place = "The puzzle file's setting"
    if not isinstance(data, dict) or not {"size", "seed", "style"} <= set(data) <= set(options) | DROPPED:
        names = ", ".join(options)
        raise InputError(f'The puzzle file\'s "settings" must be null or hold size, seed, style and others of {names}.')
    values = {name: value_from_json(options[name], value, place) for name, value in data.items() if name in options}
    with located(f"{place}s"):
        settings = settings_with(**values)
    if settings.size != size:
        raise InputError(f'{place} "size" is {shortened(data["size"])}: its size is {list(size)}.')
    return settings


def output_sequence(puzzle: Puzzle) -> str:
    """Return the text: steps, start and end, the positions inflated and in cells, the moves in words."""
    path = puzzle.solution
    moves = straight_moves(path)
    inflated = [tuple(int(value) for value in square) for square in inflate_path(path)]
    return "\n".join(
        [
            f"Oskar's Cube {size_text(puzzle.size)}",
            f"Steps: {len(path) - 1}",
            f"Start: {_triple(puzzle.start)}",
            f"End: {_triple(puzzle.end)}",
            "",
            "Inflated coordinates (cell i at 2i, with the squares between):",
            *map(_triple, inflated),
            "",
            "Cells:",
            *map(_triple, path),
            "",
            f"Moves ({len(moves)}):",
            *(f"{'+' if cells > 0 else '-'}{'xyz'[axis]} {abs(cells)}" for axis, cells in moves),
            "",
        ]
    )


def _triple(values: tuple[int, ...]) -> str:
    return "({}, {}, {})".format(*values)


LARGEST_MAZECUBE = 40_000_000
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
    if len(text) > LARGEST_MAZECUBE:
        raise InputError(f"The MazeCube file has {len(text):,} characters: at most {LARGEST_MAZECUBE:,} are read.")
    lines = _Lines(text)
    if lines.numbers("dimensions and faces", 2) != [3, 3]:
        raise lines.error("only mazes of three dimensions with three faces can be read")
    sides = lines.numbers("the sizes", 3)
    if not all(side % 2 and 3 <= side <= 2 * LARGEST_SIDE + 1 for side in sides):
        raise lines.error(f"each size must be odd, from 3 to {2 * LARGEST_SIDE + 1}")
    size = triple((side - 1) // 2 for side in sides)
    faces, marks = [], []
    for number, name in enumerate(FACE_NAMES):
        face, marks_of_face = _marked_face(lines, name, face_shape(size, number))
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


def _marked_face(lines: _Lines, name: str, cells: tuple[int, int]) -> tuple[Face, dict[str, tuple[int, int]]]:
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
