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

from ...core.oskar.model.dimensions import Dimensions, center_and_radius
from ..data.animation_keys import remove_keys, set_keys
from ..data.context import narrowed, present
from ..data.units import units_per_millimeter
from ..scene.puzzle import ScenePuzzle
from .properties import TURNTABLE_LABELS, OskarProperties

CAMERA_DIRECTION = (-45.0, 28.0)
"""From the box to the camera in degrees: round the vertical axis, at first, and above the horizon."""

LIGHT_DIRECTION = (-90.0, 50.0)
LIGHT_STRENGTH = 4.0


def has_turntable(puzzle: ScenePuzzle) -> bool:
    """Report whether a puzzle has a turntable that the user has not deleted."""
    own: OskarProperties = puzzle.own
    return own.turntable is not None and bool(own.turntable.users_scene)


def add_turntable(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Put a turntable round the puzzle as it was built, in place of an earlier one, and make its camera the scene's.

    Raises InputError for a puzzle that is damaged or was never built, before anything is changed.
    """
    own: OskarProperties = puzzle.own
    _ = puzzle.puzzle, puzzle.needed_built
    remove_turntable(puzzle, scene)
    camera = bpy.data.cameras.new(puzzle.name)
    light = narrowed(bpy.data.lights.new(puzzle.name, "SUN"), bpy.types.SunLight)
    light.energy = LIGHT_STRENGTH
    for (key, label), data in zip(TURNTABLE_LABELS.items(), (None, camera, light), strict=True):
        added = bpy.data.objects.new(f"{puzzle.name} {label}", data)
        puzzle.collection.objects.link(added)
        setattr(own, key, added)
    table, camera_object, light_object = (present(getattr(own, key)) for key in TURNTABLE_LABELS)
    table.parent = puzzle.group.carrier
    table.empty_display_size = 0.2
    for carried, direction in ((camera_object, CAMERA_DIRECTION), (light_object, LIGHT_DIRECTION)):
        carried.parent = table
        carried.rotation_euler = _direction(*direction).to_track_quat("Z", "Y").to_euler()
    # The empty is as large as the puzzle's room, so a radius is one.
    corners = camera.view_frame(scene=scene)
    narrowest = min(atan2(abs(corners[0][axis]), abs(corners[0].z)) for axis in (0, 1))
    camera_object.location = _direction(*CAMERA_DIRECTION) / sin(narrowest)
    light_object.location = _direction(*LIGHT_DIRECTION) * 2
    fit_turntable(puzzle)
    own.earlier_camera = scene.camera
    scene.camera = camera_object


def turn(puzzle: ScenePuzzle, first_frame: int, last_frame: int) -> None:
    """Let the turntable go round once between two frames."""
    turns = np.array([(0.0, 0.0, 0.0), (0.0, 0.0, tau)])
    set_keys(present(puzzle.own.turntable), "rotation_euler", (first_frame, max(last_frame, first_frame + 1)), turns)


def fit_turntable(puzzle: ScenePuzzle) -> None:
    """Let the turntable, if there is one, have the puzzle in its picture."""
    own: OskarProperties = puzzle.own
    built = puzzle.needed_built
    if own.turntable is None or not isinstance(built.dimensions, Dimensions):
        return
    units = units_per_millimeter(built.meters_per_unit)
    center, radius = center_and_radius(puzzle.puzzle.size, built.dimensions)
    own.turntable.location = Vector(center) * units
    own.turntable.scale = [radius * units] * 3
    camera = None if own.turntable_camera is None else own.turntable_camera.data
    if isinstance(camera, bpy.types.Camera):
        camera.clip_start = radius * units / 100
        camera.clip_end = radius * units * 100


def remove_turntable(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove the turntable, if there is one, and give the scene back the camera that it had before."""
    own: OskarProperties = puzzle.own
    if scene.camera is not None and scene.camera == own.turntable_camera:
        earlier = own.earlier_camera
        scene.camera = earlier if earlier in list(scene.objects or ()) else None
    own.earlier_camera = None
    if own.turntable is not None:
        remove_keys(own.turntable, "rotation_euler")
    for key in TURNTABLE_LABELS:
        removed = getattr(own, key)
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
