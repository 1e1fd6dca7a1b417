# SPDX-License-Identifier: GPL-3.0-or-later
"""Print checks and writes in one press, and writes nothing that would not print."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.blender.puzzles import installed, only_puzzle, scene_puzzle
from tests.core.export.written import folder_state

FOLDER = "Oskar_s_Cube_3x3x3_seed_1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a puzzle, choose a folder for its files, and give that."""
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    only_puzzle().puzzle_cubes.folder = str(tmp_path)
    return tmp_path


def test_one_press_writes_the_way_that_was_chosen_and_says_what_it_takes(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    only_puzzle().puzzle_cubes.oskar.way = "KIT"
    capfd.readouterr()
    assert bpy.ops.puzzle_cubes.print() == {"FINISHED"}
    said = capfd.readouterr().out
    assert {"plate_1_x_min.stl", "assembly.html", "puzzle.json"} <= folder_state(folder / FOLDER).keys()
    report = installed("blender_addon.tab.checking").kept_report(scene_puzzle(), bpy.context.scene)
    assert report.verdict.startswith("Will print: ")
    assert f"{report.verdict} (2 perimeters, 15% infill, 0.2 mm layers); " in said
    assert f"files in '{folder / FOLDER}'" in said


def test_what_will_not_print_is_refused_and_the_reason_stays_in_sight(folder: Path) -> None:
    only_puzzle().puzzle_cubes.oskar.wall = 0.5
    with pytest.raises(RuntimeError, match=r"Nothing was written\. The thinnest is .*, 0\.5 mm"):
        bpy.ops.puzzle_cubes.print()
    assert not folder_state(folder)
    report = installed("blender_addon.tab.checking").kept_report(scene_puzzle(), bpy.context.scene)
    assert (report.level, report.verdict.partition(":")[0]) == ("bad", "Will not print")
    # Export writes them all the same.
    assert bpy.ops.puzzle_cubes.export() == {"FINISHED"}
    assert folder_state(folder / FOLDER)


def test_meshes_that_are_older_than_the_dimensions_are_built_first(folder: Path) -> None:
    group = only_puzzle().puzzle_cubes
    group.live = False
    group.oskar.passage = 7.0
    before = tuple(group.parts["box"].part.dimensions)
    bpy.ops.puzzle_cubes.print()
    bpy.context.view_layer.update()
    assert all(now > then for now, then in zip(group.parts["box"].part.dimensions, before, strict=True))


def test_parts_are_seen_on_the_bed_apart_or_together() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().puzzle_cubes
    group.oskar.way = "KIT"
    assert group.parts_at == "BED"
    for place, explode in (("TOGETHER", 0.0), ("APART", 0.5), ("BED", 1.0)):
        group.parts_at = place
        assert (group.parts_at, group.explode) == (place, explode)
    # The slider, among the details, has all between them.
    group.explode = 0.2
    assert group.parts_at == "APART"
