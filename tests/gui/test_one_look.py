# SPDX-License-Identifier: GPL-3.0-or-later
"""All buttons on the way from Generate over Play to Print are in sight at once, on the screen of a small laptop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gui.conftest import pictures_of
from tests.gui.debian import Debian
from tests.gui.packing_by_hand import make_packing
from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.screen import Screen, running_screen
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import JAGGED, blender_window

pytestmark = pytest.mark.once

FIRST = ("puzzle_cubes.generate", "puzzle_cubes.print")
"""What is in sight before there is a puzzle."""

WAY = (*FIRST, "puzzle_cubes.another", "puzzle_cubes.check")
"""What is in sight once there is one, besides the button to play."""


@pytest.fixture
def screen() -> Iterator[Screen]:
    """Give the screen of a small laptop."""
    with running_screen(1366, 768) as screen:
        yield screen


@pytest.fixture
def sidebar(debian: Debian, user: Path, screen: Screen) -> Iterator[Sidebar]:
    """Give the sidebar of a Blender there."""
    with blender_window(debian, screen, user, pictures_of(debian), preferences=JAGGED) as window:
        yield open_sidebar(window)


def test_from_a_cube_to_its_files(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    window.save_picture("18-tab-before")
    assert sidebar.out_of_sight(*FIRST) == []
    make_puzzle(sidebar, 5, 5, 5)
    window.settle()
    window.save_picture("18-tab-oskar")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play", "puzzle_cubes.show_solution") == []
    sidebar.reader.learn(["Kit"])
    sidebar.reader.click("Kit")
    wait_for(lambda: window.puzzle()["oskar"]["way"] == "KIT", "the puzzle is a kit")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play") == []
    folder = debian.folder / "one-look"
    sidebar.type_into("Collection.folder", debian.inside(folder))
    sidebar.click_title("Files")
    sidebar.press("puzzle_cubes.print")
    wait_for(lambda: window.puzzle()["exported"], "the kit is written")
    window.save_picture("18-tab-printed")
    assert list(folder.glob("*/plate_1_x_min.stl"))
    sidebar.reader.learn(["Sheet"])
    sidebar.reader.click("Sheet")
    wait_for(lambda: window.puzzle()["oskar"]["way"] == "SHEET", "it lies on a sheet")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play") == []
    window.settle()
    window.save_picture("18-tab-sheet")
    sidebar.press("puzzle_cubes.print")
    wait_for(lambda: list(folder.glob("*/sheet_1.svg")), "its drawings are written")
    sidebar.open_panel("Dimensions")
    window.settle()
    window.save_picture("18-tab-sheet-dimensions")


def test_of_pieces(sidebar: Sidebar) -> None:
    make_packing(sidebar)
    sidebar.window.save_picture("18-tab-packing")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play_pieces") == []
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: sidebar.window.puzzle()["checks"], "the puzzle is checked")
    sidebar.window.save_picture("18-tab-packing-checked")
