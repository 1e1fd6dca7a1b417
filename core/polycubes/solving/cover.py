# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of a search for exact covers, and how it chooses where to branch.

The set of placements that are still possible is one integer, a bit each. So the placements that cover a cell are one
AND, and to place a piece is one AND with what it leaves possible: a node of the search takes a few microseconds.

What has to be covered are items: the cells to fill, and the kinds of pieces that are used too few times yet. A search
turns off at the item with the fewest placements left (Knuth, "Dancing Links", 2000). Most often that is a cell
beside what was placed last: so these are looked at first, and all others only where none of these is narrow.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import chain
from operator import getitem

from .board import Board

NARROW = 4
"""Placements: a cell beside the last piece with no more is taken at once, and the other cells are not looked at."""

PLACEMENTS_A_STEP = 5_000
"""Placements whose tables are filled between two reports."""

REMEMBERED = 20_000
"""Placements: with more, what each leaves possible would take gigabytes, and is computed anew."""

Node = tuple[int, int, tuple[int, ...], int]
"""Where a search is: placements that are possible and items that are open, both as bits; how many pieces of each kind
are used, counted where that may be several; the placement that was chosen last, or -1."""


class Cover:
    """The tables of some placements of a board, which are numbered anew."""

    def __init__(self, board: Board, numbers: Sequence[int], chosen: int | None = None) -> None:
        """Take the board's numbers of the placements, and the one of them that is chosen from the start."""
        for _ in self.fill(board, numbers, chosen):
            pass

    @classmethod
    def in_steps(cls, board: Board, numbers: Sequence[int], chosen: int | None = None) -> Generator[None, None, Cover]:
        """Return what the constructor does, and yield now and then."""
        cover = cls.__new__(cls)
        yield from cover.fill(board, numbers, chosen)
        return cover

    def fill(self, board: Board, numbers: Sequence[int], chosen: int | None) -> Iterator[None]:
        """Fill the tables, and yield now and then."""
        self._numbers = tuple(numbers)
        self._chosen = chosen
        cells = len(board.goal.cells)
        self._kinds = board.kinds
        self._kind_of = [board.kind_of[number] for number in numbers]
        # As bytes first: to set one bit of an integer takes as long as the integer is.
        covering = [bytearray(len(numbers) // 8 + 1) for _ in range(cells + len(board.kinds))]
        self._items: list[int] = []
        """The items that each placement covers for good, as bits."""
        self._covered: list[tuple[int, ...]] = []
        beside = []
        for place, number in enumerate(numbers):
            if place % PLACEMENTS_A_STEP == PLACEMENTS_A_STEP - 1:
                yield
            kind = board.kind_of[number]
            beside.append(board.cells_beside(number))
            covered = (*board.cells_of(number), cells + kind)
            for item in covered:
                covering[item][place >> 3] |= 1 << (place & 7)
            is_single = board.kinds[kind].most == 1
            self._items.append(board.fillings[number] | (is_single << cells + kind))
            self._covered.append(covered if is_single else covered[:-1])
        self._covering = [int.from_bytes(places, "little") for places in covering]
        pairs = [(1 << cell, self._covering[cell]) for cell in range(cells)]
        # Sorted: where a search was left must lead to the same place on every machine.
        self._beside = [tuple(pairs[cell] for cell in around) for around in beside]
        self._apart: list[int | None] = [None] * len(numbers)
        # By each byte of the open items: what covers these.
        self._tables = []
        for start in range(0, len(self._covering), 8):
            table: list[tuple[int, ...]] = [()]
            for places in self._covering[start : start + 8]:
                table += [(*others, places) for others in table]
            self._tables.append(table)
        needed = sum(1 << cells + number for number, kind in enumerate(board.kinds) if kind.least)
        self._all = (1 << len(numbers)) - 1
        self.root: Node = self._all, board.to_fill | needed, (0,) * len(board.kinds), -1
        """Where the search begins."""
        if chosen is not None:
            self.root = self.place(self.root, self._numbers.index(chosen))

    def __len__(self) -> int:
        """Return how many placements there are."""
        return len(self._numbers)

    def on_board(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the board's numbers of placements, and of the one that is chosen from the start."""
        first = () if self._chosen is None else (self._chosen,)
        return (*first, *(self._numbers[place] for place in places))

    def choices(self, possible: int, open_items: int, last: int) -> int:
        """Return the placements, as bits, of which one must be chosen next; none where an item cannot be covered.

        Some item must be open. All placements that are possible for an item are returned.
        """
        fewest, chosen = NARROW + 1, 0
        if last >= 0:
            for bit, covering in self._beside[last]:
                if open_items & bit:
                    found = possible & covering
                    count = found.bit_count()
                    if count < fewest:
                        if not count:
                            return 0
                        fewest, chosen = count, found
            if chosen:
                return chosen
        shown = open_items.to_bytes(len(self._tables), "little")
        all_covering = list(chain.from_iterable(map(getitem, self._tables, shown)))
        counts = list(map(int.bit_count, map(possible.__and__, all_covering)))
        return possible & all_covering[counts.index(min(counts))]

    def place(self, node: Node, number: int) -> Node:
        """Return the node at which a placement is chosen."""
        possible, open_items, used, _ = node
        possible &= self._apart[number] or self._leaves(number)
        open_items &= ~self._items[number]
        kind_number = self._kind_of[number]
        kind = self._kinds[kind_number]
        if kind.most > 1:
            count = used[kind_number] + 1
            used = (*used[:kind_number], count, *used[kind_number + 1 :])
            item = len(self._covering) - len(self._kinds) + kind_number
            if count == kind.most:
                possible &= ~self._covering[item]
            if count >= kind.least:
                open_items &= ~(1 << item)
        return possible, open_items, used, number

    def _leaves(self, number: int) -> int:
        """Return what is possible beside a placement."""
        touched = 0
        for item in self._covered[number]:
            touched |= self._covering[item]
        left = self._all & ~touched
        if len(self._numbers) <= REMEMBERED:
            self._apart[number] = left
        return left
