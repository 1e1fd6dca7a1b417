# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel of printing: a folder is asked for, files are replaced, and a doubtful wall is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
import trimesh

from tests.gui.button_finder import COLUMNS, TABS
from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

FILES = {"printableMaze.stl", "printableMaze.3mf", "solutionMaze.stl", "outputSequence.txt", "puzzle.json"}
NAME = "Oskar_s_Cube_3x3x3_seed_7"
"""The folder that names the puzzle."""

LEAST_PIXELS = 400


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


@pytest.mark.thorough
def test_the_file_browser_shows_the_suffix_that_was_not_typed(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.reader.learn(["coupon.stl", "gift.stl", "Export Test Coupon"])
    sidebar.press("puzzle_cubes.export_coupon")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    for shown, typed in (("coupon.stl", "gift"), ("gift.stl", "Gift.STL")):
        # Blender warns of a file with the name that is shown.
        sidebar.reader.click(shown, times=2)
        window.screen.keys("ctrl+a")
        window.screen.type(typed)
        window.screen.keys("Return")
    sidebar.reader.click("Export Test Coupon")
    wait_for((user / "Gift.STL").is_file, "the file is there")


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


@pytest.mark.thorough
@pytest.mark.wide
def test_the_lens_shows_the_weakest_wall(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.generate()
    sidebar.open_alone("Print")
    sidebar.check()
    # Outlines of what is selected and what stands for the axis X have nearly that color.
    before = drawn_pixels(sidebar)
    # It is good, and so it is folded.
    sidebar.open_panel("Passed Checks")
    (text,) = (text for text, _ in window.drawn_items()["PUZZLE_CUBES_PT_checks"] if text.startswith("Walls bend"))
    sidebar.reader.learn([text])
    left, _, width, _ = box = sidebar.box()
    ((_, row),) = sidebar.reader.points(text, window.still_picture(), box)
    window.click(left + COLUMNS[1] * (width - TABS), row)
    window.leave_buttons()
    wait_for(lambda: drawn_pixels(sidebar) > before + LEAST_PIXELS, "the wall is framed")
    window.save_picture("23-weakest-wall")


def drawn_pixels(sidebar: Sidebar) -> int:
    """Return how many pixels have the color in which a place is drawn, about."""
    red, green, blue = (sidebar.window.screen.picture()[..., channel].astype(int) for channel in range(3))
    return int(((red > 200) & (green < 110) & (blue > 50) & (blue < 150)).sum())
