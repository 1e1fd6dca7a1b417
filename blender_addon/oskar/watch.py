# SPDX-License-Identifier: GPL-3.0-or-later
"""Watching: the mazes growing, distances, dead ends filling, a walker and a mouse, each as an animation; its panel.

The panel that shows, animates and plays the solution: the way of the cross's center.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import dist
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.words import counted
from ...core.oskar.courses import WITH_BEGINNING, WITH_DRAWS, watch
from ...core.oskar.game import check_place, place_sentence
from ...core.oskar.kind import OskarModel
from ...core.oskar.maze.measures import turns_of
from ...core.oskar.model.assembly import moves_in_words
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ...core.oskar.watched import Pace
from ..data.animation_keys import keyed_frames, nearest_key
from ..data.interface import present, property_names, remembered, scene_of
from ..scene import hooks
from ..scene.by_hand import check_in_place
from ..scene.puzzle import ScenePuzzle
from ..scene.startup import activate, put_end_back
from ..tab.operator_base import OfPuzzle, button
from ..tab.preferences import EXTENSION, draw_logging, logs_games
from ..window.framing import play_animation
from ..window.sidebar import ClosedSidebar, Icon, pop_up, sentence, split_layout
from .draw import DrawLetters, DrawPicture, DrawWalls
from .play import Play
from .properties import END, AnimationProperties, OskarProperties, PlaceProperties, WatchProperties
from .puzzle import IN_ONE_PIECE, OskarOperator, built_place
from .solution import (
    AddTurntable,
    Animate,
    RemoveAnimation,
    RemoveTurntable,
    ShowSolution,
    has_turntable,
    is_shown,
    show_cross,
    turn,
)
from .watch_objects import is_watched, leave_watched, line_of, remove_watched, show_watched


class SolutionPanel(OfPuzzle, bpy.types.Panel):
    """The solution of the active puzzle: seen, as an animation, and found by playing."""

    bl_idname = "PUZZLE_CUBES_PT_solution"
    bl_label = "Solution"
    bl_description = "Play the active puzzle, and show or animate its solution"

    model = OskarModel

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the buttons."""
        row = split_layout(layout).row()
        row.scale_y = 1.2
        # The second text is the longer one.
        buttons = row.split(factor=0.38, align=True)
        buttons.operator(Play.bl_idname, text="Play", icon="PLAY")
        shown = is_shown(puzzle)
        icon: Icon = "HIDE_OFF" if shown else "HIDE_ON"
        buttons.operator(ShowSolution.bl_idname, icon=icon, depress=shown)
        if logs_games(context):
            button(row, "preferences.addon_show", {"module": EXTENSION}, text="", icon="PREFERENCES")
            draw_logging(layout, context)


class WallsPanel(ClosedSidebar, OfPuzzle, bpy.types.Panel):
    """The walls of the active puzzle, drawn by hand."""

    bl_idname = "PUZZLE_CUBES_PT_walls"
    bl_label = "Draw"
    bl_description = (
        "Draw walls, letters and pictures into the faces of the active puzzle, and let the rest become hard"
    )

    model = OskarModel

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the buttons."""
        row = split_layout(layout).row(align=True)
        row.operator(DrawWalls.bl_idname, text="Walls", icon="GREASEPENCIL")
        row.operator(DrawLetters.bl_idname, text="Letters", icon="FONT_DATA")
        row.operator(DrawPicture.bl_idname, text="Picture", icon="IMAGE_DATA")


class AnimationPanel(ClosedSidebar, OfPuzzle, bpy.types.Panel):
    """The solution of the active puzzle as an animation."""

    bl_idname = "PUZZLE_CUBES_PT_animation"
    bl_label = "Animation"
    bl_description = "Animate the solution of the active puzzle, and let a camera circle around it"
    bl_parent_id = SolutionPanel.bl_idname

    model = OskarModel

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the pace and the buttons."""
        column = split_layout(layout).column(align=True)
        for name in property_names(AnimationProperties):
            column.prop(puzzle.own, name)
        row = layout.row(align=True)
        row.operator(Animate.bl_idname, text="Animate", icon="ANIM")
        row.operator(RemoveAnimation.bl_idname, text="", icon="X")
        row = layout.row(align=True)
        row.operator(AddTurntable.bl_idname, text="Turntable", icon="OUTLINER_OB_CAMERA")
        row.operator(RemoveTurntable.bl_idname, text="", icon="X")


