# SPDX-License-Identifier: GPL-3.0-or-later
"""A size is typed, Generate is pressed, and a cube stands in the scene."""

from __future__ import annotations

import numpy as np

from tests.gui.making import box_extent, make_puzzle
from tests.gui.screen import Picture
from tests.gui.sidebar import Sidebar


def test_a_cube_stands_in_the_scene(sidebar: Sidebar) -> None:
    window = sidebar.window
    puzzle = make_puzzle(sidebar, 3, 4, 5)
    window.save_picture("02-generated")
    assert puzzle["size"] == [3, 4, 5]
    assert puzzle["seed"] == "7"
    box, cross, trace = (puzzle["parts"][name] for name in ("box", "cross", "trace"))
    assert box["extent"] == box_extent([3, 4, 5])
    assert (box["visible"], cross["visible"], trace["visible"]) == (True, True, False)
    assert box["polygons"] > cross["polygons"] > 0
    left, top, width, height = window.ask("free_view")
    assert share_of_orange(window.still_picture()[top : top + height, left : left + width]) > 0.05


def share_of_orange(picture: Picture) -> float:
    """Return how much of a picture is orange, as the box is."""
    red, _, blue = np.moveaxis(picture.astype(int), 2, 0)
    return float((red > blue + 60).mean())
