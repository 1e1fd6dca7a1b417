# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators that write files, those of a puzzle and the coupon, and the one that shows where they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
from bpy.props import BoolProperty, StringProperty

from ...core.common.errors import ExportError, InputError
from ...core.common.words import quoted
from ...core.export.prepare import OccupiedError
from ...core.printing.printed_object import STL
from ..data.context import manager_of, scene_of
from ..data.paths import absolute, file_to_write
from ..data.property_groups import prop, with_properties
from ..scene.build import has_current_dimensions, rebuild, show_as_printed
from ..scene.export_folder import named_folder
from ..scene.exports import export_coupon, export_puzzle, occupied
from ..scene.option_properties import options_in
from ..scene.properties import RELATIVE_PATH, puzzle_group
from ..window.results import OperatorOptions, Result
from .file_choice import FileToWrite, let_choose
from .operator_base import (
    PuzzleOperator,
    RefusingOperator,
    has_active_puzzle,
    needed_puzzle,
    shown_dimensions,
    shown_kind,
)


@with_properties
class Export(PuzzleOperator, bpy.types.Operator):
    """Write the files to print, the texts on the active puzzle, and its puzzle file"""

    bl_idname = "puzzle_cubes.export"
    bl_label = "Export Puzzle"
    directory: str = prop(
        StringProperty,
        name="Folder",
        description="Where the files go; // is the folder of the .blend file. "
        "Empty takes a folder with the puzzle's name in the puzzle's own folder",
        subtype="DIR_PATH",
        options=RELATIVE_PATH | {"SKIP_SAVE"},
    )
    overwrite: bool = prop(
        BoolProperty,
        name="Overwrite",
        description="Replace files there also if they are another puzzle's",
        options={"HIDDEN", "SKIP_SAVE"},
    )

    _ask = False

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Ask for a folder where the puzzle's own is not known yet, and before another puzzle's files are replaced."""
        own = puzzle_group(needed_puzzle(context)).folder
        if not self.directory and own.startswith("//") and not bpy.data.filepath:
            self._ask = True
            return let_choose(self, context)
        found = self._occupied(context)
        if not found:
            return self.execute(context)
        self.overwrite = True
        return manager_of(context).invoke_confirm(
            self, event, title="Files Are in the Way", message=found, confirm_text="Overwrite", icon="WARNING"
        )

    def work(self, context: bpy.types.Context) -> Result:
        """Bring the meshes up to date, write, and report what was written."""
        collection = needed_puzzle(context)
        group = puzzle_group(collection)
        if self._ask:
            # What was chosen in the file browser is the puzzle's own folder from now on.
            group.folder, self.directory, self._ask = self.directory, "", False
            if self._occupied(context):
                operators: Any = bpy.ops
                operators.puzzle_cubes.export("INVOKE_DEFAULT")
                return {"FINISHED"}
        if not has_current_dimensions(collection):
            rebuild(collection, scene_of(context))
        elif group.problem:
            # What kept the parts from lying apart may be over.
            show_as_printed(collection, scene_of(context))
        try:
            files = export_puzzle(context, collection, self._target(context), overwrite=self.overwrite)
        except OccupiedError as error:
            raise ExportError(f"{error} Choose another folder, or overwrite it.") from error
        finally:
            # It was said of this folder only, not of one where the operator is repeated.
            self.overwrite = False
        counts = f"{len(files)} files with {sum(file.triangles or 0 for file in files):,} triangles, all closed"
        names = ", ".join(file.path.name for file in files)
        self.report({"INFO"}, f"Exported {counts}, to {quoted(files[0].path.parent)}: {names}")
        return {"FINISHED"}

    def _target(self, context: bpy.types.Context) -> Path:
        """Return the folder that is written to."""
        collection = needed_puzzle(context)
        if self.directory:
            return absolute(self.directory)
        return named_folder(collection, puzzle_group(collection).folder)

    def _occupied(self, context: bpy.types.Context) -> str:
        """Return a sentence on another puzzle's files in that folder; nothing also where there can be no export."""
        try:
            return occupied(context, needed_puzzle(context), self._target(context))
        except (InputError, ExportError):
            return ""


class OpenFolder(RefusingOperator, bpy.types.Operator):
    """Show the folder with the files that the last export of the active puzzle has written"""

    bl_idname = "puzzle_cubes.open_folder"
    bl_label = "Open Folder"
    bl_options: OperatorOptions = {"REGISTER"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on a puzzle that was exported to a folder which is still there."""
        if not has_active_puzzle(cls, context):
            return False
        folder = puzzle_group(needed_puzzle(context)).exported
        if not folder or not Path(folder).is_dir():
            reason = "The folder of the last export is gone: export again" if folder else "Export the puzzle first"
            cls.poll_message_set(reason)
            return False
        return True

    def work(self, context: bpy.types.Context) -> Result:
        """Let the system open it."""
        bpy.ops.wm.path_open(filepath=puzzle_group(needed_puzzle(context)).exported)
        return {"FINISHED"}


class ExportCoupon(RefusingOperator, FileToWrite, bpy.types.Operator):
    """Write a small print that shows which gaps suit your printer"""

    bl_idname = "puzzle_cubes.export_coupon"
    bl_label = "Export Test Coupon"
    bl_options: OperatorOptions = {"REGISTER"}

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        return self.choose_file(context, "coupon.stl")

    def work(self, context: bpy.types.Context) -> Result:
        """Write the coupon for the dimensions that the panel shows."""
        kind = shown_kind(context)
        dimensions = options_in(shown_dimensions(context), kind.model.dimensions)
        file = export_coupon(context, file_to_write(self.filepath, STL), kind, dimensions)
        self.report({"INFO"}, f"Exported {quoted(file.path)}: {file.triangles:,} triangles, closed")
        return {"FINISHED"}


CLASSES = (Export, OpenFolder, ExportCoupon)
