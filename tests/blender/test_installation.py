# SPDX-License-Identifier: GPL-3.0-or-later
"""The built zip holds what it should, installs, and can be switched off and on again."""

from __future__ import annotations

import importlib
import posixpath
import re
import shutil
import subprocess
import zipfile
from collections import Counter
from pathlib import Path

import addon_utils
import bpy
import pytest
from installed_extension import MODULE, ROOT, extension_tool

from puzzle_cubes.kinds import KINDS
from tests.blender.puzzles import measures, only_puzzle


def test_zip_holds_the_extension_and_nothing_else(built_zip: Path) -> None:
    with zipfile.ZipFile(built_zip) as archive:
        names = set(archive.namelist())
    assert {"blender_manifest.toml", "__init__.py", "LICENSE", "blender_addon/__init__.py", "core/__init__.py"} <= names
    presets = {name for name in names if name.startswith("presets/puzzle_cubes/") and name.endswith(".py")}
    counts = Counter(name.split("/")[2] for name in presets)
    assert counts == {kind.name: len(kind.presets) for kind in KINDS.values() if kind.presets}
    allowed = (
        "blender_addon/",
        "core/",
        "docs/pictures/",
        "manual/",
        "__init__.py",
        "blender_manifest.toml",
        "LICENSE",
        *(f"presets/puzzle_cubes/{kind}/" for kind in counts),
    )
    assert not [name for name in names if not name.startswith(allowed) or "__pycache__" in name or "/." in name]
    endings = {"docs/pictures/": (".webp",), "manual/": (".html", ".css"), "LICENSE": ("LICENSE",)}
    for name in names:
        ends_there = [ends for begin, ends in endings.items() if name.startswith(begin)]
        assert name.endswith(ends_there[0] if ends_there else (".py", ".toml")), name
    # Larger ones are refused by the reviewers of the extensions platform.
    assert built_zip.stat().st_size < 5_000_000


def test_the_manual_in_the_zip_finds_its_pictures_and_pages_there(built_zip: Path) -> None:
    with zipfile.ZipFile(built_zip) as archive:
        names = set(archive.namelist())
        pages = {name: archive.read(name).decode() for name in names if name.endswith(".html")}
    assert len(pages) > 8
    asked = set()
    for name, text in pages.items():
        assert "<script" not in text
        for address in re.findall(r'(?:href|src)="([^"]*)"', text):
            path, _, fragment = address.partition("#")
            if not path.startswith("http"):
                target = posixpath.normpath(posixpath.join("manual", path)) if path else name
                asked.add(target)
                assert not fragment or f'id="{fragment}"' in pages[target], address
    assert asked <= names
    # No picture is there for nothing, and none of the films, which are larger than all else.
    assert {name for name in names if name.startswith("docs/")} == {name for name in asked if name.startswith("docs/")}


def test_blenders_own_tool_builds_the_same_of_a_clone(built_zip: Path, tmp_path: Path) -> None:
    clone, files = tmp_path / "clone", ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(files, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")[:-1]:
        # What was removed, and is in the index yet, is in no clone.
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    extension_tool("build", "--source-dir", str(clone), "--output-filepath", str(tmp_path / "theirs.zip"))
    ours, theirs = (
        {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
        for archive in map(zipfile.ZipFile, (built_zip, tmp_path / "theirs.zip"))
    )
    assert ours.keys() == theirs.keys()
    assert ours == theirs


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


def entries() -> list[str]:
    """Return all that Blender has of the extension: types, properties, handlers, entries in menus, and presets."""
    names = [name for name in dir(bpy.types) if name.startswith("PUZZLE_CUBES")]
    owners = (bpy.types.Scene, bpy.types.Collection, bpy.types.Object, bpy.types.WindowManager)
    names += [f"{owner.__name__}.{name}" for owner in owners for name in dir(owner) if name.startswith("puzzle_cubes")]
    handlers = bpy.app.handlers
    called = [*handlers.load_post, *handlers.depsgraph_update_post, *handlers.frame_change_post]
    for menu in ("VIEW3D_MT_mesh_add", "VIEW3D_MT_object", "TOPBAR_MT_file_import", "TOPBAR_MT_file_export"):
        called += getattr(bpy.types, menu)._dyn_ui_initialize()
    names += [f"{hook.__module__}.{hook.__name__}" for hook in called if hook.__module__.startswith(MODULE)]
    # The user's own presets stay where they are.
    own = bpy.utils.user_resource("SCRIPTS")
    names += importlib.import_module(f"{MODULE}.blender_addon.scene.hooks")._called
    return sorted([*names, *(path for path in bpy.utils.preset_paths("puzzle_cubes") if not path.startswith(own))])


def test_registering_twice_and_unregistering_twice_is_as_once() -> None:
    extension = importlib.import_module(MODULE)
    before = entries()
    extension.register()
    extension.register()
    assert entries() == before
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))
    extension.unregister()
    extension.unregister()
    assert not hasattr(bpy.types.Scene, "puzzle_cubes")
    assert not entries()
    extension.register()
    assert entries() == before
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))


def test_a_registration_that_fails_leaves_nothing_behind() -> None:
    extension = importlib.import_module(MODULE)
    extension.unregister()
    # One of its classes is taken, near the end of the list.
    menu = importlib.import_module(f"{MODULE}.blender_addon.tab.menus").PuzzleMenu
    bpy.utils.register_class(menu)
    with pytest.raises(ValueError, match="already registered"):
        extension.register()
    bpy.utils.unregister_class(menu)
    assert not entries()
    assert not hasattr(bpy.types, "PUZZLE_CUBES_OT_generate")
    extension.register()
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))
