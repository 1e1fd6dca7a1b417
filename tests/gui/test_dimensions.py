# SPDX-License-Identifier: GPL-3.0-or-later
"""A wall's thickness is typed and dragged: the mesh follows, and the maze stays."""

from __future__ import annotations

from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

REFUSED = (
    "Clearance is 3 mm: with a passage of 5 mm the arms would be -1 mm wide, and they need 0.4 mm; "
    "it must be at most 2.3 mm."
)


def test_typed(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    sidebar.type_into("Object.wall", "4.5")
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 4.5, "the wall is 4.5 mm thick")
    window.save_picture("03-wall-typed")
    changed = window.puzzle()
    assert changed["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=4.5)
    assert changed["content"]["faces"] == made["content"]["faces"]
    assert_refused_whole_and_once(sidebar, "03-refused")


def assert_refused_whole_and_once(sidebar: Sidebar, picture: str) -> None:
    """Type a clearance that cannot be for a puzzle that was checked: one panel says so, in lines that have room."""
    window = sidebar.window
    sidebar.open_panel("Print")
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "it is checked")
    sidebar.type_into("Object.clearance", "3")
    wait_for(lambda: window.puzzle()["oskar"]["clearance"] == 3, "the clearance is typed")
    texts = [text for items in window.drawn_items().values() for text, _ in items]
    (first,) = (number for number, text in enumerate(texts) if text.startswith("Clearance is 3 mm: "))
    (last,) = (number for number, text in enumerate(texts) if text.endswith(" 2.3 mm."))
    lines = texts[first : last + 1]
    assert " ".join(lines) == REFUSED
    sidebar.reader.learn(lines)
    left, top, width, height = sidebar.box()
    window.screen.scroll(left + width / 2, top + height / 2, 40)
    window.leave_buttons()
    window.save_picture(picture)
    shown = window.still_picture()
    assert [line for line in lines if not sidebar.reader.points(line, shown, sidebar.box())] == []


def test_dragged(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    window.drag(sidebar.finder.button("Object.wall"), 40)
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
