# SPDX-License-Identifier: GPL-3.0-or-later
"""From the core's mesh arrays to a mesh of Blender."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from ...core.solids.solid import Mesh


def fill_mesh(target: bpy.types.Mesh, source: Mesh, scale: float) -> None:
    """Replace the geometry of a mesh, keeping its materials; ``scale`` is Blender units per millimeter.

    A quad takes the material whose number is that of its direction.
    """
    quads = len(source.quads)
    target.clear_geometry()
    target.vertices.add(len(source.vertices))
    target.loops.add(4 * quads)
    target.polygons.add(quads)
    target.polygons.foreach_set("loop_start", np.arange(0, 4 * quads, 4, dtype=np.int32))
    # By their attributes these are set a hundred times as fast as one by one. Each has data of a type of its own, which
    # the stubs do not find by its name.
    attributes: Any = target.attributes
    attributes["position"].data.foreach_set("vector", (source.vertices * scale).astype(np.float32).ravel())
    attributes[".corner_vert"].data.foreach_set("value", source.quads.ravel())
    attributes.new("sharp_face", "BOOLEAN", "FACE").data.foreach_set("value", np.ones(quads, dtype=bool))
    if source.directions is not None:
        numbers = source.directions.astype(np.int32)
        attributes.new("material_index", "INT", "FACE").data.foreach_set("value", numbers)
    target.update(calc_edges=True)
