# SPDX-License-Identifier: GPL-3.0-or-later
"""Making a Packing Cube as a person does, and the game with its pieces."""

from __future__ import annotations

from typing import Any

from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.game import Game, Token, lying_from_text
from puzzle_cubes.polycubes.goal import letters
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

RUNNING = "PUZZLE_CUBES_OT_play_pieces"


def make_packing(sidebar: Sidebar, puzzle: str = "Megaron") -> Any:
    """Choose the kind and a puzzle, press Generate, and return the puzzle."""
    window = sidebar.window
    sidebar.choose("Scene.kind", "Packing Cube")
    wait_for(lambda: window.state()["settings"]["kind"] == "PACKING", "the kind is chosen")
    if puzzle != "Megaron":
        sidebar.choose("Scene.puzzle", puzzle)
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    window.settle()
    return window.puzzle()


def begin_to_play(sidebar: Sidebar) -> Game:
    """Press Play, and return the game as it is."""
    sidebar.press("puzzle_cubes.play_pieces")
    wait_for(lambda: RUNNING in sidebar.window.state()["running"], "the game runs")
    return game_in(sidebar.window)


def game_in(window: Window) -> Game:
    """Return the game of the puzzle as it is kept."""
    state = window.puzzle()
    puzzle = puzzle_from_json(state["puzzle"])
    tokens = [Token(name, number) for number, name in zip(range(len(puzzle.pieces)), letters(), strict=False)]
    return Game(puzzle, tokens, lying_from_text(state["packing"]["lying"]))
