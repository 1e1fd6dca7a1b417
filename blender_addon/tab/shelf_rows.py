# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of a shelf that the panel shows: kept with the window manager, as they are no part of a scene."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, IntProperty, StringProperty

from ...core.common.options import Choice
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ...core.shelf.conditions import conditions_from
from ...core.shelf.shelf import Row, Shelf
from ..data.context import manager_of
from ..data.property_groups import Items, prop, with_properties
from ..scene.option_properties import items
from .operator_base import next_kind

NAME = "puzzle_cubes_shelf"
"""What the group is called on the window manager."""

MOST = 200
"""The most rows that are shown at once; conditions bring others."""


@with_properties
class ShelfRow(bpy.types.PropertyGroup):
    """A row that is shown."""

    bl_idname = "PUZZLE_CUBES_PG_shelf_row"

    series: int = prop(IntProperty, name="Series", description="The number of the settings on the shelf")
    seed: int = prop(IntProperty, name="Seed", description="The seed that the puzzle was made from")
    code: str = prop(StringProperty, name="Code", description="The puzzle")
    figure: str = prop(StringProperty, name="Measure", description="The number by which the rows are sorted")


def _by(kind: AnyKind) -> Any:
    """Return the property that chooses the number by which rows of a kind are sorted."""
    labels = {name: name.replace("_", " ").title() for name in kind.series.figures}
    return prop(
        EnumProperty,
        name="By",
        description="The number by which the rows are sorted",
        items=items({name: Choice(label, f"Sort the rows by {label}") for name, label in labels.items()}),
        default=kind.series.hardness.upper(),
    )


class ShelfProperties(bpy.types.PropertyGroup):
    """The choice of rows of a shelf."""

    bl_idname = "PUZZLE_CUBES_PG_shelf"
    __annotations__ = {
        "filepath": prop(
            StringProperty,
            name="Shelf",
            description="A file with many puzzles, as the command puzzle-cubes shelf makes it",
        ),
        "shown": prop(StringProperty, name="Shown", description="The file whose rows are shown"),
        "kind": prop(StringProperty, name="Kind", description="The kind of the puzzles that are shown"),
        "count": prop(StringProperty, name="Rows", description="How many rows are shown, and how many there are"),
        "where": prop(
            StringProperty,
            name="Where",
            description="Only rows that meet a condition, such as: length > 40 and loops = 0. Empty for all",
        ),
        "lowest": prop(BoolProperty, name="Lowest First", description="The lowest numbers first, not the highest"),
        "unique": prop(
            BoolProperty,
            name="No Repeats",
            description="Only one of several puzzles that are the same when turned or mirrored",
        ),
        "rows": prop(CollectionProperty, type=ShelfRow, name="Rows", description="The rows that are shown"),
        "chosen": prop(IntProperty, name="Chosen", description="The row that is chosen, by its place in the list"),
        **{f"by_{kind.name}": _by(kind) for kind in KINDS.values() if kind.series.figures},
    }
    if TYPE_CHECKING:
        filepath: str
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
        fitting = there = 0
        if kind.series.figures and kind.name in shelf.kinds:
            conditions = conditions_from(group.where, shelf.figures(kind.name)) if group.where.strip() else ()
            by = getattr(group, f"by_{kind.name}").lower()
            best = shelf.top(kind.name, by, MOST, conditions, lowest=group.lowest, unique=group.unique)
            fitting, there = shelf.count(kind.name, conditions, unique=group.unique), shelf.count(kind.name)
    # The stubs know nothing of what a collection can do besides.
    rows: Any = group.rows
    rows.clear()
    for row in best:
        added = group.rows.add()
        added.series, added.seed, added.code = row.series, row.seed, row.code or ""
        number = row.figures[by]
        added.figure = "" if number is None else f"{number:,.10g}"
    group.filepath = group.shown = str(file)
    group.kind, group.chosen = kind.name, 0
    group.count = f"{fitting:,} of {there:,}"


CLASSES = (ShelfRow, ShelfProperties)
