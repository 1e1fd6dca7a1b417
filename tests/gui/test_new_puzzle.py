# SPDX-License-Identifier: GPL-3.0-or-later
"""A new puzzle: from menus, with what is chosen in lists, as hard as was asked, and what could not be met is said."""

from __future__ import annotations

import json
import re
from functools import partial

import numpy as np
import pytest

from puzzle_cubes.oskar.kind import OSKAR
from tests.gui.blender_by_hand import add_menu_entry, appearing
from tests.gui.button_finder import TABS
from tests.gui.labels import labels_cut_off
from tests.gui.reader import Point, Reader, changed_box
from tests.gui.screen import Picture
from tests.gui.sidebar import Sidebar
from tests.gui.test_first_minute import share_of_color
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

CHOICES = {
    "style": ("Hard", "HARD"),
    "effort_choice": ("Thorough", "THOROUGH"),
    "start_choice": ("Best", "BEST"),
    "end": ("Farthest", "FARTHEST"),
}

BAR = "Difficulty"

OPTIONS, DETAILS = "PUZZLE_CUBES_PT_options", "PUZZLE_CUBES_PT_details"

BELOW = 7
"""Pixels from the middle of the label down to where the bar shows nothing but how far it is filled."""

RESULT = "PUZZLE_CUBES_PT_result"


def test_made_from_the_add_menu(window: Window) -> None:
    reader = Reader(window)
    entry = add_menu_entry(window, reader, "Oskar's Cube")
    window.save_picture("02-add-menu")
    window.click(*entry)
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    assert window.puzzle()["content"]["size"] == [5, 5, 5]

    reader.learn(["Play Oskar's Cube", "Another Puzzle", "Check Puzzle", "Print to Folder", "Export Files"])
    window.leave_buttons()
    entries = appearing(window, reader)
    window.screen.click(button=3)
    entry = wait_for(lambda: entries("Play Oskar's Cube"), "the right button's menu has the game")[0]
    expected = ("Another Puzzle", "Check Puzzle", "Print to Folder", "Export Files")
    assert [text for text in expected if not entries(text)] == []
    window.save_picture("02-context-menu")
    window.click(*entry)
    window.wait_until_runs("play")
    window.screen.keys("Escape")


@pytest.mark.once
def test_lists(sidebar: Sidebar) -> None:
    for name, (label, value) in CHOICES.items():
        sidebar.choose(f"Scene.{name}", label)
        wait_for(partial(is_set, sidebar, name, value), f"'{label}' is chosen")


def is_set(sidebar: Sidebar, name: str, value: str) -> bool:
    """Report whether a setting of the next puzzle has a value."""
    return bool(sidebar.window.state()["settings"]["oskar"][name] == value)


def test_a_style_is_chosen_by_its_picture(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.reader.learn(["Wilson"])
    x, y = sidebar.finder.button("Scene.style")
    window.leave_buttons()
    place = (x, y + 60)
    wait_for(lambda: share_of_color(around(window.screen.picture(), place)) > 0.2, "the style has a picture")
    window.save_picture("20-style")
    before = window.still_picture()
    window.click(*place)

    def name() -> list[Point]:
        shown = window.screen.picture()
        return sidebar.reader.points("Wilson", shown, changed_box(before, shown))

    below = wait_for(name, "the pictures are there")[0]
    window.save_picture("20-styles")
    window.click(below[0], below[1] - 50)
    wait_for(partial(is_set, sidebar, "style", "WILSON"), "the style is chosen")
    window.leave_buttons()
    window.save_picture("20-style-chosen")
    window.put("oskar", style="BACKTRACKER")
    window.leave_buttons()
    # Three numbers stand beside each other.
    assert len({sidebar.finder.button(f"Scene.bias[{axis}]")[1] for axis in range(3)}) == 1
    window.leave_buttons()
    window.save_picture("20-bias")


def around(picture: Picture, place: Point) -> Picture:
    """Return the part of the screen that is near a place."""
    x, y = map(int, place)
    return picture[y - 30 : y + 30, x - 30 : x + 30]


@pytest.mark.once
@pytest.mark.thorough
def test_a_difficulty_is_chosen_and_shown(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.choose("Scene.style", "Hard")
    sidebar.choose("Scene.difficulty", "Very Hard")
    # A smaller cube is hardly ever so hard.
    window.put("oskar", size=(6, 6, 6))
    sidebar.choose("Scene.look_ahead", "Two Moves")
    sidebar.choose("Scene.look_ahead", "Most People")
    assert not labels_cut_off(sidebar, "05-difficulty-options", "New Puzzle")
    sidebar.open_panel("New Puzzle")
    sidebar.generate()
    assert not labels_cut_off(sidebar, "05-difficulty", "Active Puzzle")
    sidebar.open_alone("Active Puzzle")
    puzzle = OSKAR.from_json(json.dumps(window.puzzle()["content"]))
    rating = OSKAR.rating(puzzle)
    assert rating is not None
    assert rating.word == "Very Hard"
    shown = result_text(sidebar)
    assert "Very Hard" in shown
    assert rating.sentence in " ".join(text for text, _ in window.drawn_items()[DETAILS])
    assert "was to be" not in shown
    assert filled_share(sidebar) == pytest.approx(rating.share, abs=0.03)
    # Once one was searched for, it is known how long the next one takes.
    sidebar.open_alone("New Puzzle")
    items = window.drawn_items()[OPTIONS]
    assert re.fullmatch("up to .+", items[[text for text, _ in items].index("Time Needed") + 1][0])


@pytest.mark.once
@pytest.mark.thorough
def test_what_could_not_be_met_stands_in_the_panel(sidebar: Sidebar) -> None:
    window = sidebar.window
    for axis in range(3):
        sidebar.type_into(f"Scene.size[{axis}]", "2")
    sidebar.choose("Scene.style", "Hard")
    sidebar.choose("Scene.effort_choice", "Quick")
    sidebar.generate()
    sidebar.open_alone("Active Puzzle")
    wait_for(lambda: RESULT in window.drawn_items(), "the result is shown")
    assert "Difficulty should be Hard, but is Very Easy," in result_text(sidebar)
    assert not labels_cut_off(sidebar, "05-difficulty-missed", "Active Puzzle")
    sidebar.open_alone("Active Puzzle")
    assert filled_share(sidebar) < 0.03


def filled_share(sidebar: Sidebar) -> float:
    """Return how much of the bar beside its label is filled, as it is seen below the word in it."""
    sidebar.reader.learn([BAR])
    picture = sidebar.window.still_picture()
    left, _, width, _ = sidebar.box()
    # Further below a sentence may begin with the same word.
    x, y = min(sidebar.reader.points(BAR, picture, sidebar.box()), key=lambda point: point[1])
    red, _, blue = picture[round(y) + BELOW, round(x) : left + width - TABS].astype(int).T
    filled = blue > red + 40
    empty = np.maximum(red, blue) < 48
    assert (filled | empty).sum() > 100
    return float(filled.sum() / (filled | empty).sum())


def result_text(sidebar: Sidebar) -> str:
    """Return what the panel on the active puzzle shows."""
    return " ".join(text for text, _ in sidebar.window.drawn_items()[RESULT])
