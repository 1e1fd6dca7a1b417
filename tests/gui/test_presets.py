# SPDX-License-Identifier: GPL-3.0-or-later
"""A preset of the user's own is kept by plus, chosen in the menu, and removed by minus."""

from __future__ import annotations

from pathlib import Path

from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

OWN = "MyPlates"


def test_kept_chosen_and_removed(sidebar: Sidebar, user: Path) -> None:
    window, screen, reader = sidebar.window, sidebar.window.screen, sidebar.reader
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.type_into("Collection.wall", "4.5")
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 4.5, "the wall is 4.5 mm thick")
    plus = sidebar.finder.button("bpy.ops.puzzle_cubes.add_oskar_preset")
    # The two buttons of this operator stand beside each other, plus first.
    left, _, width, _ = sidebar.box()
    places = [x for x in range(round(left), round(left + width - 28), 4) if is_preset_button(sidebar, x, plus[1])]
    screen.click(places[1], plus[1])
    window.settle()
    screen.type(OWN)
    screen.keys("Return", "Return")
    wait_for(lambda: list(user.rglob(f"{OWN}.py")), "the preset is kept")
    window.leave_buttons()
    (file,) = user.rglob(f"{OWN}.py")
    assert "wall = 4.5" in file.read_text(encoding="utf-8")

    sidebar.type_into("Collection.wall", "2")
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 2, "the wall is thinner")
    reader.learn(["Presets", OWN])
    reader.click("Presets")
    window.settle()
    window.save_picture("15-presets", still=False)
    reader.click(OWN)
    wait_for(lambda: window.puzzle()["oskar"]["wall"] == 4.5, "the preset is chosen")
    window.leave_buttons()
    screen.click(places[-1], plus[1])
    wait_for(lambda: not list(user.rglob(f"{OWN}.py")), "the preset is removed")


def is_preset_button(sidebar: Sidebar, x: float, y: float) -> bool:
    """Report whether a place is on one of the two buttons."""
    sidebar.window.screen.move(x, y)
    return "bpy.ops.puzzle_cubes.add_oskar_preset" in sidebar.window.ask("under_pointer")
