# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution as an animation: the cross keyframed along it, and a camera that circles round it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import bpy
import numpy as np

from ...core.common.errors import InputError
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ...core.oskar.play.free_place import standing_position
from ...core.oskar.play.keyframes import keyframes
from ..data.animation_keys import keyed_frames, remove_keys, set_keys
from ..data.context import scene_of
from ..data.property_groups import keep, recall
from ..scene.by_hand import check_in_place
from ..scene.last_frame import end_with, put_end_back
from ..scene.puzzle import ScenePuzzle, puzzles_in
from ..window.areas import look_through_camera, play_animation
from .properties import AnimationProperties
from .puzzle import IN_ONE_PIECE, OskarOperator, built_place, place_in
from .turntable import add_turntable, has_turntable, remove_turntable, turn
from .watch_objects import remove_watched


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
    set_keys(cross, "location", [frame for frame, _ in keys], np.array(places))
    # What is watched hides the cross.
    remove_watched(puzzle)
    if has_turntable(puzzle):
        turn(puzzle, keys[0][0], keys[-1][0])
    # Of several puzzles the longest animation counts.
    end_with(scene, max(frames[1] for other in puzzles_in(scene) if (frames := animated_frames(other))))
    return keys[0][0], keys[-1][0]


def animate_replaced(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Let the cross of a puzzle that has taken another's place go along its own solution, if it went along that one."""
    if animated_frames(puzzle) is not None:
        # Where the cross was deleted there is nothing to animate.
        with suppress(InputError):
            animate(puzzle, scene, puzzle.own)


class Animate(OskarOperator, bpy.types.Operator):
    """Animate the cross along the solution with keyframes, from the scene's first frame on; the scene ends with them"""

    bl_idname = "puzzle_cubes.animate"
    bl_label = "Animate Solution"
    needs = (IN_ONE_PIECE,)
    __annotations__ = dict(AnimationProperties.__annotations__)
    if TYPE_CHECKING:
        frames_per_move: int
        turn_pause: int

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Set the keys, in place of earlier ones, and let the turntable and the scene take the same frames."""
        check_in_place(puzzle)
        recall(self, AnimationProperties, puzzle.own)
        first, last = animate(puzzle, scene_of(context), self)
        keep(self, AnimationProperties, puzzle.own)
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
    """Let a camera and a light circle the puzzle once during its animation or the scene, and look through the camera"""

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
        """Remove it."""
        leave_camera(context, puzzle)
        remove_turntable(puzzle, scene_of(context))


CLASSES = (Animate, RemoveAnimation, AddTurntable, RemoveTurntable)
