# SPDX-License-Identifier: GPL-3.0-or-later
"""Styles that are algorithms of the plane: moves that open anywhere, as far as no loop forbids it, and random walks.

What opens anywhere knows no start; by walks every maze of the plane is equally likely.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise, product
from random import Random

from ...common.containers import triple
from ...common.draws import index_below, pick, shuffle_in_steps, toss
from ..making.changing_faces import GrowingFaces, Node
from ..making.loop_free_faces import GrowthRecord, LoopFreeFaces, Passage
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.faces import FACE_AXES, Size
from ..maze.space import DIRECTIONS, Position, index_of, position_of, stepped


def binary_tree(settings: Settings, random: Random) -> Drafting:
    """From every position one move toward the corner at the origin.

    In the plane each cell opens the way to its left or to the one below, by a toss; so two sides are straight
    corridors, and all ways lead toward their corner (Jamis Buck, "Mazes for Programmers", 2015). Here each position
    in the order of its index, from that corner on, opens one of the up to three moves down an axis, drawn among
    those that the faces still allow. On every face each cell then has a passage down one of both axes, so each is
    such a plane maze; but three edges of the box are straight corridors, and what lies far from the corner is often
    left without a move. In a flat box it is the algorithm as it stands.
    """
    size = settings.size
    carving = LoopFreeFaces(size)
    count = size[0] * size[1] * size[2]
    for index in range(count):
        if index % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(index / count)
        position = position_of(size, index)
        # The ways down on the faces of a move must be free, but for its own.
        beside = [
            [(down, axis, position[down] - 1, position[axis]) for down in range(3) if down != axis and position[down]]
            for axis in range(3)
        ]
        axes = [axis for axis in range(3) if position[axis] and not any(map(carving.is_open, beside[axis]))]
        for axis in shuffle_in_steps(axes, random):
            if carving.open_move(axis, stepped(position, 2 * axis + 1)):
                break
    return Draft(carving.complete(random), record=carving.record)


class Rows:
    """Rows along one axis, side by side along a second one, in layers along a third.

    The axes are x, y and z, but those with a single cell come last, so that a flat box is a single layer.
    """

    def __init__(self, size: Size) -> None:
        """Choose the axes."""
        self.axes = sorted(range(3), key=lambda axis: size[axis] == 1)
        self.length, self.rows, self.layers = (size[axis] for axis in self.axes)
        self.between_pauses = math.ceil(POSITIONS_BETWEEN_PAUSES / self.length)

    def position(self, place: int, row: int, layer: int) -> Position:
        """Return the position at a place of a row."""
        cells = dict(zip(self.axes, (place, row, layer), strict=True))
        return cells[0], cells[1], cells[2]


def sidewinder(settings: Settings, random: Random) -> Drafting:
    """Runs along each row, each with one move to a row before.

    In the plane a run goes on along its row with every toss; where it ends, one of its cells opens the way to the
    row before. So the first row is one straight corridor, and all ways lead there (Jamis Buck, "Mazes for
    Programmers", 2015). Here rows lie side by side in layers: a run ends at a toss or where a face forbids it to go
    on, and then one of its positions opens the move to the row before in the layer, or to the same row of the layer
    before, drawn among those that the faces allow. What no run has cut is joined at last. In a flat box it is the
    algorithm as it stands.
    """
    rows = Rows(settings.size)
    carving = LoopFreeFaces(settings.size)
    for done, (layer, row) in enumerate(product(range(rows.layers), range(rows.rows)), 1):
        run: list[int] = []
        for place in range(rows.length):
            run.append(place)
            goes_on = place + 1 < rows.length and (not (row or layer) or toss(random))
            if not (goes_on and carving.open_move(rows.axes[0], rows.position(place, row, layer))):
                _close_run(carving, rows, (run, row, layer), random)
                run = []
        if done % rows.between_pauses == 0:
            yield Pause(done / (rows.rows * rows.layers))
    return Draft(carving.complete(random), record=carving.record)


def _close_run(carving: LoopFreeFaces, rows: Rows, run: tuple[list[int], int, int], random: Random) -> None:
    """Open a move from one place of a run, in its row and layer, to a row before, if the faces allow any."""
    places, row, layer = run
    moves = [(place, 1) for place in places if row] + [(place, 2) for place in places if layer]
    for place, axis in shuffle_in_steps(moves, random):
        before = rows.position(place, row - (axis == 1), layer - (axis == 2))
        if carving.open_move(rows.axes[axis], before):
            return


def eller(settings: Settings, random: Random) -> Drafting:
    """Row by row and layer by layer, with a look at no more than the last layer.

    In the plane neighbors in a row that are not connected yet are joined by a toss, and every set of connected
    cells goes on to the next row by one cell at least; in the last row all that is apart is joined. So a maze of
    any length can be made that never is in memory as a whole (Marlin Eller, 1982). Here the rows of a layer are
    made like this, and then every set of connected positions of the layer goes on to the next layer by one position
    at least, where the faces allow that. What they keep apart is joined at last. A passage of a face is one for all
    positions behind it, so the first layer becomes a whole plane maze, and most lines across the layers become
    straight shafts: nearly all can be reached. In a flat box, which is one layer, it is the algorithm as it stands.
    """
    size = settings.size
    rows = Rows(size)
    carving = LoopFreeFaces(size)
    for done, (layer, row) in enumerate(product(range(rows.layers), range(rows.rows)), 1):
        last = done == rows.rows * rows.layers
        places = [rows.position(place, row, layer) for place in range(rows.length)]
        for here, beside in pairwise(places):
            if not carving.are_connected(index_of(size, here), index_of(size, beside)) and (last or toss(random)):
                carving.open_move(rows.axes[0], here)
        if row + 1 < rows.rows:
            _go_on(carving, size, places, rows.axes[1], random)
        elif not last:
            positions = [rows.position(place, row, layer) for row in range(rows.rows) for place in range(rows.length)]
            _go_on(carving, size, positions, rows.axes[2], random)
        if done % rows.between_pauses == 0:
            yield Pause(done / (rows.rows * rows.layers))
    return Draft(carving.complete(random), record=carving.record)


def _go_on(carving: LoopFreeFaces, size: Size, positions: Iterable[Position], axis: int, random: Random) -> None:
    """Open moves up an axis from each set of connected positions: one at least, and others by a toss."""
    sets: dict[int, list[Position]] = {}
    for position in positions:
        sets.setdefault(carving.region(index_of(size, position)), []).append(position)
    for connected in sets.values():
        gone_on = False
        for position in shuffle_in_steps(connected, random):
            if not gone_on or toss(random):
                gone_on |= carving.open_move(axis, position)


def kruskal(settings: Settings, random: Random) -> Drafting:
    """All moves in random order, each opened where no loop forbids it.

    A union-find over the cells of every face keeps the faces trees, and one over the positions keeps loops out of
    the configuration space. Nothing grows from a start; the mazes come together from everywhere. What has grown
    together in several regions often cannot be joined any more.
    """
    size = settings.size
    carving = LoopFreeFaces(size)
    positions = size[0] * size[1] * size[2]
    moves = list(range(3 * positions))
    for number, move in enumerate(shuffle_in_steps(moves, random)):
        axis, index = divmod(move, positions)
        position = position_of(size, index)
        if position[axis] + 1 < size[axis]:
            carving.open_move(axis, position)
        if number % POSITIONS_BETWEEN_PAUSES == 0:
            if carving.whole:
                break
            yield Pause(number / len(moves))
    return Draft(carving.complete(random), record=carving.record)


_Range = tuple[int, int]
"""The first cell along an axis, and the one after the last."""


def division(settings: Settings, random: Random) -> Drafting:
    """Walls with one gap divide a space, then both halves, and so on to single cells.

    In the plane a straight wall divides a field, with a gap at a random place. Here the whole box is divided along
    one axis after another. A wall across x stands on XY and on XZ; a face serves all parts of the box that lie
    behind each other, so parts with the same cells along an axis are divided at the same cell, and each field of a
    face has one gap in its wall. Every part of the box then has its gap just where both faces have theirs: one move
    leads through each wall, so all positions can be reached, and there is no loop. Long straight walls are seen on
    all faces.
    """
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
    carving.open_all(gaps, loops_allowed=True)
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
    "binary_tree": Style(
        "Binary Tree",
        "Every position opens one move toward a corner: straight corridors at three edges, and ways that all lead "
        "there",
        binary_tree,
        start="best",
    ),
    "sidewinder": Style(
        "Sidewinder",
        "Runs along rows, each with one move to a row before: one straight corridor, and ways that all lead there",
        sidewinder,
        start="best",
    ),
    "eller": Style(
        "Eller",
        "Layer by layer: a plane maze, and straight shafts through the layers; nearly everything can be reached",
        eller,
        start="best",
    ),
    "kruskal": Style(
        "Kruskal",
        "Kruskal's algorithm: moves open everywhere, in random order; many short branches, and in a large box most "
        "stays out of reach",
        kruskal,
        start="best",
    ),
    "division": Style(
        "Division",
        "Recursive division: straight walls with one gap each, ever shorter ones between them; all can be reached",
        division,
        start="best",
    ),
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
