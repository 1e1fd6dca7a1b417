# SPDX-License-Identifier: GPL-3.0-or-later
"""The style binary_tree: from every position one move toward the corner at the origin.

In the plane each cell opens the way to its left or to the one below, by a toss; so two sides are straight corridors,
and all ways lead toward their corner (Jamis Buck, "Mazes for Programmers", 2015). Here each position in the order of
its index, from that corner on, opens one of the up to three moves down an axis, drawn among those that the faces
still allow. On every face each cell then has a passage down one of both axes, so each is such a plane maze; but three
edges of the box are straight corridors, and what lies far from the corner is often left without a move. In a flat box
it is the algorithm as it stands.
"""

from __future__ import annotations

from random import Random

from ...common.draws import shuffle_in_steps
from ..making.loop_free_faces import LoopFreeFaces
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.faces import FACE_AXES
from ..maze.space import position_of, stepped


def make(settings: Settings, random: Random) -> Drafting:
    """Open a move down from every position."""
    size = settings.size
    carving = LoopFreeFaces(size)
    # Per face and cell, the axis of the passage down from it; -1 where none is cut yet.
    down = [[-1] * (size[first] * size[second]) for first, second in FACE_AXES]
    count = size[0] * size[1] * size[2]
    for index in range(count):
        if index % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(index / count)
        position = position_of(size, index)
        cells = [(number, position[first] + size[first] * position[second]) for number, (first, second) in _FACES]
        seen = [down[number][cell] for number, cell in cells]
        axes = [
            axis
            for axis in range(3)
            if position[axis] and all(seen[number] in {-1, axis} for number, axes in _FACES if axis in axes)
        ]
        for axis in shuffle_in_steps(axes, random):
            if carving.open_move(axis, stepped(position, 2 * axis + 1)):
                for number, axes_of_face in _FACES:
                    if axis in axes_of_face:
                        down[number][cells[number][1]] = axis
                break
    return Draft(carving.complete(random), record=carving.record)


_FACES = tuple(enumerate(FACE_AXES))

STYLE = Style(
    "Binary Tree",
    "Every position opens one move toward a corner: straight corridors at three edges, and ways that all lead there",
    make,
    start="best",
)
