# SPDX-License-Identifier: GPL-3.0-or-later
"""The table on which pieces are drawn: all stands apart, names lie on nothing, inner cells are reached; Esc ends it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.burr.crossed import holes, sticks_of
from puzzle_cubes.packing.making.by_hand import GOAL, Hit, bodies_of, body_cells
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.polycubes.shape import extent
from tests.gui.pieces_by_hand import PiecesByHand
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.test_first_hour import assert_all_in_view
from tests.gui.test_themes import THEME
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

STICKS = "1 256 824 928 975 1024"

Mask = NDArray[np.uint8]


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
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    window.settle()
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
