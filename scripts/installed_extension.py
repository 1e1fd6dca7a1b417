# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension of this checkout: built, listed in a repository, and installed in a Blender that is the bpy module.

Scripts and tests so run what a user gets from the zip, and nothing else. ``python scripts/installed_extension.py dist``
builds that zip into a folder.

Archives are the same bytes whenever and wherever they are made: sorted, and without times of this machine. The time of
every entry is SOURCE_DATE_EPOCH (https://reproducible-builds.org), or the first that a zip can say.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from puzzle_cubes.common.errors import ExportError

FIRST = 315532800
"""Seconds from 1970 to 1980."""

ORDINARY, EXECUTABLE = 0o644, 0o755


def _moment() -> int:
    return max(FIRST, int(os.environ.get("SOURCE_DATE_EPOCH", FIRST)))


def fix_zip(path: Path) -> None:
    """Write a zip anew, with its files alone."""
    fixed = path.with_suffix(".fixed")
    date = time.gmtime(_moment())[:6]
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in sorted(entry_name for entry_name in old.namelist() if not entry_name.endswith("/")):
            entry = zipfile.ZipInfo(name, date)
            entry.create_system = 3
            entry.external_attr = (0o100000 | ORDINARY) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, old.read(name))
    fixed.replace(path)


def fix_tar(path: Path) -> None:
    """Write a tar.gz anew."""
    fixed = path.with_suffix(".fixed")
    with (
        tarfile.open(path) as old,
        fixed.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, _moment()) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for entry in sorted(old.getmembers(), key=lambda member: member.name):
            entry.mtime, entry.pax_headers = _moment(), {}
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = EXECUTABLE if entry.isdir() or entry.mode & 0o100 else ORDINARY
            new.addfile(entry, old.extractfile(entry) if entry.isfile() else None)
    fixed.replace(path)


ROOT = Path(__file__).resolve().parent.parent
MODULE = "bl_ext.user_default.puzzle_cubes"
SOURCES = (
    "__init__.py",
    "blender_manifest.toml",
    "LICENSE",
    "blender_addon",
    "core",
    "manual",
    "docs/pictures",
    "presets",
)
"""What the zip is made of, as far as it can change what the extension does or shows."""
INDEX = "index.json"
"""The address that is added in Blender is that of this file."""


def build_zip(folder: Path, sources: Path = ROOT) -> Path:
    """Validate the manifest and build the zip into a folder, both with Blender's own tool.

    The sources are copied first, so that what lies beside them is not looked at. The same sources give the same bytes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        staged = Path(temporary) / "source"
        copy_sources(staged, sources)
        extension_tool("validate", str(staged))
        extension_tool("build", "--source-dir", str(staged), "--output-dir", temporary)
        (built,) = Path(temporary).glob("*.zip")
        fix_zip(built)
        return Path(shutil.move(built, folder / built.name))


def copy_sources(folder: Path, sources: Path = ROOT) -> None:
    """Copy what the zip is made of into a folder that is not there yet."""
    folder.mkdir()
    for source in SOURCES:
        path = sources / source
        if path.is_dir():
            shutil.copytree(path, folder / source, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, folder / source)


def extension_tool(*arguments: str) -> None:
    """Run Blender's own tool for extensions; raises ExportError, with all that it says as a note, where it refuses."""
    (tool,) = _blender_folder().glob("*/scripts/addons_core/bl_pkg/cli/blender_ext.py")
    done = subprocess.run([sys.executable, tool, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".strip()
        error = ExportError(f"Blender's tool refused to {arguments[0]} the extension: {said.rpartition(chr(10))[2]}.")
        error.add_note(said)
        raise error


def write_repository(folder: Path, sources: Path = ROOT, *, site: str = "..", has_library: bool = True) -> Path:
    """Build the extension into a folder, in place of an older version, and list it by Blender's tool; return the index.

    Who adds the index's address gets every new version; of several in it Blender would take any. A page for people
    comes with it, from which the extension is dragged into Blender. It links to the site, which is at a path from the
    folder, and to the asset library where the site has one.
    """
    for older in folder.glob("*.zip"):
        older.unlink()
    build_zip(folder, sources)
    page = (ROOT / "scripts" / "puzzle_site" / "page" / "repository.html").read_text(encoding="utf-8")
    if not has_library:
        page = re.sub(r"  <!-- library -->.*<!-- end of library -->\n", "", page, flags=re.DOTALL)
    with tempfile.TemporaryDirectory() as temporary:
        template = Path(temporary) / "page.html"
        template.write_text(page.replace('"../', f'"{site}/'), encoding="utf-8")
        extension_tool("server-generate", "--repo-dir", str(folder), "--html", "--html-template", str(template))
    return folder / INDEX


def _blender_folder() -> Path:
    spec = find_spec("bpy")
    if spec is None or spec.origin is None:
        raise SystemExit("bpy is missing: pip install -r requirements/blender-4.5.txt")
    return Path(spec.origin).parent


def install(zip_file: Path, user_folder: Path) -> None:
    """Install the zip as an extension, in a process of its own, into an empty folder of Blender's user files."""
    script = (
        "import bpy, sys\n"
        "bpy.ops.extensions.package_install_files(\n"
        "    filepath=sys.argv[1], repo='user_default', enable_on_install=False)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(zip_file)],
        env=os.environ | {"BLENDER_USER_RESOURCES": str(user_folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if not (user_folder / "extensions" / "user_default" / "puzzle_cubes").is_dir():
        raise RuntimeError(f"The extension could not be installed:\n{done.stdout}{done.stderr}")


def installed_user_folder() -> Path:
    """Return a folder of Blender's user files with the present sources installed, made at first use."""
    digest = hashlib.sha256(str(_blender_folder()).encode())
    for source in SOURCES:
        path = ROOT / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    folder = ROOT / "build" / f"user-{digest.hexdigest()[:16]}"
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            user_folder = Path(temporary) / "user"
            install(build_zip(Path(temporary)), user_folder)
            try:
                user_folder.rename(folder)
            except OSError:
                # Another process was faster; what it installed is the same.
                if not folder.exists():
                    raise
    return folder


@contextmanager
def extension() -> Iterator[ModuleType]:
    """Start Blender with the extension enabled, and give its root module; disable it at the end.

    Blender does not end cleanly as a module while classes are still registered.
    """
    with tempfile.TemporaryDirectory(prefix="puzzle_cubes-") as temporary:
        # Every start writes a cache beside the installed extensions. Processes at the same time would find
        # each other's half written, and Blender would say so: each has its own, and shares what is installed.
        repository = Path(temporary) / "extensions" / "user_default"
        repository.parent.mkdir()
        repository.symlink_to(installed_user_folder() / "extensions" / "user_default", target_is_directory=True)
        os.environ["BLENDER_USER_RESOURCES"] = temporary
        import bpy  # noqa: F401, I001  (Blender's own modules can be found once bpy is imported)
        import addon_utils

        addon_utils.enable(MODULE)
        try:
            yield importlib.import_module(MODULE)
        finally:
            addon_utils.disable(MODULE)


def new_puzzle(**options: Any) -> Any:
    """Make a puzzle in an empty scene by the extension that is enabled, and return its properties."""
    import bpy

    operators: Any = bpy.ops
    operators.wm.read_homefile(use_factory_startup=True, use_empty=True)
    operators.puzzle_cubes.generate(**options)
    context: Any = bpy.context
    (collection,) = context.active_object.users_collection
    return collection.puzzle_cubes


if __name__ == "__main__":
    print(f"Built {build_zip(Path(sys.argv[1]))}")
