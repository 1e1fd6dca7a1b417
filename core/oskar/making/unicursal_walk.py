# SPDX-License-Identifier: GPL-3.0-or-later
"""Random walks through all cells of a plane, each step to a neighbor, that keep right in a certain way.

A walk round a tree of blocks of two by two cells goes to the right in even rows and to the left in odd ones, up in even
columns and down in odd ones, or the other way round everywhere. So all steps between two neighboring rows, counted from
the start of the walk, are even or all are odd; and likewise between two columns.
"""

from __future__ import annotations

from random import Random

from ...common.draws import index_below, toss
from .random_tree import uniform_tree

Cell = tuple[int, int]
"""Column and row."""

FEW_CELLS = 25
"""A plane with at most so many cells has few trees of blocks: there the last rows may be plain, for more variety."""


def unicursal_walk(columns: int, rows: int, random: Random) -> list[Cell]:
    """Return a random walk through all cells; the steps between two rows, and two columns, are of one parity."""
    if 1 in {columns, rows}:
        walk = [(column, row) for row in range(rows) for column in range(columns)]
    elif (columns % 2 and not rows % 2) or (columns % 2 == rows % 2 and toss(random)):
        walk = [(column, row) for row, column in _walk(rows, columns, random)]
    else:
        walk = _walk(columns, rows, random)
    if toss(random):
        walk = [(columns - 1 - column, row) for column, row in walk]
    if toss(random):
        walk = [(column, rows - 1 - row) for column, row in walk]
    return walk


def _walk(columns: int, rows: int, random: Random) -> list[Cell]:
    """Return a walk through two columns and two rows or more; the columns may be odd only where the rows are, too."""
    winding = rows
    if columns * rows <= FEW_CELLS:
        least = 2 + rows % 2
        winding = least + 2 * index_below((rows - least) // 2 + 1, random)
    even = _round(columns // 2, winding // 2, random)
    if columns % 2:
        walk = _with_odd_column(columns, winding, even)
    elif winding % 2:
        # From the left end of the last row of blocks down to the odd row.
        walk = [*_cut(even, (0, winding - 2)), *((column, winding - 1) for column in range(columns))]
    elif winding == rows:
        walk = _cut(even, even[index_below(len(even), random)])
    else:
        walk = _cut(even, (0, winding - 1))
    for row in range(winding, rows):
        plain = [(column, row) for column in range(columns)]
        walk += plain if walk[-1][0] == 0 else reversed(plain)
    return walk


def _with_odd_column(columns: int, rows: int, even: list[Cell]) -> list[Cell]:
    """Return a walk down the last column, round the tree the other way, and along the last row; both are odd."""
    beside = [(columns - 1, row) for row in range(rows - 2)]
    around = _cut(even[::-1], (columns - 2, rows - 2))
    below = [(columns - 1, rows - 2), *((column, rows - 1) for column in range(columns - 1, -1, -1))]
    return [*beside, *around, *below]


def _cut(circle: list[Cell], last: Cell) -> list[Cell]:
    """Return a closed walk as one that ends at a cell."""
    first = circle.index(last) + 1
    return circle[first:] + circle[:first]


def _round(columns: int, rows: int, random: Random) -> list[Cell]:
    """Return the closed walk, to the right in the top row, round a random tree of blocks."""
    joined: set[tuple[Cell, Cell]] = set()
    for number, parent in enumerate(uniform_tree((columns, rows), random)):
        if parent >= 0:
            block, beside = (number % columns, number // columns), (parent % columns, parent // columns)
            joined |= {(block, beside), (beside, block)}
    circle = [(0, 0)]
    while True:
        column, row = circle[-1]
        block = column // 2, row // 2
        # By the corner of the block: the step into another block, if the tree goes there, or else to the next corner.
        out, onward = {
            (0, 0): ((0, -1), (1, 0)),
            (1, 0): ((1, 0), (0, 1)),
            (1, 1): ((0, 1), (-1, 0)),
            (0, 1): ((-1, 0), (0, -1)),
        }[column % 2, row % 2]
        step = out if (block, (block[0] + out[0], block[1] + out[1])) in joined else onward
        following = column + step[0], row + step[1]
        if following == (0, 0):
            return circle
        circle.append(following)
