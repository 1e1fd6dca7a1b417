# SPDX-License-Identifier: GPL-3.0-or-later
"""Count the solutions of the large packing puzzles, beside the published numbers, on all cores: ``make count``.

Each branch at the root of a search is a task of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from time import perf_counter

from core.packing.answering import blocks_of
from core.packing.assembling.taking_apart import take_apart
from core.packing.files.xmpuzzle import problems_from_xmpuzzle
from core.packing.making.classics import CLASSICS
from core.packing.puzzle import PackingPuzzle
from core.packing.solving.board import Board
from core.packing.solving.cover import Cover
from core.packing.solving.search import Search
from core.packing.solving.solver import possible_in, solve
from core.packing.solving.symmetry import Symmetry
from core.packing.terms.found import Counts, Solution
from core.packing.terms.placements import bits

BURRS = Path(__file__).resolve().parent.parent / "tests/core/packing/files/solid_six_piece_burrs.xmpuzzle"

PUBLISHED = {"bedlam": 19_186, "tetris": 9_839}
"""Solutions up to rotation."""

ASSEMBLIES, COME_APART = 1_063, 314
"""Of the solid six-piece burrs in BurrTools' example, up to rotation."""

NODES_AT_ONCE = 4_000

Branch = tuple[int, int]
"""A case of a symmetry, and what is chosen first in its search."""


@lru_cache(maxsize=1)
def prepared(puzzle: PackingPuzzle) -> tuple[Board, Symmetry]:
    """Return a board and its cases: once for all branches that a process goes through."""
    board = Board(puzzle.pieces, puzzle.goal)
    return board, Symmetry(board)


def branches(puzzle: PackingPuzzle) -> Iterator[Branch]:
    """Yield the parts of a search."""
    board, symmetry = prepared(puzzle)
    for number, case in enumerate(symmetry.cases):
        cover = Cover(board, possible_in(board, case), case.chosen)
        possible, open_items, _, last = cover.root
        choices = cover.choices(possible, open_items, last)
        yield from ((number, place) for place in bits(choices))


def count(puzzle: PackingPuzzle, branch: Branch) -> Counts:
    """Return how many solutions a branch has."""
    board, symmetry = prepared(puzzle)
    number, first = branch
    case = symmetry.cases[number]
    cover = Cover(board, possible_in(board, case), case.chosen)
    search = Search(cover, (first,))
    counts = Counts()
    while not search.is_done and search.path[:1] == (first,):
        for covered in search.go_on(NODES_AT_ONCE, NODES_AT_ONCE):
            # What is found after the branch belongs to the next one.
            if covered[:1] == (first,):
                counts += symmetry.counted(cover.on_board(covered)) or Counts()
    return counts


def comes_apart(puzzle: PackingPuzzle, solution: Solution) -> bool:
    """Report whether a solution can be taken apart."""
    return take_apart(blocks_of(puzzle, solution)) is not None


def solved(puzzle: PackingPuzzle, executor: Executor) -> Counts:
    """Return how many solutions there are."""
    counts = Counts()
    waiting = [executor.submit(count, puzzle, branch) for branch in branches(puzzle)]
    for number, task in enumerate(waiting, 1):
        counts += task.result()
        if sys.stderr.isatty():
            print(f"\r{number} of {len(waiting)} branches ", end="", file=sys.stderr, flush=True)
    return counts


def line(what: str, found: int, expected: int, seconds: float) -> bool:
    """Print a line of the table, and report whether the number is the expected one."""
    verdict = "as published" if found == expected else f"WRONG: {expected:,} are published"
    print(f"{what:42}{found:>9,}  {verdict:36}{seconds:8.1f} s", flush=True)
    return found == expected


def main() -> int:
    """Count all, and return 1 where a number is wrong."""
    right = []
    with ProcessPoolExecutor() as executor:
        burrs = problems_from_xmpuzzle(BURRS.read_text())[0].puzzle
        begin = perf_counter()
        # Thousands of short branches: to share them out would take longer than to search.
        found = solve(burrs)
        right.append(
            line("Six-piece burrs, assemblies", found.counts.up_to_rotation, ASSEMBLIES, perf_counter() - begin)
        )
        begin = perf_counter()
        apart = sum(executor.map(comes_apart, [burrs] * ASSEMBLIES, found.solutions, chunksize=8))
        right.append(line("Six-piece burrs, which come apart", apart, COME_APART, perf_counter() - begin))
        for name, expected in PUBLISHED.items():
            begin = perf_counter()
            counts = solved(CLASSICS[name].puzzle, executor)
            what = f"{CLASSICS[name].label}, solutions up to rotation"
            right.append(line(what, counts.up_to_rotation, expected, perf_counter() - begin))
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
