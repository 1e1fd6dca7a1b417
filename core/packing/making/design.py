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

from collections.abc import Generator, Sequence
from dataclasses import replace
from random import Random

from ...common.words import counted
from ...kind.making import NotFoundError, Progress
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.solving.solver import solve
from ...polycubes.terms.goal import Goal
from ...polycubes.terms.piece import Piece, letters
from ...polycubes.terms.shape import Shape
from .dissections import Dissections, Owners, count_solutions, missed_wishes, ways_together
from .interlocking import interlocking_in_steps
from .options import PackingOptions

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
    if options.level > 1:
        return (yield from interlocking_in_steps(options))
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
        self._missing = missed_wishes(self._options, shapes)
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
        missed = missed_wishes(self._options, shapes)
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

    def _judge(self, owners: Owners) -> None:
        """Keep a dissection if it has few enough solutions."""
        limit = self._solutions
        if limit < UNKNOWN and self._random.random() < WORSE:
            limit *= WORSE_BY
        pieces = [Piece(shape) for shape in self._dissections.shapes(owners)]
        found, is_counted, nodes = count_solutions(pieces, self._goal, max(limit, self._options.most_solutions))
        self.cost += nodes + COST_OF_SEARCH
        # Of what has none so far too little is known.
        if found and found <= limit:
            self._owners, self._solutions = owners, found
            self.is_done = is_counted and found <= self._options.most_solutions
            if found < self._fewest[0] or self.is_done:
                self._fewest = found, owners
