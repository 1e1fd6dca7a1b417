# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces of cells at which parts of a piece meet, and what is cut out of them, without ceilings that would hang.

Lengths are millimeters. Boxes have the shape (number, 3 axes, 2 ends); the cell (0, 0, 0) begins at the origin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...polycubes.terms.cells import Cell
from .lettering import Way

Boxes = NDArray[np.float64]

LEVEL, STEP = 0.08, 0.04
"""The height of a step in a ceiling, and how far it leads in. Wherever layers of 0.1 mm or more begin on the steps,
each leads out by less than it is high: what leads out farther is supported where that is what a slicer was told."""

RIDGE = 0.16
"""The distance from the middle from which on steps are half as wide."""

GRID = 0.02
"""All ends are whole multiples of it: ends that should be equal are."""


@dataclass(frozen=True)
class Recess:
    """What is cut out of a part: of a socket, or a name with lines of a width."""

    boxes: Boxes
    pixel: float = 0.0

    @property
    def low(self) -> Boxes:
        """The lowest corner of all boxes."""
        corner: Boxes = self.boxes[:, :, 0].min(axis=0)
        return corner

    @property
    def high(self) -> Boxes:
        """The highest corner of all boxes."""
        corner: Boxes = self.boxes[:, :, 1].max(axis=0)
        return corner


@dataclass(frozen=True)
class Face:
    """A face of a cell of a part, by the way that it looks, and the part's way up in print."""

    part: int
    cell: Cell
    way: Way
    up: Way

    @property
    def rank(self) -> int:
        """How good it is for a name: looking up, aside or down."""
        if self.up[0] != self.way[0]:
            return 1
        return 0 if self.up == self.way else 2


def middle_of_cell(cell: Cell, cube: float) -> Boxes:
    """Return the middle of a cell."""
    middle: Boxes = cube * (np.array(cell) + 0.5)
    return middle


def closing(half: float) -> list[float]:
    """Return how far in each step leads of a ceiling that closes from both sides, which are so far from its middle.

    Slicers close gaps under 0.1 mm: the last steps are half as wide, so that what is closed leads out no farther.
    """
    found: list[float] = []
    inward = 0.0
    while True:
        inward = round(inward + (STEP if half - inward > RIDGE + 1e-9 else STEP / 2), 6)
        if inward > half - STEP / 4:
            return found
        found.append(inward)


def whole(length: float) -> float:
    """Return a length as a whole multiple of the grid, an even one, so that half of it is one, too."""
    return round(2 * GRID * round(length / (2 * GRID)), 6)


def on_grid(boxes: Boxes) -> Boxes:
    """Return boxes about the middle of a cell with their ends on the grid."""
    found: Boxes = np.round(GRID * np.round(boxes / GRID), 6)
    return found
