# SPDX-License-Identifier: GPL-3.0-or-later
"""Size and place of puzzles in scenes of any unit: at round places, flush with a corner on request, as files have them.

A scene that is set to millimeters has such units, and the puzzles that stand in it keep their size and place.
"""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.blender.puzzles import extent, make_puzzle, only_puzzle, part, world_vertices

ROUND: dict[str, Any] = {
    "passage": 5.0,
    "wall": 2.5,
    "plate": 3.0,
    "clearance": 0.5,
    "start_marker": 0.0,
    "end_marker": 0.0,
    "arm_chamfer": 0.0,
    "bed_chamfer": 0.0,
}
"""Dimensions of which halves are multiples of a quarter of a millimeter."""

EXACT = 1e-6
"""How far a coordinate may be from a round one, as a share: single precision."""


def make(meters_per_unit: float, **values: Any) -> Any:
    """Make a box of 4x3x2 cells in a scene with some unit, and return it."""
    bpy.context.scene.unit_settings.scale_length = meters_per_unit
    bpy.ops.puzzle_cubes.generate(size=(4, 3, 2), seed=1, **{**ROUND, **values})
    return part(only_puzzle().puzzle_cubes, "box")


def places(shown: Any) -> NDArray[np.float64]:
    """Return where the vertices of an object are in the world, in millimeters."""
    return world_vertices(shown, bpy.context.scene.unit_settings.scale_length)


def assert_round(corners: NDArray[np.float64]) -> None:
    """Assert that places are multiples of a quarter of a millimeter."""
    nearest = np.round(corners * 4) / 4
    assert np.abs(corners - nearest).max() <= EXACT * np.abs(corners).max()


@pytest.mark.parametrize("meters_per_unit", [0.001, 1.0])
def test_vertices_are_at_round_places(meters_per_unit: float) -> None:
    box = make(meters_per_unit)
    assert_round(places(box))
    assert_round(places(part(only_puzzle().puzzle_cubes, "cross")))
    box.location.x += 0.010 / meters_per_unit
    assert_round(places(box))


@pytest.mark.parametrize("meters_per_unit", [0.001, 1.0])
def test_a_corner_is_flush_and_stays_so(meters_per_unit: float) -> None:
    box = make(meters_per_unit)
    group = only_puzzle().puzzle_cubes
    middle = places(box)
    group.origin = "CORNER"
    assert places(box).min(axis=0) == pytest.approx([0, 0, 0], abs=1e-5)
    assert_round(places(box))
    for name, value in (("wall", 4.0), ("plate", 2.0), ("outer_typed", 60.0)):
        setattr(group.oskar, name, value)
        assert places(box).min(axis=0) == pytest.approx([0, 0, 0], abs=1e-5)
    # Markers stand out of it in front, to the right and above.
    group.oskar.start_marker = 3.0
    assert places(box).min(axis=0) == pytest.approx([0, -3, 0], abs=1e-5)
    group.oskar.start_marker = 0.0
    box.location.x += 0.010 / meters_per_unit
    group.oskar.wall = 3.0
    assert places(box).min(axis=0) == pytest.approx([10, 0, 0], abs=1e-5)
    box.location.x -= 0.010 / meters_per_unit
    group.oskar.outer_pinned = False
    for name, value in ROUND.items():
        setattr(group.oskar, name, value)
    group.origin = "CENTER"
    assert places(box) == pytest.approx(middle, abs=1e-4)


@pytest.mark.parametrize("given", [{"kind": "PACKING", "puzzle": "SOMA"}, {"kind": "BURR"}])
def test_a_corner_of_pieces_is_flush_where_they_are_together(given: dict[str, str]) -> None:
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.puzzle_cubes.generate(**given)
    group = only_puzzle().puzzle_cubes
    group.explode = 0.0

    def lowest() -> list[float]:
        seen = [item.part for item in group.parts if item.part is not None and item.part.visible_get()]
        return [round(float(side), 3) for side in np.min([places(shown).min(axis=0) for shown in seen], axis=0)]

    middle = lowest()
    assert max(middle[:2]) < -20
    group.origin = "CORNER"
    assert lowest() == pytest.approx([0, 0, 0], abs=1e-3)
    getattr(group, group.kind).cube += 2.5
    assert lowest() == pytest.approx([0, 0, 0], abs=1e-3)
    getattr(group, group.kind).cube -= 2.5
    group.origin = "CENTER"
    assert lowest() == pytest.approx(middle, abs=1e-3)


def test_a_corner_stays_flush_in_a_scene_of_millimeters_and_for_another_puzzle() -> None:
    box = make(1.0)
    only_puzzle().puzzle_cubes.origin = "CORNER"
    bpy.ops.puzzle_cubes.set_millimeters()
    assert bpy.context.scene.unit_settings.scale_length == pytest.approx(0.001)
    assert places(box).min(axis=0) == pytest.approx([0, 0, 0], abs=1e-5)
    bpy.ops.puzzle_cubes.another(size=(5, 5, 5), seed=2)
    assert places(box).min(axis=0) == pytest.approx([0, 0, 0], abs=1e-5)
    assert places(box).max(axis=0) == pytest.approx([41, 41, 41], abs=1e-4)


def set_millimeters() -> None:
    """Press the button."""
    assert bpy.ops.puzzle_cubes.set_millimeters() == {"FINISHED"}


def views() -> list[Any]:
    """Return all 3D views, those of the workspaces that are not in sight, too."""
    return [area.spaces.active for screen in bpy.data.screens for area in screen.areas if area.type == "VIEW_3D"]


def test_a_scene_is_set_to_millimeters_once_and_has_their_units_and_clipping() -> None:
    assert bpy.ops.puzzle_cubes.set_millimeters.poll()
    seen_from = [space.region_3d.view_distance for space in views()]
    set_millimeters()
    assert not bpy.ops.puzzle_cubes.set_millimeters.poll()
    units: Any = bpy.context.scene.unit_settings
    assert units.scale_length == pytest.approx(0.001)
    assert (units.system, units.length_unit) == ("METRIC", "MILLIMETERS")
    assert len(views()) > 1
    # Where there is no puzzle nothing becomes larger.
    assert [space.region_3d.view_distance for space in views()] == seen_from
    for space in views():
        assert space.clip_start == pytest.approx(0.1)
        assert space.clip_end >= 10000


@pytest.mark.parametrize("animated", [False, True])
def test_puzzles_keep_their_size_and_place(*, animated: bool) -> None:
    bpy.context.scene.cursor.location = (0.2, 0.0, 0.05)
    group = make_puzzle(size=(3, 4, 2), seed=3)
    group.oskar.way = "KIT"
    before = {item.name: extent(item.part, 1.0) for item in group.parts}
    cross = tuple(part(group, "cross").location)
    if animated:
        part(group, "box").keyframe_insert("location", frame=1)
    set_millimeters()
    bpy.context.scene.frame_set(1)
    for key, size in before.items():
        assert extent(part(group, key), 0.001) == pytest.approx(size, abs=1e-3)
    assert tuple(part(group, "box").location) == pytest.approx((200.0, 0.0, 50.0), abs=1e-3)
    assert tuple(part(group, "cross").location) == pytest.approx([1000 * value for value in cross], abs=1e-3)


def test_what_carries_pieces_is_a_small_cross_in_any_unit() -> None:
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="SOMA")
    carrier = only_puzzle().puzzle_cubes.carrier
    assert carrier.empty_display_size == pytest.approx(0.001)
    set_millimeters()
    assert carrier.empty_display_size == pytest.approx(1)
