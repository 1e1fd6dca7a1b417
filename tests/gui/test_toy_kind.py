# SPDX-License-Identifier: GPL-3.0-or-later
"""A toy kind of puzzle, of which the add-on has not a line, stands in the window's panels and can be made there."""

from __future__ import annotations

from pathlib import Path

import pytest
from installed_extension import build_zip

from tests.gui.debian import Debian, install
from tests.gui.sidebar import Sidebar
from tests.gui.test_first_minute import assert_is_seen
from tests.gui.wait_until import wait_for
from tests.toy.sources import toy_sources

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def installed(debian: Debian) -> Path:
    """Install a zip with the toy in it, and return the folder of user files with it."""
    folder = debian.folder / "toy"
    folder.mkdir()
    return install(debian, build_zip(folder / "dist", toy_sources(folder / "sources")), "with_toy")


@pytest.mark.thorough
def test_the_toy_is_chosen_made_and_shown(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.choose("Scene.kind", "Toy Box")
    wait_for(lambda: window.state()["settings"]["kind"] == "TOY", "the toy is chosen")
    sidebar.type_into("Scene.seed", "7")
    sidebar.type_into("Scene.wall_written", "3")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    puzzle = window.puzzle()
    assert set(puzzle["parts"]) == {"box", "lid"}
    assert puzzle["parts"]["box"]["extent"] == [30, 30, 17]
    assert puzzle["parts"]["lid"]["extent"] == [30, 30, 3]
    assert_is_seen(sidebar)
    sidebar.open_panel("Details")
    texts = {text for items in window.drawn_items().values() for text, _ in items}
    assert {"Height", "Together", "Check", "Print"} <= texts
    assert "Export Test Coupon" not in texts
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "the toy is checked")
    window.save_picture("13-toy")
