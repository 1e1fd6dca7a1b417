# SPDX-License-Identifier: GPL-3.0-or-later
"""Looking at how a puzzle's walls are shown, in the scene and in a small render by Cycles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from numpy.typing import NDArray

from tests.blender.puzzles import extent, part, parts_apart

PICTURE = 64
"""Width and height of a render, in pixels."""


def shown_materials(mesh_object: Any) -> list[Any]:
    """Return the materials that are seen in an object's slots."""
    return [slot.material for slot in mesh_object.material_slots]


def shown_extent(mesh_object: Any, meters_per_unit: float = 1.0) -> list[float]:
    """Return the size of what is shown of an object, with its modifiers, along x, y and z, in millimeters."""
    return extent(as_shown(mesh_object), meters_per_unit)


def as_shown(mesh_object: Any) -> Any:
    """Return an object as its modifiers show it; it holds until the next change."""
    bpy.context.view_layer.update()
    return mesh_object.evaluated_get(bpy.context.evaluated_depsgraph_get())


def materials_shown(evaluated: Any) -> list[Any]:
    """Return the materials of what ``as_shown`` returned, but for an empty slot that the bars of wires bring along."""
    return [material.original for material in evaluated.data.materials if material]


def material_numbers(mesh_object: Any) -> NDArray[np.int32]:
    """Return the material number of each polygon."""
    numbers = np.empty(len(mesh_object.data.polygons), dtype=np.int32)
    mesh_object.data.polygons.foreach_get("material_index", numbers)
    return numbers


def looks(group: Any) -> object:
    """Return all that says how the walls of a puzzle are shown."""
    walls = [part(group, "box"), *parts_apart(group).values()]
    return [
        (
            wall.display_type,
            wall.hide_render,
            [round(value, 5) for value in wall.color],
            [modifier.name for modifier in wall.modifiers],
            [(slot.link, slot.material and slot.material.name) for slot in wall.material_slots],
            [material and material.name for material in wall.data.materials],
        )
        for wall in walls
    ]


def in_picture() -> NDArray[np.float64]:
    """Return where all vertices that a picture shows are in it: from 0 to 1 to the right and up, and how far away."""
    bpy.context.view_layer.update()
    scene: Any = bpy.context.scene
    shown = [as_shown(member) for member in scene.objects if member.type == "MESH" and member.visible_get()]
    corners = [mesh_object.matrix_world @ vertex.co for mesh_object in shown for vertex in mesh_object.data.vertices]
    return np.array([world_to_camera_view(scene, scene.camera, corner) for corner in corners])


def light_seen(path: Path) -> float:
    """Render the scene from a corner, with cross and trace that shine, and return the mean brightness."""
    scene: Any = bpy.context.scene
    for material in bpy.data.materials:
        if material.name == "Oskar's Cube Cross" or material.name.startswith("Oskar's Cube Way"):
            _let_glow(material.name)
    camera: Any = bpy.data.objects.get("Looker")
    if camera is None:
        camera = bpy.data.objects.new("Looker", bpy.data.cameras.new("Looker"))
        camera.data.type, camera.data.ortho_scale = "ORTHO", 0.05
        camera.location, camera.rotation_euler = (0.2, -0.2, 0.2), (0.955, 0, 0.785)
        scene.collection.objects.link(camera)
    scene.camera = camera
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", 4, False
    scene.render.resolution_x = scene.render.resolution_y = PICTURE
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "PNG"
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    picture: Any = bpy.data.images.load(str(path))
    pixels = np.empty(4 * PICTURE * PICTURE, dtype=np.float32)
    picture.pixels.foreach_get(pixels)
    bpy.data.images.remove(picture)
    return float(pixels.reshape(-1, 4)[:, :3].mean())


def _let_glow(name: str) -> None:
    """Let a material shine white."""
    shader = bpy.data.materials[name].node_tree.nodes["Principled BSDF"]
    shader.inputs["Emission Color"].default_value = (1.0, 1.0, 1.0, 1.0)
    shader.inputs["Emission Strength"].default_value = 1.0
