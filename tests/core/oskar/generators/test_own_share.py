# SPDX-License-Identifier: GPL-3.0-or-later
"""Styles cut their mazes by their own algorithm: little is left for the completion that joins what is apart."""

from __future__ import annotations

from statistics import fmean
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.kind.making import growth_of
from puzzle_cubes.oskar.making.growing_faces import GrowthRecord
from puzzle_cubes.oskar.making.puzzle import Puzzle
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

FLOORS = MappingProxyType(
    {
        "aldous_broder": (0.95, 0.95, 0.8),
        "backtracker": (1.0, 1.0, 0.99),
        "binary_tree": (1.0, 1.0, 1.0),
        "classic": (0.98, 0.98, 0.95),
        "eller": (0.97, 0.97, 0.97),
        "growing_forest": (0.98, 0.98, 0.98),
        "growing_tree": (0.98, 0.98, 0.96),
        "hunt_and_kill": (0.97, 0.97, 0.96),
        "kruskal": (1.0, 1.0, 1.0),
        "prim": (0.98, 0.97, 0.93),
        "division": (1.0, 1.0, 1.0),
        "sidewinder": (0.98, 0.98, 0.98),
        "unicursal": (1.0, 1.0, 1.0),
        "wilson": (0.95, 0.95, 0.95),
    }
)
"""The least share of its passages that a style cuts itself, in the mean over some seeds, by SIDES."""

SIDES = (5, 10, 20)
OF_OTHERS = (0.9, 0.9, 0.9)
"""That of a style that is not among them."""

GROWING = [
    style
    for style in STYLES
    if attempts.draft_of(settings_with(style=style, size=(3, 3, 3), effort=1)).record is not None
]
"""What searches exchange passages, and what makes whole faces at once, do not grow."""


def test_no_style_has_forgotten_how_it_grew() -> None:
    assert set(FLOORS) <= set(GROWING)


@pytest.mark.thorough
@pytest.mark.parametrize("style", GROWING)
@pytest.mark.parametrize("number", range(len(SIDES)), ids=map(str, SIDES))
def test_passages_are_mostly_a_styles_own(style: str, number: int) -> None:
    side = SIDES[number]
    size = side, side, side
    records = [attempts.draft_of(settings_with(style=style, size=size, seed=seed)).record for seed in range(5)]
    assert (
        fmean(record.own_share(size) for record in records if record is not None)
        >= FLOORS.get(style, OF_OTHERS)[number]
    )


def cut_by(record: GrowthRecord, size: strategies.Triple) -> list[tuple[int, int, int, int]]:
    """Return all passages of a record, in their order."""
    passages = [*record.cut]
    for grown in record.grown(size):
        passages += [passage for passage in grown.cut if passage not in passages]
    return passages + record.joined


@pytest.mark.parametrize("style", GROWING)
@given(data=draw.data())
def test_a_record_holds_every_passage_once_and_only_legal_moves(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(5, [style]))
    draft = attempts.draft_of(settings)
    maze = reference.maze_of_faces(draft.faces)
    assert draft.record is not None
    squares: dict[tuple[int, int], list[tuple[int, int]]] = {axes: [] for axes in maze}
    for along, across, i, j in cut_by(draft.record, settings.size):
        if along < across:
            squares[along, across].append((2 * i + 1, 2 * j))
        else:
            squares[across, along].append((2 * j, 2 * i + 1))
    for axes, opened in maze.items():
        assert sorted(squares[axes]) == sorted(square for square in opened if square[0] % 2 or square[1] % 2)
    for grown in draft.record.grown(settings.size):
        before = list(grown.position)
        if grown.direction >= 0:
            before[grown.direction // 2] -= -1 if grown.direction % 2 else 1
            here = before[0], before[1], before[2]
            assert grown.position in reference.neighbors(maze, settings.size, here)


@given(strategies.puzzles(5))
def test_a_puzzle_is_seen_growing_as_it_was_made(puzzle: object) -> None:
    assert isinstance(puzzle, Puzzle)
    assert puzzle.settings is not None
    record = growth_of(puzzle)
    if puzzle.settings.style not in GROWING:
        assert record is None
        return
    assert record is not None
    x, y, z = puzzle.size
    assert len(cut_by(record, puzzle.size)) == x * y + x * z + y * z - 3
