# SPDX-License-Identifier: GPL-3.0-or-later
"""A gift made by mouse and keys alone: initials in a face, animated, printed as a kit, kept as a code and in a file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from puzzle_cubes.kind.kind import puzzle_of_code
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.by_hand import is_wall, lettered, pictured
from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import make_puzzle, puzzle_in
from tests.gui.saving import save_and_quit
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.test_draw import RUNNING as DRAWING
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

pytestmark = pytest.mark.once

XZ = 1
PLATES = 6
IN_THE_KIT = PLATES + 3


@pytest.mark.thorough
def test_initials_from_the_dialog_to_the_printer(
    start: Callable[..., AbstractContextManager[Window]], debian: Debian
) -> None:
    with start() as window:
        # Blender says how long it took to draw that files are written.
        window.expected.append("Draw window and swap")
        sidebar = open_sidebar(window)
        before = puzzle_in(make_puzzle(sidebar, 8, 3, 6))
        sidebar.open_panel("Draw")
        window.fill_in_dialog(sidebar.ask("puzzle_cubes.draw_letters", "Letters"), "AB")
        wait_for(lambda: puzzle_in(window.puzzle()) != before, "the letters are drawn")
        _, drawn = lettered(before, XZ, "AB")
        complete(sidebar)
        gift = puzzle_in(window.puzzle())
        assert all(is_wall(gift, square) for square in drawn)
        assert gift.flaws == ()

        sidebar.open_panel("Animation")
        sidebar.press("puzzle_cubes.animate")
        window.stop_playing()

        sidebar.open_alone("Print")
        sidebar.choose_way("Kit", "KIT")
        sidebar.type_into("Collection.folder", debian.inside(debian.folder / "gift"))
        sidebar.press("puzzle_cubes.print")
        wait_for(lambda: window.puzzle()["exported"], "the kit is printed")
        window.save_picture("30-gift")
        assert_closed(debian.outside(window.puzzle()["exported"]))

        sidebar.open_alone("Active Puzzle")
        sidebar.press("puzzle_cubes.copy_code")
        code = wait_for(lambda: window.ask("clipboard"), "the code is copied")
        assert puzzle_of_code(code, [OSKAR])[1] == gift
        saved = save_and_quit(window, sidebar, "gift.blend")
    with start(saved["file"]) as window:
        assert window.state()["puzzles"] == saved["puzzles"]
        assert puzzle_in(window.puzzle()) == gift
        open_sidebar(window)
        window.save_picture("30-gift-opened")


@pytest.mark.thorough
@pytest.mark.wide
def test_a_picture_is_chosen_and_drawn(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    before = puzzle_in(make_puzzle(sidebar, 8, 3, 6))
    grays = np.ones((8, 6))
    grays[2:5, 2:4] = 0.0
    # Rows of a file are from above to below, and each is from the left to the right.
    Image.fromarray(np.uint8(255 * grays.T[::-1])).save(user / "logo.png")
    sidebar.open_panel("Draw")
    sidebar.reader.learn(["logo.png", "Draw Picture"])
    sidebar.press("puzzle_cubes.draw_picture")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    sidebar.reader.click("logo.png")
    window.save_picture("30-picture-chosen")
    sidebar.reader.click("Draw Picture")
    wait_for(lambda: puzzle_in(window.puzzle()) != before, "the picture is drawn")
    expected, drawn = pictured(before, XZ, grays, solid=True)
    now = puzzle_in(window.puzzle())
    assert now.faces == expected.faces
    assert all(is_wall(now, square) == filled for square, filled in drawn.items())
    window.settle()
    window.save_picture("30-picture")


def complete(sidebar: Sidebar) -> None:
    """Let the search make the rest hard around what was drawn."""
    window = sidebar.window
    before = puzzle_in(window.puzzle())
    sidebar.press("puzzle_cubes.draw_walls")
    wait_for(lambda: DRAWING in window.state()["running"], "it can be drawn on")
    window.screen.keys("c")
    wait_for(lambda: puzzle_in(window.puzzle()).faces != before.faces, "the rest is completed")
    window.screen.keys("Return")
    wait_for(lambda: DRAWING not in window.state()["running"], "it is left")


def assert_closed(folder: Path) -> None:
    """Look that each part of a kit is one body without a hole."""
    files = [file for file in folder.glob("*.stl") if not file.name.startswith("bed_")]
    assert len(files) == IN_THE_KIT
    for file in files:
        part = trimesh.load_mesh(file)
        assert part.is_watertight, file.name
        assert len(part.split()) == 1, file.name
