# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution as an animation: the cross keyframed along it, and a camera that circles round it, with a light.

Camera and light hang on an empty in the middle of the box, whose scale is the room that the puzzle takes. So they
follow the dimensions, and what the user does to them stays.
"""

from __future__ import annotations

from contextlib import suppress
from math import atan2, cos, radians, sin, tau
from typing import Protocol

import bpy
import numpy as np
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.oskar.game import keyframes, standing_position
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ...core.oskar.model.dimensions import center_and_radius
from ..data.animation_keys import keyed_frames, remove_keys, set_keys
from ..data.context import narrowed, present, scene_of
from ..data.property_groups import remembered
from ..scene.by_hand import check_in_place
from ..scene.puzzle import ScenePuzzle, puzzles_in
from ..scene.startup import end_with, put_end_back
from ..window.framing import look_through_camera, play_animation, stop_animation
from .properties import TURNTABLE_LABELS, AnimationProperties, OskarProperties
from .puzzle import IN_ONE_PIECE, OskarOperator, built_place, dimensions_of, place_in
from .solution import show_cross
from .watch_objects import is_watched, remove_watched

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
    if own.turntable is None:
        return
    units = built.units
    center, radius = center_and_radius(puzzle.puzzle.size, dimensions_of(built))
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


class Times(Protocol):
    """The keeper of the times of an animation: a puzzle's group, or the operator."""

    frames_per_move: int
    turn_pause: int


def animated_frames(puzzle: ScenePuzzle) -> tuple[int, int] | None:
    """Return the first and the last frame of the cross's animation; None where it has none."""
    cross = puzzle.part_object(CROSS)
    return None if cross is None else keyed_frames((cross,), "location")


def animate(puzzle: ScenePuzzle, scene: bpy.types.Scene, times: Times) -> tuple[int, int]:
    """Let the cross of a puzzle go along its solution from the scene's first frame on, and return these frames.

    Earlier keys are replaced; the turntable and the scene take the same frames. Raises InputError for a cross that is
    gone and for a pace that cannot be.
    """
    cross, built = puzzle.needed_part(CROSS), puzzle.needed_built
    content: Puzzle = puzzle.puzzle
    keys = keyframes(content.solution, scene.frame_start, times.frames_per_move, times.turn_pause)
    places = [place_in(content.size, position, built) for _, position in keys]
    show_cross(puzzle)
    set_keys(cross, "location", [frame for frame, _ in keys], np.array(places))
    # What is watched hides the cross.
    remove_watched(puzzle)
    if has_turntable(puzzle):
        turn(puzzle, keys[0][0], keys[-1][0])
    # Of several puzzles the longest animation counts.
    end_with(scene, max(frames[1] for beside in puzzles_in(scene) if (frames := animated_frames(beside))))
    return keys[0][0], keys[-1][0]


def animate_replaced(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Let the cross of a puzzle that has taken another's place go along its own solution, if it went along that one."""
    if animated_frames(puzzle) is not None:
        # Where the cross was deleted there is nothing to animate.
        with suppress(InputError):
            animate(puzzle, scene, puzzle.own)


class Animate(AnimationProperties, OskarOperator, bpy.types.Operator):
    """Animate the cross along the solution with keyframes, from the scene's first frame on; the scene ends with them"""

    bl_idname = "puzzle_cubes.animate"
    bl_label = "Animate Solution"
    needs = (IN_ONE_PIECE,)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Set the keys, in place of earlier ones, and let the turntable and the scene take the same frames."""
        check_in_place(puzzle)
        with remembered(self, AnimationProperties, puzzle.own):
            first, last = animate(puzzle, scene_of(context), self)
        play_animation(context)
        self.report({"INFO"}, f"The solution takes the frames {first} to {last}")


class RemoveAnimation(OskarOperator, bpy.types.Operator):
    """Remove the keyframes of the cross, and put it back; the scene ends where it did before"""

    bl_idname = "puzzle_cubes.remove_animation"
    bl_label = "Remove Animation"

    needs = ((animated_frames, "The cross has no keyframes: Animate makes them"),)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove the keys."""
        cross = puzzle.needed_part(CROSS)
        x, y, z = puzzle.own.cross_position
        place = built_place(puzzle, standing_position(puzzle.puzzle, (x, y, z)))
        remove_keys(cross, "location")
        put_end_back(scene_of(context))
        cross.location = place


class AddTurntable(OskarOperator, bpy.types.Operator):
    """Let a camera and a light circle the puzzle once during its animation or the scene, look through it, and play"""

    bl_idname = "puzzle_cubes.add_turntable"
    bl_label = "Add Turntable"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Add them, in place of earlier ones, as the scene's camera."""
        scene = scene_of(context)
        puzzle.needed_part(BOX)
        add_turntable(puzzle, scene)
        if look_through_camera(context, through=True):
            puzzle.own.through_camera = True
        turn(puzzle, *(animated_frames(puzzle) or (scene.frame_start, scene.frame_end)))
        play_animation(context)


def leave_camera(context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Let the view that was turned to the turntable's camera look as it did before, if it still looks through that."""
    own, camera = puzzle.own, scene_of(context).camera
    if own.through_camera and camera is not None and camera == own.turntable_camera:
        look_through_camera(context, through=False)
    own.through_camera = False


class RemoveTurntable(OskarOperator, bpy.types.Operator):
    """Remove the turntable, with its camera and its light; the view is as it was before"""

    bl_idname = "puzzle_cubes.remove_turntable"
    bl_label = "Remove Turntable"

    needs = ((has_turntable, "The puzzle has no turntable"),)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove it, and stop playing where nothing else of the puzzle moves."""
        if animated_frames(puzzle) is None and not is_watched(puzzle):
            stop_animation(context)
        leave_camera(context, puzzle)
        remove_turntable(puzzle, scene_of(context))


CLASSES = (Animate, RemoveAnimation, AddTurntable, RemoveTurntable)
