# SPDX-License-Identifier: GPL-3.0-or-later
"""A search finds the same, in the same order, wherever it is divided or left, and however short its tables are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes import search as cover
from puzzle_cubes.polycubes.board import Board
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.search import Cover, Search
from puzzle_cubes.polycubes.solver import Branches
from tests.core.polycubes import known
from tests.core.polycubes.strategies import colored_puzzles, puzzles

CUBE, DOMINO = (known.shape(cells) for cells in ("000", "000 100"))


def found_by(search: Search) -> list[tuple[int, ...]]:
    """Return all that a search finds to its end."""
    solutions: list[tuple[int, ...]] = []
    while not search.is_done:
        solutions += search.go_on(50, 50)
    return solutions


@given(puzzles(), draw.integers(1, 3))
def test_a_divided_search_finds_the_same(puzzle: PolycubePuzzle, depth: int) -> None:
    board = Board(puzzle.pieces, puzzle.goal)
    tables = Cover(board, range(len(board.masks)))
    paths: list[tuple[int, ...]] = [()]
    for _ in range(depth):
        paths = [path for start in paths for path in Search(tables, start).following or [start]]
    parts = [solution for path in paths for solution in found_by(Search(tables, path, only_below=True))]
    assert parts == found_by(Search(tables))


def test_a_search_turns_off_to_all_that_covers_the_narrowest_cell() -> None:
    board = Board((Piece(CUBE), Piece(DOMINO)), Goal.box((3, 1, 1)))
    tables = Cover(board, range(len(board.masks)))
    # A cell at an end is covered by the cube or by the domino.
    both = Search(tables).following
    assert len(both) == 2
    # Then one piece is left, and then all is covered.
    ends = [Search(tables, Search(tables, path).following[0]) for path in both]
    assert [len(Search(tables, path).following) for path in both] == [1, 1]
    assert [end.following for end in ends] == [[], []]


def way_of_a_search(puzzle: PolycubePuzzle, worth_shortening: int, nodes: int, most: int) -> list[tuple[object, ...]]:
    """Return what is known of a search each time that it is left; tables may be shortened from some placements on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cover, "WORTH_SHORTENING", worth_shortening)
        board = Board(puzzle.pieces, puzzle.goal, puzzle.colors)
        search = Search(Cover(board, range(len(board.masks))))
        way: list[tuple[object, ...]] = []
        while not search.is_done:
            solutions = search.go_on(nodes, most)
            # Once it is done there is no node that is next.
            ahead = () if search.is_done else (search.path, search.waiting, search.following)
            way.append((solutions, search.nodes, search.deepest, *ahead))
    return way


@given(puzzles() | colored_puzzles(), draw.integers(1, 9), draw.integers(1, 3))
def test_with_shorter_tables_a_search_goes_the_same_way(puzzle: PolycubePuzzle, nodes: int, most: int) -> None:
    assert way_of_a_search(puzzle, 1, nodes, most) == way_of_a_search(puzzle, 10**9, nodes, most)


def test_tables_are_shortened_below_nodes_of_a_large_puzzle() -> None:
    branches = Branches(CLASSICS["bedlam"].puzzle)
    search = branches.search((0,))
    whole = len(search.cover)
    search.go_on(1_000, 1)
    assert len(search.cover) < whole / 2
