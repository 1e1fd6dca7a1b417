# SPDX-License-Identifier: GPL-3.0-or-later
"""A release is whole, and the same bytes wherever its commit lies."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from installed_extension import ROOT
from renewal import LIST

NAMES = ("puzzle-cubes", "my puzzles ü")


def release(clone: Path, *arguments: str) -> Path:
    """Make a release of a clone, and return its folder."""
    (clone / "build" / "package").mkdir(parents=True, exist_ok=True)
    for name, target in (("puzzle_cubes", "core"), ("puzzle_shelf", "scripts/puzzle_shelf")):
        (clone / "build" / "package" / name).unlink(missing_ok=True)
        (clone / "build" / "package" / name).symlink_to(clone / target)
    roots = os.pathsep.join(map(str, (clone / "build" / "package", clone / "scripts")))
    command = [sys.executable, "-m", "scripts.release", "out/release", *arguments]
    subprocess.run(command, cwd=clone, env=os.environ | {"PYTHONPATH": roots}, check=True)
    return clone / "out" / "release"


@pytest.fixture(scope="module")
def clones(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return two clones of the last commit, in folders of different names."""
    folder = tmp_path_factory.mktemp("clones")
    for name in NAMES:
        subprocess.run(["git", "clone", "--quiet", ROOT, folder / name], check=True)
    return [folder / name for name in NAMES]


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files in a folder by their paths in it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def releases(clones: list[Path]) -> list[Path]:
    """Return the folders of two releases without a site."""
    return [release(clone, "--no-site") for clone in clones]


def test_two_releases_of_a_commit_are_the_same_bytes(releases: list[Path]) -> None:
    first, second = map(contents, releases)
    assert {name for name in first if first[name] != second.get(name)} == set()
    assert first.keys() == second.keys()
    assert {Path(name).suffix for name in first} >= {".zip", ".whl", ".gz", ".json", ".md", ".html"}


def test_it_says_what_is_in_it(releases: list[Path]) -> None:
    folder = releases[0]
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    check = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout
    assert len(check.stdout.splitlines()) == len(contents(folder).keys() - {"SHA256SUMS", LIST})
    materials = json.loads((folder / "bom.json").read_text(encoding="utf-8"))
    assert materials["bomFormat"] == "CycloneDX"
    named = {component["name"]: component for component in materials["components"]}
    assert {"numpy", "bpy", "setuptools", "pytest"} <= named.keys()
    assert all("hashes" in str(component) for component in named.values())
    assert materials["metadata"]["component"]["name"] == "puzzle-cubes"
    assert (folder / "release-notes.md").read_text(encoding="utf-8").startswith("# Puzzle Cubes ")


@pytest.mark.thorough
def test_two_sites_of_a_commit_are_the_same_bytes(clones: list[Path]) -> None:
    first, second = (contents(release(clone)) for clone in clones)
    assert {name for name in first if first[name] != second.get(name)} == set()
    assert first.keys() == second.keys()
    assert {Path(name).parts[0] for name in first if "/" in name} == {"site"}
    assert not [name for name in first if name.endswith((".sqlite", ".blend"))]
    assert {"site/index.html", "site/manual/index.html", "site/extensions/index.json"} <= first.keys()
    for page in ("index.html", "site/extensions/index.html"):
        links = re.findall(r'(?:href|src)="([^"#?:]+)[?"]', first[page].decode())
        missing = [link for link in links if not (clones[0] / "out" / "release" / page).parent.joinpath(link).is_file()]
        assert (len(links) > 4, missing) == (True, [])


def test_what_is_in_no_commit_is_not_released(clones: list[Path]) -> None:
    shutil.rmtree(clones[1] / "out", ignore_errors=True)
    (clones[1] / "core" / "new.py").write_text("")
    command = [sys.executable, "-m", "scripts.release", "out/release"]
    roots = os.pathsep.join(map(str, (clones[1] / "build" / "package", clones[1] / "scripts")))
    environment = os.environ | {"PYTHONPATH": roots}
    done = subprocess.run(command, cwd=clones[1], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("release: Commit what has changed first")
    assert "core/new.py" in done.stderr
    assert not (clones[1] / "out").exists()
