# SPDX-License-Identifier: GPL-3.0-or-later
"""The button Check keeps what it found with the puzzle, until the dimensions or the printer change."""

from __future__ import annotations

import json
from typing import Any

import bpy
import pytest

from puzzle_cubes.oskar.kind import ONE_PIECE, OSKAR
from puzzle_cubes.oskar.puzzle_json import puzzle_from_json
from tests.blender.puzzles import installed, make_puzzle, only_puzzle, scene_puzzle
from tests.gui.noted_texts import draw_of, drawn_nowhere


def kept() -> Any:
    """Return the report that the panel shows for the puzzle, as it asks for it."""
    module = installed("blender_addon.tab.checking")
    return module.kept_report(scene_puzzle(), bpy.context.scene)


def levels() -> dict[str, str]:
    """Check the puzzle, and return the levels that it keeps."""
    assert bpy.ops.puzzle_cubes.check() == {"FINISHED"}
    return {check["name"]: check["level"] for check in json.loads(only_puzzle().puzzle_cubes.checks)["lines"]}


def test_the_checks_follow_the_dimensions_and_the_printer() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    assert kept() is None
    assert "bad" not in levels().values()
    assert {check.name for check in kept().checks} == set(levels())
    group, settings = only_puzzle().puzzle_cubes, bpy.context.scene.puzzle_cubes
    group.oskar.wall = 0.5
    assert kept() is None
    assert levels()["Walls"] == "bad"
    settings.nozzle = 0.2
    assert kept() is None
    assert levels()["Walls"] == "doubtful"
    settings.bed_x = 30
    assert levels()["Bed"] == "bad"
    assert levels()["Clearance"] == "good"
    group.oskar.clearance = 0.7
    assert levels()["Clearance"] == "doubtful"
    group.oskar.clearance = 0.2
    assert levels()["Clearance"] == "doubtful"
    settings.material = "RESIN"
    assert kept() is None
    assert levels()["Clearance"] == "good"
    for name, value in (("widening", 0.1), ("foot", 0.3), ("layer", 0.6)):
        earlier = getattr(settings, name)
        setattr(settings, name, value)
        assert kept() is None
        assert levels()["Clearance"] == "bad", name
        setattr(settings, name, earlier)
    settings.material = "PLA"
    group.oskar.clearance = 0.15
    assert levels()["Clearance"] == "bad"


def test_a_kit_has_checks_of_its_own() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    assert not {"Joint", "Joint Strips"} & levels().keys()
    group, settings = only_puzzle().puzzle_cubes, bpy.context.scene.puzzle_cubes
    group.oskar.way = "KIT"
    # What was found was about another print.
    assert kept() is None
    good = levels()
    assert set(good.values()) == {"good"}
    assert {check.name: check.sentence for check in kept().checks}["Bed"] == "All 9 parts fit on 1 bed."
    for owner, name, value, checked in (
        (group.oskar, "joint", 0.04, "Joint"),
        (settings, "layer", 0.6, "Joint Strips"),
        (settings, "nozzle", 1.0, "Walls"),
        (settings, "bed_y", 30.0, "Bed"),
    ):
        earlier = getattr(owner, name)
        setattr(owner, name, value)
        assert kept() is None
        changed = levels()
        assert (good[checked], changed[checked]) == ("good", "bad"), name
        setattr(owner, name, earlier)
    assert levels() == good
    group.oskar.joint = 0.4
    assert levels() == {"Joint": "bad"}
    (check,) = kept().checks
    assert check.sentence == group.problem
    area = next(area for area in bpy.data.screens["Layout"].areas if area.type == "VIEW_3D")
    with bpy.context.temp_override(area=area, region=area.regions[0]):
        drawn = drawn_nowhere(draw_of(bpy.types.PUZZLE_CUBES_PT_print), bpy.context)
    assert " ".join(text for text, _ in drawn).count(group.problem) == 1


def test_what_another_version_has_found_is_not_shown() -> None:
    group = make_puzzle()
    levels_before = levels()
    for version in (1, 99):
        group.checks = json.dumps(json.loads(group.checks) | {"format": version})
        assert kept() is None
        assert levels() == levels_before


def test_a_printer_that_cannot_be_is_refused() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    bpy.context.scene.puzzle_cubes.nozzle = -1
    with pytest.raises(RuntimeError, match="Nozzle is -1 mm"):
        bpy.ops.puzzle_cubes.check()
    assert not only_puzzle().puzzle_cubes.checks


def test_the_panel_shows_where_the_cross_is_printed() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    assert print_lines() == (("Cross Printed", "at the start"),)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1, start=(0, 0, 0))
    ((label, place),) = print_lines()
    assert label == "Cross Printed"
    assert place.endswith(", 2)")


def print_lines() -> tuple[tuple[str, str], ...]:
    """Return the lines that the panel shows on how the puzzle is printed in one piece."""
    return OSKAR.print_lines(puzzle_from_json(only_puzzle().puzzle_cubes.puzzle), ONE_PIECE)


def test_every_blender_has_the_colors_of_the_levels() -> None:
    panels = installed("blender_addon.tab.print_panel")
    icons = bpy.types.UILayout.bl_rna.functions["label"].parameters["icon"].enum_items.keys()
    assert set(panels.LEVEL_ICONS) == {"good", "doubtful", "bad"}
    assert set(panels.LEVEL_ICONS.values()) <= set(icons)
