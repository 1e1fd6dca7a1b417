# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of a puzzle as a product: its parts in soft light on a pale table, rendered by Cycles on the CPU."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import radians
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

CAMERA_DIRECTION = (0.80, 1.0, 0.74)
"""From the box to the camera: the faces with the markers are those of the largest x, y and z."""

FOCAL_LENGTH = 80.0
MARGIN = 1.1
"""The puzzle is framed as if it were so much larger."""

BEVEL = 0.005
"""Width of the rounded edges, in diagonals of the first object; all other lengths are in diagonals of the whole."""

# Like the colors of the extension's parts, but much deeper: AgX pales what is well lit.
Color = tuple[float, float, float]

BOX_COLOR = (0.48, 0.135, 0.005)
CROSS_COLOR = (0.002, 0.05, 0.14)
PLATE_COLORS = ((0.48, 0.135, 0.005), (0.50, 0.27, 0.02), (0.35, 0.05, 0.01))
"""Of the plates across x, y and z, so that each differs from its neighbors."""
TABLE_COLOR = (0.88, 0.82, 0.73)
SKY_COLOR = (0.90, 0.95, 1.0)
SKY_STRENGTH = 0.6


@dataclass(frozen=True)
class Lamp:
    """A round lamp that points at the box; its lengths are diagonals of the box."""

    direction: tuple[float, float, float]
    distance: float
    width: float
    color: tuple[float, float, float]
    strength: float


SUN = Lamp((1.0, -0.3, 1.0), 7.0, 1.8, (1.0, 0.92, 0.82), 82.0)
WINDOW = Lamp((-0.1, 1.0, 0.4), 5.0, 3.0, (0.90, 0.95, 1.0), 6.0)


def render_preview(
    models: Sequence[tuple[bpy.types.Object, Color | None]],
    path: Path,
    resolution: tuple[int, int] = (1280, 960),
    samples: int = 16,
    direction: tuple[float, float, float] = CAMERA_DIRECTION,
) -> None:
    """Render objects, as they stand and each in its color, to a PNG file; their own scene is not touched.

    One without a color is rendered in its own materials.

    All lengths follow from the objects' extent, so the units of the scene do not matter. Raises
    RuntimeError if the file cannot be written.
    """
    with studio(models, resolution, samples, direction) as shoot:
        shoot(path)


@contextmanager
def studio(
    models: Sequence[tuple[bpy.types.Object, Color | None]],
    resolution: tuple[int, int],
    samples: int,
    direction: tuple[float, float, float] = CAMERA_DIRECTION,
    moments: Iterable[object] = (None,),
) -> Iterator[Callable[[Path], None]]:
    """Set up a scene with copies of objects, and give a function that renders them, as they now stand, to a PNG file.

    The camera has in its picture all that the objects occupy while ``moments`` is gone through.
    """
    with _studio() as scene:
        _set_renderer(scene, resolution, samples)
        originals = [original for original, _ in models]
        framed = np.concatenate([_seen(originals) for _ in moments])
        bottom, length = _place(originals)
        bevel = BEVEL * min(length, _place(originals[:1])[1])
        materials = {color: _material(color, 0.35) for _, color in models if color}
        shown = [
            _add_model(scene, original, bevel, materials[color]) if color else _add_copy(scene, original)
            for original, color in models
        ]
        _add_table(scene, bottom, length)
        _add_lights(scene, bottom, length)
        _add_camera(scene, framed, length, direction)

        def shoot(path: Path) -> None:
            _update()
            for original, model in zip(originals, shown, strict=True):
                model.matrix_world = original.matrix_world
            scene.render.filepath = str(path.absolute())
            with _silence():
                bpy.ops.render.render(write_still=True, scene=scene.name)

        yield shoot


def _update() -> None:
    """Let the objects know where a script has put them."""
    context: Any = bpy.context
    context.view_layer.update()


def _seen(originals: Sequence[Any]) -> NDArray[np.float64]:
    """Return all vertices of objects as they stand, in the world."""
    _update()
    return np.concatenate([_world_vertices(original) for original in originals])


