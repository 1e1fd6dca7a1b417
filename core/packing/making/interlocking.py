# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells divided into pieces that interlock: at every stage exactly one piece can move, and no group of pieces.

The pieces are numbered as they come out, and each but the last has a way. While the pieces from number p on are
together, only p can move, and only along its way, exactly if

1. along its way p meets no later piece, however far it goes, and along the five other ways it touches a later one;
2. along the way of p + 1, which is on another axis, p + 1 touches p, and p touches a piece after p + 1.

That no group moves follows: what each piece pushes along an axis makes a graph, and by both rules all pieces from p on
are strongly connected in it, without p on its own axis. After Song, Fu and Cohen-Or, "Recursive Interlocking Puzzles".
Where only a key is to lock the others, that graph is asked of all pieces together; each still has its way out, later.

So nothing has to be taken out and tried: the search anneals. It begins with pieces that have grown at random, numbered
so that few rules are broken; each step gives a cell to a neighbor, and stays by chance the less likely the more rules
are broken by it and the farther sizes are from what is wished. All that rules ask for is kept as numbers of contacts.
Now and then a step cuts a piece, and what comes off goes along: a piece that reaches across another one's way would
otherwise have to draw back cell by cell, which nothing rewards until the last of them is gone.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

from ...common.draws import shuffle_in_steps, take
from ...kind.facts import Progress
from ...polycubes.goal import Goal
from ...polycubes.parting import WAYS
from ...polycubes.shape import along, step
from .dissections import Owners, Pushes, contacts_of, pushes_of, reached_from

OUTSIDE = -1
"""The owner of what is no cell: it is before all pieces, so it holds none and is in the way of none."""

MISSING, LOOSE, BLOCKED = 20, 10, 5
"""What it costs where pieces do not touch that must, or a key does not lock one, and for each cell on another's way.

A cell too many costs 1. Pieces that once lost touch hardly ever find each other again.
"""

FIRST_CHANCE, LAST_CHANCE = 0.7, 0.3
"""How likely a change stays that costs 1, when an attempt begins and ends."""

TRIALS, TRIALS_A_CELL = 300_000, 100
"""Changes that are drawn in an attempt, and for each cell."""

LATE = 0.6
"""The share of an attempt after which pieces that do not touch hardly ever come to."""

TRIALS_A_STEP = 5_000
"""Changes between two reports: some hundredths of a second."""

MOST_TRIALS, HOPELESS_A_CELL = 60_000_000, 200_000
"""Of all attempts: about three minutes; and for each cell, where no pieces interlock, whatever their sizes, by then."""

LONGEST_LOOK = 40
"""Cells in which a way round a cell is looked for: one that is longer counts as none."""

CUTS, LARGEST_CUT = 0.2, 60
"""How often a piece is cut where a cell would be a cut, and the cells that go to another one at most."""

LARGEST_COST = 200
"""What costs more never stays."""


@dataclass(frozen=True)
class Interlocking:
    """Pieces that interlock: the owner of each cell in the goal's order, and the way of each piece but the last.

    Where cells stay together as units, these have owners. ``off`` is how many the pieces have too many or too few.
    """

    owners: Owners
    ways: tuple[int, ...]
    off: int


Pair = tuple[int, int]
"""The numbers of two cells that are neighbors, the one that comes first along their axis before the other."""


@dataclass(frozen=True)
class Units:
    """Which cells of a goal stay together: the unit of each, and the sides of cells by which pieces hang together.

    ``holds`` are the sides through which what is there does not move.
    """

    of_cell: tuple[int, ...]
    bonds: frozenset[Pair]
    holds: frozenset[Pair]


