# SPDX-License-Identifier: GPL-3.0-or-later
"""From the core's mesh arrays to a mesh of Blender."""

from __future__ import annotations

import bpy
import numpy as np

from ..core.solids import Mesh


def fill_mesh(target: bpy.types.Mesh, source: Mesh, scale: float) -> None:
    """Replace the geometry of a mesh, keeping its materials; ``scale`` is Blender units per millimeter."""
    vertices = (source.vertices * scale).astype(np.float32)
    quads = len(source.quads)
    target.clear_geometry()
    target.vertices.add(len(vertices))
    target.loops.add(4 * quads)
    target.polygons.add(quads)
    target.vertices.foreach_set("co", vertices.ravel())
    target.loops.foreach_set("vertex_index", source.quads.ravel())
    target.polygons.foreach_set("loop_start", np.arange(0, 4 * quads, 4, dtype=np.int32))
    target.update(calc_edges=True)
    target.shade_flat()
