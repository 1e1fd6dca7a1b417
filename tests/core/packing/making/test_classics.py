# SPDX-License-Identifier: GPL-3.0-or-later
"""The classics have the pieces of the published puzzles, and their numbers of solutions."""

from __future__ import annotations

import pytest

from puzzle_cubes.common.options import values_of
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making.options import CLASSICS, PackingOptions
from tests.core.polycubes import known

PUBLISHED = {
    "megaron": known.MEGARON,
    "soma": known.SOMA,
    "diabolical": known.DIABOLICAL,
    "slothouber_graatsma": known.SLOTHOUBER_GRAATSMA,
    "conway": known.CONWAY,
    "bedlam": known.BEDLAM,
    "tetris": known.TETRIS,
}


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_has_the_published_pieces(name: str) -> None:
    puzzle, published = CLASSICS[name].puzzle, PUBLISHED[name].puzzle
    assert puzzle.goal == published.goal
    assert sorted((piece.shape.upright.cells, piece.least, piece.most) for piece in puzzle.pieces) == sorted(
        (piece.shape.upright.cells, piece.least, piece.most) for piece in published.pieces
    )
    assert [piece.name for piece in puzzle.pieces[:3]] == ["A", "B", "C"][: len(puzzle.pieces)]


@pytest.mark.parametrize("name", ["megaron", "soma", "diabolical", "slothouber_graatsma"])
def test_a_classic_is_made_with_its_solutions(name: str) -> None:
    values = values_of(PackingOptions(puzzle=name))
    assert finish(PACKING.in_steps(values)).found.counts == PUBLISHED[name].counts


def test_the_first_solution_of_a_large_classic_does_not_wait_for_the_others() -> None:
    answer = finish(PACKING.in_steps(values_of(PackingOptions(puzzle="bedlam", search="first")))).found
    assert len(answer.solutions) == 1
    assert not answer.is_complete
