# SPDX-License-Identifier: GPL-3.0-or-later
"""Export is pressed: the files are on disk, and the meshes in them are closed."""

from __future__ import annotations

from pathlib import Path

import trimesh

from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

FILES = {"printableMaze.stl", "solutionMaze.stl", "outputSequence.txt", "puzzle.json"}


def test_into_a_folder_that_was_typed(sidebar: Sidebar, debian: Debian) -> None:
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.open_panel("Print")
    folder = debian.folder / "typed"
    sidebar.type_into("Collection.folder", debian.inside(folder))
    sidebar.press("puzzle_cubes.export")
    wait_for(lambda: are_written(folder), "the files are there")
    sidebar.window.save_picture("07-exported", still=False)
    assert_closed(folder)


def test_into_a_folder_that_is_asked_for(sidebar: Sidebar, user: Path) -> None:
    # A file that was never saved has no folder, so Blender's file browser opens in the user's own.
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.open_panel("Print")
    sidebar.reader.learn(["Export Puzzle"])
    sidebar.press("puzzle_cubes.export")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    window.save_picture("07-export-asks")
    sidebar.reader.click("Export Puzzle")
    wait_for(lambda: are_written(user), "the files are there")
    wait_for(lambda: window.ask("windows") == 1, "the file browser is closed")
    assert_closed(user)


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
