# SPDX-License-Identifier: GPL-3.0-or-later
"""Looking at the puzzles of a scene as a user sees them: collections, objects, sizes and files, and those he has."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import bpy
import numpy as np
import pytest
from installed_extension import MODULE
from numpy.typing import NDArray

from puzzle_cubes.common.options import lengths
from puzzle_cubes.oskar.model.dimensions import Dimensions


def installed(name: str) -> Any:
    """Return a module of the installed extension, by its name below that."""
    return importlib.import_module(f"{MODULE}.{name}")


PLAIN: Mapping[str, Any] = MappingProxyType({"plate": 3.0, "joint": 0.1, "arm_chamfer": 0.0, "bed_chamfer": 0.0})
"""Dimensions by which sizes are counted in whole millimeters, and all edges are sharp."""

DIMENSIONS = tuple(option.name for option in lengths(Dimensions))
"""The names of all lengths that a user gives for an Oskar's Cube."""

KINDS_OF_DATA = ("objects", "meshes", "materials", "collections", "node_groups", "cameras", "lights", "actions")


def make_puzzle(**settings: Any) -> Any:
    """Generate a puzzle of 3x3x3 with plain dimensions, unless asked otherwise, and return its properties."""
    bpy.ops.puzzle_cubes.generate(**{"size": (3, 3, 3), "seed": 1, **PLAIN, **settings})
    return scene_puzzles()[-1].puzzle_cubes


def scene_puzzles() -> list[Any]:
    """Return the collections that hold a puzzle, in the order in which they were made."""
    return [collection for collection in bpy.context.scene.collection.children if collection.puzzle_cubes.puzzle]


def own() -> Any:
    """Return the dimensions of the only puzzle, in millimeters."""
    group = only_puzzle().puzzle_cubes
    return getattr(group, group.kind)


def data_names() -> dict[str, list[str]]:
    """Return the names of all data of the file that a puzzle may have."""
    return {kind: sorted(data.name for data in getattr(bpy.data, kind)) for kind in KINDS_OF_DATA}


def part(group: Any, key: str) -> Any:
    """Return the object of a part of a puzzle, by the part's key."""
    item = group.parts.get(key)
    return None if item is None else item.part


def parts_apart(group: Any) -> dict[str, Any]:
    """Return the objects of a puzzle's kit, by their keys."""
    return {item.name: item.part for item in group.parts if item.way == "kit"}


def kit_collection(group: Any) -> Any:
    """Return the collection of the parts of a puzzle that are printed apart."""
    return next(
        collection
        for collection in bpy.data.collections
        if collection != group.id_data and any(item.part in collection.objects.values() for item in group.parts)
    )


def laid(group: Any) -> dict[str, Any]:
    """Return where the parts of a puzzle's kit go, by their keys, in millimeters."""
    places: dict[str, Any] = json.loads(group.built)["laid"]
    return places


def measures(group: Any) -> dict[str, Any]:
    """Return the measures of a puzzle, as its own text has them."""
    figures: dict[str, Any] = json.loads(group.puzzle)["measures"]
    return figures


def settings_of(group: Any) -> dict[str, Any]:
    """Return the settings that a puzzle was made with, as its own text has them."""
    settings: dict[str, Any] = json.loads(group.puzzle)["settings"]
    return settings


def size_of(group: Any) -> tuple[int, int, int]:
    """Return the cells of a puzzle."""
    x, y, z = json.loads(group.puzzle)["size"]
    return x, y, z


def only_puzzle() -> Any:
    """Return the one puzzle of the scene."""
    (collection,) = scene_puzzles()
    return collection


def scene_puzzle() -> Any:
    """Return the one puzzle of the scene, as the extension works with it."""
    return installed("blender_addon.scene.puzzle").ScenePuzzle(only_puzzle())


