# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line writes a kit and a coupon, reports the parts, and refuses what has no place on the bed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import pytest
import trimesh

from puzzle_cubes.oskar.model.presets import PRESETS
from tests.blender.command_line import run_command
from tests.blender.puzzles import FILE_NAMES, folder_state
from tests.blender.scene.kits import PARTS, kit_files, make_kit

PLA, PETG = 1.24e-3, 1.27e-3
"""Grams in a cubic millimeter."""

TOO_LOOSE = (
    "Joint gap is {} mm: with these walls, plates and passages the parts of the kit allow at most {} mm; "
    "print in one piece, or make them larger."
)


def report_of(*arguments: str) -> Any:
    """Run the command line, which must succeed, and return its report."""
    done = run_command(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_same_kit_as_from_the_operators(tmp_path: Path) -> None:
    arguments = ["--size", "3", "4", "2", "--seed", "5", "--kit", "--joint", "0.15", "--bed", "80", "70"]
    done = run_command(*arguments, "--spacing", "3", "--out", str(tmp_path / "command"))
    assert (done.returncode, done.stdout) == (0, "")
    assert "plate_1_x_min.stl" in done.stderr
    printer: Any = bpy.context.scene.puzzle_cubes
    printer.bed_x, printer.bed_y, printer.spacing = 80.0, 70.0, 3.0
    make_kit(size=(3, 4, 2), seed=5, joint=0.15)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "operators"))
    written = folder_state(tmp_path / "command")
    assert written == folder_state(tmp_path / "operators")
    assert written.keys() == kit_files(beds=2)


def test_the_parts_are_reported_with_their_sizes_and_beds(tmp_path: Path) -> None:
    report = report_of("--size", "3", "3", "3", "--kit", "--bed", "90", "80", "--check", "--out", str(tmp_path))
    assert {Path(file["path"]).name for file in report["files"]} == {file.name for file in tmp_path.iterdir()}
    assert [part["name"] for part in report["parts"]] == PARTS
    for part in report["parts"]:
        mesh = trimesh.load_mesh(tmp_path / f"{part['name']}.stl")
        assert part["size"] == pytest.approx(mesh.extents.tolist(), abs=1e-3)
        assert part["volume"] == pytest.approx(mesh.volume, rel=1e-4)
    beds = {part["bed"] for part in report["parts"]}
    assert {f"bed_{bed}.stl" for bed in beds} == {file.name for file in tmp_path.glob("bed_*.stl")}
    assert len(beds) > 1
    for bed in beds:
        volume = sum(part["volume"] for part in report["parts"] if part["bed"] == bed)
        assert trimesh.load_mesh(tmp_path / f"bed_{bed}.stl").volume == pytest.approx(volume, rel=1e-4)
    assert report["mass_g"] == pytest.approx(sum(part["volume"] for part in report["parts"]) * PLA, abs=0.01)
    assert report["dimensions"]["joint"] == 0.1
    checks = {check["name"]: check for check in report["checks"]}
    assert {"Joint", "Joint Strips"} < checks.keys()
    assert {check["level"] for check in checks.values()} == {"good"}
    assert f"{len(beds)} beds" in checks["Bed"]["sentence"]


def test_in_one_piece_box_and_cross_are_the_parts(tmp_path: Path) -> None:
    report = report_of("--size", "3", "3", "3", "--material", "petg", "--check", "--out", str(tmp_path))
    assert [(part["name"], part["bed"]) for part in report["parts"]] == [("box", 1), ("cross", 1)]
    bodies = sorted(trimesh.load_mesh(tmp_path / "printableMaze.stl").split(), key=lambda body: -len(body.vertices))
    for part, body in zip(report["parts"], bodies, strict=True):
        assert part["size"] == pytest.approx(body.extents.tolist(), abs=1e-3)
        assert part["volume"] == pytest.approx(body.volume, rel=1e-4)
    assert report["mass_g"] == pytest.approx(sum(body.volume for body in bodies) * PETG, abs=0.01)
    assert not {"Joint", "Joint Strips"} & {check["name"] for check in report["checks"]}


