# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the extension in Blender's window, made with mouse and keys: ``window_pictures.py DEBIAN FOLDER``.

DEBIAN is a folder that ``scripts/real_blender.sh`` has set up; the pictures go to FOLDER.
"""

from __future__ import annotations

import sys
from itertools import zip_longest
from pathlib import Path

import numpy as np
from installed_extension import build_zip
from PIL import Image

from tests.gui.button_finder import TABS
from tests.gui.debian import debian_in, install
from tests.gui.packing_by_hand import begin_to_play, make_packing
from tests.gui.puzzle_by_hand import make_puzzle, puzzle_in, solution_keys
from tests.gui.screen import FULL_HD, Picture, running_screen, save
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window, blender_window

SIZE = (5, 5, 5)
SEED = 12
WINDOW_WIDTH = 1280
"""What the picture of the whole window is scaled down to."""

PADDING = 14
"""Pixels of background above a panel's title and below all panels."""

TEXT_CONTRAST = 60
"""Between texts and background; the backgrounds of panels and view differ by less."""

COLUMNS = (("New Puzzle",), ("Active Puzzle",), ("Solution", "Print"), ("Dimensions", "In This Scene"))
"""The panels as they stand in their picture, in the order of the sidebar."""

PLACED = 4
"""Pieces that lie in the box in the picture of the other game."""

MOVES = 7
"""As far along the solution is the cross in the picture of the game."""


def take_pictures(window: Window, folder: Path) -> None:
    """Make a hard puzzle, show its solution in glass, play it, and keep a picture of each."""
    sidebar = open_sidebar(window)
    make_puzzle(sidebar, *SIZE, seed=SEED)
    sidebar.press("puzzle_cubes.show_solution")
    wait_for(lambda: window.puzzle()["display"] == "GLASS", "the walls are glass")
    whole = Image.fromarray(window.still_picture())
    whole.thumbnail((WINDOW_WIDTH, WINDOW_WIDTH), Image.Resampling.LANCZOS)
    save(np.asarray(whole), folder / "window.png")
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "the puzzle is checked")
    save(picture_of_panels(sidebar), folder / "panels.png")
    sidebar.open_alone("Solution")
    sidebar.press("puzzle_cubes.show_solution")
    sidebar.press("puzzle_cubes.play")
    window.screen.keys(*solution_keys(puzzle_in(window.puzzle()), window)[:MOVES], "h")
    window.settle()
    left, top, width, height = window.ask("free_view")
    save(window.still_picture()[top : top + height, left : left + width], folder / "play.png")
    window.screen.keys("Escape")


def take_packing_picture(window: Window, folder: Path) -> None:
    """Make the Megaron cube, put some of its pieces into the box, and keep a picture of the hint to the next one."""
    sidebar = open_sidebar(window)
    make_packing(sidebar)
    begin_to_play(sidebar)
    for _ in range(PLACED):
        window.screen.keys("Tab", "h", "h")
    window.screen.keys("Tab", "h")
    window.settle()
    left, top, width, height = window.ask("free_view")
    save(window.still_picture()[top : top + height, left : left + width], folder / "packing-play.png")


def picture_of_panels(sidebar: Sidebar) -> Picture:
    """Return a picture of all panels of the tab beside each other, each open by itself."""
    # Without grid and axes the 3D view behind the panels is plain.
    sidebar.window.screen.keys("alt+shift+z")
    labels = [label for column in COLUMNS for label in column]
    panels = {label: picture_of_panel(sidebar, label, below) for label, below in zip_longest(labels, labels[1:])}
    sidebar.window.screen.keys("alt+shift+z")
    columns = [np.vstack([panels[label] for label in column]) for column in COLUMNS]
    together = np.hstack([with_height(column, max(map(len, columns))) for column in columns])
    used = np.flatnonzero(np.ptp(together, axis=1).max(axis=1) > TEXT_CONTRAST)
    return together[: used[-1] + PADDING]


def picture_of_panel(sidebar: Sidebar, label: str, below: str | None) -> Picture:
    """Return a picture of a panel alone: down to the title of the one below, if there is one."""
    sidebar.open_alone(label)
    left, top, width, height = sidebar.box()
    first = row_of_title(sidebar, label)
    last = row_of_title(sidebar, below) if below else top + height
    return sidebar.window.still_picture()[first:last, left : left + width - TABS]


def row_of_title(sidebar: Sidebar, label: str) -> int:
    """Return the row in which a panel begins."""
    return round(sidebar.finder.title(label)[1]) - PADDING


def with_height(picture: Picture, height: int) -> Picture:
    """Return a picture with its last row repeated."""
    return np.pad(picture, ((0, height - len(picture)), (0, 0), (0, 0)), mode="edge")


if __name__ == "__main__":
    root, folder = (Path(argument).resolve() for argument in sys.argv[1:])
    with debian_in(root) as debian, running_screen(*FULL_HD) as screen:
        user = install(debian, build_zip(debian.folder / "dist"))
        for take in (take_pictures, take_packing_picture):
            with blender_window(debian, screen, user, folder, preferences="system.viewport_aa = 'FXAA'") as window:
                take(window, folder)
