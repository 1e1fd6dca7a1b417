# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution is animated, and that is played at once: at the last frame the cross is at the end."""

from __future__ import annotations

import numpy as np
import pytest

from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

PITCH = 8.0


@pytest.mark.once
def test_played_to_its_end(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 3, 3, 3)
    frames = window.state()["frames"]
    sidebar.press("puzzle_cubes.animate")
    wait_for(lambda: window.state()["frames"] != frames, "the scene ends with the animation")
    first, _, last = window.state()["frames"]
    wait_for(lambda: window.state()["playing"] and window.state()["frames"][1] > first + 3, "the animation is played")
    window.save_picture("06-animation", still=False)
    assert window.puzzle()["parts"]["cross"]["location"] != made["parts"]["cross"]["location"]
    window.leave_buttons()
    screen.keys("Escape")
    wait_for(lambda: not window.state()["playing"], "Escape stops the animation")
    screen.keys("shift+Right")
    wait_for(lambda: window.state()["frames"][1] == last, "the last frame is shown")
    window.save_picture("06-last-frame")
    puzzle = made["content"]
    start, end = (np.array(state["parts"]["cross"]["location"]) for state in (made, window.puzzle()))
    assert np.allclose(end - start, PITCH * np.subtract(puzzle["end"], puzzle["start"]), atol=0.01)
