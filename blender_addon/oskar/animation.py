# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution as an animation: the cross keyframed along it, and a camera that circles round it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import bpy
import numpy as np

from ...core.common.errors import InputError
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ...core.oskar.play.free_place import standing_position
from ...core.oskar.play.keyframes import keyframes
from ..data.animation_keys import keyed_frames, remove_keys, set_keys
from ..data.context import scene_of
from ..data.property_groups import keep, recall
from ..scene.model import needed_built
from ..scene.properties import puzzle_group
from ..scene.puzzles import needed_part, part_object, puzzles_in
from ..tab.operator_base import needed_puzzle
from ..window.playing import play_animation
from ..window.results import Result
from .properties import AnimationProperties
from .puzzle import OskarOperator, built_place, is_in_one_piece, oskar_group, oskar_puzzle, place_in
from .turntable import add_turntable, has_turntable, remove_turntable, turn
from .watch_objects import remove_watched


class Times(Protocol):
    """What keeps the times of an animation: a puzzle's group, or the operator."""

    frames_per_move: int
    turn_pause: int


def animated_frames(collection: bpy.types.Collection) -> tuple[int, int] | None:
    """Return the first and the last frame of the cross's animation; None where it has none."""
    cross = part_object(collection, CROSS)
    return None if cross is None else keyed_frames((cross,), "location")


def animate(collection: bpy.types.Collection, scene: bpy.types.Scene, times: Times) -> tuple[int, int]:
    """Let the cross of a puzzle go along its solution from the scene's first frame on, and return these frames.

    Earlier keys are replaced; the turntable and the scene take the same frames. Raises InputError for a cross that is
    gone and for a pace that cannot be.
    """
    group = oskar_group(collection)
    cross = needed_part(collection, CROSS)
    puzzle, built = oskar_puzzle(collection), needed_built(puzzle_group(collection))
    keys = keyframes(puzzle.solution, scene.frame_start, times.frames_per_move, times.turn_pause)
    places = [place_in(puzzle.size, position, built) for _, position in keys]
    set_keys(cross, "location", [frame for frame, _ in keys], np.array(places))
    # What is watched hides the cross.
    remove_watched(collection)
    if has_turntable(group):
        turn(group, keys[0][0], keys[-1][0])
    # Of several puzzles the longest animation counts.
    scene.frame_end = max(frames[1] for other in puzzles_in(scene) if (frames := animated_frames(other)))
    return keys[0][0], keys[-1][0]


def animate_replaced(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Let the cross of a puzzle that has taken another's place go along its own solution, if it went along that one."""
    if animated_frames(collection) is not None:
        # Where the cross was deleted there is nothing to animate.
        with suppress(InputError):
            animate(collection, scene, oskar_group(collection))


class Animate(OskarOperator, bpy.types.Operator):
    """Move the cross along the solution by keyframes, from the scene's first frame on; the scene ends with it"""

    bl_idname = "puzzle_cubes.animate"
    bl_label = "Animate Solution"
    __annotations__ = dict(AnimationProperties.__annotations__)
    if TYPE_CHECKING:
        frames_per_move: int
        turn_pause: int

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle while its cross is shown."""
        return super().poll(context) and is_in_one_piece(cls, context)

    def work(self, context: bpy.types.Context) -> Result:
        """Set the keys, in place of earlier ones, and let the turntable and the scene take the same frames."""
        collection, scene = needed_puzzle(context), scene_of(context)
        group = oskar_group(collection)
        recall(self, AnimationProperties, group)
        first, last = animate(collection, scene, self)
        keep(self, AnimationProperties, group)
        play_animation(context)
        self.report({"INFO"}, f"The solution takes the frames {first} to {last}")
        return {"FINISHED"}


class RemoveAnimation(OskarOperator, bpy.types.Operator):
    """Remove the keyframes of the cross, and put it back to where it stands without them"""

    bl_idname = "puzzle_cubes.remove_animation"
    bl_label = "Remove Animation"

    @classmethod
    def missing(cls, context: bpy.types.Context, collection: bpy.types.Collection) -> str:
        """Work on an active puzzle that is animated."""
        return "" if animated_frames(collection) else "The cross has no keyframes: Animate makes them"

    def work(self, context: bpy.types.Context) -> Result:
        """Remove the keys."""
        collection = needed_puzzle(context)
        cross = needed_part(collection, CROSS)
        puzzle = oskar_puzzle(collection)
        x, y, z = oskar_group(collection).cross_position
        place = built_place(collection, standing_position(puzzle, (x, y, z)))
        remove_keys(cross, "location")
        cross.location = place
        return {"FINISHED"}


class AddTurntable(OskarOperator, bpy.types.Operator):
    """Add a camera, and a light, that circle once round the puzzle during its animation, or else during the scene"""

    bl_idname = "puzzle_cubes.add_turntable"
    bl_label = "Add Turntable"

    def work(self, context: bpy.types.Context) -> Result:
        """Add them, in place of earlier ones, as the scene's camera."""
        collection, scene = needed_puzzle(context), scene_of(context)
        needed_part(collection, BOX)
        add_turntable(collection, scene, oskar_puzzle(collection).size, needed_built(puzzle_group(collection)))
        turn(oskar_group(collection), *(animated_frames(collection) or (scene.frame_start, scene.frame_end)))
        return {"FINISHED"}


class RemoveTurntable(OskarOperator, bpy.types.Operator):
    """Remove the turntable, with its camera and its light"""

    bl_idname = "puzzle_cubes.remove_turntable"
    bl_label = "Remove Turntable"

    @classmethod
    def missing(cls, context: bpy.types.Context, collection: bpy.types.Collection) -> str:
        """Work on an active puzzle with a turntable."""
        return "" if has_turntable(oskar_group(collection)) else "The puzzle has no turntable"

    def work(self, context: bpy.types.Context) -> Result:
        """Remove it."""
        remove_turntable(needed_puzzle(context), scene_of(context))
        return {"FINISHED"}


CLASSES = (Animate, RemoveAnimation, AddTurntable, RemoveTurntable)
