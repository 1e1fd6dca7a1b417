# SPDX-License-Identifier: GPL-3.0-or-later
"""What the modifiers of the user's own work with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy


def uses_other_objects(modifier: bpy.types.Modifier) -> bool:
    """Report whether a modifier works with another object or a collection, so that its place in the scene matters."""
    values = [*_pointers(modifier), *(_node_inputs(modifier) if modifier.type == "NODES" else ())]
    return any(isinstance(value, bpy.types.Object | bpy.types.Collection) for value in values)


def _pointers(owner: Any) -> Iterator[Any]:
    """Yield all that the properties of something point at."""
    return (getattr(owner, one.identifier) for one in owner.bl_rna.properties if one.type == "POINTER")


def _node_inputs(modifier: Any) -> Iterator[Any]:
    """Yield the inputs of geometry nodes: custom properties at first, in later versions of Blender properties."""
    if not hasattr(modifier, "properties"):
        yield from modifier.values()
    elif modifier.properties is not None:
        for socket in _pointers(modifier.properties.inputs):
            yield getattr(socket, "value", None)
