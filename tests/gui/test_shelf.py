# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel of shelves has room for its labels, and pictures; what it does else tests/blender/tab/test_shelf.py tests."""

from __future__ import annotations

import pytest

from tests.blender.tab.small_shelf import small_shelf
from tests.gui.debian import Debian
from tests.gui.labels import labels_cut_off
from tests.gui.reader import Point
from tests.gui.screen import Picture
from tests.gui.sidebar import Sidebar
from tests.gui.test_generate import share_of_color
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

LABELS = ["Seed 6", "Seed 5"]
"""Of rows that are not the first one, which is chosen."""


@pytest.mark.thorough
def test_no_label_of_the_panel_is_cut_off(sidebar: Sidebar) -> None:
    sidebar.open_alone("Shelf")
    assert not labels_cut_off(sidebar, "19-shelf")


def test_rows_show_their_puzzles_and_are_taken_by_a_click(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    sidebar.reader.learn(LABELS)
    file = small_shelf(debian.folder / "small.shelf", ["oskar"], size=(5, 5, 5), style="wilson")
    sidebar.open_alone("Shelf")
    sidebar.type_into("WindowManager.filepath", debian.inside(file))
    sidebar.press("puzzle_cubes.show_rows")
    left, *_ = box = sidebar.box()

    def places() -> list[Point]:
        found = [sidebar.reader.points(label, window.screen.picture(), box) for label in LABELS]
        return [points[0] for points in found if len(points) == 1]

    wait_for(lambda: len(places()) == len(LABELS), "the rows are there")
    rows = [int(y) for _, y in places()]

    def pictures() -> list[Picture]:
        screen = window.screen.picture()
        return [screen[y - 8 : y + 22, left + 15 : left + 50] for y in rows]

    wait_for(lambda: all(share_of_color(one) > 0.1 for one in pictures()), "the rows have pictures")
    assert len({one.tobytes() for one in pictures()}) == len(LABELS)
    window.save_picture("19-shelf-rows")
    window.click(*places()[0])
    sidebar.press("puzzle_cubes.from_shelf")
    wait_for(lambda: window.state()["puzzles"], "the puzzle is taken")
    assert window.puzzle()["content"]["settings"]["seed"] == 6
    sidebar.open_alone("In This Scene")
    window.save_picture("19-list")
