# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution is animated and played at once, to the cross's end, and seen through the turntable's camera."""

from __future__ import annotations

import numpy as np
import pytest

from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.test_first_minute import share_of_color
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


@pytest.mark.once
@pytest.mark.wide
def test_the_view_goes_to_the_turntable_and_back(sidebar: Sidebar) -> None:
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    ends = window.state()["frames"]
    window.settle()
    before = window.ask("view")
    assert before["perspective"] == "PERSP"
    sidebar.open_panel("Animation")
    sidebar.press("puzzle_cubes.add_turntable")
    wait_for(lambda: window.ask("view")["perspective"] == "CAMERA", "the view looks through the camera")
    wait_for(lambda: window.state()["playing"] and window.state()["frames"][1] > ends[0] + 3, "it circles at once")
    window.leave_buttons()
    window.stop_playing()
    window.settle()
    window.save_picture("06-turntable")
    left, top, width, height = window.ask("free_view")
    # The film has room for the cross however it moves, and the view for more than the film.
    assert share_of_color(window.still_picture()[top : top + height, left : left + width]) > 0.02
    sidebar.press("puzzle_cubes.remove_turntable")
    wait_for(lambda: window.ask("view")["perspective"] == "PERSP", "the view is the user's again")
    window.still_picture()
    after = window.ask("view")
    for name in ("location", "rotation", "distance"):
        assert after[name] == pytest.approx(before[name], abs=1e-4), name
    window.save_picture("06-turntable-removed")
    assert window.state()["frames"] == ends
