# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution as an animation: the cross keyframed along it, and a camera that circles round it."""

from __future__ import annotations

import bpy
import numpy as np

from ..core.errors import InputError
from ..core.game import kept_position
from ..core.keyframes import keyframes
from .conversions import built_dimensions, copy_settings
from .linear_keys import key_curves, remove_keys, set_keys
from .names import BOX, CROSS
from .on_puzzle import PuzzleOperator, is_in_one_piece, needed_part, refuse
from .puzzle_objects import active_puzzle, built_place, part_object, puzzle_of, puzzles_in
from .solution_properties import AnimationProperties
from .turntable import add_turntable, has_turntable, remove_turntable, turn
from .units import units_per_millimeter


def animated_frames(collection: bpy.types.Collection) -> tuple[int, int] | None:
    """Return the first and the last frame of the cross's animation; None where it has none."""
    cross = part_object(collection, CROSS)
    curves = [] if cross is None else key_curves(cross, "location")
    frames = [round(frame) for curve in curves for frame in curve.range()]
    return (min(frames), max(frames)) if frames else None


class Animate(PuzzleOperator, AnimationProperties, bpy.types.Operator):
    """Move the cross along the solution by keyframes, from the scene's first frame on; the scene ends with it"""

    bl_idname = "oskars_cube.animate"
    bl_label = "Animate Solution"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle while its cross is shown."""
        return bool(super().poll(context)) and is_in_one_piece(cls, context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Set the keys, in place of earlier ones, and let the turntable and the scene take the same frames."""
        collection, scene = active_puzzle(context), context.scene
        group = collection.oskars_cube
        copy_settings(group, self, AnimationProperties)
        try:
            cross = needed_part(collection, CROSS)
            keys = keyframes(puzzle_of(collection).solution, scene.frame_start, self.frames_per_move, self.turn_pause)
            places = [built_place(group, position) for _, position in keys]
            set_keys(cross, "location", [frame for frame, _ in keys], np.array(places))
        except InputError as error:
            return refuse(self, error)
        for name in AnimationProperties.__annotations__:
            setattr(group, name, getattr(self, name))
        if has_turntable(group):
            turn(group, keys[0][0], keys[-1][0])
        # Of several puzzles the longest animation counts.
        scene.frame_end = max(frames[1] for other in puzzles_in(scene) if (frames := animated_frames(other)))
        self.report({"INFO"}, f"The solution takes the frames {keys[0][0]} to {keys[-1][0]}")
        return {"FINISHED"}


class RemoveAnimation(PuzzleOperator, bpy.types.Operator):
    """Remove the keyframes of the cross, and put it back to where it stands without them"""

    bl_idname = "oskars_cube.remove_animation"
    bl_label = "Remove Animation"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on an active puzzle that is animated."""
        if not super().poll(context):
            return False
        if animated_frames(active_puzzle(context)) is None:
            cls.poll_message_set("The cross has no keyframes: Animate makes them")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Remove the keys."""
        collection = active_puzzle(context)
        group = collection.oskars_cube
        try:
            cross = needed_part(collection, CROSS)
            puzzle = puzzle_of(collection)
        except InputError as error:
            return refuse(self, error)
        remove_keys(cross, "location")
        cross.location = built_place(group, kept_position(puzzle, tuple(group.cross_position)))
        return {"FINISHED"}


class AddTurntable(PuzzleOperator, bpy.types.Operator):
    """Add a camera, and a light, that circle once round the puzzle during its animation, or else during the scene"""

    bl_idname = "oskars_cube.add_turntable"
    bl_label = "Add Turntable"

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Add them, in place of earlier ones, as the scene's camera."""
        collection, scene = active_puzzle(context), context.scene
        group = collection.oskars_cube
        try:
            needed_part(collection, BOX)
        except InputError as error:
            return refuse(self, error)
        add_turntable(collection, scene, built_dimensions(group), units_per_millimeter(group.built_scale))
        turn(group, *(animated_frames(collection) or (scene.frame_start, scene.frame_end)))
        return {"FINISHED"}


class RemoveTurntable(PuzzleOperator, bpy.types.Operator):
    """Remove the turntable, with its camera and its light"""

    bl_idname = "oskars_cube.remove_turntable"
    bl_label = "Remove Turntable"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on an active puzzle with a turntable."""
        if not super().poll(context):
            return False
        if not has_turntable(active_puzzle(context).oskars_cube):
            cls.poll_message_set("The puzzle has no turntable")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Remove it."""
        remove_turntable(active_puzzle(context), context.scene)
        return {"FINISHED"}


CLASSES = (Animate, RemoveAnimation, AddTurntable, RemoveTurntable)
