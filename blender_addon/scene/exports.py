# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle in a scene, with the meshes of its parts as they stand there.

They are read, and written by Blender's own exporter, in scenes of their own, in which nothing changes the user's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from ...core.common.errors import ExportError, InputError
from ...core.common.words import listed
from ...core.export.plan import FilePlan, WrittenFile, objects_of, write_meshes
from ...core.kind.part import Part
from ...core.printing.checks import meets
from ...core.printing.mesh_files import stl_size
from ...core.printing.printed_object import Body, Placed, triangle_count
from ...core.solids.mesh import Faces, Mesh
from ..data.geometry_nodes import hide_wire
from ..data.interface import millimeters_per_unit, present, scene_of
from ..data.meshes import fill_mesh, holds, shape_of, triangles_of
from .build import has_current_dimensions
from .by_hand import ByHand, by_hand
from .properties import printer_of
from .puzzle import RememberedPuzzle, ScenePuzzle

ADVICE = " Were the meshes edited, or has a modifier opened them?"
"""What is said of a file that is no good."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BuiltPuzzle(RememberedPuzzle):
    """A puzzle as it was built in a scene: its files have the meshes as they stand there, by Blender's exporter."""

    scene_puzzle: ScenePuzzle
    meshes: dict[str, Mesh] = field(default_factory=dict, init=False)
    """Those that were read from Blender, by the keys of their parts: most are in several files."""

    @cached_property
    def laid(self) -> Mapping[str, Placed]:
        """The places of the parts as they were built."""
        return self.scene_puzzle.needed_built.laid

    def write_file(self, plan: FilePlan, path: Path) -> int:
        """Write the meshes of a plan as they are in Blender, and return their triangles; raises ExportError."""
        parts = {part.key: part for part in self.all_parts}
        planned = [key for places in plan.objects.values() for key in places]
        if unknown := [parts[key] for key in planned if key not in self.meshes]:
            self.meshes.update(_standing(self.scene_puzzle, unknown))
        return write_meshes(path, plan, objects_of(plan, parts, self.meshes), _write_stl, ADVICE)


def as_built(context: bpy.types.Context, scene_puzzle: ScenePuzzle) -> BuiltPuzzle:
    """Return a puzzle of a scene to write its files; raises ExportError for one that is not as it was built."""
    built, way = scene_puzzle.built, scene_puzzle.way
    if built is None:
        raise ExportError("The puzzle was never built: press Rebuild.")
    if way.apart and scene_puzzle.group.problem:
        raise ExportError(scene_puzzle.group.problem)
    changed = by_hand(scene_puzzle)
    if misfit := changed.misfit:
        raise ExportError(misfit)
    if way.cut and changed.edited:
        names = changed.labels(changed.edited)
        raise ExportError(f"Edited by hand: {names}. Sheets are cut as built, so press Restore.")
    printer = printer_of(scene_of(context))
    kind, content, text = scene_puzzle.kind, scene_puzzle.puzzle, scene_puzzle.text
    return BuiltPuzzle(kind, content, built.dimensions, printer, way, text=text, scene_puzzle=scene_puzzle)


def export_puzzle(
    context: bpy.types.Context, puzzle: ScenePuzzle, target: Path, *, overwrite: bool = False
) -> list[WrittenFile]:
    """Write the files of a puzzle, as it is printed, into a folder, and keep with the puzzle where they are.

    Raises InputError for a folder that cannot be used, OccupiedError where files of another puzzle would be replaced
    and that was not asked for, and ExportError for files that could not be written or are damaged; what stood in the
    folder is then as it was.
    """
    built = as_built(context, puzzle)
    if wrong := edits_in_the_way(puzzle, by_hand(puzzle)):
        raise ExportError(f"{wrong} Nothing was exported.")
    files = built.export(target, overwrite=overwrite)
    puzzle.group.exported, puzzle.group.exported_as = str(target), _exported_state(puzzle)
    return files


def is_exported(puzzle: ScenePuzzle) -> bool:
    """Report whether the last export of a puzzle has written it as it is now."""
    with suppress(InputError):
        known = puzzle.group.exported_as
        return bool(known) and has_current_dimensions(puzzle) and known == _exported_state(puzzle)
    return False


def _exported_state(puzzle: ScenePuzzle) -> str:
    # Where the beds are shown is in no file.
    built = replace(puzzle.needed_built, first_bed=0.0).to_json()
    return f"{puzzle.way.name} {built} {edits_in_files(puzzle, by_hand(puzzle))}"


def edits_in_files(puzzle: ScenePuzzle, changed: ByHand) -> str:
    """Return a text that changes with what files have of changes by hand, or with why there are none."""
    edits = [changed.misfit]
    for key in changed.edited:
        shown = present(puzzle.kept_object(key))
        if changed.parts[key].modifiers:
            shown = shown.evaluated_get(bpy.context.evaluated_depsgraph_get())
        edits.append(f"{key} {shape_of(shown.data) if isinstance(shown.data, bpy.types.Mesh) else ''}")
    return " ".join(edits)


def edited_meshes(puzzle: ScenePuzzle, changed: ByHand) -> dict[str, Mesh]:
    """Return the meshes of the parts that were edited by hand as files have them, in millimeters about their middles.

    Raises ExportError for an object that cannot be exported.
    """
    return _standing(puzzle, [part for part in puzzle.as_built.all_parts if part.key in changed.edited])


