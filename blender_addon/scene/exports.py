# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's files: the STL files of its parts, the texts, and the coupon that shows which gaps suit a printer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import ExportError, InputError
from ...core.common.options import Options
from ...core.kind.kind import Kind
from ..data.file_set import write_set
from ..data.meshes import fill_mesh
from ..data.paths import absolute
from ..data.stl_files import Placed, write_stl
from ..data.units import millimeters_per_unit, units_per_millimeter
from .apart import printed_matrix
from .built import Built
from .model import built_of, kind_of, puzzle_of, way_of
from .properties import puzzle_group
from .puzzles import deleted, part_object

BED_NAMES = r"bed_\d+\.stl"


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written and checked; ``triangles`` is None for a text."""

    path: Path
    triangles: int | None


def export_puzzle(context: bpy.types.Context, collection: bpy.types.Collection, folder: str) -> list[WrittenFile]:
    """Write the STL files and the texts of a puzzle into a folder, with the parts apart if it is printed so.

    Raises InputError for a folder that cannot be used and ExportError for files that could not be
    written or are damaged; what stood in the folder is then as it was.
    """
    group = puzzle_group(collection)
    kind, puzzle, built = kind_of(group), puzzle_of(collection), built_of(group)
    if built is None:
        raise ExportError("The puzzle was never built: press Rebuild.")
    solids = _assembled_files(collection, kind, puzzle, built)
    if way_of(group).apart:
        if group.problem:
            raise ExportError(group.problem)
        solids |= _files_apart(collection, built)
    return _write(context, absolute(folder), solids, kind.texts(puzzle), built.meters_per_unit)


def export_coupon(context: bpy.types.Context, path: str, kind: Kind[Any, Any], dimensions: Options) -> WrittenFile:
    """Write the coupon of a kind for some dimensions to an STL file; raises what ``export_puzzle`` raises."""
    target = Path(bpy.path.ensure_ext(str(absolute(path)), ".stl"))
    solids = kind.coupon(dimensions)
    if not solids:
        raise InputError(f"{kind.label} has no test coupon.")
    bodies = {name: bpy.data.meshes.new(name) for name in solids}
    objects = [bpy.data.objects.new(name, mesh) for name, mesh in bodies.items()]
    try:
        for name, solid in solids.items():
            fill_mesh(bodies[name], solid.mesh(), 1.0)
        # One unit of these meshes is a millimeter.
        placed = [(body, Matrix()) for body in objects]
        return _write(context, target.parent, {target.name: placed}, {}, meters_per_unit=0.001)[0]
    finally:
        for body in objects:
            bpy.data.objects.remove(body)
        for mesh in bodies.values():
            bpy.data.meshes.remove(mesh)


def _original(collection: bpy.types.Collection, key: str) -> bpy.types.Object:
    """Return the object of a part; raises InputError when it is gone."""
    original = part_object(collection, key)
    if original is None:
        raise deleted(collection, key)
    return original


def _assembled_files(
    collection: bpy.types.Collection, kind: Kind[Any, Any], puzzle: Any, built: Built
) -> dict[str, list[Placed]]:
    """Return the files in which parts stand together."""
    scale = units_per_millimeter(built.meters_per_unit)
    return {
        name: [
            (_original(collection, key), Matrix.Translation(Vector([scale * value for value in place])))
            for key, place in placed.items()
        ]
        for name, placed in kind.assembled_files(puzzle, built.dimensions).items()
    }


def _files_apart(collection: bpy.types.Collection, built: Built) -> dict[str, list[Placed]]:
    """Return a file for each part that lies apart and one for each bed."""
    files: dict[str, list[Placed]] = {}
    for key, laid in built.laid.items():
        files[f"{key}.stl"] = [(_original(collection, key), printed_matrix(laid, built, on_bed=False))]
    for key, laid in built.laid.items():
        placed = _original(collection, key), printed_matrix(laid, built, on_bed=True)
        files.setdefault(f"bed_{laid.bed + 1}.stl", []).append(placed)
    return files


def _write(
    context: bpy.types.Context,
    target: Path,
    solids: Mapping[str, list[Placed]],
    texts: Mapping[str, str],
    meters_per_unit: float,
) -> list[WrittenFile]:
    """Write STL files and texts into a folder, all or none."""
    scale = millimeters_per_unit(meters_per_unit)
    triangles: dict[str, int] = {}

    def write_solid(placed: list[Placed], path: Path) -> None:
        triangles[path.name] = write_stl(context, placed, path, scale)

    def write_text(text: str, path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    writers: dict[str, Callable[[Path], None]] = {
        **{name: partial(write_solid, placed) for name, placed in solids.items()},
        **{name: partial(write_text, text) for name, text in texts.items()},
    }
    write_set(target, writers, BED_NAMES)
    return [WrittenFile(target / name, triangles.get(name)) for name in writers]
