# SPDX-License-Identifier: GPL-3.0-or-later
"""The box as rows of positions, for styles that make a maze row by row."""

from __future__ import annotations

from ..maze.faces import Size
from ..maze.space import Position


class Rows:
    """Rows along one axis, side by side along a second one, in layers along a third.

    The axes are x, y and z, but those with a single cell come last, so that a flat box is a single layer.
    """

    def __init__(self, size: Size) -> None:
        """Choose the axes."""
        self.axes = sorted(range(3), key=lambda axis: size[axis] == 1)
        self.length, self.rows, self.layers = (size[axis] for axis in self.axes)

    def position(self, place: int, row: int, layer: int) -> Position:
        """Return the position at a place of a row."""
        position = [0, 0, 0]
        for axis, cell in zip(self.axes, (place, row, layer), strict=True):
            position[axis] = cell
        return position[0], position[1], position[2]
