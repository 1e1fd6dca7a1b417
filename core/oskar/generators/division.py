# SPDX-License-Identifier: GPL-3.0-or-later
"""The style division: walls with one gap divide a space, then both halves, and so on to single cells.

In the plane a straight wall divides a field, with a gap at a random place. Here the whole box is divided along one axis
after another. A wall across x stands on XY and on XZ; a face serves all parts of the box that lie behind each other, so
parts with the same cells along an axis are divided at the same cell, and each field of a face has one gap in its wall.
Every part of the box then has its gap just where both faces have theirs: one move leads through each wall, so
all positions can be reached, and there is no loop. Long straight walls are seen on all faces.
"""

from __future__ import annotations

from random import Random

from ...common.draws import index_below, pick
from ..making.loop_free_faces import GrowthRecord, LoopFreeFaces, Passage
from ..making.settings import Draft, Drafting, Pause, Settings, Style

_Range = tuple[int, int]
"""The first cell along an axis, and the one after the last."""


def make(settings: Settings, random: Random) -> Drafting:
    """Divide along an axis with the longest part that is left, until all parts are single positions."""
    size = settings.size
    ranges: list[list[_Range]] = [[(0, cells)] for cells in size]
    gaps: list[Passage] = []
    total = size[0] * size[1] + size[0] * size[2] + size[1] * size[2] - 3
    while len(gaps) < total:
        yield Pause(len(gaps) / total)
        longest = [max(last - first for first, last in parts) for parts in ranges]
        axis = pick([axis for axis in range(3) if longest[axis] == max(longest)], random)
        ranges[axis] = _divided(axis, ranges, gaps, random)
    carving = LoopFreeFaces(size)
    carving.open_all(gaps)
    record = GrowthRecord()
    record.cut = gaps
    return Draft(carving.faces(), record=record)


def _divided(axis: int, ranges: list[list[_Range]], gaps: list[Passage], random: Random) -> list[_Range]:
    """Return the parts of an axis divided once more, and note the gaps in the walls."""
    parts = []
    for first, last in ranges[axis]:
        if last - first == 1:
            parts.append((first, last))
            continue
        wall = first + index_below(last - first - 1, random)
        for across in range(3):
            if across != axis:
                gaps += [
                    (axis, across, wall, begin + index_below(end - begin, random)) for begin, end in ranges[across]
                ]
        parts += [(first, wall + 1), (wall + 1, last)]
    return parts


STYLE = Style(
    "Division",
    "Recursive division: straight walls with one gap each, ever shorter ones between them; all can be reached",
    make,
    start="best",
)
