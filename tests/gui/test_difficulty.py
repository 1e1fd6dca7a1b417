# SPDX-License-Identifier: GPL-3.0-or-later
"""The user asks for a difficulty, gets it, and reads how hard the puzzle is and what could not be met."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from puzzle_cubes.oskar.kind import OSKAR
from tests.gui.button_finder import TABS
from tests.gui.labels import labels_cut_off
from tests.gui.sidebar import Sidebar
from tests.gui.test_warning import RESULT, result_text
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

LABEL = "Difficulty"
OPTIONS, DETAILS = "PUZZLE_CUBES_PT_options", "PUZZLE_CUBES_PT_details"

BELOW = 7
"""Pixels from the middle of the label down to where the bar shows nothing but how far it is filled."""


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
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: len(window.state()["puzzles"]) == 1, "there is a puzzle")
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


@pytest.mark.thorough
def test_what_could_not_be_met_stands_in_the_panel(sidebar: Sidebar) -> None:
    window = sidebar.window
    for axis in range(3):
        sidebar.type_into(f"Scene.size[{axis}]", "2")
    sidebar.choose("Scene.style", "Hard")
    sidebar.choose("Scene.effort_choice", "Quick")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: len(window.state()["puzzles"]) == 1, "there is a puzzle")
    sidebar.open_alone("Active Puzzle")
    wait_for(lambda: RESULT in window.drawn_items(), "the result is shown")
    assert "Difficulty should be Hard, but is Very Easy," in result_text(sidebar)
    assert not labels_cut_off(sidebar, "05-difficulty-missed", "Active Puzzle")
    sidebar.open_alone("Active Puzzle")
    assert filled_share(sidebar) < 0.03


def filled_share(sidebar: Sidebar) -> float:
    """Return how much of the bar beside its label is filled, as it is seen below the word in it."""
    sidebar.reader.learn([LABEL])
    picture = sidebar.window.still_picture()
    left, _, width, _ = sidebar.box()
    # Further below a sentence may begin with the same word.
    x, y = min(sidebar.reader.points(LABEL, picture, sidebar.box()), key=lambda point: point[1])
    red, _, blue = picture[round(y) + BELOW, round(x) : left + width - TABS].astype(int).T
    filled = blue > red + 40
    empty = np.maximum(red, blue) < 48
    assert (filled | empty).sum() > 100
    return float(filled.sum() / (filled | empty).sum())
