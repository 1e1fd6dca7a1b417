# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes where one body can be beside another, from their boxes alone, and how it can be moved there.

A box that is shifted so that it overlaps another has its shift inside of a third box, the sum of both with one turned
round. The ends of all these boxes cut the shifts into a grid whose places are each free as a whole or not at all, so
flooding it says exactly what straight moves of any number and length can reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.floating[Any]]
"""The lowest and the highest corner of each, shape (boxes, 2, 3)."""


def boxes_between(lines: Sequence[Boxes], inside: NDArray[np.bool_]) -> Boxes:
    """Return the boxes of a grid that are inside, those that follow each other along z as one."""
    padded = np.pad(inside.astype(int), ((0, 0), (0, 0), (1, 1)))
    steps = np.diff(padded, axis=2)
    begins, ends = np.argwhere(steps == 1), np.argwhere(steps == -1)
    low = np.stack([line[place] for line, place in zip(lines, begins.T, strict=True)], axis=1)
    high = np.stack([line[place] for line, place in zip(lines, (ends + np.array([1, 1, 0])).T, strict=True)], axis=1)
    return np.stack((low, high), axis=1)


def forbidden_shifts(moving: Boxes, standing: Boxes) -> Boxes:
    """Return the boxes of the shifts at which something that moves overlaps something that stands."""
    low = standing[:, None, 0] - moving[None, :, 1]
    high = standing[:, None, 1] - moving[None, :, 0]
    return np.stack((low, high), axis=2).reshape(-1, 2, 3).round(4)


@dataclass(frozen=True)
class FreeSpace:
    """The shifts of a body: the cuts along each axis, and which of the places between them are free."""

    cuts: list[Boxes]
    free: NDArray[np.bool_]

    @classmethod
    def of(cls, moving: Boxes, standing: Boxes) -> FreeSpace:
        forbidden = forbidden_shifts(moving, standing)
        cuts = []
        for axis in range(3):
            inside = np.unique(forbidden[:, :, axis])
            # With room all round, which is outside.
            cuts.append(np.concatenate(([inside[0] - 1], inside, [inside[-1] + 1])))
        free = np.ones([len(line) - 1 for line in cuts], dtype=bool)
        for box in forbidden:
            free[tuple(slice(*np.searchsorted(line, ends)) for line, ends in zip(cuts, box.T, strict=True))] = False
        return cls(cuts, free)

    def place(self, shift: Boxes) -> tuple[int, ...]:
        """Return the place of the grid in which a shift is."""
        return tuple(int(np.searchsorted(line, value)) - 1 for line, value in zip(self.cuts, shift, strict=True))

    def reached_from_outside(self) -> NDArray[np.bool_]:
        reached = np.zeros_like(self.free)
        reached[0, 0, 0] = True
        count = 0
        while count != (count := int(np.count_nonzero(reached))):
            for axis in range(3):
                layers, free = np.moveaxis(reached, axis, 0), np.moveaxis(self.free, axis, 0)
                for step in (1, -1):
                    for before, after in zip(range(len(free))[::step], range(len(free))[::step][1:], strict=False):
                        layers[after] |= layers[before] & free[after]
        return reached
