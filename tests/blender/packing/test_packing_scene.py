# SPDX-License-Identifier: GPL-3.0-or-later
"""A Packing Cube in the scene: its pieces stand together in the chosen solution, come apart, and are printed."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from tests.blender.puzzles import only_puzzle, save_and_open, world_bounds

OPERATORS: Any = bpy.ops.puzzle_cubes


def made(**values: Any) -> Any:
    """Make a puzzle, put its parts together, and return its collection."""
    OPERATORS.generate(kind="PACKING", **values)
    collection = only_puzzle()
    collection.puzzle_cubes.explode = 0.0
    return collection


def pieces(collection: Any) -> dict[str, Any]:
    """Return the pieces that can be seen, by their keys."""
    return {
        item.name: item.part
        for item in collection.puzzle_cubes.parts
        if item.name.startswith("piece_") and not item.part.hide_viewport
    }


def all_bounds(bodies: Iterable[Any]) -> NDArray[np.float64]:
    """Return the lowest and the highest corner of bodies together, in millimeters."""
    ends = np.array([world_bounds(body) for body in bodies])
    return np.array([ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)])


def test_the_pieces_stand_together_in_their_colors_and_fill_the_cube() -> None:
    collection = made()
    assert collection.name == "Packing Cube Megaron"
    shown = pieces(collection)
    assert len(shown) == 6
    assert len({piece.data.materials[0].name for piece in shown.values()}) == 6
    assert np.allclose(all_bounds(shown.values()), [[-22.4, -22.4, 2.0], [22.4, 22.4, 46.8]], atol=1e-3)
    group = collection.puzzle_cubes.packing
    assert (group.total_text, group.up_to_rotation_text, group.up_to_reflection_text) == ("24", "1", "1")


def test_the_slider_goes_through_the_solutions() -> None:
    collection = made(puzzle="DIABOLICAL")
    seen = set()
    for number in (1, 2, 26, 27, 1):
        collection.puzzle_cubes.packing.solution = number
        shown = pieces(collection).values()
        assert len(shown) == 6
        assert np.allclose(np.ptp(all_bounds(shown), axis=0), 44.8, atol=1e-3)
        seen.add(np.array([world_bounds(piece) for piece in shown]).round(2).tobytes())
    assert len(seen) == 3
    # From beyond the last one an arrow leads back.
    collection.puzzle_cubes.packing.solution = 1_000_000
    assert collection.puzzle_cubes.packing.solution == 26
    assert OPERATORS.check() == {"FINISHED"}


def test_a_preset_changes_lengths_and_not_the_solution_that_is_seen() -> None:
    group = made(puzzle="DIABOLICAL").puzzle_cubes
    group.packing.solution = 7
    own = group.packing
    own.magnet, own.dowel, own.stand, own.hollow = 5.0, 2.0, 6.0, 2.0
    paths = bpy.utils.preset_paths("puzzle_cubes/packing")
    (small,) = (file for path in paths for file in Path(path).glob("Small_Cubes.py"))
    bpy.ops.script.execute_preset(filepath=str(small), menu_idname="PUZZLE_CUBES_MT_packing_presets")
    assert (round(group.packing.cube, 3), group.packing.solution) == (10.0, 7)
    # Nor does it what a maker buys, or the puzzle stands in.
    assert (own.magnet, own.dowel, own.stand, own.hollow) == (5.0, 2.0, 6.0, 2.0)


def test_pieces_come_apart_and_lie_on_the_bed() -> None:
    collection = made()
    group = collection.puzzle_cubes
    together = {key: world_bounds(piece) for key, piece in pieces(collection).items()}
    group.explode = 0.5
    assert any(not np.allclose(world_bounds(piece), together[key]) for key, piece in pieces(collection).items())
    group.explode = 1.0
    lying = [world_bounds(item.part) for item in group.parts]
    assert all(abs(ends[0, 2]) < 1e-3 for ends in lying)
    for first, second in combinations(lying, 2):
        assert any(
            first[1, axis] <= second[0, axis] + 1e-3 or second[1, axis] <= first[0, axis] + 1e-3 for axis in (0, 1)
        )


def test_the_box_comes_and_goes_with_the_thickness_of_its_walls() -> None:
    collection = made(tray_wall=0.0)
    group = collection.puzzle_cubes
    assert {item.name for item in group.parts} == {f"piece_{letter}" for letter in "abcdef"}
    group.packing.tray_wall = 3.0
    tray, lid = (group.parts[key].part for key in ("tray", "lid"))
    assert not tray.hide_viewport
    # Over two sides the lid's top stands out by its grips.
    side = 44.8 + 2 * (0.4 + 3 + 0.2 + 3)
    assert np.allclose(np.sort(np.ptp(world_bounds(lid), axis=0)[:2]), (side, side + 4), atol=1e-3)
    group.packing.tray_wall = 0.0
    assert tray.hide_viewport
    assert lid.hide_render
    group.packing.tray_wall = 2.0
    assert not lid.hide_viewport


def test_the_search_goes_on_where_it_was_left() -> None:
    collection = made(puzzle="SOMA", search="FIRST")
    group = collection.puzzle_cubes
    assert group.packing.total_text.endswith("so far")
    edited, before = next(iter(pieces(collection).values())), group.puzzle
    edited.data.vertices[0].co *= 1.5
    with pytest.raises(RuntimeError, match=r"Edited by hand: .*\. Press Restore"):
        OPERATORS.search_on()
    assert group.puzzle == before
    OPERATORS.restore()
    assert OPERATORS.search_on() == {"FINISHED"}
    assert (group.packing.total_text, group.packing.up_to_rotation_text) == ("11,520", "480")
    group.packing.solution = 480
    assert len(pieces(collection)) == 7
    assert not OPERATORS.search_on.poll()
    with pytest.raises(RuntimeError, match="All solutions of the puzzle are known"):
        OPERATORS.search_on()


def test_the_assembly_is_told_and_animated() -> None:
    collection = made()
    assert OPERATORS.animate_assembly() == {"FINISHED"}
    scene = bpy.context.scene
    ends = []
    for frame in (scene.frame_start, scene.frame_end):
        scene.frame_set(frame)
        ends.append(np.ptp(all_bounds(pieces(collection).values()), axis=0))
    # At first they wait apart, at the end they are the cube.
    assert ends[0].max() > 150
    assert np.allclose(ends[1], 44.8, atol=1e-3)
    assert OPERATORS.remove_assembly() == {"FINISHED"}


@pytest.mark.parametrize("is_packed", [False, True])
def test_files_of_burrtools_and_plain_text_are_opened(tmp_path: Path, is_packed: bool) -> None:
    made()
    written = tmp_path / "megaron.xmpuzzle"
    # What is typed without it gets the suffix.
    assert OPERATORS.export_xmpuzzle(filepath=str(written.with_suffix(""))) == {"FINISHED"}
    if is_packed:
        written.write_bytes(gzip.compress(written.read_bytes()))
    text = tmp_path / "megaron.txt"
    assert OPERATORS.export_text(filepath=str(text.with_suffix(""))) == {"FINISHED"}
    pieces_before = [piece.shape for piece in puzzle_from_json(only_puzzle().puzzle_cubes.puzzle).pieces]
    for file in (written, text):
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        assert OPERATORS.load(filepath=str(file)) == {"FINISHED"}
        puzzle = puzzle_from_json(only_puzzle().puzzle_cubes.puzzle)
        assert [piece.shape for piece in puzzle.pieces] == pieces_before
        # Nothing is known of its solutions yet: all pieces stand beside.
        assert OPERATORS.search_on() == {"FINISHED"}
        group = only_puzzle().puzzle_cubes
        assert (group.packing.total_text, group.opened_from) == ("24", "megaron")
        # Now they stand together.
        group.explode = 0.0
        assert np.allclose(np.ptp(all_bounds(pieces(only_puzzle()).values()), axis=0), 44.8, atol=1e-3)


def test_a_puzzle_is_saved_with_its_solutions(tmp_path: Path) -> None:
    made(puzzle="DIABOLICAL").puzzle_cubes.packing.solution = 5
    before = {key: world_bounds(piece) for key, piece in pieces(only_puzzle()).items()}
    save_and_open(tmp_path)
    group = only_puzzle().puzzle_cubes
    assert (group.packing.solution, group.packing.up_to_rotation_text) == (5, "26")
    for key, piece in pieces(only_puzzle()).items():
        assert np.allclose(world_bounds(piece), before[key])


SEVERAL = """<puzzle version="2"><colors><color red="255" green="0" blue="0"/></colors>
<shapes><voxel x="1" y="1" z="1">#1</voxel><voxel x="3" y="1" z="1">###1</voxel></shapes>
<problems><problem name="one"><shapes><shape id="0" count="3"/></shapes><result id="1"/></problem>
<problem name="two"><shapes><shape id="1"/></shapes><result id="1"/><bitmap><pair piece="0" result="0"/></bitmap>
</problem></problems></puzzle>"""


@pytest.mark.parametrize(("problem", "name"), [(0, "one"), (1, "one"), (2, "two")])
def test_a_problem_of_a_file_with_several_is_chosen(tmp_path: Path, problem: int, name: str) -> None:
    file = tmp_path / "several.xmpuzzle"
    file.write_text(SEVERAL)
    assert OPERATORS.load(filepath=str(file), problem=problem) == {"FINISHED"}
    puzzle = puzzle_from_json(only_puzzle().puzzle_cubes.puzzle)
    assert (puzzle.name, puzzle.colors.palette) == (name, ("#ff0000",))
    # Before a file is chosen.
    with pytest.raises(RuntimeError, match="has colors: plain text holds none, so write a BurrTools file"):
        OPERATORS.export_text("INVOKE_DEFAULT")


def test_of_many_sticks_that_may_all_be_left_out_each_is_shown_until_it_is_known_which_are_needed() -> None:
    burrs = Path(__file__).parents[2] / "core" / "packing" / "files" / "solid_six_piece_burrs.xmpuzzle"
    assert OPERATORS.load(filepath=str(burrs)) == {"FINISHED"}
    parts = only_puzzle().puzzle_cubes.parts
    assert len(parts) == len(puzzle_from_json(only_puzzle().puzzle_cubes.puzzle).pieces) == 25
    assert OPERATORS.check() == {"FINISHED"}


def test_a_puzzle_that_needs_no_tray_is_opened_without_one_and_the_next_has_its_own(tmp_path: Path) -> None:
    cross = tmp_path / "cross.xmpuzzle"
    cross.write_text(SEVERAL.replace('x="3" y="1" z="1">###1', 'x="3" y="2" z="1">###_#_'))
    assert OPERATORS.load(filepath=str(cross), problem=2) == {"FINISHED"}
    assert only_puzzle().puzzle_cubes.packing.tray_wall == 0
    assert {"tray", "lid"}.isdisjoint({item.name for item in only_puzzle().puzzle_cubes.parts})
    for collection in list(bpy.data.collections):
        bpy.data.collections.remove(collection)
    assert OPERATORS.load(filepath=str(cross), problem=2, tray_wall=3.0) == {"FINISHED"}
    assert only_puzzle().puzzle_cubes.packing.tray_wall == 3
