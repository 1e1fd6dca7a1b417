# SPDX-License-Identifier: GPL-3.0-or-later
"""Watching shows the right things at each frame, in the scene and in the render, and goes without a trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.oskar.courses import CHOICES, watch
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.space import position_of
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json
from puzzle_cubes.oskar.watched import EDGE_LOOK, LOOKS, Block, Pace, Watched, boxes_of, edges_of
from tests.blender.oskar.animated import cells_at, curves, solution_of
from tests.blender.puzzles import data_names, only_puzzle, part, save_and_open, scene_puzzles

SIDES = 6
"""Of a box."""

Seen = set[tuple[float, float, float, str]]
"""The centers of boxes in cells, each with the name of its material."""


def watched_by_core(collection: Any, name: str, *, seed: int = 1, from_end: bool = False) -> Watched:
    """Return what is to be seen of a puzzle."""
    return watch(name, puzzle_from_json(collection.puzzle_cubes.puzzle), seed, from_end=from_end)


def evaluated(owner: Any, frame: int) -> Any:
    """Return an object as it is at a frame."""
    bpy.context.scene.frame_set(frame)
    return owner.evaluated_get(bpy.context.evaluated_depsgraph_get())


def seen_at(collection: Any, frame: int) -> Seen:
    """Return the boxes that are seen at a frame."""
    mesh = evaluated(collection.puzzle_cubes.oskar.watch_blocks, frame).data
    centers = np.empty(3 * len(mesh.polygons))
    mesh.polygons.foreach_get("center", centers)
    numbers = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("material_index", numbers)
    names = [material.name for material in mesh.materials]
    means = centers.reshape(-1, SIDES, 3).mean(axis=1)
    return {(*place(mean), names[number]) for mean, number in zip(means, numbers[::SIDES], strict=True)}


def expected_at(watched: Watched, step: int) -> Seen:
    """Return the boxes that are to be seen at a step."""
    return boxes(watched.size, watched.seen(step))


def boxes(size: Size, blocks: list[Block]) -> Seen:
    """Return the boxes of blocks, and those of the edges of the room."""
    looks = [block.look for block in blocks]
    inside = zip(boxes_of(size, blocks)[0], looks, strict=True)
    outside = ((center, EDGE_LOOK) for center in edges_of(size)[0])
    return {(*place(center), f"Oskar's Cube {LOOKS[look].label}") for center, look in (*inside, *outside)}


def place(center: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return a place without the noise of single precision."""
    x, y, z = (round(float(value), 3) + 0.0 for value in center)
    return x, y, z


def letters_at(collection: Any, frame: int) -> bytes:
    """Return the shape of the line that is seen at a frame."""
    mesh = evaluated(collection.puzzle_cubes.oskar.watch_text, frame).data
    vertices = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", vertices)
    return vertices.round(3).tobytes()


def grown(**settings: Any) -> Any:
    """Make a puzzle of a style that grows, and return its collection."""
    bpy.ops.puzzle_cubes.generate(**{"size": (4, 3, 5), "seed": 2, "style": "BACKTRACKER"} | settings)
    return scene_puzzles()[-1]


def shown(collection: Any) -> dict[str, bool]:
    """Return whether box and cross are seen, in the view and in the render."""
    parts = {key: part(collection.puzzle_cubes, key) for key in ("box", "cross")}
    return {key: not part_object.hide_viewport and not part_object.hide_render for key, part_object in parts.items()}


@pytest.mark.parametrize("name", list(CHOICES))
@pytest.mark.parametrize("beginning", ["START", "END"])
def test_each_frame_shows_its_step(name: str, beginning: str) -> None:
    collection, scene = grown(), bpy.context.scene
    scene.frame_start = 11
    assert bpy.ops.puzzle_cubes.watch(watched=name.upper(), watch_from=beginning, watch_seconds=1.5, watch_seed=5) == {
        "FINISHED"
    }
    watched = watched_by_core(collection, name, seed=5, from_end=beginning == "END")
    pace = Pace(11, 36, watched.last)
    assert scene.frame_end == 11 + 36 + 24
    assert shown(collection) == {"box": False, "cross": False}
    for frame in (1, 11, 12, 20, 30, 46, 47, 60):
        assert seen_at(collection, frame) == expected_at(watched, pace.step_at(frame)), frame
    walker = collection.puzzle_cubes.oskar.watch_walker
    assert (walker is None) == (watched.walk is None)
    if watched.walk is not None:
        for frame in range(11, 48):
            cell = position_of(watched.size, int(watched.walk[pace.step_at(frame)]))
            place = np.array(evaluated(walker, frame).location)
            # Where there are more frames than moves it is on its way to the next one.
            assert np.abs(place - cell).sum() < 1 + 1e-4 if watched.last < 36 else place == pytest.approx(cell)


