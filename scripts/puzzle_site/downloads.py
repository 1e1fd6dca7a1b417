# SPDX-License-Identifier: GPL-3.0-or-later
"""The files to print a puzzle: for each way to print it, the file of all its parts, as the library writes it.

They are 3MF, which all slicers open: packed, with colors and names, a fifth of what STL takes.

The picture of a puzzle: on its card, and where a link to it is shared.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.kind.part import Part
from puzzle_cubes.library import Puzzle
from puzzle_cubes.packing.model.parts import LID, TRAY
from puzzle_cubes.printing.picture import pictured
from puzzle_cubes.printing.printed_object import THREE_MF, Body, Floats, PrintedObject, marked_by
from puzzle_cubes.printing.printer import Printer

FILES = "files"


def write_downloads(folder: Path, name: str, kind: AnyKind, content: Any) -> tuple[tuple[str, str, str, int], ...]:
    """Write the files of a puzzle, and return the label, what that means, the path and the bytes of each.

    What is larger than a printer's bed is left out.
    """
    (folder / FILES).mkdir(exist_ok=True)
    found = []
    # What needs no supports comes first.
    for way in sorted(kind.ways, key=lambda one: not one.apart):
        path = folder / FILES / f"{name}-{way.name.replace('_', '-')}{THREE_MF}"
        try:
            puzzle = Puzzle(kind, content, kind.dimensions(), Printer(), way)
            plans = [plan for name, plan in puzzle.plans.items() if name.endswith(THREE_MF)]
            if not plans:
                # What is no print has no such file.
                continue
            puzzle.write_file(plans[-1], path)
        except InputError:
            continue
        found.append((way.label, way.meaning, path.relative_to(folder).as_posix(), path.stat().st_size))
    return tuple(found)


WIDTH, HEIGHT = 600, 420
SIDE = 396
"""Of the square in which the puzzle is drawn, in the middle."""

TOWARD = (0.62, -0.74, 0.56)
"""Whence it is seen: the right, the front and the upper face have the marks."""

PAPER = "#e9e4dc"
COLORS = 64
"""Of the palette: a picture is a third of what it is with all colors, and looks the same."""

APART = 0.4
"""How far pieces are from where they lie, as a share of their distance from the middle of all."""


def write_picture(path: Path, kind: AnyKind, puzzle: Any) -> None:
    """Draw a puzzle into a PNG file."""
    parts = kind.parts(puzzle, kind.dimensions(), kind.ways[0].name)
    shown = [part for part in parts if not part.beside and part.key not in {TRAY, LID}]
    shift = APART if kind.ways[0].apart else 0.0
    middles = {part.key: part.mesh().vertices.mean(axis=0) + np.array(part.assembled) for part in shown}
    middle = np.mean(list(middles.values()), axis=0)
    objects = [
        PrintedObject(part.key, (_body(part, np.array(part.assembled) + shift * (middles[part.key] - middle)),))
        for part in shown
    ]
    drawing = Image.fromarray(pictured(objects, SIDE, TOWARD)[0])
    page = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    page.paste(drawing, ((WIDTH - SIDE) // 2, (HEIGHT - SIDE) // 2), drawing)
    page.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


def _body(part: Part, place: Floats) -> Body:
    """Return a part at a place, each side in its own color."""
    mesh = part.mesh()
    triangles, looks = mesh.split()
    shown = {number: look.color for number, look in enumerate(part.looks) if number}
    return Body(
        part.key,
        part.object_color,
        mesh.vertices + place,
        triangles,
        tuple(shown.values()),
        marked_by(looks, shown),
    )
