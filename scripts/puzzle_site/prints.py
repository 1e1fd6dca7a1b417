# SPDX-License-Identifier: GPL-3.0-or-later
"""Files to print a puzzle, as bytes: all parts on the bed, as 3MF and as STL, in the way that needs no supports."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzle_cubes.export.meshes import printed_objects, write_meshes
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.library import Puzzle
from puzzle_cubes.printing.printed_object import STL, THREE_MF
from puzzle_cubes.printing.printer import Printer


def prints_of(kind: AnyKind, content: Any) -> dict[str, bytes]:
    """Return the files by their suffixes; raises InputError for what cannot be built, ExportError for what is bad."""
    way = next(way for way in kind.model.ways if way.apart)
    puzzle = Puzzle(kind, content, kind.model.dimensions(), Printer(), way)
    plan = puzzle.plans[f"{way.name}{THREE_MF}"]
    objects = printed_objects(plan, {part.key: part for part in puzzle.parts})
    with TemporaryDirectory() as folder:
        files = {suffix: Path(folder, f"puzzle{suffix}") for suffix in (STL, THREE_MF)}
        for file in files.values():
            write_meshes(file, plan, objects)
        return {suffix: file.read_bytes() for suffix, file in files.items()}
