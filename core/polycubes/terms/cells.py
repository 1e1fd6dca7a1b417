# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells: the unit cubes of a grid, each three whole numbers along x, y and z, and what sets of them have."""

from __future__ import annotations

from collections.abc import Collection, Iterable

Cell = tuple[int, int, int]
Cells = tuple[Cell, ...]

STEPS: Cells = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
"""The ways to the six neighbors of a cell."""


def lowest_corner(cells: Iterable[Cell]) -> Cell:
    """Return the lowest coordinates along each axis; raises ValueError where there is no cell."""
    x, y, z = (min(along) for along in zip(*cells, strict=True))
    return x, y, z


def extent(cells: Collection[Cell]) -> Cell:
    """Return how many cells long a set is along each axis; raises ValueError where there is no cell."""
    x, y, z = (max(along) - min(along) + 1 for along in zip(*cells, strict=True))
    return x, y, z


def moved(cells: Iterable[Cell], way: Cell) -> Cells:
    """Return cells moved along a way, in the same order."""
    dx, dy, dz = way
    return tuple((x + dx, y + dy, z + dz) for x, y, z in cells)


def normalized(cells: Collection[Cell]) -> Cells:
    """Return cells sorted, and moved so that the lowest along each axis is 0."""
    x, y, z = lowest_corner(cells)
    return tuple(sorted(moved(cells, (-x, -y, -z))))


def box_cells(size: Cell) -> Cells:
    """Return all cells of a box with one corner at 0, sorted."""
    return tuple((x, y, z) for x in range(size[0]) for y in range(size[1]) for z in range(size[2]))


def neighbors(cell: Cell) -> Cells:
    """Return the six cells that share a face with a cell."""
    return moved(STEPS, cell)


def connected_parts(cells: Collection[Cell]) -> tuple[Cells, ...]:
    """Return the parts of a set in which one can go from each cell to each other one through faces."""
    left = set(cells)
    parts = []
    while left:
        part = [left.pop()]
        for cell in part:
            beside = left.intersection(neighbors(cell))
            left -= beside
            part += beside
        parts.append(tuple(sorted(part)))
    return tuple(sorted(parts))


def are_connected(cells: Collection[Cell]) -> bool:
    """Report whether one can go from each cell to each other one through faces."""
    return len(connected_parts(cells)) <= 1
