# SPDX-License-Identifier: GPL-3.0-or-later
"""The version is the same one in the program, in its package and in its manifest for Blender."""

from __future__ import annotations

import tomllib
from pathlib import Path

from puzzle_cubes.common import VERSION

REPOSITORY = Path(__file__).parents[3]


def test_the_version_is_that_of_the_package_and_of_the_manifest() -> None:
    package = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    manifest = tomllib.loads((REPOSITORY / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert package["version"] == manifest["version"] == VERSION
