# SPDX-License-Identifier: GPL-3.0-or-later
"""A wire model in place of walls: a modifier shows another mesh, so all else of the object is as it was.

The walls can still be clicked, hidden, moved and deleted, and the wires go with them. The mesh is that
of an object in no scene, which only the modifier's nodes know.
"""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

from ...core.solids.mesh import Mesh
from ...core.solids.wires import wires
from .context import mesh_of, narrowed, present
from .meshes import CORNER_EDGES, EDGE_VERTICES, MATERIAL, POSITION, fill_mesh, materials_of, values_of
from .nodes import NodeTree, marked_modifiers, remove_nodes

WIRE_MARK = "puzzle_cubes_wire"
"""The mark of the nodes."""


def show_wire(walls: bpy.types.Object, width: float, earlier: Mesh | None) -> Mesh:
    """Show walls as wires of a width in Blender units, made anew from their mesh and its materials, and return those.

    That is quicker with ``earlier`` ones of the same walls.
    """
    wire = _own_wire(walls)
    mesh = mesh_of(wire)
    if materials_of(wire) != materials_of(walls):
        mesh.materials.clear()
        for material in materials_of(walls):
            mesh.materials.append(material)
    model = wires(_edges(mesh_of(walls)), width=width, earlier=earlier)
    fill_mesh(mesh, model, 1.0)
    return model


def hide_wire(walls: bpy.types.Object) -> None:
    """Show walls, or a copy of them, themselves again."""
    modifier = wire_modifier(walls)
    if modifier is None:
        return
    wire = _shown_by(present(modifier.node_group))
    if remove_nodes(walls, modifier) and wire is not None and not wire.users:
        mesh = mesh_of(wire)
        bpy.data.objects.remove(wire)
        if not mesh.users:
            bpy.data.meshes.remove(mesh)


def _own_wire(walls: bpy.types.Object) -> bpy.types.Object:
    """Return the wire that only these walls show, a new one where there is none, or a duplicate shows it too."""
    modifier = wire_modifier(walls)
    nodes = None if modifier is None else modifier.node_group
    if nodes is not None and nodes.users == 1:
        wire = _shown_by(nodes)
        if wire is not None:
            return wire
    name = f"{walls.name} Wire"
    wire = bpy.data.objects.new(name, bpy.data.meshes.new(name))
    if modifier is None:
        modifier = narrowed(walls.modifiers.new("Wire", "NODES"), bpy.types.NodesModifier)
        # So that what the user adds to the walls does not work on the wires.
        modifier.use_pin_to_last = True
    modifier.node_group = _new_nodes(name, wire)
    return wire


def wire_modifier(walls: bpy.types.Object) -> bpy.types.NodesModifier | None:
    """Return the modifier that shows the wires, or None."""
    return next(marked_modifiers(walls, WIRE_MARK), None)


def _new_nodes(name: str, wire: bpy.types.Object) -> bpy.types.GeometryNodeTree:
    """Return geometry nodes that give the mesh of an object."""
    tree = NodeTree(name, WIRE_MARK)
    shown = tree.add("GeometryNodeObjectInfo")
    shown.inputs["Object"].default_value = wire
    tree.end(shown.outputs["Geometry"])
    return tree.tree


def _shown_by(nodes: bpy.types.NodeTree) -> bpy.types.Object | None:
    """Return the object whose mesh the nodes give; None when the user removed it."""
    for node in nodes.nodes:
        if node.bl_idname == "GeometryNodeObjectInfo":
            return narrowed(node.inputs["Object"], bpy.types.NodeSocketObject).default_value
    return None


def _edges(
    mesh: bpy.types.Mesh,
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], NDArray[np.int32]]:
    """Return the vertices, the edges and the polygons' corners of a mesh, as ``wires`` wants them."""
    normals = np.empty(3 * len(mesh.polygons), dtype=np.float32)
    mesh.polygon_normals.foreach_get("vector", normals)
    corners = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("loop_total", corners)
    directions = np.zeros(len(mesh.polygons), dtype=np.int32)
    if MATERIAL in mesh.attributes:
        directions = values_of(mesh, MATERIAL).ravel()
    return (
        values_of(mesh, POSITION).astype(np.float64),
        values_of(mesh, EDGE_VERTICES),
        values_of(mesh, CORNER_EDGES).ravel(),
        np.repeat(normals.reshape(-1, 3), corners, axis=0),
        np.repeat(directions, corners),
    )
