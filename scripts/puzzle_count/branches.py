# SPDX-License-Identifier: GPL-3.0-or-later
"""The branches of a search for all solutions of a classic, and counting those of one: the work of a task."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from puzzle_cubes.packing.making.classics import CLASSICS
from puzzle_cubes.polycubes.solving.board import Board
from puzzle_cubes.polycubes.solving.cover import Cover
from puzzle_cubes.polycubes.solving.search import Search
from puzzle_cubes.polycubes.solving.solver import possible_in
from puzzle_cubes.polycubes.solving.symmetry import Symmetry
from puzzle_cubes.polycubes.terms.found import Counts

LEAST_BRANCHES = 200
"""A search is divided at least so often: some dozens of workers then are busy to its end."""

NODES_AT_ONCE = 4_000


class Branch(NamedTuple):
    """A part of a search: the classic, a case of its symmetry, and the placements that are chosen first in it."""

    name: str
    case: int
    path: tuple[int, ...]


@lru_cache(maxsize=1)
def _prepared(name: str) -> tuple[Board, Symmetry]:
    puzzle = CLASSICS[name].puzzle
    board = Board(puzzle.pieces, puzzle.goal)
    return board, Symmetry(board)


@lru_cache(maxsize=4)
def _cover(name: str, case: int) -> Cover:
    """Return the tables of a case: once for all branches that a process goes through."""
    board, symmetry = _prepared(name)
    return Cover(board, possible_in(board, symmetry.cases[case]), symmetry.cases[case].chosen)


def branches_of(name: str, least: int = LEAST_BRANCHES) -> list[Branch]:
    """Return the parts of a search: its first placements, with the next ones until there are enough of them."""
    found = [Branch(name, case, ()) for case in range(len(_prepared(name)[1].cases))]
    while len(found) < least:
        divided = []
        for branch in found:
            following = Search(_cover(name, branch.case), branch.path).following
            divided += [branch._replace(path=path) for path in following] or [branch]
        if len(divided) == len(found):
            break
        found = divided
    return found


def digest_of(branches: list[Branch]) -> str:
    """Return a check sum of a puzzle's placements, cases and branches: what counts of branches rest on."""
    board, symmetry = _prepared(branches[0].name)
    return blake2b(repr((board.masks, symmetry.cases, branches)).encode(), digest_size=8).hexdigest()


def count(branch: Branch) -> Counts:
    """Return how many solutions a branch has."""
    _, symmetry = _prepared(branch.name)
    cover = _cover(branch.name, branch.case)
    search = Search(cover, branch.path, only_below=True)
    counts = Counts()
    while not search.is_done:
        for covered in search.go_on(NODES_AT_ONCE, NODES_AT_ONCE):
            counts += symmetry.counted(cover.on_board(covered)) or Counts()
    return counts
