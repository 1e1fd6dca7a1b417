# SPDX-License-Identifier: GPL-3.0-or-later
"""A search through all ways to cover all items, which can stop at any node and continue later.

The set of placements that are still possible is one integer, a bit each. So the placements that cover a cell are one
AND, and to place a piece is one AND with what it leaves possible: a node of the search takes a few microseconds.

What has to be covered are items: the cells to fill, and the kinds of pieces that are used too few times yet. A search
turns off at the item with the fewest placements left (Knuth, "Dancing Links", 2000). Most often that is a cell
beside what was placed last: so these are looked at first, and all others only where none of these is narrow.

Most placements are impossible after a few pieces, and their bits are counted and copied all the same. So below a node
where that is worth it the search goes on with shorter tables, of those that are left alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from copy import copy
from operator import getitem

import numpy as np

from ..common.containers import array_from_bits
from ..common.errors import InputError
from .board import Board
from .goal import bits

NARROW = 4
"""Placements: a cell beside the last piece with no more is taken at once, and the other cells are not looked at."""

PLACEMENTS_A_STEP = 5_000
"""Placements whose tables are filled between two reports."""

REMEMBERED = 20_000
"""Placements: with more, what each leaves possible would take gigabytes, and is computed anew."""

WORTH_SHORTENING = 800
"""Placements that are left: below a node with fewer there are too few nodes for tables of their own."""

BITS_SHORTENED = 4_000_000
"""Bits of tables at most, to shorten them."""

Lying = tuple[int, int, int, int | None]
"""A placement: its name, which is its number before tables were shortened; the items that it leaves open, and the
cells beside it, as bits; its kind, if that may be used several times."""

AtHand = tuple[Callable[[int, int, int], int], Callable[[int], int], list[int], list[Lying], range]

Node = tuple[int, int, tuple[int, ...], int]
"""Where a search is: placements that are possible and items that are open, both as bits; how many pieces of each kind
are used, counted where that may be several; the open cells beside the placement that was chosen last, as bits."""


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
        items = cells + len(board.kinds)
        self._kinds = board.kinds
        # The first item is the highest bit: so the length of an integer tells which of its items comes first.
        self._bits = [1 << items - 1 - item for item in range(items)]
        every = (1 << items) - 1
        # No item is beside a kind.
        around = [*map(self._joined, board.goal.beside), *[0] * len(board.kinds)]
        # As bytes first: to set one bit of an integer takes as long as the integer is.
        covering = [bytearray(len(numbers) // 8 + 1) for _ in range(items)]
        self._lying: list[Lying] = []
        self._covered: list[tuple[int, ...]] = []
        for place, number in enumerate(numbers):
            if place % PLACEMENTS_A_STEP == PLACEMENTS_A_STEP - 1:
                yield
            kind = board.kind_of[number]
            covered = (*board.cells_of(number), cells + kind)
            byte, bit = place >> 3, 1 << (place & 7)
            beside = 0
            for item in covered:
                covering[item][byte] |= bit
                beside |= around[item]
            is_single = board.kinds[kind].most == 1
            # For good: a kind that may be used several times is covered later.
            covered = covered if is_single else covered[:-1]
            left_open = every ^ self._joined(covered)
            self._lying.append((place, left_open, beside & left_open, None if is_single else kind))
            self._covered.append(covered)
        self._set_covering([int.from_bytes(places, "little") for places in covering])
        # By each byte of the open items, from the first: the numbers of these.
        self._open: list[list[tuple[int, ...]]] = []
        for end in range(items, 0, -8):
            table: list[tuple[int, ...]] = [()]
            for item in reversed(range(max(0, end - 8), end)):
                table += [(item, *others) for others in table]
            self._open.insert(0, table)
        needed = [cells + number for number, kind in enumerate(board.kinds) if kind.least]
        to_cover = self._joined([*(board.goal.numbers[cell] for cell in board.goal.filled), *needed])
        self.root: Node = self._all, to_cover, (0,) * len(board.kinds), 0
        """Where the search begins."""
        if chosen is not None:
            self.root = self.place(self.root, self._numbers.index(chosen))

    def of_case(self, chosen: int | None, forbidden: int) -> Cover:
        """Return the same tables, of all placements, for a search that begins in a case."""
        cover = copy(self)
        possible, open_items, used, near = self.root
        cover.root = possible & ~forbidden, open_items, used, near
        if chosen is not None:
            cover.root = cover.place(cover.root, chosen)
        return cover

    def _joined(self, items: Iterable[int]) -> int:
        """Return items as bits."""
        bits = self._bits
        return sum([bits[item] for item in items])

    def _set_covering(self, covering: list[int]) -> None:
        """Set what covers each item, and what follows from that."""
        self._covering = covering
        self._by_length = [(0, 0), *reversed(list(zip(self._bits, covering, strict=True)))]
        count = len(self._lying)
        self._all = (1 << count) - 1
        # What each placement leaves possible, once it was asked for.
        self._apart = [0] * count
        self._is_remembered = count <= REMEMBERED
        # To take a part of large tables takes longer than a search may be silent.
        self._worth_shortening = range(WORTH_SHORTENING, count // 2 if count * len(covering) <= BITS_SHORTENED else 0)

    @property
    def at_hand(self) -> AtHand:
        """What a search uses at each node.

        That is how to choose, what a placement leaves possible, to be asked for or known, the placements, and for how
        many possible ones these tables are worth shortening.
        """
        return self.choices, self.leaves, self._apart, self._lying, self._worth_shortening

    def __len__(self) -> int:
        """Return how many placements there are."""
        return len(self._lying)

    def name(self, number: int) -> int:
        """Return the number that a placement has in the tables that were not shortened."""
        return self._lying[number][0]

    def on_board(self, names: Iterable[int]) -> tuple[int, ...]:
        """Return the board's numbers of placements, and of the one that is chosen from the start."""
        first = () if self._chosen is None else (self._chosen,)
        return (*first, *(self._numbers[name] for name in names))

    def choices(self, possible: int, open_items: int, near: int) -> int:
        """Return the placements, as bits, of which one must be chosen next; none where an item cannot be covered.

        Some item must be open. All placements that are possible for an item are returned.
        """
        if not possible:
            return 0
        by_length = self._by_length
        fewest, chosen = NARROW + 1, 0
        while near:
            bit, places = by_length[near.bit_length()]
            choices = possible & places
            if not choices:
                return 0
            count = choices.bit_count()
            if count < fewest:
                fewest, chosen = count, choices
            near ^= bit
        if chosen:
            return chosen
        shown = open_items.to_bytes(len(self._open), "big")
        covering = self._covering
        all_found = [possible & covering[item] for items in map(getitem, self._open, shown) for item in items]
        counts = [choices.bit_count() for choices in all_found]
        return all_found[counts.index(min(counts))]

    def place(self, node: Node, number: int) -> Node:
        """Return the node at which a placement is chosen."""
        possible, open_items, used, _ = node
        _, left_open, beside, several = self._lying[number]
        possible &= self._apart[number] or self.leaves(number)
        open_items &= left_open
        if several is not None:
            possible, open_items, used = self.counted(possible, open_items, used, several)
        return possible, open_items, used, beside & open_items

    def counted(
        self, possible: int, open_items: int, used: tuple[int, ...], number: int
    ) -> tuple[int, int, tuple[int, ...]]:
        """Return what is possible, open and used once a piece is placed of a kind that may be used several times."""
        kind = self._kinds[number]
        count = used[number] + 1
        item = len(self._covering) - len(self._kinds) + number
        if count == kind.most:
            possible &= ~self._covering[item]
        if count >= kind.least:
            open_items &= ~self._bits[item]
        return possible, open_items, (*used[:number], count, *used[number + 1 :])

    def shortened(self, possible: int, choices: int) -> tuple[Cover, int, int]:
        """Return tables of the placements that are possible alone, and what these and some choices are in them."""
        left = np.flatnonzero(array_from_bits(possible, (len(self),)))
        width = len(self) // 8 + 1
        rows = np.frombuffer(b"".join(places.to_bytes(width, "little") for places in self._covering), np.uint8)
        table = np.unpackbits(rows.reshape(-1, width), axis=1, bitorder="little").take(left, axis=1)
        cover = copy(self)
        numbers = left.tolist()
        cover._covered = [self._covered[number] for number in numbers]
        cover._lying = [self._lying[number] for number in numbers]
        cover._set_covering([int.from_bytes(row.tobytes(), "little") for row in np.packbits(table, 1, "little")])
        return cover, cover._all, sum(1 << bisect_left(numbers, number) for number in bits(choices))

    def leaves(self, number: int) -> int:
        """Return what is possible beside a placement."""
        covering, touched = self._covering, 0
        for item in self._covered[number]:
            touched |= covering[item]
        left = self._all ^ touched
        if self._is_remembered:
            self._apart[number] = left
        return left


