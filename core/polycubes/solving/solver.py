# SPDX-License-Identifier: GPL-3.0-or-later
"""All solutions of a puzzle, the first one, or their number; a search can stop and continue later."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from math import inf
from time import monotonic

from ...common.sharing import shared_out
from ..puzzle import PolycubePuzzle
from ..terms.found import Found, Solution
from .board import Board
from .branches import NODES_A_STEP, Branch, Branches, joined, search_branch
from .fitting import why_it_cannot_fit

MANY_CELLS = 500
"""What is prepared of more takes long enough to report before it."""

SECONDS_FOR_SHARE = 0.05
"""What to find out how much of a search is done may take at each step."""

NODES_ALONE = 100_000
"""Nodes that are searched before processes are started, which takes as long."""

LEAST_BRANCHES = 256
"""What is shared out is divided at least so often, so that all are busy to the end."""

KEPT = 20_000
"""Solutions that are kept at most where nothing else is said; all are counted."""

CELLS_KEPT = 10_240_000
"""Cells of all solutions that are kept, so that files stay within bounds: those of 20,000 solutions of 512 cells."""


def solve_in_steps(
    puzzle: PolycubePuzzle, *, first: bool = False, kept: int | None = None, jobs: int = 1
) -> Generator[Found, None, Found]:
    """Search for all solutions of a puzzle, and yield now and then what was found so far.

    It goes on where the puzzle's own ``found`` was left. With ``first`` it ends at the next solution that is no image
    of another one. Of the solutions up to rotation the first ``kept`` are kept, or as many as a file has room for. With
    several ``jobs`` what takes long is shared out to so many processes, and comes out the same, in the same order.
    Raises InputError where what was found does not belong to the puzzle.
    """
    found = puzzle.found
    if kept is None:
        kept = min(KEPT, CELLS_KEPT // len(puzzle.goal.cells))
    if len(puzzle.goal.cells) > MANY_CELLS:
        yield found
    branches = Branches(puzzle)
    if found.path is not None and why_it_cannot_fit(branches.board):
        found = replace(found, path=None, share=1.0)
    alone = found.nodes + NODES_ALONE if jobs > 1 and not first else inf
    cases = len(branches.symmetry.cases)
    while found.path is not None and found.path != (cases,):
        case, *_ = path = found.path or (0,)
        for _ in branches.prepare(case):
            yield found
        search = branches.search(path)
        while not search.is_done and found.nodes < alone:
            began = monotonic()
            part = branches.found_by(search, case, 1 if first else NODES_A_STEP)
            seconds = monotonic() - began
            path = (case + 1,) if search.is_done else (case, *search.path)
            share = max(found.share, (case + 1 if search.is_done else case) / cases)
            # With a long way through thousands of cells it would take too long to go it again.
            if not search.is_done and len(path) * seconds < SECONDS_FOR_SHARE * part.nodes:
                share = (case + branches.search(path).share) / cases
            found = replace(joined(found, part, kept), path=path, share=share)
            if first and part.counts.total:
                return found
            yield found
        if found.nodes >= alone and found.path != (cases,):
            found = yield from _shared(puzzle, found, branches.rest(found.path or (0,), LEAST_BRANCHES), kept, jobs)
    if not found.counts.total:
        found = replace(found, deepest=_with_all_that_fits(branches.board, found.deepest))
    return replace(found, path=None, share=1.0)


def _shared(
    puzzle: PolycubePuzzle, found: Found, rest: Sequence[Branch], kept: int, jobs: int
) -> Generator[Found, None, Found]:
    """Have branches searched by processes, and yield what was found in those before the first that is not done."""
    common = replace(puzzle, found=Found()), kept
    ready: dict[int, Found] = {}
    done, begin = 0, found.share
    left = found
    for sign in shared_out(search_branch, common, rest, jobs):
        if sign is not None and sign.is_done:
            ready[sign.number] = sign.value
        while done in ready:
            found = joined(found, ready.pop(done), kept)
            done += 1
            path, nodes_above = rest[done] if done < len(rest) else (None, 0)
            # Who goes on at a branch does not come through the nodes above it.
            share = begin + (1 - begin) * done / len(rest)
            left = replace(found, path=path, share=share, nodes=found.nodes + nodes_above)
        yield left
    return left


def solve(
    puzzle: PolycubePuzzle,
    *,
    first: bool = False,
    kept: int | None = None,
    jobs: int = 1,
    report: Callable[[Found], object] = lambda _: None,
) -> Found:
    """Return what ``solve_in_steps`` finds; ``report`` is called with each step's state."""
    steps = solve_in_steps(puzzle, first=first, kept=kept, jobs=jobs)
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
