# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's files: those of its parts, the texts, and the coupon that shows which gaps suit a printer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import ExportError, InputError
from ...core.common.options import Options
from ...core.common.words import listed
from ...core.export.assembly_page import pages_of
from ...core.export.plan import (
    COUPON_COLOR,
    FilePlan,
    PlacedPart,
    WrittenFile,
    assembled_files,
    check_occupant,
    files_apart,
    occupant,
    prepare_files,
    steps_or_problem,
    texts_of,
    write_meshes,
)
from ...core.export.transaction import Transaction
from ...core.kind.kind import AnyKind
from ...core.kind.part import Part
from ...core.printing.checks import meets
from ...core.printing.printed_object import Body
from ..data.context import millimeters_per_unit, scene_of, units_per_millimeter
from ..data.export_scene import PlacedBody, export_scene, write_stl
from ..data.meshes import fill_mesh
from .by_hand import ByHand, by_hand
from .option_properties import Built
from .part_objects import turned
from .properties import printer_of
from .puzzle import ScenePuzzle

ADVICE = " Were the meshes edited, or has a modifier opened them?"
"""What is said of a file that is no good."""


def export_puzzle(
    context: bpy.types.Context, puzzle: ScenePuzzle, target: Path, *, overwrite: bool = False
) -> list[WrittenFile]:
    """Write the files of a puzzle, as it is printed, into a folder, and keep with the puzzle where they are.

    Raises InputError for a folder that cannot be used, OccupiedError where files of another puzzle would be replaced
    and that was not asked for, and ExportError for files that could not be written or are damaged; what stood in the
    folder is then as it was.
    """
    plans, texts, built = _contents(context, puzzle)
    if wrong := edits_in_the_way(context, puzzle, by_hand(puzzle)):
        raise ExportError(f"{wrong} Nothing was exported.")
    scale = units_per_millimeter(built.meters_per_unit)
    parts = {part.key: part for part in puzzle.built_parts}

    def write(plan: FilePlan, path: Path) -> int:
        objects = [
            (one.name, [_placed_body(puzzle, parts[placed.key], placed, scale) for placed in one.parts])
            for one in plan.objects
        ]
        return _write(context, path, plan, objects, millimeters_per_unit(built.meters_per_unit))

    texts |= _pages(context, puzzle)
    with Transaction() as transaction:
        # Whether it is another puzzle's is seen only where nothing is under way in the folder.
        transaction.begin(target)
        if not overwrite:
            check_occupant(target, puzzle.kind, puzzle.puzzle, (*plans, *texts))
        files = prepare_files(transaction, target, plans, texts, write)
        transaction.commit()
    puzzle.group.exported = str(target)
    return files


def _pages(context: bpy.types.Context, scene_puzzle: ScenePuzzle) -> dict[str, str]:
    """Return the page on putting a puzzle together by the name of its file; its pictures take a second."""
    kind, puzzle, way = scene_puzzle.kind, scene_puzzle.puzzle, scene_puzzle.way
    parts = scene_puzzle.built_parts
    return pages_of(
        kind,
        puzzle,
        way,
        parts,
        steps_or_problem(kind, puzzle, parts, way),
        dimensions=scene_puzzle.needed_built.dimensions,
        printer=printer_of(scene_of(context)),
    )


def occupied(context: bpy.types.Context, puzzle: ScenePuzzle, target: Path) -> str:
    """Return a sentence on another puzzle's files that an export to a folder would replace; nothing if there are none.

    Raises what ``export_puzzle`` raises.
    """
    plans, texts, _ = _contents(context, puzzle)
    return occupant(target, puzzle.kind, puzzle.puzzle, (*plans, *texts))


def _contents(
    context: bpy.types.Context, scene_puzzle: ScenePuzzle
) -> tuple[dict[str, FilePlan], dict[str, str], Built]:
    """Return what goes into the files of a puzzle, meshes and texts, by their names, and what it was built with."""
    kind, puzzle, way, built = scene_puzzle.kind, scene_puzzle.puzzle, scene_puzzle.way, scene_puzzle.built
    if built is None:
        raise ExportError("The puzzle was never built: press Rebuild.")
    if way.apart and scene_puzzle.group.problem:
        raise ExportError(scene_puzzle.group.problem)
    if misfit := by_hand(scene_puzzle).misfit:
        raise ExportError(misfit)
    printer = printer_of(scene_of(context))
    if not way.apart:
        return assembled_files(kind, puzzle, built.dimensions, printer), texts_of(kind, puzzle, way, ()), built
    parts = scene_puzzle.built_parts
    texts = texts_of(kind, puzzle, way, *steps_or_problem(kind, puzzle, parts, way))
    labels = {part.key: part.label for part in parts if not part.beside}
    if built.laid.keys() != labels.keys():
        # Another version may have divided it in another way.
        raise ExportError(f"The parts of this {way.label.lower()} are no longer what was built: press Rebuild.")
    return files_apart(kind.facts.name(puzzle), way, built.laid, labels, printer), texts, built


