# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a puzzle as one would post it: rendered in a studio of its own, and saved as an image."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from math import hypot, radians, tan
from pathlib import Path
from typing import Any

import bpy
from bpy.props import FloatVectorProperty, IntVectorProperty
from mathutils import Vector

from ...core.common.errors import ExportError, InputError
from ...core.common.words import quoted
from ...core.export.paths import check_parent
from ...core.export.transaction import Transaction
from ..data.context import file_to_write, manager_of, preferences_of
from ..data.property_groups import prop, with_properties
from ..data.studio import DIRECTION, Camera, Direction, Studio
from ..scene.puzzle import ScenePuzzle
from ..window.framing import set_status
from ..window.running_operator import OperatorOptions, Result, RunningOperator, operator_named, refuse, running
from .operator_base import FileToWrite, PuzzleOperator, needed_puzzle

LOWEST = 10.0
"""The camera stands at least so many degrees above the table."""

RESOLUTION = (1280, 960)
SAMPLES = 16
SECONDS = 0.2
"""Between two looks at whether the render is done."""

PNG = ".png"
BEGIN = b"\x89PNG\r\n\x1a\n"
"""With these bytes such a file begins."""


def keep_image(file: Path, target: Path) -> None:
    """Put a rendered PNG file where it is wanted, whole or not at all.

    Raises ExportError where it is no image, and InputError or ExportError where it cannot be put there.
    """
    content = file.read_bytes() if file.is_file() else b""
    if not content.startswith(BEGIN):
        raise ExportError("Blender has rendered no picture; its console may say why. Nothing was saved.")

    def write(path: Path) -> None:
        path.write_bytes(content)

    with Transaction() as transaction:
        transaction.write(target.parent, {target.name: write})
        transaction.commit()


@with_properties
class _PictureOptions(FileToWrite):
    """The options of a picture."""

    direction: Direction = prop(
        FloatVectorProperty,
        "Direction",
        "From the puzzle to the camera; from below, the camera stands just above the table",
        size=3,
        default=DIRECTION,
        subtype="XYZ",
        options={"SKIP_SAVE"},
    )
    resolution: tuple[int, int] = prop(
        IntVectorProperty,
        "Resolution",
        "Width and height of the picture in pixels",
        size=2,
        default=RESOLUTION,
        min=16,
        max=16384,
    )

    def studio(self, puzzle: ScenePuzzle) -> Studio:
        """Return a studio with what is seen of a puzzle; raises InputError where that is nothing."""
        shown = [part for part in puzzle.seen_objects if isinstance(part.data, bpy.types.Mesh) and part.data.vertices]
        if not shown:
            raise InputError("All of the puzzle is hidden: show it to take a picture.")
        width, height = self.resolution
        return Studio(shown, Camera(above_the_table(self.direction), (width, height), SAMPLES))


class Picture(PuzzleOperator, _PictureOptions, bpy.types.Operator):
    """Render the active puzzle as you see it, on a table in soft light with nothing beside it, and save the image"""

    bl_idname = "puzzle_cubes.picture"
    bl_label = "Save Picture"
    bl_options: OperatorOptions = {"REGISTER"}

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work while nothing else is rendered, as Blender renders one picture at a time."""
        busy = running(TakePicture) or _is_rendering()
        return "A picture is being rendered: wait for it, or stop it with Esc" if busy else ""

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Look from where the user looks, and let them choose the file."""
        space = context.space_data
        if isinstance(space, bpy.types.SpaceView3D) and space.region_3d is not None:
            away = space.region_3d.view_rotation @ Vector((0, 0, 1))
            self.direction = (away.x, away.y, away.z)
        return self.choose_file(context, bpy.path.clean_name(needed_puzzle(context).name) + PNG)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Take the picture, beside the user's work where there is a window to see it in."""
        target = file_to_write(self.filepath, PNG)
        # Before minutes are spent on it.
        check_parent(target)
        if bpy.app.background or context.window is None:
            studio = self.studio(puzzle)
            try:
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder) / f"picture{PNG}"
                    studio.scene.render.filepath = str(file)
                    bpy.ops.render.render(write_still=True, scene=studio.scene.name)
                    keep_image(file, target)
            finally:
                studio.remove()
            self.report({"INFO"}, f"Saved the picture {quoted(target)}")
            return
        operator_named(TakePicture.bl_idname)(
            "INVOKE_DEFAULT", filepath=str(target), direction=self.direction, resolution=self.resolution
        )


class TakePicture(RunningOperator, _PictureOptions, bpy.types.Operator):
    """Render a picture of the active puzzle in the background, and save it when it is done; Esc stops it"""

    bl_idname = "puzzle_cubes.take_picture"
    bl_label = "Save Picture"
    bl_options: OperatorOptions = {"INTERNAL"}

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Begin to render, which Blender shows as it does any render."""
        try:
            self._studio = self.studio(needed_puzzle(context))
        except InputError as error:
            return refuse(self, error)
        self._folder = tempfile.mkdtemp()
        self._file = Path(self._folder) / f"picture{PNG}"
        self._studio.scene.render.filepath = str(self._file)
        # Blender's own window would show the render of the user's scene.
        view = preferences_of(context).view
        earlier, view.render_display_type = view.render_display_type, "NONE"
        bpy.ops.render.render("INVOKE_DEFAULT", write_still=True, scene=self._studio.scene.name)
        view.render_display_type = earlier
        set_status(context, "Rendering the picture    Esc, also one that closes a menu, stops it")
        return self.run_beside(context, SECONDS)

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Save the picture once it is done."""
        if event.type != "TIMER" or _is_rendering():
            return {"PASS_THROUGH"}
        if not self._file.exists():
            self.report({"WARNING"}, "Esc has stopped the picture: nothing was saved")
            return {"CANCELLED"}
        target = Path(self.filepath)
        try:
            keep_image(self._file, target)
        except (InputError, ExportError) as error:
            return refuse(self, error)
        _show(context, target)
        self.report({"INFO"}, f"Saved the picture {quoted(target)}")
        return {"FINISHED"}

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take the studio away."""
        set_status(context, "")
        self._studio.remove()
        shutil.rmtree(self._folder, ignore_errors=True)


def _is_rendering() -> bool:
    """Report whether Blender renders something beside its window."""
    # The stubs do not know that it has an answer.
    app: Any = bpy.app
    return bool(app.is_job_running("RENDER"))


def _show(context: bpy.types.Context, file: Path) -> None:
    """Show a picture where Blender shows what it has rendered, as the user's preferences say."""
    bpy.ops.render.view_show("INVOKE_DEFAULT")
    for window in manager_of(context).windows:
        for area in window.screen.areas:
            space = area.spaces.active
            if isinstance(space, bpy.types.SpaceImageEditor) and space.image and space.image.type == "RENDER_RESULT":
                space.image = bpy.data.images.load(str(file), check_existing=True)


def above_the_table(direction: Sequence[float]) -> Direction:
    """Return a direction to look from, raised where it would be below the table's top or just above it."""
    x, y, z = direction
    level = hypot(x, y)
    lowest = level * tan(radians(LOWEST))
    # Just from below, all sides are as good.
    return (x, y, max(z, lowest)) if level > abs(z) / 100 or z > 0 else DIRECTION


CLASSES = (Picture, TakePicture)
