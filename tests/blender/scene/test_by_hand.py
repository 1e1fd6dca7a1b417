# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes by hand are reported, no file has parts that do not fit together, and nothing is lost unasked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import bmesh
import bpy
import manifold3d
import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray

from puzzle_cubes.kind.part import Part, print_axes
from tests.blender.puzzles import (
    extent,
    installed,
    make_puzzle,
    part,
    save_and_open,
    scene_puzzle,
    vertices,
    world_bounds,
)
from tests.blender.scene.hand_changes import (
    CHANGES,
    EDITED,
    ELSEWHERE,
    KEYS,
    Change,
    bevel,
    first,
    in_edit_mode,
    made,
    move_and_apply,
    outcome,
    pull_up,
    scale_and_apply,
    scale_one_and_apply,
    second,
    select,
    shown,
    take_off,
    turn_second,
)
from tests.core.solids.judges import closed_manifold


def manifold_of(mesh: trimesh.Trimesh) -> manifold3d.Manifold:
    """Return a mesh as a body, which must be closed."""
    mesh.merge_vertices()
    return closed_manifold(mesh.vertices, mesh.faces)


def in_place(folder: Path, part: Part, like: Path | None = None) -> manifold3d.Manifold:
    """Return what the file of a part holds, in its place in the puzzle.

    It has its middle where the file in a folder ``like`` this one has it, if there is another.
    """
    mesh = trimesh.load_mesh(folder / f"{part.key}.stl")
    mesh.apply_translation(-trimesh.load_mesh((like or folder) / f"{part.key}.stl").bounds.mean(axis=0))
    turn = np.zeros((4, 4))
    turn[3, 3] = 1.0
    for place, (axis, sign) in enumerate(print_axes(part.up)):
        turn[axis, place] = sign
    mesh.apply_transform(turn)
    mesh.apply_translation(part.assembled)
    return manifold_of(mesh)


def said() -> str:
    """Return what the panel says of changes by hand."""
    sentence: str = installed("blender_addon.scene.by_hand").by_hand(scene_puzzle()).sentence
    return sentence


def export(folder: Path) -> str:
    """Export the puzzle, and return why it was not."""
    try:
        bpy.ops.puzzle_cubes.export(directory=str(folder))
    except RuntimeError as error:
        assert not folder.exists()
        return str(error).removeprefix("Error: ").splitlines()[0]
    return ""


def height(group: Any) -> float:
    """Return how high the box is, in millimeters."""
    return extent(part(group, "box"))[2]


def meshes(folder: Path) -> dict[str, NDArray[np.float64]]:
    """Return the corners of all triangles in the files of a folder."""
    return {path.name: trimesh.load_mesh(path, process=False).vertices for path in folder.glob("*.stl")}


def are_same(some: Mapping[str, NDArray[np.float64]], second_meshes: Mapping[str, NDArray[np.float64]]) -> bool:
    """Report whether files have the same triangles in the same order, to a hundredth of a millimeter."""
    return some.keys() == second_meshes.keys() and all(
        corners.shape == second_meshes[name].shape and np.allclose(corners, second_meshes[name], atol=0.01)
        for name, corners in some.items()
    )


def cases() -> Iterator[Any]:
    """Yield each change of a puzzle in each way; where ways differ least, those of one are enough at first."""
    for name, (_, outcomes) in CHANGES.items():
        for label in KEYS:
            is_like_others = label != "one piece" and not isinstance(outcomes, Mapping)
            yield pytest.param(name, label, marks=[pytest.mark.thorough] if is_like_others else [])


@pytest.mark.once
@pytest.mark.parametrize(("name", "label"), [*cases()])
def test_each_change_is_said_and_files_fit_or_are_not_there(name: str, label: str, tmp_path: Path) -> None:
    group = made(label)
    assert not export(tmp_path / "before")
    CHANGES[name][0](group)
    bpy.context.view_layer.objects.active = group.carrier
    sentence, refusal = outcome(name, label)
    assert re.fullmatch(sentence, said())
    refused = export(tmp_path / "after")
    if refusal != "maybe":
        assert re.match(refusal, refused) if refusal else not refused, refused
    if not refused:
        before, after = meshes(tmp_path / "before"), meshes(tmp_path / "after")
        assert before.keys() == after.keys()
        if sentence != EDITED:
            assert are_same(before, after)
        elif label == "one piece":
            bodies = [manifold_of(body) for body in trimesh.load_mesh(tmp_path / "after/printableMaze.stl").split()]
            assert len(bodies) == 2
            assert (bodies[0] ^ bodies[1]).volume() == pytest.approx(0, abs=1e-3)
        else:
            places = scene_puzzle().as_built.all_parts
            lying = {piece.key: in_place(tmp_path / "after", piece, tmp_path / "before") for piece in places}
            edited, neighbors = lying.pop(KEYS[label][0]), lying.values()
            assert not [neighbor for neighbor in neighbors if (edited ^ neighbor).volume() > 1e-3]
    if name == "deleted":
        bpy.ops.puzzle_cubes.rebuild()
    else:
        bpy.ops.puzzle_cubes.restore()
    bpy.context.view_layer.update()
    if name == "joined":
        bpy.ops.puzzle_cubes.rebuild()
    assert not said()
    assert not export(tmp_path / "restored")
    assert are_same(meshes(tmp_path / "restored"), meshes(tmp_path / "before"))


