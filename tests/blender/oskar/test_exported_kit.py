# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of an exported kit: each part lies flat, the beds hold all parts once, and together they are the puzzle."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import bpy
import manifold3d
import numpy as np
import pytest
import trimesh

from tests.blender.oskar.assembled_kit import assembled, part_of
from tests.blender.oskar.exported_meshes import AS_IT_COMES, EXACT, Dimensions, Export, generate, read_bodies, solid
from tests.blender.oskar.exported_moves import arms_of, away_from_pose, every_move, sweep, union
from tests.blender.puzzles import installed, laid, only_puzzle, part, scene_puzzle
from tests.blender.scene.kits import Floats, apart
from tests.core.export.written import CROSS_PARTS, FILE_NAMES, PARTS, PLATES, folder_state, kit_files
from tests.core.oskar.model.read_letters import FRONT, read

pytestmark = pytest.mark.once

QUARTER = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
"""Turns points counter-clockwise, seen from above."""

HAIR = 0.00123
"""Millimeters; no two sides of a part are so far apart."""

PART_FILES = {f"{name}.stl" for name in PARTS}
SLANTED = 0.5**0.5
"""How far the normal of a chamfer goes along two axes."""

KITS: dict[str, tuple[dict[str, Any], Dimensions]] = {
    "three": ({"size": (3, 3, 3), "seed": 1}, Dimensions()),
    "slim, with overhang": (
        {"size": (3, 2, 4), "seed": 2, "start": (0, 1, 1)},
        Dimensions(passage=6.0, wall=1.6, plate=2.4, clearance=0.25, overhang=5.0, end_marker=2.0, joint=0.15),
    ),
    "long": ({"size": (4, 1, 2), "seed": 3}, Dimensions(overhang=6.0, joint=0.05)),
    "as it comes": ({"size": (3, 3, 3), "seed": 1}, AS_IT_COMES),
}


def export_kit(folder: Path, dimensions: Dimensions | None = None, **settings: Any) -> Export:
    """Make a puzzle, and export it in one piece and as a kit."""
    made = generate(folder, dimensions, **settings)
    only_puzzle().puzzle_cubes.oskar.way = "KIT"
    assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
    return Export(folder, made.dimensions)


@pytest.fixture(params=list(KITS.values()), ids=list(KITS))
def export(request: pytest.FixtureRequest, tmp_path: Path) -> Export:
    settings, dimensions = request.param
    return export_kit(tmp_path, dimensions, **settings)


def placed_solids(export: Export) -> dict[str, manifold3d.Manifold]:
    """Return the parts put together."""
    return {name: solid(body) for name, body in assembled(export.folder).items()}


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


def test_every_part_is_one_closed_body_that_lies_flat_in_the_middle(export: Export) -> None:
    for name in PARTS:
        body = part_of(export.folder, name)
        assert body.is_watertight
        assert body.is_winding_consistent
        assert body.volume > 0
        assert len(solid(body).decompose()) == 1
        low, high = body.bounds
        assert low[2] == 0, name
        assert low[:2] + high[:2] == pytest.approx([0, 0], abs=1e-4), name
        # All sides but chamfers are along the axes, and no vertex is a hair beside the level that it belongs to.
        looks = np.abs(body.face_normals)
        slanted = np.abs(looks - SLANTED) < 1e-5
        assert slanted.any() == (export.dimensions.bed_chamfer > 0), name
        assert (slanted.sum(axis=1) == 2 * slanted.any(axis=1)).all()
        assert np.unique(looks[~slanted.any(axis=1)].round(6)).tolist() == [0, 1]
        for axis in range(3):
            levels = np.unique(body.vertices[:, axis].round(5))
            # The levels of chamfers lie between others as it comes.
            assert np.diff(levels).min() > (HAIR if slanted.any() else 0.01), name
        assert high[2] < max(export.dimensions.plate + 3, export.dimensions.arm_width) + EXACT


@pytest.mark.parametrize(("bed", "count"), [((220.0, 220.0), 1), ((90.0, 70.0), 3)], ids=str)
def test_the_beds_hold_every_part_once(tmp_path: Path, bed: tuple[float, float], count: int) -> None:
    printer: Any = bpy.context.scene.puzzle_cubes
    printer.bed_x, printer.bed_y = bed
    printer.spacing = 4.0
    export_kit(tmp_path, size=(3, 4, 3), seed=1)
    parts = {name: part_of(tmp_path, name) for name in PARTS}
    beds = {file.name for file in tmp_path.glob("bed_*.stl")}
    assert beds == {f"bed_{number}.stl" for number in range(1, count + 1)}
    names = []
    for file in sorted(beds):
        bodies = read_bodies(tmp_path / file)
        for body in bodies:
            assert abs(body.bounds[0, 2]) < 1e-4
            assert (np.abs(body.bounds[:, :2]) <= np.array(bed) / 2 + EXACT).all()
            names += [name for name, part in parts.items() if same_part(body, part)]
        for first_body, second_body in combinations(bodies, 2):
            assert apart(first_body.bounds[:, :2], second_body.bounds[:, :2]) > 4 - EXACT
    assert sorted(names) == sorted(PARTS)


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


def same_part(body: trimesh.Trimesh, part: trimesh.Trimesh) -> bool:
    """Report whether a body on a bed is a part, as its file has it or turned by a quarter."""
    on_bed = corners(body, np.eye(3))
    straight, turned = (corners(part, turn) for turn in (np.eye(3), QUARTER))
    return any(here.shape == on_bed.shape and np.abs(here - on_bed).max() < EXACT for here in (straight, turned))


def corners(body: trimesh.Trimesh, turn: Floats) -> Floats:
    """Return the vertices of a body from its middle, turned, in an order that depends on where they are."""
    places: Floats = (body.vertices - body.bounds.mean(axis=0)) @ turn
    # What is alike but for rounding must not fall on two sides of a half.
    order = np.lexsort((places + HAIR).round(2).T)
    ordered: Floats = places[order]
    return ordered


def test_put_together_the_parts_are_box_and_cross(export: Export) -> None:
    solids = placed_solids(export)
    for first_name, second_name in combinations(PARTS, 2):
        assert (solids[first_name] ^ solids[second_name]).is_empty(), (first_name, second_name)
    # The chamfers of a kit are others than those of one piece, so both are laid into what has none.
    bpy.ops.puzzle_cubes.rebuild(arm_chamfer=0.0, bed_chamfer=0.0)
    only_puzzle().puzzle_cubes.oskar.way = "ONE_PIECE"
    assert bpy.ops.puzzle_cubes.export(directory=str(export.folder / "sharp")) == {"FINISHED"}
    box, cross = map(solid, Export(export.folder / "sharp", export.dimensions).printable)
    cross = cross.translate(away_from_pose(export, np.array(export.puzzle["start"])))
    for whole, names in ((box, PLATES), (cross, CROSS_PARTS)):
        together = union([solids[name] for name in names])
        assert (together - whole).volume() == pytest.approx(0, abs=0.05)
        # What is missing are the posts, which stand outside, the gaps in the joints, notches and marks.
        low, high = np.reshape(together.bounding_box(), (2, 3))
        without_posts = whole ^ manifold3d.Manifold.cube(high - low).translate(low)
        assert together.volume() > 0.9 * without_posts.volume()


def test_the_assembled_kit_can_be_solved_and_its_walls_stop_the_cross(export: Export) -> None:
    solids, arms = placed_solids(export), arms_of(export)
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
