# SPDX-License-Identifier: GPL-3.0-or-later
"""A size is typed, Generate is pressed, and a cube stands in the scene."""

from __future__ import annotations

import numpy as np
import pytest

from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.screen import Picture
from tests.gui.sidebar import Sidebar


@pytest.mark.thorough
@pytest.mark.wide
def test_a_cube_in_a_scene_for_print_work(sidebar: Sidebar) -> None:
    # Where something was made in a scene it is prepared only when that is asked for.
    sidebar.window.screen.keys("a", "Delete")
    sidebar.press("puzzle_cubes.set_millimeters")
    puzzle = make_puzzle(sidebar, 3, 4, 5)
    sidebar.window.save_picture("02-millimeters")
    assert puzzle["parts"]["box"]["extent"] == box_extent([3, 4, 5])
    assert_is_seen(sidebar)


BORDER = 20
"""Pixels along each side of the view, in which there may be buttons, but no puzzle."""


def assert_is_seen(sidebar: Sidebar) -> None:
    """Look that the puzzle takes much of the 3D view, and is whole in it."""
    left, top, width, height = sidebar.window.ask("free_view")
    view = sidebar.window.still_picture()[top : top + height, left : left + width]
    assert share_of_color(view) > 0.05
    for border in (view[:BORDER], view[-BORDER:], view[:, :BORDER], view[:, -BORDER:]):
        assert share_of_color(border) < 0.15


def share_of_color(picture: Picture) -> float:
    """Return how much of a picture is in a color, as the puzzle is: an empty 3D view is gray, but for two axes."""
    return float((np.ptp(picture.astype(int), axis=2) > 40).mean())
