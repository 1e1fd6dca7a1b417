# SPDX-License-Identifier: GPL-3.0-or-later
"""The pieces that a burr can be made of, by their numbers: those that hang together, and sticks that can be sawn.

Pieces that are the same but for a turn have several numbers; the least one stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ...polycubes.terms.cells import are_connected
from ..cut import STICKS, Cut
from .places import ALL_SHARED, Cross, cross_of


def is_connected(cut: Cut, number: int) -> bool:
    """Report whether all that is left of a piece hangs together."""
    return are_connected(cut.piece(number))


def is_notchable(number: int) -> bool:
    """Report whether a stick can be made with a saw and a chisel: each notch goes straight through it, across.

    Then beside each cell that is missing, across the stick, one of the two others at the same place is missing, too:
    otherwise a corner would have to be cut out from within.
    """
    missing = {cell for bit, cell in enumerate(STICKS.notches) if number - 1 >> bit & 1}
    return all((x, 1 - y, z) in missing or (x, y, 1 - z) in missing for x, y, z in missing)


def missing_that_lie(cross: Cross, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return all that may be missing of some pieces as they lie in a place of the cross, sorted."""
    return tuple(sorted({missing for number in numbers for missing in cross.lying(number - 1)}))


@cache
def usable_pieces(cut: Cut = STICKS) -> tuple[int, ...]:
    """Return the numbers of all pieces that six of which can make a burr, each once."""
    lying = cross_of(cut).lying
    least = (missing + 1 for missing in range(ALL_SHARED + 1) if lying(missing)[0] == missing)
    return tuple(number for number in least if is_connected(cut, number))


@cache
def notchable_sticks() -> tuple[int, ...]:
    """Return the numbers of the sticks that can be cut straight."""
    return tuple(number for number in usable_pieces() if is_notchable(number))
