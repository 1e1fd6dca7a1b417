# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets of printers, the test coupon, and its result, which is entered once and kept as a preset.

Presets go by Blender's own mechanism: those that come along are applied, the user's are kept and removed. The coupon
has four bodies for the dimensions that the panel shows; its result is for printer, next puzzles and the active one.
"""

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
from tests.blender.oskar.exported_meshes import EXACT, read_bodies, solid
from tests.blender.puzzles import extent, make_puzzle, only_puzzle, part, scene_state
from tests.core.export.written import folder_state
from tests.gui.noted_texts import draw_of, drawn_nowhere

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
    first, second = (make_puzzle(size=(2, 2, 2), seed=seed) for seed in (1, 2))
    before = extent(part(first, "box"))
    choose(PRESETS["pocket"].label)
    assert (first.oskar.passage, extent(part(first, "box"))) == (5, before)
    assert second.oskar.passage == pytest.approx(4.0)
    assert extent(part(second, "box")) != before


def test_users_keep_their_own_and_the_minus_sign_removes_the_one_chosen_last() -> None:
    choose(PRESETS["pocket"].label)
    assert bpy.ops.puzzle_cubes.add_oskar_preset(remove_active=True) == {"CANCELLED"}
    assert PRESETS["pocket"].label in files()
    group = make_puzzle(wall=2.7)
    settings().nozzle = 0.3
    assert bpy.ops.puzzle_cubes.add_oskar_preset(name="My Own") == {"FINISHED"}
    group.oskar.wall, settings().nozzle = 5.0, 0.8
    choose("My Own")
    assert (group.oskar.wall, settings().nozzle) == pytest.approx((2.7, 0.3))
    assert bpy.ops.puzzle_cubes.add_oskar_preset(remove_active=True) == {"FINISHED"}
    assert "My Own" not in files()
    with pytest.raises(RuntimeError, match="No preset is chosen"):
        bpy.ops.puzzle_cubes.add_oskar_preset(remove_active=True)
    with pytest.raises(RuntimeError, match="The name is empty"):
        bpy.ops.puzzle_cubes.add_oskar_preset(name=" ")


def arm_width(file: Path) -> float:
    """Return the width of the coupon's arm, the only body that is as wide as it is high."""
    bodies = read_bodies(file)
    assert len(bodies) == 4
    assert all(solid(body).volume() > 0 for body in bodies)
    (width,) = (body.extents[2] for body in bodies if abs(body.extents[1] - body.extents[2]) < EXACT)
    return float(width)


def test_the_coupon_has_the_dimensions_that_the_panel_shows(tmp_path: Path) -> None:
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.context.scene.puzzle_cubes.oskar.clearance = 0.3
    assert bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "scene")) == {"FINISHED"}
    assert arm_width(tmp_path / "scene.stl") == pytest.approx(4.4, abs=EXACT)
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), clearance=0.5)
    before = scene_state()
    assert bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "puzzle.stl")) == {"FINISHED"}
    assert arm_width(tmp_path / "puzzle.stl") == pytest.approx(4.0, abs=EXACT)
    assert scene_state() == before
    assert set(folder_state(tmp_path)) == {"scene.stl", "puzzle.stl"}


def test_a_coupon_that_cannot_be_is_refused(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))
    before = scene_state()
    with pytest.raises(RuntimeError, match="has not been saved yet"):
        bpy.ops.puzzle_cubes.export_coupon(filepath="//coupon.stl")
    (tmp_path / "coupon.stl").mkdir()
    with pytest.raises(RuntimeError, match=r"coupon\.stl' cannot be written: Is a directory"):
        bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
    assert scene_state() == before
    only_puzzle().puzzle_cubes.oskar.wall = -1.0
    with pytest.raises(RuntimeError, match="Wall is -1 mm"):
        bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "other.stl"))
    assert [item.name for item in tmp_path.iterdir()] == ["coupon.stl"]


