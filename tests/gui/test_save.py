# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle is saved, Blender is quit and opens the file again: all is there, and can still be changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.saving import save_and_quit
from tests.gui.sidebar import open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


def test_saved_and_opened_again(start: Callable[..., AbstractContextManager[Window]]) -> None:
    with start() as window:
        sidebar = open_sidebar(window)
        make_puzzle(sidebar, 3, 4, 3)
        sidebar.type_into("Object.wall", "2.5")
        wait_for(lambda: window.puzzle()["oskar"]["wall"] == 2.5, "the wall is 2.5 mm thick")
        saved = save_and_quit(window, sidebar, "cube.blend", "08-save")
    with start(saved["file"]) as window:
        assert window.state() == saved
        sidebar = open_sidebar(window)
        window.save_picture("08-opened")
        sidebar.type_into("Object.wall", "4")
        wait_for(lambda: window.puzzle()["oskar"]["wall"] == 4, "the wall is 4 mm thick")
        changed, (before,) = window.puzzle(), saved["puzzles"]
        assert changed["parts"]["box"]["extent"] == box_extent([3, 4, 3], wall=4)
        assert changed["content"] == before["content"]
