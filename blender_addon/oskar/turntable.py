# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera that circles round a puzzle, with a light that goes along.

Both hang on an empty in the middle of the box, whose scale is the room that the puzzle takes. So they follow the
dimensions, and what the user does to them stays.
"""

from __future__ import annotations

from math import atan2, cos, radians, sin, tau

import bpy
import numpy as np
from mathutils import Vector

from ...core.oskar.maze.faces import Size
from ...core.oskar.model.dimensions import Dimensions, center_and_radius
from ..data.animation_keys import remove_keys, set_keys
from ..data.context import narrowed, present
from ..data.units import units_per_millimeter
from ..scene.built import Built
from ..scene.properties import puzzle_group
from .properties import TURNTABLE_LABELS, OskarProperties
from .puzzle import oskar_group

CAMERA_DIRECTION = (45.0, 28.0)
"""From the box to the camera in degrees: round the vertical axis, at first, and above the horizon."""

LIGHT_DIRECTION = (0.0, 50.0)
LIGHT_STRENGTH = 4.0


def has_turntable(group: OskarProperties) -> bool:
    """Report whether a puzzle has a turntable that the user has not deleted."""
    return group.turntable is not None and bool(group.turntable.users_scene)


def add_turntable(collection: bpy.types.Collection, scene: bpy.types.Scene, size: Size, built: Built) -> None:
    """Put a turntable round the puzzle, in place of an earlier one, and make its camera the scene's."""
    remove_turntable(collection, scene)
    group = oskar_group(collection)
    camera = bpy.data.cameras.new(collection.name)
    light = narrowed(bpy.data.lights.new(collection.name, "SUN"), bpy.types.SunLight)
    light.energy = LIGHT_STRENGTH
    for (key, label), data in zip(TURNTABLE_LABELS.items(), (None, camera, light), strict=True):
        added = bpy.data.objects.new(f"{collection.name} {label}", data)
        collection.objects.link(added)
        setattr(group, key, added)
    table, camera_object, light_object = (present(getattr(group, key)) for key in TURNTABLE_LABELS)
    table.parent = puzzle_group(collection).carrier
    table.empty_display_size = 0.2
    for carried, direction in ((camera_object, CAMERA_DIRECTION), (light_object, LIGHT_DIRECTION)):
        carried.parent = table
        carried.rotation_euler = _direction(*direction).to_track_quat("Z", "Y").to_euler()
    # The empty is as large as the puzzle's room, so a radius is one.
    corners = camera.view_frame(scene=scene)
    narrowest = min(atan2(abs(corners[0][axis]), abs(corners[0].z)) for axis in (0, 1))
    camera_object.location = _direction(*CAMERA_DIRECTION) / sin(narrowest)
    light_object.location = _direction(*LIGHT_DIRECTION) * 2
    fit_turntable(group, size, built)
    group.earlier_camera = scene.camera
    scene.camera = camera_object


def turn(group: OskarProperties, first_frame: int, last_frame: int) -> None:
    """Let the turntable go round once between two frames."""
    turns = np.array([(0.0, 0.0, 0.0), (0.0, 0.0, tau)])
    set_keys(present(group.turntable), "rotation_euler", (first_frame, max(last_frame, first_frame + 1)), turns)


def fit_turntable(group: OskarProperties, size: Size, built: Built) -> None:
    """Let the turntable, if there is one, have the puzzle in its picture."""
    if group.turntable is None or not isinstance(built.dimensions, Dimensions):
        return
    units = units_per_millimeter(built.meters_per_unit)
    center, radius = center_and_radius(size, built.dimensions)
    group.turntable.location = Vector(center) * units
    group.turntable.scale = [radius * units] * 3
    camera = None if group.turntable_camera is None else group.turntable_camera.data
    if isinstance(camera, bpy.types.Camera):
        camera.clip_start = radius * units / 100
        camera.clip_end = radius * units * 100


def remove_turntable(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Remove the turntable, if there is one, and give the scene back the camera that it had before."""
    group = oskar_group(collection)
    if scene.camera is not None and scene.camera == group.turntable_camera:
        earlier = group.earlier_camera
        scene.camera = earlier if earlier in list(scene.objects or ()) else None
    group.earlier_camera = None
    if group.turntable is not None:
        remove_keys(group.turntable, "rotation_euler")
    for key in TURNTABLE_LABELS:
        removed = getattr(group, key)
        if removed is None:
            continue
        data: bpy.types.ID | None = removed.data
        bpy.data.objects.remove(removed)
        if data is not None and data.users == 0:
            bpy.data.batch_remove([data])


def _direction(around: float, above: float) -> Vector:
    """Return the unit vector of a direction in degrees: round the vertical axis from x on, and above the horizon."""
    around, above = radians(around), radians(above)
    return Vector((cos(above) * cos(around), cos(above) * sin(around), sin(above)))