def vertices(mesh_object: Any) -> NDArray[np.float64]:
    """Return the vertices of an object's mesh, in Blender units."""
    values = np.empty(3 * len(mesh_object.data.vertices))
    mesh_object.data.vertices.foreach_get("co", values)
    return values.reshape(-1, 3)


def extent(mesh_object: Any, meters_per_unit: float = 1.0) -> list[float]:
    """Return the size of an object's mesh along x, y and z, in millimeters."""
    millimeters: list[float] = (np.ptp(vertices(mesh_object), axis=0) * 1000 * meters_per_unit).round(3).tolist()
    return millimeters


def world_vertices(mesh_object: Any, meters_per_unit: float = 1.0) -> NDArray[np.float64]:
    """Return the vertices of an object where the user sees them, in millimeters."""
    bpy.context.view_layer.update()
    matrix = np.array(mesh_object.matrix_world)
    places: NDArray[np.float64] = (vertices(mesh_object) @ matrix[:3, :3].T + matrix[:3, 3]) * 1000 * meters_per_unit
    return places


def world_bounds(mesh_object: Any, meters_per_unit: float = 1.0) -> NDArray[np.float64]:
    """Return the lowest and the highest corner of an object where the user sees it, in millimeters."""
    places = world_vertices(mesh_object, meters_per_unit)
    return np.array([places.min(axis=0), places.max(axis=0)])


def faces_of(collection: Any) -> dict[str, list[str]]:
    """Return the pictures of the three faces."""
    faces: dict[str, list[str]] = json.loads(collection.puzzle_cubes.puzzle)["faces"]
    return faces


def scene_state() -> object:
    """Return what must not change when an operator refuses: data, meshes, and the settings of puzzles."""
    return (
        sorted(item.name for kind in (bpy.data.objects, bpy.data.meshes, bpy.data.scenes) for item in kind),
        sorted(item.name for item in bpy.data.collections),
        {item.name: vertices(item).tobytes() for item in bpy.data.objects if item.type == "MESH"},
        [[getattr(puzzle.puzzle_cubes.oskar, name) for name in DIMENSIONS] for puzzle in scene_puzzles()],
    )


def refusal(operator: Callable[..., object], **properties: Any) -> str:
    """Call an operator that must refuse, and return its one sentence."""
    with pytest.raises(RuntimeError) as caught:
        operator(**properties)
    sentence = str(caught.value).removeprefix("Error: ").strip()
    assert sentence.isprintable()
    return sentence


def save_and_open(folder: Path) -> Path:
    """Save the scene, begin an empty one, open the file again, and return it."""
    file = folder / "saved.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(file))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.wm.open_mainfile(filepath=str(file))
    return file


def moved_to_another_file(folder: Path, *, link: bool) -> Any:
    """Save the scene, begin an empty one, bring its only puzzle there, linked or appended, and return it."""
    name = only_puzzle().name
    file = folder / "library.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(file))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return taken_from(file, name, link=link)


def taken_from(file: Path, name: str, *, link: bool) -> Any:
    """Bring a collection of another file into the scene, linked or appended, and return it."""
    with bpy.data.libraries.load(str(file), link=link) as (_, wanted):
        wanted.collections = [name]
    (collection,) = wanted.collections
    bpy.context.scene.collection.children.link(collection)
    return collection


def write_picture(file: Path, shades: NDArray[np.float64], *, clear: bool = False) -> None:
    """Write a PNG of shades between 0 and 1, shape (height, width), upper row first; white is clear, if asked for."""
    file.parent.mkdir(parents=True, exist_ok=True)
    height, width = shades.shape
    colors = np.repeat(shades[::-1, :, None], 4, axis=2)
    colors[..., 3] = (shades[::-1] < 1) if clear else 1.0
    image: Any = bpy.data.images.new("Picture", width, height, alpha=clear)
    image.pixels.foreach_set(colors.ravel().astype(np.float32))
    image.filepath_raw, image.file_format = str(file), "PNG"
    image.save()
    bpy.data.images.remove(image)
