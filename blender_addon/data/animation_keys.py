# SPDX-License-Identifier: GPL-3.0-or-later
"""Keyframes with straight lines or jumps between them, in every Blender: from 5.0 an action has its curves in slots.

Faces of a mesh that are seen at some frames only, and lines of text: by nodes that know the frame of the scene.

So they are there in any view and in a render, without this extension, and nothing but the frame has to change. All is
made with nodes that Blender has had since version 4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

import bpy
import numpy as np
from numpy.typing import NDArray

from ...core.common.errors import InputError
from .context import narrowed, present

LAST_FRAME = 1_048_574
"""Blender has no frame after it."""


def key_curves(owner: bpy.types.Object, data_path: str) -> list[bpy.types.FCurve]:
    """Return the curves that animate a property of an object, those of its axes; none if nothing does."""
    return [curve for curve in _curves(owner) if curve.data_path == data_path]


def keyed_frames(owners: Iterable[bpy.types.Object], data_path: str) -> tuple[int, int] | None:
    """Return the first and the last frame at which a property of any of these objects has a key; None without keys."""
    curves = (curve for owner in owners for curve in key_curves(owner, data_path))
    frames = [round(frame) for curve in curves for frame in curve.range().to_tuple()]
    return (min(frames), max(frames)) if frames else None


def set_keys(
    owner: bpy.types.Object,
    data_path: str,
    frames: Sequence[int],
    values: NDArray[np.float64],
    interpolation: Literal["LINEAR", "CONSTANT"] = "LINEAR",
) -> None:
    """Let a property of several axes go along straight lines, or jump; ``values`` has shape (frames, axes).

    Earlier keys of the property are replaced, those of others stay. Raises InputError for frames that Blender has not.
    """
    check_last_frame(frames[-1])
    remove_keys(owner, data_path)
    # This makes the action, with whatever this Blender's actions have inside.
    owner.keyframe_insert(data_path, frame=frames[0])
    for axis, curve in enumerate(key_curves(owner, data_path)):
        points = curve.keyframe_points
        points.add(len(frames) - len(points))
        points.foreach_set("co", np.column_stack((frames, values[:, axis])).astype(np.float32).ravel())
        for point in points:
            point.interpolation = interpolation
            # For those who like it smoother and change the interpolation.
            point.handle_left_type = point.handle_right_type = "AUTO_CLAMPED"
        curve.update()


def check_last_frame(frame: int) -> None:
    """Raise InputError for an animation that would end at a frame that Blender has not."""
    if frame > LAST_FRAME:
        raise InputError(
            f"The animation would end at frame {frame:,}: the last one that Blender has is {LAST_FRAME:,}. "
            "Give each of what it shows fewer frames."
        )


def change_keys(
    owner: bpy.types.Object, data_path: str, change: Callable[[int, NDArray[np.float64]], NDArray[np.float64]]
) -> None:
    """Give the keys of a property other values and leave them at their frames; ``change`` is given the axis, too."""
    for curve in key_curves(owner, data_path):
        for name in ("co", "handle_left", "handle_right"):
            points = np.empty(2 * len(curve.keyframe_points), dtype=np.float32)
            curve.keyframe_points.foreach_get(name, points)
            points[1::2] = change(curve.array_index, points[1::2].astype(np.float64))
            curve.keyframe_points.foreach_set(name, points)
        curve.update()


def remove_keys(owner: bpy.types.Object, data_path: str) -> None:
    """Take the keys of a property away, and the action with them if nothing else is in it."""
    removed = key_curves(owner, data_path)
    if not removed:
        return
    curves = _curves(owner)
    for curve in removed:
        curves.remove(curve)
    animation = owner.animation_data
    action = None if animation is None else animation.action
    if animation is not None and action is not None and not curves:
        animation.action = None
        if action.users == 0:
            bpy.data.actions.remove(action)


def _curves(owner: bpy.types.Object) -> Any:
    """Return all curves of an object's action; a collection of one type or another, as this Blender's actions have."""
    animation = owner.animation_data
    if animation is None or animation.action is None:
        return ()
    if not hasattr(animation, "action_slot"):
        return animation.action.fcurves
    strips = (strip for layer in animation.action.layers for strip in layer.strips)
    bags = (
        strip.channelbag(animation.action_slot) for strip in strips if isinstance(strip, bpy.types.ActionKeyframeStrip)
    )
    return next((bag.fcurves for bag in bags if bag), ())


FIRST, UNTIL = "seen_from", "seen_until"
"""The attributes of faces: the first frame at which each is seen, and the first one after that at which it is not."""

NEVER = 2**30
"""A frame that Blender has not."""

FRAME_MARK = "puzzle_cubes_by_frame"
"""The custom property by which the nodes are known, whatever the user calls them and their modifier."""

LINE, SHOWN_NUMBER = "line", "number"
"""The attributes of vertices, one for each frame: which line is shown then, and the number in it."""

LETTER_RESOLUTION = 4
"""Points of each piece of a letter's outline."""

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
    tree = _add_nodes(owner, "By Frame")
    wires = _Wires(tree)
    geometry, frame = wires.begin()
    gone = wires.add("FunctionNodeBooleanMath", operation="OR")
    wires.link(_compared(wires, frame, "LESS_THAN", _attribute(wires, FIRST)), gone, 0)
    wires.link(_compared(wires, frame, "GREATER_EQUAL", _attribute(wires, UNTIL)), gone, 1)
    delete = wires.add("GeometryNodeDeleteGeometry", domain="FACE", mode="ALL")
    wires.link(geometry, delete, "Geometry")
    wires.link(gone.outputs[0], delete, "Selection")
    wires.end(delete.outputs[0])


