# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators that write files: the STL files of a puzzle, and the coupon."""

from __future__ import annotations

import bpy
from bpy.props import StringProperty

from ..data.context import scene_of
from ..data.property_groups import prop, with_properties
from ..scene.build import has_current_dimensions, rebuild, show_as_printed
from ..scene.exports import export_coupon, export_puzzle
from ..scene.option_properties import options_in
from ..scene.properties import RELATIVE_PATH, puzzle_group
from ..window.results import OperatorOptions, Result
from .file_choice import FileToWrite, let_choose
from .operator_base import PuzzleOperator, RefusingOperator, needed_puzzle, shown_dimensions, shown_kind


@with_properties
class Export(PuzzleOperator, bpy.types.Operator):
    """Write the STL files, the solution and the puzzle file of the active puzzle"""

    bl_idname = "puzzle_cubes.export"
    bl_label = "Export Puzzle"
    directory: str = prop(
        StringProperty,
        name="Folder",
        description="Where the files go; // is the folder of the .blend file. Empty takes the puzzle's own folder",
        subtype="DIR_PATH",
        options=RELATIVE_PATH | {"SKIP_SAVE"},
    )

    _ask = False

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Ask for a folder where the puzzle's own is relative to a .blend file that is not saved yet."""
        own = puzzle_group(needed_puzzle(context)).folder
        if not self.directory and own.startswith("//") and not bpy.data.filepath:
            self._ask = True
            return let_choose(self, context)
        return self.execute(context)

    def work(self, context: bpy.types.Context) -> Result:
        """Bring the meshes up to date, write, and report what was written."""
        collection = needed_puzzle(context)
        group = puzzle_group(collection)
        if not has_current_dimensions(collection):
            rebuild(collection, scene_of(context))
        elif group.problem:
            # What kept the parts from lying apart may be over.
            show_as_printed(collection, scene_of(context))
        files = export_puzzle(context, collection, self.directory or group.folder)
        if self._ask:
            group.folder = self.directory
        triangles = [file.triangles for file in files if file.triangles]
        counts = f"{len(triangles)} STL files with {sum(triangles):,} triangles, all closed"
        self.report({"INFO"}, f"Exported to '{files[0].path.parent}': {counts}")
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
        file = export_coupon(context, self.filepath, kind, options_in(shown_dimensions(context), kind.dimensions))
        self.report({"INFO"}, f"Exported '{file.path}': {file.triangles:,} triangles, closed")
        return {"FINISHED"}


CLASSES = (Export, ExportCoupon)
