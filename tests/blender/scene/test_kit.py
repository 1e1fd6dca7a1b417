# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle as a kit or from sheets: its parts go together to the box, come apart, and lie on the bed or the sheets."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.oskar.exported_meshes import union
from tests.blender.puzzles import (
    installed,
    kit_collection,
    laid,
    make_puzzle,
    only_puzzle,
    part,
    parts_apart,
    scene_puzzle,
    vertices,
    world_bounds,
)
from tests.blender.scene.kits import apart, check_lies_on_beds, kit_state, make_kit, world_solid
from tests.core.export.written import CROSS_PARTS, PARTS, PLATES


def test_a_kit_takes_the_place_of_box_and_cross_and_gives_it_back() -> None:
    group = make_kit()
    parts, wholes = parts_apart(group), [part(group, "box"), part(group, "cross")]
    assert list(parts) == PARTS
    assert list(only_puzzle().children) == [kit_collection(group)]
    assert set(kit_collection(group).objects) == set(parts.values())
    for piece in parts.values():
        # What validate() would have to change is a fault of the mesh.
        assert not piece.data.validate(verbose=True)
        assert not any(polygon.use_smooth for polygon in piece.data.polygons)
    for way in ("KIT", "ONE_PIECE", "KIT"):
        group.oskar.way = way
        bpy.context.view_layer.update()
        assert {piece.visible_get() for piece in parts.values()} == {way == "KIT"}
        assert kit_collection(group).hide_render == (way != "KIT")
        assert {whole.visible_get() for whole in wholes} == {way != "KIT"}
        assert {whole.hide_render for whole in wholes} == {way == "KIT"}
    assert parts_apart(group) == parts


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 4, 1)], ids=str)
def test_put_together_the_parts_stand_in_the_box(size: tuple[int, int, int]) -> None:
    # What the markers of a kit are is looked at elsewhere: the posts are in one piece only.
    group = make_kit(size=size, overhang=2.0, start_marker=0.0, end_marker=0.0)
    group.explode = 0.0
    solids = {name: world_solid(piece) for name, piece in parts_apart(group).items()}
    for first_name, second_name in combinations(PARTS, 2):
        assert (solids[first_name] ^ solids[second_name]).is_empty(), (first_name, second_name)
    for whole, names in ((part(group, "box"), PLATES), (part(group, "cross"), CROSS_PARTS)):
        together, hidden = union([solids[name] for name in names]), world_solid(whole)
        assert (together - hidden).volume() == pytest.approx(0, abs=0.01)
        # Joints and notches take away little.
        assert 0.9 * hidden.volume() < together.volume() < hidden.volume()


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 4, 1)], ids=str)
def test_half_way_all_parts_are_apart(size: tuple[int, int, int]) -> None:
    group = make_kit(size=size)
    group.explode = 0.5
    parts = parts_apart(group)
    bounds = {name: world_bounds(piece) for name, piece in parts.items()}
    box = world_bounds(part(group, "box"))
    for number, name in enumerate(PLATES):
        axis, upper = divmod(number, 2)
        beyond = bounds[name][0, axis] - box[1, axis] if upper else box[0, axis] - bounds[name][1, axis]
        assert beyond > 0, name
    for names in (PLATES, CROSS_PARTS):
        assert all(
            apart(bounds[first_name], bounds[second_name]) > 1 for first_name, second_name in combinations(names, 2)
        )
    solids = {name: world_solid(piece) for name, piece in parts.items()}
    assert all((solids[arm] ^ solids[plate]).is_empty() for arm in CROSS_PARTS for plate in PLATES)


def test_at_the_end_all_parts_lie_flat_on_the_bed() -> None:
    group = make_kit(size=(4, 3, 5))
    assert group.explode == 1.0
    assert check_lies_on_beds(group) == 1
    volumes = {name: world_solid(piece).volume() for name, piece in parts_apart(group).items()}
    group.explode = 0.0
    assert volumes == pytest.approx({name: world_solid(piece).volume() for name, piece in parts_apart(group).items()})


