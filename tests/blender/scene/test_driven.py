# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions that are driven or keyed in a scene: the puzzle follows, and the files have what is seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
import trimesh

from tests.blender.puzzles import PLAIN, extent, installed, only_puzzle, own, part, save_and_open

BARE = {"start_marker": 0.0, "end_marker": 0.0}

WRITTEN = {'1/8"': "3.175 mm", "60": "60 mm", "0.4 * 4": "1.6 mm", "1,2cm + 0,05mm": "12.05 mm", "11.25": "11.25 mm"}
"""What is written into a length, and how it is shown then."""


def make(meters_per_unit: float = 0.001, **values: Any) -> None:
    """Make a puzzle without markers, in a scene whose units are millimeters or larger."""
    bpy.context.scene.unit_settings.scale_length = meters_per_unit
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1, **{**PLAIN, **BARE, **values})


def carrier() -> Any:
    """Return what carries the only puzzle."""
    return only_puzzle().puzzle_cubes.carrier


def shown() -> Any:
    """Return the lengths of the only puzzle as the panel shows them."""
    scale = {0.001: "mm", 0.01: "cm", 1.0: "m"}[round(bpy.context.scene.unit_settings.scale_length, 4)]
    return getattr(carrier().puzzle_cubes_lengths, f"{only_puzzle().puzzle_cubes.kind}_{scale}")


def path(name: str) -> str:
    """Return the data path of a length of the only puzzle."""
    return str(shown().path_from_id(name))


def width() -> float:
    """Return the width of the box, in millimeters, once Blender has evaluated the scene."""
    bpy.context.view_layer.update()
    return float(extent(part(only_puzzle().puzzle_cubes, "box"), bpy.context.scene.unit_settings.scale_length)[0])


def expected(passage: float, wall: float = 3.0) -> float:
    """Return how wide a box of three cells is."""
    return float(3 * passage + 2 * wall + 2 * own().plate)


def rod(place: float = 0.0) -> bpy.types.Object:
    """Return an object whose place along x drives something."""
    made = bpy.data.objects.new("Rod", None)
    bpy.context.scene.collection.objects.link(made)
    made.location.x = place
    return made


def drive(name: str, driving: bpy.types.Object, expression: str = "var") -> None:
    """Let a length follow the place of an object along x."""
    driver = carrier().driver_add(path(name)).driver
    variable = driver.variables.new()
    variable.type = "SINGLE_PROP"
    variable.targets[0].id = driving
    variable.targets[0].data_path = "location.x"
    driver.expression = expression


def test_a_dimension_follows_another_object_and_an_expression(tmp_path: Path) -> None:
    make()
    driving = rod(6)
    drive("passage", driving)
    drive("wall", driving, "var / 2 - 0.5")
    assert width() == pytest.approx(expected(6, 2.5), abs=1e-3)
    for place in (7.25, 9.0, 5.5):
        driving.location.x = place
        assert width() == pytest.approx(expected(place, place / 2 - 0.5), abs=1e-3)
        assert (own().passage, own().wall) == (pytest.approx(place), pytest.approx(place / 2 - 0.5))
    # What is set by a script does not last, as nowhere in Blender.
    own().passage = 3
    assert width() == pytest.approx(expected(5.5, 2.25), abs=1e-3)
    # What cannot be built leaves the puzzle as it was.
    driving.location.x = -4
    assert width() == pytest.approx(expected(5.5, 2.25), abs=1e-3)
    driving.location.x = 8
    own().way = "ONE_PIECE"
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    file = next(tmp_path.rglob("solutionMaze.stl"))
    assert max(max(body.extents) for body in trimesh.load_mesh(file).split()) == pytest.approx(
        expected(8, 3.5), abs=1e-3
    )


def test_a_held_length_follows_an_object() -> None:
    make()
    driving = rod(60)
    drive("outer", driving)
    assert width() == pytest.approx(60, abs=1e-3)
    assert (own().hold, own().held) == ("OUTER", pytest.approx(60))
    driving.location.x = 52.5
    assert width() == pytest.approx(52.5, abs=1e-3)
    own().wall = 2
    assert width() == pytest.approx(52.5, abs=1e-3)


