# SPDX-License-Identifier: GPL-3.0-or-later
"""The texture of a maze that grows, which way it goes on and from where; and what else styles draw or go through.

Where every value is neutral nothing is drawn that a growth without textures would not draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from ...common.draws import index_below, pick
from ...common.options import SHARE, Choice, Options, Shares, option
from ..maze.faces import Size
from ..maze.space import Position
from .growing_faces import ROOT, Growth, Node

NEUTRAL = 0.5

DRAWS = 24
"""So often a move is drawn anew that the texture does not want, before it is taken all the same."""

LAST = 1 / 1048576
"""The weight of what is not wanted at all."""

NO_SYMMETRY, MIRROR, POINT, EQUAL = "none", "mirror", "point", "equal"

SYMMETRIES = {
    NO_SYMMETRY: Choice("None", "Each face as it grows"),
    MIRROR: Choice("Mirror", "The left half of the box is the mirror image of the right one"),
    POINT: Choice("Point", "Every face looks the same upside down; at most one side may have an even number of cells"),
    EQUAL: Choice("Equal Faces", "All faces are alike; all sides must have the same number of cells"),
}
"""What the faces may be symmetric to."""


@dataclass(frozen=True)
class TextureOptions(Options):
    """The wishes on how a maze grows."""

    bias: Shares = option(
        (NEUTRAL, NEUTRAL, NEUTRAL),
        "Bias",
        "How much the maze prefers to grow along X, Y and Z; three equal values prefer none",
        unit=SHARE,
        heading="Texture",
    )
    run: float = option(
        NEUTRAL,
        "Run",
        "From winding (0) to straight ways (1); 0.5 leaves it to the style",
        unit=SHARE,
    )
    river: float = option(
        NEUTRAL,
        "River",
        "From many short dead ends (0) to few long ones (1); 0.5 leaves it to the style",
        unit=SHARE,
    )


@dataclass(frozen=True)
class GrowthOptions(TextureOptions):
    """A texture, and a symmetry."""

    symmetry: str = option(NO_SYMMETRY, "Symmetry", "The symmetry of the faces", choices=SYMMETRIES)


class Texture:
    """Draws which way a growth goes on, and from where."""

    def __init__(self, options: TextureOptions, random: Random) -> None:
        """Take the values of the options, and what draws."""
        self._bias = options.bias
        self._straight, self._turn = options.run, 1 - options.run
        self._random = random
        x, y, z = options.bias
        self._weighs = not x == y == z or options.run != NEUTRAL
        self._longer = max(0.0, 2 * options.river - 1)
        self._shorter = max(0.0, 1 - 2 * options.river)
        self._neutral = not (self._weighs or self._longer or self._shorter)
        self._most = 2 * max(options.bias) * max(self._straight, self._turn)
        # What something has grown from: it is no dead end any more.
        self._branches: set[int] = set()

    def weight(self, direction: int, came: int) -> float:
        """Return how welcome a direction is where the growth came in another one, or begins: 0.5 or less to 2."""
        weight = self._bias[direction // 2]
        if came == ROOT:
            return weight
        return 2 * weight * (self._straight if direction == came else self._turn)

    def welcome(self, direction: int, came: int) -> float:
        """Return the weight of a direction, never 0, so that what is not wanted comes last; 1 where none is wanted."""
        return max(LAST, self.weight(direction, came)) if self._weighs else 1.0

    def way_on(self, growth: Growth, node: Node) -> Node | None:
        """Discover one of the ways on from a position, and return it; None where there is none."""
        came = growth.came(node)
        ways = growth.ways_on(node)
        while ways:
            direction, beside = way = self._picked(growth, ways, came)
            if growth.discover(beside, direction):
                self.grew(node.position)
                return beside
            ways.remove(way)
        return None

    def grew(self, position: int) -> None:
        """Note that something has grown from a position."""
        if self._shorter:
            self._branches.add(position)

    def spares(self, position: int) -> bool:
        """Return whether nothing is to grow from a position this time, as that would lengthen a dead end."""
        return bool(self._shorter) and position not in self._branches and self._random.random() < self._shorter

    def hesitates(self, growth: Growth, node: Node, *, goes_straight: bool = False) -> bool:
        """Return whether a position is to be passed over this time, as its ways on go where the texture does not.

        Where a style ``goes_straight`` by itself as long as it passes nothing over, it only does so for the bias.
        """
        if not self._weighs:
            return False
        came, most = growth.came(node), self._most
        if goes_straight and self._straight > NEUTRAL:
            came, most = ROOT, max(self._bias)
        best = max((self.weight(direction, came) for direction, _ in growth.ways_on(node)), default=most)
        return self._random.random() * most > best

    def _picked(self, growth: Growth, ways: list[tuple[int, Node]], came: int) -> tuple[int, Node]:
        if len(ways) == 1 and not self._neutral:
            return ways[0]
        if self._weighs:
            weights = [self.weight(direction, came) for direction, _ in ways]
            if self._longer:
                # Most of all what the texture of directions wants; of that what leaves the least room beside it.
                most = max(weights)
                ways = [way for way, weight in zip(ways, weights, strict=True) if weight == most]
            else:
                return ways[weighted_index(weights, self._random)]
        if self._longer and self._random.random() < self._longer:
            # A position with few ways on would be a dead end later (Warnsdorff's rule for the knight's tour).
            room = [len(growth.ways_on(beside)) for _, beside in ways]
            least = min(room)
            ways = [way for way, count in zip(ways, room, strict=True) if count == least]
        return pick(ways, self._random)

    def place(self, count: int, place: int, position_at: Callable[[int], int], first: int = 0) -> int:
        """Return where a growth goes on, of the places from the first below a number, where a style took one.

        They are in the order of their age; ``position_at`` returns the position of a place, as an index.
        """
        if self._longer and self._random.random() < self._longer:
            return count - 1
        if self._shorter:
            for _ in range(DRAWS):
                if not self.spares(position_at(place)):
                    break
                place = first + index_below(count - first, self._random)
        return place

    def leaves(self) -> bool:
        """Return whether a walk is left where it could go on."""
        return bool(self._shorter) and self._random.random() < self._shorter

    def stays(self) -> bool:
        """Return whether a growth that goes on anywhere goes on from its newest position."""
        return bool(self._longer) and self._random.random() < self._longer

    def refuses(self, direction: int, came: int) -> bool:
        """Return whether a move that was drawn among all is to be drawn anew."""
        return self._weighs and self._random.random() * self._most > self.weight(direction, came)


def weighted_index(weights: Sequence[float], random: Random) -> int:
    """Return the number of one of some weights, each as likely as its share of them; all alike where all are 0."""
    total = sum(weights)
    if not total:
        return index_below(len(weights), random)
    drawn = random.random() * total
    for number, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0:
            return number
    # What is left of the last one by rounding; it is one that has a weight.
    return max(number for number, weight in enumerate(weights) if weight)


def uniform_tree(shape: tuple[int, int], random: Random) -> list[int]:
    """Return a spanning tree, all being equally likely, as the parent of every cell; that of cell 0 is -1.

    Walks at random from each cell to the tree and keeps the walk without its loops (Wilson, "Generating
    random spanning trees more quickly than the cover time", 1996). ``shape`` counts columns and rows; a
    cell's index is column + columns * row.
    """
    columns, rows = shape
    cells = columns * rows
    beside = [[cell + step for inside, step in _steps(cell, columns, rows) if inside] for cell in range(cells)]
    parents = [-2] * cells
    parents[0] = -1
    following = [0] * cells
    for first in range(cells):
        cell = first
        while parents[cell] == -2:
            choices = beside[cell]
            # common.draws.pick, written out: the walk does little else, so that the call would be felt.
            following[cell] = cell = choices[int(random.random() * len(choices))]
        cell = first
        while parents[cell] == -2:
            parents[cell] = cell = following[cell]
    return parents


def _steps(cell: int, columns: int, rows: int) -> tuple[tuple[bool, int], ...]:
    row, column = divmod(cell, columns)
    return (column > 0, -1), (column < columns - 1, 1), (row > 0, -columns), (row < rows - 1, columns)


class Rows:
    """Rows along one axis, side by side along a second one, in layers along a third.

    The axes are x, y and z, but those with a single cell come last, so that a flat box is a single layer.
    """

    def __init__(self, size: Size) -> None:
        """Choose the axes."""
        self.axes = sorted(range(3), key=lambda axis: size[axis] == 1)
        self.length, self.rows, self.layers = (size[axis] for axis in self.axes)

    def position(self, place: int, row: int, layer: int) -> Position:
        """Return the position at a place of a row."""
        cells = dict(zip(self.axes, (place, row, layer), strict=True))
        return cells[0], cells[1], cells[2]
