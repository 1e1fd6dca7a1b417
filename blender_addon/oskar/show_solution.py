# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution, shown and hidden: the way of the cross's center."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ...core.oskar.model.box_and_cross import SOLUTION
from ..data.context import view_layer_of
from ..scene.properties import GLASS, SOLID, puzzle_group
from ..scene.puzzles import needed_part, part_object
from ..tab.operator_base import needed_puzzle
from ..window.results import Result
from .puzzle import OskarOperator, oskar_group


def is_shown(collection: bpy.types.Collection) -> bool:
    """Report whether the solution can be seen."""
    solution = part_object(collection, SOLUTION)
    return solution is not None and solution.visible_get()


class ShowSolution(OskarOperator, bpy.types.Operator):
    """Show the way of the cross's center, from green to red, through walls of glass, or hide it and show them solid"""

    bl_idname = "puzzle_cubes.show_solution"
    bl_label = "Show Solution"

    def work(self, context: bpy.types.Context) -> Result:
        """Show the solution if it cannot be seen, else hide it."""
        collection = needed_puzzle(context)
        hidden = is_shown(collection)
        solution = needed_part(collection, SOLUTION)
        if solution not in list(view_layer_of(context).objects or ()):
            raise InputError(f"'{solution.name}' is in no collection of this view layer: include one to see it.")
        solution.hide_viewport = solution.hide_render = hidden
        if not hidden:
            solution.hide_set(False)
        _show_walls(collection, solid=hidden)
        if is_shown(collection) == hidden:
            self.report({"WARNING"}, "The collection of the puzzle is hidden, and the solution with it")
        return {"FINISHED"}


def _show_walls(collection: bpy.types.Collection, *, solid: bool) -> None:
    """Let solid walls be looked through while the solution is shown; what the user has chosen meanwhile stays."""
    group, own = puzzle_group(collection), oskar_group(collection)
    if not solid and group.display == SOLID:
        own.earlier_display, group.display = SOLID, GLASS
    elif solid:
        if own.earlier_display and group.display == GLASS:
            group.display = own.earlier_display
        own.earlier_display = ""


CLASSES = (ShowSolution,)
