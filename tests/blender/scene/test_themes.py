# SPDX-License-Identifier: GPL-3.0-or-later
"""A theme colors a puzzle in the view, as wires and as glass, apart, and in files; the user's own materials stay."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import bpy
import pytest

from puzzle_cubes.packing.model.parts import LOOKS as PACKING_LOOKS
from puzzle_cubes.printing.picture import screen_color
from tests.blender.puzzles import make_puzzle, moved_to_another_file, only_puzzle, part, parts_apart
from tests.blender.scene.kits import make_kit
from tests.blender.scene.looks import as_shown, looks, materials_shown, shown_materials

KIND = "Oskar's Cube"
PLATES = [f"{KIND} Ocean {axis} Plates" for axis in "XYZ"]
MARKS = [f"{KIND} Start", f"{KIND} End"]


def names(mesh_object: Any) -> list[str]:
    """Return the names of the materials that an object shows."""
    return [material.name for material in shown_materials(mesh_object)]


@pytest.mark.parametrize("display", ["SOLID", "WIRE", "GLASS"])
def test_a_puzzle_follows_its_theme_as_it_is_displayed(display: str) -> None:
    group = make_puzzle()
    group.display = display
    before = looks(group)
    group.oskar.colors = "OCEAN"
    glass = " Glass" if display == "GLASS" else ""
    assert names(part(group, "box")) == [name + glass for name in (*PLATES, *MARKS)]
    assert names(part(group, "cross")) == [f"{KIND} Ocean Cross"]
    if display == "WIRE":
        assert [material.name for material in materials_shown(as_shown(part(group, "box")))] == [*PLATES, *MARKS]
    for key in ("box", "cross"):
        # So it is seen where the view shows the colors of objects.
        wanted = shown_materials(part(group, key))[2 if key == "box" else 0]
        assert glass or tuple(part(group, key).color[:3]) == tuple(wanted.diffuse_color[:3])
    group.oskar.colors = "CLASSIC"
    assert looks(group) == before


def test_a_theme_is_undone_redone_and_kept_in_the_file(tmp_path: Path) -> None:
    bpy.ops.ed.undo_push(message="Start")
    bpy.ops.puzzle_cubes.generate("EXEC_DEFAULT", True, size=(3, 3, 3), seed=1)
    only_puzzle().puzzle_cubes.oskar.colors = "MONO"
    bpy.ops.ed.undo_push(message="Colors")
    mono = names(part(only_puzzle().puzzle_cubes, "box"))
    bpy.ops.ed.undo()
    assert only_puzzle().puzzle_cubes.oskar.colors == "CLASSIC"
    assert names(part(only_puzzle().puzzle_cubes, "box")) != mono
    bpy.ops.ed.redo()
    assert names(part(only_puzzle().puzzle_cubes, "box")) == mono
    moved_to_another_file(tmp_path, link=False)
    group = only_puzzle().puzzle_cubes
    assert (group.oskar.colors, names(part(group, "box"))) == ("MONO", mono)
    group.oskar.colors = "OCEAN"
    assert names(part(group, "box")) == [*PLATES, *MARKS]


def test_a_material_of_the_user_s_own_stays_and_so_do_changes_to_those_of_a_theme() -> None:
    group = make_puzzle()
    box = part(group, "box")
    mine = bpy.data.materials.new("Mine")
    box.data.materials[0] = mine
    bpy.data.materials[f"{KIND} Y Plates"].diffuse_color = (0.0, 0.0, 1.0, 1.0)
    box.color = (0.1, 0.2, 0.3, 1.0)
    group.oskar.colors = "OCEAN"
    assert names(box) == ["Mine", *PLATES[1:], *MARKS]
    assert tuple(box.color) == pytest.approx((0.1, 0.2, 0.3, 1.0))
    group.oskar.colors = "CLASSIC"
    assert shown_materials(box)[0] == mine
    assert tuple(shown_materials(box)[1].diffuse_color) == (0.0, 0.0, 1.0, 1.0)


def test_a_kit_follows_and_its_file_names_the_filaments(tmp_path: Path) -> None:
    group = make_kit()
    group.oskar.colors = "OCEAN"
    for key, piece in parts_apart(group).items():
        expected = PLATES["xyz".index(key.split("_")[2])] if "plate" in key else f"{KIND} Ocean Cross"
        assert names(piece)[0] == expected
        assert tuple(piece.color) == tuple(shown_materials(piece)[0].diffuse_color)
    group.oskar.way = "ONE_PIECE"
    assert names(part(group, "box")) == [*PLATES, *MARKS]
    group.oskar.way = "KIT"
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    with ZipFile(tmp_path / "kit.3mf") as archive:
        model = archive.read("3D/3dmodel.model").decode()
    shown = {
        "#" + screen_color(bpy.data.materials[name].diffuse_color[:3]).tobytes().hex().upper()
        for name in (*PLATES, *MARKS, f"{KIND} Ocean Cross")
    }
    assert set(re.findall(r'displaycolor="(#\w{6})', model)) == shown


def test_a_puzzle_is_made_in_a_theme_and_so_is_another_one() -> None:
    group = make_puzzle(colors="SIGNAL")
    assert names(part(group, "box"))[0] == f"{KIND} Gray and Signal X Plates"
    bpy.ops.puzzle_cubes.another()
    group = only_puzzle().puzzle_cubes
    assert group.oskar.colors == "SIGNAL"
    assert names(part(group, "box"))[0] == f"{KIND} Gray and Signal X Plates"


def test_a_check_stays_when_only_colors_change() -> None:
    group = make_puzzle()
    bpy.ops.puzzle_cubes.check()
    kept = group.checks
    group.oskar.colors = "OCEAN"
    bpy.ops.puzzle_cubes.check()
    assert group.checks == kept


def test_pieces_follow_their_theme() -> None:
    bpy.ops.puzzle_cubes.generate(kind="PACKING")
    group = only_puzzle().puzzle_cubes
    group.packing.colors = "OCEAN"
    looks = PACKING_LOOKS["ocean"]
    shown = {item.name: names(item.part) for item in group.parts}
    assert shown.pop("tray") == shown.pop("lid") == [f"Packing Cube {looks.box.label}"]
    assert len(shown) > 3
    assert [look for (look,) in shown.values()] == [
        f"Packing Cube {looks.of_piece(number).label}" for number in range(len(shown))
    ]
