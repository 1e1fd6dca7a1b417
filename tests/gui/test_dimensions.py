# SPDX-License-Identifier: GPL-3.0-or-later
"""A wall's thickness is typed and dragged: the mesh follows, and the maze stays."""

from __future__ import annotations

from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for


def test_typed(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    sidebar.type_into("Collection.wall", "4.5")
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 4.5, "the wall is 4.5 mm thick")
    window.save_picture("03-wall-typed")
    changed = window.puzzle()
    assert changed["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=4.5)
    assert changed["content"]["faces"] == made["content"]["faces"]


def test_dragged(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    window.drag(sidebar.finder.button("Collection.wall"), 40)
    wait_for(lambda: window.puzzle()["oskar"]["wall"] > 3, "the wall becomes thicker")
    window.save_picture("03-wall-dragged")
    dragged = window.puzzle()
    assert dragged["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=dragged["oskar"]["wall"])
    window.screen.drag_on(40)
    wait_for(lambda: window.puzzle()["oskar"]["wall"] > dragged["oskar"]["wall"], "the wall becomes still thicker")
    window.screen.release()
    window.leave_buttons()
    window.settle()
    released = window.puzzle()
    assert released["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=released["oskar"]["wall"])
    assert released["content"]["faces"] == dragged["content"]["faces"] == made["content"]["faces"]
