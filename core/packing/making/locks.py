# SPDX-License-Identifier: GPL-3.0-or-later
"""The locks of pieces: the contacts that the rules ask for, and what pieces push of each other by theirs.

Contacts are numbered, so that a search need only keep how many cells make each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...polycubes.parting import WAYS

Contacts = tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
"""Which contacts it makes that a cell of a piece is beside one of another: [way][piece][other]."""


def _table(made: Callable[[int, int, int], tuple[int, ...]], count: int) -> Contacts:
    both = range(count)
    return tuple(
        tuple(tuple(made(way, piece, blocker) for blocker in both) for piece in both) for way in range(len(WAYS))
    )


def contacts_of(ways: Sequence[int]) -> tuple[Contacts, int]:
    """Return which contacts there must be for the ways of all pieces but the last, and how many."""
    count = len(ways) + 1
    numbers: dict[tuple[str, int, int], int] = {}

    def number(rule: str, piece: int, way: int = 0) -> int:
        return numbers.setdefault((rule, piece, way), len(numbers))

    def made(way: int, piece: int, blocker: int) -> tuple[int, ...]:
        contacts = []
        if piece < blocker and way != ways[piece]:
            contacts.append(number("held", piece, way))
        if blocker == piece - 1 and piece < count - 1 and way == ways[piece]:
            contacts.append(number("holds the next", blocker))
        if piece + 1 < min(blocker, count - 1) and way == ways[piece + 1]:
            contacts.append(number("held with the next", piece))
        return tuple(contacts)

    return _table(made, count), len(numbers)


def pushes_of(ways: Sequence[int]) -> tuple[Contacts, int]:
    """Return the contacts by which pieces push each other, which are numbered as ``Pushes`` has them, and how many.

    The first piece, which is the key, pushes none along its own axis; what holds it from behind comes last.
    """
    count = len(ways) + 1
    kinds = 3 * count * count + 1

    def made(way: int, piece: int, blocker: int) -> tuple[int, ...]:
        axis, sign = WAYS[way]
        if 0 in (piece, blocker) and axis == WAYS[ways[0]][0]:
            return (kinds - 1,) if piece == 0 and way != ways[0] else ()
        return () if sign < 0 or piece == blocker else ((axis * count + piece) * count + blocker,)

    return _table(made, count), kinds


class Pushes:
    """Which piece pushes which along each axis, as bits, and how many are not locked with the last one by that."""

    def __init__(self, ways: Sequence[int], numbers: Sequence[int]) -> None:
        self._count = len(ways) + 1
        self._key_axis = WAYS[ways[0]][0]
        self._forth = [[0] * self._count for _ in range(3)]
        self._back = [[0] * self._count for _ in range(3)]
        self._loose = [self._count - (axis == self._key_axis) - 1 for axis in range(3)]
        self.missing_after([contact for contact, number in enumerate(numbers) if number], numbers)

    def missing_after(self, changed: Sequence[int], numbers: Sequence[int]) -> int:
        """Return how much is missing after some contacts came or went, of which there are ``numbers`` now."""
        axes = set()
        for contact in changed:
            if contact == len(numbers) - 1:
                continue
            row, blocker = divmod(contact, self._count)
            axis, piece = divmod(row, self._count)
            axes.add(axis)
            for rows, begin, bit in ((self._forth, piece, 1 << blocker), (self._back, blocker, 1 << piece)):
                rows[axis][begin] = rows[axis][begin] | bit if numbers[contact] else rows[axis][begin] & ~bit
        last = self._count - 1
        for axis in axes:
            together = reached_from(self._forth[axis], last) & reached_from(self._back[axis], last)
            self._loose[axis] = self._count - (axis == self._key_axis) - together.bit_count()
        return sum(self._loose) + (not numbers[-1])


def reached_from(rows: Sequence[int], start: int) -> int:
    """Return which pieces are reached from one, as bits; ``rows`` have those that each reaches at once."""
    seen = waiting = 1 << start
    while waiting:
        first = waiting & -waiting
        more = rows[first.bit_length() - 1] & ~seen
        seen |= more
        waiting ^= first | more
    return seen
