# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls, letters and pictures are drawn by hand, and each click is a step of undo."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.oskar.game import square_boxes
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.by_hand import is_wall, lettered, pictured
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Square
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.gui.puzzle_by_hand import make_puzzle, puzzle_in
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

XZ = 1
LEAVE_FIRST = "Leave this first: Return keeps it, Esc puts it back."


def point_at(window: Window, puzzle: Puzzle, square: Square) -> None:
    """Move the pointer to the middle of a square on the front of the box, which the view shows."""
    ends = square_boxes(square, puzzle.size, Dimensions())[0]
    middle = ends.mean(axis=-1)
    middle[1] = ends[1, 0]
    window.screen.move(*window.ask("seen", part="box", way=middle.tolist(), origin=True))
    window.settle()


def fillable_cell(puzzle: Puzzle) -> tuple[int, int]:
    """Return the place on the front of a cell in a corner, which others need not pass, and which is no end's."""
    ends = {(2 * place[0], 2 * place[2]) for place in (puzzle.start, puzzle.end)}
    return next(place for place in ((0, 0), (6, 0), (0, 6), (6, 6)) if place not in ends)


def test_walls_are_drawn_undone_and_completed(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 4, 4, 4)
    before = puzzle_in(made)
    beside = sidebar.finder.button("bpy.ops.puzzle_cubes.generate")
    sidebar.begin("draw_walls")
    window.click(*beside)
    wait_for(lambda: window.ask("said") == LEAVE_FIRST, "a click on a button is told what comes first")
    window.save_picture("19-draw-click-beside", still=False)
    squares = [Square(XZ, place) for place in ((1, 2), (2, 3), (5, 4), (4, 1), (2, 5))]
    square = next(candidate for candidate in squares if is_wall(before, candidate))
    point_at(window, before, square)
    window.save_picture("19-draw-wall", still=False)
    screen.click()
    wait_for(lambda: not is_wall(puzzle_in(window.puzzle()), square), "the wall is taken out")
    drawn = window.puzzle()
    now = puzzle_in(drawn)
    assert now.flaws == ()
    assert now.solution
    grids = [puzzle.faces[XZ].inflate() for puzzle in (before, now)]
    assert np.count_nonzero(grids[0] != grids[1]) == 2
    screen.keys("ctrl+z")
    wait_for(lambda: puzzle_in(window.puzzle()) == before, "one step of undo takes it back")
    screen.keys("ctrl+z")
    wait_for(lambda: window.ask("said") == "There is nothing to undo.", "that was all")
    screen.keys("ctrl+shift+z")
    wait_for(lambda: puzzle_in(window.puzzle()) == now, "and one of redo brings it back")
    assert window.ask("said") == ""
    assert window.runs("draw_walls")
    cell = Square(XZ, fillable_cell(now))
    point_at(window, now, cell)
    window.save_picture("19-draw-cell", still=False)
    screen.click()
    wait_for(lambda: is_wall(puzzle_in(window.puzzle()), cell), "the cell is filled")
    now = puzzle_in(window.puzzle())
    assert now.flaws == ()
    screen.keys("c")
    wait_for(lambda: puzzle_in(window.puzzle()) not in (before, now), "the rest is completed")
    done = puzzle_in(window.puzzle())
    assert not is_wall(done, square)
    assert is_wall(done, cell)
    # The cross is never where its arm would have to go through what is filled.
    assert (done.flaws, done.measures.reachable) == ((), 60)
    window.save_picture("19-draw-completed", still=False)
    window.leave("Return")
    assert puzzle_in(window.puzzle()) == done


def test_initials_are_drawn_by_a_dialog(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    before = puzzle_in(make_puzzle(sidebar, 8, 3, 6))
    sidebar.open_panel("Draw")
    label = sidebar.ask("puzzle_cubes.draw_letters", "Letters")
    window.save_picture("19-draw-letters-asked", still=False)
    window.fill_in_dialog(label, "AB")
    wait_for(lambda: puzzle_in(window.puzzle()) != before, "the letters are drawn")
    expected, drawn = lettered(before, XZ, "AB")
    assert puzzle_in(window.puzzle()).faces == expected.faces
    # The rest becomes as hard as the panel asks, and the board says so.
    window.put("oskar", difficulty="VERY_EASY")
    sidebar.begin("draw_walls")
    window.save_picture("19-draw-very-easy", still=False)
    screen.keys("c")
    wait_for(lambda: puzzle_in(window.puzzle()).faces != expected.faces, "the rest is completed")
    window.leave("Return")
    window.save_picture("19-draw-letters")
    done = puzzle_in(window.puzzle())
    assert all(is_wall(done, square) for square in drawn)
    assert (done.flaws, done.measures.reachable) == ((), 8 * 3 * 6)
    assert "Very Easy" in OSKAR.brief(done)
    assert puzzle_of_code(code_of(OSKAR, done) or "", [OSKAR])[1] == done
    sidebar.press("puzzle_cubes.check")
    # What the check finds wrong would be a warning, which no window test lets pass.
    wait_for(lambda: window.puzzle()["checks"], "it is checked, and will print")


@pytest.mark.once
@pytest.mark.thorough
@pytest.mark.wide
def test_a_picture_is_chosen_and_drawn(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    before = puzzle_in(make_puzzle(sidebar, 8, 3, 6))
    grays = np.ones((8, 6))
    grays[2:5, 2:4] = 0.0
    # Rows of a file are from above to below, and each is from the left to the right.
    Image.fromarray(np.uint8(255 * grays.T[::-1])).save(user / "logo.png")
    sidebar.open_panel("Draw")
    sidebar.reader.learn(["logo.png", "Draw Picture"])
    sidebar.press("puzzle_cubes.draw_picture")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    sidebar.reader.click("logo.png")
    window.save_picture("30-picture-chosen")
    sidebar.reader.click("Draw Picture")
    wait_for(lambda: puzzle_in(window.puzzle()) != before, "the picture is drawn")
    expected, drawn = pictured(before, XZ, grays, solid=True)
    now = puzzle_in(window.puzzle())
    assert now.faces == expected.faces
    assert all(is_wall(now, square) == filled for square, filled in drawn.items())
    window.settle()
    window.save_picture("30-picture")
