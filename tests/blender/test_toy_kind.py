# SPDX-License-Identifier: GPL-3.0-or-later
"""A kind of puzzle is a folder: a toy of some forty lines does all that a scene does with puzzles.

A style is a file: a toy with an option of its own is asked for it wherever settings are.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import trimesh
from installed_extension import ROOT, build_zip

from tests.toy.sources import TOY, toy_sources

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Use the toy in a Blender of its own, and return the folder with all that came of it."""
    folder = tmp_path_factory.mktemp("toy")
    zip_file = build_zip(folder / "dist", toy_sources(folder / "sources"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.toy.in_blender", str(zip_file), str(folder / "seen.json")],
        cwd=ROOT,
        env=os.environ | {"BLENDER_USER_RESOURCES": str(folder / "user")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def seen(folder: Path) -> dict[str, Any]:
    """Return what was seen."""
    sights: dict[str, Any] = json.loads((folder / "seen.json").read_text())
    return sights


def test_the_toy_is_small() -> None:
    lines = TOY.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip() and not line.startswith(("#", "from", "import"))]) < 45


def test_it_is_made_with_its_own_options_and_measures(seen: dict[str, Any]) -> None:
    assert "TOY" in seen["kinds"]
    assert (seen["name"], seen["height"]) == ("Toy Box", "15 mm")
    assert seen["parts"] == ["box", "lid"]


def test_its_parts_stand_together_come_apart_and_lie_on_the_bed(seen: dict[str, Any]) -> None:
    assert seen["together"] == {"box": [[0, 0, 0], [30, 30, 15]], "lid": [[0, 0, 15], [30, 30, 18]]}
    assert seen["apart"]["lid"] == [[0, 0, 35], [30, 30, 38]]
    assert {low[2] for low, _ in seen["on the bed"].values()} == {0}
    (box_low, box_high), (lid_low, lid_high) = seen["on the bed"].values()
    assert box_high[0] + 5 <= lid_low[0] + 1e-3 or lid_high[0] + 5 <= box_low[0] + 1e-3


def test_it_follows_its_dimensions_also_after_it_was_saved(seen: dict[str, Any]) -> None:
    assert seen["thicker"]["lid"] == [[0, 0, 15], [30, 30, 19]]
    assert seen["reopened"]["lid"] == [[0, 0, 15], [30, 30, 17]]


def test_its_walls_are_shown_as_glass_and_as_wires(seen: dict[str, Any]) -> None:
    assert seen["glass"] < 0.5
    assert seen["wires"] == ["NODES"]


def test_it_is_checked_and_exported(seen: dict[str, Any], folder: Path) -> None:
    assert seen["checks"] == ["good"] * 4
    assert seen["files"] == ["bed_1.3mf", "bed_1.stl", "box.stl", "lid.stl", "parts.3mf", "puzzle.json"]
    box = trimesh.load_mesh(folder / "toy" / "box.stl")
    assert box.is_watertight
    assert box.volume == pytest.approx(30 * 30 * 15 - 22 * 22 * 11, rel=1e-5)


def test_it_is_opened_from_its_file_and_stands_beside_other_kinds(seen: dict[str, Any]) -> None:
    assert seen["opened"] == ["Toy Box", "Toy Box (2)"]
    assert seen["beside"] == ["toy", "toy", "oskar"]


TRIES = "How many mazes are grown, of which the last is taken"
TOOLTIP = f"{TRIES}; only the style Toy Style uses it"


def test_an_option_of_a_style_is_declared_once(seen: dict[str, Any]) -> None:
    assert seen["style"] == {
        "made": 5,
        "opened": 5,
        "refused": "Error: Tries is 10: it must be from 1 to 9.",
        "default": 3,
        "tooltip": TOOLTIP,
        "tooltip of the operator": TOOLTIP,
    }


def run_core(folder: Path, *arguments: str) -> str:
    """Run the command line of the sources with the toys, without Blender, and return what it prints."""
    package = folder / "package"
    if not package.exists():
        package.mkdir()
        (package / "puzzle_cubes").symlink_to(folder / "sources" / "core")
    done = subprocess.run(
        [sys.executable, "-m", "puzzle_cubes", *arguments],
        env={"COLUMNS": "200", "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_line_has_both_toys(folder: Path, tmp_path: Path) -> None:
    shown = run_core(folder, "oskar", "--help-all")
    assert f"what only the style Toy Style uses:\n  --tries N             {TRIES} (3)" in shown
    settings = ("--size", "3", "3", "3", "--style", "toy_style", "--tries", "5")
    run_core(folder, "oskar", *settings, "--out", str(tmp_path / "style"))
    written = json.loads((tmp_path / "style" / "puzzle.json").read_text())
    assert (written["settings"]["style"], written["settings"]["tries"]) == ("toy_style", 5)
    assert re.search(r"--wall MM +Thickness of wall and lid \(2\)", run_core(folder, "toy", "--help-all"))
    run_core(folder, "toy", "--seed", "7", "--wall", "3", "--out", str(tmp_path / "toy"))
    assert json.loads((tmp_path / "toy" / "puzzle.json").read_text())["height"] == 17
    again = ("--from", str(tmp_path / "toy" / "puzzle.json"), "--json", "--out", str(tmp_path / "again"))
    assert json.loads(run_core(folder, "toy", *again))["kind"] == "toy"
