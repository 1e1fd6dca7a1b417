# SPDX-License-Identifier: GPL-3.0-or-later
"""Changing the user's preferences for the extension by hand, in Blender's own window for them."""

from __future__ import annotations

from tests.gui.reader import Point
from tests.gui.screen import HEIGHT, WIDTH
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

NAME = "Puzzle Cubes"
OPENED = "Maintainer"
"""What is to be read of an add-on that is opened."""

ARROW = 34
"""Pixels from the arrow that opens an add-on's preferences to the add-on's name."""


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
