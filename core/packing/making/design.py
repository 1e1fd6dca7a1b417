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

Where a level is wished, the first part comes off only after so many moves. In a box without an empty cell a part comes
off by the first move, or nothing moves at all: if a set of pieces can go a cell, none of the others lies before it in
any row, so it can go on for good. So cells inside may stay empty then; from outside the box is whole. While parts come
off at once, there should be fewer ways in which any does, and more in which some can move a little; then the level
should be higher, up to the one that is wished; and then there should be few enough solutions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from ...common.draws import index_below, pick
from ...common.words import counted
from ...kind.facts import Progress
from ...kind.kind import NotFoundError
from ...polycubes.goal import Goal, Piece, letters
from ...polycubes.parting import FREE, WAYS, FreeWays, PartingSearch, TooManyArrangementsError
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.shape import Shape
from ...polycubes.solver import solve
from ...polycubes.taking_apart import take_solution_apart
from .dissections import Dissections, Owners, count_solutions, missed_wishes, ways_together
from .options import PackingOptions

MOST_WORK = 320_000
"""Changes for one design that are looked at: about a minute."""

WORK_OF_COUNTING = 10
"""What it costs to count solutions, in changes."""

INTERLOCKING_PATIENCE = 2_000
"""Changes in which nothing gets better, after which a design is begun anew."""

MOST_ARRANGEMENTS = 1_000
"""That moves may reach in a design; what reaches more is not looked for."""

INTERLOCKING_WORSE = 0.002
"""How likely a change stays that makes a design worse."""

MOST_MOVING = 12
"""More sets that can move at the beginning are no better."""

EMPTY = -1
"""The owner of a cell that stays empty."""

Worth = tuple[int, float, float]
"""How good a design is: its level, then fewer sets that come off at once or fewer solutions, then more that move."""


def design_in_steps(options: PackingOptions) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make a design, the hardest of as many as are asked for, and yield now and then how far it has come.

    Raises NotFoundError, with the one that came nearest to what is wished, where there is none.
    """
    random = Random(options.seed)
    best: PolycubePuzzle | None = None
    for attempt in range(options.designs):
        design = (_Interlocking if options.level > 1 else _Narrowed)(options, random)
        while design.made is None and design.work < design.most_work:
            design.step()
            share = (attempt + min(design.work / design.most_work, 1.0)) / options.designs
            shown = design.nearest if best is None else best
            yield Progress(attempt + 1, options.designs, share, shown, design.worth_of(best))
        if design.made is not None and (best is None or tries(design.made) > tries(best)):
            best = design.made
    if best is None:
        raise NotFoundError(
            f"No {counted(options.design, 'piece')} were found that have {design.what_is_missed} or another seed.",
            design.last,
        )
    return best


def tries(puzzle: PolycubePuzzle) -> float:
    """Return how many pieces the search has tried for each solution up to rotation."""
    return puzzle.found.nodes / max(1, puzzle.found.counts.up_to_rotation)


class _Design(ABC):
    """One design on its way: a dissection of a goal, which is changed step by step."""

    def __init__(self, options: PackingOptions, random: Random, goal: Goal, most_work: int) -> None:
        self._options = options
        self._random = random
        self._goal = goal
        self._dissections = Dissections(goal, options.design)
        self.most_work = most_work
        self.work = 0
        """What was spent: in changes, or in nodes of the search."""
        self.made: PolycubePuzzle | None = None
        """The design, once it is all that was wished."""
        self.nearest: PolycubePuzzle | None = None
        """What is shown as long as there is none."""
        self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Begin with a new dissection."""

    @abstractmethod
    def step(self) -> None:
        """Try one change; or begin anew, where nothing got better for long."""

    @property
    @abstractmethod
    def last(self) -> PolycubePuzzle | None:
        """What came nearest to what was wished."""

    @property
    @abstractmethod
    def what_is_missed(self) -> str:
        """What was not found, and what to do, as the end of a sentence."""

    def worth_of(self, best: PolycubePuzzle | None) -> float | None:
        """Return how good the best design of all is, or this one as long as there is none."""
        return None if best is None else tries(best)

    def _puzzle(self, owners: Owners, *, is_whole: bool) -> PolycubePuzzle:
        """Return the puzzle of a dissection, with all its solutions or one."""
        shapes = sorted(self._dissections.shapes(owners), key=lambda shape: (len(shape.cells), shape.cells))
        pieces = tuple(Piece(shape.upright, name=name) for shape, name in zip(shapes, letters(), strict=False))
        size = "x".join(map(str, self._options.size))
        puzzle = PolycubePuzzle(pieces, self._goal, f"{size} seed {self._options.seed}")
        return replace(puzzle, found=solve(puzzle, first=not is_whole))


