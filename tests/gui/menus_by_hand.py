# SPDX-License-Identifier: GPL-3.0-or-later
"""Menus and tooltips, read where they come up."""

from __future__ import annotations

from collections.abc import Callable

from tests.gui.reader import Point, Reader, changed_box
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


def appearing(window: Window, reader: Reader) -> Callable[[str], list[Point]]:
    """Return the function that reads a text where the screen differs from what it shows now."""
    before = window.still_picture()

    def places(text: str) -> list[Point]:
        after = window.still_picture()
        return reader.points(text, after, changed_box(before, after))

    return places


def add_menu_entry(window: Window, reader: Reader, label: str) -> Point:
    """Open Blender's menu of meshes to add, and return where a kind of puzzle stands in it."""
    reader.learn(["Mesh", label])
    window.leave_buttons()
    entries = appearing(window, reader)
    window.screen.keys("shift+a")
    window.click(*wait_for(lambda: entries("Mesh"), "the menu is open")[0])
    return wait_for(lambda: entries(label), "the menu has the kind")[0]
