# SPDX-License-Identifier: GPL-3.0-or-later
"""A click on an item of a list chooses it."""

from __future__ import annotations

from functools import partial

import pytest

from tests.gui.reader import Point, changed_box
from tests.gui.screen import Picture
from tests.gui.sidebar import Sidebar
from tests.gui.test_first_minute import share_of_color
from tests.gui.wait_until import wait_for

CHOICES = {
    "style": ("Hard", "HARD"),
    "effort_choice": ("Thorough", "THOROUGH"),
    "start_choice": ("Best", "BEST"),
    "end": ("Farthest", "FARTHEST"),
}


@pytest.mark.once
def test_lists(sidebar: Sidebar) -> None:
    for name, (label, value) in CHOICES.items():
        sidebar.choose(f"Scene.{name}", label)
        wait_for(partial(is_set, sidebar, name, value), f"'{label}' is chosen")


def is_set(sidebar: Sidebar, name: str, value: str) -> bool:
    """Report whether a setting of the next puzzle has a value."""
    return bool(sidebar.window.state()["settings"]["oskar"][name] == value)


def test_a_style_is_chosen_by_its_picture(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.reader.learn(["Wilson"])
    x, y = sidebar.finder.button("Scene.style")
    window.leave_buttons()
    place = (x, y + 60)
    wait_for(lambda: share_of_color(around(window.screen.picture(), place)) > 0.2, "the style has a picture")
    window.save_picture("20-style")
    before = window.still_picture()
    window.click(*place)

    def name() -> list[Point]:
        shown = window.screen.picture()
        return sidebar.reader.points("Wilson", shown, changed_box(before, shown))

    below = wait_for(name, "the pictures are there")[0]
    window.save_picture("20-styles")
    window.click(below[0], below[1] - 50)
    wait_for(partial(is_set, sidebar, "style", "WILSON"), "the style is chosen")
    window.leave_buttons()
    window.save_picture("20-style-chosen")


def around(picture: Picture, place: Point) -> Picture:
    """Return the part of the screen that is near a place."""
    x, y = map(int, place)
    return picture[y - 30 : y + 30, x - 30 : x + 30]
