# SPDX-License-Identifier: GPL-3.0-or-later
"""The first minute: one button in the scene that Blender starts with, all that follows in sight, and another puzzle."""

from __future__ import annotations

from typing import Any

from tests.gui.sidebar import Sidebar
from tests.gui.test_generate import assert_is_seen
from tests.gui.wait_until import wait_for

ABOVE_THE_FOLD = ("Generate", "Another", "Play", "See the Solution", "Export Files")
"""The buttons in the order of work."""


def puzzles(sidebar: Sidebar) -> list[dict[str, Any]]:
    """Return the puzzles of the scene."""
    found: list[dict[str, Any]] = sidebar.window.state()["puzzles"]
    return found


def test_generate_alone_and_then_another(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: puzzles(sidebar), "there is a puzzle")
    window.settle()
    window.save_picture("15-first-minute")
    assert_is_seen(sidebar)
    made = window.puzzle()
    assert (made["content"]["size"], made["content"]["settings"]["difficulty"]) == ([5, 5, 5], "hard")
    sidebar.reader.learn(ABOVE_THE_FOLD)
    rows = [sidebar.reader.points(text, window.still_picture(), sidebar.box())[0][1] for text in ABOVE_THE_FOLD]
    assert rows == sorted(rows)

    sidebar.press("puzzle_cubes.another")
    wait_for(lambda: window.puzzle()["content"] != made["content"], "there is another puzzle in its place")
    assert window.puzzle()["content"]["settings"]["seed"] == made["content"]["settings"]["seed"] + 1
    window.save_picture("15-another")
    window.screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle()["content"] == made["content"], "one undo brings the first one back")


def test_puzzles_are_chosen_in_the_list_and_removed(sidebar: Sidebar) -> None:
    window = sidebar.window
    for seed in ("1", "2"):
        sidebar.type_into("Scene.seed", seed)
        sidebar.press("puzzle_cubes.generate")
        wait_for(lambda: len(puzzles(sidebar)) == int(seed), "there is one puzzle more")  # noqa: B023  (waited for at once)
    sidebar.open_alone("In This Scene")
    window.save_picture("15-list")
    first, second = (made["name"] for made in puzzles(sidebar))
    sidebar.reader.learn([first])
    # It stands in the outliner, too.
    window.screen.click(*sidebar.reader.points(first, window.still_picture(), sidebar.box())[0])
    window.leave_buttons()
    sidebar.press("puzzle_cubes.remove")
    wait_for(lambda: [made["name"] for made in puzzles(sidebar)] == [second], "the chosen one is removed")
    window.screen.keys("ctrl+z")
    wait_for(lambda: [made["name"] for made in puzzles(sidebar)] == [first, second], "undo brings it back")
