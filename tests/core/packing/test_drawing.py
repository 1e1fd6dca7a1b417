# SPDX-License-Identifier: GPL-3.0-or-later
"""The knowledge of a puzzle while it is drawn grows in steps, and says why there is no solution."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.asking import Known, known_in_steps
from puzzle_cubes.packing.making.by_hand import empty_puzzle, with_box
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from tests.core.polycubes import known

BAR = Piece(known.shape("000 100 200"))
CUBE = Piece(known.shape("000"))


def test_a_classic_is_counted_and_comes_apart() -> None:
    steps: list[Known] = []
    last = finish(known_in_steps(CLASSICS["diabolical"].puzzle), steps.append)
    assert last.is_over
    assert len(last.placements) == 6
    assert (last.cells, last.solutions) == ("27 of 27 cells", "26 solutions, level 1")
    # Something is known at once.
    assert steps[0].cells == "27 of 27 cells"
    assert steps[0].solutions == ""


@pytest.mark.parametrize(
    ("pieces", "cells", "reason"),
    [
        (
            (replace(BAR, least=10, most=10),),
            "30 of 27",
            "The pieces have 30 cells at least, but the goal has 27 cells.",
        ),
        ((CUBE,), "1 of 27", "The pieces have 1 cell at most, but the goal has 27 cells."),
        (
            (replace(BAR, least=0, most=9), Piece(known.shape("000 100 200 300"))),
            "4 to 31 of 27",
            "Piece B fits nowhere.",
        ),
    ],
)
def test_what_makes_it_impossible_is_said(pieces: tuple[Piece, ...], cells: str, reason: str) -> None:
    last = finish(known_in_steps(PolycubePuzzle(pieces, Goal.box((3, 3, 3)))))
    assert (last.cells, last.reasons[0], last.solutions) == (f"{cells} cells", reason, "")


def test_what_hangs_in_parts_is_counted_all_the_same() -> None:
    last = finish(known_in_steps(PolycubePuzzle((CUBE, Piece(known.shape("000 200"))), Goal.box((3, 1, 1)))))
    assert last.reasons == ("Piece B hangs in 2 parts.",)
    assert last.solutions == "1 solution, level 1"


def test_what_only_a_search_shows_is_said_too() -> None:
    cross = Piece(known.shape("010 110 210 100 120"))
    last = finish(known_in_steps(PolycubePuzzle((cross, replace(CUBE, least=4, most=4)), Goal.box((3, 3, 1)))))
    assert last.solutions == "1 solution, level 1"
    last = finish(known_in_steps(PolycubePuzzle((cross, replace(BAR, least=1, most=1), CUBE), Goal.box((3, 3, 1)))))
    assert last.reasons[0].startswith("There is no solution: all 2 ways were tried.")


def test_pieces_in_a_closed_box_do_not_come_apart() -> None:
    boxed = with_box(PolycubePuzzle((BAR,), Goal.box((3, 1, 1)))).puzzle
    assert finish(known_in_steps(boxed)).solutions == "1 solution, none comes apart"


def test_what_is_too_large_is_left_to_a_search() -> None:
    last = finish(known_in_steps(empty_puzzle((15, 15, 15))))
    assert last.is_over
    assert last.solutions == ""
