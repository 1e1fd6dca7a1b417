# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts put together in one file: each an object of its own, where it is in the puzzle, by command and library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import puzzle_cubes
from puzzle_cubes.solids.stl import triangles_from_stl
from tests.core.command_line.command import run_here
from tests.core.printing.read_by_lib3mf import read

KINDS = {
    "oskar": ("--size", "3", "--seed", "1"),
    "packing": ("--puzzle", "soma"),
    "burr": ("--sticks", "52 615 792 960 975 992"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_part_is_an_object_in_its_place(kind: str, tmp_path: Path) -> None:
    done = run_here(kind, *KINDS[kind], "--assembled", str(tmp_path / "whole"), "--json")
    assert done.code == 0, done.errors
    (file,) = json.loads(done.output)["files"]
    assert file["path"] == str(tmp_path / "whole.3mf")
    assert [path.name for path in tmp_path.iterdir()] == ["whole.3mf"]
    names = [name.removeprefix("--") for name in KINDS[kind][::2]]
    values: dict[str, Any] = dict(zip(names, KINDS[kind][1::2], strict=True))
    puzzle = puzzle_cubes.make(kind, **values)
    assert puzzle.write_assembled(tmp_path / "again.3MF").read_bytes() == (tmp_path / "whole.3mf").read_bytes()
    objects = {item.name: item.vertices for item in read((tmp_path / "whole.3mf").read_bytes()).items}
    assert sorted(objects) == sorted(part.label for part in puzzle.parts)
    placed = {part.label: part.in_place for part in puzzle.parts}
    low = {label: np.array([line[0] for line in solid.lines]) for label, solid in placed.items()}
    first = next(iter(objects))
    for name, corners in objects.items():
        # All of them are moved together, onto the middle of the bed.
        moved = (corners.min(axis=0) - objects[first].min(axis=0)) - (low[name] - low[first])
        assert np.allclose(moved, 0, atol=1e-3)


def test_stl_by_its_name_beside_other_files_of_which_none_goes(tmp_path: Path) -> None:
    beds = tmp_path / "bed_7.stl"
    beds.write_text("mine")
    for name in ("bed_1.stl", "whole.STL"):
        done = run_here("packing", "--puzzle", "soma", "--assembled", str(tmp_path / name))
        assert done.code == 0, done.errors
    assert beds.read_text() == "mine"
    data = [(tmp_path / name).read_bytes() for name in ("bed_1.stl", "whole.STL")]
    assert data[0] == data[1]
    bodies = sum(len(part.mesh().split()[0]) for part in puzzle_cubes.make("packing", puzzle="soma").parts)
    assert len(triangles_from_stl(data[0])) == bodies


def test_it_is_no_stream(tmp_path: Path) -> None:
    done = run_here("burr", "--assembled", "-", "--out", str(tmp_path / "burr"))
    assert (done.code, done.output) == (2, "")
    assert "Argument --assembled is '-': it must be a file, which ends with .3mf or .stl." in done.errors