def test_a_scale_becomes_the_size_where_the_puzzle_stands() -> None:
    group = made("one piece")
    box = part(group, "box")
    box.location = (0.2, 0.0, 0.0)
    scale_and_apply(group)
    assert bpy.ops.puzzle_cubes.make_this_size() == {"FINISHED"}
    assert (round(group.oskar.passage, 3), round(group.oskar.wall, 3), round(group.oskar.plate, 3)) == (10.0, 6.0, 6.0)
    assert round(group.oskar.clearance, 3) == 0.4
    bpy.context.view_layer.update()
    assert list(box.scale) == [1, 1, 1]
    # 3 passages of 10 mm, 2 walls and 2 plates of 6 mm, and a marker of 6 mm.
    assert list(box.dimensions) == pytest.approx([0.06] * 3, abs=1e-6)
    assert list(box.location) == pytest.approx([0.2, 0.0, 0.0], abs=1e-6)
    assert not said()
    with pytest.raises(RuntimeError, match=r"Nothing of .* was changed by hand"):
        bpy.ops.puzzle_cubes.make_this_size()


def test_a_puzzle_of_pieces_becomes_the_size_too() -> None:
    group = made("packing")
    scale_and_apply(group)
    assert bpy.ops.puzzle_cubes.make_this_size() == {"FINISHED"}
    assert (round(group.packing.cube, 3), round(group.packing.inset, 3)) == (30.0, 0.1)
    assert not said()


def test_what_was_moved_and_applied_stays_where_it_is_when_it_is_restored() -> None:
    box = part(made("one piece"), "box")
    move_and_apply(scene_puzzle().group)
    applied = world_bounds(box)
    bpy.ops.puzzle_cubes.restore()
    assert world_bounds(box) == pytest.approx(applied, abs=1e-3)
    assert box.location.x == pytest.approx(0.06, abs=1e-6)


def test_an_edit_is_not_lost_by_another_dimension_and_can_be_kept(tmp_path: Path) -> None:
    group = made("one piece")
    pull_up(group)
    high = height(group)
    group.oskar.wall = 5.0
    assert height(group) == high
    seed = bpy.context.scene.puzzle_cubes.oskar.seed
    for again in (bpy.ops.puzzle_cubes.rebuild, bpy.ops.puzzle_cubes.another):
        with pytest.raises(RuntimeError, match=r"Edited by hand: Box\. Press Restore before anything is rebuilt"):
            again()
    # What was not made has no seed that the next one would follow.
    assert bpy.context.scene.puzzle_cubes.oskar.seed == seed
    group.oskar.wall = 3.0
    assert bpy.ops.puzzle_cubes.keep() == {"FINISHED"}
    kept = group.by_hand
    assert kept
    assert not export(tmp_path / "kept")
    bodies = trimesh.load_mesh(tmp_path / "kept/printableMaze.stl").split()
    assert any(body.extents[2] == pytest.approx(high, abs=1e-3) for body in bodies)
    assert bpy.ops.puzzle_cubes.check() == {"FINISHED"}
    checks = installed("blender_addon.tab.checking").kept_report(scene_puzzle(), bpy.context.scene).checks
    assert (checks[0].name, checks[0].level) == ("By Hand", "doubtful")
    assert f" x {high:.4g} mm, " in checks[0].sentence
    bevel(group)
    assert installed("blender_addon.tab.checking").kept_report(scene_puzzle(), bpy.context.scene) is None
    assert bpy.ops.puzzle_cubes.keep() == {"FINISHED"}
    assert group.by_hand != kept


def test_files_are_said_to_be_those_of_the_puzzle_as_long_as_nothing_in_them_is_changed(tmp_path: Path) -> None:
    is_exported = installed("blender_addon.scene.exports").is_exported
    group = made("kit")
    assert not export(tmp_path / "first")
    # It moves the beds aside, which no file has.
    make_puzzle(seed=8).carrier.location = (0.02, 0.0, 0.0)
    bpy.context.view_layer.update()
    beds = group.built
    group.explode = 0.4
    assert group.built != beds
    puzzle = installed("blender_addon.scene.puzzle").ScenePuzzle(group.id_data)
    assert is_exported(puzzle)
    part(group, KEYS["kit"][0]).data.vertices[0].co *= 0.9995
    assert not is_exported(puzzle.renewed())