class _Interlocking(_Design):
    """A design of a level."""

    def __init__(self, options: PackingOptions, random: Random) -> None:
        cells = Goal.box(options.size).cells
        inside = [all(0 < at < side - 1 for at, side in zip(cell, options.size, strict=True)) for cell in cells]
        goal = Goal.of(
            [cell for cell, is_inside in zip(cells, inside, strict=True) if not is_inside],
            [cell for cell, is_inside in zip(cells, inside, strict=True) if is_inside],
        )
        self._inside = inside
        self.level = 0
        """The level of the nearest one."""
        super().__init__(options, random, goal, MOST_WORK)

    def _begin(self) -> None:
        self._owners = self._dissections.grown(self._random)
        self._missing = missed_wishes(self._options, self._dissections.shapes(self._owners))
        self._worth = self._judged(self._owners)
        self._patience = INTERLOCKING_PATIENCE

    def step(self) -> None:
        self.work += 1
        self._patience -= 1
        if self._patience < 0:
            self._begin()
            return
        owners = self._changed()
        if owners is None:
            return
        missing = missed_wishes(self._options, self._dissections.shapes(owners))
        if missing > self._missing:
            return
        worth = self._judged(owners)
        if missing < self._missing or worth >= self._worth or self._random.random() < INTERLOCKING_WORSE:
            if worth > self._worth:
                self._patience = INTERLOCKING_PATIENCE
            self._owners, self._missing, self._worth = owners, missing, worth
            if not missing:
                self._keep(worth)

    def _changed(self) -> Owners | None:
        """Return a dissection in which some cells have another owner; None where a piece falls apart."""
        owners = list(self._owners)
        for _ in range(pick((1, 1, 2, 2, 3), self._random)):
            place = index_below(len(owners), self._random)
            takers = sorted({owners[beside] for beside in self._dissections.beside[place]} - {owners[place], EMPTY})
            if self._inside[place] and owners[place] != EMPTY:
                takers.append(EMPTY)
            if not takers:
                return None
            owners[place] = pick(takers, self._random)
        return tuple(owners) if self._dissections.hang_together(owners) else None

    def _judged(self, owners: Owners) -> Worth:
        """Return how good a dissection is."""
        blocks = [tuple(cells) for cells in self._dissections.cells_of(owners)]
        search = PartingSearch(FreeWays(blocks), range(len(WAYS)), [1] * len(blocks), MOST_ARRANGEMENTS)
        together = tuple(range(len(blocks)))
        pushes = search.pushes_at_first(together)
        leaving, moving = _sets_that_go(pushes, FREE), min(_sets_that_go(pushes, 1), MOST_MOVING)
        if leaving:
            return 1, -leaving, moving
        level = _level(search, together)
        if level < 2:
            # What is locked is near to something that is not, all the more if some of it moves.
            return (1, -1, MOST_MOVING + moving) if level == 0 else (1, -1, 0)
        if level < self._options.level:
            return level, 0, moving
        self.work += WORK_OF_COUNTING
        pieces = [Piece(shape) for shape in self._dissections.shapes(owners)]
        solutions, is_counted, _ = count_solutions(pieces, self._goal, self._options.most_solutions)
        return self._options.level, -solutions if solutions and is_counted else -float("inf"), moving

    def _keep(self, worth: Worth) -> None:
        """Keep a dissection where it is all that was wished, or nearer to that than any before."""
        level, solutions, _ = worth
        if level > self.level or (level == 1 and self.nearest is None):
            self.level = level
            self.nearest = self._puzzle(self._owners, is_whole=False)
        if level == self._options.level and -solutions <= self._options.most_solutions:
            puzzle = self._puzzle(self._owners, is_whole=True)
            taken = [take_solution_apart(puzzle, solution) for solution in puzzle.found.solutions]
            if all(apart is not None and apart.levels[0] >= level for apart in taken):
                self.made = self.nearest = puzzle

    @property
    def last(self) -> PolycubePuzzle | None:
        return self.nearest

    @property
    def what_is_missed(self) -> str:
        reached = f"level {self.level}" if self.level else "none that comes apart"
        return (
            f"level {self._options.level} and all else that you asked for, only {reached}: ask for a lower level, "
            "take other sizes"
        )

    def worth_of(self, best: PolycubePuzzle | None) -> float | None:
        return float(self.level) if best is None else self._options.level + tries(best)


