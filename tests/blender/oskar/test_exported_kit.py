# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of an exported kit: what changes in them and what does not, and that it can be solved, put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.oskar.assembled_kit import assembled
from tests.blender.oskar.exported_meshes import AS_IT_COMES, EXACT, Dimensions, Export, generate, read_bodies, solid
from tests.blender.oskar.exported_moves import arms_of, every_move, sweep, union
from tests.blender.puzzles import installed, laid, only_puzzle, part, scene_puzzle
from tests.core.export.written import CROSS_PARTS, FILE_NAMES, PARTS, PLATES, folder_state, kit_files
from tests.core.oskar.model.read_letters import FRONT, read

pytestmark = pytest.mark.once


PART_FILES = {f"{name}.stl" for name in PARTS}


def export_kit(folder: Path, dimensions: Dimensions | None = None, **settings: Any) -> Export:
    """Make a puzzle, and export it in one piece and as a kit."""
    made = generate(folder, dimensions, **settings)
    only_puzzle().puzzle_cubes.oskar.way = "KIT"
    assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
    return Export(folder, made.dimensions)


def test_chamfers_are_exported_and_taken_off_again(tmp_path: Path) -> None:
    exports: dict[str, dict[str, bytes]] = {}
    for name, arm, bed in (("sharp", 0.0, 0.0), ("cut", 0.5, 0.3), ("sharp again", 0.0, 0.0)):
        if not exports:
            export_kit(tmp_path / name, size=(3, 3, 3), seed=1)
        else:
            bpy.ops.puzzle_cubes.rebuild(arm_chamfer=arm, bed_chamfer=bed)
            assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / name)) == {"FINISHED"}
        exports[name] = {file: (tmp_path / name / file).read_bytes() for file in PART_FILES}
    assert exports["sharp"] == exports["sharp again"]
    for file in sorted(PART_FILES):
        for whole, cut in zip(
            read_bodies(tmp_path / "sharp" / file), read_bodies(tmp_path / "cut" / file), strict=True
        ):
            assert cut.is_watertight
            assert cut.volume < whole.volume - 0.1
            assert cut.bounds == pytest.approx(whole.bounds, abs=EXACT)


def test_a_label_is_exported_and_taken_off_again(tmp_path: Path) -> None:
    group: Any = None
    exports: dict[str, dict[str, bytes]] = {}
    for name, height in (("bare", 0.0), ("labeled", 2.0), ("bare again", 0.0)):
        if group is None:
            export_kit(tmp_path / name, size=(3, 3, 3), seed=1)
            group = only_puzzle().puzzle_cubes
        # As a user changes it in the panel: what is live follows, also as a kit.
        group.oskar.label_height = height
        for group.oskar.way in ("ONE_PIECE", "KIT"):
            assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / name)) == {"FINISHED"}
        exports[name] = {file: (tmp_path / name / file).read_bytes() for file in (*PART_FILES, "printableMaze.stl")}
    assert exports["bare"] == exports["bare again"]
    changed = {file for file, content in exports["bare"].items() if content != exports["labeled"][file]}
    assert changed == {"cross_flat.stl", "printableMaze.stl"}

    flat = read_bodies(tmp_path / "labeled" / "cross_flat.stl")[0]
    (x, _, z), half = flat.bounds[1], Dimensions().arm_width / 2
    assert read(solid(flat), z, (-x, -half), (-half, half), FRONT) == ["3x3x3 1"]
    box = read_bodies(tmp_path / "labeled" / "printableMaze.stl")[0]
    # Behind there are no posts.
    outer, plate = Dimensions().outer(3), Dimensions().plate
    x, y, z = box.bounds[0][0], box.bounds[1][1] - outer, box.bounds[0][2]
    bar = (x + plate, y), (x + outer - plate, y + plate)
    assert read(solid(box), z + outer, *bar, FRONT) == ["3x3x3 1"]


def test_a_code_is_on_the_print_and_in_the_file(tmp_path: Path) -> None:
    export_kit(tmp_path / "seed", size=(3, 3, 3), seed=1)
    group: Any = only_puzzle().puzzle_cubes
    group.oskar.label_height = 2.0
    group.oskar.label_text = "CODE"
    # Saved and opened again it is what it was, and there is nothing to be built anew.
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "code.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "code.blend"))
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
    generate(tmp_path / "both", size=(3, 3, 3), seed=1)
    in_one_piece = folder_state(tmp_path / "both")
    assert in_one_piece.keys() == FILE_NAMES
    group: Any = only_puzzle().puzzle_cubes
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


def test_beds_that_are_needed_no_longer_go_away_and_nothing_else_does(tmp_path: Path) -> None:
    bpy.context.scene.puzzle_cubes.bed_x = bpy.context.scene.puzzle_cubes.bed_y = 45.0
    export_kit(tmp_path, size=(3, 3, 3), seed=1)
    assert {file.name for file in tmp_path.glob("bed_*")} >= {"bed_2.stl", "bed_2.3mf"}
    (tmp_path / "bed_frame.stl").write_text("mine")
    bpy.context.scene.puzzle_cubes.bed_x = bpy.context.scene.puzzle_cubes.bed_y = 300.0
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert {file.name for file in tmp_path.glob("bed_*")} == {"bed_1.stl", "bed_1.3mf", "bed_frame.stl"}
    # In one piece there is no kit that they could be taken for.
    only_puzzle().puzzle_cubes.oskar.way = "ONE_PIECE"
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert (tmp_path / "bed_1.stl").exists()


def test_the_file_of_a_part_is_the_same_on_every_bed(tmp_path: Path) -> None:
    export_kit(tmp_path, size=(2, 4, 3), seed=1)
    printer: Any = bpy.context.scene.puzzle_cubes
    group = only_puzzle().puzzle_cubes
    turned = [place["turned"] for place in laid(group).values()]
    printer.bed_x = 40.0
    assert [place["turned"] for place in laid(group).values()] != turned
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "narrow"))
    for name in PART_FILES:
        assert (tmp_path / name).read_bytes() == (tmp_path / "narrow" / name).read_bytes()


def test_the_assembled_kit_can_be_solved_and_its_walls_stop_the_cross(tmp_path: Path) -> None:
    export = export_kit(tmp_path, AS_IT_COMES, size=(3, 3, 3), seed=1)
    solids, arms = {name: solid(body) for name, body in assembled(tmp_path).items()}, arms_of(export)
    plates = union([solids[name] for name in PLATES])
    legal = 0
    for position, axis, step in every_move(export.size):
        swept = sweep(export, arms, position, axis, step)
        if export.is_legal(position, axis, step):
            legal += 1
            assert swept.min_gap(plates, search_length=1.0) >= export.dimensions.clearance - EXACT, (position, axis)
        else:
            assert (swept ^ plates).volume() > 1, (position, axis, step)
    assert legal >= len(export.solution) - 1
    # The joined cross can be at all places of the written solution, and half way between them.
    cells = np.array(export.solution) - export.puzzle["start"]
    places = np.concatenate((cells, (cells[:-1] + cells[1:]) / 2)) * export.dimensions.pitch
    joined = union([solids[name] for name in CROSS_PARTS])
    way = union([joined.translate((x, y, z)) for x, y, z in places])
    assert way.min_gap(plates, search_length=1.0) == pytest.approx(export.dimensions.clearance, abs=EXACT)