def prepare(puzzle: ScenePuzzle, scene: bpy.types.Scene, wish: WatchProperties) -> Pace:
    """Make what is to be watched of a puzzle from the scene's first frame on; the scene ends with it.

    Raises InputError, before anything is changed, for what cannot be watched.
    """
    puzzle.needed_part(BOX)
    content, _ = puzzle.puzzle, puzzle.needed_built
    shown = watch(wish.watched.lower(), content, wish.watch_seed, from_end=wish.watch_from == END)
    rate = scene.render.fps / scene.render.fps_base
    pace = Pace.of(scene.frame_start, wish.watch_seconds, rate, shown.last)
    show_watched(puzzle, shown, pace)
    put_end_back(scene)
    if has_turntable(puzzle):
        turn(puzzle, pace.first, scene.frame_end)
    return pace


def last_frame(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> int | None:
    """Return the frame a second after what is watched of a puzzle; None where nothing is."""
    line = line_of(puzzle)
    return None if line is None else line.pace.end + round(scene.render.fps / scene.render.fps_base)


def watch_replaced(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Prepare the same of a puzzle that has taken another's place, if something of that one was watched."""
    if not is_watched(puzzle):
        return
    remove_watched(puzzle)
    # Another style may be one that nothing is known of.
    with suppress(InputError):
        prepare(puzzle, scene, puzzle.own)


def watched_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Let what is watched follow what is chosen in the panel; what cannot be watched says why, and nothing is shown."""
    # An operator has these properties, too.
    if not isinstance(group.id_data, bpy.types.Collection) or not is_watched(puzzle := ScenePuzzle(group.id_data)):
        return
    try:
        prepare(puzzle, scene, puzzle.own)
    except InputError as error:
        remove_watched(puzzle)
        pop_up("Watch", str(error))


class Watch(WatchProperties, OskarOperator, bpy.types.Operator):
    """Show it as an animation from the scene's first frame on, with walls and cross hidden, and play it"""

    bl_idname = "puzzle_cubes.watch"
    bl_label = "Watch"
    needs = (IN_ONE_PIECE,)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Make it, in place of what was watched before."""
        with hooks.without("oskar.watch:watched_changed"), remembered(self, WatchProperties, puzzle.own):
            pace = prepare(puzzle, scene_of(context), self)
        # What is hidden cannot be seen to be active.
        activate(context, present(puzzle.own.watch_blocks))
        play_animation(context)
        self.report({"INFO"}, f"{pace.last_step:,} steps take the frames {pace.first} to {pace.end}")


class RemoveWatch(OskarOperator, bpy.types.Operator):
    """Remove what is watched, and show walls and cross again"""

    bl_idname = "puzzle_cubes.remove_watch"
    bl_label = "Remove What Is Watched"

    needs = ((is_watched, "Nothing is being watched"),)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove it."""
        leave_watched(context, puzzle)


class PutCross(PlaceProperties, OskarOperator, bpy.types.Operator):
    """Put the cross at any position of the box, whether a way leads there or not; if animated, show that frame"""

    bl_idname = "puzzle_cubes.put_cross"
    bl_label = "Put Cross"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Put it there, and report what that means."""
        own: OskarProperties = puzzle.own
        content, cross = puzzle.puzzle, puzzle.needed_part(CROSS)
        check_in_place(puzzle)
        with remembered(self, PlaceProperties, own):
            x, y, z = self.free_place
            check_place(content, (x, y, z))
            place = built_place(puzzle, (x, y, z))
            if keyed_frames((cross,), "location"):
                away, frame = nearest_key(cross, "location", place)
                # What is not on its way is a whole cell away; keys that the user has moved may be between two frames.
                if away > (built_place(puzzle, (x + 1, y, z))[0] - place[0]) / 2:
                    raise InputError("The cross is animated and never comes there: remove the animation first.")
                scene_of(context).frame_set(frame)
            else:
                own.cross_position = (x, y, z)
                cross.location = place
        show_cross(puzzle)
        self.report({"INFO"}, place_sentence(content, (x, y, z)))


def _cells_from(puzzle: ScenePuzzle, place: Sequence[float]) -> list[float]:
    """Return the position at which the cross stands at a place, from the box's origin, in Blender units."""
    ends = zip(built_place(puzzle, (0, 0, 0)), built_place(puzzle, (1, 1, 1)), place, strict=True)
    return [(at - first) / (second - first) for first, second, at in ends]


class WatchPanel(ClosedSidebar, OfPuzzle, bpy.types.Panel):
    """All that can be watched of the active puzzle."""

    bl_idname = "PUZZLE_CUBES_PT_watch"
    bl_label = "Watch"
    bl_description = "Watch the mazes of the active puzzle growing, and ways to solve it, as an animation"
    bl_parent_id = SolutionPanel.bl_idname

    model = OskarModel

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the choice, the buttons and the sentences."""
        own = puzzle.own
        column = split_layout(layout).column(align=True)
        column.prop(own, "watched")
        chosen = own.watched.lower()
        if chosen in WITH_BEGINNING:
            column.prop(own, "watch_from")
        if chosen in WITH_DRAWS:
            column.prop(own, "watch_seed")
        column.prop(own, "watch_seconds")
        row = layout.row(align=True)
        row.operator(Watch.bl_idname, text="Watch", icon="PLAY")
        row.operator(RemoveWatch.bl_idname, text="", icon="X")
        line, frame = line_of(puzzle), scene_of(context).frame_current
        if line is not None:
            # While it is played Blender draws the views only: a sentence here would stay behind.
            playing = present(context.screen).is_animation_playing
            said = "The text above the puzzle explains what you see." if playing else line.sentence(frame)
            sentence(layout.column(align=True), context, said, "INFO")
        layout.separator()
        layout.column(align=True).prop(own, "free_place")
        layout.operator(PutCross.bl_idname, text="Put Cross", icon="CURSOR")
        sentence(layout.column(align=True), context, _place_sentence(puzzle), "INFO")


def _place_sentence(puzzle: ScenePuzzle) -> str:
    """Return what it means to put the cross where the fields say, or why the puzzle cannot be read."""
    x, y, z = puzzle.own.free_place
    try:
        return place_sentence(puzzle.puzzle, (x, y, z))
    except InputError as error:
        return str(error)


MOST_LINES = 24
"""So many moves are listed at once, those round the one that the cross has made."""


class WordsPanel(ClosedSidebar, OfPuzzle, bpy.types.Panel):
    """The straight moves of the solution in words, each a button that lets the cross make them up to there."""

    bl_idname = "PUZZLE_CUBES_PT_words"
    bl_label = "In Words"
    bl_description = "The moves of the solution, as the puzzle is seen from its front; click one to see it made"
    bl_parent_id = WatchPanel.bl_idname

    model = OskarModel

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the moves round the last one that the cross has made."""
        content = puzzle.puzzle
        turns, moves = turns_of(content.solution), moves_in_words(content)
        texts = ["Start", *(f"{number}. {move}" for number, move in enumerate(moves, 1))]
        here = _cells_from(puzzle, puzzle.needed_part(CROSS).location.to_tuple())
        made = min(range(len(turns)), key=lambda number: dist(turns[number], here))
        first = max(0, min(made - MOST_LINES // 2, len(texts) - MOST_LINES))
        column = split_layout(layout).column(align=True)
        for number, text in [*enumerate(texts)][first : first + MOST_LINES]:
            button(column, PutCross.bl_idname, {"free_place": turns[number]}, text=text, depress=number == made)
        sentence(column, context, f"{made} of {counted(len(moves), 'straight move')} made", "INFO")


OPERATORS = (Watch, RemoveWatch, PutCross)

CLASSES = (SolutionPanel, WallsPanel, AnimationPanel, WatchPanel, WordsPanel)