@pytest.mark.parametrize(
    ("label", "change", "turn"),
    [
        ("one piece", pull_up, lambda group: setattr(group.carrier, "rotation_euler", (0.0, 0.0, 1.0))),
        ("one piece", pull_up, turn_second),
        ("one piece", turn_second, lambda group: setattr(second(group), "rotation_euler", (0.0, 0.0, 0.6))),
        ("packing", bevel, lambda group: setattr(group, "explode", 0.0)),
        ("packing", bevel, take_off),
    ],
)
def test_files_are_those_of_a_puzzle_whose_edits_they_have_wherever_it_is(
    label: str, change: Change, turn: Change, tmp_path: Path
) -> None:
    is_exported = installed("blender_addon.scene.exports").is_exported
    group = made(label)
    assert not is_exported(scene_puzzle())
    change(group)
    assert not export(tmp_path / "files")
    turn(group)
    group.display = "WIRE"
    bpy.context.view_layer.update()
    assert is_exported(scene_puzzle())
    bevel(group)
    assert not is_exported(scene_puzzle())


@pytest.mark.parametrize("setting", ["width", "show_viewport", "show_expanded"])
def test_files_are_no_more_those_of_a_puzzle_with_another_width_of_a_modifier(setting: str, tmp_path: Path) -> None:
    group = made("packing")
    bevel(group)
    assert not export(tmp_path / "files")
    modifier = first(group).modifiers[0]
    setattr(modifier, setting, {"width": 0.0003}.get(setting, False))
    assert installed("blender_addon.scene.exports").is_exported(scene_puzzle()) == (setting == "show_expanded")


@pytest.mark.parametrize("changed", ["nothing", "another puzzle", "another dimension"])
def test_a_plate_that_was_edited_is_in_no_files_of_another_puzzle(changed: str, tmp_path: Path) -> None:
    group = made("kit")
    plate = part(group, KEYS["kit"][0])
    plate.data.vertices[0].co *= 0.9995
    edited = vertices(plate)
    group.oskar.way = "ONE_PIECE"
    if changed == "another puzzle":
        bpy.ops.puzzle_cubes.another()
    elif changed == "another dimension":
        group.oskar.plate = 4.5
    group.oskar.way = "KIT"
    # What is only shown again stays as it was edited.
    assert np.array_equal(vertices(part(group, KEYS["kit"][0])), edited)
    refused = export(tmp_path / "first")
    assert refused.startswith("Edited by hand: ") == (changed != "nothing")
    bpy.ops.puzzle_cubes.restore()
    assert not export(tmp_path / "restored")
    bpy.ops.puzzle_cubes.duplicate()
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "fresh"))
    assert are_same(meshes(tmp_path / "restored"), meshes(tmp_path / "fresh"))


def test_a_plate_that_was_taken_off_stays_where_it_is_until_it_is_restored() -> None:
    group = made("kit")
    group.carrier.location = (1.0, 1.0, 0.0)
    bpy.context.view_layer.update()
    plate = part(group, KEYS["kit"][1])
    place = plate.matrix_world.copy()
    take_off(group)
    assert re.fullmatch(ELSEWHERE, said())
    group.oskar.wall = 3.5
    bpy.context.view_layer.update()
    assert np.allclose(plate.matrix_world, place, atol=1e-6)
    group.oskar.wall = 3.0
    bpy.ops.puzzle_cubes.restore()
    bpy.context.view_layer.update()
    assert np.allclose(plate.matrix_world, place, atol=1e-6)
    group.carrier.location.x += 1.0
    bpy.context.view_layer.update()
    assert plate.matrix_world.translation.x == pytest.approx(place.translation.x + 1.0, abs=1e-6)


def test_pieces_whose_carrier_was_deleted_hang_on_the_next_one() -> None:
    group = made("packing")
    bpy.data.objects.remove(group.carrier)
    assert bpy.ops.puzzle_cubes.rebuild() == {"FINISHED"}
    assert not said()
    group.carrier.location.x += 1.0
    bpy.context.view_layer.update()
    assert all(world_bounds(piece)[0][0] > 500 for piece in shown(group))
    lying = [piece.location.z for piece in shown(group)]
    group.explode = 0.0
    assert [piece.location.z for piece in shown(group)] != lying


