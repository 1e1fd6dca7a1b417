# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel of shelves has room for its labels, and pictures; the rest is tested in tests/blender/tab."""

from __future__ import annotations

import numpy as np
import pytest

from puzzle_cubes.shelf.shelf import Shelf
from tests.blender.tab.small_shelf import SEEDS, small_shelf
from tests.gui.debian import Debian
from tests.gui.labels import labels_cut_off
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once


@pytest.mark.thorough
def test_no_label_of_the_panel_is_cut_off(sidebar: Sidebar) -> None:
    sidebar.open_alone("Shelf")
    assert not labels_cut_off(sidebar, "19-shelf")


def test_rows_show_their_puzzles_and_are_taken_by_a_click(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    file = small_shelf(debian.folder / "small.shelf", ["oskar"], size=(5, 5, 5), style="wilson")
    with Shelf(file) as shelf:
        third = shelf.top("oskar", "difficulty", 3)[2].seed
    sidebar.open_alone("Shelf")
    sidebar.type_into("WindowManager.filepath", debian.inside(file))
    sidebar.press("puzzle_cubes.show_rows")

    def pictures() -> list[slice]:
        """Return from where to where on the screen each picture is, from above: what is amber, and no bar."""
        left, top, _, height = sidebar.box()
        strip = window.screen.picture()[top : top + height, left + 15 : left + 50].astype(int)
        amber = (strip[..., 0] - strip[..., 2] > 80).sum(axis=1) > 2
        (ends,) = np.nonzero(np.diff(amber, prepend=False, append=False))
        return [slice(top + begin, top + end) for begin, end in ends.reshape(-1, 2).tolist() if end - begin > 15]

    wait_for(lambda: len(pictures()) == len(SEEDS), "the rows have pictures")
    window.save_picture("19-shelf-rows")
    left, *_ = sidebar.box()
    shown = window.screen.picture()
    assert len({shown[rows, left + 15 : left + 50].tobytes() for rows in pictures()}) == len(SEEDS)
    # A click on the upper part of the picture of the third row.
    window.click(left + 35, pictures()[2].start + 6)
    sidebar.press("puzzle_cubes.from_shelf")
    wait_for(lambda: window.state()["puzzles"], "the puzzle is taken")
    assert window.puzzle()["content"]["settings"]["seed"] == third
    sidebar.open_alone("In This Scene")
    window.save_picture("19-list")
