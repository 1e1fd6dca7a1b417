# SPDX-License-Identifier: GPL-3.0-or-later
"""The built zip holds what it should, installs, and can be switched off and on again."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import addon_utils
import bpy
from installed_extension import MODULE

from core.kinds import KINDS
from core.oskar.model.presets import PRESETS
from tests.blender.puzzles import measures, only_puzzle


def test_zip_holds_the_extension_and_nothing_else(built_zip: Path) -> None:
    with zipfile.ZipFile(built_zip) as archive:
        names = set(archive.namelist())
    assert {"blender_manifest.toml", "__init__.py", "LICENSE", "blender_addon/__init__.py", "core/__init__.py"} <= names
    presets = {name for name in names if name.startswith("presets/puzzle_cubes/oskar/")}
    assert len(presets) == len(PRESETS)
    allowed = ("blender_addon/", "core/", "__init__.py", "blender_manifest.toml", "LICENSE", "README.md", *presets)
    assert not [name for name in names if not name.startswith(allowed) or "__pycache__" in name or "/." in name]
    assert all(name.endswith((".py", ".toml")) for name in names - {"LICENSE", "README.md"})


def test_registers_unregisters_and_registers_again() -> None:
    for _ in range(2):
        addon_utils.disable(MODULE)
        assert not hasattr(bpy.types.Scene, "puzzle_cubes")
        assert not hasattr(bpy.types.Collection, "puzzle_cubes")
        assert not hasattr(bpy.types, "PUZZLE_CUBES_OT_generate")
        assert not hasattr(bpy.types, "PUZZLE_CUBES_PT_puzzle")
        addon_utils.enable(MODULE)
        bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))
        assert measures(only_puzzle().puzzle_cubes)["length"] > 0
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def groups_in(group: Any) -> Iterator[Any]:
    """Yield a group of properties and all the groups in it."""
    yield group
    for one in group.properties:
        held = getattr(one, "fixed_type", None)
        if held is not None and held.base is not None and held.base.identifier == "PropertyGroup":
            yield from groups_in(held)


def test_everything_registered_has_a_tooltip() -> None:
    pointers = [one.bl_rna.properties["puzzle_cubes"] for one in (bpy.types.Scene, bpy.types.Collection)]
    operators = [getattr(bpy.types, name) for name in dir(bpy.types) if name.startswith("PUZZLE_CUBES_OT_")]
    described = [item.bl_rna for item in operators] + [
        group for pointer in pointers for group in groups_in(pointer.fixed_type)
    ]
    assert len(operators) >= 5
    # Those of the scene, of a puzzle and of its parts, and two of each kind.
    assert len(described) == len(operators) + 3 + 2 * len(KINDS)
    of_blender = {*bpy.types.Operator.bl_rna.properties.keys(), *bpy.types.PropertyGroup.bl_rna.properties.keys()}
    for rna in described:
        for rna_property in rna.properties:
            if rna_property.identifier not in of_blender:
                assert rna_property.description, f"{rna.identifier}.{rna_property.identifier}"
    for name in dir(bpy.ops.puzzle_cubes):
        description = getattr(bpy.ops.puzzle_cubes, name).get_rna_type().description
        assert description
        assert "undocumented" not in description
