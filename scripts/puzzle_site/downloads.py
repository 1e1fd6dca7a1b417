# SPDX-License-Identifier: GPL-3.0-or-later
"""The files to print a puzzle: for each way to print it, the file of all its parts, as the library writes it.

They are 3MF, which all slicers open: packed, with colors and names, a fifth of what STL takes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.meshes import printed_objects, write_meshes
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.library import Puzzle
from puzzle_cubes.printing.printed_object import THREE_MF
from puzzle_cubes.printing.printer import Printer

FILES = "files"


def write_downloads(folder: Path, name: str, kind: AnyKind, content: Any) -> tuple[tuple[str, str, str, int], ...]:
    """Write the files of a puzzle, and return the label, what that means, the path and the bytes of each.

    What is larger than a printer's bed is left out.
    """
    (folder / FILES).mkdir(exist_ok=True)
    found = []
    # What needs no supports comes first.
    for way in sorted(kind.model.ways, key=lambda one: not one.apart):
        path = folder / FILES / f"{name}-{way.name.replace('_', '-')}{THREE_MF}"
        try:
            _write(path, Puzzle(kind, content, kind.model.dimensions(), Printer(), way))
        except InputError:
            continue
        found.append((way.label, way.meaning, path.relative_to(folder).as_posix(), path.stat().st_size))
    return tuple(found)


def _write(path: Path, puzzle: Puzzle) -> None:
    """Write the file that has all parts of a puzzle."""
    plan = next(plan for name, plan in reversed(puzzle.plans.items()) if name.endswith(THREE_MF))
    write_meshes(path, plan, printed_objects(plan, {part.key: part for part in puzzle.parts}))
