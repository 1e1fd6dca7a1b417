# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle is played with the keys: a legal and an illegal move, a hint, and the whole solution."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from core.oskar.maze.space import Position
from core.oskar.play.game import Game
from tests.gui.puzzle_by_hand import KEYS, make_puzzle, move_between, puzzle_in, solution_keys
from tests.gui.sidebar import Sidebar
from tests.gui.user_preferences import switch
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

RUNNING = "PUZZLE_CUBES_OT_play"
PANEL = "PUZZLE_CUBES_PT_solution"
GAMES = "games.jsonl"
NOT_LOGGED = "The game was not logged"
PITCH = 8.0
ARROWS = {(0, 1): "Right", (0, -1): "Left", (1, 1): "Up", (1, -1): "Down", (2, 1): "Page_Up", (2, -1): "Page_Down"}
KEYS_SHOWN = "W S A D Q E, or arrows and Page Up/Down: Move"


def test_solved_with_the_keys(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 4, 4, 4)
    puzzle = puzzle_in(made)
    first, *others = puzzle.solution
    sidebar.reader.learn([KEYS_SHOWN])

    sidebar.press("puzzle_cubes.play")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    stopped = [direction for direction in KEYS if not Game(puzzle, first).move(direction)]
    screen.keys(KEYS[stopped[0]])
    window.settle()
    window.save_picture("05-play-stopped", still=False)
    assert keys_are_shown(sidebar)
    assert stands_at(window, first)

    before = window.still_picture()
    screen.keys("h")
    window.settle()
    assert not np.array_equal(window.still_picture(), before)
    window.save_picture("05-play-hint")

    for key, position in zip(solution_keys(puzzle), others, strict=True):
        screen.keys(key)
        wait_for(lambda: stands_at(window, position), f"the cross stands at {position}")  # noqa: B023  (waited for at once)
    window.save_picture("05-play-solved", still=False)
    screen.keys("Return")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    assert stands_at(window, puzzle.end)
    assert not keys_are_shown(sidebar)
    start, end = (np.array(state["parts"]["cross"]["location"]) for state in (made, window.puzzle()))
    assert np.allclose(end - start, PITCH * (np.array(puzzle.end) - first), atol=0.01)


def test_escape_puts_the_cross_back(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 3, 3, 3)
    puzzle = puzzle_in(made)
    sidebar.press("puzzle_cubes.play")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    open_ways = [direction for direction in KEYS if Game(puzzle, puzzle.start).move(direction)]
    screen.keys(KEYS[open_ways[0]])
    wait_for(lambda: window.puzzle()["oskar"]["cross_position"] != list(puzzle.start), "the cross has moved")
    screen.keys("Escape")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    assert stands_at(window, puzzle.start)
    assert window.puzzle()["parts"] == made["parts"]


def test_one_undo_takes_a_solved_game_back(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 3, 3, 3)
    puzzle = puzzle_in(made)
    sidebar.press("puzzle_cubes.play")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    screen.keys(*solution_keys(puzzle))
    wait_for(lambda: stands_at(window, puzzle.end), "the cross stands at the end")
    screen.keys("Return")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    solved = window.puzzle()["parts"]["cross"]["location"]
    assert solved != made["parts"]["cross"]["location"]
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == made, "one step of undo takes the whole game back")
    screen.keys("ctrl+shift+z")
    wait_for(lambda: stands_at(window, puzzle.end), "one step of redo brings it back")
    assert window.puzzle()["parts"]["cross"]["location"] == solved


def test_the_shortcut_and_the_other_keys(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    puzzle = puzzle_in(make_puzzle(sidebar, 4, 4, 4))
    start, first, second = puzzle.solution[:3]
    there, on = (ARROWS[move_between(*ends)] for ends in ((start, first), (first, second)))
    window.leave_buttons()
    screen.keys("ctrl+alt+p")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    walk = ((there, first), (on, second))
    for key, position in (*walk, ("BackSpace", first), ("r", start), *walk):
        screen.keys(key)
        wait_for(lambda: stands_at(window, position), f"{key} brings the cross to {position}")  # noqa: B023
    screen.keys("Return")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    screen.keys("ctrl+z")
    wait_for(lambda: stands_at(window, start), "one step of undo takes the whole game back")
    screen.keys("ctrl+shift+z")
    wait_for(lambda: stands_at(window, second), "one step of redo brings it back")


def test_games_are_logged_once_that_is_switched_on(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    puzzle = puzzle_in(make_puzzle(sidebar, 3, 3, 3))
    keys = solution_keys(puzzle)
    wall = next(key for direction, key in KEYS.items() if not Game(puzzle, puzzle.start).move(direction))
    play(sidebar, *keys, "Return")
    assert not list(user.rglob(GAMES))

    switch(sidebar, "Log Games")
    wait_for(lambda: "Games are logged to" in panel_texts(window), "the panel says where games are logged")
    window.save_picture("05-play-logged")
    # The cross is at the end, so this game begins at the start.
    play(sidebar, wall, "h", *keys, "BackSpace", "r", "Escape")
    play(sidebar, keys[0], "Return")
    (file,) = user.rglob(GAMES)
    assert file.parent.name == "games"
    solved, left = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    asked = [what for _, what, _ in solved["presses"]]
    assert [asked[:2][1], *asked[-2:]] == ["hint", "back", "restart"]
    assert [moved for _, _, moved in solved["presses"]] == [False, False, *[True] * len(keys), True, True]
    seconds = [second for second, _, _ in solved["presses"]]
    assert seconds[0] > 0
    assert seconds == sorted(seconds)
    assert seconds[-1] <= solved["seconds"]
    assert (solved["solved"], solved["ended"], solved["moves"]) == (True, "put back", len(keys))
    assert (solved["hints"], solved["taken_back"], solved["restarts"]) == (1, 1, 1)
    assert solved["puzzle"]["length"] == len(keys)
    assert (left["solved"], left["ended"], left["moves"]) == (False, "kept", 1)
    assert solved["began"] <= left["began"]

    file.unlink()
    file.parent.rmdir()
    file.parent.touch()
    sidebar.reader.learn([NOT_LOGGED])
    status_bar = window.ask("status_bar")
    play(sidebar, "Escape")
    wait_for(lambda: sidebar.reader.points(NOT_LOGGED, window.screen.picture(), status_bar), "that is reported")


def play(sidebar: Sidebar, *keys: str) -> None:
    """Play with some keys, of which the last ends the game."""
    window = sidebar.window
    sidebar.press("puzzle_cubes.play")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    window.screen.keys(*keys)
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")


def panel_texts(window: Window) -> str:
    """Return all that the panel of the game draws, one after the other."""
    return " ".join(text for text, _ in window.drawn_items().get(PANEL, []))


def stands_at(window: Window, position: Position) -> bool:
    """Report whether the cross of the puzzle is at a position."""
    return bool(window.puzzle()["oskar"]["cross_position"] == list(position))


def keys_are_shown(sidebar: Sidebar) -> bool:
    """Report whether the header of the 3D view shows the keys."""
    # Blender uses the lower one of the two headers for that, where both are shown.
    header = sidebar.window.ask("place", region_type="TOOL_HEADER")
    return bool(sidebar.reader.points(KEYS_SHOWN, sidebar.window.still_picture(), header))