def test_keyframes_are_followed_and_rendered(tmp_path: Path) -> None:
    make()
    scene: Any = bpy.context.scene
    for frame, value in ((1, 5.0), (11, 10.0)):
        shown().passage = value
        carrier().keyframe_insert(path("passage"), frame=frame)
    widths = {}
    for frame in (1, 6, 11, 3):
        scene.frame_set(frame)
        widths[frame] = width()
    for frame, passage in ((1, 5.0), (6, 7.5), (11, 10.0)):
        assert widths[frame] == pytest.approx(expected(passage), abs=1e-3)
    assert scene.render.use_lock_interface

    lens = bpy.data.cameras.new("Camera")
    lens.type, lens.ortho_scale, lens.clip_end = "ORTHO", 100.0, 1000.0
    camera = bpy.data.objects.new("Camera", lens)
    camera.location.z = 90.0
    scene.collection.objects.link(camera)
    scene.camera, scene.render.engine, scene.cycles.samples = camera, "CYCLES", 1
    part(only_puzzle().puzzle_cubes, "cross").hide_render = True
    scene.render.film_transparent = True
    scene.render.resolution_x = scene.render.resolution_y = 100
    scene.frame_start, scene.frame_end, scene.frame_step = 1, 11, 5
    scene.render.filepath = str(tmp_path / "frame")
    bpy.ops.render.render(animation=True)
    for frame in (1, 6, 11):
        picture: Any = bpy.data.images.load(str(tmp_path / f"frame{frame:04}.png"))
        alpha = np.array(list(picture.pixels)).reshape(100, 100, 4)[..., 3] > 0.5
        # A pixel is a millimeter.
        assert alpha.any(axis=0).sum() == pytest.approx(widths[frame], abs=1.1)
    assert width() == pytest.approx(widths[3], abs=1e-3)


def test_it_is_saved_and_opened(tmp_path: Path) -> None:
    make()
    drive("passage", rod(6))
    assert width() == pytest.approx(expected(6), abs=1e-3)
    save_and_open(tmp_path)
    assert width() == pytest.approx(expected(6), abs=1e-3)
    bpy.data.objects["Rod"].location.x = 7
    assert width() == pytest.approx(expected(7), abs=1e-3)


def test_undo_puts_both_back() -> None:
    make()
    drive("passage", rod(6))
    bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="Driven")
    bpy.data.objects["Rod"].location.x = 9
    assert width() == pytest.approx(expected(9), abs=1e-3)
    bpy.ops.ed.undo_push(message="Moved")
    bpy.ops.ed.undo()
    assert width() == pytest.approx(expected(6), abs=1e-3)
    bpy.ops.ed.redo()
    assert width() == pytest.approx(expected(9), abs=1e-3)


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("meters_per_unit", [0.01, 1.0])
def test_a_scene_with_another_unit_keeps_what_is_driven_and_keyed(meters_per_unit: float, *, by_hand: bool) -> None:
    make(meters_per_unit)
    driving = rod(6 * 0.001 / meters_per_unit)
    drive("passage", driving)
    scene: Any = bpy.context.scene
    for frame, value in ((1, 3.0), (11, 5.0)):
        shown().wall = value * 0.001 / meters_per_unit
        carrier().keyframe_insert(path("wall"), frame=frame)
    bpy.context.view_layer.update()
    if by_hand:
        # There and back, as a field is dragged; what was undone is as it was before.
        for unit in (meters_per_unit / 2, 0.001):
            scene.unit_settings.scale_length = unit
            bpy.context.view_layer.update()
        bpy.ops.puzzle_cubes.rebuild()
    else:
        bpy.ops.puzzle_cubes.set_millimeters()
    for frame, wall in ((1, 3.0), (6, 4.0), (11, 5.0)):
        scene.frame_set(frame)
        assert width() == pytest.approx(expected(6, wall), abs=1e-3)
        assert (own().passage, own().wall) == (pytest.approx(6), pytest.approx(wall))
    driving.location.x *= 1.25
    assert width() == pytest.approx(expected(7.5, 5), abs=1e-3)


