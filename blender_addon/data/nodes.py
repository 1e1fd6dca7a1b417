# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes: of materials, and geometry nodes that are known again by a mark, whatever the user calls them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import bpy

from .context import narrowed, present


def use_nodes(block: bpy.types.Material | bpy.types.World) -> bpy.types.NodeTree:
    """Give a new material or world its nodes, which from Blender 5.0 it has already, and return them."""
    if block.node_tree is None:
        block.use_nodes = True
    return present(block.node_tree)


def set_inputs(node: bpy.types.Node, values: Mapping[str, float | tuple[float, ...]]) -> None:
    """Give inputs of a node, which nothing is linked to, values."""
    for name, value in values.items():
        # A socket has its value in a type of its own, one of many that the stubs do not find by its name.
        socket: Any = node.inputs[name]
        socket.default_value = value


class NodeTree:
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


def marked_modifiers(owner: bpy.types.Object, mark: str) -> Iterator[bpy.types.NodesModifier]:
    """Yield the modifiers of an object whose nodes have a mark."""
    for modifier in owner.modifiers:
        if isinstance(modifier, bpy.types.NodesModifier):
            nodes = modifier.node_group
            if nodes is not None and nodes.get(mark):
                yield modifier


def remove_nodes(owner: bpy.types.Object, modifier: bpy.types.NodesModifier) -> bool:
    """Take a modifier away, and its nodes if nothing else has them; report whether these are gone, too."""
    nodes = present(modifier.node_group)
    owner.modifiers.remove(modifier)
    if nodes.users:
        return False
    bpy.data.node_groups.remove(nodes)
    return True
