# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of the scene as a list: chosen, brought into view, duplicated, and removed with all that is theirs."""

from __future__ import annotations

from typing import Any

import bpy

from ..data.context import present, scene_of
from ..scene.build import add_puzzle
from ..scene.model import dimensions_of, kind_of, puzzle_of
from ..scene.properties import own_group, puzzle_group, scene_group
from ..scene.puzzles import missing_parts, puzzles_in
from ..scene.removing import remove_puzzle
from ..window.framing import frame
from ..window.icons import Icon
from ..window.item_list import ItemList
from ..window.results import Result
from ..window.sidebar import Sidebar
from .operator_base import PuzzleOperator, activate, needed_puzzle

KEPT = ("folder", "display", "explode")
"""What a duplicate has of its pattern besides the puzzle, its dimensions and the way in which it is printed."""


class RemovePuzzle(PuzzleOperator, bpy.types.Operator):
    """Remove the active puzzle with all that belongs to it, also what is hidden; objects of your own stay"""

    bl_idname = "puzzle_cubes.remove"
    bl_label = "Remove Puzzle"

    def work(self, context: bpy.types.Context) -> Result:
        """Remove it."""
        collection = needed_puzzle(context)
        name = collection.name
        remove_puzzle(collection, scene_of(context))
        self.report({"INFO"}, f"Removed '{name}'")
        return {"FINISHED"}


class DuplicatePuzzle(PuzzleOperator, bpy.types.Operator):
    """Stand the same puzzle beside the active one once more, to be changed by itself"""

    bl_idname = "puzzle_cubes.duplicate"
    bl_label = "Duplicate Puzzle"

    def work(self, context: bpy.types.Context) -> Result:
        """Add the puzzle anew, and set what is set of the other one."""
        original = needed_puzzle(context)
        group = puzzle_group(original)
        added = add_puzzle(context, kind_of(group), puzzle_of(original), dimensions_of(group))
        new = puzzle_group(added)
        own_group(new).way = own_group(group).way
        for name in KEPT:
            setattr(new, name, getattr(group, name))
        if new.carrier is not None:
            activate(context, new.carrier)
            if not bpy.app.background:
                frame(context, seen_objects(added))
        self.report({"INFO"}, f"Added '{added.name}'")
        return {"FINISHED"}


class FramePuzzle(PuzzleOperator, bpy.types.Operator):
    """Bring the active puzzle into the 3D view, as large as it fits"""

    bl_idname = "puzzle_cubes.frame"
    bl_label = "Frame Puzzle"
    # A view is nothing that is undone.
    bl_options = {"REGISTER"}

    def work(self, context: bpy.types.Context) -> Result:
        """Turn the view to it."""
        frame(context, seen_objects(needed_puzzle(context)))
        return {"FINISHED"}


def seen_objects(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """Return the objects of a puzzle's parts that are seen."""
    return [item.part for item in puzzle_group(collection).parts if item.part is not None and item.part.visible_get()]


class PuzzleList(ItemList, bpy.types.UIList):
    """The puzzles among the collections of the file."""

    bl_idname = "PUZZLE_CUBES_UL_puzzles"

    def draw_row(self, layout: bpy.types.UILayout, item: Any) -> None:
        """Draw a puzzle's name, with a warning where objects of it were deleted."""
        shown: Icon = "ERROR" if missing_parts(item) else "OUTLINER_COLLECTION"
        layout.prop(item, "name", text="", emboss=False, icon=shown)

    # The stubs know arrays of Blender's own only.
    def filter_items(self, context: bpy.types.Context, data: Any, name: str) -> Any:
        """Show the puzzles of the scene only."""
        here = {collection.name for collection in puzzles_in(scene_of(context))}
        shown = self.bitflag_filter_item
        return [shown if item.library is None and item.name in here else 0 for item in getattr(data, name)], []


class ListPanel(Sidebar, bpy.types.Panel):
    """The puzzles of the scene."""

    bl_idname = "PUZZLE_CUBES_PT_list"
    bl_label = "In This Scene"
    bl_description = "All puzzles of the scene: choose one, see it, duplicate it or remove it"
    # The stubs know no type for it that this could be.
    bl_options: Any = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it where there is a puzzle."""
        return next(puzzles_in(scene_of(context)), None) is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the list, and what can be done with the puzzle that is chosen in it."""
        row = present(self.layout).row()
        settings = scene_group(scene_of(context))
        row.template_list(PuzzleList.bl_idname, "", bpy.data, "collections", settings, "listed", rows=3, maxrows=6)
        column = row.column(align=True)
        column.operator(FramePuzzle.bl_idname, text="", icon="VIEWZOOM")
        column.operator(DuplicatePuzzle.bl_idname, text="", icon="DUPLICATE")
        column.operator(RemovePuzzle.bl_idname, text="", icon="TRASH")


OPERATORS = (RemovePuzzle, DuplicatePuzzle, FramePuzzle)

CLASSES = (PuzzleList, ListPanel)
