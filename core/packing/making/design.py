# SPDX-License-Identifier: GPL-3.0-or-later
"""New puzzles: a box is cut into pieces at random, and the cuts are changed until the pieces have few solutions.

Each step gives a cell of a piece to a neighbor. It stays where fewer wishes are missed. Once all are met, two things
are looked at, one after the other:

1. The pieces are narrowed: a step stays where the ways in which each piece fits into the box, multiplied, do not become
   more. The fewer ways, the fewer solutions on average; and that is quickly known. The solutions are counted now and
   then, so that no more is narrowed than is needed.
2. Where that finds no end, a step stays where the solutions do not become more; now and then one that doubles them
   stays, too, so that no dead end is the last.

How many solutions there are is found by a search that ends as soon as they are too many, or after some nodes: then it
is estimated by the share of the search that is done.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod
from random import Random

from ...common.draws import index_below, pick, shuffle_in_steps, toss
from ...common.words import counted
from ...kind.making import NotFoundError, Progress
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.solving.board import Board
from ...polycubes.solving.branches import possible_in
from ...polycubes.solving.cover import Cover
from ...polycubes.solving.search import Search
from ...polycubes.solving.solver import solve
from ...polycubes.solving.symmetry import Symmetry
from ...polycubes.terms.cells import Cell, Cells, are_connected, extent, neighbors
from ...polycubes.terms.goal import Goal
from ...polycubes.terms.piece import Piece, letters
from ...polycubes.terms.shape import Shape
from .options import PackingOptions

Owners = tuple[int, ...]
"""The number of the piece of each cell of a goal, in the goal's own order."""


class Dissections:
    """The ways to cut the cells of a goal into so many pieces, each of which hangs together."""

    def __init__(self, goal: Goal, pieces: int) -> None:
        self._cells = goal.cells
        self._pieces = pieces
        self._beside = tuple(
            tuple(goal.numbers[cell] for cell in neighbors(one) if cell in goal.numbers) for one in goal.cells
        )

    def grown(self, random: Random) -> Owners:
        """Return a dissection whose pieces have grown from random cells, the smallest of them first."""
        places = list(range(len(self._cells)))
        seeds = [place for place, _ in zip(shuffle_in_steps(places, random), range(self._pieces), strict=False)]
        owners = [-1] * len(places)
        sizes = [1] * self._pieces
        for piece, place in enumerate(seeds):
            owners[place] = piece
        while True:
            free: dict[int, list[int]] = {}
            for place, owner in enumerate(owners):
                if owner < 0:
                    for other in self._beside[place]:
                        if owners[other] >= 0:
                            free.setdefault(owners[other], []).append(place)
            if not free:
                return tuple(owners)
            smallest = min(sizes[piece] for piece in free)
            piece = pick([piece for piece in sorted(free) if sizes[piece] == smallest], random)
            owners[pick(free[piece], random)] = piece
            sizes[piece] += 1

    def changed(self, owners: Owners, random: Random) -> Owners | None:
        """Return a dissection in which a piece has given a cell to a neighbor, which may have passed on another one.

        None where the first draw leads to none whose pieces all hang together.
        """
        place = index_below(len(owners), random)
        after = self._given(owners, place, random)
        if after is None or toss(random):
            return after
        taker = after[place]
        others = [other for other, owner in enumerate(after) if owner == taker and other != place]
        return self._given(after, pick(others, random), random) if others else None

    def _given(self, owners: Owners, place: int, random: Random) -> Owners | None:
        """Return a dissection in which a cell belongs to a neighbor of its piece; None where that breaks the piece."""
        giver = owners[place]
        takers = [owners[other] for other in self._beside[place] if owners[other] != giver]
        left = [self._cells[other] for other, owner in enumerate(owners) if owner == giver and other != place]
        if not takers or not left or not are_connected(left):
            return None
        return (*owners[:place], pick(takers, random), *owners[place + 1 :])

    def cells_of(self, owners: Owners) -> list[list[Cell]]:
        """Return the cells of each piece."""
        found: list[list[Cell]] = [[] for _ in range(self._pieces)]
        for cell, owner in zip(self._cells, owners, strict=True):
            found[owner].append(cell)
        return found

    def shapes(self, owners: Owners) -> tuple[Shape, ...]:
        """Return the shapes of the pieces."""
        return tuple(Shape.of(cells) for cells in self.cells_of(owners))


