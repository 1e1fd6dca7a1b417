# SPDX-License-Identifier: GPL-3.0-or-later
"""The lens beside a line of the check frames the place that the line means, and draws it in the view."""

from __future__ import annotations

import pytest

from tests.gui.button_finder import COLUMNS, TABS
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = [pytest.mark.once, pytest.mark.wide]

LEAST_PIXELS = 400


@pytest.mark.thorough
def test_the_lens_shows_the_weakest_wall(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: len(window.state()["puzzles"]) == 1, "there is a puzzle")
    sidebar.open_alone("Print")
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "the puzzle is checked")
    # Outlines of what is selected and what stands for the axis X have nearly that color.
    before = drawn_pixels(sidebar)
    # It is good, and so it is folded.
    sidebar.open_panel("Passed Checks")
    (text,) = (text for text, _ in window.drawn_items()["PUZZLE_CUBES_PT_checks"] if text.startswith("Walls bend"))
    sidebar.reader.learn([text])
    left, _, width, _ = box = sidebar.box()
    ((_, row),) = sidebar.reader.points(text, window.still_picture(), box)
    window.click(left + COLUMNS[1] * (width - TABS), row)
    window.leave_buttons()
    wait_for(lambda: drawn_pixels(sidebar) > before + LEAST_PIXELS, "the wall is framed")
    window.save_picture("23-weakest-wall")


def drawn_pixels(sidebar: Sidebar) -> int:
    """Return how many pixels have the color in which a place is drawn, about."""
    red, green, blue = (sidebar.window.screen.picture()[..., channel].astype(int) for channel in range(3))
    return int(((red > 200) & (green < 110) & (blue > 50) & (blue < 150)).sum())
