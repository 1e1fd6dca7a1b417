# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel that shows, animates and plays the solution."""

from __future__ import annotations

from typing import Any

import bpy

from ...core.oskar.kind.kind import OSKAR
from ..data.context import present
from ..data.property_groups import property_names
from ..scene.properties import own_group, puzzle_group
from ..scene.puzzles import active_puzzle
from ..tab.preferences import EXTENSION, draw_logging, logs_games
from ..window.icons import Icon
from ..window.sidebar import Sidebar, split_layout
from .animation import AddTurntable, Animate, RemoveAnimation, RemoveTurntable
from .play import Play
from .properties import AnimationProperties
from .show_solution import ShowSolution, is_shown


class SolutionPanel(Sidebar, bpy.types.Panel):
    """The solution of the active puzzle: seen, as an animation, and found by playing."""

    bl_idname = "PUZZLE_CUBES_PT_solution"
    bl_label = "Solution"
    bl_description = "Play the active puzzle, and show or animate its solution"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for an active puzzle of the kind only."""
        collection = active_puzzle(context)
        return collection is not None and puzzle_group(collection).kind == OSKAR.name

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the buttons."""
        collection = present(active_puzzle(context))
        layout = split_layout(self.layout)
        row = layout.row()
        row.scale_y = 1.4
        row.operator(Play.bl_idname, text="Play", icon="PLAY")
        if logs_games(context):
            # The stubs do not know which properties it has.
            shower: Any = row.operator("preferences.addon_show", text="", icon="PREFERENCES")
            shower.module = EXTENSION
            draw_logging(layout, context)
        shown = is_shown(collection)
        icon: Icon = "HIDE_OFF" if shown else "HIDE_ON"
        row = layout.row()
        row.scale_y = 1.4
        row.operator(ShowSolution.bl_idname, text="See the Solution", icon=icon, depress=shown)


class AnimationPanel(Sidebar, bpy.types.Panel):
    """The solution of the active puzzle as an animation."""

    bl_idname = "PUZZLE_CUBES_PT_animation"
    bl_label = "Animation"
    bl_description = "Animate the solution of the active puzzle, and let a camera circle round it"
    bl_parent_id = SolutionPanel.bl_idname
    # The stubs know no type for it that this could be.
    bl_options: Any = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the pace and the buttons."""
        collection = present(active_puzzle(context))
        layout = split_layout(self.layout)
        column = layout.column(align=True)
        for name in property_names(AnimationProperties):
            column.prop(own_group(puzzle_group(collection)), name)
        row = layout.row(align=True)
        row.operator(Animate.bl_idname, text="Animate", icon="ANIM")
        row.operator(RemoveAnimation.bl_idname, text="", icon="X")
        row = layout.row(align=True)
        row.operator(AddTurntable.bl_idname, text="Turntable", icon="OUTLINER_OB_CAMERA")
        row.operator(RemoveTurntable.bl_idname, text="", icon="X")


CLASSES = (SolutionPanel, AnimationPanel)
