# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle is played with the keys: a legal and an illegal move, a hint, and the whole solution."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzle_cubes.oskar.game import Game
from puzzle_cubes.oskar.making.puzzle import Puzzle, puzzle_code
from puzzle_cubes.oskar.maze.space import Position
from puzzle_cubes.oskar.model.box_and_cross import LOOKS
from puzzle_cubes.printing.picture import screen_color
from tests.gui.blender_by_hand import switch
from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import (
    ARROWS,
    keys_in_view,
    make_puzzle,
    move_between,
    puzzle_in,
    solution_keys,
)
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

PANEL = "PUZZLE_CUBES_PT_solution"
GAMES = "games.jsonl"
NOT_LOGGED = "The game was not logged"
PITCH = 8.0

RELEASED = Path(__file__).parents[1] / "blender" / "scene" / "released.blend"
"""What ``scripts/released_blend.py`` has made by version 0.3.0; one of its puzzles is being watched."""

WATCHED, HIDDEN = "Cube in One Piece", "The cross is hidden: show it to play."


def test_solved_with_the_keys(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 4, 4, 4)
    puzzle = puzzle_in(made)
    first, *onward = puzzle.solution

    sidebar.begin("play")
    window.settle()
    assert_maps_are_seen(window, puzzle)
    keys = keys_in_view(window)
    stopped = [key for direction, key in keys.items() if not Game(puzzle, first).move(direction)]
    screen.keys(stopped[0])
    window.settle()
    window.save_picture("05-play-stopped", still=False)
    assert window.runs("play")
    assert stands_at(window, first)

    before = window.still_picture()
    screen.keys("h")
    window.settle()
    assert not np.array_equal(window.still_picture(), before)
    window.save_picture("05-play-hint")

    for key, position in zip(solution_keys(puzzle, window), onward, strict=True):
        screen.keys(key)
        wait_for(lambda: stands_at(window, position), f"the cross stands at {position}")  # noqa: B023  (waited for at once)
    screen.keys("ctrl+c")
    result = wait_for(lambda: window.ask("clipboard"), "the result is copied")
    praise = f"solved in {len(onward)} moves, the fewest there are, in 0:"
    assert result.startswith(f"{made['name']}: {praise}")
    assert result.endswith(f". {puzzle_code(puzzle)}")
    window.save_picture("05-play-solved", still=False)
    window.leave("Return")
    assert stands_at(window, puzzle.end)
    start, end = (np.array(state["parts"]["cross"]["location"]) for state in (made, window.puzzle()))
    assert np.allclose(end - start, PITCH * (np.array(puzzle.end) - first), atol=0.01)


