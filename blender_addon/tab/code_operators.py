# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators on codes: a puzzle is made of one, and that of a puzzle is copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.props import StringProperty

from ...core.common.errors import InputError
from ...core.kind.reading import puzzle_of_code
from ...core.kinds import KINDS
from ..data.context import manager_of
from ..data.property_groups import prop
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
)

DIALOG_WIDTH = 400
"""Pixels at a scale of 1, so that a code of a usual size is seen as a whole."""


class FromCode(AsksLittle, RefusingOperator, bpy.types.Operator):
    """Type or paste the code of a puzzle to make that very puzzle"""

    bl_idname = "puzzle_cubes.from_code"
    bl_label = "From Code"
    asked = ("code",)
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}
    __annotations__ = {
        "code": prop(
            StringProperty,
            name="Code",
            description="The code of a puzzle, in small or capital letters, with hyphens or without",
        ),
        **DIMENSIONS,
    }
    if TYPE_CHECKING:
        code: str

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user type or paste the code; one that has been copied stands there already."""
        copy_shown_dimensions(self, context)
        copied = manager_of(context).clipboard
        try:
            puzzle_of_code(copied, KINDS.values())
        except InputError:
            pass
        else:
            self.code = copied.strip()
        return manager_of(context).invoke_props_dialog(self, width=DIALOG_WIDTH)

    def work(self, context: bpy.types.Context) -> None:
        """Build the code's puzzle with the operator's dimensions."""
        kind, puzzle = puzzle_of_code(self.code, KINDS.values())
        add_and_report(self, context, kind, puzzle, given_dimensions(self, kind, puzzle))


class CopyCode(PuzzleOperator, bpy.types.Operator):
    """Copy the code of the active puzzle, to be sent, printed or typed elsewhere"""

    bl_idname = "puzzle_cubes.copy_code"
    bl_label = "Copy Code"
    # A clipboard is nothing that is undone.
    bl_options: OperatorOptions = {"REGISTER"}

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Put it into the clipboard."""
        code = puzzle.group.code
        if not code:
            raise InputError("There is no code for this puzzle.")
        manager_of(context).clipboard = code
        self.report({"INFO"}, f"Copied {code}" if len(code) <= 80 else "Copied the code")


CLASSES = (FromCode, CopyCode)