@pytest.mark.parametrize(
    ("changed", "explode"),
    [({"joint": 0.2}, 1.0), ({"wall": 4.0}, 1.0), ({"passage": 6.0}, 0.0), ({"plate": 4.0}, 0.0)],
    ids=str,
)
def test_a_changed_dimension_rebuilds_the_kit_in_place(changed: dict[str, float], explode: float) -> None:
    group = make_kit()
    group.explode = explode
    before, parts = kit_state(group), parts_apart(group)
    meshes = {name: piece.data for name, piece in parts.items()}
    for name, value in changed.items():
        setattr(group.oskar, name, value)
    after = kit_state(group)
    assert all(after[name][0] != before[name][0] for name in PARTS)
    assert parts_apart(group) == parts
    assert {name: piece.data for name, piece in parts.items()} == meshes

    # It is the kit of a puzzle that was made so from the beginning.
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    fresh = make_kit(**changed)
    fresh.explode = explode
    assert kit_state(fresh) == after


def test_another_bed_or_spacing_lays_the_kit_out_anew() -> None:
    group = make_kit()
    meshes = {name: vertices(piece).tobytes() for name, piece in parts_apart(group).items()}
    printer: Any = bpy.context.scene.puzzle_cubes
    printer.spacing = 12.0
    assert check_lies_on_beds(group) == 1
    printer.bed_x = 70.0
    check_lies_on_beds(group)
    printer.bed_y = 60.0
    assert check_lies_on_beds(group) > 2
    assert {name: vertices(piece).tobytes() for name, piece in parts_apart(group).items()} == meshes


def test_another_bed_lays_a_kit_out_anew_beside_layers_of_another_puzzle() -> None:
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="SOMA")
    only_puzzle().puzzle_cubes.packing.view = "LAYERS"
    group = make_kit()
    bpy.context.scene.puzzle_cubes.bed_x = bpy.context.scene.puzzle_cubes.bed_y = 80.0
    assert {place["bed"] for place in laid(group).values()} == {0, 1}


@pytest.mark.parametrize("bed", [100, 250])
def test_puzzles_and_beds_stand_clear_of_each_other(bed: float) -> None:
    printer: Any = bpy.context.scene.puzzle_cubes
    printer.bed_x = printer.bed_y = bed
    first = make_kit()
    second, third = (make_puzzle(size=(4, 4, 4), seed=seed) for seed in range(2))
    second.oskar.way = "KIT"
    third.explode = 0.0
    third.oskar.way = "KIT"
    third.explode = 1.0
    fourth = make_puzzle(size=(2, 2, 2))
    # They stay clear of each other as they become larger.
    printer.bed_x = bed + 30
    first.oskar.cell = 8.0
    taken = [world_bounds(part(fourth, "box"))]
    for group in (first, second, third):
        puzzle = installed("blender_addon.scene.puzzle").ScenePuzzle(group.id_data)
        lines, _ = installed("blender_addon.tab.print_panel").bed_lines(bpy.context.scene, puzzle)
        taken.append(1000.0 * np.array([np.min(lines, axis=(0, 1)), np.max(lines, axis=(0, 1))]))
    assert min(apart(*(bounds[:, :2] for bounds in pair)) for pair in combinations(taken, 2)) > 0


@pytest.mark.parametrize("scale", [0.001, 0.0254])
def test_a_kit_has_its_size_in_scenes_of_other_units(scale: float) -> None:
    group = make_kit()
    in_meters = {name: world_bounds(piece) for name, piece in parts_apart(group).items()}
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.context.scene.unit_settings.scale_length = scale
    group = make_kit()
    for explode in (0.5, 1.0):
        group.explode = explode
    for name, piece in parts_apart(group).items():
        assert world_bounds(piece, scale) == pytest.approx(in_meters[name], abs=1e-3)
    assert check_lies_on_beds(group, scale) == 1


def test_a_kit_stays_of_one_size_when_the_scenes_unit_changes_under_it() -> None:
    group = make_kit()
    state = kit_state(group)
    bpy.context.scene.unit_settings.scale_length = 0.001
    # Box and cross are still those of the earlier unit, and so is what is divided.
    bpy.context.scene.puzzle_cubes.spacing = 5.0
    group.oskar.way = "ONE_PIECE"
    group.oskar.way = "KIT"
    assert kit_state(group) == state
    bpy.ops.puzzle_cubes.rebuild()
    assert check_lies_on_beds(group, 0.001) == 1
    assert np.ptp(world_bounds(part(group, "box"), 0.001), axis=0) == pytest.approx([30] * 3, abs=1e-3)


