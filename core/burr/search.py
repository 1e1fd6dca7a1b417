# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs that are as somebody wishes: a search that changes many assemblies a little, and keeps the best of them.

An assembly is changed by giving cells from piece to piece, or to none, and by putting another piece in a place. The
levels of all that come out are found together, which is fast; for those that are no worse than what is kept, all
assemblies of the same pieces are found. An assembly is better the higher its level is, up to the one that is wished,
and the fewer others there are. Where nothing gets better for a while, it begins with other assemblies. Solid burrs, and
those of owned pieces, are not reached by such small steps: of these all are looked at, in a random order.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random

import numpy as np

from ..common.draws import index_below, log2, shuffle_in_steps
from ..common.task import finish
from ..kind.facts import Progress
from ..kind.kind import NotFoundError
from ..packing.facts import level_of
from ..polycubes.puzzle import PolycubePuzzle
from ..polycubes.solver import solve
from ..polycubes.taking_apart import easiest_first
from .assemblies import EveryAssembly, SolidAssemblies, assemblies_of_each
from .crossed import burr_of
from .levels import LOCKED, Levels, comes_apart
from .options import HOLEY, SOLID, BurrOptions
from .places import ALL_CELLS, PLACES, Assembly, Ints, least_turned, missing_that_lie

EFFORT = 60
"""Work for about so many seconds: counted, not timed, so that a seed gives the same burr everywhere."""

WORK_A_SECOND = 20_000
"""Levels of assemblies that are found."""

WORK_OF_COUNTING = 8
"""What it costs to find all assemblies of six pieces, in levels."""

WORK_OF_BATCH = 200
"""What it costs to find a table of assemblies."""

KEPT_AT_ONCE = 40
"""Assemblies that are changed."""

BEGINNINGS = 200
"""Assemblies of which the best are kept at a beginning."""

GIVEN, EXCHANGED = 60, 30
"""New assemblies of each by giving cells, and by another piece."""

TOGETHER = 1_000
"""Assemblies whose levels are found together: that takes a fraction of a second."""

PATIENCE = 12
"""Rounds in which nothing gets better, after which it begins anew."""

MOST_ARRANGEMENTS = 3_000
"""Of one assembly after some moves: hardly any reaches more, and these are not looked for."""

MOST_ASSEMBLIES, MOST_IN_TURN = 64, 2_000
"""Of six pieces that are found, and where all are looked at and may have many; more are far too many."""

OTHERS, APART = 0.125, 0.25
"""What a doubling of all assemblies, and of those that come apart, makes worse, in levels."""

WAITING = 0.25
"""The share of the effort after which several assemblies are enough where one of them alone comes apart."""


@dataclass(frozen=True)
class Burr:
    """An assembly that was met: its level, how many its pieces have, how many of these come apart, and how easily.

    ``easiest`` is the least level of those that come apart.
    """

    assembly: Assembly
    level: int
    assemblies: int
    apart: int
    easiest: int

    @property
    def worth(self) -> float:
        """How good it is, the more the better."""
        return self.level - OTHERS * log2(self.assemblies) - APART * log2(max(1, self.apart))


