# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle is played with the keys: a legal and an illegal move, a hint, and the whole solution."""

from __future__ import annotations

import numpy as np

from core.game import Direction, Game
from core.puzzle_file import puzzle_from_json
from tests.gui.making import make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.waiting import wait_for

RUNNING = "OSKARS_CUBE_OT_play"
KEYS: dict[Direction, str] = {(0, 1): "d", (0, -1): "a", (1, 1): "w", (1, -1): "s", (2, 1): "e", (2, -1): "q"}
PITCH = 8.0


def test_solved_with_the_keys(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 4, 4, 4)
    puzzle = puzzle_from_json(made["puzzle_json"], ("classic",))
    first, *others = puzzle.solution

    def stands_at(position: tuple[int, int, int]) -> bool:
        return bool(window.puzzle()["cross_position"] == list(position))

    sidebar.press("oskars_cube.play")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    stopped = [direction for direction in KEYS if not Game(puzzle, first).move(direction)]
    screen.keys(KEYS[stopped[0]])
    window.save_picture("05-play-stopped", still=False)
    assert stands_at(first)

    before = window.still_picture()
    screen.keys("h")
    window.settle()
    assert not np.array_equal(window.still_picture(), before)
    window.save_picture("05-play-hint")

    position = first
    for following in others:
        axis = next(axis for axis in range(3) if following[axis] != position[axis])
        screen.keys(KEYS[axis, following[axis] - position[axis]])
        position = following
        wait_for(lambda: stands_at(position), f"the cross stands at {position}")  # noqa: B023  (waited for at once)
    window.save_picture("05-play-solved", still=False)
    screen.keys("Return")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    assert stands_at(puzzle.end)
    start, end = (np.array(state["parts"]["cross"]["location"]) for state in (made, window.puzzle()))
    assert np.allclose(end - start, PITCH * (np.array(puzzle.end) - first), atol=0.01)


def test_escape_puts_the_cross_back(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 3, 3, 3)
    puzzle = puzzle_from_json(made["puzzle_json"], ("classic",))
    sidebar.press("oskars_cube.play")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    open_ways = [direction for direction in KEYS if Game(puzzle, puzzle.start).move(direction)]
    screen.keys(KEYS[open_ways[0]])
    wait_for(lambda: window.puzzle()["cross_position"] != list(puzzle.start), "the cross has moved")
    screen.keys("Escape")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    assert window.puzzle()["parts"] == made["parts"]
