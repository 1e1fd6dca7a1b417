# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a puzzle as one would post it: rendered in a studio of its own, and saved as an image.

The studio shows objects as a product, with rounded edges, in soft light on a pale table, in a scene of their own. All
lengths there follow from the extent of the objects, so the units of their scene do not matter; nothing changes there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, radians, tan
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from bpy.props import FloatVectorProperty, IntVectorProperty
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ...core.common.errors import ExportError, InputError
from ...core.common.words import quoted
from ...core.export.paths import check_parent
from ...core.export.transaction import Transaction
from ..data.interface import (
    file_to_write,
    manager_of,
    mesh_of,
    narrowed,
    preferences_of,
    present,
    prop,
    root_of,
    with_properties,
)
from ..data.meshes import set_inputs, standing_vertices, use_nodes
from ..scene.puzzle import ScenePuzzle
from ..window.framing import set_status
from ..window.running_operator import OperatorOptions, Result, RunningOperator, operator_named, refuse, running
from .operator_base import FileToWrite, PuzzleOperator, needed_puzzle

Direction = tuple[float, float, float]
Color = tuple[float, float, float]

DIRECTION: Direction = (1.0, -0.80, 0.74)
"""From the objects to the camera, where nothing else is asked for."""

NAME = "Studio"
"""Of all that is made."""

MARK = "puzzle_cubes_studio"
"""The property by which it is known."""

FOCAL_LENGTH = 80.0
MARGIN = 1.1
"""The objects are framed as if they were so much larger."""

BEVEL = 0.005
"""Width of the rounded edges, in diagonals of the first object; all other lengths are in diagonals of the whole."""

TABLE_COLOR: Color = (0.86, 0.83, 0.79)
SKY_COLOR: Color = (0.90, 0.95, 1.0)
SKY_STRENGTH = 0.6

EXPOSURE = -1.9
"""In stops."""

NOISE = 0.03
"""How much noise is left to the denoiser, as Cycles measures it."""

SAMPLES_ALONE = 4
"""So many times the samples are taken where Blender was built without a denoiser."""

LOWEST = 10.0
"""The camera stands at least so many degrees above the table."""

RESOLUTION = (1280, 960)
SAMPLES = 16
"""Pixels of a picture, and samples of each, where nothing else is asked for."""

SECONDS = 0.2
"""Between two looks at whether the render is done."""

PNG = ".png"
BEGIN = b"\x89PNG\r\n\x1a\n"
"""With these bytes such a file begins."""


@dataclass(frozen=True)
class Lamp:
    """A round lamp that points at the objects; its lengths are diagonals of the whole."""

    direction: Direction
    distance: float
    width: float
    color: Color
    strength: float


SUN = Lamp((-0.3, -1.0, 1.0), 7.0, 1.8, (1.0, 0.92, 0.82), 82.0)
WINDOW = Lamp((1.0, 0.1, 0.4), 5.0, 3.0, (0.90, 0.95, 1.0), 6.0)


@dataclass(frozen=True)
class Camera:
    """The camera of a picture: its direction, the picture's size in pixels, and the samples of each pixel."""

    direction: Direction
    resolution: tuple[int, int]
    samples: int = SAMPLES


