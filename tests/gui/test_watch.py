# SPDX-License-Identifier: GPL-3.0-or-later
"""A growth and two ways to solve a puzzle are watched: played at once, scrubbed to both ends, and taken away again."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from puzzle_cubes.oskar.courses import watch
from puzzle_cubes.oskar.maze.measures import turns_of
from puzzle_cubes.oskar.model.assembly import moves_in_words
from tests.gui.labels import labels_cut_off
from tests.gui.puzzle_by_hand import make_puzzle, puzzle_in
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

PANEL = "PUZZLE_CUBES_PT_watch"
SECONDS = 4
COLORED = 60
"""How much the brightest and the darkest of a pixel's three colors differ in what is no ground, of 255."""


@pytest.mark.thorough
@pytest.mark.parametrize(("label", "name"), [("Growth", "growth"), ("Dead Ends", "filling"), ("Tremaux", "tremaux")])
def test_watched_to_its_end(sidebar: Sidebar, label: str, name: str) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    if name == "growth":
        # The style at first designs mazes, and grows none.
        sidebar.choose("Scene.style", "Wilson")
    made = make_puzzle(sidebar, 3, 3, 3)
    sidebar.open_alone("Solution")
    sidebar.click_title("Animation")
    sidebar.choose("Collection.watched", label)
    sidebar.type_into("Collection.watch_seconds", str(SECONDS))
    sidebar.press("puzzle_cubes.watch")
    watched = watch(name, puzzle_in(made), 1, from_end=False)
    wait_for(lambda: window.puzzle()["oskar"]["watch_line"], "there is something to watch")
    first, _, last = window.state()["frames"]
    assert last == first + (SECONDS + 1) * 24
    wait_for(lambda: window.state()["playing"] and window.state()["frames"][1] > first + 3, "it is played")
    assert not any(window.puzzle()["parts"][key]["visible"] for key in ("box", "cross"))
    window.save_picture(f"18-watch-{name}", still=False)
    window.stop_playing()
    amounts = []
    for key, frame, step in (("shift+Left", first, 0), ("shift+Right", last, watched.last)):
        screen.keys(key)
        wait_for(partial(shows, sidebar, frame, watched.sentence(step)), "the sentence says what is seen at the frame")
        window.leave_buttons()
        window.save_picture(f"18-watch-{name}-{step}")
        amounts.append(colored(sidebar))
    # Mazes grow, and marks do, where dead ends become fewer.
    assert abs(amounts[1] - amounts[0]) > 1000
    assert (amounts[1] > amounts[0]) == (name != "filling")
    assert labels_cut_off(sidebar, f"18-watch-{name}", "Solution") == []
    sidebar.press("puzzle_cubes.remove_watch")
    wait_for(lambda: not window.puzzle()["oskar"]["watch_line"], "nothing is watched any more")
    assert all(window.puzzle()["parts"][key]["visible"] for key in ("box", "cross"))
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle()["oskar"]["watch_line"], "undo brings it back in one step")


def test_the_cross_is_put_where_a_move_leads_and_where_it_is_typed(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    puzzle = puzzle_in(made)
    sidebar.open_alone("Solution")
    sidebar.click_title("Animation")
    move = f"3. {moves_in_words(puzzle)[2]}"
    sidebar.reader.learn([move])
    sidebar.reader.click(move)
    wait_for(lambda: window.puzzle()["oskar"]["cross_position"] == [*turns_of(puzzle.solution)[3]], "three are made")
    window.leave_buttons()
    window.save_picture("18-in-words")
    assert labels_cut_off(sidebar, "18-in-words", "Solution") == []
    sidebar.click_title("In Words")
    for axis, cell in enumerate((2, 0, 1)):
        sidebar.type_into(f"Collection.free_place[{axis}]", str(cell))
    sidebar.press("puzzle_cubes.put_cross")
    wait_for(lambda: window.puzzle()["oskar"]["cross_position"] == [2, 0, 1], "the cross is there")
    moved = np.subtract(window.puzzle()["parts"]["cross"]["location"], made["parts"]["cross"]["location"])
    assert moved == pytest.approx(8.0 * np.subtract((2, 0, 1), made["content"]["start"]), abs=0.02)
    sidebar.type_into("Collection.free_place[1]", "7")
    wait_for(lambda: "Y is 7: the cells along Y are counted from 0 to 2." in sentence_shown(sidebar), "it is refused")
    window.save_picture("18-put-cross")


def shows(sidebar: Sidebar, frame: int, sentence: str) -> bool:
    """Report whether a frame is shown, and the panel has a sentence on it."""
    return sidebar.window.state()["frames"][1] == frame and sentence in sentence_shown(sidebar)


def sentence_shown(sidebar: Sidebar) -> str:
    """Return all that the panel draws, as one text."""
    return " ".join(text for text, _ in sidebar.window.drawn_items().get(PANEL, []))


def colored(sidebar: Sidebar) -> int:
    """Return how many pixels of the 3D view are colored."""
    left, top, width, height = sidebar.window.ask("free_view")
    view = sidebar.window.still_picture()[top + 60 : top + height, left + 60 : left + width - 120].astype(int)
    return int((np.ptp(view[..., :3], axis=2) > COLORED).sum())
