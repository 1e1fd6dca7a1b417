# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab: labels have room, what can be done has one name, question marks open the manual, shelves show pictures."""

from __future__ import annotations

from functools import partial
from urllib.parse import unquote, urlparse

import numpy as np
import pytest

from puzzle_cubes.shelf.shelf import Shelf
from tests.blender.tab.small_shelf import SEEDS, small_shelf
from tests.gui.button_finder import TABS
from tests.gui.debian import Debian
from tests.gui.labels import labels_cut_off, misnamed, misnamed_buttons
from tests.gui.puzzle_by_hand import make_packing, make_puzzle
from tests.gui.reader import Point
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

HELP = "bpy.ops.puzzle_cubes.help"

HEADINGS = {"New Puzzle": "making.html#new-puzzle", "Solution": "playing.html#solution", "Print": "printing.html#print"}


@pytest.mark.tall
def test_no_label_is_cut_off(sidebar: Sidebar) -> None:
    sidebar.window.save_picture("01-tab")
    assert not labels_cut_off(sidebar, "01-tab")


@pytest.mark.once
@pytest.mark.tall
def test_what_can_be_done_has_one_name(sidebar: Sidebar) -> None:
    window = sidebar.window
    assert not misnamed_buttons(window)
    make_puzzle(sidebar, 3, 3, 3)
    names = dict(window.ask("button_names"))
    assert {"Generate", "Another", "Play", "See the Solution", "Print", "Check", "Export Files"} <= {*names}
    assert not misnamed_buttons(window)
    window.leave_buttons()
    # What is deleted by a join is not brought back over what is edited by it.
    window.screen.keys("a")
    window.screen.keys("ctrl+j")
    wait_for(lambda: "Restore" in dict(window.ask("button_names")), "the box is said to be edited")
    said = " ".join(text for text, _ in window.drawn_items()["PUZZLE_CUBES_PT_result"])
    assert "Deleted: Cross" in said
    assert "Rebuild" not in said
    window.screen.keys("ctrl+z")
    wait_for(lambda: "Restore" not in dict(window.ask("button_names")), "all is as before")
    # What is selected is deleted, so what can be done about that is drawn.
    window.screen.keys("Delete")
    wait_for(lambda: "Remove Puzzle" in dict(window.ask("button_names")), "the puzzle is said to be deleted")
    assert not misnamed_buttons(window)
    window.save_picture("01-deleted")
    sidebar.press("puzzle_cubes.remove")
    wait_for(lambda: not window.state()["puzzles"], "the rest of it is removed")
    make_packing(sidebar)
    assert not misnamed_buttons(window)
    assert misnamed([("Look", "Check Puzzle")])


@pytest.mark.thorough
@pytest.mark.tall
def test_no_label_of_a_large_hard_puzzle_is_cut_off(sidebar: Sidebar) -> None:
    window = sidebar.window
    window.put("oskar", style="HARD", effort_choice="OWN", effort=10, start_choice="OWN")
    window.put("oskar", size=(12, 11, 10), seed=1234567890)
    window.put("oskar", wall=12.34, clearance=0.35, plate=11.25)
    sidebar.generate()
    sidebar.open_panel("Print")
    window.expected.extend(["the bed of 220 x 220 mm is too small", "the cross reaches only"])
    sidebar.check()
    assert not labels_cut_off(sidebar, "01-large")


@pytest.mark.thorough
@pytest.mark.tall
def test_a_label_that_is_cut_off_is_found(sidebar: Sidebar) -> None:
    left, top, _, _ = sidebar.box()
    sidebar.window.drag((left, top + 60), 90)
    sidebar.window.screen.release()
    wait_for(lambda: sidebar.box()[0] > left + 50, "the sidebar is narrower")
    sidebar.window.leave_buttons()
    cut_off = labels_cut_off(sidebar, "01-narrow")
    assert {"New Puzzle: Min Length", "New Puzzle: Deep Dead End", "Dimensions: Start Marker"} <= set(cut_off)


def question_mark(sidebar: Sidebar, label: str) -> Point:
    """Return where the question mark in the title of a panel is: at its right end."""
    left, _, width, _ = sidebar.finder.box()
    _, y = sidebar.finder.title(label)
    # Else the button pressed last still counts as under the pointer.
    sidebar.window.leave_buttons()
    for x in range(left + width - 2 * TABS, left + width // 2, -6):
        sidebar.window.screen.move(x, y)
        if HELP in sidebar.window.ask("under_pointer"):
            return x, y
    raise AssertionError(f"The panel '{label}' has no question mark.")


@pytest.mark.once
def test_question_marks_open_the_manual(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    window.ask("note_pages")
    make_puzzle(sidebar, 2, 2, 2)
    for label in HEADINGS:
        before = window.ask("opened_pages")
        window.click(*question_mark(sidebar, label))
        wait_for(partial(lambda known: window.ask("opened_pages") != known, before), f"the help on {label} is opened")
    for (label, heading), opened in zip(HEADINGS.items(), window.ask("opened_pages"), strict=True):
        address = urlparse(opened)
        assert f"{address.path.rpartition('/')[2]}#{address.fragment}" == heading
        page = debian.outside(unquote(address.path))
        assert f'id="{address.fragment}">{label}</h' in page.read_text(encoding="utf-8")


@pytest.mark.once
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
    texts = [text for text, _ in window.drawn_items()["PUZZLE_CUBES_PT_shelf"]]
    assert texts[texts.index("Rows") + 1] == f"{len(SEEDS)} of {len(SEEDS)}"
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
