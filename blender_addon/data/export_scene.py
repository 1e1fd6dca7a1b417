# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of what is exported, in a scene of its own: nothing changes in the user's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ...core.common.errors import ExportError
from ...core.printing.printed_object import Body, Color, PrintedObject, marked_by
from ...core.solids.mesh import Mesh
from ...core.solids.stl import stl_size
from .context import present
from .meshes import fill_mesh, holds
from .wire_model import hide_wire


def uses_other_objects(modifier: bpy.types.Modifier) -> bool:
    """Report whether a modifier works with another object or a collection, so that its place in the scene matters."""
    values = [*_pointers(modifier), *(_node_inputs(modifier) if modifier.type == "NODES" else ())]
    return any(isinstance(value, bpy.types.Object | bpy.types.Collection) for value in values)


def _pointers(owner: Any) -> Iterator[Any]:
    """Yield all that the properties of something point at."""
    return (getattr(owner, known.identifier) for known in owner.bl_rna.properties if known.type == "POINTER")


def _node_inputs(modifier: Any) -> Iterator[Any]:
    """Yield the inputs of geometry nodes: custom properties at first, in later versions of Blender properties."""
    if not hasattr(modifier, "properties"):
        yield from modifier.values()
    elif modifier.properties is not None:
        for socket in _pointers(modifier.properties.inputs):
            yield getattr(socket, "value", None)


@dataclass(frozen=True, eq=False)
class PlacedBody:
    """An object of Blender, where it stands in a file, in Blender units, and its color.

    ``marks`` are other colors that it has, by the numbers of its materials. ``made`` is the mesh, in millimeters, that
    it was filled with.
    """

    original: bpy.types.Object
    place: Matrix
    color: Color
    marks: Mapping[int, Color] = field(default_factory=dict)
    made: Mesh | None = None


@contextmanager
def export_scene(
    context: bpy.types.Context, objects: Sequence[tuple[str, Sequence[PlacedBody]]], scale: float
) -> Iterator[list[PrintedObject]]:
    """Make a scene with copies of objects the present one, and give their meshes, about the file's origin.

    ``objects`` are the names of what is printed as one, each with its bodies; ``scale`` is millimeters per Blender
    unit. Raises ExportError for an object that is empty, or that has a modifier which works with another object.
    """
    scene = bpy.data.scenes.new("Puzzle Cubes Export")
    copies: dict[PlacedBody, bpy.types.Object] = {}
    divided: list[bpy.types.Mesh] = []
    try:
        for body in (body for _, bodies in objects for body in bodies):
            copies[body] = _bare_copy(body)
            scene.collection.objects.link(copies[body])
        view_layer = scene.view_layers[0]
        with context.temp_override(scene=scene, view_layer=view_layer):
            view_layer.update()
            depsgraph = present(view_layer.depsgraph)
            for body, copy in copies.items():
                if (mesh := _in_triangles(body, copy.evaluated_get(depsgraph), scale)) is not None:
                    divided.append(mesh)
                    copy.modifiers.clear()
                    copy.data = mesh
            view_layer.update()
            yield [
                PrintedObject(
                    name, tuple(_mesh_of(body, copies[body].evaluated_get(depsgraph), scale) for body in bodies)
                )
                for name, bodies in objects
            ]
    finally:
        for copy in copies.values():
            bpy.data.objects.remove(copy)
        for mesh in divided:
            bpy.data.meshes.remove(mesh)
        bpy.data.scenes.remove(scene)


def write_stl(path: Path, objects: Sequence[PrintedObject], scale: float) -> None:
    """Write the scene of some objects to an STL file, by millimeters per unit; raises ExportError where that fails."""
    try:
        bpy.ops.wm.stl_export(
            filepath=str(path),
            ascii_format=False,
            global_scale=scale,
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
    if path.stat().st_size < stl_size(sum(printed.triangle_count for printed in objects)):
        raise ExportError(f"{path.name} was not written to its end: is the disk full?")


def _bare_copy(body: PlacedBody) -> bpy.types.Object:
    """Return a copy with the same mesh and the user's modifiers at a place, without parent, motion or hiding.

    Raises ExportError for a modifier that works with another object: the copy stands elsewhere.
    """
    original = body.original
    for modifier in original.modifiers:
        if uses_other_objects(modifier):
            raise ExportError(
                f"The modifier '{modifier.name}' of '{original.name}' uses another object: "
                "apply it, or remove it, to export."
            )
    copy = original.copy()
    hide_wire(copy)
    copy.parent = None
    copy.animation_data_clear()
    copy.constraints.clear()
    # Blender would take it off the place, and leave a rounding error there.
    copy.delta_location = (0.0, 0.0, 0.0)
    copy.matrix_world = body.place
    copy.hide_viewport = copy.hide_render = False
    return copy


def _in_triangles(body: PlacedBody, evaluated: bpy.types.Object, scale: float) -> bpy.types.Mesh | None:
    """Return a mesh of triangles for what still is as it was made.

    Blender's own division of large faces has triangles without an area where corners lie on one line.
    """
    if body.made is None or not holds(evaluated.to_mesh(), body.made, 1 / scale):
        return None
    divided = bpy.data.meshes.new(body.original.name)
    fill_mesh(divided, body.made.in_triangles, 1 / scale)
    return divided


def _mesh_of(body: PlacedBody, evaluated: bpy.types.Object, scale: float) -> Body:
    """Return the mesh of an object with its modifiers where it stands; raises ExportError where it is empty."""
    # In Edit Mode the evaluated object's own data need not hold a mesh yet.
    mesh = evaluated.to_mesh()
    mesh.calc_loop_triangles()
    vertices = np.empty(3 * len(mesh.vertices))
    mesh.vertices.foreach_get("co", vertices)
    triangles = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles)
    marked = marked_by(_material_numbers(mesh), body.marks)
    evaluated.to_mesh_clear()
    name = body.original.name
    if not len(triangles):
        raise ExportError(f"'{name}' has no faces: press Restore to get them back. Nothing was exported.")
    place = np.array(body.place)
    standing = vertices.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3]
    return Body(name, body.color, scale * standing, triangles.reshape(-1, 3), tuple(body.marks.values()), marked)


def _material_numbers(mesh: bpy.types.Mesh) -> NDArray[np.int32]:
    """Return the number of the material that each triangle of a mesh has."""
    polygons = np.empty(len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("polygon_index", polygons)
    materials = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("material_index", materials)
    numbers: NDArray[np.int32] = materials[polygons]
    return numbers
