# SPDX-License-Identifier: GPL-3.0-or-later
"""The style wilson: random walks without their loops, from cells that are not cut yet to the tree.

In the plane every cell is once the start of a walk, which goes to the tree, however long that takes; then every maze is
equally likely (Wilson, "Generating random spanning trees more quickly than the cover time", 1996). Here a walk begins
at a random position over a cell of a face that is uncut, and takes only moves that the faces still allow to be cut. It
is cut from the tree backward: whole, as long as it does not get into its own way on a face. From many positions the
faces allow no way to the tree, and in a large box a walk takes long to find it. So a walk that is not there after some
steps is given up, and its cell waits until all others had their turn; and all walks together have a limited number of
steps. The completion joins the cells that are left then: few up to twenty cells a side, most of them at a hundred. In
a flat box no walk is given up, and it is Wilson's algorithm as it stands.
"""

from __future__ import annotations

from random import Random

from ...common.draws import index_below, shuffle_in_steps
from ..making.growing_faces import GrowingFaces, Node
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.faces import FACE_AXES
from ..maze.space import DIRECTIONS, Position

PATIENCE = 200
"""Steps after which a walk is given up that has not found the tree."""

STEPS_PER_CELL = 200
"""Steps of all walks together, per cell of the three faces."""

LARGEST = 2**62
"""More steps than any walk takes."""

_Walk = list[tuple[Node, int]]
"""The positions of a walk from the tree on, each with the direction to the next one."""


def make(settings: Settings, random: Random) -> Drafting:
    """Grow one tree from the start."""
    growth = GrowingFaces(settings.size)
    growth.open_corridors()
    growth.root(settings.root)
    visited = [face.visited for face in (growth.xy, growth.xz, growth.yz)]
    cells = [(face, cell) for face in range(3) for cell in range(len(visited[face]))]
    most_steps, patience = STEPS_PER_CELL * len(cells), PATIENCE
    if 1 in settings.size:
        # Every walk comes to the tree, and each that were given up would favor the short ones.
        most_steps = patience = LARGEST
    total = len(cells)
    steps = paused = 0
    has_grown = True
    while has_grown and steps < most_steps:
        has_grown = False
        cells = [(face, cell) for face, cell in cells if not visited[face][cell]]
        for face, cell in shuffle_in_steps(cells, random):
            if visited[face][cell]:
                continue
            taken, walk = _walk(growth, _over(growth, face, cell, random), patience, random)
            steps += taken
            if steps >= most_steps:
                break
            if steps - paused >= POSITIONS_BETWEEN_PAUSES:
                paused = steps
                yield Pause(sum(map(sum, visited)) / total if patience == LARGEST else steps / most_steps)
            if walk:
                has_grown = True
                _cut(growth, walk)
    return Draft(growth.complete(random), settings.root, record=growth.record)


def _over(growth: GrowingFaces, face: int, cell: int, random: Random) -> Position:
    """Return a random one of the positions whose projection is a cell of a face."""
    first, second = FACE_AXES[face]
    across = 3 - first - second
    row, column = divmod(cell, growth.size[first])
    cells = {first: column, second: row, across: index_below(growth.size[across], random)}
    return cells[0], cells[1], cells[2]


def _walk(growth: GrowingFaces, start: Position, patience: int, random: Random) -> tuple[int, _Walk]:
    """Walk at random to the tree; return the steps, and the walk from the tree on, empty where it is given up."""
    xy_allowed, xz_allowed, yz_allowed = growth.xy.allowed, growth.xz.allowed, growth.yz.allowed
    changes = growth.changes_of_mask[-1]
    here, node = list(start), growth.node(start)
    # Only the last way on from a position was not part of a loop.
    ways_on: dict[Node, tuple[int, Node]] = {}
    for steps in range(patience):
        if growth.discovered[node.position]:
            return steps, _without_loops(ways_on, growth.node(start))
        direction = index_below(len(DIRECTIONS), random)
        axis, sign = direction // 2, 1 - 2 * (direction % 2)
        if not 0 <= here[axis] + sign < growth.size[axis]:
            continue
        _, position, xy, xz, yz = changes[direction]
        beside = Node(node.position + position, node.xy + xy, node.xz + xz, node.yz + yz)
        # It is cut the other way round.
        if (xy_allowed[beside.xy] & xz_allowed[beside.xz] & yz_allowed[beside.yz]) >> (direction ^ 1) & 1:
            ways_on[node] = direction, beside
            here[axis] += sign
            node = beside
    return patience, []


def _without_loops(ways_on: dict[Node, tuple[int, Node]], start: Node) -> _Walk:
    """Return a walk without its loops, from the tree back to its start."""
    walk = []
    node = start
    while node in ways_on:
        direction, node = ways_on[node]
        walk.append((node, direction ^ 1))
    walk.reverse()
    return walk


def _cut(growth: GrowingFaces, walk: _Walk) -> None:
    """Add a walk to the tree, as far as it does not get into its own way."""
    for node, direction in walk:
        way_on = growth.way_on(node, direction)
        if way_on is None:
            return
        growth.discover(way_on, direction)


STYLE = Style(
    "Wilson",
    "Random walks without their loops, each from an uncut place to the tree: no direction is favored",
    make,
)