def assert_maps_are_seen(window: Window, puzzle: Puzzle) -> None:
    """Look that all walls of each face, and nothing else, are at the left of the view, in the color of its plates."""
    left, top, width, height = window.ask("free_view")
    picture = window.still_picture()[top : top + height, left : left + width // 3].astype(int)
    plates = reversed(LOOKS["classic"].plates)
    for face, color in zip(puzzle.faces, screen_color(np.array([plate.color[:3] for plate in plates])), strict=True):
        walls = np.pad(face.inflate(), 1, constant_values=1) == 1
        painted = (np.abs(picture - color) < 8).all(axis=-1)
        rows, columns = np.nonzero(painted)
        assert rows.size, "There is no map of a face."
        squares = [(np.arange(count) + 0.5) / count for count in walls.shape]
        right, up = columns.min() + squares[0] * np.ptp(columns), rows.max() - squares[1] * np.ptp(rows)
        assert np.array_equal(painted[np.ix_(np.rint(up).astype(int), np.rint(right).astype(int))].T, walls)


def test_an_arm_is_dragged_as_far_as_the_walls_let_it(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 4, 4, 4)
    puzzle = puzzle_in(made)
    before = window.ask("seen", part="cross", way=[0, 0, 0])
    sidebar.begin("play")
    # The walls are glass meanwhile, and the puzzle is seen from nearer.
    assert window.puzzle()["display"] == "GLASS"
    axis, step = move_between(*puzzle.solution[:2])
    free = Game(puzzle, puzzle.start)
    while free.move((axis, step)):
        pass
    # At the arm's end nothing else is near, and a whole box farther than it can go there is a wall.
    grip, way = [0.0] * 3, [0.0] * 3
    grip[axis] = step * made["parts"]["cross"]["extent"][axis] * 0.45
    way[axis] = grip[axis] + step * PITCH * (free.move_count + 0.8)
    window.drag_part("cross", grip, way)
    wait_for(lambda: stands_at(window, free.position), "the cross stands where a wall stops it")
    window.save_picture("05-play-dragged", still=False)
    window.leave()
    assert window.puzzle() == made
    assert window.ask("seen", part="cross", way=[0, 0, 0]) == pytest.approx(before, abs=0.5)


def test_puzzles_of_an_old_file_are_played(
    start: Callable[..., AbstractContextManager[Window]], debian: Debian
) -> None:
    file = shutil.copy(RELEASED, debian.folder)
    with start(debian.inside(Path(file))) as window:
        sidebar, screen = open_sidebar(window), window.screen

        def named(name: str) -> Any:
            return next(puzzle for puzzle in window.state()["puzzles"] if puzzle["name"] == name)

        # The bed of the kit is seen, but in no game with another puzzle.
        assert bed_pixels(window) > 100
        sidebar.begin("play_pieces")
        assert bed_pixels(window) == 0
        screen.keys("h", "h")
        window.leave("Return")
        assert named("Burr")["burr"]["lying"]

        # Box and cross of what is watched come back for the game, and so does what is watched after it.
        sidebar.open_alone("In This Scene")
        sidebar.reader.learn([WATCHED, HIDDEN])
        picture = window.still_picture()
        window.click(*sidebar.reader.points(WATCHED, picture, sidebar.box())[0])
        # Its box and cross are hidden: the active object is what shows the watching.
        wait_for(lambda: window.ask("active").startswith(WATCHED), "it is the active one")
        before = named(WATCHED)
        assert not before["parts"]["box"]["visible"]
        play(sidebar, "h", "Escape", picture="05-play-watched")
        assert named(WATCHED) == before

        # A cross that the user has hidden is no error of the game.
        window.expected.append(HIDDEN)
        sidebar.press("puzzle_cubes.remove_watch")
        wait_for(lambda: named(WATCHED)["parts"]["box"]["visible"], "nothing is watched")
        window.leave_buttons()
        screen.keys("h")
        wait_for(lambda: not named(WATCHED)["parts"]["cross"]["visible"], "it is hidden")
        sidebar.press("puzzle_cubes.watch")
        sidebar.press("puzzle_cubes.play")
        status_bar = window.ask("status_bar")
        wait_for(lambda: sidebar.reader.points(HIDDEN, screen.picture(), status_bar), "that is reported")
        # What is watched still hides the walls.
        window.leave_buttons()
        screen.keys("alt+h")
        window.settle()
        assert not named(WATCHED)["parts"]["box"]["visible"]


@pytest.mark.thorough
@pytest.mark.once
def test_the_shortcut_and_the_other_keys(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    puzzle = puzzle_in(make_puzzle(sidebar, 4, 4, 4))
    start, first, second = puzzle.solution[:3]
    arrows = keys_in_view(window, ARROWS)
    first_key, on = (arrows[move_between(*ends)] for ends in ((start, first), (first, second)))
    window.leave_buttons()
    screen.keys("ctrl+alt+p")
    window.wait_until_runs("play")
    walk = ((first_key, first), (on, second))
    for key, position in (*walk, ("BackSpace", first), ("r", start), *walk):
        screen.keys(key)
        wait_for(lambda: stands_at(window, position), f"{key} brings the cross to {position}")  # noqa: B023
    window.leave("Return")
    screen.keys("ctrl+z")
    wait_for(lambda: stands_at(window, start), "one step of undo takes the whole game back")
    screen.keys("ctrl+shift+z")
    wait_for(lambda: stands_at(window, second), "one step of redo brings it back")


@pytest.mark.thorough
@pytest.mark.wide
def test_games_are_logged_once_that_is_switched_on(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    puzzle = puzzle_in(make_puzzle(sidebar, 3, 3, 3))
    keys = solution_keys(puzzle, window)
    wall = next(
        key for direction, key in keys_in_view(window).items() if not Game(puzzle, puzzle.start).move(direction)
    )
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


def play(sidebar: Sidebar, *keys: str, picture: str = "") -> None:
    """Play with some keys, of which the last ends the game; keep a picture of how it begins where that has a name."""
    window = sidebar.window
    sidebar.begin("play")
    if picture:
        window.save_picture(picture)
    window.screen.keys(*keys)
    wait_for(lambda: not window.runs("play"), "the game has ended")


def bed_pixels(window: Window) -> int:
    """Return how many pixels of the 3D view are as light blue as the border of a bed."""
    left, top, width, height = window.ask("free_view")
    view = window.still_picture()[top : top + height, left : left + width].astype(int)
    return int((np.abs(view - (132, 178, 236)).max(axis=2) < 16).sum())


def panel_texts(window: Window) -> str:
    """Return all that the panel of the game draws, one after the other."""
    return " ".join(text for text, _ in window.drawn_items().get(PANEL, []))


def stands_at(window: Window, position: Position) -> bool:
    """Report whether the cross of the puzzle is at a position."""
    return bool(window.puzzle()["oskar"]["cross_position"] == list(position))
