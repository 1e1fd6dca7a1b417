# SPDX-License-Identifier: GPL-3.0-or-later
"""A length that is held in a scene: a dimension follows, through changes, undo, another size, files and presets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bpy
import pytest
import trimesh

from tests.blender.puzzles import PLAIN, extent, only_puzzle, own, part, save_and_open
from tests.gui.noted_texts import draw_of, drawn_nowhere

BARE = {"start_marker": 0.0, "end_marker": 0.0}


def outer() -> list[float]:
    """Return the size of the box, in millimeters."""
    return extent(part(only_puzzle().puzzle_cubes, "box"), bpy.context.scene.unit_settings.scale_length)


def make(**values: Any) -> None:
    """Make a puzzle without markers."""
    bpy.ops.puzzle_cubes.generate(size=(4, 4, 4), seed=1, **{**PLAIN, **BARE, **values})


def test_what_is_typed_is_held_while_others_change(tmp_path: Path) -> None:
    make()
    assert own().outer_typed == pytest.approx(max(outer()), abs=1e-4)
    own().outer_typed = 60
    for wall in (1.0, 2.25, 5.0):
        own().wall = wall
        assert outer() == pytest.approx([60] * 3, abs=1e-3)
        assert own().outer_typed == 60
        assert 4 * own().passage + 3 * wall + 2 * own().plate == pytest.approx(60, abs=1e-3)
    # What follows cannot be changed.
    followed = own().passage
    own().passage = 3
    assert own().passage == followed
    assert outer() == pytest.approx([60] * 3, abs=1e-3)
    own().follows = "WALL"
    own().passage = 6
    assert outer() == pytest.approx([60] * 3, abs=1e-3)
    assert own().wall == pytest.approx((60 - 24 - 2 * own().plate) / 3, abs=1e-4)
    own().way = "ONE_PIECE"
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    file = next(tmp_path.rglob("solutionMaze.stl"))
    assert max(max(body.extents) for body in trimesh.load_mesh(file).split()) == pytest.approx(60, abs=1e-3)


def test_a_pin_holds_and_lets_go() -> None:
    make()
    before = max(outer())
    own().pitch_pinned = True
    assert (own().hold, own().pitch_typed) == ("PITCH", pytest.approx(8))
    own().wall = 2
    assert own().passage == pytest.approx(6)
    own().pitch_pinned = False
    own().wall = 3
    assert own().passage == pytest.approx(6)
    assert max(outer()) > before


@pytest.mark.parametrize("kind", ["oskar", "packing", "burr"])
def test_tooltips_say_that_a_length_is_held_in_place_of_another_one(kind: str) -> None:
    bpy.ops.puzzle_cubes.generate(kind=kind.upper())
    bpy.context.view_layer.update()
    shown = getattr(only_puzzle().puzzle_cubes.carrier.puzzle_cubes_lengths, f"{kind}_mm")
    fields = [(own(), name) for name in ("outer_pinned", "outer_typed", "outer_typed_written")]
    for group, name in (*fields, (shown, "outer")):
        assert ", one such length at a time, " in group.bl_rna.properties[name].description


def test_what_cannot_be_leaves_the_puzzle_as_it_is() -> None:
    make()
    before = outer()
    own().outer_typed = 12
    assert outer() == before
    # What follows from dimensions that can be.
    own().outer_pinned = False
    own().clearance = 3
    assert own().outer_typed == pytest.approx(max(before), abs=1e-4)
    own().clearance = 0.4
    own().outer_typed = 12
    with pytest.raises(
        RuntimeError, match=r"Outer Size is 12 mm: with Wall 3 mm, Plate .* and Clearance .* it must be at least"
    ):
        bpy.ops.puzzle_cubes.rebuild()


def test_a_script_that_holds_what_cannot_be_changes_nothing() -> None:
    make()
    with pytest.raises(RuntimeError, match=r"Outer Size is 1 mm: .* it must be at least"):
        bpy.ops.puzzle_cubes.rebuild(hold="OUTER", held=1.0)
    assert own().hold == "NOTHING"
    own().wall = 4.5
    assert outer() == pytest.approx([20 + 13.5 + 6] * 3)


def panel_texts() -> list[str]:
    """Return what the panel of the dimensions shows."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    region = next(region for region in area.regions if region.type == "UI")
    with bpy.context.temp_override(window=window, area=area, region=region):
        return [text for text, _ in drawn_nowhere(draw_of(bpy.types.PUZZLE_CUBES_PT_dimensions), bpy.context)]


def test_what_follows_is_chosen_where_more_than_one_dimension_can() -> None:
    make()
    for length, times in (("outer", 2), ("pitch", 2), ("arm_width", 1)):
        setattr(own(), f"{length}_pinned", True)
        assert [panel_texts().count(label) for label in ("Passage", "Wall")] == [times] * 2