@pytest.mark.parametrize("preset", ["resin", "petg"])
def test_a_kit_begins_with_a_preset(tmp_path: Path, preset: str) -> None:
    report = report_of("--size", "2", "2", "2", "--preset", preset, "--kit", "--check", "--out", str(tmp_path))
    dimensions = PRESETS[preset].dimensions
    assert report["dimensions"]["joint"] == dimensions.joint
    thickness = {part["size"][2] for part in report["parts"] if part["name"].endswith("min")}
    assert thickness == {dimensions.plate}
    assert {check["name"]: check["level"] for check in report["checks"]}["Joint"] == "good"
    own = report_of(
        *["--size", "2", "2", "2", "--preset", preset, "--joint", "0.12", "--kit", "--out", str(tmp_path / "own")]
    )
    assert own["dimensions"]["joint"] == 0.12
    # The wider the gaps are, the less is printed.
    assert (own["mass_g"] < report["mass_g"]) == (dimensions.joint < 0.12)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--size", "5", "5", "5", "--bed", "40", "220"],
            "Plate 1 (x min) is 43.0 x 43.0 mm: the bed of 40 x 220 mm is too small for it.",
        ),
        (
            [
                "--size",
                "2",
                "2",
                "2",
                "--preset",
                "large",
                "--overhang",
                "60",
                "--bed",
                "120",
                "100",
                "--coupon",
                "c.stl",
            ],
            "Cross, flat piece is 170.0 x 170.0 mm: the bed of 120 x 100 mm is too small for it.",
        ),
        (["--size", "3", "3", "3", "--joint", "0.4"], TOO_LOOSE.format("0.4", "0.312")),
        (["--size", "3", "3", "3", "--preset", "pocket", "--joint", "0.25"], TOO_LOOSE.format("0.25", "0.2")),
    ],
)
def test_a_kit_that_cannot_be_is_refused_and_nothing_is_written(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    arguments = [str(tmp_path / argument) if argument.endswith(".stl") else argument for argument in arguments]
    done = run_command(*arguments, "--kit", "--check", "--json", "--out", str(tmp_path / "out"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"puzzle_cubes: {sentence}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bed", "0", "200"], ["Bed x is 0 mm", "from 1 to 5000 mm"]),
        (["--spacing", "-1"], ["Spacing is -1 mm", "from 0.1"]),
        (["--bed", "200"], ["--bed", "2 arguments"]),
    ],
    ids=str,
)
def test_wrong_arguments_of_the_kit_are_refused(tmp_path: Path, arguments: list[str], words: list[str]) -> None:
    done = run_command("--size", "3", "3", "3", "--kit", "--no-stl", *arguments, "--out", str(tmp_path / "out"))
    assert (done.returncode, done.stdout) == (2, "")
    assert [part for part in words if part not in done.stderr] == []
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_coupon_is_written_beside_the_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "tests" / "first.stl"
    report = report_of("--size", "2", "2", "2", "--preset", "petg", "--coupon", str(file), "--out", str(tmp_path))
    assert {file.name for file in tmp_path.iterdir() if file.is_file()} == FILE_NAMES
    assert {"path": str(file), "triangles": len(trimesh.load_mesh(file).faces)} in report["files"]
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), clearance=0.45, joint=0.15)
    bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "operator.stl"))
    assert (tmp_path / "operator.stl").read_bytes() == file.read_bytes()


def test_a_coupon_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    done = run_command(
        *["--size", "2", "2", "2", "--coupon", str(tmp_path / "file" / "coupon.stl"), "--out", str(tmp_path / "out")]
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"puzzle_cubes: Folder '{tmp_path / 'file'}' cannot be made" in done.stderr
    assert "Traceback" not in done.stderr
