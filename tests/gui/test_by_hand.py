# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle that was scaled, with the scale applied, is said to be so in the panel, and becomes that size by a click."""

from __future__ import annotations

import pytest

from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for


@pytest.mark.once
def test_apply_scale_and_make_it_this_size(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_puzzle(sidebar, 3, 3, 3)
    before = window.puzzle()["parts"]["box"]["extent"]
    assert before == box_extent([3, 3, 3])
    window.leave_buttons()
    screen.keys("s")
    screen.type("2")
    screen.keys("Return")
    window.search("Apply Scale")
    wait_for(
        lambda: window.puzzle()["parts"]["box"]["extent"] == [2 * side for side in before], "the scale is in the mesh"
    )
    window.save_picture("27-scaled")
    sidebar.press("puzzle_cubes.make_this_size")
    wait_for(lambda: window.puzzle()["oskar"]["passage"] == 10.0, "the passage is twice as wide")
    assert window.puzzle()["parts"]["box"]["extent"] == [2 * side for side in before]
    assert window.puzzle()["oskar"]["clearance"] == 0.4
    window.save_picture("27-this-size")
