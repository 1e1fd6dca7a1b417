# SPDX-License-Identifier: GPL-3.0-or-later
"""The first puzzle in the scene that Blender starts with, whole in its picture, and one in a scene that holds work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.puzzles import only_puzzle, part, scene_puzzles, scene_state, world_bounds
from tests.blender.scene.looks import in_picture


def named(name: str) -> Any:
    """Return an object of the file."""
    return bpy.data.objects[name]


TOUCHES: dict[str, Callable[[], object]] = {
    "moved": lambda: setattr(named("Cube"), "location", (1, 0, 0)),
    "scaled": lambda: setattr(named("Cube"), "scale", (1, 2, 1)),
    "edited": lambda: setattr(named("Cube").data.vertices[0], "co", (0, 0, 0)),
    "modifier": lambda: named("Cube").modifiers.new("Bevel", "BEVEL"),
    "camera moved": lambda: setattr(named("Camera"), "location", (1, 0, 0)),
    "brighter": lambda: setattr(named("Light").data, "energy", 500.0),
    "one more": bpy.ops.object.empty_add,
    "units": lambda: setattr(bpy.context.scene.unit_settings, "scale_length", 0.01),
    "imperial": lambda: setattr(bpy.context.scene.unit_settings, "system", "IMPERIAL"),
}
"""What makes the scene somebody's work."""

BRIGHTNESS = 1000 / (4.0762**2 + 1.0055**2 + 5.9039**2)
"""How much power the light as Blender ships it has for the square of how far away it is."""

CODE = "M3YMH-QNH4F-1"
"""Of a small cube."""


@pytest.fixture(autouse=True)
def startup() -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True)


def assert_apart(first: Any, second: Any) -> None:
    """Look that two objects are nowhere in each other's box."""
    (low, high), (second_low, second_high) = world_bounds(first), world_bounds(second)
    assert ((high <= second_low) | (second_high <= low)).any()


@pytest.mark.parametrize("size", [(3, 3, 3), (9, 2, 5)])
def test_it_becomes_a_scene_for_print_work(size: tuple[int, int, int]) -> None:
    bpy.ops.puzzle_cubes.generate(size=size, seed=1)
    scene: Any = bpy.context.scene
    assert {member.type for member in scene.objects} == {"MESH", "CAMERA", "LIGHT"}
    assert "Cube" not in bpy.data.objects
    assert "Cube" not in bpy.data.meshes
    assert scene.unit_settings.length_unit == "MILLIMETERS"
    box = part(only_puzzle().puzzle_cubes, "box")
    assert max(box.dimensions) > 20
    light = named("Light")
    assert 1000 * light.location.z > world_bounds(box)[1, 2]
    assert 20 < (light.location - box.location).length < 400


def assert_whole_in_picture() -> None:
    """Look that all that a picture shows is whole in it, and as large as can be."""
    places = in_picture()
    low, high = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
    assert (low > 0.02).all()
    assert (high < 0.98).all()
    assert (high - low).max() > 0.7
    camera = named("Camera").data
    assert camera.clip_start < places[:, 2].min()
    assert places[:, 2].max() < camera.clip_end


@pytest.mark.parametrize(
    ("values", "resolution"),
    [
        ({"size": (5, 5, 5)}, (1920, 1080)),
        ({"size": (2, 9, 3)}, (1920, 1080)),
        ({"size": (2, 9, 3)}, (600, 900)),
        ({"kind": "PACKING", "puzzle": "SOMA", "search": "FIRST"}, (600, 900)),
        ({"kind": "PACKING", "puzzle": "MEGARON"}, (1920, 1080)),
        ({"kind": "BURR"}, (600, 900)),
    ],
    ids=str,
)
def test_the_first_puzzle_is_whole_and_large_in_the_picture(
    values: dict[str, Any], resolution: tuple[int, int]
) -> None:
    context: Any = bpy.context
    render = context.scene.render
    render.resolution_x, render.resolution_y = resolution
    operators: Any = bpy.ops
    assert operators.puzzle_cubes.generate(**values) == {"FINISHED"}
    assert_whole_in_picture()


def test_one_undo_takes_all_of_it_back() -> None:
    bpy.ops.ed.undo_push(message="Before")
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    bpy.ops.ed.undo_push(message="Generate")
    bpy.ops.ed.undo()
    assert {member.name for member in bpy.context.scene.objects} == {"Cube", "Camera", "Light"}
    assert bpy.context.scene.unit_settings.scale_length == 1.0
    assert tuple(named("Camera").location) == pytest.approx((7.3589, -6.9258, 4.9583), abs=1e-3)
    assert named("Light").data.energy == pytest.approx(1000)
    assert not scene_puzzles()


