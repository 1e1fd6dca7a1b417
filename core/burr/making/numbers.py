# SPDX-License-Identifier: GPL-3.0-or-later
"""The sticks that a burr can be made of: those that hang together, those that can be cut straight, by their numbers.

Sticks that are the same but for a turn have several numbers; the least one stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ...polycubes.terms.cells import are_connected
from ..sticks import NOTCHES, stick
from .places import ALL_SHARED, STICK_TURNS, lying, turned


def standard_number(number: int) -> int:
    """Return the least number of a stick, however it lies."""
    return 1 + min(turned(number - 1, bits) for bits in STICK_TURNS)


def is_connected(number: int) -> bool:
    """Report whether all that is left of a stick hangs together."""
    return are_connected(stick(number))


def is_notchable(number: int) -> bool:
    """Report whether a stick can be made with a saw and a chisel: each notch goes straight through it, across.

    Then beside each cell that is missing, across the stick, one of the two others at the same place is missing, too:
    otherwise a corner would have to be cut out from within.
    """
    missing = {cell for bit, cell in enumerate(NOTCHES) if number - 1 >> bit & 1}
    return all((x, 1 - y, z) in missing or (x, y, 1 - z) in missing for x, y, z in missing)


def missing_that_lie(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return all that may be missing of some sticks as they lie in a place of the cross, sorted."""
    return tuple(sorted({missing for number in numbers for missing in lying(number - 1)}))


@cache
def usable_sticks() -> tuple[int, ...]:
    """Return the numbers of all sticks that six of which can make a burr, each once."""
    return tuple(number for number in _numbers() if is_connected(number))


@cache
def notchable_sticks() -> tuple[int, ...]:
    """Return the numbers of those that can be cut straight."""
    return tuple(number for number in usable_sticks() if is_notchable(number))


def _numbers() -> Iterator[int]:
    return (missing + 1 for missing in range(ALL_SHARED + 1) if lying(missing)[0] == missing)
