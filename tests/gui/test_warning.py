# SPDX-License-Identifier: GPL-3.0-or-later
"""A warning about a puzzle stands in the panel as long as that puzzle is the active one."""

from __future__ import annotations

import pytest

from tests.gui.labels import labels_cut_off
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

RESULT = "PUZZLE_CUBES_PT_result"
SEED = "6"
"""With this seed the center of the top layer lies in a small region."""


@pytest.mark.thorough
def test_a_start_in_a_small_region(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.choose("Scene.style", "Kruskal")
    sidebar.type_into("Scene.seed", SEED)
    sidebar.choose("Scene.start_choice", "Center")
    window.expected.append("the cross reaches only")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: len(window.state()["puzzles"]) == 1, "there is a puzzle")
    assert not labels_cut_off(sidebar, "02-warning", "Active Puzzle")
    sidebar.open_alone("Active Puzzle")
    assert "Start is (2, 2, 4): the cross reaches only" in result_text(sidebar)
    sidebar.open_panel("New Puzzle")
    sidebar.choose("Scene.start_choice", "Automatic")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: len(window.state()["puzzles"]) == 2, "there is another puzzle")
    assert "Start is" not in result_text(sidebar)


def result_text(sidebar: Sidebar) -> str:
    """Return what the panel on the active puzzle shows."""
    return " ".join(text for text, _ in sidebar.window.drawn_items()[RESULT])