def show_lines_by_frame(owner: bpy.types.Object, lines: Lines, letters: Letters) -> None:
    """Let an object show a line of text as a mesh; its own one must be empty, and has the material of the letters."""
    mesh: Any = owner.data
    mesh.vertices.add(len(lines.line_of))
    for name, values in ((LINE, lines.line_of), (SHOWN_NUMBER, lines.number_of)):
        mesh.attributes.new(name, "INT", "POINT").data.foreach_set("value", values.astype(np.int32))
    wires = _Wires(_add_nodes(owner, "Line by Frame"))
    geometry, frame = wires.begin()
    place = wires.add("ShaderNodeMath", operation="SUBTRACT")
    wires.link(frame, place, 0)
    place.inputs[1].default_value = lines.first
    line, number = (_at_place(wires, geometry, name, place.outputs[0]) for name in (LINE, SHOWN_NUMBER))
    text = _one_of(wires, lines.texts, line)
    as_text = wires.add("FunctionNodeValueToString")
    wires.link(number, as_text, "Value")
    whole = wires.add("FunctionNodeReplaceString")
    wires.link(text, whole, "String")
    whole.inputs["Find"].default_value = "{number}"
    wires.link(as_text.outputs[0], whole, "Replace")
    curves = wires.add("GeometryNodeStringToCurves")
    wires.link(whole.outputs[0], curves, "String")
    curves.inputs["Size"].default_value = letters.size
    # In later versions of Blender it is an input.
    if hasattr(curves, "align_x"):
        curves.align_x = "CENTER"
    else:
        curves.inputs["Align X"].default_value = "Center"
    curves.inputs["Text Box Width"].default_value = letters.width
    # Each letter is filled once, however often it stands in the line: all of them together take a tenth of a second.
    coarse = wires.add("GeometryNodeSetSplineResolution")
    wires.link(curves.outputs[0], coarse, 0)
    coarse.inputs["Resolution"].default_value = LETTER_RESOLUTION
    filled, realized = wires.add("GeometryNodeFillCurve"), wires.add("GeometryNodeRealizeInstances")
    wires.link(coarse.outputs[0], filled, 0)
    wires.link(filled.outputs[0], realized, "Geometry")
    colored = wires.add("GeometryNodeSetMaterial")
    colored.inputs["Material"].default_value = mesh.materials[0]
    wires.link(realized.outputs[0], colored, "Geometry")
    wires.end(colored.outputs[0])