class Studio:
    """A scene with copies of objects, ready to be rendered. Who makes one removes it."""

    def __init__(self, originals: Sequence[bpy.types.Object], camera: Camera, color: Color | None = None) -> None:
        """Set all up; the objects are in their own materials, or all in one color."""
        self.scene = self._keep(bpy.data.scenes.new(NAME))
        present(bpy.context.view_layer).update()
        seen = standing_vertices([(original, original.matrix_world) for original in originals])
        bottom, length = _place(originals)
        self._bevel = BEVEL * min(length, _place(originals[:1])[1])
        _set_renderer(self.scene, camera)
        material = None if color is None else self._material(color, 0.35)
        for original in originals:
            self._add_copy(original, material)
        self._add_table(bottom, length)
        self._add_light(bottom, length)
        self._add_camera(seen, length, camera.direction)

    def remove(self) -> None:
        """Take all away again, also where an undo or another file has replaced it meanwhile, or removed it."""
        data = bpy.data
        kinds: tuple[Any, ...] = (
            *(data.scenes, data.objects, data.meshes, data.materials),
            *(data.worlds, data.lights, data.cameras),
        )
        data.batch_remove([block for blocks in kinds for block in blocks if MARK in block])

    def _keep(self, made: Any) -> Any:
        """Mark a block of data, to remove it in the end. Each has a type of its own."""
        made[MARK] = True
        return made

    def _link(self, data: bpy.types.ID) -> bpy.types.Object:
        """Put a new object with some data into the scene."""
        added: bpy.types.Object = self._keep(bpy.data.objects.new(NAME, data))
        root_of(self.scene).objects.link(added)
        return added

    def _add_copy(self, original: bpy.types.Object, material: bpy.types.Material | None) -> None:
        """Add a copy of an object that can be seen, with rounded edges that catch the light.

        What has modifiers of its own is shown as they leave it.
        """
        copy: bpy.types.Object = self._keep(original.copy())
        copy.parent = None
        copy.animation_data_clear()
        copy.constraints.clear()
        copy.hide_viewport = copy.hide_render = False
        copy.matrix_world = original.matrix_world
        root_of(self.scene).objects.link(copy)
        if original.modifiers and material is None:
            return
        mesh: bpy.types.Mesh = self._keep(mesh_of(original).copy())
        copy.data = mesh
        if material is not None:
            mesh.materials.clear()
            mesh.materials.append(material)
        if not original.modifiers:
            mesh.shade_smooth()
            bevel = narrowed(copy.modifiers.new("Bevel", "BEVEL"), bpy.types.BevelModifier)
            bevel.width = self._bevel
            bevel.segments = 3
            bevel.limit_method = "ANGLE"
            bevel.angle_limit = radians(30)
            bevel.harden_normals = True

    def _material(self, color: Color, roughness: float) -> bpy.types.Material:
        material: bpy.types.Material = self._keep(bpy.data.materials.new(NAME))
        shader = use_nodes(material).nodes["Principled BSDF"]
        set_inputs(shader, {"Base Color": (*color, 1.0), "Roughness": roughness, "Specular IOR Level": 0.3})
        return material

    def _add_table(self, bottom: Vector, length: float) -> None:
        """Add a table top so large that the camera sees no edge of it."""
        mesh: bpy.types.Mesh = self._keep(bpy.data.meshes.new(NAME))
        reach = 100 * length
        square = [(-reach, -reach, 0.0), (reach, -reach, 0.0), (reach, reach, 0.0), (-reach, reach, 0.0)]
        mesh.from_pydata(square, [], [(0, 1, 2, 3)])
        mesh.materials.append(self._material(TABLE_COLOR, 0.7))
        self._link(mesh).location = bottom

    def _add_light(self, bottom: Vector, length: float) -> None:
        """Add the sky and the lamps; a lamp's power grows with the square of its distance, so with the objects."""
        world: bpy.types.World = self._keep(bpy.data.worlds.new(NAME))
        set_inputs(use_nodes(world).nodes["Background"], {"Color": (*SKY_COLOR, 1.0), "Strength": SKY_STRENGTH})
        self.scene.world = world
        for lamp in (SUN, WINDOW):
            light = narrowed(self._keep(bpy.data.lights.new(NAME, "AREA")), bpy.types.AreaLight)
            light.shape = "DISK"
            light.size = lamp.width * length
            light.color = lamp.color
            light.energy = lamp.strength * (lamp.distance * length) ** 2
            self._link(light).matrix_world = _looking_at(bottom, lamp.direction, lamp.distance * length)

    def _add_camera(self, seen: NDArray[np.float64], length: float, direction: Direction) -> None:
        """Add a camera that looks from a direction and has all points in its picture."""
        camera: bpy.types.Camera = self._keep(bpy.data.cameras.new(NAME))
        camera.lens = FOCAL_LENGTH
        camera.clip_start, camera.clip_end = 0.01 * length, 1000 * length
        view = self._link(camera)
        center = (seen.min(axis=0) + seen.max(axis=0)) / 2
        view.matrix_world = _looking_at(Vector(center), direction, 10 * length)
        self.scene.camera = view
        framed = center + MARGIN * (seen - center)
        layer = self.scene.view_layers[0]
        layer.update()
        place, _ = view.camera_fit_coords(present(layer.depsgraph), framed.ravel().tolist())
        view.location = place


def _set_renderer(scene: bpy.types.Scene, camera: Camera) -> None:
    """Choose Cycles on the CPU, which every Blender has, with a denoiser where it was built with one."""
    render = scene.render
    render.resolution_x, render.resolution_y = camera.resolution
    render.resolution_percentage = 100
    render.image_settings.file_format = "PNG"
    render.image_settings.color_mode = "RGB"
    # The stubs do not know what an add-on of Blender's brings with it.
    anything: Any = scene
    # It keeps the colors that the parts have, where Blender's own one pales what is well lit.
    anything.view_settings.view_transform = "Khronos PBR Neutral"
    anything.view_settings.exposure = EXPOSURE
    anything.render.engine = "CYCLES"
    cycles = anything.cycles
    cycles.device = "CPU"
    cycles.samples = camera.samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = NOISE
    cycles.use_light_tree = False
    cycles.max_bounces = 3
    # A look through a puzzle of glass meets many sides.
    cycles.transparent_max_bounces = 64
    cycles.sample_clamp_indirect = 4.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    try:
        cycles.denoiser = "OPENIMAGEDENOISE"
        cycles.denoising_prefilter = "FAST"
        cycles.use_denoising = True
    except TypeError:
        cycles.use_denoising = False
        cycles.samples = SAMPLES_ALONE * camera.samples


def _place(originals: Sequence[bpy.types.Object]) -> tuple[Vector, float]:
    """Return the center of the objects' bottom and the length of their common diagonal, in the world."""
    corners = np.array([part.matrix_world @ Vector(corner) for part in originals for corner in part.bound_box])
    lowest, highest = Vector(corners.min(axis=0)), Vector(corners.max(axis=0))
    center = (lowest + highest) / 2
    return Vector((center.x, center.y, lowest.z)), (highest - lowest).length


def _looking_at(target: Vector, direction: Direction, distance: float) -> Matrix:
    """Return the place and the turn of a lamp or camera that looks at a point from a direction."""
    away = Vector(direction).normalized()
    return Matrix.Translation(target + distance * away) @ away.to_track_quat("Z", "Y").to_matrix().to_4x4()


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

    suffix = PNG
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
        shown = [
            part for part in puzzle.objects_in_sight if isinstance(part.data, bpy.types.Mesh) and part.data.vertices
        ]
        if not shown:
            raise InputError("All of the puzzle is hidden: show it to take a picture.")
        width, height = self.resolution
        return Studio(shown, Camera(above_the_table(self.direction), (width, height)))


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
        return self.choose_file(context, bpy.path.clean_name(needed_puzzle(context).name))

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Take the picture, beside the user's work where there is a window to see it in."""
        target = file_to_write(self.filepath, self.suffix)
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
