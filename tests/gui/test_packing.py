# SPDX-License-Identifier: GPL-3.0-or-later
"""A Packing Cube is made, its solutions and placements are gone through, it is played with the keys, and exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.common.playing import Direction, axes_in_view
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.game import Game
from tests.gui.packing_by_hand import RUNNING, begin_to_play, game_in, make_packing
from tests.gui.puzzle_by_hand import keys_in_view
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

pytestmark = pytest.mark.once

SEARCHING = "PUZZLE_CUBES_OT_search_on"
YELLOW = (255, 199, 31)
"""The color in which a board says what was refused."""

TURN_KEYS = {"i": ((1, 1), (2, 1)), "l": ((2, -1), (0, 1)), "o": ((1, 1), (0, 1))}
"""Which direction of the view a key turns into which other one; 0 is to the right, 1 up, 2 away."""


def yellow_pixels(window: Window) -> int:
    """Return how many pixels of the 3D view are as yellow as what a board says."""
    left, top, width, height = window.ask("free_view")
    seen = window.screen.picture()[top : top + height, left : left + width]
    return int((np.abs(seen.astype(int) - YELLOW).max(axis=2) < 20).sum())


def test_solved_with_the_keys(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_packing(sidebar)
    game = begin_to_play(sidebar)
    window.settle()
    window.save_picture("16-packing-waiting", still=False)
    # The box that is to be filled is there as an outline.
    assert [name for name in window.ask("local_view") if name.endswith("Outline")]

    # A move and a turn, as the view shows them.
    keys = keys_in_view(window)
    axes = axes_in_view(window.ask("view_directions"))
    up: Direction = (2, 1)
    screen.keys(keys[up])
    assert game.move(up) == ""
    wait_for(lambda: game_in(window).lying == game.lying, "the piece has moved up")
    for key, ((begin, sign), (end, step)) in TURN_KEYS.items():
        refused = game.turn((axes[begin][0], sign * axes[begin][1]), (axes[end][0], step * axes[end][1]))
        assert not refused
        screen.keys(key)
        wait_for(lambda: game_in(window).lying == game.lying, f"{key} has turned the piece")
    window.save_picture("16-packing-turned", still=False)
    screen.keys("r")
    game.restart()
    wait_for(lambda: game_in(window).lying == game.lying, "all pieces wait again")

    # One is lifted into the box, and another one is stopped by it.
    screen.keys("space", "Tab", "space")
    assert game.hop() == ""
    game.choose(1)
    game.hop()
    wait_for(lambda: game_in(window).lying == game.lying, "two pieces were lifted")
    screen.keys("shift+Tab")
    game.choose(-1)
    blocked = next((way for way in keys if "in the way" in Game(game.puzzle, game.tokens, game.lying).move(way)), None)
    if blocked is not None:
        assert yellow_pixels(window) < 50
        screen.keys(keys[blocked])
        # It is said for some seconds.
        wait_for(lambda: yellow_pixels(window) > 50, "the board says what is in the way")
        window.save_picture("16-packing-stopped", still=False)
        assert game_in(window).lying == game.lying
    screen.keys("BackSpace")
    assert game.take_back()
    wait_for(lambda: game_in(window).lying == game.lying, "the last move was taken back")
    screen.keys("r")
    game.restart()

    for number in range(6):
        screen.keys("Tab", "h")
        if number == 3:
            window.settle()
            window.save_picture("16-packing-hint", still=False)
        screen.keys("h")
        wait_for(lambda: len(game_in(window).placed) == number + 1, "one piece more is in the box")  # noqa: B023
    assert game_in(window).is_solved
    window.settle()
    window.save_picture("16-packing-solved", still=False)
    screen.keys("Return")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    assert "Info: Solved in 6 moves" in window.console()
    parts = window.puzzle()["parts"]
    together = np.array([part["location"] for key, part in parts.items() if key.startswith("piece")])
    assert np.abs(together[:, :2]).max() < 22.5

    # This one has a tray; what is made from a shape lies in none, in what is listed and in what is seen.
    assert {"tray", "lid"} <= parts.keys()
    sidebar.choose("Scene.puzzle", "From a Shape")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: len(window.state()["puzzles"]) == 2, "there is another one")
    window.settle()
    window.save_picture("16-packing-from-a-shape", still=False)
    made = window.state()["puzzles"][-1]
    assert sorted(made["parts"]) == [f"piece_{letter}" for letter in "abcdefgh"]


def purple(window: Window) -> NDArray[np.bool_]:
    """Return where the free part of the view has the color of the sixth piece, which it alone has."""
    left, top, width, height = window.ask("free_view")
    shown = window.still_picture()[top : top + height, left : left + width].astype(int)
    red, green, blue = np.moveaxis(shown, 2, 0)
    is_purple: NDArray[np.bool_] = (blue > red + 15) & (red > green + 25) & (green < 90)
    return is_purple


@pytest.mark.thorough
def test_a_click_chooses_a_piece(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_packing(sidebar)
    begin_to_play(sidebar)
    window.settle()
    left, top, _, _ = window.ask("free_view")
    rows, columns = np.nonzero(purple(window))
    window.click(left + float(np.median(columns)), top + float(np.median(rows)))
    screen.keys("space")
    wait_for(lambda: game_in(window).placed == [5], "the piece that was clicked is in the box")
    screen.keys("BackSpace")
    wait_for(lambda: not game_in(window).placed, "the piece is out of the box again")
    window.settle()
    lying = game_in(window).lying
    rows, columns = np.nonzero(purple(window))
    screen.move(left + float(np.median(columns)), top + float(np.median(rows)))
    window.settle()
    screen.press()
    screen.drag_on(0, 260)
    window.settle()
    screen.release()
    wait_for(lambda: game_in(window).lying[5].place != lying[5].place, "the piece follows the mouse")
    window.save_picture("16-packing-dragged", still=False)
    assert [piece for piece in range(len(lying)) if game_in(window).lying[piece] != lying[piece]] == [5]
    screen.keys("Escape")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")
    # Nothing of the game is left.
    before, after = (
        (state["parts"], state["packing"]["view"], state["packing"]["lying"]) for state in (made, window.puzzle())
    )
    assert after == before


@pytest.mark.thorough
def test_solutions_layers_and_placements_are_gone_through(sidebar: Sidebar) -> None:
    window = sidebar.window
    make_packing(sidebar, "Diabolical")
    sidebar.open_alone("Solutions")
    seen = set()
    for number in ("2", "26"):
        sidebar.type_into("Collection.solution", number)
        wait_for(lambda: window.puzzle()["packing"]["solution"] == int(number), "it is shown")  # noqa: B023
        window.settle()
        window.save_picture(f"16-packing-solution-{number}")
        seen.add(str([part["location"] for part in window.puzzle()["parts"].values()]))
    assert len(seen) == 2
    for label, name in (("Layers", "LAYERS"), ("Places", "PLACES"), ("Game", "GAME")):
        sidebar.reader.learn([label])
        sidebar.reader.click(label)
        window.leave_buttons()
        wait_for(lambda: window.puzzle()["packing"]["view"] == name, f"{label} are seen")  # noqa: B023
        if name == "LAYERS":
            sidebar.type_into("Collection.layers", "2")
        if name == "PLACES":
            sidebar.type_into("Collection.piece", "3")
            sidebar.type_into("Collection.placement", "40")
            parts = window.puzzle()["parts"]
            assert [key for key, part in parts.items() if part["visible"]] == ["piece_c"]
        window.settle()
        window.save_picture(f"16-packing-{label.lower()}")


def files_in(folder: Path) -> set[str]:
    """Return the names of the files in a folder; none while they are being written."""
    names = {file.name for file in folder.iterdir()} if folder.is_dir() else set()
    return set() if [name for name in names if name.startswith(".puzzle_cubes")] else names


@pytest.mark.thorough
def test_the_pieces_are_there_at_once_and_solutions_are_counted_behind(sidebar: Sidebar) -> None:
    window = sidebar.window
    window.expected.append("kept the best so far")
    made = make_packing(sidebar, "Bedlam")
    wait_for(lambda: SEARCHING in window.state()["running"], "solutions are counted behind")
    window.settle()
    window.save_picture("16-packing-counting", still=False)
    assert len([name for name, part in made["parts"].items() if part["visible"] and name.startswith("piece_")]) == 13
    known = solutions_of(made)
    share = window.ask("search_share")
    wait_for(lambda: window.ask("search_share") > share, "the search goes on")
    window.screen.keys("Escape")
    wait_for(lambda: SEARCHING not in window.state()["running"], "the search has stopped")
    counted = window.puzzle()
    assert solutions_of(counted) > known
    assert counted["parts"] == made["parts"]
    window.screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == made, "one step of undo takes back what was counted")
    window.screen.keys("ctrl+z")
    wait_for(lambda: not window.state()["puzzles"], "and one the pieces")


def solutions_of(state: Any) -> int:
    """Return how many solutions of a puzzle are known."""
    return len(puzzle_from_json(state["puzzle"]).found.solutions)
