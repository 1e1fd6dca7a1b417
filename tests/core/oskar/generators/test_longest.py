# SPDX-License-Identifier: GPL-3.0-or-later
"""The style longest: through all positions in every box, less and less regular, and far from any start."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import generate, generate_in_steps
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import EFFORTS, Settings
from puzzle_cubes.oskar.maze.faces import Size
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts


def mirrored_shares(puzzle: Puzzle) -> list[float]:
    """Return for each axis the share of the passages that have a mirror image in the other half."""
    maze = reference.maze_of(puzzle)
    shares = []
    for axis in range(3):
        same = every = 0
        for axes in reference.FACES.values():
            if axis in axes:
                place, cells = axes.index(axis), puzzle.size[axis]
                passages = {square for square in maze[axes] if sum(square) % 2}
                mirrored = {(2 * (cells - 1) - i, j) if place == 0 else (i, 2 * (cells - 1) - j) for i, j in passages}
                same += len(passages & mirrored)
                every += len(passages)
        shares.append(same / every)
    return shares


@given(strategies.sizes(8), draw.integers(0, 2**31), draw.integers(1, 400))
def test_every_position_lies_on_the_way_however_short_the_search(size: Size, seed: int, effort: int) -> None:
    puzzle = generate(settings_with(size=size, style="longest", seed=seed, effort=effort))
    maze = reference.maze_of(puzzle)
    assert reference.distances(maze, size, puzzle.start)[puzzle.end] == prod(size) - 1
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], size[first], size[second])


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(6, 6, 6), (8, 8, 8), (7, 7, 7), (4, 6, 8)])
def test_the_way_winds(size: Size) -> None:
    shares = []
    for seed in range(5):
        puzzle = generate(settings_with(size=size, style="longest", seed=seed))
        assert puzzle.measures.length == prod(size) - 1
        shares.append(puzzle.measures.straight_moves / puzzle.measures.length)
    assert median(shares) >= 0.5


@pytest.mark.thorough
def test_the_look_of_mirrored_copies_goes_as_the_search_goes_on() -> None:
    settings = settings_with(size=(10, 10, 10), style="longest", seed=2, effort=40_000)
    reported, puzzle = attempts.run(settings)
    bests = list(dict.fromkeys(progress.best for progress in reported if isinstance(progress.best, Puzzle)))
    assert all(best.measures.length == 999 for best in bests)
    assert isinstance(puzzle, Puzzle)
    # The one mirror is one that ways through all positions mostly have.
    assert sorted(mirrored_shares(puzzle))[1] < 0.9
    regular = generate(replace(settings, of_styles=(*settings.of_styles, ("irregular", False))))
    assert regular.measures.length == 999
    assert regular.faces in [best.faces for best in bests]
    assert min(mirrored_shares(regular)) > 0.95


@pytest.mark.thorough
def test_ways_without_any_mirror_are_looked_for() -> None:
    puzzles = [generate(settings_with(size=(6, 6, 6), style="longest", seed=seed)) for seed in range(5)]
    assert all(max(mirrored_shares(puzzle)) < 1 for puzzle in puzzles)


@pytest.mark.parametrize("size", [(2, 1, 1), (2, 2, 2), (3, 3, 3), (1, 4, 5)])
def test_it_stops_where_nothing_better_can_be(size: Size) -> None:
    steps = generate_in_steps(settings_with(size=size, style="longest", effort=100_000_000))
    for count, _ in enumerate(steps):
        assert count < 3000


@pytest.mark.thorough
def test_a_start_of_the_users_own() -> None:
    for start in ((2, 2, 4), (0, 0, 0), (1, 2, 3)):
        puzzle = generate(settings_with(size=(5, 5, 5), style="longest", start=start, effort=EFFORTS["quick"]))
        assert puzzle.start == start
        maze = reference.maze_of(puzzle)
        assert (
            reference.distances(maze, puzzle.size, start)[puzzle.end]
            == puzzle.measures.length
            >= (124 if start[2] == 4 else 105)
        )
    # Its color has one position less than the other has, so that one of these is left out.
    odd = generate(settings_with(size=(3, 3, 3), style="longest", start=(1, 0, 0), effort=EFFORTS["quick"]))
    assert 22 <= odd.measures.length <= 25


@pytest.mark.thorough
def test_with_a_start_of_the_users_own_a_wish_is_worth_some_moves() -> None:
    plain = settings_with(size=(7, 7, 7), style="longest", start=(3, 3, 2), effort=1500)
    corners = {
        settings: [offered(replace(settings, seed=seed)).measures.corners for seed in range(6)]
        for settings in (plain, replace(plain, all_corners=True))
    }
    ours, without = corners[replace(plain, all_corners=True)], corners[plain]
    assert all(with_wish >= without_wish for with_wish, without_wish in zip(ours, without, strict=True))
    assert min(ours) == 8


def offered(settings: Settings) -> Puzzle:
    """Return the puzzle that a search offers, whether it meets the wishes or not."""
    _, outcome = attempts.run(settings)
    if isinstance(outcome, NotFoundError):
        assert isinstance(outcome.best, Puzzle)
        return outcome.best
    return outcome
