# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in a Blender of its own with the toy installed, uses it as a user does, and writes what came of it as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import bpy

# isort: split
import addon_utils

EXTENSION = "bl_ext.user_default.puzzle_cubes"


def use_toy(folder: Path) -> dict[str, Any]:
    """Make a toy, change, show, check, export, save and open it again; return what was seen on the way."""
    operators: Any = bpy.ops.puzzle_cubes
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    seen: dict[str, Any] = {}
    operators.generate(kind="TOY", seed=5, wall=3.0)
    (collection,) = bpy.context.scene.collection.children
    group: Any = collection.puzzle_cubes
    seen["name"], seen["height"] = collection.name, group.toy.height_text
    seen["parts"] = [item.name for item in group.parts]
    group.explode = 0.0
    seen["together"] = {item.name: bounds(item.part) for item in group.parts}
    group.explode = 0.5
    seen["apart"] = {item.name: bounds(item.part) for item in group.parts}
    group.explode = 1.0
    seen["on the bed"] = {item.name: bounds(item.part) for item in group.parts}
    group.toy.wall = 4.0
    group.explode = 0.0
    seen["thicker"] = {item.name: bounds(item.part) for item in group.parts}
    group.display = "GLASS"
    seen["glass"] = group.parts["box"].part.color[3]
    group.display = "WIRE"
    seen["wires"] = [modifier.type for modifier in group.parts["box"].part.modifiers]
    group.display = "SOLID"
    operators.check()
    seen["checks"] = [line["level"] for line in json.loads(group.checks)["lines"]]
    operators.export(directory=str(folder / "toy"))
    seen["files"] = sorted(file.name for file in (folder / "toy").iterdir())
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "toy.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(folder / "toy.blend"))
    (collection,) = bpy.context.scene.collection.children
    collection.puzzle_cubes.toy.wall = 2.0
    seen["reopened"] = {item.name: bounds(item.part) for item in collection.puzzle_cubes.parts}
    operators.load(filepath=str(folder / "toy" / "puzzle.json"))
    seen["opened"] = [child.name for child in bpy.context.scene.collection.children]
    operators.generate(size=(3, 3, 3), seed=1)
    seen["beside"] = [child.puzzle_cubes.kind for child in bpy.context.scene.collection.children]
    seen["style"] = use_style(operators, folder)
    operators.new_seed()
    chosen: Any = bpy.context.scene.puzzle_cubes.bl_rna.properties["kind"]
    seen["kinds"] = [item.identifier for item in chosen.enum_items]
    return seen


def use_style(operators: Any, folder: Path) -> dict[str, Any]:
    """Make a puzzle in the toy style, export and open it; return what became of the style's own option."""
    operators.generate(size=(3, 3, 3), seed=1, style="TOY_STYLE", tries=5)
    made = bpy.context.scene.collection.children[-1].puzzle_cubes.puzzle
    operators.export(directory=str(folder / "style"))
    operators.load(filepath=str(folder / "style" / "puzzle.json"))
    opened = bpy.context.scene.collection.children[-1].puzzle_cubes.puzzle
    try:
        operators.generate(size=(3, 3, 3), seed=1, style="TOY_STYLE", tries=10)
        refused = ""
    except RuntimeError as error:
        refused = str(error).strip()
    settings: Any = bpy.context.scene.puzzle_cubes.oskar
    return {
        "made": json.loads(made)["settings"]["tries"],
        "opened": json.loads(opened)["settings"]["tries"],
        "refused": refused,
        "default": settings.tries,
        "tooltip": settings.bl_rna.properties["tries"].description,
        "tooltip of the operator": operators.generate.get_rna_type().properties["tries"].description,
    }


def bounds(piece: Any) -> list[list[float]]:
    """Return the lowest and the highest corner of an object from its carrier, in millimeters."""
    bpy.context.view_layer.update()
    origin = piece.parent.matrix_world.translation
    corners = [1000 * (piece.matrix_world @ vertex.co - origin) for vertex in piece.data.vertices]
    return [[round(end(corner[axis] for corner in corners), 3) for axis in range(3)] for end in (min, max)]


if __name__ == "__main__":
    zip_file, result = Path(sys.argv[1]), Path(sys.argv[2])
    bpy.ops.extensions.package_install_files(filepath=str(zip_file), repo="user_default", enable_on_install=True)
    try:
        result.write_text(json.dumps(use_toy(result.parent)))
    finally:
        addon_utils.disable(EXTENSION)
    os.environ.pop("BLENDER_USER_RESOURCES", None)