@pytest.mark.parametrize(("door", "values"), [("generate", {"size": (3, 3, 3)}), ("from_code", {"code": CODE})])
def test_what_cannot_be_made_leaves_it_as_it_is(door: str, values: dict[str, Any]) -> None:
    before = scene_state()
    with pytest.raises(RuntimeError, match=r"Outer Size is 10 mm: .* it must be at least"):
        getattr(bpy.ops.puzzle_cubes, door)(hold="OUTER", held=10, **values)
    assert scene_state() == before
    assert "Cube" in bpy.context.scene.objects
    assert bpy.context.scene.unit_settings.scale_length == 1


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_scene_that_holds_work_stays_as_it_is(touch: str) -> None:
    TOUCHES[touch]()
    bpy.context.view_layer.update()
    before = {member.name: member.matrix_world.copy() for member in bpy.context.scene.objects}
    scale = bpy.context.scene.unit_settings.scale_length
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    for name, matrix in before.items():
        assert named(name).matrix_world == matrix
    assert bpy.context.scene.unit_settings.scale_length == scale
    assert_apart(part(only_puzzle().puzzle_cubes, "box"), named("Cube"))


def test_puzzles_stand_beside_what_is_there() -> None:
    named("Cube").scale = (0.02, 0.02, 0.02)
    for x in (0.05, 0.1, 0.3):
        bpy.ops.mesh.primitive_cube_add(size=0.06, location=(x, 0, 0.02))
    cubes = [neighbor for neighbor in bpy.context.scene.objects if neighbor.type == "MESH"]
    for seed in range(3):
        bpy.ops.puzzle_cubes.generate(size=(4, 4, 4), seed=seed)
    boxes = [part(collection.puzzle_cubes, "box") for collection in scene_puzzles()]
    for box in boxes:
        for neighbor in [*cubes, *(neighbor for neighbor in boxes if neighbor != box)]:
            assert_apart(box, neighbor)


GROWS: dict[str, Callable[[], object]] = {
    "kit": lambda: setattr(only_puzzle().puzzle_cubes.oskar, "way", "KIT"),
    "kit put together": lambda: [
        setattr(only_puzzle().puzzle_cubes.oskar, "way", "KIT"),
        setattr(only_puzzle().puzzle_cubes, "explode", 0.0),
    ],
    "cells": lambda: setattr(only_puzzle().puzzle_cubes.oskar, "cell", 30),
    "second puzzle": lambda: bpy.ops.puzzle_cubes.generate(size=(5, 5, 5), seed=1),
    "in its place": bpy.ops.puzzle_cubes.new_seed,
}
"""What makes what was made first larger, or moves it."""


@pytest.mark.parametrize("grow", GROWS)
def test_the_picture_follows_what_is_made(grow: str) -> None:
    scene: Any = bpy.context.scene
    scene.puzzle_cubes.bed_x = scene.puzzle_cubes.bed_y = 120
    bpy.ops.puzzle_cubes.generate(size=(4, 6, 8), seed=1)
    GROWS[grow]()
    assert_whole_in_picture()
    # It shines as brightly on what is larger.
    light = named("Light")
    ends = np.array([world_bounds(mesh) / 1000 for mesh in scene.objects if mesh.type == "MESH" and mesh.visible_get()])
    middle = (ends[:, 0].min(axis=0) + ends[:, 1].max(axis=0)) / 2
    distance = float(np.linalg.norm(np.array(light.location) - middle))
    assert light.data.energy == pytest.approx(BRIGHTNESS * distance**2, rel=0.01)


OWN: dict[str, Callable[[], object]] = {
    "made": lambda: bpy.ops.object.camera_add(location=(1, 2, 3)),
    "moved": lambda: setattr(named("Camera"), "location", (100, 0, 0)),
    "turned": lambda: setattr(named("Camera"), "rotation_euler", (1, 0, 0)),
    "flat": lambda: setattr(named("Camera").data, "type", "ORTHO"),
    "keyed": lambda: named("Camera").keyframe_insert("location"),
    "tracks": lambda: named("Camera").constraints.new("TRACK_TO"),
    "hangs": lambda: setattr(named("Camera"), "parent", named("Light")),
}
"""How a user makes the camera his own."""


@pytest.mark.parametrize("take", OWN)
def test_a_camera_that_the_user_has_set_stays(take: str) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    OWN[take]()
    camera = named("Camera.001" if take == "made" else "Camera")
    before = camera.matrix_basis.copy()
    bpy.ops.puzzle_cubes.generate(size=(5, 5, 5), seed=1)
    assert camera.matrix_basis == before


def test_a_light_that_the_user_has_dimmed_stays() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    named("Light").data.energy = 1
    bpy.ops.puzzle_cubes.generate(size=(5, 5, 5), seed=1)
    assert named("Light").data.energy == 1
    assert_whole_in_picture()


def test_a_puzzle_that_was_emptied_by_hand_is_no_picture() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=7)
    group, camera = only_puzzle().puzzle_cubes, named("Camera")
    place = camera.location.copy()
    for key in ("box", "cross"):
        part(group, key).data.clear_geometry()
    group.oskar.way = "KIT"
    group.oskar.way = "ONE_PIECE"
    assert camera.location != place
    assert bpy.ops.puzzle_cubes.restore() == {"FINISHED"}
