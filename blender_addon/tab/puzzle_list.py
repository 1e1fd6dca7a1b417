# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of the scene as a list: chosen, brought into view, duplicated, and removed with all that is theirs.

Puzzles as small pictures: of the choices of an option, and in the rows of lists, there with how hard they are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.kind.facts import Progress
from ...core.kind.kind import AnyKind, Search, puzzle_of_code
from ...core.kinds import KINDS
from ...core.printing.picture import picture_of_sides
from ..data.interface import present, scene_of, view_layer_of
from ..scene.adding import add_same_puzzle, remove_puzzle
from ..scene.option_properties import item_number, looks_in
from ..scene.properties import WIRE, scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle, is_puzzle, puzzle_of_text, puzzles_in
from ..scene.startup import activate, choose, put_end_back, select
from ..window.framing import frame
from ..window.sidebar import ClosedSidebar, Icon, ItemList, Making, Picture, picture
from .operator_base import PuzzleOperator

EXAMPLE, ROW = 128, 80
"""Pixels along the side of a picture of a choice, and of one in a row, on a screen with small dots."""

HEIGHT, BAR = 1.8, 0.75
"""How high a picture in a row is, and the bar below the text, in lines."""

MOST_STEPS = 100
"""So far what a code leaves out is searched for."""

LONGEST = 8000
"""How hard a puzzle is takes long to find out where its text has more characters."""

Finding = Generator[None, None, Any]
"""Yields now and then, and returns a puzzle."""

_items: dict[tuple[str, str], list[Any]] = {}
"""The items that were given to Blender last, which keeps no texts of them."""


def picture_of_puzzle(puzzle: ScenePuzzle) -> Picture:
    """Return the picture of a puzzle in a scene; none of one that cannot be read."""
    try:
        kind, looks = puzzle.kind, looks_in(puzzle.own, puzzle.kind)
    except InputError:
        return Picture("", 0)
    text = puzzle.text

    def find() -> Finding:
        yield
        return puzzle_of_text(kind, text)

    return _picture(kind, looks, text, find)


def picture_of_code(kind: AnyKind, code: str, group: Any) -> Picture:
    """Return the picture of a puzzle that a code stands for, in the colors of a group."""

    def find() -> Finding:
        _, puzzle = puzzle_of_code(code, [kind])
        yield
        completed = None if kind.codes is None else kind.codes.completed
        return puzzle if completed is None else (yield from _finished(completed(puzzle), MOST_STEPS))

    return _picture(kind, looks_in(group, kind), code, find)


def example(kind: AnyKind, option: str, name: str, looks: Options) -> Picture:
    """Return the picture that shows what a choice of an option means."""

    def find() -> Finding:
        return _finished(kind.in_steps(kind.defaults | dict(kind.pictured[option]) | {option: name}))

    return _picture(kind, looks, f"{option}: {name}", find, EXAMPLE)


def _picture(kind: AnyKind, looks: Options, text: str, find: Callable[[], Finding], side: int = ROW) -> Picture:
    """Return the picture of the puzzle that a text stands for, in a row with how hard it is."""

    def make() -> Making:
        try:
            puzzle = yield from find()
            sides = kind.sides(puzzle, looks)
            yield
            rating = kind.rating(puzzle) if side == ROW and len(text) <= LONGEST else None
        except InputError:
            return None, None
        return None if sides is None else picture_of_sides(sides, side), rating

    return picture((kind.name, text, looks, side), make)


def draw_puzzle(layout: bpy.types.UILayout, shown: Picture) -> bpy.types.UILayout:
    """Draw a puzzle as a row, with a bar that says how hard it is; return where there is room for more above that."""
    row = layout.row()
    row.template_icon(icon_value=shown.icon, scale=HEIGHT)
    lines = row.column(align=True)
    room = lines.row()
    # A click chooses a row where the room is, so the bar is not as high.
    bar = lines.row()
    bar.scale_y = BAR
    if shown.beside is None:
        bar.label(text="")
    else:
        bar.progress(factor=shown.beside.share, text=shown.beside.word)
    return room


def _finished(making: Generator[Progress[Any], None, Any], most: int = 0) -> Finding:
    """Make a puzzle, and yield as often as that does; so often at most where that is given."""
    search = Search(making)
    for number, progress in enumerate(search, 1):
        yield
        if number == most:
            return progress.best
    return search.result


def picture_items(group: Any, kind_name: str, option: str) -> list[Any]:
    """Return the choices of an option of a kind with their pictures, in the colors of a group."""
    kind = KINDS[kind_name]
    looks = looks_in(group, kind)
    choices = next(known.choices for known in kind.options if known.name == option)
    _items[kind_name, option] = [
        # Without a window no icon is shown.
        (
            name.upper(),
            choice.label,
            choice.meaning,
            0 if bpy.app.background else example(kind, option, name, looks).icon,
            item_number(name),
        )
        for name, choice in choices.items()
    ]
    return _items[kind_name, option]


KEPT = ("folder", "display", "explode", "origin", "live")
"""What a duplicate has of its pattern besides the puzzle, its dimensions and the way in which it is printed."""


class RemovePuzzle(PuzzleOperator, bpy.types.Operator):
    """Remove the active puzzle with all that belongs to it, also what is hidden; objects of your own stay"""

    bl_idname = "puzzle_cubes.remove"
    bl_label = "Remove Puzzle"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove it, and choose the newest of the others."""
        name, scene = puzzle.name, scene_of(context)
        remove_puzzle(puzzle, scene)
        put_end_back(scene)
        if puzzles := puzzles_in(scene):
            choose_puzzle(context, puzzles[-1])
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
        frame(context, puzzle.objects_in_sight)


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


def listed_read(group: Any) -> int:
    """Return the place of the active puzzle among the collections of the file; -1 where a scene has none."""
    context = bpy.context
    active = active_puzzle(context) if context.scene == group.id_data else None
    return -1 if active is None else list(bpy.data.collections).index(active.collection)


def listed_written(group: Any, place: int) -> None:
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
    # Of one that is watched only what shows that is seen.
    parts = (item.part for item in puzzle.group.parts)
    candidates = [puzzle.group.carrier, *parts, *present(puzzle.collection.all_objects)]
    seen = [part for part in candidates if part is not None and part in list(objects) and part.visible_get()]
    # Without one the collection alone says which puzzle is worked on.
    activate(context, seen[0] if seen else None)
    select(puzzle)
    if seen and puzzle.group.display != WIRE:
        seen[0].select_set(True)
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
        return bool(puzzles_in(scene_of(context)))

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the list, and what can be done with the puzzle that is chosen in it."""
        layout = present(self.layout)
        settings = scene_group(scene_of(context))
        layout.template_list(PuzzleList.bl_idname, "", bpy.data, "collections", settings, "listed", rows=3, maxrows=6)
        # Beside the list they would take the room of the names.
        row = layout.row(align=True)
        row.operator(FramePuzzle.bl_idname, text="Frame", icon="VIEWZOOM")
        row.operator(DuplicatePuzzle.bl_idname, text="Duplicate", icon="DUPLICATE")
        row.operator(RemovePuzzle.bl_idname, text="Remove", icon="TRASH")


OPERATORS = (RemovePuzzle, DuplicatePuzzle, FramePuzzle)

CLASSES = (PuzzleList, ListPanel)
