# SPDX-License-Identifier: GPL-3.0-or-later
"""puzzle.json, the native file of a puzzle, which people can also read and edit; and outputSequence.txt, its solution.

The faces are pictures of their inflated grids, ``#`` for wall and ``.`` for open: a string holds
the squares along the face's first axis, and the strings follow each other along its second. The
measures are there to be read; they are always computed anew.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from textwrap import indent

import numpy as np

from ..common.containers import triple
from ..common.errors import InputError, located
from ..common.options import Value, data_from_json, triple_from_json, value_from_json
from ..common.words import shortened
from .generators import OPTIONS, settings_with
from .making.puzzle import Puzzle, size_text
from .making.settings import Settings, check_size
from .maze.faces import FACE_NAMES, Face, Size, face_shape
from .maze.measures import straight_moves
from .model.box_and_cross import inflate_path

FORMAT = "oskars-cube"
VERSION = 1
_PLACE = "The puzzle file's"
LARGEST_TEXT = 4_000_000
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
    data = data_from_json(text, LARGEST_TEXT)
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
    faces = triple(_face(pictures.get(name), number, name, size) for number, name in enumerate(FACE_NAMES))
    settings = _settings(data.get("settings"), size)
    start, end = (triple_from_json(name, data.get(name), _PLACE) for name in ("start", "end"))
    puzzle = Puzzle(size, faces, start, end, settings)
    _ = puzzle.solution  # refuses an end that cannot be reached
    return puzzle


def _face(picture: object, number: int, name: str, size: Size) -> Face:
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
