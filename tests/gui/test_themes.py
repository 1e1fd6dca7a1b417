# SPDX-License-Identifier: GPL-3.0-or-later
"""The game, drawing and the tab on both of Blender's themes and on two screens: texts are whole, and maps seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import cv2
import numpy as np
import pytest

from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.screen import FULL_HD
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.test_draw import RUNNING as DRAWING
from tests.gui.test_play import RUNNING as PLAYING
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

pytestmark = pytest.mark.once

SMALL = 1366, 768

WAYS = {
    "light-small": ("Light", SMALL),
    "dark-small": ("Dark", SMALL),
    "light-large": ("Light", FULL_HD),
    "dark-large": ("Dark", FULL_HD),
}
"""Blender's theme, and the screen."""

THEME = """
import bpy
from pathlib import Path
(theme,) = (file for folder in bpy.utils.preset_paths("interface_theme") for file in Path(folder).glob("*{0}.xml"))
bpy.ops.script.execute_preset(filepath=str(theme), menu_idname="USERPREF_MT_interface_theme_presets")
"""
"""What users choose in the preferences."""


@pytest.fixture(
    params=[
        pytest.param(name, marks=[pytest.mark.wide(*size), *([] if name == "light-small" else [pytest.mark.thorough])])
        for name, (_, size) in WAYS.items()
    ]
)
def themed(
    request: pytest.FixtureRequest, start: Callable[..., AbstractContextManager[Window]]
) -> Iterator[tuple[str, Sidebar]]:
    """Give the name of a way to see Blender, and the sidebar of one that is seen so."""
    theme, _ = WAYS[request.param]
    with start("--python-expr", THEME.format(theme)) as window:
        yield request.param, open_sidebar(window)


def test_played_drawn_and_read(themed: tuple[str, Sidebar]) -> None:
    name, sidebar = themed
    window, screen, reader = sidebar.window, sidebar.window.screen, sidebar.reader
    make_puzzle(sidebar, 5, 5, 5)
    window.settle()
    window.save_picture(f"29-{name}-made")
    reader.learn(["Play", "See the Solution", "Print", "Check"])
    picture = window.still_picture()
    for text in ("Play", "See the Solution"):
        assert reader.points(text, picture, sidebar.box()), text

    sidebar.press("puzzle_cubes.play")
    wait_for(lambda: PLAYING in window.state()["running"], "the game runs")
    screen.keys("h")
    window.settle()
    window.save_picture(f"29-{name}-played", still=False)
    assert white_dots(sidebar) >= 3
    screen.keys("Escape")
    wait_for(lambda: PLAYING not in window.state()["running"], "the game has ended")

    window.search("draw walls")
    wait_for(lambda: DRAWING in window.state()["running"], "it can be drawn")
    window.leave_buttons()
    window.settle()
    window.save_picture(f"29-{name}-drawn", still=False)
    screen.keys("Return")
    wait_for(lambda: DRAWING not in window.state()["running"], "it is left")

    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "it is checked")
    window.settle()
    window.save_picture(f"29-{name}-checked")
    picture = window.still_picture()
    assert [text for text in ("Print", "Check") if not reader.points(text, picture, sidebar.box())] == []

    window.search("watch")
    window.stop_playing()
    window.leave_buttons()
    window.save_picture(f"29-{name}-watched")
    assert letters_on_dark(sidebar) > 200


def letters_on_dark(sidebar: Sidebar) -> int:
    """Return how many pixels of the 3D view are as light as letters, and have dark ones beside them."""
    left, top, width, height = sidebar.window.ask("free_view")
    view = sidebar.window.still_picture()[top : top + height, left : left + width, :3]
    dark = cv2.dilate((view.max(axis=2) < 80).astype(np.uint8), np.ones((9, 9), dtype=np.uint8))
    return int(((view.min(axis=2) > 200) & (dark > 0)).sum())


def white_dots(sidebar: Sidebar) -> int:
    """Return how many round white spots are seen in the left third of the view, as the maps have them."""
    left, top, width, height = sidebar.window.ask("free_view")
    part = sidebar.window.screen.picture()[top : top + height, left : left + width // 3]
    white = (part.min(axis=2) > 250).astype(np.uint8)
    _, _, spots, _ = cv2.connectedComponentsWithStats(white)
    return sum(
        bool(abs(int(wide) - int(high)) <= 2 and wide >= 7 and area > 0.65 * wide * high)
        for _, _, wide, high, area in spots[1:]
    )
