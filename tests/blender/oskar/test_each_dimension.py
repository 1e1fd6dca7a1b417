# SPDX-License-Identifier: GPL-3.0-or-later
"""Each dimension by itself changes the exported mesh as its name says, by as much, and nothing else."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import bpy
import numpy as np
import pytest

from core.oskar.model.dimensions import Dimensions
from tests.blender.oskar.assembled_kit import assembled
from tests.blender.oskar.exported_meshes import EXACT
from tests.blender.oskar.measured_sizes import Floats, joint_gaps, measure
from tests.blender.puzzles import only_puzzle

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


OTHERS = ("arm_chamfer", "marker_chamfer", "bed_chamfer", "label_height")
"""They make edges from which the others are measured, and have tests of their own."""


@pytest.mark.parametrize("name", [field.name for field in fields(Dimensions) if field.name not in OTHERS])
def test_a_larger_dimension_changes_just_what_its_name_says(tmp_path: Path, name: str) -> None:
    default = getattr(Dimensions(), name)
    bpy.ops.puzzle_cubes.generate(size=(4, 5, 6), seed=6)
    # Start and end are so far apart that they share no post.
    before = exported(tmp_path / "before")
    assert before[name] == pytest.approx(default, abs=EXACT)

    bpy.ops.puzzle_cubes.rebuild(**{name: default + MORE[name]})
    after = exported(tmp_path / "after")
    assert after[name] == pytest.approx(default + MORE[name], abs=EXACT)
    assert not has_changed(tmp_path, "puzzle.json")
    # The joints are the kit's own.
    assert has_changed(tmp_path, "printableMaze.stl") == (name != "joint")

    changes = {measured: after[measured] - before[measured] for measured in before if measured != name}
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


def has_changed(folder: Path, name: str) -> bool:
    """Report whether a file is another one after the dimension was made larger."""
    return (folder / "before" / name).read_bytes() != (folder / "after" / name).read_bytes()
