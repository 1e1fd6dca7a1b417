# SPDX-License-Identifier: GPL-3.0-or-later
"""A film of all solutions is made by a press of its button, plays, and goes again."""

from __future__ import annotations

import pytest

from tests.gui.packing_by_hand import make_packing
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once


def test_a_film_of_all_solutions_plays_and_goes_again(sidebar: Sidebar) -> None:
    window, reader = sidebar.window, sidebar.reader
    made = make_packing(sidebar, "Diabolical")
    sidebar.open_alone("Solutions")
    window.settle()
    frames = window.state()["frames"]
    sidebar.press("puzzle_cubes.animate_solutions")
    wait_for(lambda: window.state()["playing"], "the film is played")
    assert window.state()["frames"] != frames
    window.stop_playing()
    labels = ["Film", "Seconds Each", "Animate"]
    reader.learn(labels)
    picture = window.still_picture()
    assert [label for label in labels if not reader.points(label, picture, sidebar.box())] == []
    window.save_picture("32-film")
    sidebar.press("puzzle_cubes.remove_assembly")
    wait_for(lambda: window.puzzle()["explode"] == made["explode"], "the parts lie where they did")
    assert window.state()["frames"] == frames
    window.save_picture("32-film-removed")
