# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces are drawn by mouse and keys, and exported, opened and counted; on the table all stands apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.burr.crossed import holes, sticks_of
from puzzle_cubes.packing.files.xmpuzzle import puzzle_from_xmpuzzle
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making.by_hand import GOAL, Hit, bodies_of, body_cells, with_box
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.polycubes.shape import extent
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_solution_apart
from tests.gui.debian import Debian
from tests.gui.pieces_by_hand import PiecesByHand, puzzle_in
from tests.gui.puzzle_by_hand import make_packing
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.test_first_hour import assert_all_in_view
from tests.gui.test_screens import THEME
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

BUTTONS = ((60, 0), (60, 20), (-10, 45))
"""Where from the word Goal the lines of the goal and of a piece are in the panel, and then the button of a new one."""

STICKS = "1 256 824 928 975 1024"

Mask = NDArray[np.uint8]


@pytest.mark.once
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


@pytest.mark.once
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


def masks_of(by_hand: PiecesByHand) -> dict[int, Mask]:
    """Return where the screen shows the box round each piece, and that round the goal."""
    window = by_hand.window
    masks = {}
    for body in bodies_of(by_hand.puzzle):
        low = np.array(by_hand.places[body])
        ends = low, low + extent(body_cells(by_hand.puzzle, body))
        corners = [
            window.ask(
                "seen_on_carrier", way=[float(Dimensions().cube * ends[bit][axis]) for axis, bit in enumerate(bits)]
            )
            for bits in product((0, 1), repeat=3)
        ]
        mask = np.zeros((window.screen.height, window.screen.width), dtype=np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(np.array(corners, dtype=np.int32)), (1.0,))
        masks[body] = mask
    return masks


def painted_on_screen(by_hand: PiecesByHand, name: str) -> list[tuple[slice, slice]]:
    """Return the rectangles that something has painted over the view, as rows and columns of the screen."""
    left, top, _, height = by_hand.window.ask("place", region_type="WINDOW")
    return [
        (slice(round(top + height - upper), round(top + height - low)), slice(round(left + begin), round(left + end)))
        for begin, low, end, upper in by_hand.window.ask("painted")[name]
    ]


def assert_apart(by_hand: PiecesByHand) -> None:
    """Look that nothing stands before anything else or under the sidebar; the board and the names lie on nothing."""
    masks = masks_of(by_hand)
    left, _, width, _ = by_hand.window.ask("free_view")
    assert not any(mask[:, left + width :].any() for mask in masks.values())
    together = np.zeros_like(masks[GOAL])
    for mask in masks.values():
        together += mask
    assert together.max() == 1
    board, *names = painted_on_screen(by_hand, "PiecesDrawing")
    assert len(names) == len(masks)
    for part in (board, *names):
        assert not together[part].any()
        together[part] += 1


@pytest.mark.wide
@pytest.mark.parametrize(
    ("theme", "scale"), [("Dark", 1.0), pytest.param("Dark", 1.5, marks=[pytest.mark.thorough, pytest.mark.once])]
)
def test_a_burr_is_drawn_in_a_local_view(
    start: Callable[..., AbstractContextManager[Window]], theme: str, scale: float
) -> None:
    with start("--python-expr", THEME.format(theme, scale)) as window:
        draw_a_burr(open_sidebar(window), f"50-{theme.lower()}-{scale:g}")


def draw_a_burr(sidebar: Sidebar, pictures: str) -> None:
    """Draw on a burr that is alone in a local view, and put all back."""
    window, screen = sidebar.window, sidebar.window.screen
    sidebar.choose("Scene.kind", "Burr")
    sidebar.type_into("Scene.sticks", STICKS)
    sidebar.generate()
    window.save_picture(f"{pictures}-burr")
    screen.keys("KP_Divide")
    wait_for(lambda: window.ask("local_view"), "the puzzle is alone in the view")
    window.settle()
    alone = window.ask("local_view")
    made, view = window.puzzle(), window.ask("view")
    assert len(alone) >= 6

    by_hand = PiecesByHand(sidebar)
    assert len(window.ask("local_view")) == 1
    window.save_picture(f"{pictures}-table", still=False)
    assert_apart(by_hand)
    # A cube less leaves a hole, and the number and the level are soon there.
    assert not by_hand.puzzle.goal.optional
    by_hand.remove(Hit(1, (2, 0, 0), (0, 0, 1)))
    drawn = by_hand.puzzle
    assert sticks_of(drawn) == [1, 512, 824, 928, 975, 1024]
    assert holes(drawn) == 1
    assert len(drawn.goal.filled) < len(drawn.goal.cells)
    window.settle()
    window.save_picture(f"{pictures}-table-hole", still=False)
    assert_apart(by_hand)
    # The upper layers of the goal are taken away, and a cell in its middle may stay empty or not.
    screen.keys("Tab", "Tab", "Tab", "Tab", "Tab")
    window.settle()
    screen.hold("ctrl")
    screen.scroll(*window.middle_of_view(), 3)
    screen.let_go("ctrl")
    screen.keys("Page_Up")
    by_hand.need(Hit(GOAL, (3, 3, 3), (0, 0, 1)))
    window.save_picture(f"{pictures}-table-cut", still=False)
    # The view follows what is new.
    for _ in range(4):
        by_hand.new_piece()
    window.settle()
    window.save_picture(f"{pictures}-table-more", still=False)
    assert_apart(by_hand)
    by_hand.leave("Escape")
    assert window.puzzle() == made
    assert window.ask("local_view") == alone
    assert window.ask("view") == view
    window.save_picture(f"{pictures}-back")
    # With a box around it all pieces lie elsewhere, and are seen there.
    screen.keys("KP_Divide")
    wait_for(lambda: not window.ask("local_view"), "all is seen")
    sidebar.press("puzzle_cubes.box_around")
    wait_for(lambda: len(window.puzzle()["parts"]) > len(made["parts"]), "there is a box around it")
    window.settle()
    window.save_picture(f"{pictures}-box-around")
    assert_all_in_view(window)
