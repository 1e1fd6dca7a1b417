# SPDX-License-Identifier: GPL-3.0-or-later
"""The exported files alone, read by other libraries: moved as the rules say, with each dimension, and as a kit.

What is legal passes, what is not is stopped. Each dimension by itself changes the mesh as its name says, by as much.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from puzzle_cubes.oskar.model.dimensions import Dimensions as CubeDimensions
from puzzle_cubes.oskar.model.sheet import OWN
from tests.blender.oskar.exported_meshes import (
    AS_IT_COMES,
    EXACT,
    Dimensions,
    Position,
    arms_of,
    assembled,
    every_move,
    gap_along_solution,
    generate,
    read_bodies,
    solid,
    sweep,
)
from tests.blender.oskar.measured_sizes import Floats, joint_gaps, measure
from tests.blender.puzzles import installed, laid, make_puzzle, only_puzzle, part, save_and_open, scene_puzzle
from tests.blender.scene.kits import make_kit
from tests.core.export.written import FILE_NAMES, PARTS, folder_state, kit_files
from tests.core.oskar.model.read_letters import FRONT, read

pytestmark = pytest.mark.once

SLIM = Dimensions(passage=6.0, wall=1.2, plate=2.0, clearance=0.25, overhang=5.0, start_marker=0.0, end_marker=2.0)
CUBES: tuple[tuple[Position, int, dict[str, Any], Dimensions], ...] = (
    ((4, 3, 3), 1, {}, AS_IT_COMES),
    ((3, 3, 3), 2, {"end": "FIRST"}, SLIM),
    ((3, 3, 3), 3, {"start": (0, 2, 0)}, Dimensions(clearance=0.1)),
    ((5, 5, 5), 2, {"start": (4, 0, 1), "end": "FIRST"}, Dimensions(overhang=6.0)),
)
"""Of each size, seed, choices and dimensions."""


@pytest.mark.parametrize(
    ("size", "seed", "choices", "dimensions"), CUBES, ids=[f"{size[0]}-{seed}" for size, seed, *_ in CUBES]
)
def test_legal_moves_keep_the_clearance_and_illegal_moves_hit_the_box(
    tmp_path: Path, size: Position, seed: int, choices: dict[str, Any], dimensions: Dimensions
) -> None:
    export = generate(tmp_path, dimensions, size=size, seed=seed, **choices)
    box, arms = solid(export.printable[0]), arms_of(export)
    legal_moves = 0
    for position, axis, step in every_move(export.size):
        swept = sweep(export, arms, position, axis, step)
        if export.is_legal(position, axis, step):
            legal_moves += 1
            gap = swept.min_gap(box, search_length=1.0)
            assert gap == pytest.approx(dimensions.clearance, abs=EXACT), (position, axis, step)
        else:
            assert (swept ^ box).volume() > 1, (position, axis, step)
    assert legal_moves >= len(export.solution) - 1
    # The written solution can be performed from where the cross stands.
    assert gap_along_solution(export) == pytest.approx(dimensions.clearance, abs=EXACT)


MORE = dict.fromkeys((field.name for field in fields(CubeDimensions)), 0.25) | {"joint": 0.15}
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


OTHERS = {
    *("arm_chamfer", "marker_chamfer", "bed_chamfer", "label_height", "label_text"),
    *("stand", "colors", "hold", "held", "follows", *OWN),
}
"""They make edges from which the others are measured, hold a length, or are of sheets or of a stand, and have tests of
their own."""


def make() -> None:
    """Make the puzzle, with sharp edges; its start and end are so far apart that they share no post."""
    bpy.ops.puzzle_cubes.generate(size=(4, 5, 6), seed=6, arm_chamfer=0.0, bed_chamfer=0.0)


def exported(folder: Path) -> dict[str, Floats]:
    """Export the puzzle of the scene, as a kit too, and measure it."""
    for way in ("ONE_PIECE", "KIT"):
        only_puzzle().puzzle_cubes.oskar.way = way
        assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
    return measure(folder) | {"joint": joint_gaps(assembled(folder))}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Floats]]:
    """Give the folder of the puzzle as it was made, and what is measured on that: once for all tests."""
    folder = tmp_path_factory.mktemp("before")
    # As each test begins, of which this is a part of the first.
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    make()
    return folder, exported(folder)


@pytest.mark.parametrize("name", [field.name for field in fields(CubeDimensions) if field.name not in OTHERS])
def test_a_larger_dimension_changes_just_what_its_name_says(
    before: tuple[Path, dict[str, Floats]], tmp_path: Path, name: str
) -> None:
    folder, sizes = before
    default = getattr(CubeDimensions(), name)
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


def test_a_code_is_on_the_print_and_in_the_file(tmp_path: Path) -> None:
    group = make_kit()
    group.oskar.label_height = 2.0
    group.oskar.label_text = "CODE"
    # Saved and opened again it is what it was, and there is nothing to be built anew.
    save_and_open(tmp_path)
    group = only_puzzle().puzzle_cubes
    assert group.oskar.label_text == "CODE"
    assert installed("blender_addon.scene.build").is_current(scene_puzzle(), bpy.context.scene)
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "code")) == {"FINISHED"}
    flat = read_bodies(tmp_path / "code" / "cross_flat.stl")[0]
    (x, _, z), half = flat.bounds[1], Dimensions().arm_width / 2
    left, right = ((-x, -half), (-half, half)), ((half, -half), (x, half))
    lines = [text for low, high in (left, right) for text in read(solid(flat), z, low, high, FRONT)]
    assert len(lines) == 2
    assert "".join(lines) == group.code
    group.oskar.label_text = "SEED"
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "again"), overwrite=True) == {"FINISHED"}
    flat = read_bodies(tmp_path / "again" / "cross_flat.stl")[0]
    assert read(solid(flat), z, *left, FRONT) == ["3x3x3 1"]


def test_only_the_way_that_is_printed_is_written_and_the_other_ones_files_stay(tmp_path: Path) -> None:
    group = make_puzzle()
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "both"))
    in_one_piece = folder_state(tmp_path / "both")
    assert in_one_piece.keys() == FILE_NAMES
    group.oskar.way = "KIT"
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "kit"))
    as_kit = folder_state(tmp_path / "kit")
    assert as_kit.keys() == kit_files(beds=1)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "both"))
    assert folder_state(tmp_path / "both") == in_one_piece | as_kit
    # A kit that stands elsewhere, turned and put together, is the same.
    box = part(group, "box")
    box.location, box.rotation_euler, group.explode = (1, 2, 3), (1, 2, 3), 0.2
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "again"))
    assert folder_state(tmp_path / "again") == as_kit


def test_the_file_of_a_part_is_the_same_on_every_bed(tmp_path: Path) -> None:
    group, printer = make_kit(size=(2, 4, 3)), bpy.context.scene.puzzle_cubes
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    turned = [place["turned"] for place in laid(group).values()]
    printer.bed_x = 40.0
    assert [place["turned"] for place in laid(group).values()] != turned
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "narrow"))
    for name in (f"{key}.stl" for key in PARTS):
        assert (tmp_path / name).read_bytes() == (tmp_path / "narrow" / name).read_bytes()
