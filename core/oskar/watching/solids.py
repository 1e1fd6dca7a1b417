# SPDX-License-Identifier: GPL-3.0-or-later
"""The places of the blocks: boxes in cells, cell (0, 0, 0) being round the origin.

The mazes of the faces lie behind and below the positions, as Blender's view looks at first: in front of them they would
hide what grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ..maze.faces import Size
from . import looks
from .watched import CELL, CRUMB, GOAL, MOVE, PASSAGE, POSITION, THREAD, Block

HALF_WIDTHS: Mapping[str, float] = MappingProxyType(
    {POSITION: 0.2, CRUMB: 0.06, GOAL: 0.24, MOVE: 0.1, THREAD: 0.024, PASSAGE: 0.3, CELL: 0.3}
)
"""Of cubes and of bars, in cells. No two sides lie in each other: a render would show that as black spots."""

THICKER = 0.002
"""So much each next axis has thicker threads, for the same reason."""

FACE_HALF_DEPTH = 0.06
FACE_DISTANCE = 1.0
"""From the outermost positions to the mazes of the faces, in cells."""

EDGE_HALF_WIDTH = 0.02

Boxes = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The centers of boxes and the halves of their sides, each of shape (n, 3)."""


def boxes_of(size: Size, blocks: Sequence[Block]) -> Boxes:
    """Return the boxes of blocks, in cells."""
    found = [_box(size, block) for block in blocks]
    both = np.array(found, dtype=np.float64).reshape(-1, 2, 3)
    return both[:, 0], both[:, 1]


def edges_of(size: Size) -> Boxes:
    """Return the twelve edges of the room in which the positions are."""
    found = list(_edges(size))
    both = np.array(found, dtype=np.float64)
    return both[:, 0], both[:, 1]


def _box(size: Size, block: Block) -> tuple[list[float], list[float]]:
    half = HALF_WIDTHS[block.shape]
    center, sides = [0.0] * 3, [half] * 3
    if block.shape in (PASSAGE, CELL):
        along, across, cell, beside = block.at
        center[along], center[across] = float(cell), float(beside)
        if block.shape == PASSAGE:
            center[along] += 0.5
            sides[along] = 0.5 - HALF_WIDTHS[CELL]
        behind = 3 - along - across
        # Blender's view looks from the right, from the front and from above.
        center[behind] = size[1] - 1 + FACE_DISTANCE if behind == 1 else -FACE_DISTANCE
        sides[behind] = FACE_HALF_DEPTH
        return center, sides
    center[:] = (float(cell) for cell in block.at[:3])
    if block.shape in (MOVE, THREAD):
        axis = block.at[3]
        center[axis] += 0.5
        if block.shape == MOVE:
            # Between two cubes.
            sides[axis] = 0.5 - HALF_WIDTHS[POSITION]
        else:
            sides = [half + THICKER * axis] * 3
            sides[axis] = 0.5
    return center, sides


def _edges(size: Size) -> Iterator[tuple[list[float], list[float]]]:
    for axis in range(3):
        for corner in product((0, 1), repeat=2):
            chosen = iter(corner)
            center = [
                (cells - 1) / 2 if along == axis else (cells - 0.5 if next(chosen) else -0.5)
                for along, cells in enumerate(size)
            ]
            sides = [EDGE_HALF_WIDTH] * 3
            # Those along x have the corners.
            sides[axis] = size[axis] / 2 + (EDGE_HALF_WIDTH if axis == 0 else -EDGE_HALF_WIDTH)
            yield center, sides


EDGE_LOOK = looks.THREAD
