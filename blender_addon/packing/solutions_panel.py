# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel with the solutions of the active puzzle: which is shown, its layers, and the search for more."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ...core.packing.files.solutions_text import layers
from ...core.packing.model.copies import shown_solution
from ...core.packing.puzzle import PackingPuzzle
from ..data.context import present
from ..scene.properties import own_group, puzzle_group
from ..tab.search_progress import search_of
from ..window.sidebar import Sidebar
from ..window.texts import line, message
from .puzzle import active_packing, packing_puzzle
from .search_on import SearchOn, is_searching_on

WIDEST = 6
"""Cells of a goal along an axis that the panel has room for."""


class SolutionsPanel(Sidebar, bpy.types.Panel):
    """The solutions of the active puzzle."""

    bl_idname = "PUZZLE_CUBES_PT_solutions"
    bl_label = "Solutions"
    bl_description = "Go through the solutions of the active puzzle, and search for more of them"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for an active puzzle of the kind only."""
        return active_packing(context) is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the number of the solution, its layers, and the search."""
        collection = present(active_packing(context))
        layout = present(self.layout)
        layout.use_property_split = True
        layout.use_property_decorate = False
        try:
            puzzle = packing_puzzle(collection)
        except InputError as error:
            message(layout, context, str(error))
            return
        own = own_group(puzzle_group(collection))
        known = len(puzzle.found.solutions)
        if known > 1:
            layout.prop(own, "solution")
            line(layout, "Of", f"{known:,}")
        if known:
            _draw_layers(layout, puzzle, int(getattr(own, "solution", 1)))
        if is_searching_on():
            search = search_of(context)
            layout.progress(factor=search.share, text=search.best)
            line(layout, "Time Left", search.left)
            line(layout, "Esc", "Stop and keep")
        elif not puzzle.found.is_complete:
            layout.operator(SearchOn.bl_idname, icon="VIEWZOOM")


def _draw_layers(layout: bpy.types.UILayout, puzzle: PackingPuzzle, number: int) -> None:
    """Draw the layers of a solution from below, each seen from above, with the letters of the pieces."""
    if max(puzzle.goal.size) > WIDEST:
        return
    for height, rows in enumerate(layers(puzzle, shown_solution(puzzle, number)), 1):
        box = layout.box()
        box.label(text=f"Layer {height}")
        column = box.column(align=True)
        for names in rows:
            row = column.row(align=True)
            for name in names:
                row.label(text=name)


CLASSES = (SolutionsPanel,)
