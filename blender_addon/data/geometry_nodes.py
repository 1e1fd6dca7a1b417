# SPDX-License-Identifier: GPL-3.0-or-later
"""Geometry nodes by which an object shows another mesh than its own; a mark tells them, whatever the user calls them.

A wire model is shown in place of walls, and all else of the object is as it was: the walls can still be clicked,
hidden, moved and deleted, and the wires go with them. The mesh is that of an object in no scene, which only the
modifier's nodes know.

Faces of a mesh are shown at some frames only, and lines of text, as nodes know the frame of the scene. So these are
there in any view and in a render, without this extension, and nothing but the frame has to change. All is made with
nodes that Blender has had since version 4.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import bpy
import numpy as np
from numpy.typing import NDArray

from ...core.solids.mesh import Mesh
from ...core.solids.wires import wires
from .interface import mesh_of, narrowed, present
from .meshes import CORNER_EDGES, EDGE_VERTICES, MATERIAL, POSITION, fill_mesh, materials_of, values_of


class _NodeTree:
    """New nodes, which are added from left to right."""

    def __init__(self, name: str, mark: str) -> None:
        """Begin with none; the mark is a custom property."""
        self.tree = narrowed(bpy.data.node_groups.new(name, "GeometryNodeTree"), bpy.types.GeometryNodeTree)
        self.tree[mark] = True
        self.tree.is_modifier = True

    def add(self, kind: str, **settings: Any) -> Any:
        """Add a node with settings. Each has a type of its own, which the stubs do not find by its name."""
        node: Any = self.tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        node.location = (180 * len(self.tree.nodes), 0)
        return node

    def link(self, output: Any, node: Any, name: int | str) -> None:
        """Link an output to an input of a node."""
        self.connect(output, node.inputs[name])

    def connect(self, output: Any, socket: Any) -> None:
        """Link an output to a socket."""
        self.tree.links.new(output, socket)

    def take_geometry(self) -> Any:
        """Return the output with the geometry that the modifier is given."""
        self._add_socket("INPUT")
        return self.add("NodeGroupInput").outputs[0]

    def end(self, output: Any) -> None:
        """Let an output be what is shown."""
        self._add_socket("OUTPUT")
        self.link(output, self.add("NodeGroupOutput"), 0)

    def _add_socket(self, in_out: Any) -> None:
        present(self.tree.interface).new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")


def _marked_modifiers(owner: bpy.types.Object, mark: str) -> Iterator[bpy.types.NodesModifier]:
    """Yield the modifiers of an object whose nodes have a mark."""
    for modifier in owner.modifiers:
        if isinstance(modifier, bpy.types.NodesModifier):
            nodes = modifier.node_group
            if nodes is not None and nodes.get(mark):
                yield modifier


def _remove_nodes(owner: bpy.types.Object, modifier: bpy.types.NodesModifier) -> bool:
    """Take a modifier away, and its nodes if nothing else has them; report whether these are gone, too."""
    nodes = present(modifier.node_group)
    owner.modifiers.remove(modifier)
    if nodes.users:
        return False
    bpy.data.node_groups.remove(nodes)
    return True


_WIRE_MARK = "puzzle_cubes_wire"
"""The mark of the nodes that show wires."""


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
    if _remove_nodes(walls, modifier) and wire is not None and not wire.users:
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
    return next(_marked_modifiers(walls, _WIRE_MARK), None)


def _new_nodes(name: str, wire: bpy.types.Object) -> bpy.types.GeometryNodeTree:
    """Return geometry nodes that give the mesh of an object."""
    tree = _NodeTree(name, _WIRE_MARK)
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


FIRST, UNTIL = "seen_from", "seen_until"
"""The attributes of faces: the first frame at which each is seen, and the first one after that at which it is not."""

NEVER = 2**30
"""A frame that Blender has not."""

_FRAME_MARK = "puzzle_cubes_by_frame"
"""The mark of the nodes that know the frame."""

LINE, SHOWN_NUMBER = "line", "number"
"""The attributes of vertices, one for each frame: which line is shown then, and the number in it."""

LETTER_RESOLUTION = 4
"""Points of each piece of a letter's outline."""

BOARD = (1.2, 0.8, 0.1)
"""How much wider and higher than its line a board behind it is, and how thick, in heights of letters."""

