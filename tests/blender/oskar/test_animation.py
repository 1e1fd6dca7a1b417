# SPDX-License-Identifier: GPL-3.0-or-later
"""The cross goes along the solution by keyframes, which follow the dimensions and can be replaced and removed."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.oskar.animated import cells_at, cells_of_keys, curves, key_count, solution_of
from tests.blender.puzzles import make_puzzle, measures, only_puzzle, part, refusal, save_and_open


def animated(**settings: int) -> Any:
    """Make a puzzle, animate it, and return its collection."""
    collection = make_puzzle(size=(4, 3, 5), seed=2).id_data
    assert bpy.ops.puzzle_cubes.animate(**settings) == {"FINISHED"}
    return collection


def test_the_cross_visits_every_cell_of_the_solution_in_order() -> None:
    bpy.context.scene.frame_start = 11
    collection = animated(frames_per_move=3, turn_pause=2)
    scene = bpy.context.scene
    solution = solution_of(collection)
    assert cells_at(collection, scene.frame_start) == pytest.approx(solution[0], abs=1e-3)
    assert cells_at(collection, scene.frame_end) == pytest.approx(solution[-1], abs=1e-3)
    assert cells_of_keys(collection) == solution
    measured = measures(collection.puzzle_cubes)
    turns = measured["straight_moves"] - 1
    assert turns > 0
    assert scene.frame_end == 11 + 3 * measured["length"] + 2 * turns
    # Before and after its animation the cross stays.
    assert cells_at(collection, 1) == pytest.approx(solution[0], abs=1e-3)
    assert cells_at(collection, scene.frame_end + 50) == pytest.approx(solution[-1], abs=1e-3)


def test_it_moves_evenly_between_the_cells() -> None:
    collection = animated(frames_per_move=4, turn_pause=0)
    for number, (here, neighbor) in enumerate(pairwise(solution_of(collection))):
        for quarter in range(5):
            between = np.array(here) + (np.array(neighbor) - here) * quarter / 4
            assert cells_at(collection, 1 + 4 * number + quarter) == pytest.approx(between, abs=1e-3)


def test_it_waits_at_the_turns() -> None:
    collection = animated(frames_per_move=1, turn_pause=5)
    frames = range(1, bpy.context.scene.frame_end + 1)
    resting = sum(
        np.allclose(cells_at(collection, frame), cells_at(collection, frame + 1), atol=1e-4) for frame in frames[:-1]
    )
    assert resting == 5 * (measures(collection.puzzle_cubes)["straight_moves"] - 1)


def test_pressed_again_it_replaces_the_earlier_keys_and_no_others() -> None:
    collection = animated(frames_per_move=9)
    cross = part(collection.puzzle_cubes, "cross")
    cross.keyframe_insert("scale", frame=7)
    assert bpy.ops.puzzle_cubes.animate(frames_per_move=2, turn_pause=0) == {"FINISHED"}
    assert len(bpy.data.actions) == 1
    length = measures(collection.puzzle_cubes)["length"]
    assert key_count() == 3 * (length + 1) + 3
    assert bpy.context.scene.frame_end == 1 + 2 * length
    assert cells_of_keys(collection) == solution_of(collection)


def test_what_was_given_is_kept_with_the_puzzle() -> None:
    collection = animated(frames_per_move=5)
    own, measured = collection.puzzle_cubes.oskar, measures(collection.puzzle_cubes)
    assert (own.frames_per_move, own.turn_pause) == (5, 4)
    own.turn_pause = 1
    bpy.ops.puzzle_cubes.animate()
    assert bpy.context.scene.frame_end == 1 + 5 * measured["length"] + (measured["straight_moves"] - 1)


def test_removed_nothing_is_left_of_it() -> None:
    collection = animated()
    bpy.context.scene.frame_set(30)
    assert bpy.ops.puzzle_cubes.remove_animation() == {"FINISHED"}
    assert not bpy.data.actions
    bpy.context.view_layer.update()
    for frame in (1, 30):
        assert cells_at(collection, frame) == pytest.approx(solution_of(collection)[0], abs=1e-3)
    with pytest.raises(RuntimeError, match="has no keyframes"):
        bpy.ops.puzzle_cubes.remove_animation()
    # Other keys of the cross are the user's.
    part(collection.puzzle_cubes, "cross").keyframe_insert("scale", frame=7)
    bpy.ops.puzzle_cubes.animate()
    bpy.ops.puzzle_cubes.remove_animation()
    assert key_count() == 3


def test_the_keys_follow_dimensions_and_units_also_in_a_saved_file(tmp_path: Path) -> None:
    collection = animated(frames_per_move=2)
    group = collection.puzzle_cubes
    bpy.context.scene.frame_set(6)
    group.oskar.wall = 5.0
    # The scene shows it at once, without a change of the frame.
    bpy.context.view_layer.update()
    shown = np.array(part(group, "cross").location)
    assert cells_of_keys(collection) == solution_of(collection)
    bpy.context.scene.frame_set(6)
    assert shown == pytest.approx(np.array(part(group, "cross").location))
    bpy.ops.puzzle_cubes.rebuild(passage=7.0, plate=2.0)
    assert cells_of_keys(collection) == solution_of(collection)
    save_and_open(tmp_path)
    collection = only_puzzle()
    collection.puzzle_cubes.oskar.wall = 2.0
    assert cells_of_keys(collection) == solution_of(collection)
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.puzzle_cubes.rebuild()
    assert cells_of_keys(collection, 0.001) == solution_of(collection)


def test_however_often_the_dimensions_change_the_keys_stay_exact() -> None:
    collection = animated(frames_per_move=1, turn_pause=0)
    own = collection.puzzle_cubes.oskar
    for number in range(120):
        own.wall = 0.01 if number % 2 else 90.0 - number / 7
    own.wall = 3.0
    pitch = own.passage + own.wall
    for frame, position in enumerate(solution_of(collection), start=1):
        assert cells_at(collection, frame) * pitch == pytest.approx(np.array(position) * pitch, abs=1e-3)


def test_keys_that_the_user_has_moved_in_time_stay_there() -> None:
    collection = animated(frames_per_move=3, turn_pause=0)
    for curve in curves():
        for point in curve.keyframe_points:
            point.co.x *= 2
        curve.update()
    bpy.context.scene.frame_end *= 2
    collection.puzzle_cubes.oskar.wall = 2.0
    assert cells_at(collection, 8) == pytest.approx(solution_of(collection)[1], abs=1e-3)
    assert cells_of_keys(collection) == solution_of(collection)


def test_meshes_that_are_older_than_the_dimensions_are_animated_as_they_are() -> None:
    group = make_puzzle()
    group.live = False
    group.oskar.wall = 6.0
    for operator in (bpy.ops.puzzle_cubes.animate, bpy.ops.puzzle_cubes.rebuild):
        operator()
        assert cells_of_keys(group.id_data) == solution_of(group.id_data)


def test_the_scene_ends_with_the_longest_animation_and_without_one_where_it_did() -> None:
    scene = bpy.context.scene
    scene.frame_end = 333
    first = animated(frames_per_move=3)
    end = scene.frame_end
    length = measures(make_puzzle(size=(2, 2, 2)))["length"]
    for frames in (1, 50):
        bpy.ops.puzzle_cubes.animate(frames_per_move=frames, turn_pause=0)
        assert scene.frame_end == max(end, 1 + frames * length)
    assert scene.frame_end > end
    bpy.ops.puzzle_cubes.remove_animation()
    assert scene.frame_end == end
    bpy.context.view_layer.objects.active = part(first.puzzle_cubes, "box")
    bpy.ops.puzzle_cubes.remove_animation()
    assert scene.frame_end == 333


def test_what_is_put_together_and_watched_beside_it_counts_for_the_end_of_the_scene() -> None:
    scene, operators = bpy.context.scene, bpy.ops.puzzle_cubes
    animated(frames_per_move=30)
    end = scene.frame_end
    operators.generate(kind="PACKING", puzzle="SOMA")
    operators.animate_assembly(frames_per_step=2, step_pause=0)
    assert scene.frame_end == end
    operators.remove()
    # A second after what is watched; what else moves of its puzzle is hidden.
    operators.watch(watch_seconds=3.0)
    assert scene.frame_end == 1 + 4 * 24
    make_puzzle(size=(2, 2, 2))
    for change in (partial(operators.animate, frames_per_move=1), operators.remove_animation):
        change()
        assert scene.frame_end == 1 + 4 * 24
    operators.remove()
    operators.remove_watch()
    assert scene.frame_end == end


def test_what_another_way_to_print_hides_does_not_count_for_the_end_of_the_scene() -> None:
    scene, group = bpy.context.scene, make_puzzle(size=(2, 2, 2))
    bpy.ops.puzzle_cubes.animate(frames_per_move=4, turn_pause=0)
    group.oskar.way = "KIT"
    assert scene.frame_end == 250
    bpy.ops.puzzle_cubes.animate_assembly(frames_per_step=60)
    ends = {"ONE_PIECE": 1 + 4 * measures(group)["length"], "KIT": scene.frame_end, "SHEET": 250}
    assert ends["KIT"] > 250
    for way in ("ONE_PIECE", "KIT", "SHEET", "KIT"):
        group.oskar.way = way
        assert scene.frame_end == ends[way]
    # The user's own end stays where the animation is as long as before.
    scene.frame_end = 999
    group.oskar.wall = 4.0
    assert scene.frame_end == 999
    # And the scene has that again where nothing is animated any more.
    group.oskar.way = "SHEET"
    assert scene.frame_end == 999


def test_frames_that_cannot_be_are_refused() -> None:
    collection = animated(frames_per_move=2)
    end, keys = bpy.context.scene.frame_end, key_count()
    for settings, sentence in (
        ({"frames_per_move": 0}, "Frames per move is 0"),
        ({"turn_pause": -1}, "Pause at turns is -1"),
        ({"frames_per_move": 1_000_000}, "the last one that Blender has is 1,048,574"),
    ):
        assert sentence in refusal(bpy.ops.puzzle_cubes.animate, **settings)
    assert (bpy.context.scene.frame_end, key_count()) == (end, keys)
    own = collection.puzzle_cubes.oskar
    assert (own.frames_per_move, own.turn_pause) == (2, 4)