def test_the_check_of_what_does_not_fit_is_bad() -> None:
    group = made("one piece")
    scale_one_and_apply(group)
    bpy.ops.puzzle_cubes.check()
    checks = installed("blender_addon.tab.checking").kept_report(scene_puzzle(), bpy.context.scene).checks
    assert (checks[0].name, checks[0].level) == ("By Hand", "bad")


def test_nothing_moves_in_a_puzzle_whose_transforms_were_applied() -> None:
    move_and_apply(made("one piece"))
    for move in (bpy.ops.puzzle_cubes.animate, bpy.ops.puzzle_cubes.put_cross):
        with pytest.raises(RuntimeError, match="Transforms were applied, so that the parts lie wrong in files: Box"):
            move()
    bpy.ops.puzzle_cubes.restore()
    assert bpy.ops.puzzle_cubes.animate() == {"FINISHED"}


def test_what_was_saved_with_an_edit_says_so_when_it_is_opened(tmp_path: Path) -> None:
    pull_up(made("one piece"))
    save_and_open(tmp_path)
    assert re.fullmatch(EDITED, said())


@pytest.mark.parametrize("kind", ["OSKAR", "PACKING", "BURR"])
def test_a_copy_by_blender_is_said_to_be_no_puzzle(kind: str) -> None:
    def told() -> str:
        puzzle = installed("blender_addon.scene.puzzle").active_puzzle(bpy.context)
        sentence: str = installed("blender_addon.scene.by_hand").copied(puzzle, bpy.context.active_object)
        return sentence

    bpy.ops.puzzle_cubes.generate(kind=kind)
    pattern = bpy.context.active_object.name
    assert told() == ""
    bpy.ops.object.duplicate()
    copy = bpy.context.active_object.name
    assert copy != pattern
    assert told().startswith(f"'{copy}' is a mere copy: what is set here changes '{pattern}'.")
    bpy.ops.puzzle_cubes.duplicate()
    assert bpy.context.active_object.name not in (copy, pattern)
    assert told() == ""


def test_an_unchanged_puzzle_says_nothing(tmp_path: Path) -> None:
    for label in KEYS:
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        group = made(label)
        assert not said()
        if label != "packing":
            group.oskar.wall, group.display = 4.5, "WIRE"
            assert not said()
            group.oskar.way = "KIT" if label == "one piece" else "ONE_PIECE"
            assert not said()
        with pytest.raises(RuntimeError, match=r"Nothing of .* was changed by hand"):
            bpy.ops.puzzle_cubes.keep()


@pytest.mark.parametrize(("change", "waits"), [(pull_up, True), (bevel, False), (turn_second, False)])
def test_what_is_kept_says_whether_dimensions_wait(
    change: Change, waits: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    group = made("one piece")
    change(group)
    assert bpy.ops.puzzle_cubes.keep() == {"FINISHED"}
    assert ("other dimensions wait for Restore" in capfd.readouterr().out) == waits
    built = group.built
    group.oskar.wall = 4.5
    assert (group.built == built) == waits


def to_curve(piece: Any) -> None:
    """Delete the faces of a part, and make a curve of its edges by Object > Convert."""
    in_edit_mode(piece, lambda edited: bmesh.ops.delete(edited, geom=list(edited.faces), context="FACES_ONLY"))
    bpy.ops.object.convert(target="CURVE")
    assert piece.type == "CURVE"


def to_mesh(piece: Any) -> None:
    """Make a mesh again of a part by Object > Convert."""
    select(piece)
    bpy.ops.object.convert(target="MESH")
    assert piece.type == "MESH"


def test_a_curve_is_refused_until_it_is_a_mesh_again() -> None:
    group = make_puzzle()
    to_curve(part(group, "cross"))
    group.oskar.wall = 5.0
    with pytest.raises(RuntimeError, match="'Oskar's Cube 3x3x3 seed 1 Cross' is no longer a mesh: convert it back"):
        bpy.ops.puzzle_cubes.rebuild()
    assert extent(part(group, "box")) == [15 + 6 + 6 + 3] * 3
    to_mesh(part(group, "cross"))
    with pytest.raises(RuntimeError, match=r"Edited by hand: Cross\. Press Restore"):
        bpy.ops.puzzle_cubes.rebuild()
    bpy.ops.puzzle_cubes.restore()
    assert extent(part(group, "box")) == [15 + 10 + 6 + 3] * 3


def test_a_curve_is_not_shown_as_wires() -> None:
    group = make_puzzle()
    to_curve(part(group, "box"))
    group.display = "WIRE"
    assert group.displayed == "WIRE"
    assert not part(group, "box").modifiers
    group.display = "SOLID"
    to_mesh(part(group, "box"))
    group.display = "WIRE"
    assert len(part(group, "box").modifiers) == 1