def remove_shown_by_frame(owner: bpy.types.Object) -> None:
    """Take the nodes away, and their modifier."""
    for modifier in list(owner.modifiers):
        if isinstance(modifier, bpy.types.NodesModifier):
            nodes = modifier.node_group
            if nodes is not None and nodes.get(FRAME_MARK):
                owner.modifiers.remove(modifier)
                if not nodes.users:
                    bpy.data.node_groups.remove(nodes)


class _Wires:
    """Nodes that are added to a tree, from left to right."""

    def __init__(self, tree: bpy.types.GeometryNodeTree) -> None:
        self._tree = tree

    def add(self, kind: str, **settings: Any) -> Any:
        """Add a node with settings. Each has a type of its own, which the stubs do not find by its name."""
        node: Any = self._tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        node.location = (180 * len(self._tree.nodes), 0)
        return node

    def link(self, output: Any, node: Any, name: int | str) -> None:
        """Link an output to an input of a node."""
        self._tree.links.new(output, node.inputs[name])

    def connect(self, output: Any, socket: Any) -> None:
        """Link an output to a socket."""
        self._tree.links.new(output, socket)

    def begin(self) -> tuple[Any, Any]:
        """Add the geometry that the modifier is given and the frame of the scene, and return the outputs."""
        return self.add("NodeGroupInput").outputs[0], self.add("GeometryNodeInputSceneTime").outputs["Frame"]

    def end(self, output: Any) -> None:
        """Let an output be what is shown."""
        self.link(output, self.add("NodeGroupOutput"), 0)


def _add_nodes(owner: bpy.types.Object, name: str) -> bpy.types.GeometryNodeTree:
    """Return new geometry nodes of an object."""
    tree = narrowed(bpy.data.node_groups.new(f"{owner.name} {name}", "GeometryNodeTree"), bpy.types.GeometryNodeTree)
    tree[FRAME_MARK] = True
    tree.is_modifier = True
    for in_out in ("INPUT", "OUTPUT"):
        present(tree.interface).new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    narrowed(owner.modifiers.new(name, "NODES"), bpy.types.NodesModifier).node_group = tree
    return tree


def _attribute(wires: _Wires, name: str) -> Any:
    """Return the output with the values of an attribute."""
    node = wires.add("GeometryNodeInputNamedAttribute", data_type="INT")
    node.inputs["Name"].default_value = name
    return next(output for output in node.outputs if output.enabled and output.name == "Attribute")


def _compared(wires: _Wires, output: Any, operation: str, other: Any) -> Any:
    """Return the output that compares two whole numbers; the other one may be a constant."""
    node = wires.add("FunctionNodeCompare", data_type="INT", operation=operation)
    # In some versions of Blender it has inputs for each type, of which those that are not used are disabled.
    first, second = (socket for socket in node.inputs if socket.enabled and socket.name in {"A", "B"})
    wires.connect(output, first)
    if isinstance(other, int):
        second.default_value = other
    else:
        wires.connect(other, second)
    return node.outputs["Result"]


def _at_place(wires: _Wires, geometry: Any, name: str, place: Any) -> Any:
    """Return the output with an attribute of the vertex that has a number, or of the nearest one that there is."""
    node = wires.add("GeometryNodeSampleIndex", data_type="INT", domain="POINT", clamp=True)
    wires.link(geometry, node, "Geometry")
    value = next(socket for socket in node.inputs if socket.enabled and socket.name == "Value")
    wires.connect(_attribute(wires, name), value)
    wires.link(place, node, "Index")
    return next(output for output in node.outputs if output.enabled)


def _one_of(wires: _Wires, texts: Sequence[str], number: Any) -> Any:
    """Return the output with one of some texts, by its number."""
    outputs = []
    for text in texts:
        node = wires.add("FunctionNodeInputString")
        node.string = text
        outputs.append(node.outputs[0])
    chosen = outputs[0]
    for place, output in enumerate(outputs[1:], start=1):
        switch = wires.add("GeometryNodeSwitch", input_type="STRING")
        wires.link(_compared(wires, number, "GREATER_EQUAL", place), switch, "Switch")
        wires.link(chosen, switch, "False")
        wires.link(output, switch, "True")
        chosen = switch.outputs[0]
    return chosen
