# SPDX-License-Identifier: GPL-3.0-or-later
"""The trace of the solution, shown and hidden."""

from __future__ import annotations

import bpy

from ..core.errors import InputError
from .names import TRACE
from .on_puzzle import PuzzleOperator, needed_part, refuse
from .puzzle_objects import active_puzzle, part_object


def is_shown(collection: bpy.types.Collection) -> bool:
    """Tell whether the trace can be seen."""
    trace = part_object(collection, TRACE)
    return trace is not None and trace.visible_get()


class ShowSolution(PuzzleOperator, bpy.types.Operator):
    """Show the way of the cross's center through the box, in the view and in renders, or hide it again"""

    bl_idname = "oskars_cube.show_solution"
    bl_label = "Show Solution"

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Show the trace if it cannot be seen, else hide it."""
        collection = active_puzzle(context)
        hidden = is_shown(collection)
        try:
            trace = needed_part(collection, TRACE)
            if trace not in context.view_layer.objects.values():
                raise InputError(f"'{trace.name}' is in no collection of this view layer: include one to see it.")
        except InputError as error:
            return refuse(self, error)
        trace.hide_viewport = trace.hide_render = hidden
        if not hidden:
            trace.hide_set(False)
        if is_shown(collection) == hidden:
            self.report({"WARNING"}, "The collection of the puzzle is hidden, and the solution with it")
        return {"FINISHED"}


CLASSES = (ShowSolution,)
