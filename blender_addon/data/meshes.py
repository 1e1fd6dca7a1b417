# SPDX-License-Identifier: GPL-3.0-or-later
"""From the core's mesh arrays to a mesh of Blender."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from ...core.solids.solid import Mesh


def fill_mesh(target: bpy.types.Mesh, source: Mesh, scale: float) -> None:
    """Replace the geometry of a mesh, keeping its materials; ``scale`` is Blender units per millimeter.

    A polygon takes the material whose number is that of its direction.
    """
    quads, triangles = len(source.quads), len(source.triangles)
    corners = np.concatenate((source.quads.ravel(), source.triangles.ravel()))
    begins = np.concatenate((np.arange(quads) * 4, 4 * quads + np.arange(triangles) * 3)).astype(np.int32)
    target.clear_geometry()
    target.vertices.add(len(source.vertices))
    target.loops.add(len(corners))
    target.polygons.add(len(begins))
    target.polygons.foreach_set("loop_start", begins)
    # By their attributes these are set a hundred times as fast as one by one. Each has data of a type of its own, which
    # the stubs do not find by its name.
    attributes: Any = target.attributes
    attributes["position"].data.foreach_set("vector", (source.vertices * scale).astype(np.float32).ravel())
    attributes[".corner_vert"].data.foreach_set("value", corners)
    attributes.new("sharp_face", "BOOLEAN", "FACE").data.foreach_set("value", np.ones(len(begins), dtype=bool))
    if source.directions is not None:
        numbers = source.directions.astype(np.int32)
        attributes.new("material_index", "INT", "FACE").data.foreach_set("value", numbers)
    target.update(calc_edges=True)
