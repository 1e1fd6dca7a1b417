# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes of their own, in which nothing changes the user's, and the meshes of objects there, as files have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ...core.common.errors import ExportError
from ...core.printing.mesh_files import stl_size
from ...core.printing.printed_object import Body, triangle_count
from ...core.solids.mesh import Faces, Mesh
from .context import present
from .meshes import fill_mesh, holds, triangles_of
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


def standing_meshes(filled: Mapping[str, tuple[bpy.types.Object, Mesh]], scale: float) -> dict[str, Mesh]:
    """Return the meshes of objects with the user's modifiers, by their keys, in millimeters from the objects' origins.

    Each object comes with the mesh, in millimeters, that it was filled with. Where it still is that, it is that very
    one; of others the directions are the numbers of their materials. ``scale`` is millimeters per Blender unit. Raises
    ExportError for an object that is empty, or that has a modifier which works with another object.
    """
    with scene_apart() as scene:
        copies = {key: _bare_copy(original, scene) for key, (original, _) in filled.items()}
        depsgraph = depsgraph_of(scene)
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


def _bare_copy(original: bpy.types.Object, scene: bpy.types.Scene) -> bpy.types.Object:
    """Return a copy at the origin of a scene, with mesh and modifiers, without parent, motion or hiding.

    Raises ExportError for a modifier that works with another object: the copy stands elsewhere.
    """
    for modifier in original.modifiers:
        if uses_other_objects(modifier):
            raise ExportError(
                f"The modifier '{modifier.name}' of '{original.name}' uses another object: "
                "apply it, or remove it, to export."
            )
    copy = original.copy()
    scene.collection.objects.link(copy)
    hide_wire(copy)
    copy.parent = None
    copy.animation_data_clear()
    copy.constraints.clear()
    copy.delta_location, copy.delta_rotation_quaternion = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    copy.matrix_world = Matrix()
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


def write_stl(path: Path, bodies: Sequence[Body]) -> None:
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