def test_it_stands_where_the_positions_of_the_cross_are_and_follows_the_dimensions() -> None:
    collection = grown()
    group = collection.puzzle_cubes
    bpy.ops.puzzle_cubes.watch(watched="TREMAUX", watch_seconds=1)
    for change in ({}, {"wall": 6.0, "plate": 2.0}):
        for name, value in change.items():
            setattr(group.oskar, name, value)
        bpy.context.view_layer.update()
        walker, cross = group.oskar.watch_walker, part(group, "cross")
        # At first both stand at the start; what is hidden does not follow.
        cross.hide_viewport = False
        place = evaluated(walker, 1).matrix_world.translation
        assert np.array(place) == pytest.approx(np.array(evaluated(cross, 1).matrix_world.translation), abs=1e-6)
        cross.hide_viewport = True


def test_the_line_says_what_the_panel_says() -> None:
    collection = grown(size=(3, 3, 3))
    bpy.ops.puzzle_cubes.watch(watched="DISTANCES", watch_seconds=2)
    watched = watched_by_core(collection, "distances")
    pace = Pace(1, 48, watched.last)
    seen: dict[str, bytes] = {}
    for frame in (0, 1, 2, 10, 24, 30, 48, 49, 50, 70):
        sentence, letters = watched.sentence(pace.step_at(frame)), letters_at(collection, frame)
        assert letters
        assert seen.setdefault(sentence, letters) == letters
    assert len(seen) >= 5
    assert len(set(seen.values())) == len(seen)


def test_another_one_takes_the_place_of_the_first() -> None:
    collection = grown()
    before = data_names()
    bpy.ops.puzzle_cubes.watch(watched="MOUSE")
    bpy.ops.puzzle_cubes.watch(watched="FILLING")
    assert collection.puzzle_cubes.oskar.watch_walker is None
    assert len(bpy.data.objects) == len(before["objects"]) + 2
    assert not bpy.data.actions
    assert bpy.ops.puzzle_cubes.remove_watch() == {"FINISHED"}
    assert data_names() == before
    assert shown(collection) == {"box": True, "cross": True}
    with pytest.raises(RuntimeError, match="Nothing is being watched"):
        bpy.ops.puzzle_cubes.remove_watch()


def test_what_was_chosen_is_kept_with_the_puzzle() -> None:
    collection = grown()
    bpy.ops.puzzle_cubes.watch(watched="MOUSE", watch_from="END", watch_seconds=3, watch_seed=9)
    own = collection.puzzle_cubes.oskar
    assert (own.watched, own.watch_from, own.watch_seconds, own.watch_seed) == ("MOUSE", "END", 3.0, 9)
    bpy.ops.puzzle_cubes.remove_watch()
    bpy.ops.puzzle_cubes.watch()
    watched = watched_by_core(collection, "mouse", seed=9, from_end=True)
    assert seen_at(collection, 30) == expected_at(watched, Pace(1, 72, watched.last).step_at(30))


def test_what_is_watched_follows_what_is_chosen() -> None:
    collection = grown(style="INDEPENDENT")
    own = collection.puzzle_cubes.oskar
    own.watched = "FILLING"
    assert own.watch_blocks is None
    bpy.ops.puzzle_cubes.watch(watched="DISTANCES", watch_seconds=3)
    own.watched = "MOUSE"
    own.watch_seed = 9
    watched = watched_by_core(collection, "mouse", seed=9, from_end=False)
    assert seen_at(collection, 30) == expected_at(watched, Pace(1, 72, watched.last).step_at(30))
    # What cannot be shown is not, and nothing else in its place.
    own.watched = "GROWTH"
    assert own.watch_blocks is None
    assert shown(collection) == {"box": True, "cross": True}
    assert bpy.context.scene.frame_end == 250