def _level(search: PartingSearch, together: tuple[int, ...]) -> int:
    """Return how many moves it takes until a part comes off; 0 where none does, 1 where that is not known."""
    try:
        parting = search.parting(together, (0,) * len(together))
    except TooManyArrangementsError:
        return 1
    return 0 if parting is None else len(parting[0].moves)


def _sets_that_go(pushes: NDArray[np.int32], distance: int) -> int:
    """Return how many different sets, but all, can go so far along each way, each a block with what it pushes."""
    going = pushes < distance
    return sum(len({row.tobytes() for row in of_way if not row.all()}) for of_way in going)


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


class _Narrowed(_Design):
    """A design whose pieces are narrowed until they have few solutions."""

    def __init__(self, options: PackingOptions, random: Random) -> None:
        self._fewest: tuple[float, Owners | None] = UNKNOWN, None
        super().__init__(options, random, Goal.box(options.size), MOST_NODES)

    def _begin(self) -> None:
        self._patience = self.work + PATIENCE * len(self._goal.cells)
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
        if self._options.design == len(self._goal.cells) and not self._missing:  # Single cubes never change.
            self._judge(self._owners)

    def step(self) -> None:
        if self.work > self._patience:
            self._begin()
            return
        self.work += 1
        owners = self._dissections.changed(self._owners, self._random)
        if owners is None:
            return
        shapes = self._dissections.shapes(owners)
        missed = missed_wishes(self._options, shapes)
        # A little is spent, so that wishes which nothing can fulfil come to an end, too.
        self.work += COST_OF_CHANGE
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

    @property
    def last(self) -> PolycubePuzzle | None:
        """The one of the fewest solutions that was met, with one of these."""
        owners = self._fewest[1]
        return None if owners is None else self._puzzle(owners, is_whole=False)

    @property
    def what_is_missed(self) -> str:
        most = self._options.most_solutions
        wish = "exactly one solution" if most == 1 else f"at most {most} solutions"
        return f"{wish} and all else that you asked for: take fewer pieces, other sizes"

    def _judge(self, owners: Owners) -> None:
        """Keep a dissection if it has few enough solutions."""
        limit = self._solutions
        if limit < UNKNOWN and self._random.random() < WORSE:
            limit *= WORSE_BY
        pieces = [Piece(shape) for shape in self._dissections.shapes(owners)]
        solutions, is_counted, nodes = count_solutions(pieces, self._goal, max(limit, self._options.most_solutions))
        self.work += nodes + COST_OF_SEARCH
        # Of what has none so far too little is known.
        if solutions and solutions <= limit:
            self._owners, self._solutions = owners, solutions
            if solutions < self._fewest[0]:
                self._fewest = solutions, owners
            if is_counted and solutions <= self._options.most_solutions:
                self.made = self._puzzle(owners, is_whole=True)
