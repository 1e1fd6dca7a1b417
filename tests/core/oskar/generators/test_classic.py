# SPDX-License-Identifier: GPL-3.0-or-later
"""The classic style makes ways as long as those of the original program."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance

import pytest

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Size

PUZZLES = 400

# Mean lengths over 1,000 puzzles, as published for the original program.
PUBLISHED = {
    ("first", (5, 5, 5)): 18.214,
    ("first", (10, 10, 2)): 19.56,
    ("first", (10, 2, 2)): 9.56,
    ("deepest", (5, 5, 5)): 29.985,
    ("deepest", (10, 10, 2)): 58.394,
    ("deepest", (10, 2, 2)): 11.3,
    ("first", (8, 8, 8)): 32.175,
    ("first", (10, 10, 10)): 41.839,
    ("deepest", (8, 8, 8)): 65.482,
    ("deepest", (10, 10, 10)): 91.522,
}
LARGE = [(8, 8, 8), (10, 10, 10)]


@pytest.mark.parametrize(
    ("end", "size"),
    [pytest.param(end, size, marks=pytest.mark.thorough if size in LARGE else ()) for end, size in PUBLISHED],
)
def test_mean_lengths_agree_with_the_published_ones(end: str, size: Size) -> None:
    lengths = [generate(Settings(size=size, seed=seed, end=end)).measures.length for seed in range(PUZZLES)]
    # The published mean is one of 1,000 puzzles and has an error of its own.
    standard_error = sqrt(variance(lengths) * (1 / PUZZLES + 1 / 1000))
    assert fmean(lengths) == pytest.approx(PUBLISHED[end, size], abs=4 * standard_error)
