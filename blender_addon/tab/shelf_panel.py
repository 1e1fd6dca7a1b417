# SPDX-License-Identifier: GPL-3.0-or-later
"""A shelf in the sidebar: opened, sorted, and a puzzle of it taken into the scene.

The rows that the panel shows are kept with the window manager, as they are no part of a scene.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, IntProperty, StringProperty

from ...core.common.errors import InputError
from ...core.common.options import Choice
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ...core.shelf.shelf import LARGEST_KEY, Row, Shelf
from ..data.interface import Items, absolute, manager_of, prop, scene_of, with_properties
from ..scene import hooks
from ..scene.option_properties import items
from ..scene.properties import kind_property, next_group
from ..window.running_operator import Needs, OperatorOptions, Result
from ..window.sidebar import ClosedSidebar, ItemList, line, message, split_layout
from .operator_base import (
    AsksLittle,
    HasDimensions,
    RefusingOperator,
    add_and_report,
    copy_shown_dimensions,
    given_dimensions,
    let_choose,
    next_kind,
)
from .puzzle_list import draw_puzzle, picture_of_code

NAME = "puzzle_cubes_shelf"
"""What the group is called on the window manager."""

MOST = 200
"""The most rows that are shown at once; conditions bring others."""


@with_properties
class ShelfRow(bpy.types.PropertyGroup):
    """A row that is shown."""

    bl_idname = "PUZZLE_CUBES_PG_shelf_row"

    series: int = prop(IntProperty, "Series", "The number of the settings on the shelf")
    seed: int = prop(IntProperty, "Seed", "The seed that the puzzle was made from")
    code: str = prop(StringProperty, "Code", "The puzzle")
    figure: str = prop(StringProperty, "Measure", "The number by which the rows are sorted")


def _by(kind: AnyKind) -> Any:
    """Return the property that chooses the number by which rows of a kind are sorted."""
    labels = {name: name.replace("_", " ").title() for name in kind.figures}
    return prop(
        EnumProperty,
        "By",
        "The number by which the rows are sorted",
        items=items({name: Choice(label, f"Sort the rows by {label}") for name, label in labels.items()}),
        default=kind.hardness.upper(),
    )


class ShelfProperties(bpy.types.PropertyGroup):
    """The choice of rows of a shelf."""

    bl_idname = "PUZZLE_CUBES_PG_shelf"
    __annotations__ = {
        "filepath": prop(
            StringProperty,
            "Shelf",
            "A file with many puzzles, as the command puzzle-cubes shelf makes it",
            update=hooks.changed("tab.shelf_panel:shelf_named"),
        ),
        "problem": prop(StringProperty, "Problem", "Why the shelf that was named shows no rows"),
        "shown": prop(StringProperty, "Shown", "The file whose rows are shown"),
        "kind": prop(StringProperty, "Kind", "The kind of the puzzles that are shown"),
        "count": prop(StringProperty, "Rows", "How many rows are shown, and how many there are"),
        "where": prop(
            StringProperty,
            "Where",
            "Only rows that meet a condition, such as: length > 40 and loops = 0. Empty for all",
        ),
        "lowest": prop(BoolProperty, "Lowest First", "The lowest numbers first, not the highest"),
        "unique": prop(
            BoolProperty, "No Repeats", "Only one of several puzzles that are the same when turned or mirrored"
        ),
        "rows": prop(CollectionProperty, "Rows", "The rows that are shown", type=ShelfRow),
        "chosen": prop(IntProperty, "Chosen", "The row that is chosen, by its place in the list"),
        **{f"by_{kind.name}": _by(kind) for kind in KINDS.values() if kind.figures},
    }
    if TYPE_CHECKING:
        filepath: str
        problem: str
        shown: str
        kind: str
        count: str
        where: str
        lowest: bool
        unique: bool
        rows: Items[ShelfRow]
        chosen: int


def shelf_of(context: bpy.types.Context) -> ShelfProperties:
    """Return which rows are shown."""
    group: ShelfProperties = getattr(manager_of(context), NAME)
    return group


def show_rows(context: bpy.types.Context, file: Path) -> None:
    """Show the rows of a shelf that are asked for, of the kind that the panel makes, or else of one that it has.

    Raises InputError for a file that is no shelf, and for conditions that are none; what was shown stays then.
    """
    group = shelf_of(context)
    with Shelf(file) as shelf:
        kind = next_kind(context)
        if kind.name not in shelf.kinds:
            kind = next((KINDS[name] for name in shelf.kinds if name in KINDS), kind)
        best: list[Row] = []
        fitting = total = 0
        if kind.figures and kind.name in shelf.kinds:
            conditions = shelf.conditions(kind.name, group.where) if group.where.strip() else ()
            by = shelf.order(kind.name, getattr(group, f"by_{kind.name}").lower())
            best = shelf.top(kind.name, by, MOST, conditions, lowest=group.lowest, unique=group.unique)
            fitting, total = shelf.count(kind.name, conditions, unique=group.unique), shelf.count(kind.name)
    # The stubs know nothing of what a collection can do besides.
    rows: Any = group.rows
    rows.clear()
    for row in best:
        added = group.rows.add()
        added.series, added.seed, added.code = row.series, row.seed, row.code or ""
        number = row.figures[by]
        added.figure = "" if number is None else f"{number:,.10g}"
    # That is what names the shelf whose rows are shown already.
    group.shown = group.filepath = str(file)
    group.kind, group.chosen = kind.name, 0
    group.count = f"{fitting:,} of {total:,}"


def shelf_named(group: ShelfProperties, scene: bpy.types.Scene) -> None:
    """Show the rows of the shelf whose path was typed, or why there are none."""
    group.problem = ""
    if group.filepath not in {"", group.shown}:
        try:
            show_rows(bpy.context, absolute(group.filepath, "Shelf"))
        except InputError as error:
            group.problem = str(error)


FILTER = "*.shelf;*.db;*.sqlite"


@with_properties
class OpenShelf(RefusingOperator, bpy.types.Operator):
    """Choose a shelf, a file with many puzzles, and show its best rows"""

    bl_idname = "puzzle_cubes.open_shelf"
    bl_label = "Open Shelf"
    # A list is nothing that is undone.
    bl_options: OperatorOptions = {"REGISTER"}
    filepath: str = prop(StringProperty, "File", "The shelf to open", subtype="FILE_PATH")
    filter_glob: str = prop(
        StringProperty, "Filter", "The files that the file browser shows", default=FILTER, options={"HIDDEN"}
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        return let_choose(self, context)

    def work(self, context: bpy.types.Context) -> None:
        """Show its rows."""
        show_rows(context, absolute(self.filepath, "File"))


class ShowRows(Needs, RefusingOperator, bpy.types.Operator):
    """Show the rows that meet the conditions, of the kind that is chosen above if the shelf has any"""

    bl_idname = "puzzle_cubes.show_rows"
    bl_label = "Show Rows"
    bl_options: OperatorOptions = {"REGISTER"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Work on a shelf that is named."""
        return "" if shelf_of(context).filepath else "Open a shelf first"

    def work(self, context: bpy.types.Context) -> None:
        """Show them."""
        show_rows(context, absolute(shelf_of(context).filepath, "Shelf"))


@with_properties
class FromShelf(HasDimensions, AsksLittle, RefusingOperator, bpy.types.Operator):
    """Put the puzzle of the chosen row of a shelf into the scene"""

    bl_idname = "puzzle_cubes.from_shelf"
    bl_label = "Take from Shelf"
    asked = ("seed",)
    filepath: str = prop(
        StringProperty, "Shelf", "The shelf to take it from", subtype="FILE_PATH", options={"SKIP_SAVE"}
    )
    kind: str = kind_property()
    series: int = prop(IntProperty, "Series", "The number of the settings on the shelf", default=1, min=0)
    seed: int = prop(IntProperty, "Seed", "The seed of the row", min=0, max=LARGEST_KEY)

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
            shelf.check_kind(kind.name)
            puzzle = shelf.puzzle(kind, shelf.row(kind.name, self.series, self.seed))
        add_and_report(self, context, kind, puzzle, given_dimensions(self, kind, puzzle))


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
        if group.problem:
            message(layout, context, group.problem)
        if kind.figures:
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


OPERATORS = (ShelfRow, ShelfProperties, OpenShelf, ShowRows, FromShelf)

CLASSES = (RowList, ShelfPanel)
