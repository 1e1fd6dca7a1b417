# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab and the view on screens that people have, small and large, in both themes, and with large letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import cv2
import numpy as np
import pytest

from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import make_packing, make_puzzle
from tests.gui.screen import FULL_HD
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.test_dimensions import assert_refused_whole_and_once
from tests.gui.test_first_minute import ABOVE_THE_FOLD, assert_is_seen
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

pytestmark = pytest.mark.once

SMALL = 1366, 768
"""The screen of a small laptop."""

FIRST_BUTTONS = ("puzzle_cubes.generate", "puzzle_cubes.print")
"""What is in sight before there is a puzzle."""

WAY = (*FIRST_BUTTONS, "puzzle_cubes.another", "puzzle_cubes.check")
"""What is in sight once there is one, besides the button to play."""

LARGE_LETTERS = "import bpy; bpy.context.preferences.view.ui_scale = 1.5"
"""What users set in the preferences."""

FIRST_LABELS = ("Difficulty", "Seed", "Generate")
"""What is in sight before anything is touched."""

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


@pytest.mark.wide(*SMALL)
def test_from_a_cube_to_its_files(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    window.save_picture("18-tab-before")
    assert sidebar.out_of_sight(*FIRST_BUTTONS) == []
    make_puzzle(sidebar, 5, 5, 5)
    window.settle()
    window.save_picture("18-tab-oskar")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play", "puzzle_cubes.show_solution") == []
    sidebar.choose_way("Kit", "KIT")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play") == []
    folder = debian.folder / "one-look"
    sidebar.type_into("Collection.folder", debian.inside(folder))
    sidebar.click_title("Files")
    sidebar.press("puzzle_cubes.print")
    wait_for(lambda: window.puzzle()["exported"], "the kit is written")
    window.save_picture("18-tab-printed")
    assert list(folder.glob("*/plate_1_x_min.stl"))
    sidebar.choose_way("Sheet", "SHEET")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play") == []
    window.settle()
    window.save_picture("18-tab-sheet")
    sidebar.press("puzzle_cubes.print")
    wait_for(lambda: list(folder.glob("*/sheet_1.svg")), "its drawings are written")
    sidebar.open_panel("Dimensions")
    window.settle()
    window.save_picture("18-tab-sheet-dimensions")


@pytest.mark.wide(*SMALL)
def test_of_pieces(sidebar: Sidebar) -> None:
    make_packing(sidebar)
    sidebar.window.save_picture("18-tab-packing")
    assert sidebar.out_of_sight(*WAY, "puzzle_cubes.play_pieces") == []
    sidebar.check()
    sidebar.window.save_picture("18-tab-packing-checked")


@pytest.mark.wide(1280, 720)
def test_the_order_of_work_is_near(start: Callable[..., AbstractContextManager[Window]]) -> None:
    with start("--python-expr", LARGE_LETTERS) as window:
        sidebar = open_sidebar(window)
        reader = sidebar.reader
        reader.learn([*FIRST_LABELS, *ABOVE_THE_FOLD])

        def in_sight(text: str) -> bool:
            return bool(reader.points(text, window.still_picture(), sidebar.box()))

        window.save_picture("17-small-screen")
        assert [text for text in FIRST_LABELS if not in_sight(text)] == []
        sidebar.generate()
        window.save_picture("17-small-screen-generated")
        assert_is_seen(sidebar)
        left, top, width, height = sidebar.box()
        texts: list[str] = []
        for _ in range(3):
            texts += [text for text in ABOVE_THE_FOLD if text not in texts and in_sight(text)]
            # As far as one turns the wheel at once.
            window.screen.scroll(left + width / 2, top + height / 2, 8)
            window.leave_buttons()
        window.save_picture("17-small-screen-scrolled")
        assert texts == list(ABOVE_THE_FOLD)
        assert_refused_whole_and_once(sidebar, "17-refused")


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

    sidebar.begin("play")
    screen.keys("h")
    window.settle()
    window.save_picture(f"29-{name}-played", still=False)
    assert white_dots(sidebar) >= 3
    window.leave()

    window.search("draw walls")
    window.wait_until_runs("draw_walls")
    window.leave_buttons()
    window.settle()
    window.save_picture(f"29-{name}-drawn", still=False)
    window.leave("Return")

    sidebar.check()
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
