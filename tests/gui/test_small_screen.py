# SPDX-License-Identifier: GPL-3.0-or-later
"""On a small screen with large letters all can be read, and what begins and what ends the work is near."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from tests.gui.sidebar import open_sidebar
from tests.gui.test_dimensions import assert_refused_whole_and_once
from tests.gui.test_first_minute import ABOVE_THE_FOLD, assert_is_seen
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

pytestmark = [pytest.mark.once, pytest.mark.wide(1280, 720)]

LARGE_LETTERS = "import bpy; bpy.context.preferences.view.ui_scale = 1.5"
"""What users set in the preferences."""

FIRST = ("Difficulty", "Seed", "Generate")
"""What is in sight before anything is touched."""


def test_the_order_of_work_is_near(start: Callable[..., AbstractContextManager[Window]]) -> None:
    with start("--python-expr", LARGE_LETTERS) as window:
        sidebar = open_sidebar(window)
        reader = sidebar.reader
        reader.learn([*FIRST, *ABOVE_THE_FOLD])

        def in_sight(text: str) -> bool:
            return bool(reader.points(text, window.still_picture(), sidebar.box()))

        window.save_picture("17-small-screen")
        assert [text for text in FIRST if not in_sight(text)] == []
        sidebar.press("puzzle_cubes.generate")
        wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
        window.settle()
        window.save_picture("17-small-screen-generated")
        assert_is_seen(sidebar)
        left, top, width, height = sidebar.box()
        texts: list[str] = []
        for _ in range(3):
            texts += [text for text in ABOVE_THE_FOLD if text not in texts and in_sight(text)]
            # As far as one turns the wheel at once.
            window.screen.scroll(left + width / 2, top + height / 2, 8)
            window.leave_buttons()
        window.save_picture("17-small-screen-scrolled")
        assert texts == list(ABOVE_THE_FOLD)
        assert_refused_whole_and_once(sidebar, "17-refused")
