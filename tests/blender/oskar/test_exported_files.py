# SPDX-License-Identifier: GPL-3.0-or-later
"""Each dimension by itself changes the exported mesh as its name says, by as much, and nothing else."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import bpy
import numpy as np
import pytest

from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.sheet import OWN
from tests.blender.oskar.assembled_kit import assembled
from tests.blender.oskar.exported_meshes import EXACT
from tests.blender.oskar.measured_sizes import Floats, joint_gaps, measure
from tests.blender.puzzles import only_puzzle

pytestmark = pytest.mark.once

MORE = dict.fromkeys((field.name for field in fields(Dimensions)), 0.25) | {"joint": 0.15}
"""By how many millimeters each is made larger; the joints of the kit allow no more."""

GROWING: dict[str, set[str]] = {
    "passage": {"arm width", "arm length", "outer size"},
    "wall": {"arm length", "outer size"},
    "plate": {"arm length", "outer size"},
    "clearance": set(),
    "overhang": {"arm length"},
    "start_marker": set(),
    "end_marker": set(),
    "joint": set(),
}
"""By the dimension that is made larger: what else must grow. Whatever is not named here or below must stay."""

SHRINKING = {"clearance": {"arm width"}}


OTHERS = (
    "arm_chamfer",
    "marker_chamfer",
    "bed_chamfer",
    "label_height",
    "label_text",
    "stand",
    "colors",
    "hold",
    "held",
    "follows",
    *OWN,
)
"""They make edges from which the others are measured, hold a length, or are of sheets or of a stand, and have tests of
their own."""


def make() -> None:
    """Make the puzzle, with sharp edges; its start and end are so far apart that they share no post."""
    bpy.ops.puzzle_cubes.generate(size=(4, 5, 6), seed=6, arm_chamfer=0.0, bed_chamfer=0.0)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Floats]]:
    """Give the folder of the puzzle as it was made, and what is measured on that: once for all tests."""
    folder = tmp_path_factory.mktemp("before")
    # As each test begins, of which this is a part of the first.
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    make()
    return folder, exported(folder)


@pytest.mark.parametrize("name", [field.name for field in fields(Dimensions) if field.name not in OTHERS])
def test_a_larger_dimension_changes_just_what_its_name_says(
    before: tuple[Path, dict[str, Floats]], tmp_path: Path, name: str
) -> None:
    folder, sizes = before
    default = getattr(Dimensions(), name)
    assert sizes[name] == pytest.approx(default, abs=EXACT)

    make()
    bpy.ops.puzzle_cubes.rebuild(**{name: default + MORE[name]})
    after = exported(tmp_path)
    assert after[name] == pytest.approx(default + MORE[name], abs=EXACT)
    unchanged = {file.name for file in folder.iterdir() if (tmp_path / file.name).read_bytes() == file.read_bytes()}
    assert "outputSequence.txt" in unchanged
    assert json.loads((tmp_path / "puzzle.json").read_text())["print"]["dimensions"][name] == default + MORE[name]
    # The joints are the kit's own.
    assert ("printableMaze.stl" in unchanged) == (name == "joint")

    changes = {measured: after[measured] - sizes[measured] for measured in sizes if measured != name}
    for measured, change in changes.items():
        if measured in GROWING[name]:
            assert (change > EXACT).all(), measured
        elif measured in SHRINKING.get(name, ()):
            assert (change < -EXACT).all(), measured
        else:
            assert np.abs(change).max() < EXACT, measured


def exported(folder: Path) -> dict[str, Floats]:
    """Export the puzzle of the scene, as a kit too, and measure it."""
    for way in ("ONE_PIECE", "KIT"):
        only_puzzle().puzzle_cubes.oskar.way = way
        assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
    return measure(folder) | {"joint": joint_gaps(assembled(folder))}
