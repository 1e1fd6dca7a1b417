# SPDX-License-Identifier: GPL-3.0-or-later
"""All buttons on the way from Generate over Play to Print are in sight at once, on the screen of a small laptop."""

from __future__ import annotations

import pytest

from tests.gui.debian import Debian
from tests.gui.packing_by_hand import make_packing
from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = [pytest.mark.once, pytest.mark.wide(1366, 768)]

FIRST = ("puzzle_cubes.generate", "puzzle_cubes.print")
"""What is in sight before there is a puzzle."""

WAY = (*FIRST, "puzzle_cubes.another", "puzzle_cubes.check")
"""What is in sight once there is one, besides the button to play."""


def test_from_a_cube_to_its_files(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    window.save_picture("18-tab-before")
    assert sidebar.out_of_sight(*FIRST) == []
    make_puzzle(sidebar, 5, 5, 5)
    window.settle()
    window.save_picture("18-tab-oskar")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play", "puzzle_cubes.show_solution") == []
    sidebar.choose_way("Kit", "KIT")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play") == []
    folder = debian.folder / "one-look"
    sidebar.type_into("Collection.folder", debian.inside(folder))
    sidebar.click_title("Files")
    sidebar.press("puzzle_cubes.print")
    wait_for(lambda: window.puzzle()["exported"], "the kit is written")
    window.save_picture("18-tab-printed")
    assert list(folder.glob("*/plate_1_x_min.stl"))
    sidebar.choose_way("Sheet", "SHEET")
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
