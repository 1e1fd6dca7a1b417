# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab opens, every label has room in the sidebar as Blender opens it, and what can be done has one name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gui.labels import labels_cut_off, misnamed, misnamed_buttons
from tests.gui.packing_by_hand import make_packing
from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.screen import Screen, running_screen
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for


@pytest.fixture
def screen() -> Iterator[Screen]:
    """Give a screen on which every panel has room, with all inside it open: here it is about width, as one scrolls."""
    with running_screen(800, 2000) as screen:
        yield screen


def test_no_label_is_cut_off(sidebar: Sidebar) -> None:
    sidebar.window.save_picture("01-tab")
    assert not labels_cut_off(sidebar, "01-tab")


@pytest.mark.once
def test_what_can_be_done_has_one_name(sidebar: Sidebar) -> None:
    window = sidebar.window
    assert not misnamed_buttons(window)
    make_puzzle(sidebar, 3, 3, 3)
    names = dict(window.ask("button_names"))
    assert {"Generate", "Another", "Play", "See the Solution", "Print", "Check", "Export Files"} <= {*names}
    assert not misnamed_buttons(window)
    window.leave_buttons()
    # What is selected is deleted, so what can be done about that is drawn.
    window.screen.keys("Delete")
    wait_for(lambda: "Remove Puzzle" in dict(window.ask("button_names")), "the puzzle is said to be deleted")
    assert not misnamed_buttons(window)
    window.save_picture("01-deleted")
    sidebar.press("puzzle_cubes.remove")
    wait_for(lambda: not window.state()["puzzles"], "the rest of it is removed")
    make_packing(sidebar)
    assert not misnamed_buttons(window)
    assert misnamed([("Look", "Check Puzzle")])


@pytest.mark.thorough
def test_no_label_of_a_large_hard_puzzle_is_cut_off(sidebar: Sidebar) -> None:
    window = sidebar.window
    window.put("oskar", style="HARD", effort_choice="OWN", effort=10, start_choice="OWN")
    window.put("oskar", size=(12, 11, 10), seed=1234567890)
    window.put("oskar", wall=12.34, clearance=0.35, plate=11.25)
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    sidebar.open_panel("Print")
    window.expected.extend(["the bed of 220 x 220 mm is too small", "the cross reaches only"])
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "the puzzle is checked")
    assert not labels_cut_off(sidebar, "01-large")


@pytest.mark.thorough
def test_a_label_that_is_cut_off_is_found(sidebar: Sidebar) -> None:
    left, top, _, _ = sidebar.box()
    sidebar.window.drag((left, top + 60), 90)
    sidebar.window.screen.release()
    wait_for(lambda: sidebar.box()[0] > left + 50, "the sidebar is narrower")
    sidebar.window.leave_buttons()
    cut_off = labels_cut_off(sidebar, "01-narrow")
    assert {"New Puzzle: Min Length", "New Puzzle: Deep Dead End", "Dimensions: Start Marker"} <= set(cut_off)
