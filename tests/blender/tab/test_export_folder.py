# SPDX-License-Identifier: GPL-3.0-or-later
"""An export goes into a folder that names the puzzle, never over another puzzle's files unasked, and can be opened.

A full disk is reported, and what was there before stays; so is a folder that vanishes meanwhile.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.puzzles import make_puzzle, only_puzzle, scene_puzzles
from tests.core.export.written import FILE_NAMES, ROOM, folder_state, room_for

pytestmark = pytest.mark.once

NAME = "Oskar's Cube 3x3x3 seed 1"
FOLDER = "Oskar_s_Cube_3x3x3_seed_1"


def seed_in(folder: Path) -> int:
    """Return the seed of the puzzle whose files lie in a folder."""
    seed: int = json.loads((folder / "puzzle.json").read_text())["settings"]["seed"]
    return seed


def test_a_folder_is_made_that_names_the_puzzle(tmp_path: Path) -> None:
    group = make_puzzle()
    group.folder = str(tmp_path)
    assert bpy.ops.puzzle_cubes.export() == {"FINISHED"}
    assert [folder.name for folder in tmp_path.iterdir()] == [FOLDER]
    assert folder_state(tmp_path / FOLDER).keys() == FILE_NAMES
    # Another puzzle gets another one, and the folder itself may be chosen, too.
    second_group = make_puzzle(seed=2)
    second_group.folder = str(tmp_path)
    bpy.ops.puzzle_cubes.export()
    second_group.folder = str(tmp_path / "Oskar_s_Cube_3x3x3_seed_2")
    bpy.ops.puzzle_cubes.export()
    assert {folder.name for folder in tmp_path.iterdir()} == {FOLDER, "Oskar_s_Cube_3x3x3_seed_2"}
    assert not [inner for folder in tmp_path.iterdir() for inner in folder.iterdir() if inner.is_dir()]


def test_a_puzzle_that_was_renamed_gets_a_folder_of_that_name(tmp_path: Path) -> None:
    make_puzzle().folder = str(tmp_path)
    only_puzzle().name = "For Anna & Bob"
    bpy.ops.puzzle_cubes.export()
    # A number that tells two of the same name apart is no name.
    make_puzzle()
    for name in (NAME, f"{NAME} (2)", f"{NAME}.001"):
        scene_puzzles()[-1].name = name
        bpy.ops.puzzle_cubes.export()
        assert {folder.name for folder in tmp_path.iterdir()} == {"For_Anna___Bob", FOLDER}


def test_a_folder_once_chosen_is_kept_for_the_next_puzzle(tmp_path: Path) -> None:
    assert make_puzzle().folder == "//"
    only_puzzle().puzzle_cubes.folder = str(tmp_path)
    bpy.ops.puzzle_cubes.remove()
    assert make_puzzle(seed=2).folder == str(tmp_path)
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="MEGARON")
    assert scene_puzzles()[-1].puzzle_cubes.folder == str(tmp_path)


def test_beside_a_saved_file_is_where_it_lies_at_first(tmp_path: Path) -> None:
    make_puzzle()
    with pytest.raises(RuntimeError, match="has not been saved yet"):
        bpy.ops.puzzle_cubes.export()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "mine.blend"))
    assert bpy.ops.puzzle_cubes.export() == {"FINISHED"}
    assert (tmp_path / FOLDER / "puzzle.json").is_file()


@pytest.mark.parametrize(
    ("file", "folder"),
    [("My maze, no. 3.txt", "My_maze__no__3"), ("Grüße.txt", "Grüße"), ("puzzle.json", "Oskar_s_Cube_3x3x3_seed_1")],
)
def test_a_puzzle_from_a_file_is_named_by_it_if_its_name_says_something(tmp_path: Path, file: str, folder: str) -> None:
    make_puzzle()
    if file.endswith(".txt"):
        bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / file))
    else:
        (tmp_path / file).write_text(only_puzzle().puzzle_cubes.puzzle)
    bpy.ops.puzzle_cubes.load(filepath=str(tmp_path / file))
    scene_puzzles()[-1].puzzle_cubes.folder = str(tmp_path / "out")
    bpy.ops.puzzle_cubes.export()
    assert [file_path.name for file_path in (tmp_path / "out").iterdir()] == [folder]


def test_another_puzzles_files_are_not_replaced_unasked(tmp_path: Path) -> None:
    make_puzzle(seed=1)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    before = folder_state(tmp_path)
    make_puzzle(seed=2)
    sentence = "another puzzle: Oskar's Cube 3x3x3 seed 1. Choose another folder, or overwrite it."
    with pytest.raises(RuntimeError, match=sentence):
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert folder_state(tmp_path) == before
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path), overwrite=True)
    assert seed_in(tmp_path) == 2


def test_who_repeats_an_export_into_another_folder_is_asked_again(tmp_path: Path) -> None:
    make_puzzle(seed=1)
    bpy.ops.puzzle_cubes.export("EXEC_DEFAULT", True, directory=str(tmp_path), overwrite=True)
    # What Blender repeats, with the values that can be adjusted before.
    repeated = bpy.context.window_manager.operators[-1]
    assert repeated.bl_idname == "PUZZLE_CUBES_OT_export"
    assert repeated.properties.directory == str(tmp_path)
    assert not repeated.properties.overwrite


def test_the_same_puzzle_is_replaced_also_with_other_dimensions(tmp_path: Path) -> None:
    group = make_puzzle()
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    before = folder_state(tmp_path)
    group.oskar.wall = 4.0
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert folder_state(tmp_path)["printableMaze.3mf"] != before["printableMaze.3mf"]
    # It is the same also where it comes from its file.
    bpy.ops.puzzle_cubes.load(filepath=str(tmp_path / "puzzle.json"))
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}


def test_the_folder_can_be_opened_once_there_is_one(tmp_path: Path) -> None:
    opened: Any = bpy.ops.puzzle_cubes.open_folder
    assert not opened.poll()
    group = make_puzzle()
    assert not opened.poll()
    with pytest.raises(RuntimeError, match="Export the puzzle first"):
        opened()
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "out"))
    assert group.exported == str(tmp_path / "out")
    assert opened.poll()
    (tmp_path / "out").rename(tmp_path / "elsewhere")
    with pytest.raises(RuntimeError, match="is gone: export again"):
        opened()
    # A puzzle that was not exported has none, whatever others have.
    make_puzzle(seed=2)
    with pytest.raises(RuntimeError, match="Export the puzzle first"):
        opened()


@pytest.mark.parametrize("size", ROOM)
def test_earlier_files_stay_where_there_is_no_room_for_new_ones(tmp_path: Path, size: int) -> None:
    make_puzzle(size=(2, 2, 2))
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
    bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / "cube.txt"))
    before = folder_state(tmp_path)
    make_puzzle(size=(3, 3, 3))
    with room_for(size):
        with pytest.raises(RuntimeError, match=r"printableMaze\.stl was not written to its end: is the disk full\?"):
            bpy.ops.puzzle_cubes.export(directory=str(tmp_path), overwrite=True)
        with pytest.raises(RuntimeError, match="File too large"):
            bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
        if size < 1000:
            with pytest.raises(RuntimeError, match="File too large"):
                bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / "cube.txt"))
    assert folder_state(tmp_path) == before


def test_a_folder_that_vanishes_meanwhile_is_said_and_the_next_export_works(tmp_path: Path) -> None:
    make_puzzle(size=(2, 2, 2))
    folder = tmp_path / "out"

    def take_away(*_: Any) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    bpy.app.handlers.depsgraph_update_post.append(take_away)
    with pytest.raises(RuntimeError, match=f"could not be written to '{folder}': .*; choose another folder"):
        bpy.ops.puzzle_cubes.export(directory=str(folder))
    bpy.app.handlers.depsgraph_update_post.remove(take_away)
    assert not folder.exists()
    assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
