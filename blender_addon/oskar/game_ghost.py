# SPDX-License-Identifier: GPL-3.0-or-later
"""The goal of a game: a ghost of the cross that stands at the end, in the color of the end."""

from __future__ import annotations

from typing import Any

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix, Vector

from ...core.oskar.model.box_and_cross import CROSS
from ...core.oskar.model.looks import END_LOOK
from ...core.oskar.play.game import Game
from ..data.context import mesh_of
from ..scene.puzzles import part_object, puzzle_named
from .puzzle import built_place

SEEN_THROUGH, SEEN = 0.05, 0.3
"""How dense the ghost is behind walls, and where nothing is before it."""


class Ghost:
    """The ghost in the 3D views of one area, until it is removed."""

    def __init__(self, name: str, area: int, game: Game) -> None:
        self._name, self._area, self._game = name, area, game
        self._batch: gpu.types.GPUBatch | None = None
        self._handle = bpy.types.SpaceView3D.draw_handler_add(self._draw, (), "WINDOW", "POST_VIEW")

    def remove(self) -> None:
        """Take the ghost away."""
        bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")

    def _draw(self) -> None:
        """Draw the cross at the end, if this is the area of the game and it is not there yet."""
        context = bpy.context
        if self._game.solved:
            return
        collection = puzzle_named(self._name)
        cross = None if collection is None else part_object(collection, CROSS)
        if collection is None or cross is None or context.area is None or context.area.as_pointer() != self._area:
            return
        if self._batch is None:
            self._batch = _batch_of(mesh_of(cross))
        end = Vector(built_place(collection, self._game.puzzle.end))
        parent = cross.matrix_world @ cross.matrix_basis.inverted_safe()
        shader = gpu.shader.from_builtin("UNIFORM_COLOR")
        gpu.state.blend_set("ALPHA")
        # Its own sides must not shine through each other.
        gpu.state.face_culling_set("BACK")
        # The stubs claim that it returns None.
        push_pop: Any = gpu.matrix.push_pop
        with push_pop():
            gpu.matrix.multiply_matrix(parent @ Matrix.Translation(end))
            for test, alpha in (("GREATER", SEEN_THROUGH), ("LESS_EQUAL", SEEN)):
                gpu.state.depth_test_set(test)
                shader.uniform_float("color", (*END_LOOK.color[:3], alpha))
                self._batch.draw(shader)
        gpu.state.face_culling_set("NONE")
        gpu.state.depth_test_set("NONE")
        gpu.state.blend_set("NONE")


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
