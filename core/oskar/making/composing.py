# SPDX-License-Identifier: GPL-3.0-or-later
"""A way through all positions, composed of mirrored copies of a shorter one.

A box is divided into blocks of one size, along each axis a number of them. Every second block along an axis is a mirror
image, so two blocks that meet at a wall are alike there: where one has an end of its way at the wall, the
other has the same end beside it, and one more move joins both. The blocks are joined line by line and layer by
layer, as an ox plows, so their ways become one; the two ends of a block's way serve in turns. A face gets as many
passages between its blocks as a tree of blocks has, so it stays a spanning tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ..maze.faces import Faces, Size, faces_of, passages_of
from ..maze.measures import corner_positions
from ..maze.space import Position

Triple = tuple[int, int, int]
"""A number for each axis."""

Mirrored = tuple[bool, bool, bool]
"""Along which axes the first block is a mirror image of the base."""

Ends = tuple[Position, Position]
"""The ends of a way: that of the first joint, and that of the second."""

Walls = tuple[dict[int, int], dict[int, int]]
"""For each end of the base's way the cells along axes at which the joints need it."""


@dataclass(frozen=True)
class Joining:
    """Blocks that are joined: their size, their number along each axis, and the order in which axes are joined.

    ``ends`` are those of the base's way, in the order of the joints; the first block is ``mirrored`` along some axes,
    so that the joints meet them.
    """

    base: Size
    counts: Triple
    order: Triple
    ends: Ends
    mirrored: Mirrored

    @classmethod
    def fitting(cls, base: Size, counts: Triple, order: Triple, ends: Ends) -> Joining | None:
        """Return how blocks are joined whose way has these ends; None where no mirror image meets the joints."""
        walls = _walls(base, counts, order)
        if walls is None:
            return None
        mirrored_axes = []
        for axis in range(3):
            needed = [(ends[end][axis], walls[end][axis]) for end in range(2) if axis in walls[end]]
            fitting = [
                mirrored
                for mirrored in (False, True)
                if all(_mirrored(cell, base[axis], mirrored) == wall for cell, wall in needed)
            ]
            if not fitting:
                return None
            mirrored_axes.append(fitting[0])
        return cls(base, counts, order, ends, triple(mirrored_axes))

    def compose(self, faces: Faces) -> Faces:
        """Return the faces of the whole from those of the base."""
        passages = {
            axes: self._copied(cut, *axes) for axes, cut in passages_of(face.arrays() for face in faces).items()
        }
        for number, (block, following) in enumerate(pairwise(map(self._block, range(prod(self.counts))))):
            along = next(axis for axis in range(3) if block[axis] != following[axis])
            at, beside = (self._position(joined, self.ends[number % 2]) for joined in (block, following))
            for across in range(3):
                if across != along:
                    passages[along, across][min(at[along], beside[along]), at[across]] = True
        return faces_of(passages)

    @property
    def ends_of_whole(self) -> Ends:
        """The ends of the way of the whole."""
        last = prod(self.counts) - 1
        return self._position((0, 0, 0), self.ends[1]), self._position(self._block(last), self.ends[last % 2])

    def _block(self, number: int) -> Triple:
        """Return a block by its number on the way, which goes to and fro along lines, and along these in layers."""
        inner, middle, outer = self.order
        lines_before, place = divmod(number, self.counts[inner])
        layer, line = divmod(lines_before, self.counts[middle])
        block = {
            outer: layer,
            middle: _mirrored(line, self.counts[middle], layer % 2 == 1),
            inner: _mirrored(place, self.counts[inner], lines_before % 2 == 1),
        }
        return block[0], block[1], block[2]

    def _copied(self, cut: NDArray[np.bool_], along: int, across: int) -> NDArray[np.bool_]:
        """Return copies of a base's passages, every second one mirrored, with none between blocks."""
        inside = cut[: self.base[along] - 1]
        none = cut[self.base[along] - 1 :]
        lines = [
            part
            for block in range(self.counts[along])
            for part in (inside[:: -1 if (block + self.mirrored[along]) % 2 else 1], none)
        ]
        line = np.concatenate(lines)
        return np.concatenate(
            [line[:, :: -1 if (block + self.mirrored[across]) % 2 else 1] for block in range(self.counts[across])],
            axis=1,
        )

    def _position(self, block: Triple, position: Position) -> Position:
        """Return where a position of the base is in a block."""
        return triple(
            block[axis] * self.base[axis]
            + _mirrored(position[axis], self.base[axis], (block[axis] + self.mirrored[axis]) % 2 == 1)
            for axis in range(3)
        )


