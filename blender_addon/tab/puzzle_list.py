# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of the scene as a list: chosen, brought into view, duplicated, and removed with all that is theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import bpy

from ..data.context import present, scene_of, view_layer_of
from ..scene.adding import add_same_puzzle
from ..scene.last_frame import put_end_back
from ..scene.properties import scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle, is_puzzle, puzzles_in
from ..scene.removing import remove_puzzle
from ..scene.selecting import activate, choose, select
from ..window.framing import frame
from ..window.sidebar import ClosedSidebar, ItemList
from ..window.texts import Icon
from .operator_base import PuzzleOperator
from .puzzle_pictures import draw_puzzle, picture_of_puzzle

KEPT = ("folder", "display", "explode")
"""What a duplicate has of its pattern besides the puzzle, its dimensions and the way in which it is printed."""


class RemovePuzzle(PuzzleOperator, bpy.types.Operator):
    """Remove the active puzzle with all that belongs to it, also what is hidden; objects of your own stay"""

    bl_idname = "puzzle_cubes.remove"
    bl_label = "Remove Puzzle"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove it."""
        name = puzzle.name
        remove_puzzle(puzzle, scene_of(context))
        put_end_back(scene_of(context))
        self.report({"INFO"}, f"Removed '{name}'")


class DuplicatePuzzle(PuzzleOperator, bpy.types.Operator):
    """Duplicate the active puzzle beside it, to change the copy by itself"""

    bl_idname = "puzzle_cubes.duplicate"
    bl_label = "Duplicate Puzzle"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Add the puzzle anew, and set what is set of the other one."""
        added = add_same_puzzle(context, puzzle)
        for name in KEPT:
            setattr(added.group, name, getattr(puzzle.group, name))
        if added.group.carrier is not None:
            choose(context, added)
            if not bpy.app.background:
                frame(context, added.seen_objects)
        self.report({"INFO"}, f"Added '{added.name}'")


class FramePuzzle(PuzzleOperator, bpy.types.Operator):
    """Bring the active puzzle into the 3D view, as large as it fits"""

    bl_idname = "puzzle_cubes.frame"
    bl_label = "Frame Puzzle"
    # A view is nothing that is undone.
    bl_options = {"REGISTER"}

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Turn the view to it."""
        frame(context, puzzle.seen_objects)


class PuzzleList(ItemList, bpy.types.UIList):
    """The puzzles among the collections of the file."""

    bl_idname = "PUZZLE_CUBES_UL_puzzles"

    def draw_row(self, layout: bpy.types.UILayout, item: Any) -> None:
        """Draw a puzzle and its name, with a warning where objects of it were deleted."""
        puzzle = ScenePuzzle(item)
        shown: Icon = "ERROR" if puzzle.missing_parts else "NONE"
        draw_puzzle(layout, picture_of_puzzle(puzzle)).prop(item, "name", text="", emboss=False, icon=shown)

    # The stubs know arrays of Blender's own only.
    def filter_items(self, context: bpy.types.Context, data: Any, name: str) -> Any:
        """Show the puzzles of the scene only."""
        here = {puzzle.name for puzzle in puzzles_in(scene_of(context))}
        shown = self.bitflag_filter_item
        return [shown if item.library is None and item.name in here else 0 for item in getattr(data, name)], []


def _listed_read(group: Any) -> int:
    """Return the place of the active puzzle among the collections of the file; -1 where a scene has none."""
    context = bpy.context
    active = active_puzzle(context) if context.scene == group.id_data else None
    return -1 if active is None else list(bpy.data.collections).index(active.collection)


def _listed_written(group: Any, place: int) -> None:
    """Make the puzzle at a place among the collections of the file the active one; what is none is left alone."""
    context = bpy.context
    if context.scene != group.id_data or context.mode != "OBJECT" or not 0 <= place < len(bpy.data.collections):
        return
    if is_puzzle(bpy.data.collections[place]):
        choose_puzzle(context, ScenePuzzle(bpy.data.collections[place]))


def choose_puzzle(context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Make a puzzle the active one, as a click on it does: by its first object that is seen, and by its collection."""
    view_layer = view_layer_of(context)
    objects = present(view_layer.objects)
    candidates = [puzzle.group.carrier, *(item.part for item in puzzle.group.parts)]
    seen = [part for part in candidates if part is not None and part in list(objects) and part.visible_get()]
    # Without one the collection alone says which puzzle is worked on.
    activate(context, seen[0] if seen else None)
    select(puzzle)
    for layer in _layers(present(view_layer.layer_collection)):
        if layer.collection == puzzle.collection:
            view_layer.active_layer_collection = layer
            return


def _layers(layer: bpy.types.LayerCollection) -> Iterator[bpy.types.LayerCollection]:
    """Yield a view layer's collection and all inside of it."""
    yield layer
    for inner in layer.children:
        yield from _layers(inner)


class ListPanel(ClosedSidebar, bpy.types.Panel):
    """The puzzles of the scene."""

    bl_idname = "PUZZLE_CUBES_PT_list"
    bl_label = "In This Scene"
    bl_description = "All puzzles of the scene: choose one, see it, duplicate it or remove it"

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


HOOKS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {"listed_read": _listed_read, "listed_written": _listed_written}
)
"""The functions by the names under which properties call them."""

OPERATORS = (RemovePuzzle, DuplicatePuzzle, FramePuzzle)

CLASSES = (PuzzleList, ListPanel)
