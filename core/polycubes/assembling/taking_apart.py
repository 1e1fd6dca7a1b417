# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking blocks of cells apart by straight moves, one piece or several as one; backward, that puts them together.

Some blocks are brought away from the others; then both those and the ones that stay are taken apart by themselves.
That is never a mistake: moves can be taken back, so what could be taken apart before still can be, and all the more any
part of it. Yet how many moves the parts need depends on which blocks went and how: so that levels are those that
designers publish, blocks are looked at as BurrTools does, the first piece lying as it is drawn. Turns are not looked
for.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from ..puzzle import PolycubePuzzle
from ..terms.cells import Cells
from ..terms.found import Solution
from .free_ways import WAYS, FreeWays
from .hints import Hints
from .parting import Arrangement, BlockMove, Parting, PartingSearch, TooManyArrangementsError

MOST_ARRANGEMENTS = 100_000
"""For one search."""


@dataclass(frozen=True)
class TakenApart:
    """The way in which blocks come apart. After each parting those that stay come apart, and then those that went.

    ``groups`` are the sets of blocks that stay together.
    """

    partings: tuple[Parting, ...]
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def moves(self) -> tuple[BlockMove, ...]:
        """All moves in turn."""
        return tuple(move for parting in self.partings for move in parting.moves)

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of moves of the partings, as designers write them: the first is the level of the whole.

        What comes apart by single moves only is left out.
        """
        winding = [set(parting.together) for parting in self.partings if len(parting.moves) > 1]
        return tuple(
            len(parting.moves)
            for number, parting in enumerate(self.partings)
            if not number or any(blocks <= set(parting.together) for blocks in winding)
        )


def take_apart(
    blocks: Sequence[Cells], hints: Hints | None = None, most_arrangements: int = MOST_ARRANGEMENTS
) -> TakenApart | None:
    """Return the partings that take blocks apart, each with the fewest moves; None where that cannot be done.

    By hints groups stay together, and of two parts the lighter one goes.
    Raises TooManyArrangementsError where it is not known after so many arrangements.
    """
    hints = hints or Hints.of_blocks(blocks)
    whole = hints.in_order()
    turn = hints.turn_as_drawn(blocks)
    order = [WAYS.index((turn.axes[axis], sign * turn.signs[axis])) for axis, sign in WAYS]
    search = PartingSearch(FreeWays(blocks), order, [piece.weight for piece in hints.pieces], most_arrangements)
    waiting: list[tuple[tuple[int, ...], Arrangement]] = [(whole, (0,) * len(blocks))]
    partings: list[Parting] = []
    groups: list[tuple[int, ...]] = []
    locked: list[tuple[int, ...]] = []
    while waiting:
        together, arrangement = waiting.pop()
        if len(together) < 2:
            continue
        if together != whole and hints.are_a_group(together):
            groups.append(together)
            continue
        found = search.parting(together, arrangement)
        if found is None:
            groups.append(together)
            locked.append(together)
            if together == whole or not hints.may_stay_together(locked):
                return None
            continue
        parting, last = found
        partings.append(parting)
        gone = set(parting.moves[-1].blocks)
        for part in (gone, set(together) - gone):
            places = [place for place, block in enumerate(together) if block in part]
            waiting.append((tuple(together[place] for place in places), tuple(last[place] for place in places)))
    return TakenApart(tuple(partings), tuple(groups))


def take_solution_apart(
    puzzle: PolycubePuzzle, solution: Solution, most_arrangements: int = MOST_ARRANGEMENTS
) -> TakenApart | None:
    """Return how the pieces of a solution come apart; raises what ``take_apart`` does."""
    hints = Hints.of(puzzle, puzzle.pieces_of(solution))
    return take_apart(puzzle.blocks_of(solution), hints, most_arrangements)


@dataclass(frozen=True)
class ComeApart:
    """How many of some solutions come apart, of how many that is not known, and the easiest one that does, with how.

    ``highest`` is the level of the hardest one, 0 where there is none.
    """

    apart: int
    unknown: int
    easiest: tuple[Solution, TakenApart] | None
    highest: int


def solutions_apart(puzzle: PolycubePuzzle, solutions: Sequence[Solution]) -> Generator[None, None, ComeApart]:
    """Take solutions apart, and return how many come apart; yield after each."""
    apart = unknown = highest = 0
    easiest: tuple[Solution, TakenApart] | None = None
    for solution in solutions:
        try:
            taken = take_solution_apart(puzzle, solution)
        except TooManyArrangementsError:
            unknown += 1
        else:
            if taken is not None:
                apart += 1
                # A single piece has no level.
                highest = max((highest, *taken.levels[:1]))
                if easiest is None or taken.levels[:1] < easiest[1].levels[:1]:
                    easiest = solution, taken
        yield
    return ComeApart(apart, unknown, easiest, highest)
