# SPDX-License-Identifier: GPL-3.0-or-later
"""The question mark in a panel's title opens the manual at the panel, from the installed extension itself."""

from __future__ import annotations

from functools import partial
from urllib.parse import unquote, urlparse

import pytest

from tests.gui.button_finder import TABS
from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.reader import Point
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

HELP = "bpy.ops.puzzle_cubes.help"


HEADINGS = {"New Puzzle": "making.html#new-puzzle", "Solution": "playing.html#solution", "Print": "printing.html#print"}


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
