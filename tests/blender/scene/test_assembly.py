# SPDX-License-Identifier: GPL-3.0-or-later
"""A kit is put together in the scene by keyframes: each part goes the way that its step says, and back at the end."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.kind.part import offsets
from tests.blender.oskar.animated import curves, key_count
from tests.blender.puzzles import (
    installed,
    only_puzzle,
    part,
    parts_apart,
    refusal,
    save_and_open,
    scene_puzzle,
    scene_puzzles,
)
from tests.blender.scene.kits import kit_state, make_kit, steps_of
from tests.core.export.written import CROSS_PARTS, PARTS, PLATES

FRAMES, PAUSE = 6, 2


def animated_kit(**settings: Any) -> Any:
    """Make a kit, animate its assembly, and return its properties."""
    group = make_kit(**settings)
    assert bpy.ops.puzzle_cubes.animate_assembly(frames_per_step=FRAMES, step_pause=PAUSE) == {"FINISHED"}
    return group


def places_at(group: Any, frame: int, meters_per_unit: float = 1.0) -> dict[str, NDArray[np.float64]]:
    """Return where the parts of a kit are at a frame, in millimeters in the box."""
    bpy.context.scene.frame_set(frame)
    evaluated = bpy.context.evaluated_depsgraph_get()
    away = part(group, "box").evaluated_get(evaluated).matrix_world.inverted()
    return {
        key: np.array((away @ piece.evaluated_get(evaluated).matrix_world).translation) * 1000 * meters_per_unit
        for key, piece in parts_apart(group).items()
    }


def check_follows_steps(group: Any, meters_per_unit: float = 1.0) -> None:
    """Assert that before and after each move every part is where the steps have it, and half way in between."""
    steps = steps_of(group)
    first = bpy.context.scene.frame_start
    last = bpy.context.scene.frame_end
    in_place = places_at(group, last, meters_per_unit)
    moved = [step for step in steps if step.moves]
    assert last == first + (FRAMES + PAUSE) * len(moved)
    # Of each part where it is before the first move, and after each.
    shifts = {key: np.array([*shifts_of_part, shifts_of_part[-1]]) for key, shifts_of_part in offsets(steps).items()}
    assert {len(shifts_of_part) for shifts_of_part in shifts.values()} == {len(moved) + 2}
    for done, share in product(range(len(moved) + 1), (0.0, 0.5, 1.0)):
        frame = first + (FRAMES + PAUSE) * done + round(share * FRAMES)
        shown = places_at(group, frame, meters_per_unit)
        for key, shifts_of_part in shifts.items():
            here, target = shifts_of_part[done : done + 2]
            expected = here + share * (target - here)
            assert shown[key] - in_place[key] == pytest.approx(expected, abs=2e-3), (key, frame)


def test_every_part_goes_the_way_of_its_steps_and_ends_in_the_puzzle() -> None:
    bpy.context.scene.frame_start = 11
    group = animated_kit(size=(2, 3, 2), overhang=3.0)
    check_follows_steps(group)
    together = places_at(group, bpy.context.scene.frame_end)
    bpy.ops.puzzle_cubes.remove_assembly()
    group.explode = 0.0
    still = places_at(group, 1)
    assert all(together[key] == pytest.approx(still[key], abs=1e-3) for key in PARTS)


def test_it_begins_with_the_parts_apart_and_upright() -> None:
    group = animated_kit()
    assert bpy.context.scene.frame_current == bpy.context.scene.frame_start
    assert group.explode == 0.0
    begin, end = (places_at(group, frame) for frame in (1, bpy.context.scene.frame_end))
    waiting = [key for key in PARTS if np.abs(begin[key] - end[key]).max() > 1]
    # All but the plate on the table.
    assert sorted(waiting) == sorted({*PLATES, *CROSS_PARTS} - {"plate_5_z_min"})
    for piece in parts_apart(group).values():
        assert piece.matrix_world.to_quaternion().angle == pytest.approx(0, abs=1e-6)


def test_pressed_again_it_replaces_the_earlier_keys_and_no_others() -> None:
    group = animated_kit()
    part(group, "plate_1_x_min").keyframe_insert("scale", frame=7)
    before = key_count()
    bpy.ops.puzzle_cubes.animate_assembly(frames_per_step=3, step_pause=0)
    moves = sum(len(step.moves) for step in steps_of(group))
    assert key_count() == 3 + 3 * len(PARTS) * (moves + 1) < before
    assert bpy.context.scene.frame_end == 1 + 3 * moves
    assert (group.frames_per_step, group.step_pause) == (3, 0)


def test_taken_away_it_leaves_the_parts_where_they_were() -> None:
    group = make_kit()
    for explode in (0.0, 0.5, 1.0):
        group.explode = explode
        before = kit_state(group)
        bpy.ops.puzzle_cubes.animate_assembly()
        bpy.ops.puzzle_cubes.animate_assembly(frames_per_step=5)
        bpy.context.scene.frame_set(40)
        bpy.ops.puzzle_cubes.remove_assembly()
        assert group.explode == explode
        assert kit_state(group) == before
        assert not bpy.data.actions
        bpy.context.scene.frame_set(20)
        assert kit_state(group) == before
    bpy.ops.puzzle_cubes.animate_assembly()
    # The parts have no room.
    bpy.context.scene.puzzle_cubes.bed_x = 28.0
    bpy.ops.puzzle_cubes.remove_assembly()
    assert curves() == []
    with pytest.raises(RuntimeError, match="have no keyframes"):
        bpy.ops.puzzle_cubes.remove_assembly()


def test_the_keys_follow_dimensions_and_units_also_in_a_saved_file(tmp_path: Path) -> None:
    group = animated_kit(size=(2, 2, 2))
    for name, value in (("wall", 5.0), ("overhang", 4.0), ("passage", 7.0)):
        setattr(group.oskar, name, value)
        check_follows_steps(group)
    save_and_open(tmp_path)
    group = only_puzzle().puzzle_cubes
    group.oskar.plate = 2.0
    check_follows_steps(group)
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.puzzle_cubes.rebuild()
    check_follows_steps(group, 0.001)


def test_the_scene_ends_with_the_longest_assembly() -> None:
    for frames in (40, 3):
        group = make_kit(size=(2, 2, 2))
        bpy.ops.puzzle_cubes.animate_assembly(frames_per_step=frames, step_pause=0)
    assert len(scene_puzzles()) == 2
    moves = sum(len(step.moves) for step in steps_of(group))
    assert bpy.context.scene.frame_end == 1 + 40 * moves


def test_a_step_shows_the_parts_as_they_are_after_it() -> None:
    group = animated_kit(size=(2, 2, 2))
    steps = steps_of(group)
    assert bpy.ops.puzzle_cubes.show_step(step=1) == {"FINISHED"}
    check_follows_steps(group)
    for number in range(1, len(steps) + 1):
        assert bpy.ops.puzzle_cubes.show_step(step=number) == {"FINISHED"}
        moved = sum(bool(step.moves) for step in steps[:number])
        pause = PAUSE if moved else 0
        assert bpy.context.scene.frame_current == 1 + (FRAMES + PAUSE) * moved - pause


def test_frames_that_cannot_be_are_refused() -> None:
    group = animated_kit(size=(2, 2, 2))
    end, keys = bpy.context.scene.frame_end, key_count()
    for settings, sentence in (
        ({"frames_per_step": 0}, "Frames per step is 0"),
        ({"step_pause": -1}, "Pause after a step is -1"),
        ({"frames_per_step": 1_000_000}, "the last one that Blender has is 1,048,574"),
    ):
        assert sentence in refusal(bpy.ops.puzzle_cubes.animate_assembly, **settings)
    assert (bpy.context.scene.frame_end, key_count()) == (end, keys)
    assert (group.frames_per_step, group.step_pause) == (FRAMES, PAUSE)
    check_follows_steps(group)


def test_what_is_no_whole_kit_is_not_animated() -> None:
    group = make_kit()
    bpy.data.objects.remove(part(group, "cross_flat"))
    with pytest.raises(RuntimeError, match="part of this kit was deleted: press Rebuild"):
        bpy.ops.puzzle_cubes.animate_assembly()
    group.oskar.way = "ONE_PIECE"
    calls = bpy.ops.puzzle_cubes
    for operator in (calls.animate_assembly, calls.show_step):
        with pytest.raises(RuntimeError, match="choose another way under Print"):
            operator()
    assert curves() == []


def test_the_panel_shows_the_steps_of_a_kit_only() -> None:
    group = make_kit(size=(3, 2, 4), start=(0, 1, 1), overhang=5.0)
    panel = bpy.types.PUZZLE_CUBES_PT_assembly
    assert panel.poll(bpy.context)
    shown = installed("blender_addon.scene.part_objects").steps_of(scene_puzzle())
    assert [step.sentence for step in shown] == [step.sentence for step in steps_of(group)]
    group.oskar.way = "ONE_PIECE"
    assert not panel.poll(bpy.context)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert not panel.poll(bpy.context)


def test_what_is_not_known_how_to_put_together_is_printed_without_its_animation(tmp_path: Path) -> None:
    scene = bpy.context.scene
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="MEGARON")
    only_puzzle().puzzle_cubes.explode = 1.0
    bpy.ops.puzzle_cubes.animate_assembly()
    earlier = scene.frame_end
    bpy.ops.puzzle_cubes.replace(puzzle="SOMA")
    group = only_puzzle().puzzle_cubes
    assert scene.frame_end == max(frame for curve in curves() for frame in curve.range()) > earlier
    bpy.ops.puzzle_cubes.type_piece(piece=7, line="xxx")
    assert (scene.frame_end, group.explode, group.problem) == (250, 1.0, "")
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert not any(action.users for action in bpy.data.actions)
