# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene set to millimeters: the units are, and the puzzles that stand in it keep their size and place."""

from __future__ import annotations

from typing import Any

import bpy
import pytest

from tests.blender.puzzles import PLAIN, extent, make_puzzle, only_puzzle, part, parts_apart


def set_millimeters() -> None:
    """Press the button."""
    assert bpy.ops.puzzle_cubes.set_millimeters() == {"FINISHED"}


def test_the_units_the_grid_and_the_clipping() -> None:
    set_millimeters()
    units: Any = bpy.context.scene.unit_settings
    assert units.scale_length == pytest.approx(0.001)
    assert (units.system, units.length_unit) == ("METRIC", "MILLIMETERS")
    # Those of the workspaces that are not in sight, too.
    views = [area.spaces.active for screen in bpy.data.screens for area in screen.areas if area.type == "VIEW_3D"]
    assert len(views) > 1
    for space in views:
        assert space.clip_start == pytest.approx(0.1)
        assert space.clip_end >= 10000


def test_it_is_gray_where_there_is_nothing_to_do() -> None:
    assert bpy.ops.puzzle_cubes.set_millimeters.poll()
    set_millimeters()
    assert not bpy.ops.puzzle_cubes.set_millimeters.poll()


@pytest.mark.parametrize("animated", [False, True])
def test_puzzles_keep_their_size_and_place(*, animated: bool) -> None:
    bpy.context.scene.cursor.location = (0.2, 0.0, 0.05)
    group = make_puzzle(size=(3, 4, 2), seed=3)
    before = {key: extent(part(group, key), 1.0) for key in ("box", "cross", "solution")}
    cross = tuple(part(group, "cross").location)
    if animated:
        part(group, "box").keyframe_insert("location", frame=1)
    set_millimeters()
    bpy.context.scene.frame_set(1)
    for key, size in before.items():
        assert extent(part(group, key), 0.001) == pytest.approx(size, abs=1e-3)
    assert tuple(part(group, "box").location) == pytest.approx((200.0, 0.0, 50.0), abs=1e-3)
    assert tuple(part(group, "cross").location) == pytest.approx([1000 * value for value in cross], abs=1e-3)


def test_a_kit_keeps_its_size_too() -> None:
    group = make_puzzle(size=(2, 2, 2), seed=3)
    group.oskar.way = "KIT"
    before = {name: extent(piece, 1.0) for name, piece in parts_apart(group).items()}
    set_millimeters()
    for name, size in before.items():
        assert extent(part(group, name), 0.001) == pytest.approx(size, abs=1e-3)


def test_what_carries_pieces_is_a_small_cross_in_any_unit() -> None:
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="SOMA")
    carrier = only_puzzle().puzzle_cubes.carrier
    assert carrier.empty_display_size == pytest.approx(0.001)
    set_millimeters()
    assert carrier.empty_display_size == pytest.approx(1)


def test_a_new_cube_is_as_large_as_its_millimeters_say() -> None:
    set_millimeters()
    bpy.ops.puzzle_cubes.generate(size=(5, 5, 5), start_marker=0.0, end_marker=0.0, **PLAIN)
    assert extent(part(only_puzzle().puzzle_cubes, "box"), 0.001) == pytest.approx([43.0, 43.0, 43.0], abs=1e-3)
    assert max(part(only_puzzle().puzzle_cubes, "box").dimensions) == pytest.approx(43.0, abs=1e-3)
