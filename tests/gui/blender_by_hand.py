# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's own menus, tooltips, preferences and files, used as a person does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.gui.reader import Point, Reader, changed_box
from tests.gui.screen import HEIGHT, WIDTH
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import longest_wait, wait_for
from tests.gui.window import Window

NAME = "Puzzle Cubes"

OPENED = "Maintainer"
"""What is to be read of an add-on that is opened."""

ARROW = 34
"""Pixels from the arrow that opens an add-on's preferences to the add-on's name."""


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


def save_and_quit(window: Window, sidebar: Sidebar, name: str, picture: str = "") -> Any:
    """Save a file that has none yet under a name, end Blender, both by keys, and return what the scene held."""
    sidebar.reader.learn(["untitled.blend"])
    window.leave_buttons()
    window.screen.keys("ctrl+s")
    sidebar.reader.click("untitled.blend", times=2)
    window.screen.keys("ctrl+a")
    window.screen.type(name)
    window.screen.keys("Return")
    if picture:
        window.save_picture(picture)
    window.screen.keys("Return")
    wait_for(lambda: not window.state()["unsaved"] and window.ask("windows") == 1, "the file is saved")
    saved = window.state()
    window.leave_buttons()
    window.screen.keys("ctrl+q")
    assert window.process.wait(longest_wait()) == 0
    return saved


def switch(sidebar: Sidebar, label: str) -> None:
    """Open the preferences, look for the extension's, click on a switch, and move the window aside."""
    window, reader, screen = sidebar.window, sidebar.reader, sidebar.window.screen
    reader.learn(["Add-ons", NAME, OPENED, label])

    def places(text: str) -> list[Point]:
        window.settle()
        return reader.points(text, window.still_picture(), (0, 0, WIDTH, HEIGHT))

    def places_once_open() -> list[Point]:
        places_listed = wait_for(lambda: places(NAME), "the extension is listed")
        window.click(places_listed[0][0] - reader.looks[NAME].shape[1] / 2 - ARROW, places_listed[0][1])
        return places_listed if places(OPENED) else []

    def is_in_sight() -> bool:
        screen.scroll(x, y, 2)
        return bool(places(label))

    window.search("preferences")
    wait_for(lambda: window.ask("windows") == 2, "the preferences are there")
    reader.click("Add-ons")
    ((x, y),) = wait_for(places_once_open, "the extension's preferences are open")
    wait_for(is_in_sight, f"the switch '{label}' is in sight")
    window.save_picture("14-preferences")
    reader.click(label)
    window.settle()
    window.save_picture("14-preferences-switched")
    screen.move_window("Preferences", WIDTH - 10, HEIGHT - 10)
    screen.give_keys_to("Unsaved")
    window.leave_buttons()
    wait_for(lambda: not places(label), "the preferences are aside")