Frames = NDArray[np.int64]


class Lines(NamedTuple):
    """Lines of text, and for each frame from a first one on which is shown, and the number that is ``{number}`` in it.

    Before and after these frames the line of the nearest one is shown.
    """

    first: int
    texts: Sequence[str]
    line_of: Frames
    number_of: Frames


class Letters(NamedTuple):
    """The height of letters, and the width that lines have room in, in Blender units."""

    size: float
    width: float


def show_faces_by_frame(owner: bpy.types.Object, first: Frames, until: Frames) -> None:
    """Let each face of an object's mesh be seen from a frame on, up to another one without it."""
    mesh: Any = owner.data
    for name, frames in ((FIRST, first), (UNTIL, until)):
        mesh.attributes.new(name, "INT", "FACE").data.foreach_set("value", np.minimum(frames, NEVER).astype(np.int32))
    tree, geometry, frame = _begun(owner, "By Frame")
    gone = tree.add("FunctionNodeBooleanMath", operation="OR")
    tree.link(_compared(tree, frame, "LESS_THAN", _attribute(tree, FIRST)), gone, 0)
    tree.link(_compared(tree, frame, "GREATER_EQUAL", _attribute(tree, UNTIL)), gone, 1)
    delete = tree.add("GeometryNodeDeleteGeometry", domain="FACE", mode="ALL")
    tree.link(geometry, delete, "Geometry")
    tree.link(gone.outputs[0], delete, "Selection")
    tree.end(delete.outputs[0])


def show_lines_by_frame(owner: bpy.types.Object, lines: Lines, letters: Letters) -> None:
    """Let an object show a line of text as a mesh, on a board that makes it seen on any ground.

    Its own one must be empty, and has the materials of the letters and of the board.
    """
    mesh: Any = owner.data
    mesh.vertices.add(len(lines.line_of))
    for name, values in ((LINE, lines.line_of), (SHOWN_NUMBER, lines.number_of)):
        mesh.attributes.new(name, "INT", "POINT").data.foreach_set("value", values.astype(np.int32))
    tree, geometry, frame = _begun(owner, "Line by Frame")
    place = tree.add("ShaderNodeMath", operation="SUBTRACT")
    tree.link(frame, place, 0)
    place.inputs[1].default_value = lines.first
    line, number = (_at_place(tree, geometry, name, place.outputs[0]) for name in (LINE, SHOWN_NUMBER))
    text = _chosen_text(tree, lines.texts, line)
    as_text = tree.add("FunctionNodeValueToString")
    tree.link(number, as_text, "Value")
    whole = tree.add("FunctionNodeReplaceString")
    tree.link(text, whole, "String")
    whole.inputs["Find"].default_value = "{number}"
    tree.link(as_text.outputs[0], whole, "Replace")
    curves = tree.add("GeometryNodeStringToCurves")
    tree.link(whole.outputs[0], curves, "String")
    curves.inputs["Size"].default_value = letters.size
    # In later versions of Blender it is an input.
    if hasattr(curves, "align_x"):
        curves.align_x = "CENTER"
    else:
        curves.inputs["Align X"].default_value = "Center"
    curves.inputs["Text Box Width"].default_value = letters.width
    # Each letter is filled once, however often it stands in the line: all of them together take a tenth of a second.
    coarse = tree.add("GeometryNodeSetSplineResolution")
    tree.link(curves.outputs[0], coarse, 0)
    coarse.inputs["Resolution"].default_value = LETTER_RESOLUTION
    filled, realized = tree.add("GeometryNodeFillCurve"), tree.add("GeometryNodeRealizeInstances")
    tree.link(coarse.outputs[0], filled, 0)
    tree.link(filled.outputs[0], realized, "Geometry")
    joined = tree.add("GeometryNodeJoinGeometry")
    parts = realized.outputs[0], _board(tree, realized.outputs[0], letters)
    for part, material in zip(parts, mesh.materials, strict=True):
        colored = tree.add("GeometryNodeSetMaterial")
        colored.inputs["Material"].default_value = material
        tree.link(part, colored, "Geometry")
        tree.link(colored.outputs[0], joined, 0)
    tree.end(joined.outputs[0])


