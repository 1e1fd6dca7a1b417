# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Blender with the built zip installed, and an empty scene for every test."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

# Blender looks at this once, when it is imported.
USER_FOLDER = Path(tempfile.mkdtemp(prefix="puzzle_cubes-"))
os.environ["BLENDER_USER_RESOURCES"] = str(USER_FOLDER)

import bpy  # noqa: E402

# isort: split
# This module can be found only once bpy is imported.
import addon_utils  # noqa: E402
from installed_extension import MODULE, build_zip  # noqa: E402

from puzzle_cubes.kinds import KINDS  # noqa: E402


@pytest.fixture(scope="session")
def built_zip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the zip that Blender's own tool validated and built."""
    return build_zip(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session", autouse=True)
def installed_extension(built_zip: Path) -> Iterator[None]:
    """Install and enable the zip as a user does, and disable it at the end."""
    bpy.ops.extensions.package_install_files(filepath=str(built_zip), repo="user_default", enable_on_install=True)
    yield
    addon_utils.disable(MODULE)
    shutil.rmtree(USER_FOLDER)


@pytest.fixture(autouse=True)
def clean_scene(installed_extension: None) -> None:
    """Start every test with an empty file; enabled extensions stay enabled."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


@pytest.fixture
def my_printer_removed() -> Iterator[None]:
    """Remove the presets that a test has made of its printer: Blender keeps them beyond its file."""
    yield
    for kind in KINDS:
        getattr(bpy.ops.puzzle_cubes, f"add_{kind}_preset")(name="My Printer", remove_name=True)