@pytest.mark.parametrize("meters_per_unit", [0.001, 0.01, 1.0])
def test_what_is_typed_is_kept_in_millimeters(meters_per_unit: float) -> None:
    make(meters_per_unit, wall=2.5)
    bpy.context.view_layer.update()
    units = 0.001 / meters_per_unit
    assert shown().wall == pytest.approx(2.5 * units)
    shown().wall = 6.35 * units
    assert own().wall == pytest.approx(6.35, abs=1e-6)
    assert width() == pytest.approx(expected(5, 6.35), abs=1e-3)
    shown().outer = 60 * units
    assert width() == pytest.approx(60, abs=1e-3)
    assert shown().passage == pytest.approx(own().passage * units)
    own().outer_pinned = False
    own().passage = 4
    bpy.context.view_layer.update()
    assert shown().passage == pytest.approx(4 * units)
    assert shown().outer == pytest.approx(width() * units, rel=1e-5)


def test_the_next_puzzle_and_the_printer_are_shown_in_units_of_the_scene() -> None:
    scene: Any = bpy.context.scene
    scene.unit_settings.scale_length = 0.001
    bpy.context.view_layer.update()
    following = scene.puzzle_cubes_lengths.oskar_mm
    assert following.wall == pytest.approx(scene.puzzle_cubes.oskar.wall)
    following.wall = 2.25
    assert scene.puzzle_cubes.oskar.wall == 2.25
    scene.puzzle_cubes_lengths.printer_mm.bed_x = 8.5 * 25.4
    assert scene.puzzle_cubes.bed_x == pytest.approx(215.9)
    scene.puzzle_cubes.bed_y = 150
    bpy.context.view_layer.update()
    assert scene.puzzle_cubes_lengths.printer_mm.bed_y == 150


@pytest.mark.parametrize(
    ("system", "length_unit", "is_own_unit"),
    [
        ("METRIC", "MILLIMETERS", True),
        ("IMPERIAL", "INCHES", True),
        ("METRIC", "ADAPTIVE", False),
        ("METRIC", "METERS", False),
        ("IMPERIAL", "FEET", False),
        ("NONE", "", False),
    ],
)
def test_where_a_plain_number_would_be_meters_lengths_are_written_in_any_unit(
    system: str, length_unit: str, is_own_unit: bool
) -> None:
    make(1.0, wall=2.5)
    scene: Any = bpy.context.scene
    scene.unit_settings.system = system
    if length_unit:
        scene.unit_settings.length_unit = length_unit
    lengths = installed("blender_addon.scene.lengths")
    (puzzle,) = installed("blender_addon.scene.puzzle").puzzles_in(scene)
    group, name = lengths.shown_length(scene, puzzle, "oskar", "wall")
    assert getattr(group, name) == (pytest.approx(0.0025) if is_own_unit else "2.5 mm")
    if not is_own_unit:
        for text, shown_text in WRITTEN.items():
            setattr(group, name, text)
            assert getattr(group, name) == shown_text
            assert width() == pytest.approx(expected(5, own().wall), abs=1e-3)
        # What may be thousands is no length either.
        for text in ("thick", "1,000"):
            setattr(group, name, text)
            assert getattr(group, name) == "11.25 mm"
        for place, text, written in (
            ((puzzle, "oskar", "outer"), "2.5in", "63.5 mm"),
            ((None, "oskar", "outer"), "60", "60 mm"),
            ((None, "printer", "bed_x"), "8.5in", "215.9 mm"),
        ):
            group, name = lengths.shown_length(scene, *place)
            setattr(group, name, text)
            assert getattr(group, name) == written
        assert own().held == 63.5
    # What is driven is shown where its driver is.
    drive("wall", rod())
    group, name = lengths.shown_length(scene, puzzle, "oskar", "wall")
    assert group == shown()
