# SPDX-License-Identifier: GPL-3.0-or-later
"""The style unicursal: one way through every position, another one in nearly every seed.

In the plane a random way through all cells, without a branch, is a walk round a random tree of blocks of two by two
cells, as in the labyrinths of old. Here such a walk on one face puts all lines of positions across that face in an
order, and both other faces have all passages along the lines. From line to line the way changes at alternate ends, so
a line is left at the other end than it was entered. Those faces have one passage between any two rows of lines, which
lies at one end: so all changes between these rows must have the same parity along the way. They have, because a walk
round a tree goes through each row in one direction and through the next one in the other. An odd row or column is led
along the side of the blocks by the same rule. Where few such trees are, in small boxes, some seeds are alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random

import numpy as np

from ...common.draws import pick, toss
from ..making.growth_record import ROOT, GrowthRecord
from ..making.settings import Settings
from ..making.style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style
from ..making.unicursal_walk import unicursal_walk
from ..maze.faces import FACE_AXES, Face, Size
from ..maze.space import index_of


def make(settings: Settings, random: Random) -> Making:
    """Lay the way; lines of a single cell are best, where the box is flat."""
    yield Pause(0.0)
    size = settings.size
    line = pick([axis for axis in range(3) if size[axis] == 1] or range(3), random)
    inner, outer = (axis for axis in range(3) if axis != line)
    walk = unicursal_walk(size[inner], size[outer], random)
    # The passages by (axis along, axis across), indexed [cell along, cell across].
    passages = {(a, b): np.zeros((size[a], size[b]), dtype=bool) for a, b in permutations(range(3), 2)}
    for across in (inner, outer):
        passages[line, across][: size[line] - 1] = True
    mirrored = toss(random)
    for number, ((i, j), (k, m)) in enumerate(pairwise(walk)):
        end = 0 if number % 2 != mirrored else size[line] - 1
        along, across, cell, beside = (inner, outer, min(i, k), j) if j == m else (outer, inner, min(j, m), i)
        passages[along, across][cell, beside] = True
        passages[along, line][cell, end] = True
    xy, xz, yz = (Face.from_arrays(passages[a, b].T, passages[b, a]) for a, b in FACE_AXES)
    record = GrowthRecord()
    yield from _note(record, size, line, walk, mirrored)
    return Draft((xy, xz, yz), record=record)


def _note(record: GrowthRecord, size: Size, line: int, walk: list[tuple[int, int]], mirrored: bool) -> Iterator[Pause]:
    """Note all moves of the way, from its one end to its other."""
    inner, outer = (axis for axis in range(3) if axis != line)
    steps = 1, size[0], size[0] * size[1]
    index = before = -1
    for number, (i, j) in enumerate(walk):
        position = [0, 0, 0]
        back = number % 2 != mirrored
        position[inner], position[outer], position[line] = i, j, size[line] - 1 if back else 0
        index = index_of(size, (position[0], position[1], position[2]))
        record.add(index, ROOT if before < 0 else _direction(index - before, steps))
        for _ in range(size[line] - 1):
            index += -steps[line] if back else steps[line]
            record.add(index, 2 * line + back)
        before = index
        if number % max(1, POSITIONS_BETWEEN_PAUSES // size[line]) == 0:
            yield Pause(number / len(walk))


def _direction(change: int, steps: tuple[int, int, int]) -> int:
    """Return the direction of a change of the index; the highest axis where steps are as long as each other."""
    axis = max(axis for axis in range(3) if steps[axis] == abs(change))
    return 2 * axis + (change < 0)


STYLE = Style(
    "Unicursal",
    "One way through every position without a branch, winding by the seed; a start of your own cuts it short",
    make,
    start="best",
    special=True,
)
