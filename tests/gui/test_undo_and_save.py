# SPDX-License-Identifier: GPL-3.0-or-later
"""All that was done is undone and redone step by step, and is there again in a file that was saved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.gui.blender_by_hand import save_and_quit
from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


def test_every_step_is_undone_and_redone(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    states, begun = [scene(window)], window.ask("view")

    def step(what: str) -> None:
        wait_for(lambda: scene(window) != states[-1], what)
        states.append(scene(window))

    sidebar.type_into("Scene.size[0]", "4")
    step("the size is changed")
    sidebar.choose("Scene.end", "First Dead End")
    step("the end is changed")
    sidebar.press("puzzle_cubes.generate")
    step("there is a puzzle")
    sidebar.type_into("Object.wall", "4.5")
    step("the wall is thicker")
    window.drag(sidebar.finder.button("Object.plate"), 20)
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

    ended = window.ask("view")
    for expected in reversed(states[:-1]):
        press_until("ctrl+z", expected)
    window.save_picture("08-undone")
    # The start scene is one of meters: its cube is seen as before.
    assert window.ask("view") == begun
    for expected in states[1:]:
        press_until("ctrl+shift+z", expected)
    window.save_picture("08-redone")
    assert window.ask("view") == ended


@pytest.mark.once
def test_storms_of_undo_and_deleting_leave_the_window_whole(sidebar: Sidebar) -> None:
    window = sidebar.window
    window.expected.append("kept the best so far")
    small = make_puzzle(sidebar, 3, 3, 3)["content"]["faces"]

    def press_often(key: str) -> None:
        window.leave_buttons()
        window.screen.keys(*[key] * 20)
        window.settle()

    sidebar.begin("play")
    press_often("ctrl+z")
    window.leave()
    assert window.puzzle()["content"]["faces"] == small

    window.put("oskar", size=(8, 8, 8), difficulty="EXTREME", effort_choice="OWN", effort=5_000_000)
    sidebar.press("puzzle_cubes.generate")
    window.wait_until_searches("generate")
    window.leave_buttons()
    window.screen.keys("a", "Delete")
    wait_for(lambda: not window.state()["puzzles"][0]["parts"]["box"]["visible"], "all is deleted beside the search")
    for key in ("ctrl+z", "ctrl+shift+z", "ctrl+z"):
        press_often(key)
        assert window.runs("generate")
    window.leave()
    large = window.state()["puzzles"][-1]
    assert large["content"]["size"] == [8, 8, 8]
    assert large["parts"]["box"]["visible"]
    window.save_picture("08-after-storms")
    for key in ("ctrl+z", "ctrl+shift+z"):
        press_often(key)
    assert window.state()["puzzles"][-1]["content"]["faces"] == large["content"]["faces"]


def scene(window: Window) -> dict[str, Any]:
    """Return the settings and the puzzles."""
    state = window.state()
    return {"settings": state["settings"], "puzzles": state["puzzles"]}


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
