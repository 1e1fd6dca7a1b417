# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are written without Blender: the texts, and the meshes as 3MF."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..common.errors import ExportError
from ..files.transaction import Transaction
from ..kind.laid import turn_in_print
from ..kind.part import Part
from ..printing.on_bed import on_bed
from ..printing.printed_object import Body, PrintedObject, marked_by
from ..printing.three_mf import three_mf
from ..printing.three_mf_judge import checked_triangles
from ..puzzle_files.mesh_files import FilePlan, PlacedPart
from ..puzzle_files.prepare import WrittenFile, prepare_files
from .wanted import Wanted


def prepare_without_blender(wanted: Wanted, transaction: Transaction) -> list[WrittenFile]:
    """Prepare the files of a puzzle, of which none is an STL file."""
    if wanted.folder is None:
        return []
    parts = {part.key: part for part in wanted.parts}

    def write(plan: FilePlan, path: Path) -> int:
        objects = on_bed(printed_objects(plan, parts), plan.origin, centered=plan.centered)
        path.write_bytes(three_mf(plan.title, objects))
        try:
            return checked_triangles(path.read_bytes(), objects)
        except ValueError as error:
            raise ExportError(f"{path.name} is no good: {error}. Nothing was exported.") from error

    return prepare_files(transaction, wanted.folder, wanted.plans, wanted.texts, write)


def printed_objects(plan: FilePlan, parts: Mapping[str, Part]) -> list[PrintedObject]:
    """Return what goes into a file, made of the parts by their keys, about its origin."""
    return [
        PrintedObject(one.name, tuple(_body(placed, parts[placed.key]) for placed in one.parts)) for one in plan.objects
    ]


def _body(placed: PlacedPart, part: Part) -> Body:
    mesh = part.mesh()
    halves = mesh.quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
    triangles = np.concatenate((halves, mesh.triangles))
    vertices = mesh.vertices @ turn_in_print(placed.up, turned=placed.turned).T + np.array(placed.place)
    # A solid without directions has one look.
    quads, directions = len(mesh.quads), mesh.directions
    if directions is None:
        directions = np.zeros(quads + len(mesh.triangles), dtype=np.int8)
    looks = np.concatenate((np.repeat(directions[:quads], 2), directions[quads:]))
    marked = marked_by(looks, part.marks)
    return Body(part.key, part.object_color, vertices, triangles, tuple(part.marks.values()), marked)
