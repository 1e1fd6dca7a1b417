# SPDX-License-Identifier: GPL-3.0-or-later
"""Watching: the mazes growing, distances, dead ends filling, a walker and a mouse, each as an animation."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import bpy

from ...core.common.errors import InputError
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ...core.oskar.play.free_place import check_place, place_sentence
from ...core.oskar.watching.kinds import watch
from ...core.oskar.watching.pace import Pace
from ..data.animation_keys import keyed_frames
from ..data.context import present, scene_of
from ..data.property_groups import keep, recall
from ..scene.model import needed_built
from ..scene.properties import puzzle_group
from ..scene.puzzles import needed_part
from ..tab.operator_base import activate, needed_puzzle
from ..window.playing import play_animation
from ..window.results import Result
from .properties import END, PlaceProperties, WatchProperties
from .puzzle import OskarOperator, built_place, is_in_one_piece, oskar_group, oskar_puzzle
from .turntable import has_turntable, turn
from .watch_objects import is_watched, remove_watched, show_watched


class Wish(Protocol):
    """What keeps what is to be watched: a puzzle's group, or the operator."""

    watched: str
    watch_from: str
    watch_seconds: float
    watch_seed: int


def prepare(collection: bpy.types.Collection, scene: bpy.types.Scene, wish: Wish) -> Pace:
    """Make what is to be watched of a puzzle from the scene's first frame on; the scene ends a second after it.

    Raises InputError, before anything is changed, for what cannot be watched.
    """
    needed_part(collection, BOX)
    puzzle, built = oskar_puzzle(collection), needed_built(puzzle_group(collection))
    shown = watch(wish.watched.lower(), puzzle, wish.watch_seed, from_end=wish.watch_from == END)
    rate = scene.render.fps / scene.render.fps_base
    pace = Pace.of(scene.frame_start, wish.watch_seconds, rate, shown.last)
    show_watched(collection, shown, pace, built)
    scene.frame_end = pace.end + round(rate)
    if has_turntable(oskar_group(collection)):
        turn(oskar_group(collection), pace.first, scene.frame_end)
    return pace


def watch_replaced(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Prepare the same of a puzzle that has taken another's place, if something of that one was watched."""
    group = oskar_group(collection)
    if not is_watched(group):
        return
    remove_watched(collection)
    # Another style may be one that nothing is known of.
    with suppress(InputError):
        prepare(collection, scene, group)


class Watch(OskarOperator, bpy.types.Operator):
    """Show it as an animation from the scene's first frame on, with walls and cross hidden, and play that"""

    bl_idname = "puzzle_cubes.watch"
    bl_label = "Watch"
    __annotations__ = dict(WatchProperties.__annotations__)
    if TYPE_CHECKING:
        watched: str
        watch_from: str
        watch_seconds: float
        watch_seed: int

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle while its box is shown."""
        return super().poll(context) and is_in_one_piece(cls, context)

    def work(self, context: bpy.types.Context) -> Result:
        """Make it, in place of what was watched before."""
        collection, scene = needed_puzzle(context), scene_of(context)
        group = oskar_group(collection)
        recall(self, WatchProperties, group)
        pace = prepare(collection, scene, self)
        keep(self, WatchProperties, group)
        # What is hidden cannot be seen to be active.
        activate(context, present(group.watch_blocks))
        play_animation(context)
        self.report({"INFO"}, f"{pace.last_step:,} steps take the frames {pace.first} to {pace.end}")
        return {"FINISHED"}


class RemoveWatch(OskarOperator, bpy.types.Operator):
    """Remove what is watched, and show walls and cross again"""

    bl_idname = "puzzle_cubes.remove_watch"
    bl_label = "Remove What Is Watched"

    @classmethod
    def missing(cls, context: bpy.types.Context, collection: bpy.types.Collection) -> str:
        """Work on an active puzzle of which something is watched."""
        return "" if is_watched(oskar_group(collection)) else "Nothing of the puzzle is watched"

    def work(self, context: bpy.types.Context) -> Result:
        """Remove it."""
        collection = needed_puzzle(context)
        remove_watched(collection)
        carrier = puzzle_group(collection).carrier
        if carrier is not None:
            activate(context, carrier)
        return {"FINISHED"}


class PutCross(OskarOperator, bpy.types.Operator):
    """Put the cross at any position of the box, whether a way leads there or not"""

    bl_idname = "puzzle_cubes.put_cross"
    bl_label = "Put Cross"
    __annotations__ = dict(PlaceProperties.__annotations__)
    if TYPE_CHECKING:
        free_place: tuple[int, int, int]

    def work(self, context: bpy.types.Context) -> Result:
        """Put it there, and report what that means."""
        collection = needed_puzzle(context)
        group, puzzle, cross = oskar_group(collection), oskar_puzzle(collection), needed_part(collection, CROSS)
        recall(self, PlaceProperties, group)
        x, y, z = self.free_place
        check_place(puzzle, (x, y, z))
        if keyed_frames((cross,), "location"):
            raise InputError("The cross is animated, and so stands where its keys say: remove the animation first.")
        keep(self, PlaceProperties, group)
        group.cross_position = (x, y, z)
        cross.location = built_place(collection, (x, y, z))
        self.report({"INFO"}, place_sentence(puzzle, (x, y, z)))
        return {"FINISHED"}


CLASSES = (Watch, RemoveWatch, PutCross)
