# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators for changes by hand: take them back, keep them, or let a scale become the puzzle's size."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ..scene.build import restore
from ..scene.by_hand import ByHand, by_hand
from ..scene.puzzle import ScenePuzzle
from ..window.texts import message, sentence
from .operator_base import PuzzleOperator


def _changed(puzzle: ScenePuzzle) -> ByHand:
    """Return what was changed by hand; raises InputError where nothing was."""
    changed = by_hand(puzzle)
    if not changed.parts:
        raise InputError(f"Nothing of '{puzzle.name}' was changed by hand.")
    return changed


class Restore(PuzzleOperator, bpy.types.Operator):
    """Build the active puzzle as it was before it was changed by hand; edits of its meshes and modifiers are lost"""

    bl_idname = "puzzle_cubes.restore"
    bl_label = "Restore"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Build it anew, where it stands."""
        restore(context, puzzle, puzzle.dimensions)
        self.report({"INFO"}, f"Restored '{puzzle.name}'")


class MakeThisSize(PuzzleOperator, bpy.types.Operator):
    """Make the puzzle as large as it was scaled, by its dimensions; gaps and bevels stay as they are"""

    bl_idname = "puzzle_cubes.make_this_size"
    bl_label = "Make It This Size"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Let the dimensions take over the scale."""
        changed = _changed(puzzle)
        if not changed.is_scaled:
            raise InputError("The puzzle was not scaled as a whole: press Restore.")
        restore(context, puzzle, puzzle.kind.model.scaled(puzzle.dimensions, changed.scale))
        self.report({"INFO"}, f"'{puzzle.name}' is {changed.scale:.4g} times as large as before; gaps are as they were")


class Keep(PuzzleOperator, bpy.types.Operator):
    """Keep what was edited by hand: files include it, and Check and Export judge it as far as they can"""

    bl_idname = "puzzle_cubes.keep"
    bl_label = "Keep"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Say no more of it until something else is changed."""
        changed = _changed(puzzle)
        if changed.misfit:
            raise InputError(changed.misfit)
        puzzle.group.by_hand = changed.state
        self.report({"INFO"}, f"'{puzzle.name}' is edited by hand; other dimensions wait for Restore")


def draw_by_hand(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Say what was changed of a puzzle by hand, and offer what can be done about it."""
    changed = by_hand(puzzle)
    if not changed.sentence:
        return
    is_kept = not changed.misfit and puzzle.group.by_hand == changed.state
    if is_kept:
        sentence(layout.column(align=True), context, f"Kept: {changed.sentence.partition('. ')[0]}.", "INFO")
    else:
        message(layout, context, changed.sentence)
    row = layout.row(align=True)
    if changed.is_scaled:
        row.operator(MakeThisSize.bl_idname, icon="FULLSCREEN_ENTER")
    row.operator(Restore.bl_idname, icon="LOOP_BACK")
    if not (changed.misfit or is_kept):
        row.operator(Keep.bl_idname, icon="CHECKMARK")


CLASSES = (Restore, MakeThisSize, Keep)
