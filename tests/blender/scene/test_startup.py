# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene that Blender starts with: the first puzzle is whole in the picture that F12 makes."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
import pytest
from bpy_extras.object_utils import world_to_camera_view


def in_picture() -> np.ndarray[Any, Any]:
    """Return where all vertices that a picture shows are in it: from 0 to 1 to the right and up, and how far away."""
    context: Any = bpy.context
    scene, depsgraph = context.scene, context.evaluated_depsgraph_get()
    shown = [mesh_object for mesh_object in scene.objects if mesh_object.type == "MESH" and mesh_object.visible_get()]
    assert shown
    evaluated = [mesh_object.evaluated_get(depsgraph) for mesh_object in shown]
    return np.array(
        [
            world_to_camera_view(scene, scene.camera, mesh_object.matrix_world @ vertex.co)
            for mesh_object in evaluated
            for vertex in mesh_object.data.vertices
        ]
    )


@pytest.mark.parametrize(
    "values",
    [
        {"size": (5, 5, 5)},
        {"size": (2, 9, 3)},
        {"kind": "PACKING", "puzzle": "SOMA", "search": "FIRST"},
        {"kind": "PACKING", "puzzle": "MEGARON"},
        {"kind": "BURR"},
    ],
    ids=lambda values: " ".join(map(str, values.values())),
)
@pytest.mark.parametrize("resolution", [(1920, 1080), (600, 900)], ids=["wide", "high"])
def test_the_first_puzzle_is_whole_and_large_in_the_picture(
    values: dict[str, Any], resolution: tuple[int, int]
) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=False)
    context: Any = bpy.context
    render = context.scene.render
    render.resolution_x, render.resolution_y = resolution
    operators: Any = bpy.ops
    assert operators.puzzle_cubes.generate(**values) == {"FINISHED"}
    places = in_picture()
    low, high = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
    assert (low > 0.02).all()
    assert (high < 0.98).all()
    assert (high - low).max() > 0.7
    camera = context.scene.camera.data
    assert camera.clip_start < places[:, 2].min()
    assert places[:, 2].max() < camera.clip_end