def ways_together(shapes: Iterable[Shape], size: Cell) -> int:
    """Return the product of the numbers of ways in which shapes, each by itself, fit into a box."""
    return prod(_ways(shape, size) for shape in shapes)


# Most changes leave most shapes as they are.
@lru_cache(maxsize=4096)
def _ways(shape: Shape, size: Cell) -> int:
    return sum(
        prod(max(0, cells - length + 1) for cells, length in zip(size, extent(turned), strict=True))
        for turned in shape.orientations
    )


def pairs_alike(shapes: Sequence[Shape]) -> int:
    """Return how many pairs of pieces are the same but for a rotation."""
    counts: dict[Cells, int] = {}
    for shape in shapes:
        key = shape.upright.cells
        counts[key] = counts.get(key, 0) + 1
    return sum(count * (count - 1) // 2 for count in counts.values())


NODES = 10_000
"""Of one search for solutions, after which they are estimated."""

NODES_AT_ONCE = 500

MOST_NODES = 6_000_000
"""For one design; with what each search costs at its beginning about a minute."""

PATIENCE = 2_000
"""Nodes for each cell of the box, after which a design is begun anew from another dissection."""

COST_OF_SEARCH = 2_000
"""What the tables of a search cost, in nodes."""

COST_OF_CHANGE = 100
"""What a change costs whose pieces are looked at, in nodes."""

NARROWING = 150
"""Changes of a dissection between two counts of its solutions, while it is narrowed."""

WORSE = 0.1
"""How likely a change stays that makes the solutions up to ``WORSE_BY`` times as many."""

WORSE_BY = 2.0

UNKNOWN = 1e18
"""More solutions than there can be."""


def design_in_steps(options: PackingOptions) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make a design, the hardest of as many as are asked for, and yield now and then how far it has come.

    Raises NotFoundError, with the one of the fewest solutions that was met, where none has as few as are wished.
    """
    random = Random(options.seed)
    best: PolycubePuzzle | None = None
    for attempt in range(options.designs):
        design = _Design(options, random)
        while not design.is_done and design.cost < MOST_NODES:
            design.step()
            share = (attempt + min(design.cost / MOST_NODES, 1.0)) / options.designs
            yield Progress(attempt + 1, options.designs, share, best, None if best is None else tries(best))
        found = design.puzzle() if design.is_done else None
        if found is not None and (best is None or tries(found) > tries(best)):
            best = found
    if best is None:
        wish = "exactly one solution" if options.most_solutions == 1 else f"at most {options.most_solutions} solutions"
        raise NotFoundError(
            f"No {counted(options.design, 'piece')} were found that have {wish} and all else that you asked for: "
            "take fewer pieces, other sizes or another seed.",
            design.puzzle(),
        )
    return best


def tries(puzzle: PolycubePuzzle) -> float:
    """Return how many pieces the search has tried for each solution up to rotation."""
    return puzzle.found.nodes / max(1, puzzle.found.counts.up_to_rotation)


class _Design:
    """One design on its way: the dissection so far, and how good it is."""

    def __init__(self, options: PackingOptions, random: Random) -> None:
        self._options = options
        self._random = random
        self._goal = Goal.box(options.size)
        self._dissections = Dissections(self._goal, options.design)
        self.is_done = False
        self.cost = 0
        """What was spent, in nodes of the search."""
        self._fewest: tuple[float, Owners | None] = UNKNOWN, None
        self._begin()

    def _begin(self) -> None:
        """Begin with a new dissection."""
        self._patience = self.cost + PATIENCE * len(self._goal.cells)
        self._owners = self._dissections.grown(self._random)
        shapes = self._dissections.shapes(self._owners)
        self._missing = self._missed(shapes)
        self._ways = ways_together(shapes, self._options.size)
        self._solutions = UNKNOWN
        self._is_narrowing = True
        self._changes = 0
        """Those that were looked at while it was narrowed."""
        self._ways_counted = self._ways + 1
        """The ways in which the pieces fitted when their solutions were counted."""

    def step(self) -> None:
        """Try one change."""
        if self.cost > self._patience:
            self._begin()
            return
        self.cost += 1
        owners = self._dissections.changed(self._owners, self._random)
        if owners is None:
            return
        shapes = self._dissections.shapes(owners)
        missed = self._missed(shapes)
        # A little is spent, so that wishes which nothing can fulfil come to an end, too.
        self.cost += COST_OF_CHANGE
        if missed > self._missing:
            return
        if missed or self._missing:
            self._owners, self._missing, self._ways = owners, missed, ways_together(shapes, self._options.size)
        elif self._is_narrowing:
            self._narrow(owners, shapes)
        else:
            self._judge(owners)

    def _narrow(self, owners: Owners, shapes: Sequence[Shape]) -> None:
        """Keep a dissection whose pieces fit in no more ways; now and then judge it, and whether that goes on."""
        ways = ways_together(shapes, self._options.size)
        if ways <= self._ways:
            self._owners, self._ways = owners, ways
        self._changes += 1
        if self._changes % NARROWING == 1:
            self._solutions = UNKNOWN
            self._judge(self._owners)
            self._is_narrowing = self._ways < self._ways_counted
            self._ways_counted = self._ways

    def puzzle(self) -> PolycubePuzzle | None:
        """Return the best that was met with its solutions, as far as they are known; None where nothing was."""
        options = self._options
        owners = self._fewest[1]
        if owners is None:
            return None
        shapes = sorted(self._dissections.shapes(owners), key=lambda shape: (len(shape.cells), shape.cells))
        pieces = tuple(Piece(shape.upright, name=name) for shape, name in zip(shapes, letters(), strict=False))
        size = "x".join(map(str, options.size))
        puzzle = PolycubePuzzle(pieces, self._goal, f"{size} seed {options.seed}")
        return replace(puzzle, found=solve(puzzle, first=not self.is_done))

    def _missed(self, shapes: Sequence[Shape]) -> int:
        """Return how much of the wishes is missed."""
        options = self._options
        least, most = options.piece_sizes
        missed = sum(max(0, least - len(shape.cells), len(shape.cells) - most) for shape in shapes)
        if options.all_different:
            missed += pairs_alike(shapes)
        if options.no_planar:
            missed += sum(shape.is_planar for shape in shapes)
        if options.no_symmetric:
            missed += sum(shape.is_symmetric for shape in shapes)
        return missed

    def _judge(self, owners: Owners) -> None:
        """Keep a dissection if it has few enough solutions."""
        limit = self._solutions
        if limit < UNKNOWN and self._random.random() < WORSE:
            limit *= WORSE_BY
        found, is_counted = self._count(self._dissections.shapes(owners), limit)
        # Of what has none so far too little is known.
        if found and found <= limit:
            self._owners, self._solutions = owners, found
            self.is_done = is_counted and found <= self._options.most_solutions
            if found < self._fewest[0] or self.is_done:
                self._fewest = found, owners

    def _count(self, shapes: Sequence[Shape], limit: float) -> tuple[float, bool]:
        """Return how many solutions there are up to rotation, and whether that is more than an estimate."""
        board = Board([Piece(shape) for shape in shapes], self._goal)
        symmetry = Symmetry(board)
        found = nodes = 0
        for number, case in enumerate(symmetry.cases):
            cover = Cover(board, possible_in(board, case), case.chosen)
            search = Search(cover)
            while not search.is_done:
                before = search.nodes
                for covered in search.go_on(NODES_AT_ONCE, NODES_AT_ONCE):
                    found += symmetry.counted(cover.on_board(covered)) is not None
                nodes += search.nodes - before
                if found > max(limit, self._options.most_solutions) or nodes >= NODES:
                    self.cost += nodes + COST_OF_SEARCH
                    share = 1.0 if search.is_done else Search(cover, search.path).share
                    return found * len(symmetry.cases) / max(number + share, 1e-9), False
        self.cost += nodes + COST_OF_SEARCH
        return float(found), True
