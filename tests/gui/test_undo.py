# SPDX-License-Identifier: GPL-3.0-or-later
"""Undo and redo go back and forth through every step of making a puzzle."""

from __future__ import annotations

from typing import Any

from tests.gui.debian import Debian
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


def test_every_step_is_undone_and_redone(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    states = [scene(window)]

    def step(what: str) -> None:
        wait_for(lambda: scene(window) != states[-1], what)
        states.append(scene(window))

    sidebar.type_into("Scene.size[0]", "4")
    step("the size is changed")
    sidebar.choose("Scene.end", "First Dead End")
    step("the end is changed")
    sidebar.press("puzzle_cubes.generate")
    step("there is a puzzle")
    sidebar.type_into("Collection.wall", "4.5")
    step("the wall is thicker")
    window.drag(sidebar.finder.button("Collection.plate"), 20)
    window.screen.release()
    window.leave_buttons()
    step("the plates are thicker")
    # With all panels open the folder stands far below what can be seen.
    sidebar.open_alone("Print")
    sidebar.type_into("Collection.folder", debian.inside(debian.folder / "undone"))
    step("the folder is changed")
    sidebar.open_panel("New Puzzle")
    sidebar.press("puzzle_cubes.generate")
    step("there is a second puzzle")

    def press_until(key: str, expected: dict[str, Any]) -> None:
        window.leave_buttons()
        window.settle()
        window.screen.keys(key)
        wait_for(lambda: scene(window) == expected, f"{key} has brought the scene of another step")

    for expected in reversed(states[:-1]):
        press_until("ctrl+z", expected)
    window.save_picture("08-undone")
    for expected in states[1:]:
        press_until("ctrl+shift+z", expected)
    window.save_picture("08-redone")


def scene(window: Window) -> dict[str, Any]:
    """Return the settings and the puzzles."""
    state = window.state()
    return {"settings": state["settings"], "puzzles": state["puzzles"]}
