# SPDX-License-Identifier: GPL-3.0-or-later
"""Making puzzles as a person does, the size of its box, the keys that move its cross, and games with pieces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from puzzle_cubes.common.playing import Direction, axes_in_view
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.space import Position
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json
from puzzle_cubes.packing.files.packing_json import puzzle_from_json as packing_from_json
from puzzle_cubes.packing.game import Game, Token, lying_from_text
from puzzle_cubes.polycubes.goal import letters
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

LETTERS = ("da", "ws", "eq")
"""The keys that move the cross to the right and the left, up and down, and away from the eye and nearer."""

ARROWS = (("Right", "Left"), ("Up", "Down"), ("Page_Up", "Page_Down"))
"""Other keys that do the same."""


def make_puzzle(sidebar: Sidebar, *size: int, seed: int = 7, style: str = "BACKTRACKER") -> Any:
    """Set a size, a seed and a style, at first one that is not searched for, press Generate, and return the puzzle."""
    sidebar.window.put("oskar", size=size, seed=seed, style=style)
    sidebar.generate()
    return sidebar.window.puzzle()


def box_extent(size: list[int], wall: float = 3.0) -> list[float]:
    """Return the size of a box in millimeters: passages of 5, walls, plates of 3.2 and start markers of 3."""
    return [round(5 * cells + wall * (cells - 1) + 2 * 3.2 + 3, 3) for cells in size]


def puzzle_in(made: Any) -> Puzzle:
    """Return the puzzle that is in the state of one."""
    return puzzle_from_json(made["puzzle"])


def keys_in_view(window: Window, keys: Sequence[Sequence[str]] = LETTERS) -> dict[Direction, str]:
    """Return the key that moves the cross in each direction, as the view is now."""
    return {
        (axis, step * sign): pair[sign < 0]
        for pair, (axis, step) in zip(keys, axes_in_view(window.ask("view_directions")), strict=True)
        for sign in (1, -1)
    }


def solution_keys(puzzle: Puzzle, window: Window) -> list[str]:
    """Return the keys that solve a puzzle, as the view is now."""
    keys = keys_in_view(window)
    return [keys[move_between(*ends)] for ends in pairwise(puzzle.solution)]


def move_between(here: Position, neighbor: Position) -> Direction:
    """Return the move from a position to the next one."""
    (direction,) = ((axis, neighbor[axis] - here[axis]) for axis in range(3) if neighbor[axis] != here[axis])
    return direction


def make_packing(sidebar: Sidebar, puzzle: str = "Megaron") -> Any:
    """Choose the kind and a puzzle, press Generate, and return the puzzle."""
    window = sidebar.window
    sidebar.choose("Scene.kind", "Packing Cube")
    wait_for(lambda: window.state()["settings"]["kind"] == "PACKING", "the kind is chosen")
    if puzzle != "Megaron":
        sidebar.choose("Scene.puzzle", puzzle)
    sidebar.generate()
    return window.puzzle()


def begin_to_play(sidebar: Sidebar) -> Game:
    """Press Play, and return the game as it is."""
    sidebar.begin("play_pieces")
    return game_in(sidebar.window)


def game_in(window: Window) -> Game:
    """Return the game of the puzzle as it is kept."""
    state = window.puzzle()
    puzzle = packing_from_json(state["puzzle"])
    tokens = [Token(name, number) for number, name in zip(range(len(puzzle.pieces)), letters(), strict=False)]
    return Game(puzzle, tokens, lying_from_text(state["packing"]["lying"]))
