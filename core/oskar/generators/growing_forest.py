# SPDX-License-Identifier: GPL-3.0-or-later
"""The style growing_forest: trees from the corners of the box and from elsewhere, which merge where the faces allow.

At first the corners, which lie farthest apart, are joined by random ways; that would be impossible later, as the more
of the faces is cut, the fewer moves are left that join two trees. Then the trees take turns; each tries a random move
from its newest position that has one left. Such a move may lead to a new position or into another tree; a union-find
over cells and positions forbids it only where it would close a loop. New trees may begin on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from ...common.draws import index_below, pick, shuffle_in_steps, toss
from ...common.options import SHARE, option
from ..making.loop_free_faces import LoopFreeFaces
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import Texture, TextureOptions, weighted_index
from ..maze.faces import Size
from ..maze.measures import corner_positions
from ..maze.space import DIRECTIONS, Position, index_of, is_inside, position_of, stepped

ATTEMPTS = 12
"""So often ways are laid anew that have come to an end; each time they are straighter, and at last quite straight."""

MOST_ASTRAY = 0.6
"""How often a way goes anywhere at first, and not toward its end."""

STEPS_PER_CELL = 40
"""So many steps a way takes at most, for each cell between the corners that it joins."""

Way = list[tuple[Position, int]]
"""New positions in their order, each with the direction of the move there; -1 for the corner that it begins at."""


def join_corners(size: Size, random: Random) -> tuple[LoopFreeFaces, list[Way]]:
    """Return faces in which all corners are joined, with the ways: one from each corner, the first only a corner.

    Straight ways along the edges of the box can always be laid, from each corner to the next one that differs in one
    axis (Gray's code): no face gets a loop by them.
    """
    corners = list(_corners_in_order(size, random))
    attempt = 0
    while True:
        attempt += 1
        faces = LoopFreeFaces(size)
        astray = MOST_ASTRAY * max(0.0, 1 - attempt / ATTEMPTS)
        ways: list[Way] = [[(corners[0], -1)]]
        for goal, corner in pairwise(corners):
            way = _way(faces, size, (corner, goal), astray, random)
            if way is None:
                break
            ways.append(way)
        else:
            return faces, ways


def _corners_in_order(size: Size, random: Random) -> Iterator[Position]:
    """Yield all corners, each but the first one beside the one before."""
    axes = [axis for axis in range(3) if size[axis] > 1]
    order = list(shuffle_in_steps(axes, random))
    here = [(side - 1) * toss(random) for side in size]
    yield here[0], here[1], here[2]
    for number in range(1, len(corner_positions(size))):
        # The axis that changes is that of the lowest bit of the number.
        axis = order[(number & -number).bit_length() - 1]
        here[axis] = size[axis] - 1 - here[axis]
        yield here[0], here[1], here[2]


def _way(
    faces: LoopFreeFaces, size: Size, ends: tuple[Position, Position], astray: float, random: Random
) -> Way | None:
    """Lay a way from a corner until it is connected with its goal; return None where it comes to no end."""
    start, goal = ends
    here = start
    way = [(start, -1)]
    known = {start}
    target = index_of(size, goal)
    for _ in range(STEPS_PER_CELL * sum(size)):
        if faces.are_connected(index_of(size, here), target):
            return way
        direction = _direction(here, goal, astray, random)
        beside = stepped(here, direction)
        if is_inside(size, beside) and faces.open_move(direction // 2, min(here, beside)):
            here = beside
            if here not in known:
                known.add(here)
                way.append((here, direction))
    return None


def _direction(here: Position, goal: Position, astray: float, random: Random) -> int:
    """Return any direction, or one toward the goal."""
    apart = [axis for axis in range(3) if here[axis] != goal[axis]]
    if not apart or random.random() < astray:
        return 2 * index_below(3, random) + (not toss(random))
    axis = pick(apart, random)
    return 2 * axis + (goal[axis] < here[axis])


MOST_TREES = 1000


@dataclass(frozen=True)
class GrowingForestOptions(TextureOptions):
    """The options of this style only."""

    trees: int = option(
        8,
        "Trees",
        "How many trees grow from the beginning: the first eight in the corners, others anywhere",
        least=1,
        most=MOST_TREES,
    )
    sprouting: float = option(
        0.0,
        "New Trees",
        "How often another tree begins, somewhere, when one comes to a new position",
        unit=SHARE,
    )


@dataclass
class _Tried:
    """A position of a tree, the direction that led to it, and the directions that were not tried from it."""

    position: Position
    came: int
    directions: list[int]


class _Forest:
    """The trees, each a stack of positions."""

    def __init__(self, settings: Settings, texture: Texture, random: Random) -> None:
        """Join the corners, and begin the trees."""
        self._size = size = settings.size
        self._texture, self._random = texture, random
        options = settings.options_of(GrowingForestOptions)
        self._sprouting = options.sprouting
        self.faces, ways = join_corners(size, random)
        self.discovered = bytearray(size[0] * size[1] * size[2])
        self.corner = ways[0][0][0]
        self.trees: list[list[_Tried]] = [[] for _ in range(min(len(ways), options.trees))]
        for number, way in enumerate(ways):
            for position, came in way:
                self._add(self.trees[number % len(self.trees)], position, came)
        for _ in range(options.trees - len(self.trees)):
            self._sprout()

    def _add(self, tree: list[_Tried], position: Position, came: int) -> None:
        if self._is_new(position):
            self.discovered[index_of(self._size, position)] = 1
            tree.append(_Tried(position, came, list(DIRECTIONS)))

    def _sprout(self) -> None:
        """Begin a tree at a random position, if that is new."""
        index = index_below(len(self.discovered), self._random)
        if not self.discovered[index]:
            self.trees.append([])
            self._add(self.trees[-1], position_of(self._size, index), -1)

    def grow(self) -> Iterator[int]:
        """Try moves, and yield how many were tried, until no tree has one left."""
        tried = 0
        while self.trees:
            # Those that begin on the way have their first turn in the next round.
            for tree in self.trees[:]:
                if self._turn(tree):
                    tried += 1
                    yield tried
            self.trees = [tree for tree in self.trees if tree]

    def _turn(self, tree: list[_Tried]) -> bool:
        """Try a move of a tree, if it has one left; report whether it had."""
        if not tree:
            return False
        place = self._texture.place(
            len(tree), len(tree) - 1, lambda number: index_of(self._size, tree[number].position)
        )
        # What was tried in all directions is dropped: from the end, and where the texture looks.
        while tree and not tree[place].directions:
            del tree[place]
            place = len(tree) - 1
        if not tree:
            return False
        here = tree[place]
        direction = here.directions.pop(self._chosen(here))
        beside = self._opened(here.position, direction)
        if beside is not None and self._is_new(beside):
            self._add(tree, beside, direction)
            self._texture.grew(index_of(self._size, here.position))
            if self._sprouting and self._random.random() < self._sprouting:
                self._sprout()
        return True

    def _chosen(self, here: _Tried) -> int:
        """Return the number of the direction to try next."""
        if self._texture.stays():
            # A new position with little room beside it would be a dead end later; what is known is no matter.
            rooms = [self._room(here.position, direction) for direction in here.directions]
            return rooms.index(min(rooms))
        weights = [self._texture.welcome(direction, here.came) for direction in here.directions]
        return weighted_index(weights, self._random)

    def _room(self, position: Position, direction: int) -> int:
        """Return how many new positions lie beside the one in a direction; more than there can be if that is known."""
        beside = stepped(position, direction)
        if not self._is_new(beside):
            return len(DIRECTIONS)
        return sum(self._is_new(stepped(beside, onward)) for onward in DIRECTIONS)

    def _is_new(self, position: Position) -> bool:
        """Report whether a place is a position that is not discovered."""
        return is_inside(self._size, position) and not self.discovered[index_of(self._size, position)]

    def _opened(self, position: Position, direction: int) -> Position | None:
        """Open the move from a position in a direction if that is possible, and return where it leads."""
        beside = stepped(position, direction)
        is_open = is_inside(self._size, beside) and self.faces.open_move(direction // 2, min(position, beside))
        return beside if is_open else None


def make(settings: Settings, random: Random) -> Drafting:
    """Grow until no tree has a move left to try."""
    texture = Texture(settings.options_of(GrowingForestOptions), random)
    forest = _Forest(settings, texture, random)
    for tried in forest.grow():
        if tried % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(tried / (len(DIRECTIONS) * len(forest.discovered)))
    return Draft(forest.faces.complete(random), forest.corner, record=forest.faces.record)


STYLES = {
    "growing_forest": Style(
        "Growing Forest",
        "Trees from all corners, which are joined at first, and merge where the faces allow: all corners lie in one "
        "region",
        make,
        options=GrowingForestOptions,
        start="best",
    ),
}