def ways_seen(group: Any) -> set[str]:
    """Return the ways of the parts that are seen."""
    bpy.context.view_layer.update()
    return {item.way for item in group.parts if item.part.visible_get()}


@pytest.mark.once
def test_each_way_shows_its_own_parts_only() -> None:
    group = make_puzzle()
    for way in ("SHEET", "KIT", "SHEET", "ONE_PIECE", "SHEET"):
        group.oskar.way = way
        assert ways_seen(group) - {""} == {way.lower()}
        assert kit_collection(group).name.endswith({"KIT": "Kit"}.get(way, "Sheet"))


def test_ways_are_undone_and_redone() -> None:
    # Blender before 4.4 ended here when the puzzle's collection had a pointer at that of the parts.
    ways = ("ONE_PIECE", "KIT", "SHEET", "KIT", "ONE_PIECE", "KIT")
    make_puzzle()
    for way in ways:
        only_puzzle().puzzle_cubes.oskar.way = way
        only_puzzle().puzzle_cubes.oskar.stand = 2.0 if way == "SHEET" else 0.0
        bpy.ops.ed.undo_push(message=way)
    step = len(ways) - 1
    for change in (-1, -1, -1, -1, 1, 1, -1, -1, -1, 1, 1, 1, 1, 1):
        step += change
        (bpy.ops.ed.undo if change < 0 else bpy.ops.ed.redo)()
        assert ways_seen(only_puzzle().puzzle_cubes) - {""} == {ways[step].lower()}


@pytest.mark.once
def test_parts_lie_on_sheets_that_follow_their_sides() -> None:
    drawing = installed("blender_addon.tab.print_panel")
    group = make_puzzle(size=(4, 4, 4), seed=2)
    group.oskar.way = "SHEET"

    def sheets() -> tuple[float, float]:
        bpy.context.view_layer.update()
        edges, _ = drawing.bed_lines(bpy.context.scene, scene_puzzle())
        places = np.array([end[:] for line in edges for end in line])
        low, high = places.min(axis=0), places.max(axis=0)
        for key in laid(group):
            ends = world_bounds(part(group, key)) / 1000
            assert (ends[0, :2] > low[:2] + 0.002).all()
            assert (ends[1, :2] < high[:2] - 0.002).all()
            assert np.ptp(ends[:, 2]) == pytest.approx(0.001 * group.oskar.thickness, abs=1e-6)
        width, depth, _ = (high - low).tolist()
        return width, depth

    assert sheets() == pytest.approx((0.6, 0.4))
    group.oskar.sheet_x, group.oskar.sheet_y = 300, 200
    beds = 1 + max(place["bed"] for place in laid(group).values())
    assert sheets() == pytest.approx((0.3 * beds + 0.02 * (beds - 1), 0.2))
    assert beds > 1
    group.oskar.thickness = 2.5
    sheets()


@pytest.mark.once
def test_the_assembly_from_sheets_is_animated_and_ends_in_the_puzzle() -> None:
    group = make_puzzle(size=(3, 3, 3), seed=1)
    group.oskar.way = "SHEET"
    assert bpy.ops.puzzle_cubes.animate_assembly() == {"FINISHED"}
    bpy.context.scene.frame_set(bpy.context.scene.frame_end)
    ends = np.concatenate([world_bounds(part(group, key)) for key in laid(group) if key.startswith("panel")])
    assert np.ptp(ends, axis=0) == pytest.approx(scene_puzzle().as_built.lengths.outer_size((3, 3, 3)), abs=1e-3)


@pytest.mark.once
def test_what_is_edited_by_hand_is_not_cut_from_sheets(tmp_path: Path) -> None:
    group = make_puzzle(size=(3, 3, 3), seed=1)
    group.oskar.way = "SHEET"
    part(group, "panel_1_x_min").data.vertices[0].co.x += 0.01
    with pytest.raises(RuntimeError, match=r"Edited by hand: Plate 1 \(x min\)\. Sheets are cut as built"):
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert not list(tmp_path.iterdir())