class Search:
    """Goes through the nodes of a cover in depth, always in the same order."""

    def __init__(self, cover: Cover, path: Sequence[int] = (), *, only_below: bool = False) -> None:
        """Go on at the end of a path, which are the placements that were chosen to come there.

        With ``only_below`` the search ends where all is done that begins with the path. Raises InputError for a path
        that leads nowhere.
        """
        self.cover = cover
        """The tables at the node that is next."""
        self._node = cover.root
        self._chosen: list[int] = []
        # For each turn-off: its tables, what is possible, open and used there, the choices that are left, and how many
        # pieces had been chosen.
        self._waiting: list[tuple[Cover, int, int, tuple[int, ...], int, int]] = []
        self.is_done = False
        self.nodes = 0
        """Nodes that this search has gone through."""
        self.deepest: tuple[int, ...] = ()
        """The most placements that this search has chosen together."""
        self.share = 0.0
        """How much of the search lay before the path."""
        weight = 1.0
        for number in path:
            possible, open_items, used, near = self._node
            choices = self._choices
            if not 0 <= number < len(cover) or not choices >> number & 1:
                raise InputError("The place where the search stopped does not belong to this puzzle.")
            before = choices & (1 << number) - 1
            weight /= choices.bit_count()
            self.share += weight * before.bit_count()
            choices ^= before | 1 << number
            possible ^= before
            if choices and not only_below:
                self._waiting.append((cover, possible ^ 1 << number, open_items, used, choices, len(self._chosen)))
            self._node = cover.place((possible, open_items, used, near), number)
            self._chosen.append(number)

    @property
    def path(self) -> tuple[int, ...]:
        """The choices that lead to the node that is next."""
        return tuple(self._chosen)

    @property
    def waiting(self) -> list[tuple[int, ...]]:
        """The paths that come after the node that is next and all below it, in their order."""
        return [
            (*self._chosen[:depth], cover.name(number))
            for cover, *_, choices, depth in reversed(self._waiting)
            for number in bits(choices)
        ]

    @property
    def following(self) -> list[tuple[int, ...]]:
        """The paths that are one choice longer: together they find all that is below the node that is next.

        There are none where everything is covered, as the node itself is found then, or where nothing can be chosen.
        """
        return [(*self._chosen, self.cover.name(number)) for number in bits(self._choices)] if self._node[1] else []

    def go_on(self, nodes: int, most: int) -> list[tuple[int, ...]]:  # noqa: PLR0915  (calls would cost a third)
        """Return the ways to cover everything that are found in so many nodes, or until there are so many of them."""
        if self.is_done:
            return []
        # Most of all time is spent in this loop: it calls what it must, and nothing else.
        chosen, waiting, cover = self._chosen, self._waiting, self.cover
        possible, open_items, used, near = self._node
        choices_at, leaves, apart, lying, worth_shortening = cover.at_hand
        # The turn-off above, and its choices that are left: it waits with the others only while one goes on below it.
        left = above = above_open = 0
        above_used = used
        covers: list[tuple[int, ...]] = []
        gone, most_placed = 0, len(self.deepest)
        while gone < nodes:
            gone += 1
            if open_items:
                choices = choices_at(possible, open_items, near)
            else:
                covers.append(tuple(chosen))
                if len(covers) == most:
                    nodes = gone
                # Optional cells may have room for further pieces.
                choices = possible
            if choices:
                if left:
                    waiting.append((cover, above, above_open, above_used, left, len(chosen) - 1))
                if worth_shortening and possible.bit_count() in worth_shortening:
                    cover, possible, choices = cover.shortened(possible, choices)
                    choices_at, leaves, apart, lying, worth_shortening = cover.at_hand
                above, above_open, above_used, left = possible, open_items, used, choices
                chosen.append(-1)
            else:
                if len(chosen) > most_placed:
                    self.deepest, most_placed = tuple(chosen), len(chosen)
                if not left:
                    if not waiting:
                        self.is_done = True
                        break
                    returned, above, above_open, above_used, left, depth = waiting.pop()
                    del chosen[depth + 1 :]
                    if returned is not cover:
                        cover = returned
                        choices_at, leaves, apart, lying, worth_shortening = cover.at_hand
            # The lowest is gone on with; the others wait, and need not look at this one any more.
            low = left & -left
            left ^= low
            above ^= low
            number = low.bit_length() - 1
            name, left_open, beside, several = lying[number]
            possible = above & (apart[number] or leaves(number))
            open_items = above_open & left_open
            used = above_used
            if several is not None:
                possible, open_items, used = cover.counted(possible, open_items, used, several)
            near = beside & open_items
            chosen[-1] = name
        if left:
            waiting.append((cover, above, above_open, above_used, left, len(chosen) - 1))
        self._node, self.cover = (possible, open_items, used, near), cover
        self.nodes += gone
        return covers

    @property
    def _choices(self) -> int:
        possible, open_items, _, near = self._node
        # Where all is covered, optional cells may have room for further pieces.
        return self.cover.choices(possible, open_items, near) if open_items else possible
