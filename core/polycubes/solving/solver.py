# SPDX-License-Identifier: GPL-3.0-or-later
"""All solutions of a puzzle, the first one, or their number; a search can stop and continue later."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

from ...common.errors import InputError
from ..puzzle import PolycubePuzzle
from ..terms.found import Found, Solution
from .board import Board
from .cover import Cover
from .fitting import why_it_cannot_fit
from .search import Search
from .symmetry import Case, Symmetry

NODES_A_STEP = 4_000
"""Nodes of the search between two reports: some hundredths of a second."""

KEPT = 20_000
"""Solutions that are kept where nothing else is said; all are counted."""


def solve_in_steps(puzzle: PolycubePuzzle, *, first: bool = False, kept: int = KEPT) -> Generator[Found, None, Found]:
    """Search for all solutions of a puzzle, and yield now and then what was found so far.

    It goes on where the puzzle's own ``found`` was left. With ``first`` it ends at the next solution that is no image
    of another one. Of the solutions up to rotation the first ``kept`` are kept. Raises InputError where what was found
    does not belong to the puzzle.
    """
    found = puzzle.found
    board = Board(puzzle.pieces, puzzle.goal)
    if found.path is not None and why_it_cannot_fit(board):
        found = replace(found, path=None, share=1.0)
    solutions = list(found.solutions)
    symmetry = Symmetry(board)
    path = found.path
    while path is not None:
        number, *chosen = path or (0,)
        if not 0 <= number <= len(symmetry.cases):
            raise InputError("The place where the search stopped does not belong to this puzzle.")
        if number == len(symmetry.cases):
            path = None
            break
        case = symmetry.cases[number]
        cover = Cover(board, possible_in(board, case), case.chosen)
        search = Search(cover, chosen)
        while not search.is_done:
            counted, before = 0, search.nodes
            for covered in search.go_on(NODES_A_STEP, 1 if first else NODES_A_STEP):
                numbers = cover.on_board(covered)
                counts = symmetry.counted(numbers)
                if counts is not None:
                    counted += 1
                    found = replace(found, counts=found.counts + counts)
                    if len(solutions) < kept:
                        solutions.append(board.solution(numbers))
            deepest = found.deepest
            if len(cover.on_board(search.deepest)) > len(deepest):
                deepest = board.solution(cover.on_board(search.deepest))
            path = (number + 1,) if search.is_done else (number, *search.path)
            within = 1.0 if search.is_done else Search(cover, search.path).share
            share = (number + within) / len(symmetry.cases)
            nodes = found.nodes + search.nodes - before
            found = replace(found, solutions=tuple(solutions), path=path, share=share, deepest=deepest, nodes=nodes)
            if first and counted:
                return found
            yield found
    if not found.counts.total:
        found = replace(found, deepest=_with_all_that_fits(board, found.deepest))
    return replace(found, path=None, share=1.0)


def solve(
    puzzle: PolycubePuzzle,
    *,
    first: bool = False,
    kept: int = KEPT,
    report: Callable[[Found], object] = lambda _: None,
) -> Found:
    """Return what ``solve_in_steps`` finds; ``report`` is called with each step's state."""
    steps = solve_in_steps(puzzle, first=first, kept=kept)
    while True:
        try:
            report(next(steps))
        except StopIteration as done:
            found: Found = done.value
            return found


def _with_all_that_fits(board: Board, arrangement: Solution) -> Solution:
    """Return an arrangement with whatever else has room: the search leaves it as soon as a cell is out of reach."""
    filled = 0
    left = [kind.most for kind in board.kinds]
    for mask in arrangement:
        filled |= mask
        left[board.kind_of[board.number_of[mask]]] -= 1
    added = []
    for mask, kind in zip(board.masks, board.kind_of, strict=True):
        if left[kind] > 0 and not filled & mask:
            filled |= mask
            left[kind] -= 1
            added.append(mask)
    return tuple(sorted((*arrangement, *added)))


def possible_in(board: Board, case: Case) -> list[int]:
    """Return the numbers of the placements that a case leaves: the one that is chosen, and those that go with it."""
    chosen = case.chosen
    if chosen is None:
        return list(range(len(board.masks)))
    kind = board.kind_of[chosen]
    is_single = board.kinds[kind].most == 1
    barred = case.forbidden.to_bytes(len(board.masks) // 8 + 1, "little")
    return [
        number
        for number, mask in enumerate(board.masks)
        if number == chosen
        or not (
            mask & board.masks[chosen]
            or barred[number >> 3] >> (number & 7) & 1
            or (is_single and board.kind_of[number] == kind)
        )
    ]
