# SPDX-License-Identifier: GPL-3.0-or-later
"""The word for how hard a puzzle is follows its decisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from core.oskar.generate import generate
from core.oskar.generators import settings_with
from core.oskar.maze.difficulty import difficulty


@given(draw.floats(0, 2000), draw.floats(0, 2000))
def test_more_decisions_are_never_easier(one: float, other: float) -> None:
    fewer, more = sorted((one, other))
    assert 0 <= difficulty(fewer)[1] <= difficulty(more)[1] <= 1


@pytest.mark.parametrize(
    ("style", "size", "level"),
    [("serpentine", (6, 6, 6), "Very Easy"), ("classic", (3, 3, 3), "Easy"), ("hard", (5, 5, 5), "Hard")],
)
def test_known_styles(style: str, size: tuple[int, int, int], level: str) -> None:
    puzzle = generate(settings_with(size=size, seed=1, style=style, effort=5000, start="best"))
    assert difficulty(puzzle.measures.bits)[0] == level


def test_the_scale_begins_at_zero_and_ends_at_one() -> None:
    assert difficulty(0.0) == ("Very Easy", 0.0)
    assert difficulty(1e6) == ("Extreme", 1.0)


@pytest.mark.parametrize("step", range(1, 256))
def test_between_its_ends_the_bar_grows_with_every_bit(step: int) -> None:
    assert difficulty(step - 1.0)[1] < difficulty(float(step))[1] < difficulty(step + 1.0)[1] <= 1.0


def test_twice_the_bits_are_about_as_much_more_of_the_bar_anywhere() -> None:
    # The bar shows logarithms: each level, which asks for twice as much, is as wide as the one before.
    widths = [difficulty(2 * bits)[1] - difficulty(bits)[1] for bits in (6.0, 12.0, 24.0, 48.0, 96.0)]
    assert max(widths) < 1.2 * min(widths)
    assert difficulty(256.0)[1] == 1.0
    assert difficulty(255.0)[1] < 1.0


@pytest.mark.parametrize(
    ("bits", "level"),
    [
        (5.99, "Very Easy"),
        (6.0, "Easy"),
        (11.99, "Easy"),
        (12.0, "Medium"),
        (23.99, "Medium"),
        (24.0, "Hard"),
        (47.99, "Hard"),
        (48.0, "Very Hard"),
        (95.99, "Very Hard"),
        (96.0, "Extreme"),
    ],
)
def test_a_level_begins_where_the_one_before_ends(bits: float, level: str) -> None:
    assert difficulty(bits)[0] == level
