# SPDX-License-Identifier: GPL-3.0-or-later
"""puzzle.json: the native file of a puzzle, which people can also read and edit.

The faces are pictures of their inflated grids, ``#`` for wall and ``.`` for open: a string holds
the squares along the face's first axis, and the strings follow each other along its second. The
measures are there to be read; they are always computed anew.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from textwrap import indent
from typing import Any

import numpy as np

from .configuration import Position
from .errors import InputError
from .faces import FACE_NAMES, Face, Size, face_shape
from .puzzle import Puzzle
from .settings import Settings, check_size

FORMAT = "oskars-cube"
VERSION = 1
LARGEST_TEXT = 4_000_000
"""Characters; a puzzle of 100x100x100 has about 130,000."""


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
        "settings": None if puzzle.settings is None else asdict(puzzle.settings),
        "measures": asdict(puzzle.measures),
    }
    # One line a value, so that only the pictures of the faces run over many.
    lines = [f'"{name}": ' + json.dumps(value, indent=2 if name == "faces" else None) for name, value in values.items()]
    return "{\n" + indent(",\n".join(lines), "  ") + "\n}\n"


def puzzle_from_json(text: str, styles: tuple[str, ...]) -> Puzzle:
    """Read a puzzle's file; ``styles`` are the styles that its settings may name.

    Raises InputError, naming the place, for anything that is damaged or does not fit.
    """
    if len(text) > LARGEST_TEXT:
        raise InputError(f"The puzzle file has {len(text):,} characters: at most {LARGEST_TEXT:,} are read.")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"The puzzle file is damaged or cut off at line {error.lineno}: {error.msg}.") from error
    except ValueError as error:
        raise InputError("The puzzle file is damaged: it holds a number that is far too long.") from error
    except RecursionError as error:
        raise InputError("The puzzle file is damaged: it is nested too deeply.") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(f'The file is no puzzle file: its "format" must be "{FORMAT}".')
    if data.get("version") != VERSION or data["version"] is True:
        raise InputError(f"The puzzle file has the version {data.get('version')!r}: only version {VERSION} is known.")
    size = _triple(data, "size")
    check_size(size)
    pictures = data.get("faces")
    if not isinstance(pictures, dict):
        raise InputError('The puzzle file\'s "faces" must hold the faces XY, XZ and YZ.')
    xy, xz, yz = (_face(pictures.get(name), number, name, size) for number, name in enumerate(FACE_NAMES))
    settings = _settings(data.get("settings"), size, styles)
    puzzle = Puzzle(size, (xy, xz, yz), _triple(data, "start"), _triple(data, "end"), settings)
    _ = puzzle.solution  # refuses an end that cannot be reached
    return puzzle


def _triple(data: dict[str, Any], name: str, place: str = "The puzzle file's") -> Position:
    values = data.get(name)
    if not isinstance(values, list) or len(values) != 3 or not all(type(value) is int for value in values):
        raise InputError(f'{place} "{name}" is {_shortened(values)}: it must be three whole numbers.')
    return values[0], values[1], values[2]


def _face(picture: object, number: int, name: str, size: Size) -> Face:
    columns, rows = (2 * cells - 1 for cells in face_shape(size, number))
    if not isinstance(picture, list) or len(picture) != rows:
        count = len(picture) if isinstance(picture, list) else "no"
        raise InputError(f"Face {name} of the puzzle file has {count} rows: this size needs {rows}.")
    for place, row in enumerate(picture):
        if not isinstance(row, str) or len(row) != columns or row.strip("#."):
            raise InputError(
                f"Face {name} of the puzzle file, row {place}, is {_shortened(row)}: "
                f"it must be {columns} squares, each '#' or '.'."
            )
    grid = np.array([[square == "#" for square in row] for row in picture], dtype=np.uint8).T
    try:
        return Face.deflate(grid)
    except InputError as error:
        raise InputError(f"Face {name} of the puzzle file: {error}") from error


_KINDS: dict[type, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "a text"),
}
"""By the type of a setting: the types that the file may hold for it, and how to tell the user."""


def _settings(data: object, size: Size, styles: tuple[str, ...]) -> Settings | None:
    """Read the settings; one that an older file lacks has its default."""
    if data is None:
        return None
    defaults = asdict(Settings())
    place = "The puzzle file's setting"
    if not isinstance(data, dict) or not {"size", "seed", "style"} <= set(data) <= set(defaults):
        names = ", ".join(defaults)
        raise InputError(f'The puzzle file\'s "settings" must be null or hold size, seed, style and others of {names}.')
    values: dict[str, Any] = {"size": _triple(data, "size", place)}
    for name in (name for name in data if name not in {"size", "start"}):
        allowed, told = _KINDS[type(defaults[name])]
        if type(data[name]) not in allowed:
            raise InputError(f'{place} "{name}" is {_shortened(data[name])}: it must be {told}.')
        values[name] = data[name]
    if isinstance(data.get("start"), str):
        values["start"] = data["start"]
    elif data.get("start") is not None:
        values["start"] = _triple(data, "start", place)
    settings = Settings(**values)
    try:
        settings.check(styles)
    except InputError as error:
        raise InputError(f"The puzzle file's settings: {error}") from error
    if settings.size != size:
        raise InputError(f'{place} "size" is {_shortened(data["size"])}: its size is {list(size)}.')
    return settings


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