def edits_in_the_way(puzzle: ScenePuzzle, changed: ByHand) -> str:
    """Return a sentence on edits by which parts would not fit together; nothing where none is in the way of another.

    Raises what ``edited_meshes`` raises.
    """
    if not changed.edited:
        return ""
    built = puzzle.as_built
    places = {part.key: np.array(part.assembled) for part in built.all_parts}
    wrong = [
        changed.parts[key].label
        for key, mesh in edited_meshes(puzzle, changed).items()
        if meets(mesh.vertices + places[key], mesh.split()[0], built.room_of_others(key))
    ]
    return f"Edited by hand, and in the way of other parts: {listed(wrong)}. Press Restore." if wrong else ""


def _standing(puzzle: ScenePuzzle, parts: Iterable[Part]) -> dict[str, Mesh]:
    """Return the meshes of parts as they stand in Blender, with the user's modifiers, by their keys.

    They are in millimeters from the objects' origins. That of an object which still is as it was filled is the part's
    very own; of others the directions are the numbers of their materials. Raises InputError for an object that was
    deleted, and ExportError for one that is empty, or that shows instances.
    """
    filled = {}
    for part in parts:
        shown = puzzle.part_object(part.key)
        if shown is None:
            raise puzzle.deleted(part.key)
        filled[part.key] = shown, part.mesh()
    scale = millimeters_per_unit(puzzle.needed_built.meters_per_unit)
    with scene_apart() as scene:
        # What modifiers use of other objects is as it is seen.
        scene.frame_float = scene_of(bpy.context).frame_float
        copies = {key: _copy(original, scene) for key, (original, _) in filled.items()}
        depsgraph = depsgraph_of(scene)
        showing = [present(instance.parent).original for instance in depsgraph.object_instances if instance.is_instance]
        for key, (original, _) in filled.items():
            if copies[key] in showing:
                raise ExportError(
                    f"'{original.name}' shows instances, which no file has: add Realize Instances to its nodes, or "
                    "remove that modifier. Nothing was exported."
                )
        return {
            key: _standing_mesh(original.name, made, copies[key].evaluated_get(depsgraph), scale)
            for key, (original, made) in filled.items()
        }


@contextmanager
def scene_apart() -> Iterator[bpy.types.Scene]:
    """Yield a scene that is gone afterward, with its objects, and with their meshes where nothing else has them.

    An object of the user's own that is linked there is to be unlinked before.
    """
    scene = bpy.data.scenes.new("Puzzle Cubes Apart")
    try:
        yield scene
    finally:
        for owner in list(scene.collection.objects):
            mesh: Any = owner.data
            bpy.data.objects.remove(owner)
            if isinstance(mesh, bpy.types.Mesh) and not mesh.users:
                bpy.data.meshes.remove(mesh)
        bpy.data.scenes.remove(scene)


def depsgraph_of(scene: bpy.types.Scene) -> bpy.types.Depsgraph:
    """Return what knows the objects of a scene as they are now."""
    view_layer = scene.view_layers[0]
    view_layer.update()
    return present(view_layer.depsgraph)


def _copy(original: bpy.types.Object, scene: bpy.types.Scene) -> bpy.types.Object:
    """Return a copy that stands in a scene as an object does in its own, with mesh and modifiers, and is not hidden."""
    copy = original.copy()
    scene.collection.objects.link(copy)
    hide_wire(copy)
    copy.animation_data_clear()
    copy.hide_viewport = copy.hide_render = False
    return copy


def _standing_mesh(name: str, made: Mesh, seen: bpy.types.Object, scale: float) -> Mesh:
    """Return the mesh of an object with its modifiers; raises ExportError where it is empty."""
    # In Edit Mode the evaluated object's own data need not hold a mesh yet.
    mesh = seen.to_mesh()
    # Blender's own division of large faces has triangles without an area where corners lie on one line.
    if holds(mesh, made, 1 / scale):
        seen.to_mesh_clear()
        return made
    vertices, triangles = triangles_of(mesh)
    polygons = np.empty(len(triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("polygon_index", polygons)
    materials = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("material_index", materials)
    seen.to_mesh_clear()
    if not len(triangles):
        raise ExportError(f"'{name}' has no faces: press Restore to get them back. Nothing was exported.")
    looks = np.minimum(materials[polygons], np.iinfo(np.int8).max).astype(np.int8)
    return Mesh(scale * vertices.astype(np.float64), Faces.alike(triangles, looks))


def _write_stl(path: Path, bodies: Sequence[Body]) -> None:
    """Write bodies about their common origin to an STL file in millimeters, by Blender's own exporter.

    Raises ExportError where that fails.
    """
    with scene_apart() as scene:
        for body in bodies:
            mesh = bpy.data.meshes.new(body.name)
            fill_mesh(mesh, Mesh(body.vertices, Faces.alike(body.triangles)), 1.0)
            scene.collection.objects.link(bpy.data.objects.new(body.name, mesh))
        view_layer = scene.view_layers[0]
        try:
            with bpy.context.temp_override(scene=scene, view_layer=view_layer):
                view_layer.update()
                bpy.ops.wm.stl_export(
                    filepath=str(path),
                    ascii_format=False,
                    global_scale=1.0,
                    use_scene_unit=False,
                    export_selected_objects=False,
                    forward_axis="Y",
                    up_axis="Z",
                    apply_modifiers=True,
                )
        except RuntimeError as error:
            # A folder that has gone meanwhile says so by itself, without the name of the one inside that is hidden.
            path.parent.stat()
            raise ExportError(f"{path.name} could not be written: {error}".strip()) from error
    # Blender does not say that a disk is full, and leaves off.
    if path.stat().st_size < stl_size(triangle_count(bodies)):
        raise ExportError(f"{path.name} was not written to its end: is the disk full?")
