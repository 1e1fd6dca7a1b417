# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators: read what the user asks, call the core, put the answer into the scene, report."""

from __future__ import annotations

from random import SystemRandom
from time import monotonic
from typing import Any

import bpy
from bpy.props import BoolProperty, StringProperty

from ..core.checks import BAD, check_puzzle
from ..core.errors import InputError, NotFoundError
from ..core.generators import Progress, generate, generate_in_steps
from ..core.puzzle import Puzzle
from ..core.settings import LARGEST_SEED
from .check_results import keep_checks
from .conversions import copy_settings, dimensions_from, printer_from, settings_from
from .names import KIT
from .on_puzzle import has_active_puzzle, refuse, running_operators
from .properties import OWN, RELATIVE_PATH, DimensionProperties, GeneratorProperties
from .puzzle_files import read_puzzle, write_mazecube
from .puzzle_objects import (
    active_puzzle,
    add_puzzle,
    has_current_dimensions,
    part_meshes,
    puzzle_of,
    rebuild,
    rebuild_all,
)
from .stl_export import ExportError, export_coupon, export_puzzle

PATIENCE = 0.3
"""Seconds that Generate works before it shows its progress and can be stopped."""

TICK = 0.05
"""Seconds that it then works before Blender may do other things."""


def shown_dimensions(context: bpy.types.Context) -> Any:
    """Return the group whose dimensions the panel shows: the active puzzle's, else the scene's."""
    collection = active_puzzle(context)
    return context.scene.oskars_cube if collection is None else collection.oskars_cube


def _add_and_report(operator: bpy.types.Operator, context: bpy.types.Context, puzzle: Puzzle) -> set[str]:
    """Put a puzzle with the operator's dimensions into the scene."""
    if context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    dimensions = dimensions_from(operator)
    collection = add_puzzle(context, puzzle, dimensions, part_meshes(puzzle, dimensions))
    operator.report({"INFO"}, f"Made '{collection.name}': {puzzle.measures.length} moves to the end")
    return {"FINISHED"}


