# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera that circles round a puzzle, with a light that goes along.

Both hang on an empty in the middle of the box, whose scale is the room that the puzzle takes. So they follow the
dimensions, and what the user does to them stays.
"""

from __future__ import annotations

from math import atan2, cos, radians, sin, tau
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from ..core.dimensions import Dimensions
from ..core.framing import center_and_radius
from .linear_keys import remove_keys, set_keys
from .names import TURNTABLE_LABELS

CAMERA_DIRECTION = (45.0, 28.0)
"""From the box to the camera in degrees: round the vertical axis, at first, and above the horizon."""

LIGHT_DIRECTION = (0.0, 50.0)
LIGHT_STRENGTH = 4.0


def has_turntable(group: Any) -> bool:
    """Tell whether a puzzle has a turntable that the user has not deleted."""
    return group.turntable is not None and bool(group.turntable.users_scene)


def add_turntable(
    collection: bpy.types.Collection, scene: bpy.types.Scene, dimensions: Dimensions, units: float
) -> None:
    """Put a turntable round the puzzle, in place of an earlier one, and make its camera the scene's.

    ``units`` is Blender units per millimeter.
    """
    remove_turntable(collection, scene)
    group = collection.oskars_cube
    camera = bpy.data.cameras.new(collection.name)
    light = bpy.data.lights.new(collection.name, "SUN")
    light.energy = LIGHT_STRENGTH
    for (key, label), data in zip(TURNTABLE_LABELS.items(), (None, camera, light), strict=True):
        added = bpy.data.objects.new(f"{collection.name} {label}", data)
        collection.objects.link(added)
        setattr(group, key, added)
    group.turntable.parent = group.box
    group.turntable.empty_display_size = 0.2
    for carried, direction in ((group.turntable_camera, CAMERA_DIRECTION), (group.turntable_light, LIGHT_DIRECTION)):
        carried.parent = group.turntable
        carried.rotation_euler = _direction(*direction).to_track_quat("Z", "Y").to_euler()
    # The empty is as large as the puzzle's room, so a radius is one.
    corners = camera.view_frame(scene=scene)
    narrowest = min(atan2(abs(corners[0][axis]), abs(corners[0].z)) for axis in (0, 1))
    group.turntable_camera.location = _direction(*CAMERA_DIRECTION) / sin(narrowest)
    group.turntable_light.location = _direction(*LIGHT_DIRECTION) * 2
    fit_turntable(group, dimensions, units)
    group.earlier_camera = scene.camera
    scene.camera = group.turntable_camera


def turn(group: Any, first_frame: int, last_frame: int) -> None:
    """Let the turntable go round once between two frames."""
    turns = np.array([(0.0, 0.0, 0.0), (0.0, 0.0, tau)])
    set_keys(group.turntable, "rotation_euler", (first_frame, max(last_frame, first_frame + 1)), turns)


def fit_turntable(group: Any, dimensions: Dimensions, units: float) -> None:
    """Let the turntable, if there is one, have the puzzle in its picture; ``units`` is Blender units per millimeter."""
    if group.turntable is None:
        return
    center, radius = center_and_radius(tuple(group.size), dimensions)
    group.turntable.location = Vector(center) * units
    group.turntable.scale = [radius * units] * 3
    if group.turntable_camera is not None:
        group.turntable_camera.data.clip_start = radius * units / 100
        group.turntable_camera.data.clip_end = radius * units * 100


def remove_turntable(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Remove the turntable, if there is one, and give the scene back the camera that it had before."""
    group = collection.oskars_cube
    if scene.camera is not None and scene.camera == group.turntable_camera:
        earlier = group.earlier_camera
        scene.camera = earlier if earlier in scene.objects.values() else None
    group.earlier_camera = None
    if group.turntable is not None:
        remove_keys(group.turntable, "rotation_euler")
    for key in TURNTABLE_LABELS:
        removed = getattr(group, key)
        if removed is None:
            continue
        data: Any = removed.data
        bpy.data.objects.remove(removed)
        if data is not None and data.users == 0:
            bpy.data.batch_remove([data])


def _direction(around: float, above: float) -> Vector:
    """Return the unit vector of a direction in degrees: round the vertical axis from x on, and above the horizon."""
    around, above = radians(around), radians(above)
    return Vector((cos(above) * cos(around), cos(above) * sin(around), sin(above)))
