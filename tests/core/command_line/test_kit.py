# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line writes a kit and a coupon, and reports the parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trimesh

from puzzle_cubes.oskar.model.as_printed import PRESETS
from tests.core.command_line.command import report_of, run_here
from tests.core.export.written import FILE_NAMES, PARTS, kit_files
from tests.core.printing.read_by_lib3mf import read

PLA = 1.24e-3
"""Grams in a cubic millimeter."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """Return a folder with a kit on several beds, and the report."""
    folder = tmp_path_factory.mktemp("kit")
    size = ("--size", "3", "3", "3", "--seed", "5")
    return folder, report_of("oskar", *size, "--kit", "--bed", "90", "80", "--check", "--out", str(folder))


def volume_of(file: Path) -> float:
    return sum(item.volume for item in read(file.read_bytes()).items)


def test_a_kit_is_written_by_beds_and_in_one_file(written: tuple[Path, Any]) -> None:
    folder, report = written
    beds = {part["bed"] for part in report["parts"]}
    assert len(beds) > 1
    assert {file.name for file in folder.iterdir()} == kit_files(beds=len(beds))
    assert {Path(file["path"]).name for file in report["files"]} == kit_files(beds=len(beds))
    for bed in beds:
        volume = sum(part["volume"] for part in report["parts"] if part["bed"] == bed)
        assert trimesh.load_mesh(folder / f"bed_{bed}.stl").volume == pytest.approx(volume, rel=1e-4)
        assert volume_of(folder / f"bed_{bed}.3mf") == pytest.approx(volume, rel=1e-4)
    assert volume_of(folder / "kit.3mf") == pytest.approx(sum(part["volume"] for part in report["parts"]), rel=1e-4)
    steps = (folder / "assembly.txt").read_text().splitlines()
    assert steps[0] == "Oskar's Cube 3x3x3 seed 5: how its parts are put together"
    assert steps[2:] == [f"{number}. {sentence}" for number, sentence in enumerate(report["assembly"], 1)]
    assert len(report["assembly"]) == 10


def test_the_parts_are_reported_with_their_sizes_and_beds(written: tuple[Path, Any]) -> None:
    folder, report = written
    assert [part["name"] for part in report["parts"]] == PARTS
    for part in report["parts"]:
        mesh = trimesh.load_mesh(folder / f"{part['name']}.stl")
        assert part["size"] == pytest.approx(mesh.extents.tolist(), abs=1e-3)
        assert part["volume"] == pytest.approx(mesh.volume, rel=1e-4)
    # Thin plates are almost full.
    assert report["mass_g"] == pytest.approx(sum(part["volume"] for part in report["parts"]) * PLA, rel=0.1)
    assert 10 < report["minutes"] < 300
    assert report["dimensions"]["joint"] == 0.15
    checks = {check["name"]: check for check in report["checks"]}
    assert {"Joint", "Joint Strips"} < checks.keys()
    assert {check["level"] for check in checks.values()} == {"good"}
    beds = {part["bed"] for part in report["parts"]}
    assert f"{len(beds)} beds" in checks["Bed"]["sentence"]


def test_in_one_piece_box_and_cross_are_the_parts(tmp_path: Path) -> None:
    report = report_of("oskar", "--size", "3", "--one-piece", "--check", "--out", str(tmp_path))
    assert [(part["name"], part["bed"]) for part in report["parts"]] == [("box", 1), ("cross", 1)]
    bodies = sorted(trimesh.load_mesh(tmp_path / "printableMaze.stl").split(), key=lambda body: -len(body.vertices))
    for part, body in zip(report["parts"], bodies, strict=True):
        assert part["size"] == pytest.approx(body.extents.tolist(), abs=1e-3)
        assert part["volume"] == pytest.approx(body.volume, rel=1e-4)
    assert not {"Joint", "Joint Strips"} & {check["name"] for check in report["checks"]}


@pytest.mark.parametrize("preset", ["resin", "petg"])
def test_a_kit_begins_with_a_preset(tmp_path: Path, preset: str) -> None:
    report = report_of("oskar", "--size", "2", "2", "2", "--preset", preset, "--kit", "--check")
    dimensions = PRESETS[preset].dimensions
    assert report["dimensions"]["joint"] == dimensions.joint
    thickness = {part["size"][2] for part in report["parts"] if part["name"].endswith("min")}
    assert thickness == {dimensions.plate}
    assert {check["name"]: check["level"] for check in report["checks"]}["Joint"] == "good"
    own = report_of("oskar", "--size", "2", "--preset", preset, "--joint", "0.12", "--kit", "--out", str(tmp_path))
    assert own["dimensions"]["joint"] == 0.12
    # The wider the gaps are, the less is printed.
    assert (own["mass_g"] < report["mass_g"]) == (dimensions.joint < 0.12)


@pytest.mark.parametrize(("asked", "code"), [([], 0), (["--json"], 0), (["--check"], 1), (["--check", "--json"], 1)])
def test_a_bed_that_is_too_small_is_warned_of_or_one_of_the_checks(asked: list[str], code: int) -> None:
    done = run_here("oskar", "--size", "5", "--kit", "--bed", "40x220", *asked)
    assert done.code == code
    sentence = "Plate 1 (x min) is 43.4 x 43.4 mm: the bed of 40 x 220 mm is too small for it."
    assert (f"warning: {sentence}" in done.errors, sentence in done.output) == (code == 0, code == 1)
    assert ("All 9 meshes are closed." in done.output) == (code == 1)


def test_a_bed_that_is_too_small_for_one_piece_is_warned_of(tmp_path: Path) -> None:
    asked = ["oskar", "--size", "3", "--one-piece", "--out", str(tmp_path)]
    done, fits = (run_here(*asked, "--bed", bed) for bed in ("43", "44"))
    assert done.errors.startswith("puzzle-cubes: warning: The print covers 43.4 x 43.4 mm: the bed of 43 x 43 mm is")
    assert (done.code, fits.code) == (0, 0)
    assert "warning" not in fits.errors


def test_a_coupon_is_written_beside_the_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "tests" / "first"
    report = report_of("oskar", "--size", "2", "--one-piece", "--coupon", str(file), "--out", str(tmp_path))
    assert {file.name for file in tmp_path.iterdir() if file.is_file()} == FILE_NAMES
    mesh: Any = trimesh.load(file.with_suffix(".stl"))
    assert {"path": f"{file}.stl", "triangles": len(mesh.faces)} in report["files"]
    assert mesh.is_watertight
    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-4)


def test_a_coupon_is_written_alone(tmp_path: Path) -> None:
    done = run_here("oskar", "--coupon", str(tmp_path / "coupon.stl"))
    assert done.code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["coupon.stl"]


def test_the_dots_of_two_holes_stand_for_the_printer() -> None:
    small = ("oskar", "--size", "2", "2", "2", "--kit", "--check", "--json")
    read_off = report_of(*small, "--goes-in", "7", "--goes-through", "10")
    told = report_of(*small, "--widening", "0.1", "--foot", "0.15")
    assert read_off["dimensions"] == told["dimensions"]
    assert read_off["checks"] == told["checks"]
    assert read_off["dimensions"]["clearance"] == pytest.approx(0.5)