def test_the_panel_says_what_cannot_be_before_there_is_a_puzzle() -> None:
    bpy.context.scene.puzzle_cubes.oskar.outer_typed = 20
    said = " ".join(panel_texts())
    assert "Outer Size is 20 mm: with Wall 3 mm, Plate 3.2 mm and Clearance 0.4 mm it must be at least 24.4 mm" in said
    # No box has the size that was to be seen before.
    assert "43.4" not in said


def test_the_panel_says_what_cannot_be_in_the_way_to_print() -> None:
    make()
    own().outer_typed, own().joint = 60, 0.3
    own().way = "KIT"
    assert "Joint gap" not in " ".join(panel_texts())
    own().clearance = 5
    assert "Joint gap is 0.3 mm: with these walls, plates, passages and arms" in " ".join(panel_texts())
    assert "Rebuild" in panel_texts()
    own().way = "ONE_PIECE"
    assert "Joint gap" not in " ".join(panel_texts())


def test_the_panel_says_where_a_length_is_not_held() -> None:
    make()
    own().outer_typed = 60
    for way, is_held in (("KIT", True), ("SHEET", False)):
        own().way = way
        said = " ".join(panel_texts())
        assert ("Box 60 x 60 x 60 mm" in said) == is_held
        assert ("Outer Size is not held in the way Sheet" in said) != is_held


def test_what_cannot_be_is_told_in_the_unit_of_the_fields_too() -> None:
    units: Any = bpy.context.scene.unit_settings
    make()
    own().outer_typed = 12
    for system, unit, told in (
        ("IMPERIAL", "INCHES", "Outer Size is 12 mm (0.4724 in): with Wall 3 mm (0.1181 in), "),
        ("METRIC", "CENTIMETERS", "Outer Size is 12 mm (1.2 cm): with Wall 3 mm (0.3 cm), "),
        # There fields are texts with millimeters.
        ("IMPERIAL", "FEET", "Outer Size is 12 mm: with Wall 3 mm, "),
        ("METRIC", "MILLIMETERS", "Outer Size is 12 mm: with Wall 3 mm, "),
    ):
        units.system, units.length_unit = system, unit
        assert told in " ".join(panel_texts())
        with pytest.raises(RuntimeError, match=re.escape(told)):
            bpy.ops.puzzle_cubes.rebuild()
    units.system, units.length_unit = "IMPERIAL", "INCHES"
    own().outer_pinned = False
    own().wall = 2000
    assert "it must be from 0.01 to 1000 mm (0.0003937 to 39.37 in)." in " ".join(panel_texts())


def test_a_box_of_another_size_is_held_too() -> None:
    following = bpy.context.scene.puzzle_cubes.oskar
    following.size = (4, 4, 4)
    following.outer_typed = 60
    assert 4 * following.passage + 3 * following.wall + 2 * following.plate == pytest.approx(60)
    # The size is changed after it, too.
    following.size = (5, 5, 5)
    assert 5 * following.passage + 4 * following.wall + 2 * following.plate == pytest.approx(60)
    make()
    own().outer_typed = 60
    bpy.ops.puzzle_cubes.another(size=(6, 6, 6), seed=3)
    assert outer() == pytest.approx([60] * 3, abs=1e-3)
    assert own().outer_typed == 60


def test_scripts_give_it_by_name() -> None:
    make(hold="OUTER", held=48, follows="WALL")
    assert outer() == pytest.approx([48] * 3, abs=1e-3)
    bpy.ops.puzzle_cubes.rebuild(plate=2.0)
    assert outer() == pytest.approx([48] * 3, abs=1e-3)


def test_it_is_saved_and_opened(tmp_path: Path) -> None:
    make()
    own().outer_typed = 55.5
    save_and_open(tmp_path)
    own().wall = 1.5
    assert outer() == pytest.approx([55.5] * 3, abs=1e-3)


def test_a_preset_keeps_what_is_held_or_brings_its_own() -> None:
    make()
    own().outer_typed = 60
    bpy.ops.puzzle_cubes.add_oskar_preset(name="Sixty")
    own().outer_pinned = False
    own().wall, own().passage = 1, 9
    folders = map(Path, bpy.utils.preset_paths("puzzle_cubes/oskar"))
    path = next(folder / "Sixty.py" for folder in folders if (folder / "Sixty.py").exists())
    bpy.ops.script.execute_preset(filepath=str(path), menu_idname="PUZZLE_CUBES_MT_oskar_presets")
    assert outer() == pytest.approx([60] * 3, abs=1e-3)
    assert own().hold == "OUTER"
    path.unlink()


@pytest.mark.parametrize("kind", ["packing", "burr"])
def test_pieces_are_held_by_their_cubes(kind: str) -> None:
    bpy.ops.puzzle_cubes.generate(kind=kind.upper())
    own().outer_typed = 66
    cube = own().cube
    own().inset = 0.3
    assert own().cube > cube
    assert own().outer_typed == 66