def edited_bodies(context: bpy.types.Context, puzzle: ScenePuzzle, changed: ByHand) -> dict[str, Body]:
    """Return the meshes of the parts that were edited by hand as files have them, put together, in millimeters.

    Raises ExportError for an object that cannot be exported.
    """
    scale = units_per_millimeter(puzzle.needed_built.meters_per_unit)
    parts = {part.key: part for part in puzzle.built_parts}
    objects = [(key, [_standing_body(puzzle, parts[key], scale)]) for key in changed.edited]
    with export_scene(context, objects, 1 / scale) as meshes:
        return {one.name: one.bodies[0] for one in meshes}


def edits_in_the_way(context: bpy.types.Context, puzzle: ScenePuzzle, changed: ByHand) -> str:
    """Return a sentence on edits by which parts would not fit together; nothing where none is in the way of another.

    Raises what ``edited_bodies`` raises.
    """
    if not changed.edited:
        return ""
    parts, dimensions = puzzle.built_parts, puzzle.needed_built.dimensions
    bodies = edited_bodies(context, puzzle, changed)
    wrong = []
    for key, body in bodies.items():
        room = puzzle.kind.model.room_of_others(puzzle.puzzle, dimensions, puzzle.way.name, parts, key)
        if meets(body.vertices, body.triangles, room):
            wrong.append(changed.parts[key].label)
    return f"Edited by hand, and in the way of other parts: {listed(wrong)}. Press Restore." if wrong else ""


def export_coupon(context: bpy.types.Context, target: Path, kind: AnyKind, dimensions: Options) -> WrittenFile:
    """Write the coupon of a kind for some dimensions to an STL file; raises what ``export_puzzle`` raises."""
    solids = kind.model.coupon(dimensions)
    if not solids:
        raise InputError(f"{kind.label} has no test coupon.")
    meshes = {name: bpy.data.meshes.new(name) for name in solids}
    objects = [bpy.data.objects.new(name, mesh) for name, mesh in meshes.items()]
    try:
        for name, solid in solids.items():
            fill_mesh(meshes[name], solid.mesh().in_triangles, 1.0)
        bodies = [PlacedBody(body, Matrix(), COUPON_COLOR) for body in objects]

        def write(plan: FilePlan, path: Path) -> int:
            # One unit of these meshes is a millimeter.
            return _write(context, path, plan, [(target.stem, bodies)], 1.0)

        with Transaction() as transaction:
            plans = {target.name: FilePlan(target.stem, ())}
            (file,) = prepare_files(transaction, target.parent, plans, {}, write)
            transaction.commit()
        return file
    finally:
        for body in objects:
            bpy.data.objects.remove(body)
        for mesh in meshes.values():
            bpy.data.meshes.remove(mesh)


def _write(
    context: bpy.types.Context,
    path: Path,
    plan: FilePlan,
    objects: Sequence[tuple[str, Sequence[PlacedBody]]],
    scale: float,
) -> int:
    """Write objects to a file as they are in Blender, and return its triangles; ``scale`` is millimeters per unit."""
    with export_scene(context, objects, scale) as meshes:
        return write_meshes(path, plan, meshes, partial(write_stl, scale=scale), ADVICE)


def _standing_body(puzzle: ScenePuzzle, part: Part, scale: float) -> PlacedBody:
    """Return a part where it stands in the puzzle put together."""
    original = puzzle.part_object(part.key)
    if original is None:
        raise puzzle.deleted(part.key)
    return PlacedBody(original, Matrix.Translation(scale * Vector(part.assembled)), part.object_color)


def _placed_body(puzzle: ScenePuzzle, part: Part, placed: PlacedPart, scale: float) -> PlacedBody:
    original = puzzle.part_object(part.key)
    if original is None:
        raise puzzle.deleted(part.key)
    place = Matrix.Translation(Vector([scale * value for value in placed.place]))
    turned_place = place @ turned(placed.up, turned=placed.turned).to_4x4()
    return PlacedBody(original, turned_place, part.object_color, part.marks, part.mesh())