class Solid:
    """The units of a goal, which are its cells unless some stay together, with what lies beside and before them."""

    def __init__(self, goal: Goal, units: Units | None = None) -> None:
        numbers, cells, size = goal.numbers, goal.cells, goal.size
        of_cell = range(len(cells)) if units is None else units.of_cell
        self.count = max(of_cell) + 1
        self.beside: list[list[tuple[int, int]]] = [[] for _ in range(self.count)]
        """The ways on which each unit meets others at once, and these."""
        self.around: list[list[int]] = [[] for _ in range(self.count)]
        """The units with which each hangs together."""
        self.before: list[list[list[int]]] = [[[] for _ in WAYS] for _ in range(self.count)]
        """The units of the whole rays before each unit, along each way."""
        for number, (cell, unit) in enumerate(zip(cells, of_cell, strict=True)):
            for way, (axis, sign) in enumerate(WAYS):
                reach = range(cell[axis] + sign, size[axis] if sign > 0 else -1, sign)
                places = ((*cell[:axis], place, *cell[axis + 1 :]) for place in reach)
                ray = (of_cell[numbers[place]] for place in places if place in numbers)
                self.before[unit][way] += [blocker for blocker in ray if blocker != unit]
                neighbor = numbers.get(step(cell, along(axis, sign)))
                if neighbor is None or of_cell[neighbor] == unit:
                    continue
                pair = (number, neighbor) if sign > 0 else (neighbor, number)
                if units is None or pair in units.holds:
                    self.beside[unit].append((way, of_cell[neighbor]))
                if units is None or pair in units.bonds:
                    self.around[unit].append(of_cell[neighbor])

    def grown(self, pieces: int, random: Random) -> Owners:
        """Return the owners of cells when pieces have grown from random ones, the smallest of them first."""
        places = shuffle_in_steps(list(range(self.count)), random)
        owners = [OUTSIDE] * self.count
        reached = [[cell] for cell, _ in zip(places, range(pieces), strict=False)]
        sizes = [(0, piece) for piece in range(pieces)]
        while sizes:
            size, piece = heappop(sizes)
            while reached[piece]:
                cell = take(reached[piece], random)
                if owners[cell] == OUTSIDE:
                    owners[cell] = piece
                    reached[piece] += self.around[cell]
                    heappush(sizes, (size + 1, piece))
                    break
        return tuple(owners)


