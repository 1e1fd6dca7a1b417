# SPDX-License-Identifier: GPL-3.0-or-later
"""The first minute: one button in the scene that Blender starts with, all that follows in sight, and another puzzle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.gui.screen import Picture
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

ABOVE_THE_FOLD = ("Generate", "Another", "Play", "See the Solution", "Print")
"""The buttons in the order of work."""


BORDER = 20
"""Pixels along each side of the view, in which there may be buttons, but no puzzle."""


def assert_is_seen(sidebar: Sidebar) -> None:
    """Look that the puzzle takes much of the 3D view, and is whole in it."""
    left, top, width, height = sidebar.window.ask("free_view")
    view = sidebar.window.still_picture()[top : top + height, left : left + width]
    assert share_of_color(view) > 0.05
    for border in (view[:BORDER], view[-BORDER:], view[:, :BORDER], view[:, -BORDER:]):
        assert share_of_color(border) < 0.15


def share_of_color(picture: Picture) -> float:
    """Return how much of a picture is in a color, as the puzzle is: an empty 3D view is gray, but for two axes."""
    return float((np.ptp(picture.astype(int), axis=2) > 40).mean())


def puzzles(sidebar: Sidebar) -> list[dict[str, Any]]:
    """Return the puzzles of the scene."""
    listed_puzzles: list[dict[str, Any]] = sidebar.window.state()["puzzles"]
    return listed_puzzles


@pytest.mark.wide
def test_generate_alone_and_then_another(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.generate()
    window.save_picture("15-first-minute")
    assert_is_seen(sidebar)
    made = window.puzzle()
    assert (made["content"]["size"], made["content"]["settings"]["difficulty"]) == ([5, 5, 5], "hard")
    sidebar.reader.learn(ABOVE_THE_FOLD)
    picture, box = window.still_picture(), sidebar.box()
    # Of texts that stand in a title, too, the button is below that.
    rows = [max(y for _, y in sidebar.reader.points(text, picture, box)) for text in ABOVE_THE_FOLD]
    assert rows == sorted(rows)
    assert_moved_as_a_whole(window)

    sidebar.press("puzzle_cubes.another")
    wait_for(lambda: window.puzzle()["content"] != made["content"], "there is another puzzle in its place")
    assert window.puzzle()["content"]["settings"]["seed"] == made["content"]["settings"]["seed"] + 1
    window.save_picture("15-another")
    window.screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle()["content"] == made["content"], "one undo brings the first one back")


def assert_moved_as_a_whole(window: Window) -> None:
    """Move what was just made by G, as all that Blender adds can be, and undo that."""

    def places() -> dict[str, Any]:
        return {name: window.ask("seen", part=name, way=[0, 0, 0]) for name in ("box", "cross")}

    made, before = window.puzzle(), places()
    window.screen.keys("g", "z")
    window.screen.type("20")
    window.screen.keys("Return")
    wait_for(lambda: window.puzzle() != made, "the box is moved")
    moved, after = window.puzzle(), places()
    assert np.subtract(moved["parts"]["box"]["location"], made["parts"]["box"]["location"]) == pytest.approx([0, 0, 20])
    # It is carried by the box.
    assert moved["parts"]["cross"] == made["parts"]["cross"]
    assert after["cross"][1] < before["cross"][1] - 20
    for key, expected in (("ctrl+z", made), ("ctrl+shift+z", moved), ("ctrl+z", made)):
        window.screen.keys(key)
        wait_for(lambda: window.puzzle() == expected, f"{key} brings the puzzle of another step")  # noqa: B023


@pytest.mark.once
@pytest.mark.wide
def test_in_a_scene_with_work_all_stays_as_it_is(start: Callable[..., AbstractContextManager[Window]]) -> None:
    # Somebody has moved the cube, and works in feet.
    moved = """
import bpy
bpy.data.objects["Cube"].location.x = 0.5
bpy.context.scene.unit_settings.system = "IMPERIAL"
"""
    with start("--python-expr", moved) as window:
        sidebar = open_sidebar(window)
        before = window.state()
        sidebar.generate()
        window.save_picture("15-working-scene")
        after = window.state()
        assert (after["units"], after["others"]) == (before["units"], before["others"])
        assert_is_seen(sidebar)
        # The cube reaches from -0.5 to 1.5 along x, and from -1 to 1 along y and z, in meters.
        box = window.puzzle()["parts"]["box"]
        (x, y, z), (width, depth, height) = box["location"], box["extent"]
        ends = ((x - width / 2, x + width / 2), (y - depth / 2, y + depth / 2), (z, z + height))
        cube = ((-500, 1500), (-1000, 1000), (-1000, 1000))
        assert any(low >= end or high <= begin for (low, high), (begin, end) in zip(ends, cube, strict=True))


@pytest.mark.thorough
@pytest.mark.wide
def test_a_picture_is_saved(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    sidebar.generate()
    before = window.state()
    sidebar.reader.learn(["1280", "Save Picture"])
    sidebar.press("puzzle_cubes.picture")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    # A small one is soon there.
    sidebar.reader.click("1280", times=2)
    for pixels, key in (("320", "Tab"), ("240", "Return")):
        window.screen.keys("ctrl+a")
        window.screen.type(pixels)
        window.screen.keys(key)
    # There is no graphics card here.
    window.expected.append("CUEW initialization failed")
    sidebar.reader.click("Save Picture")
    file = user / "Oskar_s_Cube_5x5x5_seed_0.png"
    wait_for(file.exists, "the picture is there")
    wait_for(lambda: window.ask("windows") == 2, "it is shown")
    window.settle()
    window.save_picture("15-picture-taken")
    with Image.open(file) as picture:
        assert picture.size == (320, 240)
        picture.save(window.pictures / "15-picture.png")
    assert window.state()["puzzles"] == before["puzzles"]
    assert window.state()["others"] == before["others"]
