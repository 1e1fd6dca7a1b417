# SPDX-License-Identifier: GPL-3.0-or-later
"""All solutions of a puzzle, the first one, or their number; a search can stop and continue later.

It has branches, parts that can be searched by themselves. A branch is a path: the number of a case, and the placements
that are chosen first in it. The number of a case also tells which kind is held in the search, if one is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from random import Random
from time import monotonic
from typing import NamedTuple

from ..common.draws import index_below
from ..common.errors import InputError
from ..common.sharing import shared_out
from ..common.task import Task, finish
from .board import Board, Case, Symmetry, held_kinds, why_it_cannot_fit
from .goal import bits
from .puzzle import Counts, Found, Path, PolycubePuzzle, Solution
from .search import Cover, Search

NODES_A_STEP = 4_000
"""Nodes of the search between two reports: some hundredths of a second."""

SECONDS_A_STEP = 0.1
"""What the nodes of a large goal may take between two reports: they can be thousands of times as slow."""

NODES_AT_ONCE, BITS_AT_ONCE = 10, 1_000_000
"""Nodes between two looks at the clock, at least; and the bits of a table, with fewer of which all are looked at."""


CASES = 1_000_000_000
"""The cases of the kind with number 0 are numbered from here if it is held, those of the next one from twice that."""

NOT_HERE = "The place where the search stopped does not belong to this puzzle."


class Branch(NamedTuple):
    """A branch, and how many nodes above it are counted with it: each is with the first branch below it."""

    path: Path
    nodes_above: int = 0


class Branches:
    """The branches of a puzzle's search."""

    def __init__(self, puzzle: PolycubePuzzle) -> None:
        """Prepare what all branches have in common; what is known of the solutions makes no difference."""
        self.board = Board(puzzle.pieces, puzzle.goal, puzzle.colors)
        self._symmetries = {0: Symmetry(self.board)}
        self._covers: dict[int, Cover] = {}

    def symmetry(self, case: int) -> Symmetry:
        """Return the symmetry that has a case; raises InputError for a number that is none."""
        held = case // CASES
        if held not in self._symmetries:
            if not 0 < held <= len(self.board.kinds) or self.board.kinds[held - 1] not in held_kinds(self.board):
                raise InputError(NOT_HERE)
            self._symmetries[held] = Symmetry(self.board, self.board.kinds[held - 1])
        return self._symmetries[held]

    def end(self, case: int) -> int:
        """Return the number after the last case of those that a search with a case goes through."""
        return case - case % CASES + len(self.symmetry(case).cases)

    def share(self, case: int, share: float = 0.0) -> float:
        """Return how much of a search is done before a case, and a share of it."""
        return (case % CASES + share) / len(self.symmetry(case).cases)

    def begin(self) -> Generator[None, None, Path]:
        """Return where a search for all solutions is best begun, and yield now and then.

        Where it seems to be long, it is with the kind held that makes it the shortest, if that spares enough.
        """
        count = len(self.board.masks)
        if count < FEW_PLACEMENTS or count * len(self.board.goal.cells) > BITS_AT_ONCE:
            return (0,)
        cover, random = Cover(self.board, range(count)), Random(0)

        def weighed(case: int, samples: int) -> Generator[None, None, tuple[float, int]]:
            nodes = yield from nodes_about(cover, self.symmetry(case).cases, random, samples)
            return nodes, case

        nodes, _ = yield from weighed(0, FEW_SAMPLES)
        if nodes < LONG_SEARCH:
            return (0,)
        nodes, _ = yield from weighed(0, SAMPLES)
        roughly = []
        for kind in held_kinds(self.board)[:HELD_AT_MOST]:
            roughly.append((yield from weighed(CASES * (1 + self.board.kinds.index(kind)), FEW_SAMPLES)))
        best = []
        for _, case in sorted(roughly)[:BEST]:
            best.append((yield from weighed(case, SAMPLES)))
        least, case = min(best, default=(nodes, 0))
        return (case if least < WORTH_HOLDING * nodes else 0,)

    def cover(self, case: int) -> Cover:
        """Return the tables of a case; those of the last one are kept."""
        for _ in self.prepare(case):
            pass
        return self._covers[case]

    def prepare(self, case: int) -> Iterator[None]:
        """Fill the tables of a case, if it is one, and yield now and then: those of thousands of cells take seconds."""
        cases = self.symmetry(case).cases
        if case not in self._covers and case % CASES < len(cases):
            its_case = cases[case % CASES]
            cover = yield from Cover.in_steps(self.board, possible_in(self.board, its_case), its_case.chosen)
            self._covers = {case: cover}

    def search(self, path: Path, *, only_below: bool = False) -> Search:
        """Return a search that goes on at a path; raises InputError for one that leads nowhere."""
        case, *chosen = path
        if case >= self.end(case):
            raise InputError(NOT_HERE)
        return Search(self.cover(case), chosen, only_below=only_below)

    def found_by(self, search: Search, case: int, most: int = NODES_A_STEP) -> Found:
        """Return what a search finds in its next nodes, or until so many ways to cover everything are found."""
        cover = self.cover(case)
        counts, solutions, before = Counts(), [], search.nodes
        for covered in self._covered(search, most):
            numbers = cover.on_board(covered)
            if (alike := self.counted(case, numbers)) is not None:
                counts += alike
                solutions.append(self.board.solution(numbers))
                if alike.up_to_rotation > 1:
                    mirrored = self.board.images(numbers, self.board.mirrored_turns[0])
                    solutions += [] if mirrored is None else [self.board.solution(mirrored)]
        deepest = self.board.solution(cover.on_board(search.deepest))
        return Found(counts, tuple(solutions), deepest=deepest, nodes=search.nodes - before)

    def counted(self, case: int, numbers: tuple[int, ...]) -> Counts | None:
        """Return how many solutions placements stand for; None for an image of another one, or too many empty cells."""
        may_be = self.board.fills(sum(self.board.fillings[number] for number in numbers))
        return self.symmetry(case).counted(numbers) if may_be else None

    def _covered(self, search: Search, most: int) -> Iterator[tuple[int, ...]]:
        """Yield the ways to cover everything in the next nodes; there are fewer nodes where these take long."""
        end, last = monotonic() + SECONDS_A_STEP, search.nodes + NODES_A_STEP
        nodes, ways = self._at_once
        while most and not search.is_done and search.nodes < last:
            covers = search.go_on(min(nodes, last - search.nodes), min(ways, most))
            yield from covers
            most -= len(covers)
            if monotonic() > end:
                break

    @property
    def _at_once(self) -> tuple[int, int]:
        """How many nodes, and ways to cover everything, there are at most between two looks at the clock."""
        bits = len(self.board.masks) * len(self.board.goal.cells)
        if bits < BITS_AT_ONCE:
            return NODES_A_STEP, NODES_A_STEP
        return max(NODES_AT_ONCE, NODES_A_STEP * BITS_AT_ONCE // bits), 1

    def left(self, path: Path, least: int) -> list[Branch]:
        """Return the branches of all that is left at a path, in the order of the search; ``least`` if it can be."""
        case, *_ = path
        branches = [Branch(way) for way in (path, *((case, *way) for way in self.search(path).waiting))]
        branches += [Branch((way,)) for way in range(case + 1, self.end(case))]
        while len(branches) < least:
            divided: list[Branch] = []
            for branch in branches:
                below = [(branch.path[0], *way) for way in self.search(branch.path, only_below=True).following]
                if below:
                    divided += [Branch(below[0], branch.nodes_above + 1), *map(Branch, below[1:])]
                else:
                    divided.append(branch)
            if len(divided) == len(branches):
                break
            branches = divided
        return branches


def joined(known: Found, part: Found, kept: int) -> Found:
    """Return what was found with what was found after it, of which the first solutions are kept."""
    return replace(
        known,
        counts=known.counts + part.counts,
        solutions=known.solutions + part.solutions[: max(0, kept - len(known.solutions))],
        deepest=max(known.deepest, part.deepest, key=len),
        nodes=known.nodes + part.nodes,
    )


def search_branch(common: tuple[PolycubePuzzle, int], branch: Branch) -> Generator[None, None, Found]:
    """Return what is in a branch of a puzzle's search, with so many solutions at most; yield now and then."""
    puzzle, kept = common
    branches = _branches(puzzle)
    search = branches.search(branch.path, only_below=True)
    result = Found(nodes=branch.nodes_above)
    while not search.is_done:
        result = joined(result, branches.found_by(search, branch.path[0]), kept)
        yield
    return result


@lru_cache(maxsize=1)
def _branches(puzzle: PolycubePuzzle) -> Branches:
    """Return the branches of a puzzle: prepared once for all that a process goes through."""
    return Branches(puzzle)


FEW_PLACEMENTS = 2_000
"""With fewer no search is long."""

LONG_SEARCH = 10_000_000
"""Nodes, half a minute and more: to find the piece to hold takes some seconds."""

HELD_AT_MOST, BEST = 30, 3
"""Kinds that are tried as the one that is held, and how many of these are compared."""

WORTH_HOLDING = 0.6
"""How much shorter a search must seem at least, to begin anew: what is estimated may be off by a fifth."""

FEW_SAMPLES, SAMPLES = 150, 900
"""What a search is estimated by: roughly, and to compare it with others."""

SAMPLES_A_STEP = 50

LEFT, NODES_BELOW = 0.15, 20_000
"""Below a node with a smaller share of the placements all is gone through: most of the differences lie there."""


def nodes_about(
    cover: Cover, cases: Sequence[Case], random: Random, samples: int = FEW_SAMPLES
) -> Generator[None, None, float]:
    """Return about how many nodes a search through cases has, by ways down through it at random; yield now and then.

    Each node counts for as many as there were choices on the way to it (Knuth, "Estimating the Efficiency of Backtrack
    Programs", 1975). The cover has all placements of the board.
    """
    nodes = 0
    for number in range(samples):
        if number % SAMPLES_A_STEP == 0:
            yield
        nodes += _sample(cover.of_case(*cases[number * len(cases) // samples]), random)
    return len(cases) * nodes / samples


def _sample(cover: Cover, random: Random) -> int:
    """Return how many nodes a case has if all of it is like one way down through it."""
    node, nodes, alike = cover.root, 0, 1
    path: list[int] = []
    while True:
        possible, open_items, used, near = node
        if possible.bit_count() < LEFT * len(cover):
            search = Search(cover, path, only_below=True)
            search.go_on(NODES_BELOW, NODES_BELOW)
            return nodes + alike * search.nodes
        nodes += alike
        choices = list(bits(cover.choices(possible, open_items, near))) if open_items else []
        if not choices:
            return nodes
        place = index_below(len(choices), random)
        alike *= len(choices)
        path.append(choices[place])
        possible ^= sum(1 << number for number in choices[:place])
        node = cover.place((possible, open_items, used, near), choices[place])


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


MANY_CELLS = 500
"""What is prepared of more takes long enough to report before it."""

SECONDS_FOR_SHARE = 0.05
"""What to find out how much of a search is done may take at each step."""

NODES_ALONE = 100_000
"""Nodes that are searched before processes are started, or a kind is held, which takes as long."""

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
    Solutions that are known without a search stay until one is found. Raises InputError where what was found does not
    belong to the puzzle.
    """
    known = puzzle.found
    if kept is None:
        kept = min(KEPT, CELLS_KEPT // len(puzzle.goal.cells))
    if len(puzzle.goal.cells) > MANY_CELLS:
        yield known
    branches = Branches(puzzle)
    if known.path is not None and why_it_cannot_fit(branches.board):
        known = replace(known, path=None, share=1.0)
    asked = _Asked(first, kept, jobs)
    if known.is_given:
        return (yield from _anew(branches, puzzle, (0,), asked))
    known = replace(known, path=(0,) if known.path == () else known.path)
    return (yield from _gone_on(branches, replace(puzzle, found=known), asked))


class _Asked(NamedTuple):
    """What is asked of a search: the next solution alone, how many are kept, and by how many processes."""

    first: bool
    kept: int
    jobs: int


def _anew(branches: Branches, puzzle: PolycubePuzzle, begin: Path, asked: _Asked) -> Generator[Found, None, Found]:
    """Return what is found in a search that begins at a path; what is known stays until a solution is found."""
    known = puzzle.found
    task = Task(_gone_on(branches, replace(puzzle, found=Found(path=begin)), asked))
    for anew in task:
        yield anew if anew.solutions or not known.solutions else known
    return task.result


def _gone_on(branches: Branches, puzzle: PolycubePuzzle, asked: _Asked) -> Generator[Found, None, Found]:
    """Return what is found from the place where a puzzle's search is, and yield it now and then.

    One that is not at its end after a second is weighed, and begins anew where it is better to hold a kind.
    """
    known, (first, kept, jobs) = puzzle.found, asked
    alone = known.nodes + NODES_ALONE if jobs > 1 and not first else inf
    is_short = not first and known.nodes < NODES_ALONE and known.path is not None and known.path < (CASES,)
    while known.path is not None and known.path != (branches.end(known.path[0]),):
        case, *_ = path = known.path
        for _ in branches.prepare(case):
            yield known
        search = branches.search(path)
        while not search.is_done and known.nodes < alone:
            began = monotonic()
            part = branches.found_by(search, case, 1 if first else NODES_A_STEP)
            seconds = monotonic() - began
            path = (case + 1,) if search.is_done else (case, *search.path)
            share = max(known.share, branches.share(case + search.is_done))
            # With a long way through thousands of cells it would take too long to go it again.
            if not search.is_done and len(path) * seconds < SECONDS_FOR_SHARE * part.nodes:
                share = branches.share(case, branches.search(path).share)
            known = replace(joined(known, part, kept), path=path, share=share)
            if first and part.counts.total:
                return known
            yield known
            if is_short and known.nodes >= NODES_ALONE:
                is_short = False
                weighing = Task(branches.begin())
                for _ in weighing:
                    yield known
                if weighing.result != (0,):
                    return (yield from _anew(branches, replace(puzzle, found=known), weighing.result, asked))
        if known.nodes >= alone and path != (branches.end(case),):
            known = yield from _shared(puzzle, known, branches, kept, jobs)
    if not known.counts.total:
        known = replace(known, deepest=_with_all_that_fits(branches.board, known.deepest))
    return replace(known, path=None, share=1.0)


def _shared(
    puzzle: PolycubePuzzle, known: Found, branches: Branches, kept: int, jobs: int
) -> Generator[Found, None, Found]:
    """Have branches searched by processes, and yield what was found in those before the first that is not done."""
    common = replace(puzzle, found=Found()), kept
    waiting = branches.left(known.path or (0,), LEAST_BRANCHES)
    ready: dict[int, Found] = {}
    done = 0
    left = known
    for sign in shared_out(search_branch, common, waiting, jobs):
        if sign is not None and sign.is_done:
            ready[sign.number] = sign.value
        while done in ready:
            known = joined(known, ready.pop(done), kept)
            done += 1
            path, nodes_above = waiting[done] if done < len(waiting) else (None, 0)
            # Who goes on at a branch does not come through the nodes above it.
            share = 1.0 if path is None else branches.share(path[0], branches.search(path).share)
            left = replace(known, path=path, share=share, nodes=known.nodes + nodes_above)
        yield left
    return left


def solve(puzzle: PolycubePuzzle, *, first: bool = False, kept: int | None = None, jobs: int = 1) -> Found:
    """Return what ``solve_in_steps`` finds."""
    return finish(solve_in_steps(puzzle, first=first, kept=kept, jobs=jobs))


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


def steps_of_search(puzzle: PolycubePuzzle, most: int) -> Iterator[Solution]:
    """Yield what lies in the goal at each node of the search, in its order: up to the first solution, or so many."""
    branches = Branches(puzzle)
    for case in range(branches.end(0)):
        search, cover = branches.search((case,)), branches.cover(case)
        while not search.is_done and most:
            most -= 1
            yield branches.board.solution(cover.on_board(search.path))
            if any(branches.counted(case, cover.on_board(placed)) for placed in search.go_on(1, 1)):
                return
