# SPDX-License-Identifier: GPL-3.0-or-later
"""The distribution: of one version, built from a copy of any name, installed with numpy alone in every Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from pathlib import Path

import pytest
import trimesh

from puzzle_cubes.common import VERSION

REPOSITORY = Path(__file__).parents[2]
SOURCES = ("core", "scripts", "pyproject.toml", "setup.py", "README.md", "LICENSE")
VERSIONS = ((3, 11), (3, 12), (3, 13))

FIRST_FILE = "from puzzle_cubes import make; make('packing', puzzle='megaron').write('megaron')"


@cache
def pythons() -> dict[tuple[int, int], str]:
    """Return the Pythons of this machine by their versions: this one, and those that are found and run."""
    versions = Path(sys.base_prefix).parent
    by_version: dict[tuple[int, int], str] = {}
    for major, minor in VERSIONS:
        named = [shutil.which(f"python{major}.{minor}"), *map(str, versions.glob(f"{major}.{minor}*/bin/python"))]
        for python in filter(None, named):
            question = [python, "-c", "import sys, venv, ensurepip; print(*sys.version_info[:2])"]
            answer = subprocess.run(question, capture_output=True, text=True, check=False).stdout.split()
            if answer == [str(major), str(minor)]:
                by_version[major, minor] = python
    return by_version | {sys.version_info[:2]: sys.executable}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a wheel that was built from the source package, and that from a copy of the sources."""
    needed = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    assert [name.partition(">")[0] for name in needed] == ["setuptools"]
    copy = tmp_path_factory.mktemp("copy") / "my own puzzle-cubes"
    copy.mkdir()
    for name in SOURCES:
        if (REPOSITORY / name).is_dir():
            shutil.copytree(REPOSITORY / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(REPOSITORY / name, copy / name)
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, copy], check=True, capture_output=True
    )
    return folder


def test_the_version_is_that_of_the_package_and_of_the_manifest() -> None:
    package = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    manifest = tomllib.loads((REPOSITORY / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert package["version"] == manifest["version"] == VERSION


def test_the_wheel_has_all_of_the_core_and_nothing_of_blender(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    core = {str(path.relative_to(REPOSITORY / "core")) for path in (REPOSITORY / "core").rglob("*.py")}
    assert {f"puzzle_cubes/{name}" for name in (*core, "py.typed")} <= names
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"puzzle_cubes", "puzzle_shelf", f"puzzle_cubes-{VERSION}.dist-info"}
    assert [path.suffixes[-2:] for path in built.glob("*.gz")] == [[".tar", ".gz"]]


@pytest.mark.parametrize(
    "version",
    # In a change the newest stands for all; in one of the others all tests run.
    [pytest.param(version, marks=pytest.mark.thorough if version != VERSIONS[-1] else ()) for version in VERSIONS],
    ids=["{}.{}".format(*version) for version in VERSIONS],
)
def test_numpy_is_enough(version: tuple[int, int], built: Path, tmp_path: Path) -> None:
    # Where a Python is not at hand, the one that runs the tests shows the same once more.
    python = pythons().get(version, sys.executable)
    (wheel,) = built.glob("*.whl")
    # The pip that is here serves all of them, and what is started once need not be compiled.
    subprocess.run([python, "-m", "venv", "--without-pip", tmp_path / "new"], check=True)
    programs = tmp_path / "new" / "bin"
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    subprocess.run([*pip, "install", "--quiet", "--no-compile", wheel], check=True, capture_output=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    installed = run(*pip, "list", "--format", "freeze").stdout.split()
    assert {name.partition("==")[0] for name in installed} == {"numpy", "puzzle-cubes"}
    done = run(programs / "puzzle-cubes", "oskar", "--size", "2", "2", "3", "--kit", "--out", "kit")
    assert done.returncode == 0, done.stderr
    assert zipfile.ZipFile(tmp_path / "kit" / "kit.3mf").testzip() is None
    assert trimesh.load_mesh(tmp_path / "kit" / "bed_1.stl").is_watertight
    assert run(programs / "python", "-c", FIRST_FILE).returncode == 0
    assert (tmp_path / "megaron" / "parts.3mf").is_file()
    shelf = run(programs / "puzzle-cubes", "shelf", "some.shelf", "--seeds", "0", "9")
    assert (shelf.returncode, shelf.stderr) == (
        1,
        "puzzle-cubes: tqdm is missing: pip install 'puzzle-cubes[shelf]'\n",
    )