class Generate(GeneratorProperties, DimensionProperties, bpy.types.Operator):
    """Make a puzzle and stand it in the scene"""

    bl_idname = "oskars_cube.generate"
    bl_label = "Generate Oskar's Cube"
    bl_options = {"REGISTER", "UNDO"}

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Take over the panel's settings; show progress when the search takes long."""
        copy_settings(context.scene.oskars_cube, self, GeneratorProperties)
        copy_settings(shown_dimensions(context), self, DimensionProperties)
        if bpy.app.background:
            return self.execute(context)
        if running_operators(context, "OSKARS_CUBE_OT_generate"):
            self.report({"WARNING"}, "A search is running: press Esc to stop it and keep its best puzzle")
            return {"CANCELLED"}
        self._progress: Progress | None = None
        try:
            dimensions_from(self)
            self._steps = generate_in_steps(settings_from(self))
            puzzle = self._advance(context, PATIENCE)
        except NotFoundError as error:
            return self._keep_best(context, error.best, str(error))
        except InputError as error:
            return refuse(self, error)
        if puzzle is not None:
            return _add_and_report(self, context, puzzle)
        manager = context.window_manager
        self._timer = manager.event_timer_add(0.02, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Search on at every tick of the timer, until a puzzle is found or the user presses Escape."""
        if event.type == "ESC":
            self.cancel(context)
            return self._keep_best(context, self._progress.best if self._progress else None, "Stopped")
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        try:
            puzzle = self._advance(context, TICK)
        except NotFoundError as error:
            self.cancel(context)
            return self._keep_best(context, error.best, str(error))
        except InputError as error:
            self.cancel(context)
            return refuse(self, error)
        if puzzle is None:
            return {"RUNNING_MODAL"}
        self.cancel(context)
        return _add_and_report(self, context, puzzle)

    def cancel(self, context: bpy.types.Context) -> None:
        """Take the timer and the progress away."""
        context.window_manager.event_timer_remove(self._timer)
        context.workspace.status_text_set(None)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the puzzle from the operator's own properties, without stopping in between.

        Scripts get all that they asked for or an error.
        """
        for value, choice in (("start", "start_choice"), ("effort", "effort_preset")):
            if self.properties.is_property_set(value) and not self.properties.is_property_set(choice):
                setattr(self, choice, OWN.upper())
        try:
            dimensions_from(self)
            puzzle = generate(settings_from(self))
        except InputError as error:
            return refuse(self, error)
        return _add_and_report(self, context, puzzle)

    def _advance(self, context: bpy.types.Context, seconds: float) -> Puzzle | None:
        """Search for a while; return the puzzle when it is there."""
        end = monotonic() + seconds
        while monotonic() < end:
            try:
                self._progress = next(self._steps)
            except StopIteration as done:
                found: Puzzle = done.value
                return found
        context.workspace.status_text_set(_progress_text(self._progress))
        return None

    def _keep_best(self, context: bpy.types.Context, best: Puzzle | None, why: str) -> set[str]:
        """Put the best puzzle so far into the scene, and tell why there is none better."""
        if best is None:
            self.report({"WARNING"}, f"{why}; nothing was found so far")
            return {"CANCELLED"}
        result = _add_and_report(self, context, best)
        self.report({"WARNING"}, f"{why}; kept the best so far, with {best.measures.length} moves")
        return result


def _progress_text(progress: Progress | None) -> str:
    """Tell in the status bar how far a search has come."""
    if progress is None:
        return "Searching    Esc: Stop"
    attempt = f"attempt {progress.attempt:,} of {progress.attempts:,}, " if progress.attempts > 1 else ""
    best = ""
    if progress.best is not None:
        measures = progress.best.measures
        best = f", best so far {measures.length} moves with {measures.decisions} decisions"
    return f"Searching: {attempt}{progress.share:.0%}{best}    Esc: Stop and keep the best"


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
        return _add_and_report(self, context, puzzle)


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
            files = export_puzzle(context, collection, self.directory or collection.oskars_cube.folder)
        except (InputError, ExportError) as error:
            return refuse(self, error)
        if self._ask:
            collection.oskars_cube.folder = self.directory
        triangles = [file.triangles for file in files if file.triangles]
        told = f"{len(triangles)} STL files with {sum(triangles):,} triangles, all closed"
        self.report({"INFO"}, f"Exported to '{files[0].path.parent}': {told}")
        return {"FINISHED"}


class ExportCoupon(bpy.types.Operator):
    """Write a small print that tells which clearance and which joint gap suit your printer"""

    bl_idname = "oskars_cube.export_coupon"
    bl_label = "Export Test Coupon"
    bl_options = {"REGISTER"}

    filepath: StringProperty(  # type: ignore[valid-type]
        name="File", description="The STL file to write", subtype="FILE_PATH", options={"SKIP_SAVE"}
    )
    check_existing: BoolProperty(  # type: ignore[valid-type]
        name="Check Existing", description="Warn before a file is overwritten", default=True, options={"HIDDEN"}
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Let the user choose the file."""
        self.filepath = self.filepath or "coupon.stl"
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the coupon for the dimensions that the panel shows."""
        try:
            file = export_coupon(context, self.filepath, dimensions_from(shown_dimensions(context)))
        except (InputError, ExportError) as error:
            return refuse(self, error)
        self.report({"INFO"}, f"Exported '{file.path}': {file.triangles:,} triangles, closed")
        return {"FINISHED"}


class ExportMazeCube(bpy.types.Operator):
    """Write the active puzzle as a text that the program MazeCubeGenerator and others read"""

    bl_idname = "oskars_cube.export_mazecube"
    bl_label = "Export MazeCube Text"
    bl_options = {"REGISTER"}

    filepath: StringProperty(  # type: ignore[valid-type]
        name="File", description="The file to write", subtype="FILE_PATH", options={"SKIP_SAVE"}
    )
    check_existing: BoolProperty(  # type: ignore[valid-type]
        name="Check Existing", description="Warn before a file is overwritten", default=True, options={"HIDDEN"}
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle."""
        return has_active_puzzle(cls, context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Let the user choose the file."""
        self.filepath = self.filepath or bpy.path.clean_name(active_puzzle(context).name) + ".txt"
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the file."""
        try:
            write_mazecube(puzzle_of(active_puzzle(context)), bpy.path.abspath(self.filepath))
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


CLASSES = (Generate, Load, Rebuild, NewSeed, CheckPuzzle, Export, ExportCoupon, ExportMazeCube)
