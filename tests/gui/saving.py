# SPDX-License-Identifier: GPL-3.0-or-later
"""Saving a file by hand, and ending Blender."""

from __future__ import annotations

from typing import Any

from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import longest_wait, wait_for
from tests.gui.window import Window


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
