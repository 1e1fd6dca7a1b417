# SPDX-License-Identifier: GPL-3.0-or-later
"""A shelf in the sidebar: opened, sorted, and a puzzle of it taken into the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import IntProperty, StringProperty

from ...core.common.errors import InputError
from ...core.kinds import KINDS
from ...core.shelf.shelf import LARGEST_KEY, Shelf
from ..data.context import scene_of
from ..data.paths import absolute
from ..data.property_groups import prop, with_properties
from ..scene.properties import kind_property, next_group
from ..window.results import OperatorOptions, Result
from ..window.sidebar import ClosedSidebar, ItemList, split_layout
from ..window.texts import line
from .operator_base import (
    DIMENSIONS,
    AsksLittle,
    RefusingOperator,
    add_and_report,
    copy_shown_dimensions,
    given_dimensions,
    let_choose,
    next_kind,
)
from .puzzle_pictures import draw_puzzle, picture_of_code
from .shelf_rows import ShelfRow, shelf_of, show_rows

FILTER = "*.shelf;*.db;*.sqlite"


@with_properties
class OpenShelf(RefusingOperator, bpy.types.Operator):
    """Choose a shelf, a file with many puzzles, and show its best rows"""

    bl_idname = "puzzle_cubes.open_shelf"
    bl_label = "Open Shelf"
    # A list is nothing that is undone.
    bl_options: OperatorOptions = {"REGISTER"}
    filepath: str = prop(StringProperty, name="File", description="The shelf to open", subtype="FILE_PATH")
    filter_glob: str = prop(
        StringProperty,
        name="Filter",
        description="The files that the file browser shows",
        default=FILTER,
        options={"HIDDEN"},
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        return let_choose(self, context)

    def work(self, context: bpy.types.Context) -> None:
        """Show its rows."""
        show_rows(context, absolute(self.filepath, "File"))


class ShowRows(RefusingOperator, bpy.types.Operator):
    """Show the rows that meet the conditions, of the kind that is chosen above if the shelf has any"""

    bl_idname = "puzzle_cubes.show_rows"
    bl_label = "Show Rows"
    bl_options: OperatorOptions = {"REGISTER"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on a shelf that is named."""
        if not shelf_of(context).filepath:
            cls.poll_message_set("Open a shelf first")
            return False
        return True

    def work(self, context: bpy.types.Context) -> None:
        """Show them."""
        show_rows(context, absolute(shelf_of(context).filepath, "Shelf"))


class FromShelf(AsksLittle, RefusingOperator, bpy.types.Operator):
    """Put the puzzle of the chosen row of a shelf into the scene"""

    bl_idname = "puzzle_cubes.from_shelf"
    bl_label = "Take from Shelf"
    asked = ("seed",)
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}
    __annotations__ = {
        "filepath": prop(StringProperty, name="Shelf", description="The shelf to take it from", subtype="FILE_PATH"),
        "kind": kind_property(),
        "series": prop(
            IntProperty, name="Series", description="The number of the settings on the shelf", default=1, min=0
        ),
        "seed": prop(IntProperty, name="Seed", description="The seed of the row", min=0, max=LARGEST_KEY),
        **DIMENSIONS,
    }
    if TYPE_CHECKING:
        filepath: str
        kind: str
        series: int
        seed: int

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Take the row that is chosen in the list."""
        copy_shown_dimensions(self, context)
        group = shelf_of(context)
        rows: Any = group.rows
        if not self.filepath and 0 <= group.chosen < len(rows):
            row: ShelfRow = rows[group.chosen]
            self.filepath, self.kind = group.shown, group.kind.upper()
            self.series, self.seed = row.series, row.seed
        return self.execute(context)

    def work(self, context: bpy.types.Context) -> None:
        """Build its puzzle with the operator's dimensions."""
        if not self.filepath:
            raise InputError("There is no row to take: open a shelf and choose one.")
        kind = KINDS[self.kind.lower()]
        with Shelf(absolute(self.filepath, "Shelf")) as shelf:
            if kind.name not in shelf.kinds:
                raise InputError(f"The shelf has no puzzles of the kind {kind.label}.")
            puzzle = shelf.puzzle(kind, shelf.row(kind.name, self.series, self.seed))
        add_and_report(self, context, kind, puzzle, given_dimensions(self, kind))


class RowList(ItemList, bpy.types.UIList):
    """The rows of a shelf, in their order."""

    bl_idname = "PUZZLE_CUBES_UL_rows"

    def draw_row(self, layout: bpy.types.UILayout, item: Any) -> None:
        """Draw the puzzle of a row, its number and its seed."""
        context = bpy.context
        kind = KINDS[shelf_of(context).kind]
        row = draw_puzzle(layout, picture_of_code(kind, item.code, next_group(scene_of(context), kind)))
        row.label(text=item.figure)
        row.label(text=f"Seed {item.seed}")


class ShelfPanel(ClosedSidebar, bpy.types.Panel):
    """A shelf, sorted and chosen from."""

    bl_idname = "PUZZLE_CUBES_PT_shelf"
    bl_label = "Shelf"
    bl_description = "A file with many puzzles: sort it, and take a puzzle of it into the scene"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw what is asked for, and the rows."""
        group = shelf_of(context)
        kind = KINDS[group.kind] if group.shown else next_kind(context)
        layout = split_layout(self.layout)
        row = layout.row(align=True)
        row.prop(group, "filepath")
        row.operator(OpenShelf.bl_idname, text="", icon="FILE_FOLDER")
        if kind.series.figures:
            layout.prop(group, f"by_{kind.name}")
        layout.prop(group, "where")
        layout.prop(group, "lowest")
        layout.prop(group, "unique")
        layout.operator(ShowRows.bl_idname, icon="FILE_REFRESH")
        if group.shown:
            line(layout, "Kind", kind.label)
            line(layout, "Rows", group.count)
            layout.template_list(RowList.bl_idname, "", group, "rows", group, "chosen", rows=4, maxrows=12)
            layout.operator(FromShelf.bl_idname, icon="MESH_CUBE")


OPERATORS = (OpenShelf, ShowRows, FromShelf)

CLASSES = (RowList, ShelfPanel)
