# SPDX-License-Identifier: GPL-3.0-or-later
"""STL files by Blender's own exporter, looked at before they are called written.

The exporter works on a scene of its own that holds copies of the objects, so the user's scene, selection, visibility
and mode are not touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import bpy
from mathutils import Matrix

from ...core.common.errors import ExportError
from ...core.solids.stl import enclosed_volume, is_closed, triangles_from_stl
from .context import present
from .modifier_inputs import uses_other_objects
from .wire_model import hide_wire

Placed = tuple[bpy.types.Object, Matrix]
"""An object and where it stands in a file, in Blender units."""


def write_stl(context: bpy.types.Context, placed: Iterable[Placed], path: Path, scale: float) -> int:
    """Write objects, at their places, to one STL file in millimeters; check it and return its number of triangles.

    ``scale`` is millimeters per Blender unit.
    """
    scene = bpy.data.scenes.new("Puzzle Cubes Export")
    copies: list[bpy.types.Object] = []
    try:
        for original, place in placed:
            copies.append(_bare_copy(original, place))
            scene.collection.objects.link(copies[-1])
        view_layer = scene.view_layers[0]
        with context.temp_override(scene=scene, view_layer=view_layer):
            _run_exporter(path, scale)
        depsgraph = present(view_layer.depsgraph)
        counts = [_triangle_count(copy.evaluated_get(depsgraph)) for copy in copies]
    finally:
        for copy in copies:
            bpy.data.objects.remove(copy)
        bpy.data.scenes.remove(scene)
    for (original, _), count in zip(placed, counts, strict=True):
        if not count:
            raise ExportError(f"'{original.name}' has no faces: press Rebuild to get them back. Nothing was exported.")
    return _checked_triangles(path, sum(counts))


def _run_exporter(path: Path, scale: float) -> None:
    """Write all objects of the present scene with Blender's exporter; ``scale`` is millimeters per unit."""
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
        raise ExportError(f"{path.name} could not be written: {error}".strip()) from error


def _bare_copy(original: bpy.types.Object, place: Matrix) -> bpy.types.Object:
    """Return a copy with the same mesh and the user's modifiers at a place, without parent, motion or hiding.

    Raises ExportError for a modifier that works with another object: the copy stands elsewhere.
    """
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
    copy.matrix_world = place
    copy.hide_viewport = copy.hide_render = False
    return copy


def _triangle_count(evaluated: bpy.types.Object) -> int:
    """Count the triangles of an object's mesh: a polygon with n corners is cut into n - 2."""
    # In Edit Mode the evaluated object's own data need not hold a mesh yet.
    mesh = evaluated.to_mesh()
    count = len(mesh.loops) - 2 * len(mesh.polygons)
    evaluated.to_mesh_clear()
    return count


def _checked_triangles(path: Path, expected: int) -> int:
    """Read an STL file back and return its number of triangles; raises ExportError if it is no good."""
    try:
        triangles = triangles_from_stl(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ExportError(f"{path.name} could not be read back: {error}.") from error
    if len(triangles) != expected:
        raise ExportError(f"{path.name} has {len(triangles)} triangles instead of {expected}; nothing was exported.")
    if not is_closed(triangles) or enclosed_volume(triangles) <= 0:
        raise ExportError(
            f"{path.name} is not closed, so it would not print: were the meshes edited, or has a modifier opened "
            "them? Nothing was exported."
        )
    return len(triangles)
