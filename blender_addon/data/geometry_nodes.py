# SPDX-License-Identifier: GPL-3.0-or-later
"""Geometry nodes by which an object shows another mesh than its own; a mark tells them, whatever the user calls them.

A wire model is shown in place of walls: a thin bar along every edge where sides meet at an angle. All else of the
object is as it was: the walls can still be clicked, hidden, moved and deleted, and the wires go with them.

Faces of a mesh are shown at some frames only, and lines of text, as nodes know the frame of the scene. So these are
there in any view and in a render, without this extension, and nothing but the frame has to change. All is made with
nodes that Blender has had since version 4.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import bpy
import numpy as np
from numpy.typing import NDArray

from .interface import narrowed, present


def _used(sockets: Any, name: int | str = "") -> Any:
    """Return the first of a node's sockets that is used, with a name if it is given; or the one with a number.

    A node with several types has sockets for each in some versions of Blender, of which those of others are not used.
    """
    if isinstance(name, int):
        return sockets[name]
    return next(socket for socket in sockets if socket.enabled and name in {"", socket.name})


class _NodeTree:
    """New nodes, which are added from left to right."""

    def __init__(self, name: str, mark: str) -> None:
        """Begin with none; the mark is a custom property."""
        self.tree = narrowed(bpy.data.node_groups.new(name, "GeometryNodeTree"), bpy.types.GeometryNodeTree)
        self.tree[mark] = True
        self.tree.is_modifier = True

    def add(self, kind: str, given: Mapping[Any, Any] = MappingProxyType({}), **settings: Any) -> Any:
        """Add a node with settings, whose inputs are ``given`` outputs or values.

        Each has a type of its own, which the stubs do not find by its name.
        """
        node: Any = self.tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in given.items():
            self.give(node, name, value)
        node.location = (180 * len(self.tree.nodes), 0)
        return node

    def give(self, node: Any, name: int | str, value: Any) -> None:
        """Give an input of a node an output, or a value."""
        socket = _used(node.inputs, name)
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def made(self, kind: str, given: Mapping[Any, Any] = MappingProxyType({}), **settings: Any) -> Any:
        """Add a node, and return its first output."""
        return _used(self.add(kind, given, **settings).outputs)

    def take_geometry(self) -> Any:
        """Return the output with the geometry that the modifier is given."""
        self._add_socket("INPUT")
        return self.made("NodeGroupInput")

    def end(self, output: Any) -> None:
        """Let an output be what is shown."""
        self._add_socket("OUTPUT")
        self.add("NodeGroupOutput", {0: output})

    def _add_socket(self, in_out: Any) -> None:
        present(self.tree.interface).new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")


def _marked_modifiers(owner: bpy.types.Object, mark: str) -> Iterator[bpy.types.NodesModifier]:
    """Yield the modifiers of an object whose nodes have a mark."""
    for modifier in owner.modifiers:
        if isinstance(modifier, bpy.types.NodesModifier):
            nodes = modifier.node_group
            if nodes is not None and nodes.get(mark):
                yield modifier


def _remove_nodes(owner: bpy.types.Object, mark: str) -> None:
    """Take the modifiers with a mark away from an object, and their nodes if nothing else has them."""
    for modifier in list(_marked_modifiers(owner, mark)):
        nodes = present(modifier.node_group)
        owner.modifiers.remove(modifier)
        if not nodes.users:
            bpy.data.node_groups.remove(nodes)


_WIRE_MARK = "puzzle_cubes_wire"
"""The mark of the nodes that show wires."""

_WIDTH, _MERGED = "Width", "Merged"
"""The nodes with the width of bars, and with how far apart corners are that count as one; older versions had none."""

LEAST_ANGLE = 0.09
"""In radians; sides that meet at less lie in one plane."""

LONGER, THINNEST = 0.9, 0.93
"""How much longer than its edge a bar is, in widths, and how much thinner than wanted, by chance: sides that lie in one
another are rendered black.
"""


def show_wire(walls: bpy.types.Object, width: float, merged: float) -> None:
    """Show walls as wires of a width. Corners that are no farther apart than ``merged`` are one, as those of a chamfer.

    Both are in Blender units.
    """
    modifier = wire_modifier(walls)
    if modifier is None:
        modifier = narrowed(walls.modifiers.new("Wire", "NODES"), bpy.types.NodesModifier)
        # So that what the user adds to the walls is shown as wires, too.
        modifier.use_pin_to_last = True
    nodes = modifier.node_group
    if nodes is None or nodes.users > 1 or not {_WIDTH, _MERGED} <= {*nodes.nodes.keys()}:
        nodes = modifier.node_group = _wire_nodes(f"{walls.name} Wire")
    for name, value in ((_WIDTH, width), (_MERGED, merged)):
        narrowed(nodes.nodes[name].outputs[0], bpy.types.NodeSocketFloat).default_value = value


def hide_wire(walls: bpy.types.Object) -> None:
    """Show walls, or a copy of them, themselves again."""
    _remove_nodes(walls, _WIRE_MARK)


def wire_modifier(walls: bpy.types.Object) -> bpy.types.NodesModifier | None:
    """Return the modifier that shows the wires, or None."""
    return next(_marked_modifiers(walls, _WIRE_MARK), None)


def _wire_nodes(name: str) -> bpy.types.GeometryNodeTree:
    """Return geometry nodes that show bars in place of a mesh, with its materials."""
    tree = _NodeTree(name, _WIRE_MARK)
    walls = tree.take_geometry()
    width, merged = (tree.made("ShaderNodeValue", name=name) for name in (_WIDTH, _MERGED))
    middles, edge, look = _edges(
        tree, tree.made("GeometryNodeMergeByDistance", {"Geometry": walls, "Distance": merged})
    )
    length = tree.made("ShaderNodeVectorMath", {0: edge}, operation="LENGTH")
    longer = tree.made("ShaderNodeMath", {0: width, 1: LONGER, 2: length}, operation="MULTIPLY_ADD")
    share = tree.made("FunctionNodeRandomValue", {"Min": THINNEST, "Max": 1.0}, data_type="FLOAT")
    thick = tree.made("ShaderNodeMath", {0: width, 1: share}, operation="MULTIPLY")
    placed = {
        "Points": middles,
        "Instance": _bar(tree, walls),
        "Rotation": tree.made("FunctionNodeAlignRotationToVector", {"Vector": edge}, axis="X"),
        "Scale": tree.made("ShaderNodeCombineXYZ", {"X": longer, "Y": thick, "Z": thick}),
    }
    bars = tree.made("GeometryNodeRealizeInstances", {0: tree.made("GeometryNodeInstanceOnPoints", placed)})
    tree.end(tree.made("GeometryNodeSetMaterialIndex", {"Geometry": bars, "Material Index": look}))
    return tree.tree


def _bar(tree: _NodeTree, walls: Any) -> Any:
    """Return the output with a cube that has the materials of the walls: those come with a vertex, which goes again."""
    index = tree.made("GeometryNodeInputIndex")
    joined = tree.add("GeometryNodeJoinGeometry", {0: tree.made("GeometryNodeMeshCube")})
    tree.give(joined, 0, _without(tree, walls, _compared(tree, index, "GREATER_THAN", 0)))
    return _without(tree, joined.outputs[0], _compared(tree, index, "EQUAL", 0))


def _without(tree: _NodeTree, geometry: Any, vertices: Any) -> Any:
    """Return the output with geometry without some vertices."""
    given = {"Geometry": geometry, "Selection": vertices}
    return tree.made("GeometryNodeDeleteGeometry", given, domain="POINT", mode="ALL")


def _edges(tree: _NodeTree, mesh: Any) -> tuple[Any, Any, Any]:
    """Return the outputs with the middles of the edges to be seen, the edges as vectors, and their materials.

    An edge has the material of a side that it bounds. Where not just two sides meet, the mesh is open or folded, and
    that is to be seen.
    """
    ends = tree.add("GeometryNodeInputMeshEdgeVertices").outputs
    vector = tree.made("ShaderNodeVectorMath", {0: ends["Position 2"], 1: ends["Position 1"]}, operation="SUBTRACT")
    at_corner = {"Index": tree.made("GeometryNodeCornersOfEdge"), "Value": tree.made("GeometryNodeInputMaterialIndex")}
    look = tree.made("GeometryNodeFieldAtIndex", at_corner, domain="CORNER", data_type="INT")
    kept = tree.add("GeometryNodeCaptureAttribute", domain="EDGE")
    for kind, name in (("VECTOR", "Edge"), ("INT", "Look")):
        kept.capture_items.new(kind, name)
    for name, output in (("Geometry", mesh), ("Edge", vector), ("Look", look)):
        tree.give(kept, name, output)
    angle = tree.made("GeometryNodeInputMeshEdgeAngle")
    is_sharp = tree.made(
        "FunctionNodeCompare", {"A": angle, "B": LEAST_ANGLE}, data_type="FLOAT", operation="GREATER_THAN"
    )
    is_rim = _compared(tree, tree.add("GeometryNodeInputMeshEdgeNeighbors").outputs["Face Count"], "NOT_EQUAL", 2)
    seen = tree.made("FunctionNodeBooleanMath", {0: is_sharp, 1: is_rim}, operation="OR")
    middles = tree.made("GeometryNodeMeshToPoints", {"Mesh": kept.outputs[0], "Selection": seen}, mode="EDGES")
    return middles, kept.outputs["Edge"], kept.outputs["Look"]


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
    early = _compared(tree, frame, "LESS_THAN", _attribute(tree, FIRST))
    late = _compared(tree, frame, "GREATER_EQUAL", _attribute(tree, UNTIL))
    gone = tree.made("FunctionNodeBooleanMath", {0: early, 1: late}, operation="OR")
    tree.end(tree.made("GeometryNodeDeleteGeometry", {0: geometry, "Selection": gone}, domain="FACE", mode="ALL"))


def show_lines_by_frame(owner: bpy.types.Object, lines: Lines, letters: Letters) -> None:
    """Let an object show a line of text as a mesh, on a board that makes it seen on any ground.

    Its own one must be empty, and has the materials of the letters and of the board.
    """
    mesh: Any = owner.data
    mesh.vertices.add(len(lines.line_of))
    for name, values in ((LINE, lines.line_of), (SHOWN_NUMBER, lines.number_of)):
        mesh.attributes.new(name, "INT", "POINT").data.foreach_set("value", values.astype(np.int32))
    tree, geometry, frame = _begun(owner, "Line by Frame")
    place = tree.made("ShaderNodeMath", {0: frame, 1: lines.first}, operation="SUBTRACT")
    line, number = (_at_place(tree, geometry, name, place) for name in (LINE, SHOWN_NUMBER))
    as_text = tree.made("FunctionNodeValueToString", {"Value": number})
    text = {"String": _chosen_text(tree, lines.texts, line), "Find": "{number}", "Replace": as_text}
    whole = {
        "String": tree.made("FunctionNodeReplaceString", text),
        "Size": letters.size,
        "Text Box Width": letters.width,
    }
    curves = tree.add("GeometryNodeStringToCurves", whole)
    # In later versions of Blender it is an input.
    if hasattr(curves, "align_x"):
        curves.align_x = "CENTER"
    else:
        curves.inputs["Align X"].default_value = "Center"
    # Each letter is filled once, however often it stands in the line: all of them together take a tenth of a second.
    coarse = tree.made("GeometryNodeSetSplineResolution", {0: curves.outputs[0], "Resolution": LETTER_RESOLUTION})
    filled = tree.made("GeometryNodeRealizeInstances", {0: tree.made("GeometryNodeFillCurve", {0: coarse})})
    joined = tree.add("GeometryNodeJoinGeometry")
    for part, material in zip((filled, _board(tree, filled, letters)), mesh.materials, strict=True):
        tree.give(joined, 0, tree.made("GeometryNodeSetMaterial", {"Geometry": part, "Material": material}))
    tree.end(joined.outputs[0])


def _board(tree: _NodeTree, text: Any, letters: Letters) -> Any:
    """Return the output with a flat box behind letters, which stands out all round."""
    _, low, high = tree.add("GeometryNodeBoundBox", {0: text}).outputs[:3]

    def vectors(operation: str, first: Any, second: Any) -> Any:
        return tree.made("ShaderNodeVectorMath", {0: first, 1: second}, operation=operation)

    size = vectors("ADD", vectors("SUBTRACT", high, low), [letters.size * share for share in BOARD])
    middle = tree.made("ShaderNodeVectorMath", {0: vectors("ADD", low, high), "Scale": 0.5}, operation="SCALE")
    behind = vectors("SUBTRACT", middle, (0.0, 0.0, letters.size * BOARD[2]))
    box = tree.made("GeometryNodeMeshCube", {"Size": size})
    return tree.made("GeometryNodeTransform", {"Geometry": box, "Translation": behind})


def remove_shown_by_frame(owner: bpy.types.Object) -> None:
    """Take the nodes away, and their modifier."""
    _remove_nodes(owner, _FRAME_MARK)


def _begun(owner: bpy.types.Object, name: str) -> tuple[_NodeTree, Any, Any]:
    """Add new nodes to an object, and return them, with the outputs of its geometry and of the scene's frame."""
    tree = _NodeTree(f"{owner.name} {name}", _FRAME_MARK)
    narrowed(owner.modifiers.new(name, "NODES"), bpy.types.NodesModifier).node_group = tree.tree
    return tree, tree.take_geometry(), tree.add("GeometryNodeInputSceneTime").outputs["Frame"]


