# SPDX-License-Identifier: GPL-3.0-or-later
"""Strategies for hypothesis: grids with any boxes filled, and proper solids."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn
from numpy.typing import NDArray

from puzzle_cubes.solids.solid import Solid
from tests.core.oskar.strategies import lengths

Filled = NDArray[np.bool_]


@draw.composite
def grids(draw_one: DrawFn) -> Solid:
    """Draw a solid of which any boxes are filled, at least one."""
    shape = draw_one(draw.tuples(*[draw.integers(1, 4)] * 3))
    count = int(np.prod(shape))
    filled = np.array(draw_one(draw.lists(draw.booleans(), min_size=count, max_size=count))).reshape(shape)
    filled.flat[draw_one(draw.integers(0, count - 1))] = True
    lines = []
    for length in shape:
        widths = draw_one(draw.lists(lengths(0.05, 20), min_size=length, max_size=length))
        lines.append(np.cumsum([draw_one(lengths(-50, 50)), *widths]))
    return Solid((lines[0], lines[1], lines[2]), filled)


@draw.composite
def solids(draw_one: DrawFn) -> Solid:
    """Draw a solid in which no boxes touch only along an edge or at a corner."""
    any_boxes = draw_one(grids())
    return Solid(any_boxes.lines, without_loose_touches(any_boxes.filled))


def without_loose_touches(filled: Filled) -> Filled:
    """Fill up the boxes round every corner where filled or empty ones meet, but not side by side."""
    padded = np.pad(filled, 1)
    inside = np.pad(np.ones_like(filled), 1)
    changed = True
    while changed:
        changed = False
        for i, j, k in product(*(range(length + 1) for length in filled.shape)):
            around = np.s_[i : i + 2, j : j + 2, k : k + 2]
            if not (hangs_together(padded[around]) and hangs_together(~padded[around])):
                padded[around] = inside[around]
                changed = True
    return padded[1:-1, 1:-1, 1:-1]


def hangs_together(boxes: Filled) -> bool:
    """Report whether the set ones of eight boxes are connected side by side."""
    left = set(map(tuple, np.argwhere(boxes).tolist()))
    queue = [left.pop()] if left else []
    while queue:
        here = queue.pop()
        beside = {neighbor for neighbor in left if sum(a != b for a, b in zip(here, neighbor, strict=True)) == 1}
        left -= beside
        queue += beside
    return not left
