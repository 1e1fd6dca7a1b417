# SPDX-License-Identifier: GPL-3.0-or-later
"""A search that is stopped very early goes on until it has what a quick one finds, unless it is asked once more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from installed_extension import build_zip

from tests.gui.debian import Debian, install
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window
from tests.toy.sources import TOY, toy_sources

pytestmark = pytest.mark.once

RUNNING = "PUZZLE_CUBES_OT_generate"
PANEL = "PUZZLE_CUBES_PT_puzzle"
STOP, STOP_AT_ONCE = "Stop and Keep the Best", "Stop at Once"
SOON = "Stops as soon as it has what a quick search finds."
UNSETTLED, SETTLED = 10, 20
"""Heights of the toys that are found before and after the search is settled, with the seed 0."""


@pytest.fixture(scope="module")
def installed(debian: Debian) -> Path:
    """Install a zip with the patient toy in it, and return the folder of user files with it."""
    folder = debian.folder / "patient"
    folder.mkdir()
    sources = toy_sources(folder / "sources", patient=TOY.with_name("patient_kind.py"))
    return install(debian, build_zip(folder / "dist", sources), "with_patient_toy")


def test_escape_waits_for_what_a_quick_search_finds(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    sidebar.reader.learn([SOON, "Generate Puzzle", "Seed"])
    begin(sidebar)
    # The time that is left stands there beside its label.
    wait_for(lambda: re.search(r"Time Left about \d+ min", texts(window)), "the time that is left is shown")
    window.save_picture("04-search-time-left", still=False)
    assert SOON not in texts(window)
    window.screen.keys("Escape")
    wait_for(lambda: SOON in texts(window), "the panel says that the search stops soon")
    window.save_picture("04-search-stops-soon", still=False)
    wait_for(
        lambda: sidebar.reader.points(SOON, window.screen.picture(), window.ask("status_bar")),
        "the status bar says it, too",
    )
    assert RUNNING in window.state()["running"]
    settle(window, user)
    assert_kept(window, SETTLED)

    # What is adjusted afterward is searched for no longer than this was.
    sidebar.reader.click("Generate Puzzle")
    left, _, width, _ = box = window.ask("place", region_type="HUD")
    ((_, y),) = sidebar.reader.points("Seed", window.still_picture(), box)
    window.click(left + 0.7 * width, y, times=2)
    window.screen.keys("ctrl+a")
    window.screen.type("8")
    window.screen.keys("Return")
    wait_for(lambda: heights(window) == [SETTLED + 8], "the toy has another seed")


@pytest.mark.thorough
def test_a_second_escape_stops_at_once(sidebar: Sidebar) -> None:
    window = sidebar.window
    begin(sidebar)
    window.screen.keys("Escape")
    wait_for(lambda: SOON in texts(window), "the panel says that the search stops soon")
    window.expected.append("kept the best so far")
    window.screen.keys("Escape")
    assert_kept(window, UNSETTLED)


@pytest.mark.thorough
def test_the_button_stays_under_the_pointer(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.reader.learn([STOP])
    begin(sidebar)
    box = sidebar.box()
    (button,) = wait_for(lambda: sidebar.reader.points(STOP, window.screen.picture(), box), "the button is there")
    window.click(*button)
    wait_for(lambda: STOP_AT_ONCE in texts(window), "the button stops at once now")
    assert RUNNING in window.state()["running"]
    window.expected.append("kept the best so far")
    window.click(*button)
    assert_kept(window, UNSETTLED)


@pytest.mark.thorough
def test_what_is_settled_stops_at_the_first_escape(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    (user / "settled").touch()
    begin(sidebar)
    window.expected.append("kept the best so far")
    window.screen.keys("Escape")
    assert_kept(window, SETTLED)


def begin(sidebar: Sidebar) -> None:
    """Begin a search that takes ten minutes."""
    sidebar.choose("Scene.kind", "Patient Toy")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: RUNNING in sidebar.window.state()["running"], "the search runs")


def settle(window: Window, user: Path) -> None:
    """Let the search find what a quick one finds."""
    window.expected.append("kept the best so far")
    (user / "settled").touch()


def texts(window: Window) -> str:
    """Return all that the panel of the search draws, one after the other."""
    return " ".join(text for text, _ in window.drawn_items().get(PANEL, []))


def heights(window: Window) -> list[int]:
    """Return the heights of the toys."""
    return [puzzle["content"]["height"] for puzzle in window.state()["puzzles"]]


def assert_kept(window: Window, height: int) -> None:
    """Look that the search stops, and leaves a toy of a height."""
    wait_for(lambda: RUNNING not in window.state()["running"], "the search has stopped")
    assert heights(window) == [height]