@contextmanager
def _silence() -> Iterator[None]:
    """Keep the lines back that Cycles writes while it works; it writes past Python's own standard output."""
    sys.stdout.flush()
    output = os.dup(1)
    with Path(os.devnull).open("w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(output, 1)
        os.close(output)


@contextmanager
def _studio() -> Iterator[Any]:
    """Give an empty scene, and remove it with all that was put into it."""
    earlier = {block for blocks in _blocks() for block in blocks}
    try:
        yield bpy.data.scenes.new("Preview")
    finally:
        bpy.data.batch_remove([block for blocks in _blocks() for block in blocks if block not in earlier])


def _blocks() -> tuple[Any, ...]:
    data = bpy.data
    return data.scenes, data.objects, data.meshes, data.materials, data.worlds, data.lights, data.cameras


def _set_renderer(scene: Any, resolution: tuple[int, int], samples: int) -> None:
    """Choose Cycles on the CPU, with a denoiser where this Blender was built with one."""
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = resolution
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Punchy"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.03
    cycles.use_light_tree = False
    cycles.max_bounces = 3
    cycles.sample_clamp_indirect = 4.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    try:
        cycles.denoiser = "OPENIMAGEDENOISE"
        cycles.denoising_prefilter = "FAST"
        cycles.use_denoising = True
    except TypeError:
        cycles.use_denoising = False


def _place(originals: Sequence[Any]) -> tuple[Vector, float]:
    """Return the center of the objects' bottom and the length of their common diagonal, in the world."""
    corners = np.array([one.matrix_world @ Vector(corner) for one in originals for corner in one.bound_box])
    lowest, highest = Vector(corners.min(axis=0)), Vector(corners.max(axis=0))
    center = (lowest + highest) / 2
    return Vector((center.x, center.y, lowest.z)), (highest - lowest).length


def _add_model(scene: Any, original: Any, bevel_width: float, material: Any) -> Any:
    """Add a copy of an object with rounded edges that catch the light."""
    mesh = original.data.copy()
    mesh.materials.clear()
    mesh.materials.append(material)
    mesh.shade_smooth()
    model: Any = bpy.data.objects.new("Preview", mesh)
    model.matrix_world = original.matrix_world
    bevel = model.modifiers.new("Bevel", "BEVEL")
    bevel.width = bevel_width
    bevel.segments = 3
    bevel.limit_method = "ANGLE"
    bevel.angle_limit = radians(30)
    bevel.harden_normals = True
    scene.collection.objects.link(model)
    return model


def _add_copy(scene: Any, original: Any) -> Any:
    """Add a copy of an object with the same mesh and materials, that can be seen."""
    model: Any = original.copy()
    model.parent = None
    model.matrix_world = original.matrix_world
    model.hide_viewport = model.hide_render = False
    scene.collection.objects.link(model)
    return model


def _material(color: tuple[float, float, float], roughness: float) -> Any:
    material: Any = bpy.data.materials.new("Preview")
    _use_nodes(material)
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1.0)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = 0.3
    return material


def _use_nodes(block: Any) -> None:
    """Give a new material or world its nodes; from Blender 5.0 it has them already."""
    if block.node_tree is None:
        block.use_nodes = True


def _add_table(scene: Any, bottom: Vector, length: float) -> None:
    """Add a table top so large that the camera sees no edge of it."""
    mesh: Any = bpy.data.meshes.new("Preview")
    reach = 100 * length
    square = [(-reach, -reach, 0.0), (reach, -reach, 0.0), (reach, reach, 0.0), (-reach, reach, 0.0)]
    mesh.from_pydata(square, [], [(0, 1, 2, 3)])
    mesh.materials.append(_material(TABLE_COLOR, 0.7))
    table = bpy.data.objects.new("Preview", mesh)
    table.location = bottom
    scene.collection.objects.link(table)


def _add_lights(scene: Any, bottom: Vector, length: float) -> None:
    """Add the sky and the lamps; a lamp's power grows with the square of its distance, so with the box."""
    scene.world = bpy.data.worlds.new("Preview")
    _use_nodes(scene.world)
    sky = scene.world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = (*SKY_COLOR, 1.0)
    sky.inputs["Strength"].default_value = SKY_STRENGTH
    for lamp in (SUN, WINDOW):
        light: Any = bpy.data.lights.new("Preview", "AREA")
        light.shape = "DISK"
        light.size = lamp.width * length
        light.color = lamp.color
        light.energy = lamp.strength * (lamp.distance * length) ** 2
        lit = bpy.data.objects.new("Preview", light)
        lit.matrix_world = _looking_at(bottom, Vector(lamp.direction), lamp.distance * length)
        scene.collection.objects.link(lit)


def _add_camera(scene: Any, vertices: NDArray[np.float64], length: float, direction: Sequence[float]) -> None:
    """Add a camera that looks from a direction and has all vertices in its picture."""
    camera: Any = bpy.data.cameras.new("Preview")
    camera.lens = FOCAL_LENGTH
    view = bpy.data.objects.new("Preview", camera)
    center = (vertices.min(axis=0) + vertices.max(axis=0)) / 2
    view.matrix_world = _looking_at(Vector(center), Vector(direction), 10 * length)
    scene.collection.objects.link(view)
    scene.camera = view
    framed = center + MARGIN * (vertices - center)
    with bpy.context.temp_override(scene=scene, view_layer=scene.view_layers[0]):
        view.location, _ = view.camera_fit_coords(bpy.context.evaluated_depsgraph_get(), framed.ravel().tolist())
    camera.clip_start, camera.clip_end = 0.01 * length, 1000 * length


def _looking_at(target: Vector, direction: Vector, distance: float) -> Matrix:
    """Return the place and the turn of a lamp or camera that looks at a point from a direction."""
    turn = direction.to_track_quat("Z", "Y").to_matrix().to_4x4()
    return Matrix.Translation(target + distance * direction.normalized()) @ turn


def _world_vertices(model: Any) -> NDArray[np.float64]:
    """Return the vertices of an object's mesh in the world, shape (n, 3)."""
    return np.array([model.matrix_world @ vertex.co for vertex in model.data.vertices])
