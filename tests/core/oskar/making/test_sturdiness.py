# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches that wish walls stiff find stiffer ones, and hardly easier or shorter puzzles."""

from __future__ import annotations

from statistics import mean

import pytest

from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.measures import PLAYERS, times_original, wasted_by_player
from tests.core.oskar.model.frame_of_beams import Bar, solved


def give(puzzle: Puzzle) -> float:
    """Return how far the weakest wall of a puzzle gives, by finite elements."""
    bar = Bar(3.0, 3.0, 2300.0)
    return max(max(map(max, solved(face, 5.0, 3.0, bar)[0].values())) for face in puzzle.faces)


def pairs(
    style: str, side: int, effort: int, start: str | tuple[int, int, int] = "auto"
) -> list[tuple[Puzzle, Puzzle]]:
    """Return what a search finds without the wish, and with it, for several seeds."""
    settings = [
        [
            settings_with(size=(side, side, side), seed=seed, style=style, effort=effort, start=start, sturdy=sturdy)
            for sturdy in (False, True)
        ]
        for seed in range(6)
    ]
    return [(generate(plain), generate(sturdy)) for plain, sturdy in settings]


def hardness(puzzle: Puzzle) -> float:
    """Return how many times as hard as the original cube a puzzle is."""
    wasted = wasted_by_player(puzzle.measures.expected_moves, puzzle.measures.length)
    assert wasted is not None
    return times_original(wasted, PLAYERS)


def test_hard_puzzles_become_stiffer_and_stay_hard() -> None:
    plain, sturdy = zip(*pairs("hard", 4, 1000), strict=True)
    assert mean(map(give, sturdy)) < 0.7 * mean(map(give, plain))
    assert mean(map(hardness, sturdy)) > 0.8 * mean(map(hardness, plain))


@pytest.mark.parametrize(("side", "start"), [(4, "best"), (3, (0, 0, 0))])
def test_of_longest_ways_the_stiffest_is_kept(side: int, start: str | tuple[int, int, int]) -> None:
    stiffer = 0
    for plain, sturdy in pairs("longest", side, 300, start):
        assert sturdy.measures.length >= plain.measures.length
        if sturdy.measures.length == plain.measures.length:
            assert give(sturdy) < 1.001 * give(plain)
            stiffer += give(sturdy) < 0.95 * give(plain)
    assert stiffer


def test_where_no_wall_stands_nothing_is_asked_of_walls() -> None:
    flat = generate(settings_with(size=(6, 1, 1), style="hard", effort=50, sturdy=True))
    assert flat.faces[0] == Face((6, 1), 0b11111, 0)
