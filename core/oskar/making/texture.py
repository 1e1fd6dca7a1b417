# SPDX-License-Identifier: GPL-3.0-or-later
"""The texture of a maze that grows, which way it goes on and from where; and growth that keeps a symmetry.

Where every value is neutral nothing is drawn that a growth without textures would not draw.

In ``SymmetricGrowth`` the faces stay symmetric: every passage is cut together with its images. A face that is symmetric
and a spanning tree has a part that is its own image: the straight middle column, or else one passage across the middle,
of a face that is its mirror image; the middle cell, or the middle passage, of a face that looks the same upside down.
There is no such face with an even number of cells along both axes: a tree has a middle, which its images share, and
that face has neither a cell nor a passage there. What is its own image is cut at first, and nothing else that is its
own image later: then what is still apart can always be joined together with its image.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ...common.containers import triple
from ...common.draws import index_below, pick
from ...common.errors import InputError
from ...common.options import SHARE, Choice, Options, Shares, option
from ..maze.faces import FACE_AXES, Faces, Size
from ..maze.space import DIRECTIONS, Position, index_of, is_inside, opposite, position_of, stepped
from .changing_faces import GrowingFaces, Growth, Node
from .loop_free_faces import ROOT, LoopFreeFaces, Passage, passages_into
from .settings import Settings

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


def begin_growth(settings: Settings, options: GrowthOptions, random: Random) -> tuple[Growth, Texture, Node]:
    """Return faces with the root of a tree in them, what draws how it grows, and the root.

    Raises InputError where no faces of the size have the symmetry.
    """
    check_symmetry(options.symmetry, settings.size)
    growth = (
        GrowingFaces(settings.size)
        if options.symmetry == NO_SYMMETRY
        else SymmetricGrowth(settings.size, options.symmetry, settings.root)
    )
    return growth, Texture(options, random), growth.root(settings.root)


def check_symmetry(symmetry: str, size: Size) -> None:
    """Raise InputError where no faces of the size have the symmetry."""
    shown = " x ".join(map(str, size))
    if symmetry == EQUAL and len(set(size)) > 1:
        raise InputError(f"Symmetry is equal, and the size {shown}: all sides must have the same number of cells.")
    if symmetry == POINT and sum(side % 2 == 0 for side in size) > 1:
        raise InputError(f"Symmetry is point, and the size {shown}: at most one side may have an even number of cells.")


class SymmetricGrowth(Growth):
    """Trees of positions; a move may lead to a new position, or into another tree."""

    def __init__(self, size: Size, symmetry: str, root: Position) -> None:
        """Cut what is its own image: across the middle beside the root where there is a choice."""
        super().__init__(size)
        self._symmetry = symmetry
        # Along which axes an image is flipped.
        self._flips = symmetry in (MIRROR, POINT), symmetry == POINT, symmetry == POINT
        self._faces = LoopFreeFaces(size, record=self.record)
        # Directions that loops forbid, a bit each: they will do so for ever.
        self._forbidden = bytearray(len(self.discovered))
        middle = list(self._middle(root))
        self._faces.open_all(middle, loops_allowed=True)
        self.record.cut += middle

    def _middle(self, root: Position) -> Iterator[Passage]:
        """Yield the passages that are their own images and are cut."""
        if self._symmetry == MIRROR:
            for across in (1, 2):
                half, odd = divmod(self.size[0], 2)
                if odd:
                    yield from ((across, 0, cell, half) for cell in range(self.size[across] - 1))
                else:
                    yield 0, across, half - 1, root[across]
        elif self._symmetry == POINT:
            for axes in FACE_AXES:
                for along, across in (axes, axes[::-1]):
                    if self.size[along] % 2 == 0:
                        yield along, across, self.size[along] // 2 - 1, self.size[across] // 2

    def _images(self, passage: Passage) -> tuple[Passage, ...]:
        """Return a passage with its images; nothing where it must not be cut, being its own image."""
        along, across, i, j = passage
        if self._symmetry == EQUAL:
            return tuple((*(axes if along < across else axes[::-1]), i, j) for axes in FACE_AXES)
        if self._flips[along]:
            i = self.size[along] - 2 - i
        if self._flips[across]:
            j = self.size[across] - 1 - j
        image = along, across, i, j
        if image != passage:
            return passage, image
        return () if self._flips[along] or self._flips[across] else (passage,)

    def _needed(self, position: Position, direction: int) -> list[Passage] | None:
        """Return the passages to cut for a move into a position; None where one of them must not be cut."""
        needed: list[Passage] = []
        for passage in passages_into(position, direction):
            if self._faces.is_open(passage):
                continue
            images = self._images(passage)
            if not images:
                return None
            needed += [image for image in images if image not in needed]
        return needed

    def root(self, position: Position) -> Node:
        """Discover a position, and its image, from which trees are to grow."""
        self._mark(position, ROOT)
        return self.node(position)

    def _mark(self, position: Position, direction: int) -> None:
        """Note a position and its image, as far as they are new."""
        sides = zip(position, self.size, self._flips, strict=True)
        image = triple(cells - 1 - cell if flip else cell for cell, cells, flip in sides)
        turned = opposite(direction) if direction != ROOT and self._flips[direction // 2] else direction
        for marked, came in ((position, direction), (image, turned)):
            index = index_of(self.size, marked)
            if not self.discovered[index]:
                self.discovered[index] = came + 2
                self.record.add(index, came)

    def ways_on(self, node: Node) -> list[tuple[int, Node]]:
        """Return the positions beside one that may be discovered from it, with the directions."""
        ways = ((direction, self.way_on(node, direction)) for direction in DIRECTIONS)
        return [(direction, beside) for direction, beside in ways if beside is not None]

    def way_on(self, node: Node, direction: int) -> Node | None:
        """Return the position in a direction, if it is one of the ways on."""
        if self._forbidden[node.position] >> direction & 1:
            return None
        beside = stepped(position_of(self.size, node.position), direction)
        if is_inside(self.size, beside) and self._may_enter(node.position, beside, direction):
            return self.node(beside)
        self._forbidden[node.position] |= 1 << direction
        return None

    def _may_enter(self, index: int, beside: Position, direction: int) -> bool:
        """Report whether a move from a position, by its index, may lead to the one beside it in a direction."""
        needed = self._needed(beside, direction)
        if needed is None:
            return False
        index_beside = index_of(self.size, beside)
        if not needed:
            return not self.discovered[index_beside]
        return not self._faces.are_connected(index, index_beside) and not self._faces.would_close_loop(needed)

    def discover(self, node: Node, direction: int) -> bool:
        """Discover a position by a move in a direction, with all images; report whether no loop forbids that."""
        position = position_of(self.size, node.position)
        needed = self._needed(position, direction)
        if needed is None or self._faces.would_close_loop(needed) or not self._faces.open_all(needed):
            self._forbidden[index_of(self.size, stepped(position, opposite(direction)))] |= 1 << direction
            return False
        self.discovered[node.position] = self.discovered[node.position] or direction + 2
        self.record.add(node.position, direction)
        self.record.add_cut(needed)
        self._mark(position, direction)
        return True

    def complete(self, random: Random) -> Faces:
        """Join what is left, every passage together with its images."""
        orbits = {frozenset(images) for passage in self._faces.closed() if (images := self._images(passage))}
        self._faces.join(sorted(sorted(orbit) for orbit in orbits), random)
        return self._faces.faces()
