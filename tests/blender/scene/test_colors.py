# SPDX-License-Identifier: GPL-3.0-or-later
"""The colors of parts are distinguished by everybody, and follow a theme in the view, as wires and glass, and in files.

Whichever colors eyes see, plates and marks are apart; the user's own materials stay.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from colorspacious import cspace_convert, deltaE

from puzzle_cubes.packing.model.parts import LOOKS as PACKING_LOOKS
from puzzle_cubes.printing.picture import screen_color
from tests.blender.puzzles import make_puzzle, moved_to_another_file, only_puzzle, part, parts_apart
from tests.blender.scene.kits import make_kit
from tests.blender.scene.looks import as_shown, looks, material_numbers, materials_shown, shown_materials
from tests.core.export.written import model_in

VISIONS = ["normal", "deuteranomaly", "protanomaly", "tritanomaly"]
APART = 15.0
"""The least distance of two colors in CAM02-UCS, where black and white are 100 apart and 1 can just be seen."""

GRAY = 0.047
"""How bright Blender's view is, of linear 0 to 1."""

MARKS_APART = 10.0
"""The same in eyes that lack cones: of start and end, which differ in form, too, and of glass, which mixes colors."""

KIND = "Oskar's Cube"
PLATES = [f"{KIND} Ocean {axis} Plates" for axis in "XYZ"]
MARKS = [f"{KIND} Start", f"{KIND} End"]


def names(mesh_object: Any) -> list[str]:
    """Return the names of the materials that an object shows."""
    return [material.name for material in shown_materials(mesh_object)]


def seen_color(material: Any, vision: str) -> Any:
    """Return the color of a material in sRGB as eyes see it that lack a kind of cones altogether.

    Of glass it is that of a front and a back wall before the view, as Blender mixes them.
    """
    *color, alpha = material.diffuse_color
    linear = np.array(color)
    if alpha < 1:
        behind = np.full(3, GRAY)
        for _ in range(2):
            behind = alpha * linear + (1 - alpha) * behind
        linear = np.clip(behind, 0, 1)
    color = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    if vision == "normal":
        return color
    space = {"name": "sRGB1+CVD", "cvd_type": vision, "severity": 100}
    return np.clip(cspace_convert(color, space, "sRGB1"), 0, 1)


@pytest.mark.parametrize("display", ["SOLID", "GLASS"])
def test_colors_are_apart_in_all_eyes(display: str) -> None:
    group = make_puzzle(size=(2, 2, 2))
    group.display = display
    materials = [*shown_materials(part(group, "box")), *shown_materials(part(group, "cross"))]
    assert len(materials) == 6
    for vision, (first, second) in product(VISIONS, combinations(materials, 2)):
        colors = (seen_color(material, vision) for material in (first, second))
        distance = deltaE(*colors, input_space="sRGB1")
        marks = any(mark in material.name for material in (first, second) for mark in ("Start", "End"))
        least = MARKS_APART if (marks or display == "GLASS") and vision != "normal" else APART
        assert distance > least, f"{vision}: {first.name} and {second.name} are {distance:.1f} apart"


def test_the_way_runs_from_the_color_of_the_start_to_that_of_the_end() -> None:
    group = make_puzzle()
    way, box = part(group, "solution"), part(group, "box")
    steps, marks = shown_materials(way), shown_materials(box)[3:]
    assert [tuple(steps[end].diffuse_color) for end in (0, -1)] == [tuple(mark.diffuse_color) for mark in marks]
    assert set(material_numbers(way)) == set(range(len(steps)))
    # From one step to the next the color changes by little.
    for here, neighbor in pairwise(steps):
        colors = (seen_color(material, "normal") for material in (here, neighbor))
        assert deltaE(*colors, input_space="sRGB1") < 2 * APART


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_start_and_end_are_marked_on_three_sides(way: str) -> None:
    group = make_puzzle()
    group.oskar.way = way
    walls = [part(group, "box")] if way == "ONE_PIECE" else list(parts_apart(group).values())
    for mark in MARKS:
        sides = set()
        for wall in walls:
            looks = names(wall)
            for polygon in wall.data.polygons:
                if looks[polygon.material_index] == mark:
                    # What looks along an axis there is the upper side of a post, or the floor of a pit.
                    sides.add(wall.name if way == "KIT" else max(range(3), key=lambda axis: polygon.normal[axis]))
        assert len(sides) == 3


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


def test_a_theme_is_kept_where_the_puzzle_is_taken(tmp_path: Path) -> None:
    group = make_puzzle(colors="MONO")
    mono = names(part(group, "box"))
    group = moved_to_another_file(tmp_path, link=False).puzzle_cubes
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
    shown = {
        "#" + screen_color(bpy.data.materials[name].diffuse_color[:3]).tobytes().hex().upper()
        for name in (*PLATES, *MARKS, f"{KIND} Ocean Cross")
    }
    assert set(re.findall(r'displaycolor="(#\w{6})', model_in(tmp_path / "kit.3mf"))) == shown


def test_a_puzzle_is_made_in_a_theme_and_so_is_another_one() -> None:
    group = make_puzzle(colors="SIGNAL")
    assert names(part(group, "box"))[0] == f"{KIND} Gray and Signal X Plates"
    bpy.ops.puzzle_cubes.another()
    group = only_puzzle().puzzle_cubes
    assert group.oskar.colors == "SIGNAL"
    assert names(part(group, "box"))[0] == f"{KIND} Gray and Signal X Plates"


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
