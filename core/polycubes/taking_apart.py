# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking blocks of cells apart by straight moves, one piece or several as one; backward, that puts them together.

Some blocks are brought away from the others; then both those and the ones that stay are taken apart by themselves.
That is never a mistake: moves can be taken back, so what could be taken apart before still can be, and all the more any
part of it. Yet how many moves the parts need depends on which blocks went and how: so that levels are those that
designers publish, blocks are looked at as BurrTools does, the first piece lying as it is drawn. Turns are not looked
for. A design may give hints, by BurrTools' rules: a group is a set of pieces that need not come apart; a piece may be
in it so many times.

What goes away for good begins, when all is put together, so far away that nothing it does there, or the others do, is
in each other's way: it waits past the hull of all places where these ever are, and what is put together apart from them
has its own place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from ..common.containers import triple
from .goal import Piece
from .parting import WAYS, Arrangement, BlockMove, FreeWays, Parting, PartingSearch, TooManyArrangementsError
from .puzzle import PolycubePuzzle, Solution
from .shape import ROTATIONS, Cell, Cells, Shape, Turn, along, extent, lowest_corner, normalized, step


@dataclass(frozen=True)
class Hints:
    """The piece that each of some blocks is, its number among the pieces, and the cells that all may fill."""

    pieces: tuple[Piece, ...]
    numbers: tuple[int, ...]
    goal: Cells

    @classmethod
    def of(cls, puzzle: PolycubePuzzle, numbers: Sequence[int]) -> Hints:
        """Return what a puzzle says of its pieces with some numbers."""
        return cls(tuple(puzzle.pieces[number] for number in numbers), tuple(numbers), puzzle.goal.cells)

    @classmethod
    def of_blocks(cls, blocks: Sequence[Cells]) -> Hints:
        """Return what is true of any blocks: each is a piece, drawn as it lies."""
        pieces = tuple(Piece(Shape.of(cells)) for cells in blocks)
        return cls(pieces, tuple(range(len(blocks))), tuple(chain(*blocks)))

    def turn_as_drawn(self, blocks: Sequence[Cells]) -> Turn:
        """Return how blocks are turned, with the goal onto itself, so that the pieces lie as they are drawn.

        The first one does if it can, then the second one, and so on. So it makes no difference how all were turned.
        """
        turns = _turns_onto_itself(self.goal)
        for block in self.in_order():
            if len(turns) == 1:
                break
            drawn = _as_turned(self.pieces[block].shape)
            ranks = [drawn.index(normalized(turn.of(blocks[block]))) for turn in turns]
            turns = [turn for turn, rank in zip(turns, ranks, strict=True) if rank == min(ranks)]
        return turns[0]

    def in_order(self) -> tuple[int, ...]:
        """Return the blocks in the order of their pieces."""
        return tuple(sorted(range(len(self.numbers)), key=lambda block: self.numbers[block]))

    def are_a_group(self, blocks: Sequence[int]) -> bool:
        """Report whether blocks stay together in any case: each is in one group only, all in the same."""
        groups = {own[0][0] if len(own) == 1 else 0 for own in (self.pieces[block].groups for block in blocks)}
        return len(groups) == 1 and groups != {0}

    def may_stay_together(self, sets: Sequence[Sequence[int]]) -> bool:
        """Report whether each set of blocks can be in a group, of no piece more in a group than it may be."""
        left = {
            (self.numbers[block], group): count
            for block in chain(*sets)
            for group, count in self.pieces[block].groups
            if group
        }
        return _fit([Counter(self.numbers[block] for block in blocks) for blocks in sets], left)


@lru_cache(100)
def _turns_onto_itself(goal: Cells) -> Sequence[Turn]:
    """Return the rotations that turn a goal onto itself; all solutions of a puzzle ask for the same."""
    whole = normalized(goal)
    return [turn for turn in ROTATIONS if normalized(turn.of(whole)) == whole]


@lru_cache(1_000)
def _as_turned(shape: Shape) -> tuple[Cells, ...]:
    """Return the cells of a shape after each rotation."""
    return tuple(normalized(turn.of(shape.cells)) for turn in ROTATIONS)


def _fit(sets: Sequence[Counter[int]], left: dict[tuple[int, int], int]) -> bool:
    if not sets:
        return True
    first, *others = sets
    for group in {group for _, group in left}:
        if all(left.get((number, group), 0) >= count for number, count in first.items()):
            rest = {(number, of): count - first[number] * (of == group) for (number, of), count in left.items()}
            if _fit(others, rest):
                return True
    return False


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
        apart = search.parting(together, arrangement)
        if apart is None:
            groups.append(together)
            locked.append(together)
            if together == whole or not hints.may_stay_together(locked):
                return None
            continue
        parting, last = apart
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

    apart: int = 0
    unknown: int = 0
    easiest: tuple[Solution, TakenApart] | None = None
    highest: int = 0

    def __add__(self, after: ComeApart) -> ComeApart:
        """Return what is known of these solutions and others after them; of equally easy ones the first stays."""
        easiest_known = [part.easiest for part in (self, after) if part.easiest is not None]
        return ComeApart(
            self.apart + after.apart,
            self.unknown + after.unknown,
            min(easiest_known, key=lambda easiest: easiest[1].levels[:1], default=None),
            max(self.highest, after.highest),
        )


