# SPDX-License-Identifier: GPL-3.0-or-later
"""A designer's puzzle is drawn by mouse and keys, with what is known of it, exported, opened again and counted."""

from __future__ import annotations

import re

import pytest

from puzzle_cubes.packing.files.xmpuzzle import puzzle_from_xmpuzzle
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making.by_hand import GOAL, Hit, with_box
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_solution_apart
from tests.gui.debian import Debian
from tests.gui.packing_by_hand import make_packing
from tests.gui.pieces_by_hand import PiecesByHand, puzzle_in
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once


def test_a_classic_is_drawn_by_clicks_exported_and_opened_again(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    make_packing(sidebar, "Your Own")
    by_hand = PiecesByHand(sidebar)
    window.save_picture("31-draw-begun", still=False)
    pieces = CLASSICS["diabolical"].puzzle.pieces
    for number, piece in enumerate(pieces):
        by_hand.draw(by_hand.new_piece() if number else 0, piece.shape)
        if number == 3:
            by_hand.point(Hit(number, by_hand.puzzle.pieces[number].shape.cells[-1], (0, 0, 1)))
            window.save_picture("31-draw-halfway", still=False)
    print("clicks and keys:", by_hand.clicks)
    assert by_hand.clicks == sum(len(piece.shape.cells) for piece in pieces) - 1
    window.leave_buttons()
    window.save_picture("31-draw-done")
    by_hand.leave()
    wait_for(lambda: puzzle_in(window.puzzle()).found.is_complete, "all solutions are known")
    drawn = puzzle_in(window.puzzle())
    assert (drawn.found.counts.up_to_rotation, drawn.found.counts.up_to_reflection) == (26, 13)
    window.save_picture("31-drawn")

    sidebar.open_alone("Print")
    sidebar.press("puzzle_cubes.export_xmpuzzle")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    window.settle()
    window.save_picture("31-draw-export")
    window.screen.keys("Return")
    # Not by rglob: it trips over the folder that the export makes beside the file and takes away again.
    wait_for(lambda: [*debian.folder.glob("*/*.xmpuzzle")], "the file is written")
    (file,) = debian.folder.glob("*/*.xmpuzzle")
    read = puzzle_from_xmpuzzle(file.read_text(encoding="utf-8"))
    assert solve(read).counts == drawn.found.counts
    assert PACKING.canonical_form(read) == PACKING.canonical_form(CLASSICS["diabolical"].puzzle)


def test_a_box_is_drawn_around_typed_pieces_and_opened(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_packing(sidebar, "Your Own")
    by_hand = PiecesByHand(sidebar)
    # A row is pulled out of a cube, and one step of undo takes it back.
    by_hand.add_row(Hit(0, (0, 0, 0), (1, 0, 0)), 2)
    window.save_picture("31-draw-row", still=False)
    screen.keys("ctrl+z")
    wait_for(lambda: puzzle_in(window.puzzle()) == puzzle_in(made), "one step of undo takes the row back")
    screen.keys("ctrl+shift+z")
    wait_for(lambda: puzzle_in(window.puzzle()) == by_hand.puzzle, "and one of redo brings it back")
    by_hand.remove(Hit(0, (3, 0, 0), (1, 0, 0)))
    by_hand.need(Hit(GOAL, (2, 0, 2), (0, 0, 1)))
    window.save_picture("31-draw-optional", still=False)
    # What is left by Esc is as it was before, and one step of undo brings back what was drawn.
    drawn = by_hand.puzzle
    by_hand.leave("Escape")
    wait_for(lambda: puzzle_in(window.puzzle()) == puzzle_in(made), "Esc puts all back")
    screen.keys("ctrl+z")
    wait_for(lambda: puzzle_in(window.puzzle()) == drawn, "one step of undo brings it back")
    # What has no solution has no steps.
    sidebar.open_panel("Put Together")
    assert steps_shown(sidebar) == 0
    assert window.drawn_items()["PUZZLE_CUBES_PT_assembly"]

    # The goal and the pieces are typed.
    sidebar.open_panel("Pieces")
    for number, line in enumerate(("xxx|xxx|xxx", "xxx|x..", ".xx|xxx")):
        type_line(sidebar, number, line)
    by_hand = PiecesByHand(sidebar)
    assert [len(piece.shape.cells) for piece in by_hand.puzzle.pieces] == [4, 5]
    window.settle()
    window.save_picture("31-typed-lines")
    screen.keys("b")
    by_hand.expect(with_box(by_hand.puzzle), 2)
    box = 2
    for x in (1, 2, 3):
        for y in (3, 2, 1):
            by_hand.remove(Hit(box, (x, y, 2), (0, 0, 1)))
    window.leave_buttons()
    window.save_picture("31-draw-box")
    by_hand.leave()
    wait_for(lambda: puzzle_in(window.puzzle()).found.is_complete, "all solutions are known")
    boxed = puzzle_in(window.puzzle())
    assert boxed.found.counts.up_to_reflection == 1
    # It is its own box.
    assert not {"tray", "lid"} & window.puzzle()["parts"].keys()
    taken = take_solution_apart(boxed, boxed.found.solutions[0])
    assert taken is not None
    assert steps_shown(sidebar) > 1
    window.settle()
    window.save_picture("31-box-drawn")


def steps_shown(sidebar: Sidebar) -> int:
    """Return how many steps that put the puzzle together are listed."""
    shown = sidebar.window.drawn_items()["PUZZLE_CUBES_PT_assembly"]
    return sum(bool(re.match(r"\d+\. ", text)) for text, _ in shown)


BUTTONS = ((60, 0), (60, 20), (-10, 45))
"""Where from the word Goal the lines of the goal and of a piece are in the panel, and then the button of a new one."""


def type_line(sidebar: Sidebar, number: int, line: str) -> None:
    """Press the button with the line of the goal, of the first piece, or that of a new one, and type another."""
    window = sidebar.window
    before = window.puzzle()["puzzle"]
    sidebar.reader.learn(["Goal", "Line"])
    shown = window.still_picture()
    x, y = sidebar.reader.points("Goal", shown, sidebar.box())[0]
    button = (x + BUTTONS[number][0], y + BUTTONS[number][1])
    label = sidebar.reader.dialog_label("Line", lambda: window.click(*button))
    window.save_picture("31-line-asked", still=False)
    window.fill_in_dialog(label, line)
    wait_for(lambda: window.puzzle()["puzzle"] != before, f"{line} is taken")
    window.leave_buttons()
    window.settle()
