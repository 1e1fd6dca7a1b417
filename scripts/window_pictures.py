# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the extension in Blender's window, made with mouse and keys: ``window_pictures.py DEBIAN DOCS``.

DEBIAN is a folder that ``scripts/real_blender.sh`` has set up; the pictures go to the folders of DOCS.
"""

from __future__ import annotations

import sys
from itertools import zip_longest
from pathlib import Path

import numpy as np
from installed_extension import build_zip
from PIL import Image
from puzzle_pictures import LISTING, save_picture

from puzzle_cubes.packing.making.by_hand import Hit
from tests.gui.button_finder import TABS
from tests.gui.debian import debian_in, install
from tests.gui.pieces_by_hand import PiecesByHand
from tests.gui.puzzle_by_hand import begin_to_play, make_packing, make_puzzle, puzzle_in, solution_keys
from tests.gui.screen import Picture, running_screen
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window, blender_window

SIZE = (5, 5, 5)
SEED = 12

SMALL = 1366, 768
"""A small window, so that its picture need not be scaled down much on a page."""

HIGH = 1366, 1600
"""For panels that are whole without scrolling."""

PREFERENCES = (
    "system.viewport_aa = '16'; system.use_region_overlap = False; bpy.context.preferences.view.smooth_view = 0"
)
"""Smooth edges, a view that lies beside the sidebar, and no gradual turning."""

LARGE = f"{PREFERENCES}; bpy.context.preferences.view.ui_scale = 1.4"
"""Larger letters, for a picture that is seen as a small one in a list."""

PADDING = 14
"""Pixels of background above a panel's title and below all panels."""

TEXT_CONTRAST = 60
"""Between texts and background; the backgrounds of panels and view differ by less."""

COLUMNS = (("New Puzzle",), ("Active Puzzle",), ("Solution", "Print"), ("Dimensions", "In This Scene", "Shelf"))
"""The panels as they stand in their picture, in the order of the sidebar."""

LEFT_CLOSED = "Passed Checks"
"""The only panel that is closed in that picture: all that was checked is as long as all the others."""

PLACED = 4
"""Pieces that lie in the box in the picture of the other game."""

MOVES = 7
"""As far along the solution is the cross in the picture of the game."""


def take_window(window: Window, file: Path) -> None:
    """Make a hard puzzle, and keep a picture of the whole window."""
    make_puzzle(open_sidebar(window), *SIZE, seed=SEED, style="HARD")
    window.leave_buttons()
    # What is selected has an outline, which hides the colors of thin walls.
    window.screen.keys("alt+a", "KP_Add")
    window.settle()
    save_picture(Image.fromarray(window.still_picture()), file)


def take_panels(window: Window, file: Path) -> None:
    """Make and check a hard puzzle, and keep a picture of the panels."""
    sidebar = open_sidebar(window)
    make_puzzle(sidebar, *SIZE, seed=SEED, style="HARD")
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "the puzzle is checked")
    save_picture(Image.fromarray(picture_of_panels(sidebar)), file)


def take_game(window: Window, file: Path) -> None:
    """Play a hard puzzle, and keep a picture of a hint."""
    sidebar = open_sidebar(window)
    make_puzzle(sidebar, *SIZE, seed=SEED, style="HARD")
    fill_window(window)
    sidebar.press("puzzle_cubes.play")
    window.screen.keys(*solution_keys(puzzle_in(window.puzzle()), window)[:MOVES])
    show_whole(window, "KP_Subtract", "ctrl+KP_2")
    window.screen.keys("h")
    save_picture(picture_of_view(window), file)
    window.screen.keys("Escape")


def take_packing_game(window: Window, file: Path) -> None:
    """Make the Megaron cube, put some of its pieces into the box, and keep a picture of the hint to the next one."""
    sidebar = open_sidebar(window)
    make_packing(sidebar)
    fill_window(window)
    begin_to_play(sidebar)
    for _ in range(PLACED):
        window.screen.keys("Tab", "h", "h")
    window.screen.keys("Tab")
    show_whole(window, *["ctrl+KP_2"] * 4)
    window.screen.keys("h")
    save_picture(picture_of_view(window), file)
    window.screen.keys("Escape")


