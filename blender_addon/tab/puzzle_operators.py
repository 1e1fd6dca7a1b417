# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators on puzzles: open, rebuild, a new seed."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import StringProperty

from ...core.common.options import Options, declared, merged
from ...core.common.words import printable
from ...core.export.text_files import open_puzzle
from ...core.kind.files import PUZZLE_FILE
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ..data.context import scene_of
from ..data.paths import absolute
from ..data.property_groups import prop
from ..scene.build import rebuild_all
from ..scene.model import kind_of
from ..scene.option_properties import copy_ungiven, is_given, options_in, properties_of, value_in
from ..scene.properties import own_group, puzzle_group, scene_group
from ..scene.puzzles import active_puzzle
from ..window.results import OperatorOptions, Result
from .file_choice import let_choose
from .operator_base import (
    PuzzleOperator,
    RefusingOperator,
    add_and_report,
    needed_puzzle,
    next_kind,
    shown_dimensions,
    shown_kind,
)

DIMENSIONS = properties_of(merged(declared(kind.model.dimensions) for kind in KINDS.values()))
"""The dimensions of all kinds, as properties of an operator."""


def given_dimensions(operator: bpy.types.Operator, kind: AnyKind) -> Options:
    """Return dimensions of a kind with those that an operator with ``DIMENSIONS`` was given; raises InputError."""
    values: dict[str, Any] = {
        option.name: value_in(operator, option)
        for option in declared(kind.model.dimensions)
        if is_given(operator, option)
    }
    dimensions: Options = kind.model.dimensions(**values)
    return dimensions


class Load(RefusingOperator, bpy.types.Operator):
    """Open a puzzle.json file, or a text of another program, and stand its puzzle in the scene"""

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
        **DIMENSIONS,
    }
    if TYPE_CHECKING:
        filepath: str

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        copy_ungiven(shown_dimensions(context), self, declared(shown_kind(context).model.dimensions))
        return let_choose(self, context)

    def work(self, context: bpy.types.Context) -> Result:
        """Read the file and build its puzzle with the operator's dimensions."""
        file = absolute(self.filepath, "File")
        kind, puzzle = open_puzzle(str(file))
        done = add_and_report(self, context, kind, puzzle, given_dimensions(self, kind))
        added = active_puzzle(context)
        if added is not None and file.name != PUZZLE_FILE:
            puzzle_group(added).opened_from = printable(file.stem)
        return done


class Rebuild(PuzzleOperator, bpy.types.Operator):
    """Build the meshes of the active puzzle anew; brings back objects that were deleted"""

    bl_idname = "puzzle_cubes.rebuild"
    bl_label = "Rebuild Puzzle"
    __annotations__ = dict(DIMENSIONS)

    def work(self, context: bpy.types.Context) -> Result:
        """Give the puzzle the dimensions that the operator was given, and keep its other ones."""
        collection = needed_puzzle(context)
        group = puzzle_group(collection)
        dimensions = kind_of(group).model.dimensions
        copy_ungiven(own_group(group), self, declared(dimensions))
        rebuild_all(context, collection, options_in(self, dimensions))
        self.report({"INFO"}, f"Rebuilt '{collection.name}'")
        return {"FINISHED"}


class NewSeed(bpy.types.Operator):
    """Choose a new random seed"""

    bl_idname = "puzzle_cubes.new_seed"
    bl_label = "New Seed"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> Result:
        """Draw a seed that nothing else depends on."""
        kind = next_kind(context)
        most = next(option.most for option in kind.making.options if option.name == "seed")
        getattr(scene_group(scene_of(context)), kind.name).seed = SystemRandom().randrange(int(most))
        return {"FINISHED"}


CLASSES = (Load, Rebuild, NewSeed)
