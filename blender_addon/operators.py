# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators: read what the user asks, call the core, put the answer into the scene, report."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

import bpy
from bpy.props import BoolProperty, StringProperty

from ..core.checks import BAD, check_puzzle
from ..core.errors import InputError
from ..core.settings import LARGEST_SEED
from .check_results import keep_checks
from .conversions import copy_settings, dimensions_from, printer_from
from .names import KIT
from .on_puzzle import add_and_report, has_active_puzzle, refuse, shown_dimensions
from .properties import RELATIVE_PATH, DimensionProperties
from .puzzle_files import read_puzzle, write_mazecube
from .puzzle_objects import (
    active_puzzle,
    has_current_dimensions,
    puzzle_of,
    rebuild,
    rebuild_all,
    show_as_printed,
)
from .stl_export import ExportError, absolute, export_coupon, export_puzzle


class Load(DimensionProperties, bpy.types.Operator):
    """Open a puzzle.json file, or a text of MazeCubeGenerator, and stand its puzzle in the scene"""

    bl_idname = "oskars_cube.load"
    bl_label = "Open Oskar's Cube"
    bl_options = {"REGISTER", "UNDO"}

    filepath: StringProperty(  # type: ignore[valid-type]
        name="File", description="The puzzle.json or MazeCubeGenerator file to open", subtype="FILE_PATH"
    )
    filter_glob: StringProperty(  # type: ignore[valid-type]
        name="Filter", description="The files that the file browser shows", default="*.json;*.txt", options={"HIDDEN"}
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Let the user choose the file."""
        copy_settings(shown_dimensions(context), self, DimensionProperties)
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Read the file and build its puzzle with the operator's dimensions."""
        try:
            dimensions_from(self)
            puzzle = read_puzzle(bpy.path.abspath(self.filepath))
        except InputError as error:
            return refuse(self, error)
        for flaw in puzzle.flaws:
            self.report({"WARNING"}, flaw)
        return add_and_report(self, context, puzzle)


class Rebuild(DimensionProperties, bpy.types.Operator):
    """Build the active puzzle anew, from the same maze; brings back objects that were deleted"""

    bl_idname = "oskars_cube.rebuild"
    bl_label = "Rebuild Oskar's Cube"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle."""
        return has_active_puzzle(cls, context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Give the puzzle the dimensions that the operator was given, and keep its other ones."""
        collection = active_puzzle(context)
        copy_settings(collection.oskars_cube, self, DimensionProperties)
        try:
            rebuild_all(context, collection, dimensions_from(self))
        except InputError as error:
            return refuse(self, error)
        self.report({"INFO"}, f"Rebuilt '{collection.name}'")
        return {"FINISHED"}


class NewSeed(bpy.types.Operator):
    """Choose a new random seed"""

    bl_idname = "oskars_cube.new_seed"
    bl_label = "New Seed"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Draw a seed that nothing else depends on."""
        context.scene.oskars_cube.seed = SystemRandom().randrange(LARGEST_SEED)
        return {"FINISHED"}


class Export(bpy.types.Operator):
    """Write the STL files, the solution and the puzzle file of the active puzzle"""

    bl_idname = "oskars_cube.export"
    bl_label = "Export Oskar's Cube"
    bl_options = {"REGISTER", "UNDO"}

    _ask = False

    directory: StringProperty(  # type: ignore[valid-type]
        name="Folder",
        description="Where the files go; // is the folder of the .blend file. Empty takes the puzzle's own folder",
        subtype="DIR_PATH",
        options=RELATIVE_PATH | {"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle."""
        return has_active_puzzle(cls, context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask for a folder where the puzzle's own is relative to a .blend file that is not saved yet."""
        if not self.directory and active_puzzle(context).oskars_cube.folder.startswith("//") and not bpy.data.filepath:
            self._ask = True
            context.window_manager.fileselect_add(self)
            return {"RUNNING_MODAL"}
        return self.execute(context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Bring the meshes up to date, write, and tell what was written."""
        collection = active_puzzle(context)
        try:
            if not has_current_dimensions(collection):
                rebuild(collection, context.scene)
            elif collection.oskars_cube.kit_problem:
                # What kept the kit from being may be over.
                show_as_printed(collection, context.scene)
            files = export_puzzle(context, collection, self.directory or collection.oskars_cube.folder)
        except (InputError, ExportError) as error:
            return refuse(self, error)
        if self._ask:
            collection.oskars_cube.folder = self.directory
        triangles = [file.triangles for file in files if file.triangles]
        told = f"{len(triangles)} STL files with {sum(triangles):,} triangles, all closed"
        self.report({"INFO"}, f"Exported to '{files[0].path.parent}': {told}")
        return {"FINISHED"}


class FileToWrite:
    """What the operators share that write one file, which the user chooses."""

    filepath: StringProperty(  # type: ignore[valid-type]
        name="File",
        description="The file to write; // is the folder of the .blend file",
        subtype="FILE_PATH",
        options=RELATIVE_PATH | {"SKIP_SAVE"},
    )
    check_existing: BoolProperty(  # type: ignore[valid-type]
        name="Check Existing", description="Warn before a file is overwritten", default=True, options={"HIDDEN"}
    )

    def choose_file(self: Any, context: bpy.types.Context, name: str) -> set[str]:
        """Open the file browser, with a name to begin with."""
        self.filepath = self.filepath or name
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}


class ExportCoupon(FileToWrite, bpy.types.Operator):
    """Write a small print that tells which clearance and which joint gap suit your printer"""

    bl_idname = "oskars_cube.export_coupon"
    bl_label = "Export Test Coupon"
    bl_options = {"REGISTER"}

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Let the user choose the file."""
        return self.choose_file(context, "coupon.stl")

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the coupon for the dimensions that the panel shows."""
        try:
            file = export_coupon(context, self.filepath, dimensions_from(shown_dimensions(context)))
        except (InputError, ExportError) as error:
            return refuse(self, error)
        self.report({"INFO"}, f"Exported '{file.path}': {file.triangles:,} triangles, closed")
        return {"FINISHED"}


class ExportMazeCube(FileToWrite, bpy.types.Operator):
    """Write the active puzzle as a text that the program MazeCubeGenerator and others read"""

    bl_idname = "oskars_cube.export_mazecube"
    bl_label = "Export MazeCube Text"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle."""
        return has_active_puzzle(cls, context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Let the user choose the file."""
        return self.choose_file(context, bpy.path.clean_name(active_puzzle(context).name) + ".txt")

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the file."""
        try:
            write_mazecube(puzzle_of(active_puzzle(context)), str(absolute(self.filepath)))
        except InputError as error:
            return refuse(self, error)
        self.report({"INFO"}, f"Exported '{self.filepath}'")
        return {"FINISHED"}


class CheckPuzzle(bpy.types.Operator):
    """Check whether the active puzzle will print and work"""

    bl_idname = "oskars_cube.check"
    bl_label = "Check Oskar's Cube"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle."""
        return has_active_puzzle(cls, context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Look at the puzzle with its dimensions and the scene's printer, and keep what was found."""
        collection = active_puzzle(context)
        try:
            report = check_puzzle(
                puzzle_of(collection),
                dimensions_from(collection.oskars_cube),
                printer_from(context.scene.oskars_cube),
                as_kit=collection.oskars_cube.way == KIT,
            )
        except InputError as error:
            return refuse(self, error)
        keep_checks(collection, context.scene, report)
        worst = [check for check in report.checks if check.level == BAD]
        if worst:
            self.report({"WARNING"}, " ".join(check.told for check in worst))
        else:
            self.report({"INFO"}, f"'{collection.name}' will print: {report.mass:.0f} g")
        return {"FINISHED"}


CLASSES = (Load, Rebuild, NewSeed, CheckPuzzle, Export, ExportCoupon, ExportMazeCube)
