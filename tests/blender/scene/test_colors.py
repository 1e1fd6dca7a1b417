# SPDX-License-Identifier: GPL-3.0-or-later
"""The colors of the parts can be distinguished by everybody, whichever colors their eyes see."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import bpy
import numpy as np
import pytest
from colorspacious import cspace_convert, deltaE

from tests.blender.puzzles import only_puzzle, part, parts_apart
from tests.blender.scene.looks import material_numbers, shown_materials

VISIONS = ["normal", "deuteranomaly", "protanomaly", "tritanomaly"]
APART = 15.0
"""The least distance of two colors in CAM02-UCS, where black and white are 100 apart and 1 can just be seen."""

GRAY = 0.047
"""How bright Blender's view is, of linear 0 to 1."""

MARKS_APART = 10.0
"""The same in eyes that lack cones: of start and end, which differ in form, too, and of glass, which mixes colors."""


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
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))
    group = only_puzzle().puzzle_cubes
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
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().puzzle_cubes
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
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().puzzle_cubes
    group.oskar.way = way
    walls = [part(group, "box")] if way == "ONE_PIECE" else list(parts_apart(group).values())
    for mark, color in (("Start", 1), ("End", 0)):
        sides = set()
        for wall in walls:
            names = [material.name for material in shown_materials(wall)]
            if f"Oskar's Cube {mark}" not in names:
                continue
            number = names.index(f"Oskar's Cube {mark}")
            polygons = [polygon for polygon in wall.data.polygons if polygon.material_index == number]
            assert polygons
            # What looks along an axis and lies outermost there is the upper side of a post, or the floor of a pit.
            sides |= {wall.name} if way == "KIT" else {max(range(3), key=lambda axis: p.normal[axis]) for p in polygons}
            red, green, _, _ = shown_materials(wall)[number].diffuse_color
            assert (green > red) == bool(color)
        assert len(sides) == 3


@pytest.mark.parametrize(("way", "file"), [("ONE_PIECE", "printableMaze.3mf"), ("KIT", "kit.3mf")])
def test_the_files_for_printers_with_colors_have_the_marks(way: str, file: str, tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().puzzle_cubes
    group.oskar.way = way
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    with ZipFile(tmp_path / file) as archive:
        model = archive.read("3D/3dmodel.model").decode()
    colors = re.findall(r'displaycolor="#(\w{6})', model)
    for mark in shown_materials(part(group, "box"))[3:]:
        wanted = "".join(f"{round(255 * value):02X}" for value in seen_color(mark, "normal"))
        number = colors.index(wanted)
        assert f' p1="{number}"' in model
