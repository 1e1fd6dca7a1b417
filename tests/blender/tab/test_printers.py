# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets by Blender's own mechanism: those that come along are applied, the user's are kept and removed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bpy
import pytest

from puzzle_cubes.common.options import lengths, values_of
from puzzle_cubes.kind.model import Preset
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.printer import BED
from tests.blender.puzzles import extent, only_puzzle, part

MENU = "PUZZLE_CUBES_MT_oskar_presets"


def files() -> dict[str, str]:
    """Return the presets that Blender's menu lists, by what it calls them."""
    by_label = {}
    for folder in bpy.utils.preset_paths(getattr(bpy.types, MENU).preset_subdir):
        for file in Path(folder).glob("*.py"):
            by_label[bpy.path.display_name(file.name, title_case=False)] = str(file)
    return by_label


def choose(label: str) -> None:
    """Choose a preset as the menu does."""
    assert getattr(bpy.types, MENU).preset_operator == "script.execute_preset"
    assert bpy.ops.script.execute_preset(filepath=files()[label], menu_idname=MENU) == {"FINISHED"}


def settings() -> Any:
    """Return what is set on the scene."""
    return bpy.context.scene.puzzle_cubes


def test_the_menu_lists_the_presets_of_the_tables() -> None:
    assert set(files()) == {preset.label for preset in PRESETS.values()}
    assert len(PRESETS) == 5


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.label)
def test_a_preset_changes_the_scene_and_the_active_puzzle(preset: Preset[Dimensions]) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1, wall=2.7, stand=1.5)
    group = only_puzzle().puzzle_cubes
    own = settings().oskar
    printer = {name: value for name, value in values_of(preset.printer).items() if name not in BED}
    # What none of them has.
    own.wall, own.stand, settings().bed_x, settings().material = 2.6, 1.5, 123, "PETG"
    for name in printer.keys() - {"material"}:
        setattr(settings(), name, 0.33)
    choose(preset.label)
    assigned = re.findall(r"^(\w+\.\w+) = ", Path(files()[preset.label]).read_text(encoding="utf-8"), re.MULTILINE)
    # The bed and a stand are the user's own.
    kept = {"held": 0.0, "stand": 1.5}
    assert set(assigned) == {f"scene.{name}" for name in printer} | {
        f"puzzle.{length.name}" for length in lengths(Dimensions) if length.name not in kept
    }
    for name, value in printer.items():
        assert getattr(settings(), name) == (value.upper() if isinstance(value, str) else pytest.approx(value)), name
    assert settings().bed_x == 123
    for owner in (own, group.oskar):
        for length in lengths(Dimensions):
            value = kept.get(length.name, getattr(preset.dimensions, length.name))
            assert getattr(owner, length.name) == pytest.approx(value), length.name
    dimensions = preset.dimensions
    outer = dimensions.outer_size((3, 3, 3))[0] + max(dimensions.start_marker, dimensions.end_marker)
    assert extent(part(group, "box"))[0] == pytest.approx(outer, abs=1e-3)


def test_without_a_puzzle_a_preset_is_for_the_next_one() -> None:
    choose(PRESETS["large"].label)
    assert settings().oskar.passage == pytest.approx(10)
    assert not bpy.data.collections


def test_a_preset_leaves_a_puzzle_that_is_not_active_alone() -> None:
    for seed in (1, 2):
        bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), seed=seed)
    first, second = (collection.puzzle_cubes for collection in bpy.context.scene.collection.children)
    before = extent(part(first, "box"))
    choose(PRESETS["pocket"].label)
    assert (first.oskar.passage, extent(part(first, "box"))) == (5, before)
    assert second.oskar.passage == pytest.approx(4.0)
    assert extent(part(second, "box")) != before


def test_users_keep_and_remove_their_own() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1, wall=2.7)
    settings().nozzle = 0.3
    assert bpy.ops.puzzle_cubes.add_oskar_preset(name="Mine") == {"FINISHED"}
    only_puzzle().puzzle_cubes.oskar.wall = 5.0
    settings().nozzle = 0.8
    choose("Mine")
    assert only_puzzle().puzzle_cubes.oskar.wall == pytest.approx(2.7)
    assert settings().nozzle == pytest.approx(0.3)
    assert bpy.ops.puzzle_cubes.add_oskar_preset(name="Mine", remove_name=True) == {"FINISHED"}
    assert "Mine" not in files()


def test_the_minus_sign_removes_the_preset_chosen_last_or_says_why_not() -> None:
    choose(PRESETS["pocket"].label)
    assert bpy.ops.puzzle_cubes.add_oskar_preset(remove_active=True) == {"CANCELLED"}
    assert PRESETS["pocket"].label in files()
    bpy.ops.puzzle_cubes.add_oskar_preset(name="My Own")
    choose("My Own")
    assert bpy.ops.puzzle_cubes.add_oskar_preset(remove_active=True) == {"FINISHED"}
    assert "My Own" not in files()
    with pytest.raises(RuntimeError, match="No preset is chosen"):
        bpy.ops.puzzle_cubes.add_oskar_preset(remove_active=True)
    with pytest.raises(RuntimeError, match="The name is empty"):
        bpy.ops.puzzle_cubes.add_oskar_preset(name=" ")