def test_growth_is_refused_where_nothing_is_known_of_it() -> None:
    collection = grown(style="INDEPENDENT")
    before = data_names()
    with pytest.raises(RuntimeError, match="It is not known how this puzzle grew"):
        bpy.ops.puzzle_cubes.watch(watched="GROWTH")
    assert (data_names(), shown(collection)) == (before, {"box": True, "cross": True})
    assert bpy.ops.puzzle_cubes.watch(watched="FILLING") == {"FINISHED"}


def test_times_that_cannot_be_are_refused_and_nothing_is_changed() -> None:
    collection = grown()
    bpy.ops.puzzle_cubes.watch(watched="DISTANCES", watch_seconds=1)
    before, seen = data_names(), seen_at(collection, 5)
    with pytest.raises(RuntimeError, match="Seconds is 0"):
        bpy.ops.puzzle_cubes.watch(watched="GROWTH", watch_seconds=0)
    bpy.context.scene.frame_start = 1_048_570
    with pytest.raises(RuntimeError, match="the last one that Blender has"):
        bpy.ops.puzzle_cubes.watch(watched="GROWTH", watch_seconds=10)
    assert (data_names(), seen_at(collection, 5)) == (before, seen)


def test_it_is_saved_with_the_file_and_shown_without_the_extension(tmp_path: Path) -> None:
    grown()
    bpy.ops.puzzle_cubes.watch(watched="TREMAUX", watch_seconds=1)
    seen = [(seen_at(only_puzzle(), frame), letters_at(only_puzzle(), frame)) for frame in (1, 12, 25)]
    save_and_open(tmp_path)
    assert seen == [(seen_at(only_puzzle(), frame), letters_at(only_puzzle(), frame)) for frame in (1, 12, 25)]
    # Nothing of it runs by itself.
    assert not any(
        "puzzle_cubes" in getattr(handler, "__module__", "") for handler in bpy.app.handlers.frame_change_pre
    )
    assert bpy.ops.puzzle_cubes.remove_watch() == {"FINISHED"}
    assert shown(only_puzzle()) == {"box": True, "cross": True}


def test_another_puzzle_in_its_place_is_watched_in_the_same_way() -> None:
    grown()
    bpy.ops.puzzle_cubes.watch(watched="TREMAUX", watch_seconds=1)
    bpy.ops.puzzle_cubes.another()
    watched = watched_by_core(only_puzzle(), "tremaux")
    assert seen_at(only_puzzle(), 10) == expected_at(watched, Pace(1, 24, watched.last).step_at(10))
    assert shown(only_puzzle()) == {"box": False, "cross": False}
    # Of some puzzles it is not known how they grew.
    bpy.ops.puzzle_cubes.replace(style="BACKTRACKER")
    bpy.ops.puzzle_cubes.watch(watched="GROWTH")
    bpy.ops.puzzle_cubes.replace(style="INDEPENDENT")
    assert (shown(only_puzzle()), bpy.context.scene.frame_end) == ({"box": True, "cross": True}, 250)


@pytest.mark.parametrize("instead", ["show_solution", "animate"])
def test_the_solution_is_shown_and_animated_in_its_place(instead: str) -> None:
    collection = grown()
    bpy.ops.puzzle_cubes.watch(watched="MOUSE")
    getattr(bpy.ops.puzzle_cubes, instead)()
    assert shown(collection) == {"box": True, "cross": instead == "animate"}
    assert not collection.puzzle_cubes.oskar.watch_line
    assert len(bpy.data.actions) == (instead == "animate")
    # The buttons go on with the same puzzle.
    assert getattr(bpy.ops.puzzle_cubes, instead)() == {"FINISHED"}


def test_objects_that_the_user_has_deleted_do_no_harm() -> None:
    collection = grown()
    before = data_names()
    bpy.ops.puzzle_cubes.watch(watched="MOUSE")
    bpy.data.objects.remove(collection.puzzle_cubes.oskar.watch_blocks)
    collection.puzzle_cubes.oskar.wall = 5.0
    assert bpy.ops.puzzle_cubes.remove_watch() == {"FINISHED"}
    assert data_names()["objects"] == before["objects"]
    assert shown(collection) == {"box": True, "cross": True}


