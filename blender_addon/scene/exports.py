# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's files: those of its parts, the texts, and the coupon that shows which gaps suit a printer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import ExportError, InputError
from ...core.common.options import Options
from ...core.files.transaction import Transaction
from ...core.kind.kind import Kind
from ...core.kind.part import Part
from ...core.puzzle_files.mesh_files import FileObject, FilePlan, PlacedPart, assembled_files, files_apart
from ...core.puzzle_files.occupant import occupant
from ...core.puzzle_files.prepare import WrittenFile, check_occupant, prepare_files
from ...core.puzzle_files.texts import steps_or_problem, texts_of
from ..data.context import scene_of
from ..data.export_scene import PlacedBody, PlacedObject
from ..data.mesh_files import MeshFile, write_mesh_file
from ..data.meshes import fill_mesh
from ..data.units import millimeters_per_unit, units_per_millimeter
from .last_build import Built
from .parts_apart import turned
from .properties import printer_of
from .puzzle import ScenePuzzle

COUPON_COLOR = (0.8, 0.8, 0.8, 1.0)


def export_puzzle(
    context: bpy.types.Context, puzzle: ScenePuzzle, target: Path, *, overwrite: bool = False
) -> list[WrittenFile]:
    """Write the files of a puzzle, as it is printed, into a folder, and keep with the puzzle where they are.

    Raises InputError for a folder that cannot be used, OccupiedError where files of another puzzle would be replaced
    and that was not asked for, and ExportError for files that could not be written or are damaged; what stood in the
    folder is then as it was.
    """
    with Transaction() as transaction:
        files = prepare_puzzle(context, puzzle, target, transaction, overwrite=overwrite)
        transaction.commit()
    puzzle.group.exported = str(target)
    return files


def prepare_puzzle(
    context: bpy.types.Context,
    puzzle: ScenePuzzle,
    target: Path,
    transaction: Transaction,
    *,
    overwrite: bool = False,
) -> list[WrittenFile]:
    """Prepare the files of a puzzle for a folder; return what will be there.

    Raises what ``export_puzzle`` raises.
    """
    plans, texts, built = _contents(context, puzzle)
    # Whether it is another puzzle's is seen only where nothing is under way in the folder.
    transaction.begin(target)
    if not overwrite:
        check_occupant(target, puzzle.kind, puzzle.puzzle, (*plans, *texts))
    scale = units_per_millimeter(built.meters_per_unit)
    parts = {part.key: part for part in puzzle.built_parts}

    def write(plan: FilePlan, path: Path) -> int:
        objects = tuple(_placed_object(puzzle, parts, one, scale) for one in plan.objects)
        content = MeshFile(plan.title, objects, plan.origin, centered=plan.centered)
        return write_mesh_file(context, content, path, millimeters_per_unit(built.meters_per_unit))

    return prepare_files(transaction, target, plans, texts, write)


def occupied(context: bpy.types.Context, puzzle: ScenePuzzle, target: Path) -> str:
    """Return a sentence on another puzzle's files that an export to a folder would replace; nothing if there are none.

    Raises what ``export_puzzle`` raises.
    """
    plans, texts, _ = _contents(context, puzzle)
    return occupant(target, puzzle.kind, puzzle.puzzle, (*plans, *texts))


def _contents(
    context: bpy.types.Context, scene_puzzle: ScenePuzzle
) -> tuple[dict[str, FilePlan], Mapping[str, str], Built]:
    """Return what goes into the files of a puzzle, meshes and texts, by their names, and what it was built with."""
    kind, puzzle, way, built = scene_puzzle.kind, scene_puzzle.puzzle, scene_puzzle.way, scene_puzzle.built
    if built is None:
        raise ExportError("The puzzle was never built: press Rebuild.")
    if way.apart and scene_puzzle.group.problem:
        raise ExportError(scene_puzzle.group.problem)
    printer = printer_of(scene_of(context))
    if not way.apart:
        return assembled_files(kind, puzzle, built.dimensions, printer), texts_of(kind, puzzle, way, ()), built
    parts = scene_puzzle.built_parts
    texts = texts_of(kind, puzzle, way, *steps_or_problem(kind, puzzle, parts, way))
    labels = {part.key: part.label for part in parts if not part.beside}
    if built.laid.keys() != labels.keys():
        # Another version may have divided it in another way.
        raise ExportError(f"The parts of this {way.label.lower()} are no longer what was built: press Rebuild.")
    return files_apart(kind.puzzle_name(puzzle), way, built.laid, labels, printer), texts, built


def export_coupon(context: bpy.types.Context, target: Path, kind: Kind[Any, Any], dimensions: Options) -> WrittenFile:
    """Write the coupon of a kind for some dimensions to an STL file; raises what ``export_puzzle`` raises."""
    with Transaction() as transaction:
        file = prepare_coupon(context, target, kind, dimensions, transaction)
        transaction.commit()
    return file


def prepare_coupon(
    context: bpy.types.Context, target: Path, kind: Kind[Any, Any], dimensions: Options, transaction: Transaction
) -> WrittenFile:
    """Prepare the coupon of a kind for some dimensions; raises what ``export_puzzle`` raises."""
    solids = kind.coupon(dimensions)
    if not solids:
        raise InputError(f"{kind.label} has no test coupon.")
    bodies = {name: bpy.data.meshes.new(name) for name in solids}
    objects = [bpy.data.objects.new(name, mesh) for name, mesh in bodies.items()]
    try:
        for name, solid in solids.items():
            fill_mesh(bodies[name], solid.mesh(), 1.0)
        bodies_placed = tuple(PlacedBody(body, Matrix(), COUPON_COLOR) for body in objects)
        content = MeshFile(target.stem, (PlacedObject(target.stem, bodies_placed),))

        def write(_: FilePlan, path: Path) -> int:
            # One unit of these meshes is a millimeter.
            return write_mesh_file(context, content, path, 1.0)

        plans = {target.name: FilePlan(target.stem, ())}
        return prepare_files(transaction, target.parent, plans, {}, write)[0]
    finally:
        for body in objects:
            bpy.data.objects.remove(body)
        for mesh in bodies.values():
            bpy.data.meshes.remove(mesh)


def _placed_object(puzzle: ScenePuzzle, parts: Mapping[str, Part], one: FileObject, scale: float) -> PlacedObject:
    """Return what is printed as one; raises InputError when an object is gone."""
    return PlacedObject(one.name, tuple(_placed_body(puzzle, parts[part.key], part, scale) for part in one.parts))


def _placed_body(puzzle: ScenePuzzle, part: Part, placed: PlacedPart, scale: float) -> PlacedBody:
    original = puzzle.part_object(part.key)
    if original is None:
        raise puzzle.deleted(part.key)
    place = Matrix.Translation(Vector([scale * value for value in placed.place]))
    turned_place = place @ turned(placed.up, turned=placed.turned).to_4x4()
    return PlacedBody(original, turned_place, part.object_color, part.marks)