def take_drawing(window: Window, file: Path) -> None:
    """Draw on the pieces of the diabolical cube, and keep a picture of what a click would do."""
    sidebar = open_sidebar(window)
    make_packing(sidebar, "Diabolical")
    fill_window(window)
    by_hand = PiecesByHand(sidebar)
    by_hand.point(Hit(len(by_hand.puzzle.pieces) - 1, by_hand.puzzle.pieces[-1].shape.cells[-1], (0, 0, 1)))
    save_picture(picture_of_view(window), file)
    window.screen.keys("Escape")


def fill_window(window: Window) -> None:
    """Let the view fill the window."""
    window.leave_buttons()
    window.screen.keys("ctrl+space")
    window.settle()
    window.leave_buttons()


def show_whole(window: Window, *more: str) -> None:
    """Let the view show all that the game has; more keys move it to where the board does not hide it."""
    window.screen.keys("Home", *more)
    window.settle()


def picture_of_view(window: Window) -> Image.Image:
    """Return a picture of the 3D view without the sidebar."""
    left, top, width, height = window.ask("free_view")
    return Image.fromarray(window.still_picture()[top : top + height, left : left + width])


def picture_of_panels(sidebar: Sidebar) -> Picture:
    """Return a picture of all panels of the tab beside each other, each open by itself."""
    # Without grid and axes the 3D view behind the panels is plain.
    sidebar.window.screen.keys("alt+shift+z")
    labels = [label for column in COLUMNS for label in column]
    panels = {label: picture_of_panel(sidebar, label, below) for label, below in zip_longest(labels, labels[1:])}
    columns = [np.vstack([panels[label] for label in column]) for column in COLUMNS]
    return np.hstack([with_height(column, max(map(len, columns))) for column in columns])


def picture_of_panel(sidebar: Sidebar, label: str, below: str | None) -> Picture:
    """Return a picture of a panel alone: down to the title of the one below, if there is one."""
    if LEFT_CLOSED in [panel["label"] for panel in sidebar.open_alone(label)]:
        sidebar.click_title(LEFT_CLOSED)
    left, top, width, height = sidebar.box()
    first = row_of_title(sidebar, label)
    last = row_of_title(sidebar, below) if below else top + height
    panel = sidebar.window.still_picture()[first:last, left : left + width - TABS]
    used = np.flatnonzero(np.ptp(panel, axis=1).max(axis=1) > TEXT_CONTRAST)
    return panel[: used[-1] + PADDING]


def row_of_title(sidebar: Sidebar, label: str) -> int:
    """Return the row in which a panel begins."""
    return round(sidebar.finder.title(label)[1]) - PADDING


def with_height(picture: Picture, height: int) -> Picture:
    """Return a picture with its last row repeated."""
    return np.pad(picture, ((0, height - len(picture)), (0, 0), (0, 0)), mode="edge")


PICTURES = {
    "pictures/window.webp": (SMALL, PREFERENCES, take_window),
    "pictures/panels.webp": (HIGH, PREFERENCES, take_panels),
    "pictures/play.webp": (SMALL, PREFERENCES, take_game),
    "pictures/packing-play.webp": (SMALL, PREFERENCES, take_packing_game),
    "pictures/packing-draw.webp": (SMALL, PREFERENCES, take_drawing),
    "listing/window.jpg": (LISTING, LARGE, take_window),
}
"""By file, the size of the window, the preferences, and what takes the picture."""

if __name__ == "__main__":
    root, folder = (Path(argument).resolve() for argument in sys.argv[1:3])
    with debian_in(root) as debian:
        user = install(debian, build_zip(debian.folder / "dist"))
        for name in sys.argv[3:] or PICTURES:
            print(f"Taking {name}.", flush=True)
            size, preferences, take = PICTURES[name]
            with (
                running_screen(*size) as screen,
                blender_window(debian, screen, user, folder, preferences=preferences) as window,
            ):
                take(window, folder / name)
