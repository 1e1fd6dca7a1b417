# SPDX-License-Identifier: GPL-3.0-or-later
"""The colors of the parts can be distinguished by everybody, whichever colors their eyes see."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import bpy
import numpy as np
import pytest
from colorspacious import cspace_convert, deltaE

from tests.blender.puzzles import only_puzzle, part
from tests.blender.scene.looks import shown_materials

VISIONS = ["normal", "deuteranomaly", "protanomaly", "tritanomaly"]
APART = 15.0
"""The least distance of two colors in CAM02-UCS, where black and white are 100 apart and 1 can just be seen."""


def seen_color(material: Any, vision: str) -> Any:
    """Return the color of a material in sRGB as eyes see it that lack a kind of cones altogether."""
    linear = np.array(material.diffuse_color[:3])
    color = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    if vision == "normal":
        return color
    space = {"name": "sRGB1+CVD", "cvd_type": vision, "severity": 100}
    return np.clip(cspace_convert(color, space, "sRGB1"), 0, 1)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("display", ["SOLID", "GLASS"])
def test_colors_are_apart_in_all_eyes(vision: str, display: str) -> None:
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))
    group = only_puzzle().puzzle_cubes
    group.display = display
    materials = [
        *shown_materials(part(group, "box")),
        *shown_materials(part(group, "cross")),
        *shown_materials(part(group, "solution")),
    ]
    assert len(materials) == 5
    colors = {material.name: seen_color(material, vision) for material in materials}
    for first, second in combinations(colors, 2):
        distance = deltaE(colors[first], colors[second], input_space="sRGB1")
        assert distance > APART, f"{first} and {second} are {distance:.1f} apart"
