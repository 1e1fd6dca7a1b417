# SPDX-License-Identifier: GPL-3.0-or-later
"""A studio: objects as a product, with rounded edges, in soft light on a pale table, in a scene of their own.

All lengths follow from the extent of the objects, so the units of their scene do not matter; nothing changes there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import radians
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from .context import mesh_of, narrowed, present, root_of
from .meshes import set_inputs, use_nodes

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

    direction: Direction = DIRECTION
    resolution: tuple[int, int] = (1280, 960)
    samples: int = 16


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


def standing_vertices(placed: Iterable[tuple[bpy.types.Object, Matrix]]) -> NDArray[np.float64]:
    """Return all vertices of objects that stand so, in the world, shape (n, 3)."""
    standing: list[NDArray[np.float64]] = []
    for original, matrix in placed:
        vertices = np.empty(3 * len(mesh_of(original).vertices), dtype=np.float32)
        mesh_of(original).vertices.foreach_get("co", vertices)
        place = np.array(matrix)
        standing.append(vertices.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3])
    return np.concatenate(standing)


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