def solutions_apart(
    puzzle: PolycubePuzzle, solutions: Sequence[Solution], most_arrangements: int = MOST_ARRANGEMENTS
) -> Generator[ComeApart, None, ComeApart]:
    """Take solutions apart, and return how many come apart; yield that after each."""
    counts = ComeApart()
    for solution in solutions:
        try:
            taken = take_solution_apart(puzzle, solution, most_arrangements)
        except TooManyArrangementsError:
            counts += ComeApart(unknown=1)
        else:
            if taken is not None:
                # A single piece has no level.
                counts += ComeApart(1, 0, (solution, taken), next(iter(taken.levels), 0))
        yield counts
    return counts


ROOM = 1
"""Cells between what waits and all that it will go by."""

NEAREST = 2
"""Cells that are gone at least, so that one sees what is put together."""

_Hull = tuple[Cell, Cell]
"""The lowest and the highest corner of a box in which all places of a block are."""


@dataclass(frozen=True)
class Joining:
    """Some blocks, by their numbers, that are put as one onto others, by moves in turn of all or some of both.

    The first move brings the blocks from where they wait. The moves are in cells, none of them endless.
    """

    blocks: tuple[int, ...]
    onto: tuple[int, ...]
    moves: tuple[BlockMove, ...]


def joinings(blocks: Sequence[Cells], taken: TakenApart) -> tuple[Joining, ...]:
    """Return how blocks are put together, from what was found by ``take_apart``, in the order in which it is done."""
    hulls: dict[int, _Hull] = {}
    joined = []
    for parting in reversed(taken.partings):
        last = parting.moves[-1]
        all_places = _places(parting)
        for block in parting.together:
            hulls.setdefault(block, _moved(_hull_of(blocks[block]), all_places[-1][block]))
        onto = tuple(block for block in parting.together if block not in last.blocks)
        far = max(
            NEAREST,
            *(
                _distance(hulls[mover], hulls[obstacle], last.axis, last.sign) + ROOM
                for mover in last.blocks
                for obstacle in onto
            ),
        )
        for block in last.blocks:
            hulls[block] = _around(hulls[block], _moved(hulls[block], along(last.axis, last.sign * far)))
        for places in all_places:
            for block, place in places.items():
                hulls[block] = _around(hulls[block], _moved(_hull_of(blocks[block]), place))
        moves = [BlockMove(last.blocks, last.axis, -last.sign, far)]
        moves += [BlockMove(move.blocks, move.axis, -move.sign, move.distance) for move in reversed(parting.moves[:-1])]
        joined.append(Joining(last.blocks, onto, tuple(moves)))
    return tuple(joined)


def _places(parting: Parting) -> list[dict[int, Cell]]:
    """Return how far each block has been moved before each of the moves of a parting."""
    places = [dict(zip(parting.together, parting.places, strict=True))]
    for move in parting.moves[:-1]:
        way = along(move.axis, move.sign * (move.distance or 0))
        places.append({block: step(at, way) if block in move.blocks else at for block, at in places[-1].items()})
    return places


def _hull_of(cells: Cells) -> _Hull:
    low = lowest_corner(cells)
    return low, step(low, extent(cells))


def _moved(hull: _Hull, way: Cell) -> _Hull:
    return step(hull[0], way), step(hull[1], way)


def _around(hull: _Hull, second: _Hull) -> _Hull:
    return triple(map(min, hull[0], second[0])), triple(map(max, hull[1], second[1]))


def _distance(hull: _Hull, obstacle: _Hull, axis: int, sign: int) -> int:
    """Return how far one hull must go along a way to be past another one; 0 where they never meet."""
    for side in range(3):
        if side != axis and (hull[0][side] >= obstacle[1][side] or hull[1][side] <= obstacle[0][side]):
            return 0
    return obstacle[1][axis] - hull[0][axis] if sign > 0 else hull[1][axis] - obstacle[0][axis]


FEW_BLOCKS, MOST_BLOCKS = 6, 32
MOST_OF_FEW, MOST_OF_MANY = (2_000, 3_000), (100, 300)
"""How many solutions of few or many pieces are looked at, and arrangements of each: that takes seconds at most."""


def with_first(puzzle: PolycubePuzzle, solution: Solution) -> PolycubePuzzle:
    """Return a puzzle with one of its solutions before the others."""
    others = tuple(known for known in puzzle.found.solutions if known != solution)
    return replace(puzzle, found=replace(puzzle.found, solutions=(solution, *others)))


def easiest_first(puzzle: PolycubePuzzle) -> Generator[None, None, PolycubePuzzle]:
    """Return a puzzle with the solution first that comes apart, and of which a part comes off by the fewest moves.

    It is any that comes off by one move, and stays as it is where none is soon found. Yields after each.
    """
    solutions = puzzle.found.solutions
    if len(solutions) < 2 or len(solutions[0]) > MOST_BLOCKS:
        return puzzle
    most_solutions, most_arrangements = MOST_OF_FEW if len(solutions[0]) <= FEW_BLOCKS else MOST_OF_MANY
    easiest = None
    for known in solutions_apart(puzzle, solutions[:most_solutions], most_arrangements):
        easiest = known.easiest
        if easiest is not None and easiest[1].levels[:1] <= (1,):
            break
        yield
    return puzzle if easiest is None else with_first(puzzle, easiest[0])
