# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel Print: Check keeps what it has found, its lines select what they speak of, and Print checks and writes.

What was found stays until the dimensions or the printer change; beds are where parts lie; nothing is written that would
not print.
"""

from __future__ import annotations

import json
from pathlib import Path
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
from tests.core.export.written import folder_state
from tests.gui.noted_texts import draw_of, drawn_nowhere

FOLDER = "Oskar_s_Cube_3x3x3_seed_1"


def kept() -> Any:
    """Return the report that the panel shows for the puzzle, as it asks for it."""
    module = installed("blender_addon.tab.checking")
    return module.kept_report(scene_puzzle(), bpy.context.scene)


def checked(field: str) -> dict[str, Any]:
    """Check the puzzle, and return a field of the lines that it keeps, by their names."""
    assert bpy.ops.puzzle_cubes.check() == {"FINISHED"}
    return {line["name"]: line[field] for line in json.loads(only_puzzle().puzzle_cubes.checks)["lines"]}


def levels() -> dict[str, str]:
    """Check the puzzle, and return the levels that it keeps."""
    return checked("level")


def corners(lines: Any) -> Any:
    """Return the lowest and the highest corner of lines."""
    places = np.array([end[:] for line in lines for end in line])
    return places.min(axis=0), places.max(axis=0)


def panel_text() -> str:
    """Return what the panel says."""
    area = next(area for area in bpy.data.screens["Layout"].areas if area.type == "VIEW_3D")
    with bpy.context.temp_override(area=area, region=area.regions[0]):
        drawn = drawn_nowhere(draw_of(bpy.types.PUZZLE_CUBES_PT_print), bpy.context)
    return " ".join(text for text, _ in drawn)


def test_the_checks_follow_the_dimensions_and_the_printer() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    assert kept() is None
    assert "bad" not in levels().values()
    assert {check.name for check in kept().checks} == set(levels())
    own, settings = only_puzzle().puzzle_cubes.oskar, bpy.context.scene.puzzle_cubes
    own.colors = "OCEAN"
    assert kept() is not None
    for owner, name, value, line, level in (
        (own, "wall", 0.5, "Walls", "bad"),
        (settings, "nozzle", 0.2, "Walls", "doubtful"),
        (settings, "bed_x", 30.0, "Bed", "bad"),
        (own, "clearance", 0.2, "Clearance", "doubtful"),
        (settings, "material", "RESIN", "Clearance", "good"),
        (settings, "widening", 0.1, "Clearance", "bad"),
    ):
        setattr(owner, name, value)
        assert kept() is None, name
        assert levels()[line] == level, name


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
    for name, value, line in (("layer", 0.6, "Joint Strips"), ("bed_y", 30.0, "Bed")):
        setattr(settings, name, value)
        assert kept() is None
        assert (good[line], levels()[line]) == ("good", "bad"), name
    settings.bed_y = 220.0
    group.oskar.joint = 0.4
    assert levels() == {"Joint": "bad"}
    (check,) = kept().checks
    assert check.sentence == group.problem
    assert panel_text().count(group.problem) == 1


def test_a_printer_that_cannot_be_is_refused() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    bpy.context.scene.puzzle_cubes.nozzle = -1
    with pytest.raises(RuntimeError, match="Nozzle is -1 mm"):
        bpy.ops.puzzle_cubes.check()
    assert not only_puzzle().puzzle_cubes.checks


def test_every_blender_has_the_colors_of_the_levels() -> None:
    panels = installed("blender_addon.tab.print_panel")
    icons = bpy.types.UILayout.bl_rna.functions["label"].parameters["icon"].enum_items.keys()
    assert set(panels.LEVEL_ICONS) == {"good", "doubtful", "bad"}
    assert set(panels.LEVEL_ICONS.values()) <= set(icons)


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_a_line_selects_what_it_speaks_of(way: str) -> None:
    group = make_puzzle()
    group.oskar.way = way
    keys = checked("parts")
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
    keys = checked("parts")["Strength"]
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
    scene.puzzle_cubes.bed_x, scene.puzzle_cubes.bed_y = 120, 60
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
    for place in np.array([end[:] for line in edges + inner for end in line]):
        assert np.linalg.norm(place - middle) == pytest.approx(0.1, abs=1e-6)
    group.explode = 0.5
    assert drawing.bed_lines(scene, scene_puzzle()) == ([], [])


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
    report = kept()
    assert report.verdict.startswith("Will print: ")
    assert f"{report.verdict} (2 perimeters, 15% infill, 0.2 mm layers); " in said
    assert f"files in '{folder / FOLDER}'" in said
    # The status bar forgets it soon.
    assert f"The files are in '{folder / FOLDER}'" in panel_text()
    only_puzzle().puzzle_cubes.oskar.way = "ONE_PIECE"
    assert "The files are" not in panel_text()
    assert bpy.ops.puzzle_cubes.print() == {"FINISHED"}
    # Those of the kit lie there, too.
    of_kit = len(folder_state(folder / FOLDER)) - 5
    assert f"5 files in '{folder / FOLDER}', beside {of_kit} other files" in capfd.readouterr().out
    assert f"The files are in '{folder / FOLDER}'" in panel_text()
    only_puzzle().puzzle_cubes.oskar.wall = 4
    assert "The files are" not in panel_text()
    only_puzzle().puzzle_cubes.oskar.wall = 3
    assert f"The files are in '{folder / FOLDER}'" in panel_text()
    (folder / FOLDER).rename(folder / "elsewhere")
    assert "The files are" not in panel_text()


def test_what_will_not_print_is_refused_and_the_reason_stays_in_sight(folder: Path) -> None:
    only_puzzle().puzzle_cubes.oskar.wall = 0.5
    with pytest.raises(RuntimeError, match=r"Nothing was written\. The thinnest is .*, 0\.5 mm"):
        bpy.ops.puzzle_cubes.print()
    assert not folder_state(folder)
    report = kept()
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
    group = make_puzzle()
    group.oskar.way = "KIT"
    assert group.parts_at == "BED"
    for place, explode in (("TOGETHER", 0.0), ("APART", 0.5), ("BED", 1.0)):
        group.parts_at = place
        assert (group.parts_at, group.explode) == (place, explode)
    # The slider, among the details, has all between them.
    group.explode = 0.2
    assert group.parts_at == "APART"
