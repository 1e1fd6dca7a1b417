# SPDX-License-Identifier: GPL-3.0-or-later
"""Saving a file by hand."""

from __future__ import annotations

from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


def save_as(window: Window, sidebar: Sidebar, name: str, picture: str = "") -> None:
    """Save a file that has none yet under a name, by keys."""
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
