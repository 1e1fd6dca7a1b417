# SPDX-License-Identifier: GPL-3.0-or-later
"""The style wilson: random walks without their loops, from cells that are not cut yet to the tree.

In the plane every cell is once the start of a walk, and every maze is equally likely. Here a walk goes through all
positions as if there were no faces, begins at a random position over a cell of a face that is uncut, and ends at the
tree. It is then cut from the tree backward, as far as the faces allow. In a large box a walk takes long to find the
tree, so all walks together have a limited number of steps; the cells that are left then are joined by the
completion, as are those that the faces kept a walk from.
"""

from __future__ import annotations

from random import Random

from ...common.draws import index_below, shuffle_in_steps
from ..making.growing_faces import DIRECTIONS, GrowingFaces
from ..making.settings import Settings
from ..making.style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style
from ..maze.faces import FACE_AXES
from ..maze.space import Position, index_of

STEPS_PER_CELL = 60
"""Steps of all walks together, per cell of the three faces."""


def make(settings: Settings, random: Random) -> Making:
    """Grow one tree from the start."""
    growth = GrowingFaces(settings.size)
    root = settings.fixed_start or settings.center
    growth.root(root)
    columns, rows, _ = settings.size
    index_steps = (1, columns, columns * rows)
    visited = [face.visited for face in (growth.xy, growth.xz, growth.yz)]
    cells = [(face, cell) for face in range(3) for cell in range(len(visited[face]))]
    steps = most_steps = STEPS_PER_CELL * len(cells)
    for face, cell in shuffle_in_steps(cells, random):
        if visited[face][cell]:
            continue
        start = _over(growth, face, cell, random)
        here, index = list(start), index_of(settings.size, start)
        last_direction: dict[int, int] = {}
        while steps and not growth.discovered[index]:
            steps -= 1
            if steps % POSITIONS_BETWEEN_PAUSES == 0:
                yield Pause(1 - steps / most_steps)
            direction = index_below(len(DIRECTIONS), random)
            axis, sign = direction // 2, 1 - 2 * (direction % 2)
            if 0 <= here[axis] + sign < settings.size[axis]:
                last_direction[index] = direction
                here[axis] += sign
                index += sign * index_steps[axis]
        if not steps:
            break
        _cut(growth, _without_loops(growth, start, last_direction))
    return Draft(growth.complete(random), root)


def _over(growth: GrowingFaces, face: int, cell: int, random: Random) -> Position:
    """Return a random one of the positions whose projection is a cell of a face."""
    first, second = FACE_AXES[face]
    across = 3 - first - second
    position = [0, 0, 0]
    position[second], position[first] = divmod(cell, growth.size[first])
    position[across] = index_below(growth.size[across], random)
    return position[0], position[1], position[2]


def _without_loops(growth: GrowingFaces, start: Position, last_direction: dict[int, int]) -> list[tuple[Position, int]]:
    """Return a walk to the tree without its loops, backward: each position with the direction to the next.

    Only the last direction from a position was not part of a loop.
    """
    walk = []
    x, y, z = start
    while not growth.discovered[index := index_of(growth.size, (x, y, z))]:
        direction = last_direction[index]
        axis, sign = direction // 2, 1 - 2 * (direction % 2)
        x, y, z = x + sign * (axis == 0), y + sign * (axis == 1), z + sign * (axis == 2)
        walk.append(((x, y, z), direction ^ 1))
    walk.reverse()
    return walk


def _cut(growth: GrowingFaces, walk: list[tuple[Position, int]]) -> None:
    """Add a walk to the tree, as far as the faces allow."""
    for position, direction in walk:
        way_on = growth.way_on(growth.node(position), direction)
        if way_on is None:
            return
        growth.discover(way_on, direction)


STYLE = Style("Wilson", "Random walks without their loops: no direction is favored, and branches of all lengths", make)
