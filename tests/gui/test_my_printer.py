# SPDX-License-Identifier: GPL-3.0-or-later
"""The coupon's result is entered in a dialog: the printer and the active puzzle follow at once."""

from __future__ import annotations

import pytest

from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for


@pytest.mark.thorough
@pytest.mark.once
def test_two_numbers_are_entered_and_gaps_follow(sidebar: Sidebar) -> None:
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.open_alone("Print")
    label = sidebar.ask("puzzle_cubes.my_printer", "Goes In")
    window.save_picture("28-my-printer")
    window.fill_in_dialog(label, "7", "9")
    wait_for(lambda: window.puzzle()["oskar"]["clearance"] == pytest.approx(0.55), "the clearance follows")
    assert window.puzzle()["oskar"]["joint"] == pytest.approx(0.3)
    window.save_picture("28-my-printer-entered")
