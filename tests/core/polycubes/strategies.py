# SPDX-License-Identifier: GPL-3.0-or-later
"""Small shapes and goals, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as draw

from puzzle_cubes.polycubes.terms.cells import Cell, neighbors
from puzzle_cubes.polycubes.terms.shape import Shape


@draw.composite
def polycubes(pick: draw.DrawFn, least: int = 1, most: int = 6) -> Shape:
    """Return a shape that hangs together."""
    cells: list[Cell] = [(0, 0, 0)]
    for _ in range(pick(draw.integers(least, most)) - 1):
        cells.append(
            pick(draw.sampled_from(sorted({beside for cell in cells for beside in neighbors(cell)} - {*cells})))
        )
    return Shape.of(cells)


def cell_sets(largest: int = 3) -> draw.SearchStrategy[frozenset[Cell]]:
    """Return sets of cells, near each other but not hanging together."""
    along = draw.integers(-1, largest - 2)
    return draw.frozensets(draw.tuples(along, along, along), min_size=1, max_size=8)
