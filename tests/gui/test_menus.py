# SPDX-License-Identifier: GPL-3.0-or-later
"""A cube is made without the sidebar: from Blender's Add menu, and by searching for the operator."""

from __future__ import annotations

import pytest

from tests.gui.menus_by_hand import add_menu_entry, appearing
from tests.gui.reader import Reader
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


def test_made_from_the_add_menu(window: Window) -> None:
    reader = Reader(window)
    entry = add_menu_entry(window, reader, "Oskar's Cube")
    window.save_picture("02-add-menu")
    window.click(*entry)
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    assert window.puzzle()["content"]["size"] == [5, 5, 5]

    reader.learn(["Play Oskar's Cube", "Another Puzzle", "Check Puzzle", "Print to Folder", "Export Files"])
    window.leave_buttons()
    entries = appearing(window, reader)
    window.screen.click(button=3)
    entry = wait_for(lambda: entries("Play Oskar's Cube"), "the right button's menu has the game")[0]
    expected = ("Another Puzzle", "Check Puzzle", "Print to Folder", "Export Files")
    assert [text for text in expected if not entries(text)] == []
    window.save_picture("02-context-menu")
    window.click(*entry)
    wait_for(lambda: "PUZZLE_CUBES_OT_play" in window.state()["running"], "the game runs")
    window.screen.keys("Escape")


@pytest.mark.thorough
def test_found_by_search(window: Window) -> None:
    window.search("mesh oskar")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    window.search("play oskar")
    wait_for(lambda: "PUZZLE_CUBES_OT_play" in window.state()["running"], "the game runs")
