# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab opens, and every label has room in the sidebar as Blender opens it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gui.labels import labels_cut_off
from tests.gui.screen import Screen, running_screen
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for


@pytest.fixture
def screen() -> Iterator[Screen]:
    """Give a screen on which every panel has room as a whole: here it is about width."""
    with running_screen(800, 1600) as screen:
        yield screen


def test_no_label_is_cut_off(sidebar: Sidebar) -> None:
    sidebar.window.save_picture("01-tab")
    assert not labels_cut_off(sidebar, "01-tab")


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
