# SPDX-License-Identifier: GPL-3.0-or-later
"""All assemblies of some sticks in the cross: a search in depth, in which sets of cells are bits of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .places import ALL_SHARED, AROUND, PLACES, Assembly, cross_of, least_turned, lying


def _kept() -> tuple[tuple[int, ...], ...]:
    """Return for each place which shared cells a stick has there, by what is missing of it."""
    found = []
    for numbers in cross_of(6).numbers:
        kept = [sum(1 << number for number in numbers)]
        for missing in range(1, ALL_SHARED + 1):
            lowest = missing & -missing
            kept.append(kept[missing ^ lowest] & ~(1 << numbers[lowest.bit_length() - 1]))
        found.append(tuple(kept))
    return tuple(found)


KEPT = _kept()


def assemblies_of(sticks: Iterable[int], most: int | None = None) -> list[Assembly]:
    """Return all assemblies of six sticks, by what is missing of each, one of those that rotations make of it.

    They end after ``most``.
    """
    count = Counter(lying(missing)[0] for missing in sticks)
    # The one that has its place is there once, if any is, and lies in few ways.
    kinds = sorted(count, key=lambda kind: (count[kind], len(lying(kind)), kind))
    left = [count[kind] for kind in kinds]
    ways = [[[(missing, KEPT[place][missing]) for missing in lying(kind)] for kind in kinds] for place in range(PLACES)]
    # The same one may be found again only where the first stick can have its place again.
    is_once = left[0] == 1 and all(AROUND[missing] != missing for missing, _ in ways[0][0])
    found: set[Assembly] = set()
    chosen = [0] * PLACES

    def fill(place: int, full: int) -> bool:
        """Report whether there are enough."""
        if place == PLACES:
            found.add(tuple(chosen) if is_once else least_turned(tuple(chosen)))
            return most is not None and len(found) >= most
        for kind, of_kind in enumerate(ways[place]):
            if left[kind]:
                left[kind] -= 1
                for missing, cells in of_kind:
                    if not full & cells:
                        chosen[place] = missing
                        if fill(place + 1, full | cells):
                            return True
                left[kind] += 1
        return False

    left[0] -= 1
    for missing, cells in ways[0][0]:
        if missing <= AROUND[missing]:
            chosen[0] = missing
            if fill(1, cells):
                break
    return sorted(found)
