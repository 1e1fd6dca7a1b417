# SPDX-License-Identifier: GPL-3.0-or-later
"""A ghost in a 3D view: a mesh that stands where something is to go, seen through what is before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix

from .drawing import Line, paint_lines

SEEN_THROUGH, SEEN = 0.05, 0.3
"""How dense a ghost is behind other things, and where nothing is before it."""

OUTLINE, OUTLINE_WIDTH = 0.6, 1.2
"""How dense the lines of an outline are, and their pixels."""


@dataclass(frozen=True)
class Shadow:
    """The content of a ghost: a mesh, where it stands in the world, and its color."""

    mesh: bpy.types.Mesh
    place: Matrix
    color: tuple[float, float, float, float]


class Ghost:
    """A ghost in the 3D views of one area, until it is removed; ``find`` returns what it shows, if anything.

    One that is ``outlined`` has only the edges of what it shows, so that it covers nothing.
    """

    def __init__(
        self,
        area: int,
        find: Callable[[], Shadow | None],
        through: float = SEEN_THROUGH,
        *,
        outlined: bool = False,
    ) -> None:
        self._area, self._find, self._through, self._outlined = area, find, through, outlined
        self._name = ""
        self._batch: gpu.types.GPUBatch | None = None
        self._handle = bpy.types.SpaceView3D.draw_handler_add(self._draw, (), "WINDOW", "POST_VIEW")

    def remove(self) -> None:
        """Take the ghost away."""
        bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")

    def _draw(self) -> None:
        """Draw the mesh, if this is the area of the ghost."""
        context = bpy.context
        if context.area is None or context.area.as_pointer() != self._area:
            return
        shadow = self._find()
        if shadow is None:
            return
        if self._outlined:
            paint_lines(_edges_of(shadow), (*shadow.color[:3], OUTLINE), OUTLINE_WIDTH, through=True)
            return
        if self._batch is None or shadow.mesh.name != self._name:
            self._batch, self._name = _batch_of(shadow.mesh), shadow.mesh.name
        shader = gpu.shader.from_builtin("UNIFORM_COLOR")
        gpu.state.blend_set("ALPHA")
        # Its own sides must not shine through each other.
        gpu.state.face_culling_set("BACK")
        # The stubs claim that it returns None.
        push_pop: Any = gpu.matrix.push_pop
        with push_pop():
            gpu.matrix.multiply_matrix(shadow.place)
            for test, alpha in (("GREATER", self._through), ("LESS_EQUAL", SEEN)):
                gpu.state.depth_test_set(test)
                shader.uniform_float("color", (*shadow.color[:3], alpha))
                self._batch.draw(shader)
        gpu.state.face_culling_set("NONE")
        gpu.state.depth_test_set("NONE")
        gpu.state.blend_set("NONE")


def _edges_of(shadow: Shadow) -> list[Line]:
    """Return the edges of a mesh in the world."""
    # The stubs know no edge's vertices.
    edges: Any = shadow.mesh.edges
    places = [shadow.place @ vertex.co for vertex in shadow.mesh.vertices]
    return [(places[edge.vertices[0]], places[edge.vertices[1]]) for edge in edges]


def _batch_of(mesh: bpy.types.Mesh) -> gpu.types.GPUBatch:
    """Return the triangles of a mesh, to be drawn."""
    mesh.calc_loop_triangles()
    places = np.empty((len(mesh.vertices), 3), dtype=np.float32)
    mesh.vertices.foreach_get("co", places.ravel())
    triangles = np.empty((len(mesh.loop_triangles), 3), dtype=np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles.ravel())
    # The stubs know no arrays.
    content: Any = {"pos": places}
    return batch_for_shader(gpu.shader.from_builtin("UNIFORM_COLOR"), "TRIS", content, indices=triangles)
