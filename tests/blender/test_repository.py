# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension is installed from the repository of the site by its address, and updated from there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

from installed_extension import ROOT, write_repository

from tests.served import NEXT, newer_sources, served

IN_BLENDER = """
import sys

import bpy  # Blender's own modules can be found once it is there.
import addon_utils

address, module = sys.argv[1], "bl_ext.site.puzzle_cubes"
preferences = bpy.context.preferences
repositories = preferences.extensions.repos
if "site" not in repositories:
    # Nothing else is asked for anything.
    for one in list(repositories):
        if one.use_remote_url:
            repositories.remove(one)
    repositories.new(name="site", module="site", remote_url=address)
preferences.system.use_online_access = True
number = [one.module for one in repositories].index("site")
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


def test_its_page_offers_it_to_drag(tmp_path: Path) -> None:
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


def test_its_page_links_to_what_is_beside_it(tmp_path: Path) -> None:
    """A release has it above its site, which comes without the asset library."""
    index = write_repository(tmp_path, site="site", has_library=False)
    links = re.findall(r'(?:href|src)="([^"?:]+)["?]', index.with_name("index.html").read_text(encoding="utf-8"))
    files = {"site/index.html", "site/icon.png", "site/page.css", "site/address.js"}
    assert {link for link in links if not link.endswith(".zip")} == files
