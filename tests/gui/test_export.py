# SPDX-License-Identifier: GPL-3.0-or-later
"""Export is pressed: the files are on disk, and the meshes in them are closed."""

from __future__ import annotations

from pathlib import Path

import pytest
import trimesh

from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

FILES = {"printableMaze.stl", "printableMaze.3mf", "solutionMaze.stl", "outputSequence.txt", "puzzle.json"}
NAME = "Oskar_s_Cube_3x3x3_seed_7"
"""The folder that names the puzzle."""


def test_into_a_folder_that_was_typed(sidebar: Sidebar, debian: Debian) -> None:
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.open_alone("Print")
    folder = debian.folder / "typed"
    sidebar.type_into("Collection.folder", debian.inside(folder))
    sidebar.press("puzzle_cubes.export")
    wait_for(lambda: are_written(folder / NAME), "the files are there")
    sidebar.window.save_picture("07-exported", still=False)
    assert_closed(folder / NAME)


@pytest.mark.thorough
def test_another_puzzles_files_are_replaced_only_after_a_question(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.open_alone("Print")
    folder = debian.folder / "asked"
    (folder / NAME).mkdir(parents=True)
    (folder / NAME / "puzzle.json").write_text("{}")
    sidebar.type_into("Collection.folder", debian.inside(folder))
    for key in ("Escape", "Return"):
        sidebar.press("puzzle_cubes.export")
        window.save_picture("07-export-asks-to-overwrite")
        window.screen.keys(key)
        window.settle()
        assert are_written(folder / NAME) == (key == "Return")
        assert ((folder / NAME / "puzzle.json").read_text() == "{}") == (key == "Escape")
    # The same puzzle is replaced without one.
    (folder / NAME / "printableMaze.stl").unlink()
    window.leave_buttons()
    sidebar.press("puzzle_cubes.export")
    wait_for(lambda: are_written(folder / NAME), "the files are there again")


@pytest.mark.thorough
@pytest.mark.wide
def test_into_a_folder_that_is_asked_for(sidebar: Sidebar, user: Path) -> None:
    # A file that was never saved has no folder, so Blender's file browser opens in the user's own.
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.open_alone("Print")
    sidebar.reader.learn(["Export Files", NAME])
    # The name that is offered is the puzzle's, and another one is used and kept.
    for folder in (NAME, "My_gift"):
        sidebar.press("puzzle_cubes.export")
        wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
        window.save_picture(f"07-export-asks-{folder}")
        if folder != NAME:
            sidebar.reader.click(NAME, times=2)
            window.screen.keys("ctrl+a")
            window.screen.type(folder.replace("_", " "))
            window.screen.keys("Return")
            window.save_picture("07-export-asks-typed")
        sidebar.reader.click("Export Files")
        wait_for(lambda: are_written(user / folder), "the files are there")  # noqa: B023
        wait_for(lambda: window.ask("windows") == 1, "the file browser is closed")
        assert_closed(user / folder)
        sidebar.type_into("Collection.folder", "//")


def are_written(folder: Path) -> bool:
    """Report whether all files are in a folder, and the one in which they were written first is gone."""
    names = {file.name for file in folder.iterdir()} if folder.is_dir() else set()
    return names >= FILES and not [name for name in names if name.startswith(".puzzle_cubes")]


def assert_closed(folder: Path) -> None:
    """Look that both STL files hold two bodies each, without a hole in any."""
    for name in ("printableMaze.stl", "solutionMaze.stl"):
        bodies = trimesh.load_mesh(folder / name).split(only_watertight=False)
        assert len(bodies) == 2
        assert all(body.is_watertight and body.volume > 0 for body in bodies)