def test_a_kit_is_not_watched_and_stays_hidden_parts() -> None:
    collection = grown()
    bpy.ops.puzzle_cubes.watch(watched="MOUSE")
    collection.puzzle_cubes.oskar.way = "KIT"
    with pytest.raises(RuntimeError, match="shown as a kit"):
        bpy.ops.puzzle_cubes.watch(watched="MOUSE")
    bpy.ops.puzzle_cubes.remove_watch()
    assert shown(collection) == {"box": False, "cross": False}
    collection.puzzle_cubes.oskar.way = "ONE_PIECE"
    assert shown(collection) == {"box": True, "cross": True}


def test_the_render_shows_the_frame(tmp_path: Path) -> None:
    grown()
    scene: Any = bpy.context.scene
    bpy.ops.puzzle_cubes.watch(watched="GROWTH", watch_seconds=1)
    bpy.ops.puzzle_cubes.add_turntable()
    # So only what is watched changes.
    for curve in curves():
        if curve.data_path == "rotation_euler":
            for point in curve.keyframe_points:
                point.co.y = 0.0
            curve.update()
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", 4, False
    scene.render.resolution_x = scene.render.resolution_y = 96
    pictures = []
    for frame in (1, 13, 25):
        scene.frame_set(frame)
        scene.render.filepath = str(tmp_path / f"{frame}.png")
        bpy.ops.render.render(write_still=True)
        image: Any = bpy.data.images.load(scene.render.filepath)
        pixels = np.array(image.pixels[:]).reshape(-1, 4)[:, :3]
        # How much of it is colored: blocks are, the gray ground is not.
        pictures.append(int((np.ptp(pixels, axis=1) > 0.05).sum()))
    assert pictures[0] + 100 < pictures[1]
    # Later blocks hide others, too.
    assert pictures[1] + 20 < pictures[2]


@pytest.mark.parametrize("position", [(0, 0, 0), (3, 2, 4), (1, 2, 0)])
def test_the_cross_is_put_anywhere_and_stays_there(position: tuple[int, int, int]) -> None:
    collection = grown()
    assert bpy.ops.puzzle_cubes.put_cross(free_place=position) == {"FINISHED"}
    assert cells_at(collection, 1) == pytest.approx(position, abs=1e-3)
    collection.puzzle_cubes.oskar.wall = 4.0
    assert cells_at(collection, 1) == pytest.approx(position, abs=1e-3)


def test_the_cross_stays_also_where_no_way_leads() -> None:
    collection = grown(style="KRUSKAL", size=(4, 4, 4))
    reached = {at[:3] for at in seen_of_distances(collection)}
    far = next(tuple(int(cell) for cell in at) for at in np.ndindex(4, 4, 4) if at not in reached)
    bpy.ops.puzzle_cubes.put_cross(free_place=far)
    collection.puzzle_cubes.oskar.wall = 4.0
    assert cells_at(collection, 1) == pytest.approx(far, abs=1e-3)


def seen_of_distances(collection: Any) -> set[tuple[int, ...]]:
    """Return all positions that can be reached."""
    watched = watched_by_core(collection, "distances")
    return {block.at for block in watched.seen(watched.last) if block.shape in ("position", "goal")}


def test_the_cross_is_not_put_out_of_the_box_nor_where_its_keys_never_lead() -> None:
    collection = grown()
    with pytest.raises(RuntimeError, match="Y is 3: the cells along Y are counted from 0 to 2"):
        bpy.ops.puzzle_cubes.put_cross(free_place=(0, 3, 0))
    bpy.ops.puzzle_cubes.animate()
    solution = solution_of(collection)
    beside = next(tuple(map(int, cell)) for cell in np.ndindex(4, 3, 5) if tuple(cell) not in solution)
    with pytest.raises(RuntimeError, match="The cross is animated and never comes there"):
        bpy.ops.puzzle_cubes.put_cross(free_place=beside)
    assert tuple(collection.puzzle_cubes.oskar.cross_position) == solution[0]


def test_an_animated_cross_is_put_where_it_is_by_its_frame() -> None:
    collection, scene = grown(), bpy.context.scene
    bpy.ops.puzzle_cubes.animate(frames_per_move=7, turn_pause=3)
    # However the user has paced it.
    for curve in curves():
        for point in curve.keyframe_points:
            point.co.x = 5 + 1.5 * point.co.x
        curve.update()
    earlier = 0
    for cell in solution_of(collection)[1:]:
        bpy.ops.puzzle_cubes.put_cross(free_place=cell)
        assert scene.frame_current > earlier
        earlier = scene.frame_current
        assert cells_at(collection, earlier) == pytest.approx(cell, abs=0.1)
