# SPDX-License-Identifier: GPL-3.0-or-later
"""Files to print a puzzle, as bytes: all parts on the bed, as 3MF and as STL, in the way that needs no supports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.command_line.plain_files import printed_objects
from core.kind.kind import Kind
from core.kind.laid import lay
from core.printing.file_types import STL, THREE_MF
from core.printing.on_bed import on_bed
from core.printing.printed_object import PrintedObject
from core.printing.printer import Printer
from core.printing.three_mf import three_mf
from core.printing.three_mf_judge import checked_triangles
from core.puzzle_files.mesh_files import files_apart
from core.solids.stl import enclosed_volume, is_closed, triangles_from_stl

STL_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
STL_TITLE = b"Puzzle Cubes"


def prints_of(kind: Kind[Any, Any], puzzle: Any) -> dict[str, bytes]:
    """Return the files by their suffixes; raises InputError for what cannot be built, ValueError for what is bad."""
    way = next(way for way in kind.ways if way.apart)
    printer = Printer()
    parts = [part for part in kind.parts(puzzle, kind.dimensions(), way.name) if not part.beside]
    labels = {part.key: part.label for part in parts}
    plans = files_apart(kind.puzzle_name(puzzle), way, lay(parts, printer), labels, printer)
    plan = plans[f"{way.name}{THREE_MF}"]
    objects = on_bed(printed_objects(plan, {part.key: part for part in parts}), plan.origin, centered=plan.centered)
    files = {STL: stl(objects), THREE_MF: three_mf(plan.title, objects)}
    checked_triangles(files[THREE_MF], objects)
    triangles = triangles_from_stl(files[STL])
    if not is_closed(triangles) or enclosed_volume(triangles) <= 0:
        raise ValueError("the STL file is not closed, so it would not print")
    return files


def stl(objects: Sequence[PrintedObject]) -> bytes:
    """Return the bytes of a binary STL file with objects where they lie, in millimeters."""
    corners = np.concatenate(
        [one.placed(body.vertices)[body.triangles] for one in objects for body in one.bodies]
    ).astype("<f4")
    triangles = np.zeros(len(corners), dtype=STL_TRIANGLE)
    triangles["corners"] = corners
    return STL_TITLE.ljust(80) + len(corners).to_bytes(4, "little") + triangles.tobytes()
