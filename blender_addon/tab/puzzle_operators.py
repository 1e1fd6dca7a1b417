# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators on puzzles: open, rebuild, a new seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import BoolProperty, IntProperty, StringProperty

from ...core.common.options import declared
from ...core.common.words import printable
from ...core.export.text_files import problems_of_text, puzzle_of_text, text_in
from ...core.kind.files import PUZZLE_FILE
from ...core.kinds import KINDS
from ..data.context import manager_of, present, scene_of
from ..data.paths import absolute
from ..data.property_groups import prop
from ..scene.build import rebuild_all
from ..scene.option_properties import copy_ungiven, options_in
from ..scene.properties import next_group
from ..scene.puzzle import ScenePuzzle
from ..window.results import OperatorOptions, Result
from .operator_base import (
    DIMENSIONS,
    AsksLittle,
    PuzzleOperator,
    RefusingOperator,
    add_and_report,
    copy_shown_dimensions,
    given_dimensions,
    let_choose,
    next_kind,
)

MOST_PROBLEMS = 1_000
"""Of a file; no more are read."""


class Load(AsksLittle, RefusingOperator, bpy.types.Operator):
    """Open a puzzle.json file, or a puzzle of another program"""

    bl_idname = "puzzle_cubes.load"
    bl_label = "Open Puzzle"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}
    __annotations__ = {
        "filepath": prop(
            StringProperty,
            name="File",
            description="The puzzle.json, or the text of another program, to open",
            subtype="FILE_PATH",
        ),
        "filter_glob": prop(
            StringProperty,
            name="Filter",
            description="The files that the file browser shows",
            default=";".join(
                sorted({"*.json", *(f"*{other.suffix}" for kind in KINDS.values() for other in kind.files.formats)})
            ),
            options={"HIDDEN"},
        ),
        "problem": prop(
            IntProperty,
            name="Problem",
            description="The number of the problem of a file with several; 0 for the first one that can be read",
            min=0,
            max=MOST_PROBLEMS,
            options={"SKIP_SAVE"},
        ),
        "asks": prop(
            BoolProperty,
            name="Ask",
            description="Let the user choose where the file has several problems",
            options={"HIDDEN", "SKIP_SAVE"},
        ),
        **DIMENSIONS,
    }
    if TYPE_CHECKING:
        filepath: str
        problem: int
        asks: bool

    is_choosing = False

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        copy_shown_dimensions(self, context)
        self.asks = True
        return let_choose(self, context)

    def execute(self, context: bpy.types.Context) -> Result:
        """Open the file; of one with several problems the user chooses one first, and nothing is done until then."""
        result = super().execute(context)
        return {"CANCELLED"} if self.is_choosing else result

    def work(self, context: bpy.types.Context) -> None:
        """Read the file and build its puzzle with the operator's dimensions."""
        file = absolute(self.filepath, "File")
        text = text_in(str(file))
        names = problems_of_text(text) if self.asks and not self.problem else ()
        if len(names) > 1:
            self.is_choosing = True
            given = {name: getattr(self, name) for name in DIMENSIONS if self.properties.is_property_set(name)}
            _show_problems(context, names, {**given, "filepath": self.filepath})
            return
        kind, puzzle = puzzle_of_text(text, self.problem or None)
        added = add_and_report(self, context, kind, puzzle, given_dimensions(self, kind, puzzle))
        if file.name != PUZZLE_FILE:
            added.group.opened_from = printable(file.stem)


def _show_problems(context: bpy.types.Context, names: Sequence[str], values: Mapping[str, Any]) -> None:
    """Show a menu of the problems of a file; each is opened with some values of the operator."""

    def draw(menu: bpy.types.UIPopupMenu, _: bpy.types.Context) -> None:
        layout = present(menu.layout)
        layout.operator_context = "EXEC_DEFAULT"
        for number, name in enumerate(names, 1):
            text = f"{number}: {name}" if name else f"{number}"
            item: Any = layout.operator(Load.bl_idname, text=text, translate=False)
            item.problem = number
            for value_name, value in values.items():
                setattr(item, value_name, value)

    manager_of(context).popup_menu(draw, title="Problems in the File", icon="FILE")


class Rebuild(AsksLittle, PuzzleOperator, bpy.types.Operator):
    """Rebuild the active puzzle from its dimensions, and bring deleted objects back"""

    bl_idname = "puzzle_cubes.rebuild"
    bl_label = "Rebuild Puzzle"
    __annotations__ = dict(DIMENSIONS)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Give the puzzle the dimensions that the operator was given, and keep its other ones."""
        dimensions = puzzle.kind.model.dimensions
        copy_ungiven(puzzle.own, self, declared(dimensions))
        rebuild_all(context, puzzle, options_in(self, dimensions))
        self.report({"INFO"}, f"Rebuilt '{puzzle.name}'")


class NewSeed(bpy.types.Operator):
    """Choose a new random seed"""

    bl_idname = "puzzle_cubes.new_seed"
    bl_label = "New Seed"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> Result:
        """Draw a seed that nothing else depends on."""
        kind = next_kind(context)
        most = next(option.most for option in kind.making.options if option.name == "seed")
        next_group(scene_of(context), kind).seed = SystemRandom().randrange(int(most))
        return {"FINISHED"}


CLASSES = (Load, Rebuild, NewSeed)
