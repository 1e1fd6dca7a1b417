# SPDX-License-Identifier: GPL-3.0-or-later
"""Animations: a solution and a turntable, where the cross is put, and a film of all solutions."""

from __future__ import annotations

import numpy as np
import pytest

from puzzle_cubes.oskar.maze.measures import turns_of
from puzzle_cubes.oskar.model.assembly import moves_in_words
from tests.gui.labels import labels_cut_off
from tests.gui.puzzle_by_hand import make_packing, make_puzzle, puzzle_in
from tests.gui.sidebar import Sidebar
from tests.gui.test_first_minute import share_of_color
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

PITCH = 8.0

WATCH_PANEL = "PUZZLE_CUBES_PT_watch"


def test_played_to_its_end(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 3, 3, 3)
    frames = window.state()["frames"]
    sidebar.press("puzzle_cubes.animate")
    wait_for(lambda: window.state()["frames"] != frames, "the scene ends with the animation")
    first, _, last = window.state()["frames"]
    wait_for(lambda: window.state()["playing"] and window.state()["frames"][1] > first + 3, "the animation is played")
    window.save_picture("06-animation", still=False)
    assert window.puzzle()["parts"]["cross"]["location"] != made["parts"]["cross"]["location"]
    window.leave_buttons()
    screen.keys("Escape")
    wait_for(lambda: not window.state()["playing"], "Escape stops the animation")
    screen.keys("shift+Right")
    wait_for(lambda: window.state()["frames"][1] == last, "the last frame is shown")
    window.save_picture("06-last-frame")
    puzzle = made["content"]
    start, end = (np.array(state["parts"]["cross"]["location"]) for state in (made, window.puzzle()))
    assert np.allclose(end - start, PITCH * np.subtract(puzzle["end"], puzzle["start"]), atol=0.01)


@pytest.mark.wide
def test_the_view_goes_to_the_turntable_and_back(sidebar: Sidebar) -> None:
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    ends = window.state()["frames"]
    window.settle()
    before = window.ask("view")
    assert before["perspective"] == "PERSP"
    sidebar.open_panel("Animation")
    sidebar.press("puzzle_cubes.add_turntable")
    wait_for(lambda: window.ask("view")["perspective"] == "CAMERA", "the view looks through the camera")
    wait_for(lambda: window.state()["playing"] and window.state()["frames"][1] > ends[0] + 3, "it circles at once")
    window.leave_buttons()
    window.stop_playing()
    window.settle()
    window.save_picture("06-turntable")
    left, top, width, height = window.ask("free_view")
    # The film has room for the cross however it moves, and the view for more than the film.
    assert share_of_color(window.still_picture()[top : top + height, left : left + width]) > 0.02
    sidebar.press("puzzle_cubes.remove_turntable")
    wait_for(lambda: window.ask("view")["perspective"] == "PERSP", "the view is the user's again")
    window.still_picture()
    after = window.ask("view")
    for name in ("location", "rotation", "distance"):
        assert after[name] == pytest.approx(before[name], abs=1e-4), name
    window.save_picture("06-turntable-removed")
    assert window.state()["frames"] == ends


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
    assert moved == pytest.approx(PITCH * np.subtract((2, 0, 1), made["content"]["start"]), abs=0.02)
    sidebar.type_into("Collection.free_place[1]", "7")
    wait_for(lambda: "Y is 7: the cells along Y are counted from 0 to 2." in sentence_shown(sidebar), "it is refused")
    window.save_picture("18-put-cross")


def sentence_shown(sidebar: Sidebar) -> str:
    """Return all that the panel draws, as one text."""
    return " ".join(text for text, _ in sidebar.window.drawn_items().get(WATCH_PANEL, []))


def test_a_film_of_all_solutions_plays_and_goes_again(sidebar: Sidebar) -> None:
    window, reader = sidebar.window, sidebar.reader
    made = make_packing(sidebar, "Diabolical")
    sidebar.open_alone("Solutions")
    window.settle()
    frames = window.state()["frames"]
    sidebar.press("puzzle_cubes.animate_solutions")
    wait_for(lambda: window.state()["playing"], "the film is played")
    assert window.state()["frames"] != frames
    window.stop_playing()
    labels = ["Film", "Seconds Each", "Animate"]
    reader.learn(labels)
    picture = window.still_picture()
    assert [label for label in labels if not reader.points(label, picture, sidebar.box())] == []
    window.save_picture("32-film")
    sidebar.press("puzzle_cubes.remove_assembly")
    wait_for(lambda: window.puzzle()["explode"] == made["explode"], "the parts lie where they did")
    assert window.state()["frames"] == frames
    window.save_picture("32-film-removed")
