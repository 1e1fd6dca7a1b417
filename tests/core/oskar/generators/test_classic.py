# SPDX-License-Identifier: GPL-3.0-or-later
"""The classic style makes the same kind of puzzles as the plain reference and as the original program."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, variance

import pytest

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from tests.core.oskar import reference

PUZZLES = 400
SIZES = ((5, 5, 5), (10, 10, 2))

# Mean lengths over 1,000 puzzles, as published for the original program.
PUBLISHED = {
    ("first", (5, 5, 5)): 18.214,
    ("first", (10, 10, 2)): 19.56,
    ("first", (10, 2, 2)): 9.56,
    ("deepest", (5, 5, 5)): 29.985,
    ("deepest", (10, 10, 2)): 58.394,
    ("deepest", (10, 2, 2)): 11.3,
}
PUBLISHED_OF_LARGE = {
    ("first", (8, 8, 8)): 32.175,
    ("first", (10, 10, 10)): 41.839,
    ("deepest", (8, 8, 8)): 65.482,
    ("deepest", (10, 10, 10)): 91.522,
}


@cache
def sample(size: reference.Triple, end: str) -> dict[str, list[int]]:
    """Return lengths and reachable positions of generated puzzles."""
    measures = [generate(Settings(size=size, seed=seed, end=end)).measures for seed in range(PUZZLES)]
    return {
        "length": [each.length for each in measures],
        "straight moves": [each.straight_moves for each in measures],
        "reachable": [each.reachable for each in measures],
    }


def reference_sample(size: reference.Triple) -> dict[str, dict[str, list[int]]]:
    """Return the same of puzzles that the plain reference grew, for both ends."""
    sample: dict[str, dict[str, list[int]]] = {
        end: {"length": [], "straight moves": [], "reachable": []} for end in ("first", "deepest")
    }
    for seed in range(PUZZLES):
        growth = reference.grow_classic(size, Random(10_000 + seed))
        moves = reference.distances(growth.maze, size, growth.start)
        for end, position in (("first", growth.first_leaf), ("deepest", growth.deepest_leaf)):
            path = way_back(growth.maze, size, moves, position)
            sample[end]["length"].append(moves[position])
            sample[end]["straight moves"].append(reference.count_straight_moves(path))
            sample[end]["reachable"].append(len(moves))
    return sample


def way_back(
    maze: reference.Maze, size: reference.Triple, moves: dict[reference.Triple, int], end: reference.Triple
) -> list[reference.Triple]:
    """Return a shortest path from an end back to the start."""
    path = [end]
    while moves[path[-1]]:
        nearer = moves[path[-1]] - 1
        path.append(
            next(neighbor for neighbor in reference.neighbors(maze, size, path[-1]) if moves[neighbor] == nearer)
        )
    return path


@pytest.mark.parametrize("size", SIZES)
def test_means_agree_with_the_plain_reference(size: reference.Triple) -> None:
    for end, measured in reference_sample(size).items():
        for measure, plain in measured.items():
            sampled = sample(size, end)[measure]
            standard_error = sqrt((variance(sampled) + variance(plain)) / PUZZLES)
            assert fmean(sampled) == pytest.approx(fmean(plain), abs=4 * standard_error), (end, measure)
    assert fmean(sample(size, "first")["length"]) < fmean(sample(size, "deepest")["length"])


def check_with_published_mean(end: str, size: reference.Triple, published: float) -> None:
    lengths = sample(size, end)["length"]
    # The published mean is one of 1,000 puzzles and has an error of its own.
    standard_error = sqrt(variance(lengths) * (1 / PUZZLES + 1 / 1000))
    assert fmean(lengths) == pytest.approx(published, abs=4 * standard_error)


@pytest.mark.parametrize(("end", "size"), PUBLISHED)
def test_mean_lengths_agree_with_the_published_ones(end: str, size: reference.Triple) -> None:
    check_with_published_mean(end, size, PUBLISHED[end, size])


@pytest.mark.thorough
@pytest.mark.parametrize(("end", "size"), PUBLISHED_OF_LARGE)
def test_mean_lengths_in_large_cubes_agree_with_the_published_ones(end: str, size: reference.Triple) -> None:
    check_with_published_mean(end, size, PUBLISHED_OF_LARGE[end, size])
