# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel with what can be watched, the sentence on the present frame, and the cross at any position."""

from __future__ import annotations

from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.oskar.play.free_place import place_sentence
from ...core.oskar.watching.kinds import WITH_BEGINNING, WITH_DRAWS
from ..data.context import present, scene_of
from ..scene.properties import own_group, puzzle_group
from ..scene.puzzles import active_puzzle
from ..window.sidebar import Sidebar, split_layout
from ..window.texts import sentence
from .properties import OskarProperties
from .puzzle import oskar_group, oskar_puzzle
from .solution_panel import SolutionPanel
from .watch import PutCross, RemoveWatch, Watch
from .watch_objects import line_of


class WatchPanel(Sidebar, bpy.types.Panel):
    """What can be watched of the active puzzle."""

    bl_idname = "PUZZLE_CUBES_PT_watch"
    bl_label = "Watch"
    bl_description = "Watch the mazes of the active puzzle growing, and ways to solve it, as an animation"
    bl_parent_id = SolutionPanel.bl_idname
    # The stubs know no type for it that this could be.
    bl_options: Any = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the choice, the buttons and the sentences."""
        collection = present(active_puzzle(context))
        layout = split_layout(self.layout)
        group, own = oskar_group(collection), own_group(puzzle_group(collection))
        column = layout.column(align=True)
        column.prop(own, "watched")
        chosen = group.watched.lower()
        if chosen in WITH_BEGINNING:
            column.prop(own, "watch_from")
        if chosen in WITH_DRAWS:
            column.prop(own, "watch_seed")
        column.prop(own, "watch_seconds")
        row = layout.row(align=True)
        row.operator(Watch.bl_idname, text="Watch", icon="PLAY")
        row.operator(RemoveWatch.bl_idname, text="", icon="X")
        line, frame = line_of(group), scene_of(context).frame_current
        if line is not None:
            # While it is played Blender draws the views only: a sentence here would stay behind.
            playing = present(context.screen).is_animation_playing
            said = "The line before the puzzle says what is seen." if playing else line.sentence(frame)
            sentence(layout.column(align=True), context, said, "INFO")
        layout.separator()
        layout.column(align=True).prop(own, "free_place")
        layout.operator(PutCross.bl_idname, text="Put Cross", icon="CURSOR")
        sentence(layout.column(align=True), context, _place_sentence(collection, group), "INFO")


def _place_sentence(collection: bpy.types.Collection, group: OskarProperties) -> str:
    """Return what it means to put the cross where the fields say."""
    x, y, z = group.free_place
    try:
        return place_sentence(oskar_puzzle(collection), (x, y, z))
    except InputError as error:
        return str(error)


CLASSES = (WatchPanel,)
