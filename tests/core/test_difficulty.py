# SPDX-License-Identifier: GPL-3.0-or-later
"""The word for how hard a puzzle is follows its decisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from core.difficulty import difficulty
from core.generators import generate
from core.settings import Settings


@given(draw.floats(0, 2000), draw.floats(0, 2000))
def test_more_decisions_are_never_easier(one: float, other: float) -> None:
    fewer, more = sorted((one, other))
    assert 0 <= difficulty(fewer)[1] <= difficulty(more)[1] <= 1


@pytest.mark.parametrize(
    ("style", "size", "level"),
    [("serpentine", (6, 6, 6), "Very Easy"), ("classic", (3, 3, 3), "Easy"), ("hard", (5, 5, 5), "Hard")],
)
def test_known_styles(style: str, size: tuple[int, int, int], level: str) -> None:
    puzzle = generate(Settings(size=size, seed=1, style=style, effort=5000, start="best"))
    assert difficulty(puzzle.measures.bits)[0] == level


def test_the_scale_begins_at_zero_and_ends_at_one() -> None:
    assert difficulty(0.0) == ("Very Easy", 0.0)
    assert difficulty(1e6) == ("Extreme", 1.0)
