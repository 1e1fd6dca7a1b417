# SPDX-License-Identifier: GPL-3.0-or-later
"""Cubes that are drawn over a 3D view in the space of the world, with an edge around each of their sides."""

from __future__ import annotations

from typing import Any

import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix
from numpy.typing import NDArray

EDGE = (0.0, 0.0, 0.0, 0.45)
EDGE_WIDTH = 1.2

LIFTED = 0.004
"""How far edges are before their sides, in sides of a cube, so that these do not cover them."""


class Cubes:
    """The sides of cubes, ready to be drawn as often as the view is.

    ``corners`` are four for each side in their turn, shape (n, 4, 3), ``colors`` one for each side, shape (n, 4), and
    ``outward`` the way out of it, shape (n, 3).
    """

    def __init__(self, corners: NDArray[np.float64], colors: NDArray[np.float64], outward: NDArray[np.float64]) -> None:
        count = len(corners)
        # The stubs know tuples of one length only.
        sides: Any = {
            "pos": corners.reshape(-1, 3).astype(np.float32),
            "color": np.repeat(colors, 4, axis=0).astype(np.float32),
        }
        first = 4 * np.arange(count, dtype=np.int32)[:, None]
        triangles: Any = (first + np.array([[0, 1, 2, 0, 2, 3]], dtype=np.int32)).reshape(-1, 3)
        lifted = corners + LIFTED * outward[:, None]
        ends = np.stack([lifted, np.roll(lifted, -1, axis=1)], axis=2)
        edges: Any = {"pos": ends.reshape(-1, 3).astype(np.float32)}
        self._sides = batch_for_shader(_shader("SMOOTH_COLOR"), "TRIS", sides, indices=triangles)
        self._edges = batch_for_shader(_shader("POLYLINE_UNIFORM_COLOR"), "LINES", edges)

    def draw(self, place: Matrix) -> None:
        """Draw them where they are put, before and behind what is there."""
        # The stubs claim that these return None.
        push_pop: Any = gpu.matrix.push_pop
        viewport_get: Any = gpu.state.viewport_get
        edge = _shader("POLYLINE_UNIFORM_COLOR")
        gpu.state.depth_test_set("LESS_EQUAL")
        with push_pop():
            gpu.matrix.multiply_matrix(place)
            gpu.state.depth_mask_set(True)
            gpu.state.face_culling_set("BACK")
            self._sides.draw(_shader("SMOOTH_COLOR"))
            gpu.state.face_culling_set("NONE")
            gpu.state.depth_mask_set(False)
            gpu.state.blend_set("ALPHA")
            edge.uniform_float("viewportSize", viewport_get()[2:])
            edge.uniform_float("lineWidth", EDGE_WIDTH)
            edge.uniform_float("color", EDGE)
            self._edges.draw(edge)
            gpu.state.blend_set("NONE")
        gpu.state.depth_test_set("NONE")


def _shader(name: str) -> gpu.types.GPUShader:
    # The stubs know the names of the shaders as literals only.
    from_builtin: Any = gpu.shader.from_builtin
    shader: gpu.types.GPUShader = from_builtin(name)
    return shader