def _board(tree: _NodeTree, text: Any, letters: Letters) -> Any:
    """Return the output with a flat box behind letters, which stands out all round."""
    bounds = tree.add("GeometryNodeBoundBox")
    tree.link(text, bounds, 0)
    extent, size, ends, middle, behind = (
        tree.add("ShaderNodeVectorMath", operation=operation)
        for operation in ("SUBTRACT", "ADD", "ADD", "SCALE", "SUBTRACT")
    )
    for node, first, second in ((extent, "Max", "Min"), (ends, "Min", "Max")):
        tree.link(bounds.outputs[first], node, 0)
        tree.link(bounds.outputs[second], node, 1)
    tree.link(extent.outputs[0], size, 0)
    size.inputs[1].default_value = [letters.size * share for share in BOARD]
    tree.link(ends.outputs[0], middle, 0)
    middle.inputs["Scale"].default_value = 0.5
    tree.link(middle.outputs[0], behind, 0)
    behind.inputs[1].default_value = (0.0, 0.0, letters.size * BOARD[2])
    box, placed = tree.add("GeometryNodeMeshCube"), tree.add("GeometryNodeTransform")
    tree.link(size.outputs[0], box, "Size")
    tree.link(box.outputs[0], placed, "Geometry")
    tree.link(behind.outputs[0], placed, "Translation")
    return placed.outputs[0]


def remove_shown_by_frame(owner: bpy.types.Object) -> None:
    """Take the nodes away, and their modifier."""
    for modifier in list(_marked_modifiers(owner, _FRAME_MARK)):
        _remove_nodes(owner, modifier)


def _begun(owner: bpy.types.Object, name: str) -> tuple[_NodeTree, Any, Any]:
    """Add new nodes to an object, and return them, with the outputs of its geometry and of the scene's frame."""
    tree = _NodeTree(f"{owner.name} {name}", _FRAME_MARK)
    narrowed(owner.modifiers.new(name, "NODES"), bpy.types.NodesModifier).node_group = tree.tree
    return tree, tree.take_geometry(), tree.add("GeometryNodeInputSceneTime").outputs["Frame"]


def _attribute(tree: _NodeTree, name: str) -> Any:
    """Return the output with the values of an attribute."""
    node = tree.add("GeometryNodeInputNamedAttribute", data_type="INT")
    node.inputs["Name"].default_value = name
    return next(output for output in node.outputs if output.enabled and output.name == "Attribute")


def _compared(tree: _NodeTree, output: Any, operation: str, against: Any) -> Any:
    """Return the output that compares two whole numbers; the second may be a constant."""
    node = tree.add("FunctionNodeCompare", data_type="INT", operation=operation)
    # In some versions of Blender it has inputs for each type, of which those that are not used are disabled.
    first, second = (socket for socket in node.inputs if socket.enabled and socket.name in {"A", "B"})
    tree.connect(output, first)
    if isinstance(against, int):
        second.default_value = against
    else:
        tree.connect(against, second)
    return node.outputs["Result"]


def _at_place(tree: _NodeTree, geometry: Any, name: str, place: Any) -> Any:
    """Return the output with an attribute of the vertex that has a number, or of the nearest one that there is."""
    node = tree.add("GeometryNodeSampleIndex", data_type="INT", domain="POINT", clamp=True)
    tree.link(geometry, node, "Geometry")
    value = next(socket for socket in node.inputs if socket.enabled and socket.name == "Value")
    tree.connect(_attribute(tree, name), value)
    tree.link(place, node, "Index")
    return next(output for output in node.outputs if output.enabled)


def _chosen_text(tree: _NodeTree, texts: Sequence[str], number: Any) -> Any:
    """Return the output with one of some texts, by its number."""
    outputs = []
    for text in texts:
        node = tree.add("FunctionNodeInputString")
        node.string = text
        outputs.append(node.outputs[0])
    chosen = outputs[0]
    for place, output in enumerate(outputs[1:], start=1):
        switch = tree.add("GeometryNodeSwitch", input_type="STRING")
        tree.link(_compared(tree, number, "GREATER_EQUAL", place), switch, "Switch")
        tree.link(chosen, switch, "False")
        tree.link(output, switch, "True")
        chosen = switch.outputs[0]
    return chosen
