# SPDX-License-Identifier: GPL-3.0-or-later
"""The subject of a check's line can be selected, and the beds are where parts lie."""

from __future__ import annotations

import json
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.puzzles import (
    installed,
    laid,
    make_puzzle,
    only_puzzle,
    part,
    parts_apart,
    scene_puzzle,
    world_bounds,
    world_vertices,
)


def keys_by_check() -> dict[str, list[str]]:
    """Check the puzzle, and return the parts of each line by its name."""
    bpy.ops.puzzle_cubes.check()
    lines = json.loads(only_puzzle().puzzle_cubes.checks)["lines"]
    return {line["name"]: line["parts"] for line in lines}


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_a_line_selects_what_it_speaks_of(way: str) -> None:
    group = make_puzzle()
    group.oskar.way = way
    keys = keys_by_check()
    assert keys["Material"] == []
    for name in ("Clearance", "Strength", "Walls", "Motion"):
        bpy.ops.puzzle_cubes.show_parts(part_keys=",".join(keys[name]))
        wanted = {part(group, key) for key in keys[name]}
        assert set(bpy.context.selected_objects) == wanted
        assert bpy.context.active_object in wanted
    assert len(keys["Strength"]) == (1 if way == "ONE_PIECE" else 2)


@pytest.mark.parametrize("explode", [0.0, 0.5, 1.0])
def test_the_weakest_wall_is_framed_where_its_plate_is(explode: float) -> None:
    drawing = installed("blender_addon.tab.checking")
    group = make_puzzle(size=(5, 5, 5))
    group.oskar.way = "KIT"
    group.explode = explode
    keys = keys_by_check()["Strength"]
    bpy.ops.puzzle_cubes.show_parts(part_keys=",".join(keys), line="Walls")
    assert drawing.place_lines(bpy.context) == []
    bpy.ops.puzzle_cubes.show_parts(part_keys=",".join(keys), line="Strength")
    bpy.context.view_layer.update()
    lines = drawing.place_lines(bpy.context)
    assert len({tuple(sorted((tuple(begin), tuple(end)))) for begin, end in lines}) == 12
    plate = part(group, keys[0])
    ends = world_bounds(plate) / 1000
    low, high = corners(lines)
    assert (low > ends[0] - 1e-6).all()
    assert (high < ends[1] + 1e-6).all()
    # It goes through the plate, which is as thick as it is, and is a part of it only.
    sides, whole = np.sort(high - low), np.sort(np.ptp(ends, axis=0))
    assert sides[0] == pytest.approx(whole[0], abs=1e-6)
    assert (sides[1:] < 0.9 * whole[1:]).all()
    vertices = world_vertices(plate) / 1000
    assert ((vertices > low - 1e-6) & (vertices < high + 1e-6)).all(axis=1).any()
    plate.select_set(False)
    assert drawing.place_lines(bpy.context) == []
    plate.select_set(True)
    assert len(drawing.place_lines(bpy.context)) == 12
    # What was found is about other walls then.
    group.oskar.wall = 2.5
    assert drawing.place_lines(bpy.context) == []


def test_what_is_gone_is_not_selected() -> None:
    group = make_puzzle()
    bpy.data.objects.remove(part(group, "cross"))
    with pytest.raises(RuntimeError, match="is hidden, or was deleted"):
        bpy.ops.puzzle_cubes.show_parts(part_keys="cross")


def corners(lines: Any) -> Any:
    """Return the lowest and the highest corner of lines."""
    places = np.array([end[:] for line in lines for end in line])
    return places.min(axis=0), places.max(axis=0)


def test_the_beds_lie_below_the_parts_and_are_as_large_as_the_printers() -> None:
    drawing = installed("blender_addon.tab.print_panel")
    scene = bpy.context.scene
    group = make_puzzle()
    part(group, "box").location = (0.1, 0.2, 0.3)
    bpy.context.view_layer.update()
    assert drawing.bed_lines(scene, scene_puzzle()) == ([], [])
    group.oskar.way = "KIT"
    bpy.context.view_layer.update()
    edges, inner = drawing.bed_lines(scene, scene_puzzle())
    low, high = corners(edges)
    assert (high - low).tolist() == pytest.approx([0.22, 0.22, 0], abs=1e-6)
    assert low.tolist() == pytest.approx([0.1 - 0.11, 0.2 - 0.11, 0.3], abs=1e-6)
    assert len(inner) == 2 * 21
    for piece in parts_apart(group).values():
        ends = world_bounds(piece) / 1000
        assert (ends[0] > low - 1e-6).all()
        assert (ends[1, :2] < high[:2]).all()
        assert ends[0, 2] == pytest.approx(low[2], abs=1e-6)
    scene.puzzle_cubes.bed_x = 120
    scene.puzzle_cubes.bed_y = 60
    bpy.context.view_layer.update()
    low, high = corners(drawing.bed_lines(scene, scene_puzzle())[0])
    beds = 1 + max(place["bed"] for place in laid(group).values())
    assert high[0] - low[0] == pytest.approx(0.12 * beds + 0.02 * (beds - 1), abs=1e-6)
    assert beds > 1
    scene.puzzle_cubes.bed_x = scene.puzzle_cubes.bed_y = 200
    scene.puzzle_cubes.round_bed = True
    bpy.context.view_layer.update()
    edges, inner = drawing.bed_lines(scene, scene_puzzle())
    middle = np.array([0.1, 0.2, 0.3])
    for begin, end in edges + inner:
        assert np.linalg.norm(np.array(begin) - middle) == pytest.approx(0.1, abs=1e-6)
        assert np.linalg.norm(np.array(end) - middle) == pytest.approx(0.1, abs=1e-6)
    group.explode = 0.5
    assert drawing.bed_lines(scene, scene_puzzle()) == ([], [])
