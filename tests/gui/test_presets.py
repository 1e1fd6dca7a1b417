# SPDX-License-Identifier: GPL-3.0-or-later
"""A preset of the user's own is kept by plus, chosen in the menu, and removed by minus."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.reader import Point
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

OWN = "MyPlates"
PRESET = "bpy.ops.puzzle_cubes.add_oskar_preset"


@pytest.mark.thorough
@pytest.mark.once
def test_kept_chosen_and_removed(sidebar: Sidebar, user: Path) -> None:
    window, reader = sidebar.window, sidebar.reader
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.type_into("Object.wall", "4.5")
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 4.5, "the wall is 4.5 mm thick")
    reader.learn(["Name", "Presets", OWN])

    plus, _ = buttons(sidebar)
    label = reader.dialog_label("Name", lambda: window.click(*plus))
    window.save_picture("15-preset-name")
    window.fill_in_dialog(label, OWN)
    wait_for(lambda: list(user.rglob(f"{OWN}.py")), "the preset is kept")
    window.leave_buttons()
    (file,) = user.rglob(f"{OWN}.py")
    assert "wall = 4.5" in file.read_text(encoding="utf-8")

    sidebar.type_into("Object.wall", "2")
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 2, "the wall is thinner")
    reader.click("Presets")
    window.settle()
    window.save_picture("15-presets", still=False)
    reader.click(OWN)
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 4.5, "the preset is chosen")
    _, minus = buttons(sidebar)
    window.click(*minus)
    wait_for(lambda: not list(user.rglob(f"{OWN}.py")), "the preset is removed")
    window.leave_buttons()
    assert window.puzzle()["oskar"]["wall"] == 4.5


def buttons(sidebar: Sidebar) -> tuple[Point, Point]:
    """Return where plus and minus stand: beside each other, and both of one operator."""
    _, y = sidebar.finder.button(PRESET)
    left, _, width, _ = sidebar.box()
    places = []
    for x in range(left, left + width, 4):
        sidebar.window.screen.move(x, y)
        if PRESET in sidebar.window.ask("under_pointer"):
            places.append((float(x), y))
    # The one in the middle of them may be on the line between both.
    third = len(places) // 3
    return places[third // 2], places[-1 - third // 2]
