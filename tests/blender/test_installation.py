# SPDX-License-Identifier: GPL-3.0-or-later
"""The built zip holds what it should, installs, and can be switched off and on again."""

from __future__ import annotations

import zipfile
from pathlib import Path

import addon_utils
import bpy
from installed_extension import MODULE

from tests.blender.puzzles import only_puzzle


def test_zip_holds_the_extension_and_nothing_else(built_zip: Path) -> None:
    with zipfile.ZipFile(built_zip) as archive:
        names = set(archive.namelist())
    assert {"blender_manifest.toml", "__init__.py", "LICENSE", "blender_addon/__init__.py", "core/__init__.py"} <= names
    allowed = ("blender_addon/", "core/", "__init__.py", "blender_manifest.toml", "LICENSE", "README.md")
    assert not [name for name in names if not name.startswith(allowed) or "__pycache__" in name or "/." in name]
    assert all(name.endswith((".py", ".toml")) for name in names - {"LICENSE", "README.md"})


def test_registers_unregisters_and_registers_again() -> None:
    for _ in range(2):
        addon_utils.disable(MODULE)
        assert not hasattr(bpy.types.Scene, "oskars_cube")
        assert not hasattr(bpy.types.Collection, "oskars_cube")
        assert not hasattr(bpy.types, "OSKARS_CUBE_OT_generate")
        assert not hasattr(bpy.types, "OSKARS_CUBE_PT_puzzle")
        addon_utils.enable(MODULE)
        bpy.ops.oskars_cube.generate(size=(2, 2, 2))
        assert only_puzzle().oskars_cube.length > 0
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def test_everything_registered_has_a_tooltip() -> None:
    groups = [bpy.types.Scene.bl_rna.properties["oskars_cube"], bpy.types.Collection.bl_rna.properties["oskars_cube"]]
    operators = [getattr(bpy.types, name) for name in dir(bpy.types) if name.startswith("OSKARS_CUBE_OT_")]
    described = [item.bl_rna for item in operators] + [group.fixed_type for group in groups]
    assert len(operators) >= 5
    of_blender = {*bpy.types.Operator.bl_rna.properties.keys(), *bpy.types.PropertyGroup.bl_rna.properties.keys()}
    for rna in described:
        for rna_property in rna.properties:
            if rna_property.identifier not in of_blender:
                assert rna_property.description, f"{rna.identifier}.{rna_property.identifier}"
    for name in dir(bpy.ops.oskars_cube):
        description = getattr(bpy.ops.oskars_cube, name).get_rna_type().description
        assert description
        assert "undocumented" not in description
