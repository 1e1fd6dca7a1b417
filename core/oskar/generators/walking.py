# SPDX-License-Identifier: GPL-3.0-or-later
"""Styles that walk at random, by which in the plane every maze is equally likely."""

from __future__ import annotations

from random import Random

from ...common.containers import triple
from ...common.draws import index_below, shuffle_in_steps
from ..making.growing_faces import GrowingFaces, Node
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.faces import FACE_AXES
from ..maze.space import DIRECTIONS, Position, index_of

PATIENCE = 4
"""After so many steps in vain, per cell of the three faces, the walker looks whether it may still enter a position."""

STEPS_PER_POSITION = 16
"""Steps after which the walker no longer looks for the last positions that it may enter, where the box is not flat."""

STEPS_BETWEEN_LOOKS = 500
"""So often the walker looks whether anything is left to be cut."""


def aldous_broder(settings: Settings, random: Random) -> Drafting:
    """A random walk that cuts a move whenever it comes to a new position.

    In the plane the walk goes on until all cells are visited, and every maze is equally likely (Broder, "Generating
    random spanning trees", 1989; Aldous, "The random walk construction of uniform spanning trees and uniform
    labelled trees", 1990). Here the walker goes through walls between visited positions, but enters a new one only
    where all faces allow it. It stops when no cell of any face is left to be cut, or when there is no position that
    it may still enter, or after some steps for each position; the completion joins the cells that are left then. In
    a flat box it is the algorithm as it stands.
    """
    size = settings.size
    growth = GrowingFaces(size)
    growth.root(settings.root)
    here, index = list(settings.root), index_of(size, settings.root)
    columns, rows, levels = size
    index_steps = (1, columns, columns * rows)
    patience = PATIENCE * (columns * rows + columns * levels + rows * levels)
    discovered = growth.discovered
    in_vain = steps = 0
    flat, most_steps = 1 in size, STEPS_PER_POSITION * len(discovered)
    while in_vain < patience or ((flat or steps < most_steps) and not growth.stuck):
        in_vain = in_vain + 1 if in_vain < patience else 0
        steps += 1
        if steps % STEPS_BETWEEN_LOOKS == 0 and growth.whole:
            break
        if steps % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(1 - POSITIONS_BETWEEN_PAUSES / (POSITIONS_BETWEEN_PAUSES + steps))
        direction = index_below(len(DIRECTIONS), random)
        axis, sign = direction // 2, 1 - 2 * (direction % 2)
        if not 0 <= here[axis] + sign < size[axis]:
            continue
        if not discovered[index + sign * index_steps[axis]]:
            way_on = growth.way_on(growth.node(triple(here)), direction)
            if way_on is None:
                continue
            growth.discover(way_on, direction)
            in_vain = 0
        here[axis] += sign
        index += sign * index_steps[axis]
    return Draft(growth.complete(random), settings.root, record=growth.record)


PATIENCE_OF_WALK = 200
"""Steps after which a walk is given up that has not found the tree."""

STEPS_PER_CELL = 200
"""Steps of all walks together, per cell of the three faces."""

LARGEST = 2**62
"""More steps than any walk takes."""

_Walk = list[tuple[Node, int]]
"""The positions of a walk from the tree on, each with the direction to the next one."""


def wilson(settings: Settings, random: Random) -> Drafting:
    """Random walks without their loops, from cells that are not cut yet to the tree.

    In the plane every cell is once the start of a walk, which goes to the tree, however long that takes; then every
    maze is equally likely (Wilson, "Generating random spanning trees more quickly than the cover time", 1996). Here
    a walk begins at a random position over a cell of a face that is uncut, and takes only moves that the faces
    still allow to be cut. It is cut from the tree backward: whole, as long as it does not get into its own way on a
    face. From many positions the faces allow no way to the tree, and in a large box a walk takes long to find it.
    So a walk that is not there after some steps is given up, and its cell waits until all others had their turn;
    and all walks together have a limited number of steps. The completion joins the cells that are left then: few up
    to twenty cells a side, most of them at a hundred. In a flat box no walk is given up, and it is Wilson's
    algorithm as it stands.
    """
    growth = GrowingFaces(settings.size)
    growth.open_corridors()
    growth.root(settings.root)
    visited = [face.visited for face in (growth.xy, growth.xz, growth.yz)]
    cells = [(face, cell) for face in range(3) for cell in range(len(visited[face]))]
    most_steps, patience = STEPS_PER_CELL * len(cells), PATIENCE_OF_WALK
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


STYLES = {
    "aldous_broder": Style(
        "Aldous-Broder",
        "A random walk that opens new positions wherever the faces allow: no direction is favored",
        aldous_broder,
    ),
    "wilson": Style(
        "Wilson",
        "Random walks without their loops, each from an uncut place to the tree: no direction is favored",
        wilson,
    ),
}