class Division:
    """A solid as it is divided now, and what of the rules is broken: of all, or of those for a key."""

    def __init__(
        self, solid: Solid, owners: Sequence[int], ways: Sequence[int], sizes: tuple[int, int], *, key: bool = False
    ) -> None:
        self.solid, self.ways = solid, tuple(ways)
        self.owners = list(owners)
        self._ways = [*ways, OUTSIDE]
        self._contacts, kinds = (pushes_of if key else contacts_of)(ways)
        self._numbers = [0] * kinds
        for beside, owner in zip(solid.beside, owners, strict=True):
            for way, neighbor in beside:
                for contact in self._contacts[way][owner][owners[neighbor]]:
                    self._numbers[contact] += 1
        self.missing_costs = LOOSE if key else MISSING
        self._pushes = Pushes(ways, self._numbers) if key else None
        self.missing = self._pushes.missing_after((), self._numbers) if self._pushes else self._numbers.count(0)
        self.blocked = sum(self._blocked_before(cell, owner) for cell, owner in enumerate(owners))
        self.sizes = [self.owners.count(piece) for piece in range(len(self._ways))]
        self._off = [max(sizes[0] - cells, cells - sizes[1], 0) for cells in range(solid.count + 1)]

    @property
    def off(self) -> int:
        """How many cells the pieces have too many or too few."""
        return sum(self._off[size] for size in self.sizes)

    def _blocked_before(self, cell: int, owner: int) -> int:
        """Return how many cells of later pieces a cell meets on the way of a piece to which it belongs."""
        way = self._ways[owner]
        owners = self.owners
        return 0 if way < 0 else sum([owners[blocker] > owner for blocker in self.solid.before[cell][way]])

    def give(self, cell: int, taker: int) -> int:
        """Give a cell to a piece, and return what that costs."""
        owners, numbers, solid = self.owners, self._numbers, self.solid
        giver = owners[cell]
        lost, gained = [], []
        for way, neighbor in solid.beside[cell]:
            blocker = owners[neighbor]
            ahead, behind = self._contacts[way], self._contacts[way ^ 1][blocker]
            for contacts in (ahead[giver][blocker], behind[giver]):
                for contact in contacts:
                    numbers[contact] -= 1
                    if not numbers[contact]:
                        lost.append(contact)
            for contacts in (ahead[taker][blocker], behind[taker]):
                for contact in contacts:
                    if not numbers[contact]:
                        gained.append(contact)
                    numbers[contact] += 1
        missing = len(lost) - len(gained)
        if self._pushes is not None:
            missing = self._pushes.missing_after(lost + gained, numbers) - self.missing
        blocked = self._blocked_before(cell, taker) - self._blocked_before(cell, giver)
        for way, ray in enumerate(solid.before[cell]):
            for blocker in ray:
                piece = owners[blocker]
                if self._ways[piece] == way ^ 1:
                    blocked += (taker > piece) - (giver > piece)
        owners[cell] = taker
        off, sizes = self._off, self.sizes
        before = off[sizes[giver]] + off[sizes[taker]]
        sizes[giver] -= 1
        sizes[taker] += 1
        self.missing += missing
        self.blocked += blocked
        return self.missing_costs * missing + BLOCKED * blocked + off[sizes[giver]] + off[sizes[taker]] - before

    def stays_whole_without(self, cell: int) -> bool:
        """Report whether a piece has other cells, and these are seen to hang together without one."""
        owners, around = self.owners, self.solid.around
        piece = owners[cell]
        own = [neighbor for neighbor in around[cell] if owners[neighbor] == piece]
        if len(own) < 2:
            return bool(own)
        seen, waiting, wanted = {cell, own[0]}, [own[0]], set(own[1:])
        for reached in waiting:
            for neighbor in around[reached]:
                if owners[neighbor] == piece and neighbor not in seen:
                    seen.add(neighbor)
                    waiting.append(neighbor)
                    wanted.discard(neighbor)
                    if not wanted:
                        return True
            if len(seen) > LONGEST_LOOK:
                break
        return False

    def cut_off_by(self, cell: int) -> list[int]:
        """Return a cell and all that comes off its piece by it, but for the largest part; nothing if it is all."""
        owners, around = self.owners, self.solid.around
        piece, seen, parts = owners[cell], {cell}, []
        for begin in around[cell]:
            if owners[begin] != piece or begin in seen:
                continue
            part = [begin]
            seen.add(begin)
            for reached in part:
                for neighbor in around[reached]:
                    if owners[neighbor] == piece and neighbor not in seen:
                        seen.add(neighbor)
                        part.append(neighbor)
            parts.append(part)
        largest = max(parts, key=len, default=None)
        return [cell, *(neighbor for part in parts if part is not largest for neighbor in part)] if parts else []

    def anneal(self, trials: int, chances: Sequence[float], random: Random) -> Interlocking | None:
        """Try so many changes, each of which stays with the chance of its cost; return the best, if any interlocks.

        It ends where the pieces interlock and have the sizes that are wished.
        """
        draw, owners, around, count = random.random, self.owners, self.solid.around, self.solid.count
        best: Interlocking | None = None
        for _ in range(trials):
            cell = int(draw() * count)
            beside = around[cell]
            taker, giver = owners[beside[int(draw() * len(beside))]], owners[cell]
            if taker == giver:
                continue
            if self.stays_whole_without(cell):
                going = [cell]
            elif draw() < CUTS:
                going = self.cut_off_by(cell)
            else:
                continue
            if len(going) > LARGEST_CUT:
                continue
            cost = sum([self.give(moving, taker) for moving in going])
            if cost > 0 and (cost >= LARGEST_COST or draw() >= chances[cost]):
                for moving in going:
                    self.give(moving, giver)
            elif not (self.missing or self.blocked) and (best is None or self.off < best.off):
                best = Interlocking(tuple(owners), self.ways, self.off)
                if not best.off:
                    break
        return best


