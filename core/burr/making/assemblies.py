# SPDX-License-Identifier: GPL-3.0-or-later
"""All assemblies of some pieces in the cross, by a search in depth in which sets of cells are bits of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.taking_apart import take_apart
from .places import PLACES, Assembly, Cross


def assemblies_of(cross: Cross, pieces: Iterable[int], most: int | None = None) -> list[Assembly]:
    """Return all assemblies of six pieces, by what is missing of each, one of those that are the same one.

    They end after ``most``.
    """
    lying = cross.lying
    count = Counter(lying(missing)[0] for missing in pieces)
    # The one that has its place is there once, if any is, and lies in few ways.
    kinds = sorted(count, key=lambda kind: (count[kind], len(lying(kind)), kind))
    left = [count[kind] for kind in kinds]
    ways = [[[(missing, kept[missing]) for missing in lying(kind)] for kind in kinds] for kept in cross.kept]
    # The same one may be found again only where the first piece can have its place again.
    is_once = left[0] == 1 and all(table[missing] != missing for missing, _ in ways[0][0] for table in cross.at_home)
    found: set[Assembly] = set()
    chosen = [0] * PLACES

    def fill(place: int, full: int) -> bool:
        """Report whether there are enough."""
        if place == PLACES:
            found.add(tuple(chosen) if is_once else cross.least_turned(tuple(chosen)))
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
        if all(missing <= table[missing] for table in cross.at_home):
            chosen[0] = missing
            if fill(1, cells):
                break
    return sorted(found)


def comes_apart(cross: Cross, assembly: Assembly) -> bool:
    """Report whether all pieces come apart; not where that takes too long to find out."""
    try:
        return take_apart(cross.blocks(assembly)) is not None
    except TooManyArrangementsError:
        return False
