# SPDX-License-Identifier: GPL-3.0-or-later
"""All that is in the open file and that undo must bring back, as plain values that outlive an undo."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from tests.blender.oskar.animated import curves

KINDS = ("scenes", "collections", "objects", "meshes", "materials", "actions", "cameras", "lights", "node_groups")
PASSING = {"rna_type", "session_uid", "users", "tag", "is_evaluated", "use_nodes"}
"""Properties of Blender's own keeping, which say nothing of what the user sees; the last one is about to go."""

INSIDE = {"unit_settings", "cursor", "render"}
"""Structures that belong to their owner, as far as the extension might change them."""


def full_state() -> dict[str, object]:
    """Return all data of the file by its kind and name, with the meshes and the keys of the animation."""
    bpy.context.view_layer.update()
    state: dict[str, Any] = {
        f"{kind} {data.name}": values(data) for kind in KINDS for data in getattr(bpy.data, kind) if not data.library
    }
    for hidden in (member for member in bpy.data.objects if not member.library and not member.visible_get()):
        # Blender evaluates them now and then only; where they are follows from their locations and parents.
        for name in ("matrix_world", "matrix_local"):
            del state[f"objects {hidden.name}"][name]
    for mesh in bpy.data.meshes:
        state[f"mesh {mesh.name}"] = mesh_values(mesh)
    for member in bpy.data.objects:
        state[f"in the view layer {member.name}"] = (member.hide_get(), member.select_get(), member.visible_get())
        state[f"modifiers of {member.name}"] = [(modifier.name, modifier.type) for modifier in member.modifiers]
        state[f"slots of {member.name}"] = [(slot.link, named(slot.material)) for slot in member.material_slots]
        animation = member.animation_data
        state[f"animation of {member.name}"] = None if animation is None else named(animation.action)
    for collection in [bpy.context.scene.collection, *bpy.data.collections]:
        state[f"members of {collection.name}"] = (
            sorted(member.name for member in collection.objects),
            sorted(child.name for child in collection.children),
        )
    state["keys"] = sorted(
        (curve.data_path, curve.array_index, [tuple(point.co) for point in curve.keyframe_points]) for curve in curves()
    )
    state["active"] = named(bpy.context.view_layer.objects.active)
    return state


def values(owner: Any) -> dict[str, object]:
    """Return the values of the properties of a piece of data, and of the extension's groups in it."""
    values_of: dict[str, object] = {}
    for prop in owner.bl_rna.properties:
        name = prop.identifier
        if name in PASSING:
            continue
        if prop.type == "POINTER":
            values_of[name] = pointed(name, getattr(owner, name))
        elif prop.type == "COLLECTION":
            if name == "parts":
                values_of[name] = [values(item) for item in getattr(owner, name)]
        else:
            values_of[name] = plain(getattr(owner, name))
    return values_of


def pointed(name: str, value: Any) -> object:
    """Return the values of a group or of a structure inside of its owner, and else the name of what is pointed at."""
    if isinstance(value, bpy.types.ID) or value is None:
        return named(value)
    return values(value) if isinstance(value, bpy.types.PropertyGroup) or name in INSIDE else None


def plain(value: Any) -> object:
    """Return a property's value without references into Blender."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, str | int | float):
        return value
    return np.array(value).tolist()


def named(data: Any) -> str | None:
    """Return the name of a piece of data, or None."""
    return None if data is None else str(data.name)


def mesh_values(mesh: Any) -> tuple[bytes, bytes, bytes]:
    """Return the vertices, the corners and the materials of a mesh."""
    places = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", places)
    corners = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    numbers = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("material_index", numbers)
    return places.tobytes(), corners.tobytes(), numbers.tobytes()
