# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel that shows, animates and plays the solution: the way of the cross's center."""

from __future__ import annotations

from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.oskar.kind.kind import OSKAR
from ...core.oskar.model.box_and_cross import SOLUTION
from ..data.context import present, view_layer_of
from ..data.property_groups import property_names
from ..scene.properties import GLASS, SOLID
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..tab.preferences import EXTENSION, draw_logging, logs_games
from ..window.sidebar import ClosedSidebar, Sidebar, split_layout
from ..window.texts import Icon
from .animation import AddTurntable, Animate, RemoveAnimation, RemoveTurntable
from .draw_letters import DrawLetters
from .draw_picture import DrawPicture
from .draw_walls import DrawWalls
from .play import Play
from .properties import AnimationProperties
from .puzzle import OskarOperator


def is_shown(puzzle: ScenePuzzle) -> bool:
    """Report whether the solution can be seen."""
    solution = puzzle.part_object(SOLUTION)
    return solution is not None and solution.visible_get()


class ShowSolution(OskarOperator, bpy.types.Operator):
    """Show the way of the cross's center, green at the start and purple at the end, through glass walls; or hide it"""

    bl_idname = "puzzle_cubes.show_solution"
    bl_label = "See the Solution"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Show the solution if it cannot be seen, else hide it."""
        hidden = is_shown(puzzle)
        solution = puzzle.needed_part(SOLUTION)
        if solution not in list(view_layer_of(context).objects or ()):
            raise InputError(f"'{solution.name}' is in no collection of this view layer: include one to see it.")
        solution.hide_viewport = solution.hide_render = hidden
        if not hidden:
            solution.hide_set(False)
        _show_walls(puzzle, solid=hidden)
        if is_shown(puzzle) == hidden:
            self.report({"WARNING"}, "The collection of the puzzle is hidden, and the solution with it")


def _show_walls(puzzle: ScenePuzzle, *, solid: bool) -> None:
    """Let solid walls be looked through while the solution is shown; what the user has chosen meanwhile stays."""
    group, own = puzzle.group, puzzle.own
    if not solid and group.display == SOLID:
        own.earlier_display, group.display = SOLID, GLASS
    elif solid:
        if own.earlier_display and group.display == GLASS:
            group.display = own.earlier_display
        own.earlier_display = ""


class SolutionPanel(Sidebar, bpy.types.Panel):
    """The solution of the active puzzle: seen, as an animation, and found by playing."""

    bl_idname = "PUZZLE_CUBES_PT_solution"
    bl_label = "Solution"
    bl_description = "Play the active puzzle, and show or animate its solution"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for an active puzzle of the kind only."""
        puzzle = active_puzzle(context)
        return puzzle is not None and puzzle.kind == OSKAR

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the buttons."""
        puzzle = present(active_puzzle(context))
        layout = split_layout(self.layout)
        row = layout.row()
        row.scale_y = 1.2
        # The second text is the longer one.
        buttons = row.split(factor=0.38, align=True)
        buttons.operator(Play.bl_idname, text="Play", icon="PLAY")
        shown = is_shown(puzzle)
        icon: Icon = "HIDE_OFF" if shown else "HIDE_ON"
        buttons.operator(ShowSolution.bl_idname, icon=icon, depress=shown)
        if logs_games(context):
            # The stubs do not know which properties it has.
            shower: Any = row.operator("preferences.addon_show", text="", icon="PREFERENCES")
            shower.module = EXTENSION
            draw_logging(layout, context)


class WallsPanel(ClosedSidebar, bpy.types.Panel):
    """The walls of the active puzzle, drawn by hand."""

    bl_idname = "PUZZLE_CUBES_PT_walls"
    bl_label = "Draw"
    bl_description = (
        "Draw walls, letters and pictures into the faces of the active puzzle, and let the rest become hard"
    )
    bl_parent_id = SolutionPanel.bl_idname

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the buttons."""
        row = split_layout(self.layout).row(align=True)
        row.operator(DrawWalls.bl_idname, text="Walls", icon="GREASEPENCIL")
        row.operator(DrawLetters.bl_idname, text="Letters", icon="FONT_DATA")
        row.operator(DrawPicture.bl_idname, text="Picture", icon="IMAGE_DATA")


class AnimationPanel(ClosedSidebar, bpy.types.Panel):
    """The solution of the active puzzle as an animation."""

    bl_idname = "PUZZLE_CUBES_PT_animation"
    bl_label = "Animation"
    bl_description = "Animate the solution of the active puzzle, and let a camera circle round it"
    bl_parent_id = SolutionPanel.bl_idname

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the pace and the buttons."""
        puzzle = present(active_puzzle(context))
        layout = split_layout(self.layout)
        column = layout.column(align=True)
        for name in property_names(AnimationProperties):
            column.prop(puzzle.own, name)
        row = layout.row(align=True)
        row.operator(Animate.bl_idname, text="Animate", icon="ANIM")
        row.operator(RemoveAnimation.bl_idname, text="", icon="X")
        row = layout.row(align=True)
        row.operator(AddTurntable.bl_idname, text="Turntable", icon="OUTLINER_OB_CAMERA")
        row.operator(RemoveTurntable.bl_idname, text="", icon="X")


OPERATORS = (ShowSolution,)

CLASSES = (SolutionPanel, WallsPanel, AnimationPanel)
