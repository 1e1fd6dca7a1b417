# SPDX-License-Identifier: GPL-3.0-or-later
"""Size and seed are changed after Generate, in Blender's own panel for the last operation."""

from __future__ import annotations

import pytest

from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for


@pytest.mark.once
def test_seed_and_size_are_adjusted(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    reader = sidebar.reader
    sidebar.reader.learn(["Generate Puzzle", "Seed", "Size X", "Effort", "Steps"])
    reader.click("Generate Puzzle")
    window.leave_buttons()
    window.save_picture("02-adjust")
    # Steps are typed only where no name of an effort is chosen.
    picture, panel = window.still_picture(), window.ask("place", region_type="HUD")
    assert [len(reader.points(label, picture, panel)) for label in ("Effort", "Steps")] == [1, 0]

    def type_into(label: str, text: str) -> None:
        left, _, width, _ = box = window.ask("place", region_type="HUD")
        ((_, y),) = reader.points(label, window.still_picture(), box)
        window.fill_in(left + 0.7 * width, y, text)
        window.leave_buttons()

    def is_adjusted(size: list[int], seed: int) -> bool:
        puzzles = window.state()["puzzles"]
        return [(puzzle["content"]["size"], puzzle["content"]["settings"]["seed"]) for puzzle in puzzles] == [
            (size, seed)
        ]

    type_into("Seed", "8")
    wait_for(lambda: is_adjusted([3, 3, 3], 8), "the puzzle has another seed")
    assert window.puzzle()["content"]["faces"] != made["content"]["faces"]
    assert window.puzzle()["oskar"]["seed_text"] == "8"
    type_into("Size X", "4")
    wait_for(lambda: is_adjusted([4, 3, 3], 8), "the puzzle has another size")
    assert window.puzzle()["parts"]["box"]["extent"] == box_extent([4, 3, 3])
    window.save_picture("02-adjusted")
    # Each was searched for beside Blender, as a hard one takes a while: so each is a step of its own.
    window.screen.keys("ctrl+z")
    wait_for(lambda: is_adjusted([3, 3, 3], 8), "a step of undo takes back the size")
    window.screen.keys("ctrl+z")
    wait_for(lambda: is_adjusted([3, 3, 3], 7), "a step of undo takes back the seed")
    window.screen.keys("ctrl+z")
    wait_for(lambda: not window.state()["puzzles"], "a step of undo takes the puzzle away")
