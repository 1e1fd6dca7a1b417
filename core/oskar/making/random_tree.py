# SPDX-License-Identifier: GPL-3.0-or-later
"""Random spanning trees of the cells of a face, and the cells row by row."""

from __future__ import annotations

from random import Random

from ..maze.faces import Size
from ..maze.space import Position


def uniform_tree(shape: tuple[int, int], random: Random) -> list[int]:
    """Return a spanning tree, all being equally likely, as the parent of every cell; that of cell 0 is -1.

    Walks at random from each cell to the tree and keeps the walk without its loops (Wilson, "Generating
    random spanning trees more quickly than the cover time", 1996). ``shape`` counts columns and rows; a
    cell's index is column + columns * row.
    """
    columns, rows = shape
    cells = columns * rows
    beside = [[cell + step for inside, step in _steps(cell, columns, rows) if inside] for cell in range(cells)]
    parents = [-2] * cells
    parents[0] = -1
    following = [0] * cells
    for first in range(cells):
        cell = first
        while parents[cell] == -2:
            choices = beside[cell]
            # common.draws.pick, written out: the walk does little else, so that the call would be felt.
            following[cell] = cell = choices[int(random.random() * len(choices))]
        cell = first
        while parents[cell] == -2:
            parents[cell] = cell = following[cell]
    return parents


def _steps(cell: int, columns: int, rows: int) -> tuple[tuple[bool, int], ...]:
    row, column = divmod(cell, columns)
    return (column > 0, -1), (column < columns - 1, 1), (row > 0, -columns), (row < rows - 1, columns)


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
