# SPDX-License-Identifier: GPL-3.0-or-later
"""Placements: the sets of a goal's cells that a shape can fill, each as an integer with a bit for each cell."""

from __future__ import annotations

from collections.abc import Iterator

from .goal import Goal
from .shape import Shape


def placements(shape: Shape, goal: Goal) -> tuple[int, ...]:
    """Return the sets of cells of a goal, by the bits of their numbers, that a shape can fill; sorted.

    It may be rotated and moved, not mirrored; equal sets count once.
    """
    numbers = goal.numbers
    found = set()
    for cells in shape.orientations:
        first_x, first_y, first_z = cells[0]
        others = [(x - first_x, y - first_y, z - first_z) for x, y, z in cells[1:]]
        for (x, y, z), number in numbers.items():
            mask = 1 << number
            for dx, dy, dz in others:
                other = numbers.get((x + dx, y + dy, z + dz))
                if other is None:
                    break
                mask |= 1 << other
            else:
                found.add(mask)
    return tuple(sorted(found))


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