def _hang_together(beside: Sequence[int], pieces: set[int]) -> bool:
    """Report whether pieces hang together; ``beside`` has the neighbors of each, as bits."""
    within = sum(1 << piece for piece in pieces)
    return reached_from([neighbors & within for neighbors in beside], min(pieces)) & within == within


def numbered(
    solid: Solid, owners: Sequence[int], pieces: int, random: Random, *, key: bool = False
) -> tuple[Owners, list[int]]:
    """Number pieces anew as they could come out, and return their owners and ways; few rules are broken then.

    Each in turn is the one with the fewest cells of others on its way; without a key, one that holds the one before it.
    """
    meets = [[[0] * pieces for _ in range(pieces)] for _ in WAYS]
    touches = [[[False] * pieces for _ in range(pieces)] for _ in WAYS]
    for cell, owner in enumerate(owners):
        for way, ray in enumerate(solid.before[cell]):
            for blocker in ray:
                meets[way][owner][owners[blocker]] += 1
        for way, neighbor in solid.beside[cell]:
            touches[way][owner][owners[neighbor]] = True
    left = set(range(pieces))
    order: list[int] = []
    ways: list[int] = []
    beside = [
        sum(1 << neighbor for neighbor in left if any(of[piece][neighbor] for of in touches)) for piece in range(pieces)
    ]
    while len(left) > 1:
        together = {piece for piece in left if _hang_together(beside, left - {piece})}
        choices = [
            (
                bool(order) and not key and not touches[way][piece][order[-1]],
                piece not in together,
                sum(meets[way][piece][blocker] for blocker in left if blocker != piece),
                random.random(),
                piece,
                way,
            )
            for piece in sorted(left)
            for way in range(len(WAYS))
            if not ways or key or WAYS[way][0] != WAYS[ways[-1]][0]
        ]
        *_, piece, way = min(choices)
        order.append(piece)
        ways.append(way)
        left.discard(piece)
    number_of = {piece: number for number, piece in enumerate([*order, *left])}
    return tuple(number_of[owner] for owner in owners), ways


def _chances(share: float) -> list[float]:
    """Return how likely a change stays by what it costs, after a share of an attempt."""
    chances = [1.0]
    for _ in range(LARGEST_COST - 1):
        chances.append(chances[-1] * (FIRST_CHANCE + (LAST_CHANCE - FIRST_CHANCE) * share))
    return chances


def interlocking_in_steps(
    goal: Goal,
    pieces: int,
    sizes: tuple[int, int],
    random: Random,
    units: Units | None = None,
    *,
    key: bool = False,
) -> Generator[Progress[Interlocking], None, Interlocking | None]:
    """Divide a goal into so many pieces that interlock, with the fewest and the most cells, or units, of each.

    With ``key`` the first piece locks the others, and no more is asked of these than that they come out.
    Yields now and then how far it is. Where no sizes are as wished, it returns what comes nearest; None for nothing.
    """
    solid = Solid(goal, units)
    best: Interlocking | None = None
    of_attempt = TRIALS + TRIALS_A_CELL * solid.count
    done = 0
    while done < MOST_TRIALS and (best is not None or done < HOPELESS_A_CELL * solid.count):
        owners, ways = numbered(solid, solid.grown(pieces, random), pieces, random, key=key)
        division = Division(solid, owners, ways, sizes, key=key)
        for begin in range(0, of_attempt, TRIALS_A_STEP):
            divided = division.anneal(TRIALS_A_STEP, _chances(begin / of_attempt), random)
            if divided is not None and (best is None or divided.off < best.off):
                best = divided
                if not best.off:
                    return best
            done += TRIALS_A_STEP
            if begin > LATE * of_attempt and division.missing and best is None:
                break
            yield Progress(1, 1, min(1.0, done / MOST_TRIALS), best)
    return best