@dataclass(frozen=True)
class Plan:
    """A box composed of blocks, and each of these perhaps again: base and counts, from the smallest blocks outward."""

    levels: tuple[tuple[Size, Triple], ...]

    @property
    def base(self) -> Size:
        """The cells of the smallest blocks, whose way is found by other means."""
        return self.levels[0][0]

    @property
    def positions(self) -> int:
        """The positions of a smallest block."""
        return prod(self.base)

    @property
    def copies(self) -> int:
        """The number of the smallest blocks."""
        return prod(prod(counts) for _, counts in self.levels)

    @property
    def length_for_width(self) -> float:
        """The longest side of a smallest block beside its shortest one that has several cells."""
        sides = [cells for cells in self.base if cells > 1]
        return max(sides) / min(sides)

    @property
    def is_likely(self) -> bool:
        """Whether the joints can meet the ends of some way through all positions of the smallest block.

        Such ways were seen to end in two corners that are apart along each axis with an even number of cells, if there
        is one, and along just one of them where there are several. That is counted, and not proved.
        """
        even = {axis for axis in range(3) if self.base[axis] % 2 == 0}
        # The base is mirrored as the joints need it, so one of the corners can be any.
        for second in corner_positions(self.base):
            apart = {axis for axis in range(3) if second[axis]}
            is_seen = bool(apart) and len(apart & even) == bool(even) and (len(even) < 2 or apart <= even)
            if is_seen and next(self.joinings(((0, 0, 0), second)), None) is not None:
                return True
        return False

    def joinings(self, ends: Ends) -> Iterator[tuple[Joining, ...]]:
        """Yield how the blocks can be joined, level by level, where the base's way has these ends."""
        if not self.levels:
            yield ()
            return
        (base, counts), *outer = self.levels
        for order in permutations((0, 1, 2)):
            for turned in (ends, (ends[1], ends[0])):
                joining = Joining.fitting(base, counts, triple(order), turned)
                if joining is not None:
                    for following in Plan(tuple(outer)).joinings(joining.ends_of_whole):
                        yield (joining, *following)

    @staticmethod
    def compose(faces: Faces, joinings: tuple[Joining, ...]) -> tuple[Faces, Ends]:
        """Return the faces of the whole, and the ends of its way, from the faces of the base."""
        for joining in joinings:
            faces = joining.compose(faces)
        return faces, joinings[-1].ends_of_whole


def plans(size: Size) -> list[Plan]:
    """Return the ways to divide a box into blocks, once or twice, those of fewest copies first.

    Of several with as many copies there is the one whose blocks are least long for their width, where a
    complete way is found most easily. The first is the whole box; in some the smallest blocks are lines of positions.
    """
    best: dict[int, Plan] = {}
    for levels in _divisions(size):
        plan = Plan(levels)
        before = best.get(plan.copies)
        is_better = before is None or plan.length_for_width < before.length_for_width
        if is_better and plan.is_likely:
            best[plan.copies] = plan
    return [best[copies] for copies in sorted(best)]


def is_composed(faces: Faces, size: Size, base: Size) -> bool:
    """Report whether faces are copies of their first block of a size, every second one along an axis mirrored."""
    for (along, across), cut in passages_of(face.arrays() for face in faces).items():
        first = cut[: base[along] - 1, : base[across]]
        for i, j in product(range(0, size[along], base[along]), range(0, size[across], base[across])):
            block = cut[i : i + base[along] - 1, j : j + base[across]]
            turned = block[:: -1 if i // base[along] % 2 else 1, :: -1 if j // base[across] % 2 else 1]
            if not np.array_equal(turned, first):
                return False
    return True


def mirrored_axes(faces: Faces) -> int:
    """Count the axes along which the two halves of a box are mirror images of each other."""
    passages = passages_of(face.arrays() for face in faces)
    return sum(
        all(
            np.array_equal(passages[along, across][:-1], passages[along, across][:-1][::-1])
            and np.array_equal(passages[across, along], passages[across, along][:, ::-1])
            for across in range(3)
            if across != along
        )
        for along in range(3)
    )


def _divisions(size: Size) -> Iterator[tuple[tuple[Size, Triple], ...]]:
    """Yield how a box can be divided, and its halves once more: a way of halves ends inside, so these come last."""
    for counts in product(*triple(_divisors(cells) for cells in size)):
        if counts != size:
            yield ((_divided(size, counts), counts),)
    for halves in product(*triple([1, 2] if cells % 2 == 0 else [1] for cells in size)):
        half = _divided(size, halves)
        if half == size:
            continue
        for counts in product(*triple([count for count in _divisors(cells) if count % 2] for cells in half)):
            if counts not in (half, (1, 1, 1)):
                yield (_divided(half, counts), counts), (half, halves)


def _walls(base: Size, counts: Triple, order: Triple) -> Walls | None:
    """Return where the joints need the ends; None where they contradict each other."""
    walls: Walls = {}, {}
    before = 1
    for axis in order:
        # The joints of a line are at alternate walls, and at alternate ends after an odd number of blocks.
        for joint in range(min(2, counts[axis] - 1)):
            end = (before * (joint + 1) - 1) % 2
            wall = 0 if joint else base[axis] - 1
            if walls[end].setdefault(axis, wall) != wall:
                return None
        before *= counts[axis]
    return walls


def _divisors(cells: int) -> list[int]:
    return [count for count in range(1, cells + 1) if cells % count == 0]


def _divided(size: Size, counts: Triple) -> Size:
    return size[0] // counts[0], size[1] // counts[1], size[2] // counts[2]


def _mirrored(cell: int, cells: int, mirrored: bool) -> int:
    return cells - 1 - cell if mirrored else cell