def wished_in_steps(
    wish: BurrOptions, effort: int = EFFORT
) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make a burr as it is wished, which is checked before, and yield a few times a second how far it has come.

    Raises NotFoundError, with the best that was met, where none is found by the effort.
    """
    search = _Search(wish, effort)
    looking = search.all_in_turn() if search.is_in_turn else search.by_changes()
    for _ in looking:
        yield Progress(1, 1, search.share, search.shown, None if search.best is None else search.best.worth)
        if search.found is not None:
            break
    # Several assemblies of which one alone comes apart are a burr, too.
    assembly = search.found or search.second
    if assembly is not None:
        return search.puzzle(assembly)
    raise NotFoundError(_what_was_reached(search), search.shown)


class _Search:
    """A search on its way: what was met, and what it has cost."""

    def __init__(self, wish: BurrOptions, effort: int) -> None:
        self.wish, self._effort = wish, effort
        self._random = Random(wish.seed)
        self._cross = wish.cross
        self._levels = Levels(wish.cross)
        self._work = 0
        self.is_in_turn = bool(wish.owned_pieces) or wish.inside == SOLID
        """Whether all assemblies are looked at."""
        self.most = MOST_IN_TURN if self.is_in_turn and not wish.one_solution else MOST_ASSEMBLIES
        """Assemblies of six pieces that are found."""
        self.found: Burr | None = None
        """What is all that is wished."""
        self.second: Burr | None = None
        """What is that, but for other assemblies that do not come apart."""
        self.best: Burr | None = None
        """The best so far, with the level at which ``shown`` comes apart."""
        self.shown: PolycubePuzzle | None = None
        self._counted: dict[Assembly, tuple[int, int, int]] = {}
        self._missing = np.array(missing_that_lie(wish.cross, wish.available), np.int64)
        self._is_loose = np.array([missing.bit_count() >= wish.cut.loose for missing in self._missing.tolist()])
        self._allowed = {*self._missing.tolist()}
        self._kept = wish.cross.kept_cells[:, self._missing]
        self._owners = [
            [(place, 1 << numbers.index(cell)) for place, numbers in enumerate(self._cross.numbers) if cell in numbers]
            for cell in range(len(self._cross.shared))
        ]

    @property
    def share(self) -> float:
        """The share of the effort that is spent."""
        return min(1.0, self._work / (self._effort * WORK_A_SECOND))

    def puzzle(self, burr: Burr) -> PolycubePuzzle:
        """Return a burr with all its assemblies, the easiest one first; one of them, where there are too many."""
        puzzle = self._without_solutions(burr.assembly)
        solved = solve(puzzle, first=burr.assemblies >= self.most)
        return finish(easiest_first(replace(puzzle, found=solved)))

    def all_in_turn(self) -> Iterator[None]:
        """Look at all assemblies of the pieces."""
        wish = self.wish
        every = (
            SolidAssemblies(wish.cross, wish.available, self._random)
            if wish.inside == SOLID
            else EveryAssembly(wish.cross, wish.available, self._random)
        )
        waiting: list[Assembly] = []
        for _, batch in every.batches():
            self._work += WORK_OF_BATCH
            waiting += [tuple(row) for row in batch.tolist()]
            while len(waiting) >= TOGETHER:
                self._judge(waiting[:TOGETHER], 1.0)
                del waiting[:TOGETHER]
            yield
            if self._is_over():
                return
        self._judge(waiting, 1.0)
        yield

    def by_changes(self) -> Iterator[None]:
        """Change assemblies as long as that makes them better, and begin anew."""
        while not self._is_over():
            beginnings = [beginning for _ in range(BEGINNINGS) if (beginning := self._any()) is not None]
            levels = self._levels_of(beginnings)
            ranked = sorted(zip(levels, beginnings, strict=True), reverse=True)[:KEPT_AT_ONCE]
            kept = [(float(level), assembly) for level, assembly in ranked]
            yield
            top, patience = 0.0, PATIENCE
            while patience and not self._is_over():
                known = {assembly for _, assembly in kept}
                new = sorted({changed for _, assembly in kept for changed in self._changed(assembly)} - known)
                least = 1.0 if self.best is None else max(2.0, float(int(kept[-1][0])))
                for begin in range(0, len(new), TOGETHER):
                    kept += self._judge(new[begin : begin + TOGETHER], least)
                    yield
                    if self._is_over():
                        return
                kept = sorted(kept, reverse=True)[:KEPT_AT_ONCE]
                patience = patience - 1 if not kept or kept[0][0] <= top else PATIENCE
                top = max(top, kept[0][0] if kept else 0.0)

    def _is_over(self) -> bool:
        if self.found is None and self.second is not None and self.share >= WAITING:
            self.found = self.second
        return self.found is not None or self.share >= 1

    def _levels_of(self, assemblies: list[Assembly] | Ints) -> list[int]:
        self._work += len(assemblies)
        return self._levels.of(assemblies, MOST_ARRANGEMENTS) if len(assemblies) else []

    def _judge(self, assemblies: list[Assembly], least: float) -> list[tuple[float, Assembly]]:
        """Look at assemblies, and return those of at least a level, with their worth."""
        wish = self.wish
        # Those of too low a level are compared by their assemblies, too; how many come apart is not asked.
        levels = {
            assembly: min(level, wish.level)
            for assembly, level in zip(assemblies, self._levels_of(assemblies), strict=True)
            if level >= least and self._may_be(assembly)
        }
        kinds = {assembly: self._cross.kinds(assembly) for assembly in levels}
        self._count(kinds.values(), {kinds[assembly] for assembly, level in levels.items() if level == wish.level})
        burrs = [Burr(assembly, level, *self._counted[kinds[assembly]]) for assembly, level in levels.items()]
        for burr in burrs:
            if burr.level == wish.level and burr.easiest >= burr.level and self.found is None:
                self._take(burr)
        if burrs:
            self._show(max(burrs, key=lambda burr: (burr.assemblies < self.most, burr.worth)))
        return [(burr.worth, burr.assembly) for burr in burrs]

    def _show(self, burr: Burr) -> None:
        """Show a burr if it is better than the best so far as it will be seen: in its easiest assembly."""
        if self.best is not None and (burr.assemblies >= self.most or burr.worth <= self.best.worth):
            return
        puzzle = self.puzzle(burr)
        burr = replace(burr, level=min(burr.level, next(iter(level_of(puzzle)), LOCKED)))
        if self.best is None or burr.worth > self.best.worth:
            self.best, self.shown = burr, puzzle

    def _take(self, burr: Burr) -> None:
        """Take a burr that has the level, if it is what is wished."""
        is_alone = burr.assemblies == 1
        fewest = self.most if self.second is None else self.second.assemblies
        if self.wish.one_solution and (burr.apart > 1 or burr.assemblies >= fewest):
            return
        if burr.assemblies >= self.most or not self._comes_apart(burr):
            return
        if is_alone or not self.wish.one_solution:
            self.found = burr
        else:
            self.second = burr

    def _comes_apart(self, burr: Burr) -> bool:
        """Report whether all of a burr comes apart, and it has no other assemblies than those that are known.

        Only in a short cross can pieces lie otherwise than in its six places.
        """
        if not comes_apart(self._cross, burr.assembly):
            return False
        counts = solve(self._without_solutions(burr.assembly)).counts
        return (counts.up_to_reflection if self.wish.cut.is_flat else counts.up_to_rotation) == burr.assemblies

    def _without_solutions(self, assembly: Assembly) -> PolycubePuzzle:
        return burr_of([kind + 1 for kind in self._cross.kinds(assembly)], self.wish.length, self.wish.cut)

    def _may_be(self, assembly: Assembly) -> bool:
        """Report whether an assembly is of the form that is wished, and of different pieces if they are to be so."""
        wish = self.wish
        if wish.different and len({*self._cross.kinds(assembly)}) < PLACES:
            return False
        return wish.inside != HOLEY or self._cells_of(assembly) != ALL_CELLS

    def _count(self, every: Iterable[Assembly], high: Collection[Assembly]) -> None:
        """Find out how many assemblies the pieces of each have, and of ``high`` ones how many come apart, how easily.

        All levels are found together.
        """
        asked = [kinds for kinds in dict.fromkeys(every) if self._is_asked(kinds, kinds in high)]
        waiting: dict[Assembly, Ints] = {}
        for kinds, rows in zip(asked, assemblies_of_each(self._cross, asked, self.most), strict=True):
            if kinds not in self._counted:
                self._work += WORK_OF_COUNTING
                self._counted[kinds] = len(rows), len(rows), 0
            if kinds in high and len(rows) < self.most:
                waiting[kinds] = rows
        together = least_turned(self._cross, np.concatenate([np.empty((0, PLACES), np.int64), *waiting.values()]))
        portions = (together[begin : begin + TOGETHER] for begin in range(0, len(together), TOGETHER))
        levels = chain.from_iterable(map(self._levels_of, portions))
        for kinds, rows in waiting.items():
            apart = [level for level in islice(levels, len(rows)) if level]
            self._counted[kinds] = len(rows), len(apart), min(apart, default=0)

    def _is_asked(self, kinds: Assembly, is_high: bool) -> bool:
        """Report whether it is still unknown how many assemblies pieces have, or how easily these come apart."""
        if kinds not in self._counted:
            return True
        count, _, easiest = self._counted[kinds]
        return is_high and not easiest and count < self.most

    def _any(self) -> Assembly | None:
        """Return an assembly of random pieces; None where the last ones have no room."""
        full = 0
        assembly: list[int] = []
        for kept in self._kept:
            fitting = self._missing[(kept & full == 0) & self._is_loose]
            if not len(fitting):
                return None
            assembly.append(int(fitting[index_below(len(fitting), self._random)]))
            full |= self._cross.kept[len(assembly) - 1][assembly[-1]]
        return tuple(assembly)

    def _changed(self, assembly: Assembly) -> Iterator[Assembly]:
        """Yield assemblies that are changed a little."""
        draw = self._random.random
        for _ in range(GIVEN):
            pieces = list(assembly)
            for _ in range((1, 1, 2, 2, 3)[int(draw() * 5)]):
                owners = self._owners[int(draw() * len(self._owners))]
                for place, bit in owners:
                    pieces[place] |= bit
                taker = int(draw() * (len(owners) + 1))
                if taker < len(owners):
                    place, bit = owners[taker]
                    pieces[place] ^= bit
            if self._allowed.issuperset(pieces):
                yield tuple(pieces)
        exchanges = [
            (place, exchanged)
            for place in range(PLACES)
            for exchanged in self._missing[self._kept[place] & self._cells_of(assembly, without=place) == 0].tolist()
        ]
        for (place, exchanged), _ in zip(shuffle_in_steps(exchanges, self._random), range(EXCHANGED), strict=False):
            yield (*assembly[:place], exchanged, *assembly[place + 1 :])

    def _cells_of(self, assembly: Iterable[int], without: int = -1) -> int:
        """Return the shared cells that are filled, as bits; one place may be left out."""
        full = 0
        for place, missing in enumerate(assembly):
            if place != without:
                full |= self._cross.kept[place][missing]
        return full


def _what_was_reached(search: _Search) -> str:
    pieces = f"{search.wish.cut.name}s"
    # Where all were looked at, another seed looks at the same.
    is_all = search.is_in_turn and search.share < 1
    advice = f"ask for less or allow other {pieces}" if is_all else "ask for less or take another seed"
    best = search.best
    if best is None:
        return f"No burr was found of such {pieces} that comes apart: {advice}."
    numbers = " ".join(str(kind + 1) for kind in search.wish.cross.kinds(best.assembly))
    count = f"{best.assemblies}{' or more' if best.assemblies >= search.most else ''}"
    its = "whose one assembly has" if best.assemblies == 1 else f"one of whose {count} assemblies has"
    return (
        f"No burr was found that is all you asked for. The best {'of all' if is_all else 'so far'} is {numbers}, {its} "
        f"level {best.level}: {advice}."
    )
