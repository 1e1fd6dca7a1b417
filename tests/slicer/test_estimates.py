# SPDX-License-Identifier: GPL-3.0-or-later
"""The check's estimate of a print is near what PrusaSlicer says of the files with an ordinary profile."""

from __future__ import annotations

import pytest

from tests.slicer.estimates import CASES, PENTOMINOES, puzzle_of, sliced
from tests.slicer.exports import some_of

NEAR = 0.15
"""By how much the estimate may differ, as a share: profiles and printers differ by more."""


@pytest.mark.parametrize(
    "case",
    some_of(
        {case: case for case in (*CASES, PENTOMINOES)}, "kit 3x3x3", "kit 5x5x5, pocket", "one piece 3x3x3", "Soma"
    ),
)
def test_grams_and_minutes_are_near_those_of_a_slicer(case: str) -> None:
    puzzle = puzzle_of(case)
    by_slicer = sliced(puzzle)
    assert puzzle.estimate.grams == pytest.approx(by_slicer.grams, rel=NEAR)
    assert puzzle.estimate.minutes == pytest.approx(by_slicer.minutes, rel=NEAR)
    report = puzzle.check()
    assert (report.cost.grams, report.cost.minutes) == (puzzle.estimate.grams, puzzle.estimate.minutes)
