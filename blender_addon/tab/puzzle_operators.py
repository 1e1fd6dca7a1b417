# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators on puzzles: open, rebuild, a new seed."""

from __future__ import annotations

from functools import lru_cache
from random import SystemRandom
from typing import TYPE_CHECKING

import bpy
from bpy.props import EnumProperty, IntProperty, StringProperty

from ...core.common.options import declared
from ...core.common.words import printable
from ...core.export.text_files import problems_of_text, puzzle_of_text, text_in
from ...core.kind.files import PUZZLE_FILE
from ...core.kinds import KINDS
from ..data.context import present, scene_of
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


@lru_cache(maxsize=4)
def _problem_items(names: str) -> list[tuple[str, str, str]]:
    """Return the problems of a file as a list to choose from; Blender needs the very texts as long as it is shown."""
    return [
        (str(number), f"{number}: {name}" if name else f"{number}", "Open this problem of the file")
        for number, name in enumerate(names.split("\n"), 1)
    ]


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
        "problems": prop(
            StringProperty,
            name="Problems",
            description="The names of the problems of the opened file, each in a line",
            options={"HIDDEN", "SKIP_SAVE"},
        ),
        "chosen": prop(
            EnumProperty,
            name="Problem",
            description="The problem of the file that is opened",
            items=lambda self, _: _problem_items(self.problems),
            get=lambda self: max(0, self.problem - 1),
            set=lambda self, value: setattr(self, "problem", value + 1),
            options={"HIDDEN", "SKIP_SAVE"},
        ),
        **DIMENSIONS,
    }
    if TYPE_CHECKING:
        filepath: str
        problem: int
        problems: str

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        copy_shown_dimensions(self, context)
        return let_choose(self, context)

    def draw(self, context: bpy.types.Context) -> None:
        """Let the user choose among the problems of the file that was opened."""
        super().draw(context)
        if "\n" in self.problems:
            present(self.layout).prop(self, "chosen")

    def work(self, context: bpy.types.Context) -> None:
        """Read the file and build its puzzle with the operator's dimensions."""
        file = absolute(self.filepath, "File")
        text = text_in(str(file))
        kind, puzzle = puzzle_of_text(text, self.problem or None)
        self.problems = "\n".join(problems_of_text(text))
        added = add_and_report(self, context, kind, puzzle, given_dimensions(self, kind, puzzle))
        if file.name != PUZZLE_FILE:
            added.group.opened_from = printable(file.stem)


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
