# SPDX-License-Identifier: GPL-3.0-or-later
"""How the walls of a puzzle are shown: solid, as wires, or as glass, in the viewport and in the render.

The walls are the box, or the plates of the kit. Their meshes and materials stay as they are,
whatever is shown, and so do the files: glass lies over the materials in the slots of the object, and the wires
are objects of their own, which stand in for the walls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy
import numpy as np

from ..core.wires import wires
from .conversions import built_dimensions
from .kit_objects import shows_kit
from .materials import GLASS_ALPHA, glass_material
from .meshes import fill_mesh
from .names import GLASS, PLATE_START, WIRE
from .units import units_per_millimeter

WIRE_WIDTH = 0.125
"""The width of a wire, in plates' thicknesses."""


def draw_display(layout: bpy.types.UILayout, group: Any) -> None:
    """Draw the choice between solid, wire and glass."""
    layout.row().prop(group, "display", expand=True)


def follow_display(collection: bpy.types.Collection) -> None:
    """Show the walls of a puzzle in the way that was chosen; walls that are shown solid already are not touched."""
    group = collection.oskars_cube
    for holder, walls, in_use in _walls(group):
        if group.displayed == GLASS and group.display != GLASS:
            _remove_glass(walls)
        if group.displayed == WIRE and group.display != WIRE:
            _remove_wire(group, holder, walls)
        if group.display == GLASS:
            _add_glass(walls)
        elif group.display == WIRE and in_use:
            _add_wire(group, holder, walls)
        elif holder.wire is not None:
            holder.wire.hide_viewport = holder.wire.hide_render = True
    group.displayed = group.display


def _walls(group: Any) -> Iterator[tuple[Any, bpy.types.Object, bool]]:
    """Yield all walls, each after the group that points at its wire, and whether they are in use.

    Where the puzzle is a kit the box is hidden, else the kit's whole collection is. Walls that are
    linked from another file, overridden or not, are shown as they are there.
    """
    as_kit = shows_kit(group)
    if group.id_data.override_library:
        return
    if group.box is not None and not group.box.library:
        yield group, group.box, not as_kit
    for item in group.kit_parts:
        if item.part is not None and not item.part.library and item.name.startswith(PLATE_START):
            yield item, item.part, as_kit


def _add_glass(walls: bpy.types.Object) -> None:
    """Lay glass over all materials but those that the user laid over them."""
    for slot, material in zip(walls.material_slots, _materials(walls), strict=True):
        if slot.link == "DATA":
            slot.link = "OBJECT"
            slot.material = slot.material or glass_material(material)
    walls.color[3] = GLASS_ALPHA


def _remove_glass(walls: bpy.types.Object) -> None:
    """Take the glass off; a material of the user's own that lay there can be laid there again."""
    for slot, material in zip(walls.material_slots, _materials(walls), strict=True):
        if slot.link == "OBJECT":
            if slot.material == glass_material(material):
                slot.material = None
            slot.link = "DATA"
    walls.color[3] = 1.0


def _add_wire(group: Any, holder: Any, walls: bpy.types.Object) -> None:
    """Have a wire model stand in for walls."""
    if holder.wire is None:
        name = f"{walls.name} Wire"
        holder.wire = bpy.data.objects.new(name, bpy.data.meshes.new(name))
        # A click on a wire shall select the walls.
        holder.wire.hide_select = True
    wire = holder.wire
    wire.hide_viewport = wire.hide_render = False
    for home in walls.users_collection:
        if wire.name not in home.objects:
            home.objects.link(wire)
    wire.parent, wire.color = walls, walls.color
    walls.display_type = "WIRE"
    walls.hide_render = True
    if _materials(wire) != _materials(walls):
        wire.data.materials.clear()
        for material in _materials(walls):
            wire.data.materials.append(material)
    width = WIRE_WIDTH * built_dimensions(group).plate * units_per_millimeter(group.built_scale)
    fill_mesh(wire.data, wires(*_edges(walls.data), width=width), 1.0)


def _remove_wire(group: Any, holder: Any, walls: bpy.types.Object) -> None:
    """Show walls themselves again."""
    if holder.wire is not None:
        mesh: Any = holder.wire.data
        bpy.data.objects.remove(holder.wire)
        if not mesh.users:
            bpy.data.meshes.remove(mesh)
    walls.display_type = "TEXTURED"
    walls.hide_render = shows_kit(group) and walls == group.box


def _materials(one: bpy.types.Object) -> list[bpy.types.Material | None]:
    """Return the materials of an object's mesh, whatever lies over them."""
    mesh: Any = one.data
    return list(mesh.materials)


def _edges(mesh: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Return the vertices, the edges and the polygons' corners of a mesh, as ``wires`` wants them."""
    vertices = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", vertices)
    edges = np.empty(2 * len(mesh.edges), dtype=np.int32)
    mesh.edges.foreach_get("vertices", edges)
    corner_edges = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("edge_index", corner_edges)
    normals = np.empty(3 * len(mesh.polygons), dtype=np.float32)
    mesh.polygons.foreach_get("normal", normals)
    directions, corners = (np.empty(len(mesh.polygons), dtype=np.int32) for _ in range(2))
    mesh.polygons.foreach_get("material_index", directions)
    mesh.polygons.foreach_get("loop_total", corners)
    return (
        vertices.reshape(-1, 3).astype(np.float64),
        edges.reshape(-1, 2),
        corner_edges,
        np.repeat(normals.reshape(-1, 3), corners, axis=0),
        np.repeat(directions, corners),
    )
