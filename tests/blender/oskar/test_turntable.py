# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera circles once round the puzzle and has all of it in its picture, whatever the dimensions are."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

import bpy
import numpy as np
import pytest
from mathutils import Vector

from tests.blender.puzzles import data_names, make_puzzle, only_puzzle, part
from tests.blender.scene.looks import in_picture


def from_box(frame: int) -> Vector:
    """Return where the scene's camera is at a frame, seen from the box."""
    scene, box = bpy.context.scene, part(only_puzzle().puzzle_cubes, "box")
    scene.frame_set(frame)
    place: Vector = scene.camera.matrix_world.translation - box.matrix_world.translation
    return place


def check_picture() -> None:
    """Assert that box and cross are never cut off, and not far away either."""
    scene: Any = bpy.context.scene
    widths = []
    for frame in range(scene.frame_start, scene.frame_end + 1, 3):
        scene.frame_set(frame)
        corners = in_picture()
        assert corners[:, :2].min() > 0
        assert corners[:, :2].max() < 1
        assert scene.camera.data.clip_start < corners[:, 2].min()
        assert corners[:, 2].max() < scene.camera.data.clip_end
        widths.append(np.ptp(corners[:, :2], axis=0).max())
    assert max(widths) > 0.5


def animated_with_turntable() -> None:
    """Make a puzzle with an animation and a turntable."""
    bpy.ops.puzzle_cubes.generate(size=(4, 3, 5), seed=2)
    bpy.ops.puzzle_cubes.animate(frames_per_move=2, turn_pause=1)
    assert bpy.ops.puzzle_cubes.add_turntable() == {"FINISHED"}


def test_the_camera_goes_round_once_during_the_animation() -> None:
    bpy.context.scene.frame_start = 5
    animated_with_turntable()
    scene = bpy.context.scene
    places = [from_box(frame) for frame in range(scene.frame_start, scene.frame_end + 1)]
    angles = np.degrees(np.unwrap([atan2(place.y, place.x) for place in places]))
    assert angles[-1] - angles[0] == pytest.approx(360, abs=0.01)
    assert np.diff(angles) == pytest.approx(np.full(len(places) - 1, 360 / (len(places) - 1)), abs=0.01)
    assert [place.length for place in places] == pytest.approx([places[0].length] * len(places), rel=1e-5)
    assert degrees(atan2(places[0].y, places[0].x)) == pytest.approx(-45, abs=0.01)


def test_all_is_in_the_picture_in_every_dimension_and_unit() -> None:
    animated_with_turntable()
    check_picture()
    own = only_puzzle().puzzle_cubes.oskar
    own.wall = 30.0
    check_picture()
    own.overhang = 100.0
    check_picture()
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.puzzle_cubes.rebuild(overhang=0.0, wall=1.0)
    check_picture()


def test_it_suits_a_picture_of_any_shape() -> None:
    scene = bpy.context.scene
    for shape in ((1080, 1920), (1000, 1000)):
        scene.render.resolution_x, scene.render.resolution_y = shape
        if scene.camera is None:
            animated_with_turntable()
        else:
            bpy.ops.puzzle_cubes.add_turntable()
        check_picture()


def test_what_the_user_does_to_the_camera_survives_a_change_of_dimensions() -> None:
    animated_with_turntable()
    camera: Any = bpy.context.scene.camera
    camera.location *= 2
    camera.data.lens = 80
    far = from_box(1).length
    only_puzzle().puzzle_cubes.oskar.wall = 3.5
    assert camera.data.lens == 80
    assert from_box(1).length == pytest.approx(far, rel=0.2)


def test_added_again_it_replaces_the_earlier_one() -> None:
    animated_with_turntable()
    before = data_names()
    bpy.ops.puzzle_cubes.add_turntable()
    assert data_names() == before
    assert bpy.context.scene.camera == only_puzzle().puzzle_cubes.oskar.turntable_camera
    assert [light.type for light in bpy.data.lights] == ["SUN"]


def choose_camera() -> Any:
    """Give the scene a camera of the user's own, and return it."""
    bpy.context.scene.camera = bpy.data.objects.new("Mine", bpy.data.cameras.new("Mine"))
    bpy.context.scene.collection.objects.link(bpy.context.scene.camera)
    return bpy.context.scene.camera


def test_removed_nothing_is_left_and_the_earlier_camera_is_back() -> None:
    earlier = choose_camera()
    make_puzzle()
    before = data_names()
    for _ in range(2):
        bpy.ops.puzzle_cubes.add_turntable()
    assert bpy.context.scene.camera != earlier
    assert bpy.ops.puzzle_cubes.remove_turntable() == {"FINISHED"}
    assert bpy.context.scene.camera == earlier
    assert data_names() == before
    with pytest.raises(RuntimeError, match="no turntable"):
        bpy.ops.puzzle_cubes.remove_turntable()


def test_removed_what_was_played_for_it_stops() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    bpy.ops.puzzle_cubes.add_turntable()
    bpy.ops.screen.animation_play()
    bpy.ops.puzzle_cubes.remove_turntable()
    assert not bpy.context.screen.is_animation_playing


def test_a_camera_that_was_chosen_since_stays_chosen() -> None:
    make_puzzle()
    bpy.ops.puzzle_cubes.add_turntable()
    camera = choose_camera()
    bpy.ops.puzzle_cubes.remove_turntable()
    assert bpy.context.scene.camera == camera


def test_it_takes_over_the_frames_of_an_animation_that_comes_later() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    scene = bpy.context.scene
    bpy.ops.puzzle_cubes.add_turntable()
    assert (from_box(scene.frame_start) - from_box(scene.frame_end)).length < 1e-6
    bpy.ops.puzzle_cubes.animate(frames_per_move=2)
    middle = (scene.frame_start + scene.frame_end) / 2
    assert (from_box(scene.frame_start) - from_box(scene.frame_end)).length < 1e-6
    assert from_box(int(middle)).xy.dot(from_box(scene.frame_start).xy) < 0