@pytest.mark.once
@pytest.mark.usefixtures("my_printer_removed")
def test_gaps_follow_from_two_holes_and_stay_for_other_files(capfd: pytest.CaptureFixture[str]) -> None:
    group = make_puzzle()
    group.oskar.wall = 2.7
    # 0.4 mm let the arm in, of which 0.05 are for sliding; 0.15 more let it through.
    assert bpy.ops.puzzle_cubes.my_printer(goes_in=7, goes_through=10) == {"FINISHED"}
    assert (settings().widening, settings().foot) == pytest.approx((0.1, 0.15))
    said = "Info: Kept as the preset My Printer: sides 0.1 mm wider, a foot of 0.15 mm"
    assert said in capfd.readouterr().out
    for dimensions in (group.oskar, settings().oskar):
        assert (dimensions.clearance, dimensions.joint, dimensions.bed_chamfer) == pytest.approx((0.5, 0.25, 0.3))
    assert settings().packing.lid_gap == pytest.approx(0.3)
    assert group.oskar.wall == pytest.approx(2.7)
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    assert settings().oskar.clearance == pytest.approx(0.4)
    choose("My Printer")
    assert (settings().oskar.clearance, settings().widening) == pytest.approx((0.5, 0.1))


@pytest.mark.once
@pytest.mark.usefixtures("my_printer_removed")
def test_a_coupon_of_another_day_comes_in_place_of_the_last() -> None:
    for goes_in, goes_through in ((5, 8), (7, 10)):
        assert bpy.ops.puzzle_cubes.my_printer(goes_in=goes_in, goes_through=goes_through) == {"FINISHED"}
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    choose("My Printer")
    assert (settings().oskar.clearance, settings().widening) == pytest.approx((0.5, 0.1))


@pytest.mark.once
@pytest.mark.usefixtures("my_printer_removed")
def test_holes_that_cannot_be_are_refused_and_change_nothing() -> None:
    with pytest.raises(
        RuntimeError, match="Goes Through is 3: what goes through a hole also goes into it, so it must be at least 5"
    ):
        bpy.ops.puzzle_cubes.my_printer(goes_in=5, goes_through=3)
    assert settings().widening == pytest.approx(0.05)
    assert "My Printer" not in files()


@pytest.mark.once
@pytest.mark.usefixtures("my_printer_removed")
def test_a_usual_printer_gives_its_bed_and_what_it_prints_with() -> None:
    group = make_puzzle()
    group.oskar.way = "KIT"
    assert bpy.ops.puzzle_cubes.usual_printer(printer="SL1S") == {"FINISHED"}
    own = settings()
    assert [own.bed_x, own.bed_y, own.nozzle, own.layer] == pytest.approx([127, 80, 0.05, 0.05])
    assert (own.material, own.round_bed) == ("RESIN", False)
    assert bpy.ops.puzzle_cubes.usual_printer(printer="FLSUN_Q5") == {"FINISHED"}
    assert (own.material, own.round_bed) == ("PLA", True)


@pytest.mark.once
def test_the_menu_shows_the_chosen_printer_as_long_as_it_is_that_one() -> None:
    def shown() -> str:
        return drawn_nowhere(draw_of(bpy.types.PUZZLE_CUBES_PT_printer), bpy.context)[0][0]

    assert shown() == "Usual Printers"
    # Another one has the same bed.
    for name, label in (("ENDER_3", "Creality Ender 3, K1"), ("KOBRA_2", "Anycubic Kobra 2")):
        bpy.ops.puzzle_cubes.usual_printer(printer=name)
        assert shown() == label
    for name, changed, chosen in (("bed_x", 230, 220), ("nozzle", 0.6, 0.4), ("layer", 0.1, 0.2)):
        setattr(settings(), name, changed)
        assert shown() == "Usual Printers"
        setattr(settings(), name, chosen)
        assert shown() == label
    # What no usual printer has makes no difference.
    settings().foot = 0.3
    assert shown() == label
    settings().nozzle = 0
    assert shown() == "Usual Printers"