def _attribute(tree: _NodeTree, name: str) -> Any:
    """Return the output with the values of an attribute."""
    return tree.made("GeometryNodeInputNamedAttribute", {"Name": name}, data_type="INT")


def _compared(tree: _NodeTree, output: Any, operation: str, against: Any) -> Any:
    """Return the output that compares two whole numbers; the second may be a constant."""
    return tree.made("FunctionNodeCompare", {"A": output, "B": against}, data_type="INT", operation=operation)


def _at_place(tree: _NodeTree, geometry: Any, name: str, place: Any) -> Any:
    """Return the output with an attribute of the vertex that has a number, or of the nearest one that there is."""
    values = {"Geometry": geometry, "Value": _attribute(tree, name), "Index": place}
    return tree.made("GeometryNodeSampleIndex", values, data_type="INT", domain="POINT", clamp=True)


def _chosen_text(tree: _NodeTree, texts: Sequence[str], number: Any) -> Any:
    """Return the output with one of some texts, by its number."""
    chosen, *others = (tree.made("FunctionNodeInputString", string=text) for text in texts)
    for place, text in enumerate(others, start=1):
        is_on = _compared(tree, number, "GREATER_EQUAL", place)
        chosen = tree.made("GeometryNodeSwitch", {"Switch": is_on, "False": chosen, "True": text}, input_type="STRING")
    return chosen
