# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces that hang in the air in print however they lie, and puzzles of them."""

from __future__ import annotations

import random

from puzzle_cubes.packing.model.cutting import needs_supports
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cells, Shape, neighbors, normalized

CROSS = normalized([(0, 0, 0), *neighbors((0, 0, 0))])
"""A cube with one on each side."""


def hanging_pieces(count: int, sizes: tuple[int, ...], seed: int = 0) -> list[Cells]:
    """Return so many pieces that were grown at random, of some numbers of cells, and need supports."""
    draw = random.Random(seed)
    pieces: list[Cells] = []
    while len(pieces) < count:
        cells = {(0, 0, 0)}
        for _ in range(draw.choice(sizes) - 1):
            cells.add(draw.choice(sorted({beside for cell in cells for beside in neighbors(cell)} - cells)))
        piece = normalized(cells)
        if needs_supports(piece):
            pieces.append(piece)
    return pieces


def puzzle_of(*pieces: Cells) -> PolycubePuzzle:
    """Return a puzzle with pieces, of which the first one is all there is to fill."""
    return PolycubePuzzle(tuple(Piece(Shape.of(cells)) for cells in pieces), Goal.of(pieces[0]))
