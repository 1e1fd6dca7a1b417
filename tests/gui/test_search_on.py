# SPDX-License-Identifier: GPL-3.0-or-later
"""A search that was stopped goes on from its best, also in another session; an adjusted one runs beside Blender."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.gui.saving import save_and_quit
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

pytestmark = pytest.mark.once

GENERATE, SEARCH_ON, REPLACE = (f"PUZZLE_CUBES_OT_{name}" for name in ("generate", "search_on", "replace"))


def search_and_stop(sidebar: Sidebar) -> Any:
    """Begin a search that takes minutes, stop it, and return the puzzle."""
    window = sidebar.window
    sidebar.choose("Scene.difficulty", "Extreme")
    sidebar.choose("Scene.effort_choice", "Own")
    sidebar.type_into("Scene.effort", "1500000")
    sidebar.press("puzzle_cubes.generate")
    return stopped(window, GENERATE, "kept the best so far")


def stopped(window: Window, name: str, said: str) -> Any:
    """Press Esc once an operator has searched for a while, and return the puzzle that is kept."""
    window.expected.append(said)
    wait_for(lambda: name in window.state()["running"], "the search runs")
    wait_for(lambda: window.ask("search_share") > 0, "the search has come some way")
    window.screen.keys("Escape")
    wait_for(lambda: name not in window.state()["running"], "the search has stopped")
    return window.puzzle()


def test_it_goes_on_in_another_session(start: Callable[..., AbstractContextManager[Window]]) -> None:
    with start() as window:
        sidebar = open_sidebar(window)
        before = search_and_stop(sidebar)
        saved = save_and_quit(window, sidebar, "search.blend")
    with start(saved["file"]) as window:
        sidebar = open_sidebar(window)
        sidebar.press("puzzle_cubes.search_on")
        after = stopped(window, SEARCH_ON, "kept the best so far")
        window.save_picture("04-searched-on")
        asked, made = (puzzle["content"]["settings"]["effort"] for puzzle in (before, after))
        assert asked < made < 2 * asked
        assert after["name"] == before["name"]


def test_what_is_adjusted_is_searched_for_beside(sidebar: Sidebar) -> None:
    window, reader = sidebar.window, sidebar.reader
    before = search_and_stop(sidebar)
    reader.learn(["Generate Puzzle", "Steps"])
    reader.click("Generate Puzzle")
    window.leave_buttons()
    window.save_picture("02-adjust-search")
    left, _, width, _ = box = window.ask("place", region_type="HUD")
    # What was asked can be changed: it was stopped, so it would be repeated in a moment.
    ((_, y),) = reader.points("Steps", window.still_picture(), box)
    window.fill_in(left + 0.7 * width, y, "2500000")
    wait_for(lambda: REPLACE in window.state()["running"], "the search runs beside")
    # The puzzle of before is in sight meanwhile.
    assert window.puzzle()["content"] == before["content"]
    after = stopped(window, REPLACE, "kept the best so far")
    window.save_picture("02-adjusted-search")
    assert after["content"]["settings"]["effort"] == 2_500_000
    assert after["name"] == before["name"]
