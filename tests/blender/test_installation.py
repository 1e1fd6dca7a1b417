# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension is installed from the built zip or the repository of the site, updated, and switched off and on again.

The zip holds what it should, and nothing else.
"""

from __future__ import annotations

import importlib
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from pathlib import Path
from urllib.request import urlopen

import addon_utils
import bpy
import pytest
from installed_extension import MODULE, ROOT, extension_tool, write_repository

from puzzle_cubes.kinds import KINDS
from tests.blender.puzzles import measures, only_puzzle
from tests.served import NEXT, newer_sources, served


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


IN_BLENDER = """
import sys

import bpy  # Blender's own modules can be found once it is there.
import addon_utils

address, module = sys.argv[1], "bl_ext.site.puzzle_cubes"
preferences = bpy.context.preferences
repositories = preferences.extensions.repos
if "site" not in repositories:
    # Nothing else is asked for anything.
    for repository in list(repositories):
        if repository.use_remote_url:
            repositories.remove(repository)
    repositories.new(name="site", module="site", remote_url=address)
preferences.system.use_online_access = True
number = [repository.module for repository in repositories].index("site")
bpy.ops.extensions.repo_sync(repo_index=number)
if addon_utils.check(module)[0]:
    bpy.ops.extensions.package_upgrade_all()
else:
    bpy.ops.extensions.package_install(repo_index=number, pkg_id="puzzle_cubes")
assert addon_utils.check(module) == (True, True)
assert bpy.ops.puzzle_cubes.generate(size=(2, 2, 2)) == {"FINISHED"}
bpy.ops.wm.save_userpref()
addon_utils.disable(module)
"""


def in_blender(address: str, user_folder: Path) -> str:
    """Start Blender, let it install the extension or update it, use it, and return the version that is there."""
    done = subprocess.run(
        [sys.executable, "-c", IN_BLENDER, address],
        env=os.environ | {"BLENDER_USER_RESOURCES": str(user_folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    manifest = user_folder / "extensions" / "site" / "puzzle_cubes" / "blender_manifest.toml"
    version: str = tomllib.loads(manifest.read_text(encoding="utf-8"))["version"]
    return version


def test_it_is_installed_by_address_and_updated(tmp_path: Path) -> None:
    repository, user_folder = tmp_path / "extensions", tmp_path / "user"
    user_folder.mkdir()
    present = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))["version"]
    write_repository(repository)
    with served(repository) as address:
        assert in_blender(address + "index.json", user_folder) == present
        assert in_blender(address + "index.json", user_folder) == present
        write_repository(repository, newer_sources(tmp_path / "newer"))
        assert in_blender(address + "index.json", user_folder) == NEXT


def test_the_page_of_the_repository_offers_it_to_drag(tmp_path: Path) -> None:
    index = write_repository(tmp_path / "extensions")
    listed = json.loads(index.read_text(encoding="utf-8"))["data"]
    assert [extension["id"] for extension in listed] == ["puzzle_cubes"]
    page = (index.parent / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="(\S+\.zip)\?([^"]*)"', page)
    assert [name.removeprefix("./") for name, _ in links] == [listed[0]["archive_url"].removeprefix("./")]
    assert all("repository=" in query and "blender_version_min=4.2.0" in query for _, query in links)
    with served(index.parent) as address, urlopen(address + links[0][0]) as answer:  # noqa: S310  (of this machine)
        (tmp_path / "got.zip").write_bytes(answer.read())
    assert zipfile.ZipFile(tmp_path / "got.zip").testzip() is None


def test_the_page_of_the_repository_links_to_what_is_beside_it(tmp_path: Path) -> None:
    """A release has it above its site, which comes without the asset library."""
    index = write_repository(tmp_path, site="site", has_library=False)
    links = re.findall(r'(?:href|src)="([^"?:]+)["?]', index.with_name("index.html").read_text(encoding="utf-8"))
    files = {"site/index.html", "site/icon.png", "site/page.css", "site/address.js"}
    assert {link for link in links if not link.endswith(".zip")} == files
