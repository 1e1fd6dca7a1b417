# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's own command installs the extension from the folder of a release, and updates it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from installed_extension import ROOT, write_repository

from tests.gui.debian import Debian
from tests.served import NEXT, newer_sources, served


def version_in(user: Path) -> str:
    """Return the version that is installed."""
    manifest = user / "extensions" / "ours" / "puzzle_cubes" / "blender_manifest.toml"
    version: str = tomllib.loads(manifest.read_text(encoding="utf-8"))["version"]
    return version


def test_it_is_installed_and_updated_by_command(debian: Debian, tmp_path: Path) -> None:
    user = debian.folder / "of_repository"
    user.mkdir()
    write_repository(tmp_path / "release")

    def command(*arguments: str) -> str:
        done = debian.run("--online-mode", "--command", *arguments, user=user)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with served(tmp_path / "release") as address:
        # Nothing else is asked for anything.
        command("extension", "repo-remove", "blender_org")
        command("extension", "repo-add", "--name", "Ours", "--url", f"{address}index.json", "ours")
        command("extension", "install", "--sync", "--enable", "puzzle_cubes")
        present = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))["version"]
        assert version_in(user) == present
        assert "2x2x2" in command("puzzle_cubes", "oskar", "--size", "2", "--check")
        write_repository(tmp_path / "release", newer_sources(tmp_path / "newer"))
        command("extension", "update", "--sync")
        assert version_in(user) == NEXT
        assert "2x2x2" in command("puzzle_cubes", "oskar", "--size", "2", "--check")
