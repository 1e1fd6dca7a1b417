# SPDX-License-Identifier: GPL-3.0-or-later
"""A file with several problems is opened, and one of these chosen from a list."""

from __future__ import annotations

import pytest

from tests.gui.debian import Debian
from tests.gui.reader import Point, changed_box
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

SEVERAL = """<puzzle version="2">
<shapes><voxel x="1" y="1" z="1">#</voxel><voxel x="3" y="2" z="1">######</voxel></shapes><problems>
<problem name="Cubes"><shapes><shape id="0" count="6"/></shapes><result id="1"/></problem>
<problem name="Block"><shapes><shape id="1"/></shapes><result id="1"/></problem></problems></puzzle>"""


def test_a_problem_of_a_file_with_several_is_chosen_from_a_list(sidebar: Sidebar, debian: Debian) -> None:
    window, screen, reader = sidebar.window, sidebar.window.screen, sidebar.reader
    file = debian.folder / "several.xmpuzzle"
    file.write_text(SEVERAL)
    before, number = screen.picture(), window.ask("windows")
    sidebar.press("puzzle_cubes.load")
    wait_for(lambda: window.ask("windows") > number, "the file browser is open")
    window.settle()
    wait_for(lambda: window.ask("choose_file", path=debian.inside(file)), "the file is chosen")

    screen.give_keys_to("File View")
    screen.move(600, 600)
    screen.keys("Return")

    def items(label: str) -> list[Point]:
        picture = screen.picture()
        return reader.points(label, picture, changed_box(before, picture))

    reader.learn(["1: Cubes", "2: Block"])
    place = wait_for(lambda: items("2: Block"), "the list of problems is open")[0]
    window.save_picture("31-problems", still=False)
    assert window.state()["puzzles"] == []
    window.click(*place)
    wait_for(lambda: window.state()["puzzles"], "a problem is opened")
    assert window.puzzle()["content"]["name"] == "Block"
    window.leave_buttons()
    window.save_picture("31-problem-opened")
    screen.keys("ctrl+z")
    wait_for(lambda: not window.state()["puzzles"], "one step of undo takes it away")
