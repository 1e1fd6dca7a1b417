# SPDX-License-Identifier: GPL-3.0-or-later
"""The configuration space: the positions of the cross, and the moves that all faces allow.

Sets of positions are Python integers with a bit for every position: one operation then works on all
positions at once, so a layer of a breadth-first search is six shifts, however many positions it has.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, permutations, product
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...common.containers import array_from_bits, bits_from_array, bits_from_indices, components, triple
from .faces import FACE_AXES, FaceArrays, Faces, Passages, Size, face_shape, passages_of

Position = tuple[int, int, int]
"""The cell, as (x, y, z) from 0, that holds the center of the cross."""

Moves = tuple[int, int, int]
"""Per axis the set of positions where the move by one cell in the positive direction is legal."""


def index_of(size: Size, position: Position) -> int:
    """Return the index of a position: ``x + nx * (y + ny * z)``."""
    return position[0] + size[0] * (position[1] + size[1] * position[2])


def position_of(size: Size, index: int) -> Position:
    """Return the position of an index; the inverse of ``index_of``."""
    rest, x = divmod(index, size[0])
    z, y = divmod(rest, size[1])
    return x, y, z


DIRECTIONS = range(6)
"""+x, -x, +y, -y, +z, -z: direction ``d`` goes along axis ``d // 2``, up when ``d`` is even."""


def stepped(position: Position, direction: int) -> Position:
    """Return the place one cell on from a position in a direction; it may lie outside the box."""
    x, y, z = position
    by = -1 if direction % 2 else 1
    if direction < 2:
        return x + by, y, z
    return (x, y + by, z) if direction < 4 else (x, y, z + by)


def opposite(direction: int) -> int:
    """Return the direction that leads back."""
    return direction ^ 1


def is_inside(size: Size, position: Position) -> bool:
    """Report whether a place lies inside the box."""
    x, y, z = position
    columns, rows, levels = size
    return 0 <= x < columns and 0 <= y < rows and 0 <= z < levels


@dataclass(frozen=True)
class Layers:
    """The positions by their distance from a start: ``sets[d]`` are those at distance ``d``.

    ``reachable`` is the set of all of them: the positions that the start is connected with.
    """

    sets: list[int]
    reachable: int

    @cached_property
    def within(self) -> list[int]:
        """Per distance, the set of the positions up to there."""
        return list(accumulate(self.sets, or_))

    @property
    def depth(self) -> int:
        """The largest distance."""
        return len(self.sets) - 1


@dataclass(frozen=True)
class ConfigurationSpace:
    """All positions of a size and the legal moves between them."""

    size: Size
    moves: Moves

    @classmethod
    def from_faces(cls, size: Size, faces: Faces) -> ConfigurationSpace:
        """Combine the faces XY, XZ, YZ: a move is legal when both faces that see it have its passage."""
        return cls.from_arrays(size, *triple(face.arrays() for face in faces))

    @classmethod
    def from_arrays(cls, size: Size, xy: FaceArrays, xz: FaceArrays, yz: FaceArrays) -> ConfigurationSpace:
        """Combine the passages of the three faces."""
        along_x = xy[0][None, :, :] & xz[0][:, None, :]
        along_y = xy[1][None, :, :] & yz[0][:, :, None]
        along_z = xz[1][:, None, :] & yz[1][:, :, None]
        return cls(size, (bits_from_array(along_x), bits_from_array(along_y), bits_from_array(along_z)))

    @property
    def steps(self) -> tuple[int, int, int]:
        """The change of a position's index by a move along x, y and z."""
        return 1, self.size[0], self.size[0] * self.size[1]

    @property
    def position_count(self) -> int:
        """The number of positions, reachable or not."""
        return self.size[0] * self.size[1] * self.size[2]

    @property
    def move_count(self) -> int:
        """The number of legal moves, each counted for both of its directions once."""
        x, y, z = self.moves
        return x.bit_count() + y.bit_count() + z.bit_count()

    @cached_property
    def _move_bytes(self) -> tuple[bytes, bytes, bytes]:
        """The moves with a byte for every position: a walk from position to position looks them up faster."""
        return triple(array_from_bits(move, (self.position_count,)).tobytes() for move in self.moves)

    def neighbors(self, index: int) -> Iterator[int]:
        """Yield the positions, as indices, that one legal move leads to."""
        for move, step in zip(self._move_bytes, self.steps, strict=True):
            if move[index]:
                yield index + step
            if index >= step and move[index - step]:
                yield index - step

    def is_legal(self, start: Position, end: Position) -> bool:
        """Report whether one legal move leads from the one position to the other."""
        return index_of(self.size, end) in self.neighbors(index_of(self.size, start))

    def legal_moves(self, path: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Report for each position of a path but the last, shape (n, 3), whether a legal move leads to the next."""
        moves = np.diff(path, axis=0)
        # A move leads up from the lower one of both positions.
        lower = np.minimum(path[:-1], path[1:]) @ np.array(self.steps)
        allowed = np.stack([np.frombuffer(move, dtype=bool) for move in self._move_bytes])
        legal: NDArray[np.bool_] = allowed[np.abs(moves).argmax(axis=1), lower] & (np.abs(moves).sum(axis=1) == 1)
        return legal

    def changed(self, before: ConfigurationSpace) -> int:
        """Return the set of the positions with other moves than in a space before."""
        changed = 0
        for ours, theirs, step in zip(self.moves, before.moves, self.steps, strict=True):
            differing = ours ^ theirs
            changed |= differing | differing << step
        return changed

    def layers(self, start: int, before: tuple[ConfigurationSpace, Layers] | None = None) -> Layers:
        """Return the layers round a set of positions.

        ``before`` is a space that differs in few moves, with its layers round the same start: what lies nearer
        than the first difference is taken from there.
        """
        sets: list[int] = []
        front, rest = start, ~start
        if before is not None:
            known = before[1]
            changed = self.changed(before[0])
            # The first layer with the end of a move that differs; bisect finds where False turns to True.
            first = bisect_left(known.within, True, key=lambda within: changed & within != 0)
            if first > known.depth:
                return known
            sets = known.sets[:first]
            front, rest = known.sets[first], ~known.within[first]
        new = list(self.fronts(front, rest))
        return Layers(sets + new, reduce(or_, new, ~rest))

    def fronts(self, front: int, rest: int) -> Iterator[int]:
        """Yield a set of positions, and then those of the rest that are so many moves away from it, move by move."""
        x, y, z = self.moves
        _, row, plane = self.steps
        while front:
            yield front
            front = (
                (front & x) << 1
                | front >> 1 & x
                | (front & y) << row
                | front >> row & y
                | (front & z) << plane
                | front >> plane & z
            ) & rest
            rest ^= front

    def beside(self, positions: int) -> int:
        """Return the set of the positions that a move leads to from some."""
        # Either by the other is shorter, and a search for hard cubes takes a twentieth longer.
        x, y, z = self.moves
        _, row, plane = self.steps
        return (
            (positions & x) << 1
            | positions >> 1 & x
            | (positions & y) << row
            | positions >> row & y
            | (positions & z) << plane
            | positions >> plane & z
        )

    def between(self, positions: int) -> int:
        """Return the set of the positions from which moves lead to two or more of some."""
        x, y, z = self.moves
        _, row, plane = self.steps
        right, left = (positions & x) << 1, positions >> 1 & x
        back, front = (positions & y) << row, positions >> row & y
        up, down = (positions & z) << plane, positions >> plane & z
        along_x, along_y, along_z = right | left, back | front, up | down
        return right & left | back & front | up & down | along_x & along_y | (along_x | along_y) & along_z

    def way(self, layers: Layers, end: int) -> list[int]:
        """Return a shortest way from the start of the layers to a position of the last one.

        The positions are sets of one; the way is always the same for the same layers and end.
        """
        _, row, plane = self.steps
        # The six places round a position, if it lies at the middle one.
        around = 1 | 1 << plane - row | 1 << plane - 1 | 1 << plane + 1 | 1 << plane + row | 1 << 2 * plane
        way = [end]
        for layer in layers.sets[-2::-1]:
            nearer = end * around >> plane & layer
            # Mostly a single position of the layer is near enough, and then a move leads there.
            if nearer & nearer - 1:
                nearer = self.beside(end) & layer
                nearer &= -nearer
            end = nearer
            way.append(end)
        way.reverse()
        return way

    def loops(self, positions: int) -> int:
        """Count the independent loops of a whole component, given as a set: its moves - its positions + 1."""
        x, y, z = self.moves
        moves = (x & positions).bit_count() + (y & positions).bit_count() + (z & positions).bit_count()
        return 1 + moves - positions.bit_count()

    def ways_to(self, goal: Position) -> dict[int, int]:
        """Return, for every position connected to a goal, the next position on a shortest path to it.

        Positions are indices; the goal is its own next one. They come in the order of their distance, and
        the result is always the same for the same space and goal.
        """
        moves = tuple(zip(self._move_bytes, self.steps, strict=True))
        goal_index = index_of(self.size, goal)
        ways = {goal_index: goal_index}
        layer = [goal_index]
        while layer:
            following: list[int] = []
            for index in layer:
                for move, step in moves:
                    if move[index] and index + step not in ways:
                        ways[index + step] = index
                        following.append(index + step)
                    # Below 0 an index counts from the end, where no move leads on: so it needs no test.
                    if move[index - step] and index - step not in ways:
                        ways[index - step] = index
                        following.append(index - step)
            layer = following
        return ways

    def longest_way(self, inside: Position) -> tuple[Position, Position]:
        """Return the ends of the longest shortest path among all that a position is connected with.

        Without loops the position farthest from any other is one end. With loops a path found so is
        only a good one: then positions are looked at as long as the bound ``eccentricity of one <= eccentricity of
        another + distance between them`` leaves it open whether a longer one ends there (Takes and
        Kosters, "Determining the diameter of small world networks", 2011).
        """
        start = position_of(self.size, next(reversed(self.ways_to(inside))))
        ways = self.ways_to(start)
        end = position_of(self.size, next(reversed(ways)))
        if self.loops(bits_from_indices(ways, self.position_count)) == 0:
            return start, end
        path = follow(self.size, ways, end) or [start]
        length = len(path) - 1
        # From the middle of a long path nothing is far, so the bound settles most positions at once.
        center = path[length // 2]
        open_bounds = dict.fromkeys(ways, len(ways))
        while open_bounds:
            lengths = distances(self.ways_to(center))
            index, eccentricity = next(reversed(lengths.items()))
            if eccentricity > length:
                start, end, length = center, position_of(self.size, index), eccentricity
            del open_bounds[index_of(self.size, center)]
            open_bounds = {
                position: bound
                for position, known in open_bounds.items()
                if (bound := min(known, eccentricity + lengths[position])) > length
            }
            if open_bounds:
                center = position_of(self.size, max(open_bounds, key=lambda position: open_bounds[position]))
        return start, end

    def ends_of_moves(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the indices of both positions of every legal move, as two arrays of one length."""
        sources = [np.flatnonzero(np.frombuffer(move, dtype=np.uint8)) for move in self._move_bytes]
        targets = [source + step for source, step in zip(sources, self.steps, strict=True)]
        return np.concatenate(sources), np.concatenate(targets)

    def components(self) -> NDArray[np.intp]:
        """Return, for every position, the lowest index of the positions connected to it."""
        return components(self.position_count, *self.ends_of_moves())


def follow(size: Size, ways: dict[int, int], start: Position) -> list[Position] | None:
    """Return the path that ``ways_to`` gives from a position, both ends included; None where there is none."""
    index = index_of(size, start)
    if index not in ways:
        return None
    path = [start]
    while ways[index] != index:
        index = ways[index]
        path.append(position_of(size, index))
    return path


def distances(ways: Mapping[int, int]) -> dict[int, int]:
    """Return the fewest moves from every position to the goal of the ways that ``ways_to`` gives."""
    lengths: dict[int, int] = {}
    for index, following in ways.items():
        lengths[index] = 0 if index == following else lengths[following] + 1
    return lengths


def canonical_form(size: Size, faces: Faces, start: Position, end: Position) -> bytes:
    """Return bytes that are the same for two puzzles where one is the other turned or mirrored, and only then."""
    axes, flips, places = _turns(size)
    passages = np.concatenate([along.ravel() for face in faces for along in face.arrays()])
    sides = np.array(size)[axes]
    ends = [np.where(flips, sides - 1 - at, at) for at in (np.array(start)[axes], np.array(end)[axes])]
    forms = np.concatenate((np.packbits(passages[places], axis=1), *ends), axis=1).astype(np.uint8)
    lowest: bytes = min(form.tobytes() for form in forms)
    return bytes(sorted(size)) + lowest


@lru_cache(maxsize=4)
def _turns(size: Size) -> tuple[NDArray[np.intp], NDArray[np.bool_], NDArray[np.intp]]:
    """Return the symmetries, up to 48, that bring a box onto the one with its sides sorted.

    For each these are the axes that become x, y and z, which of them are flipped, and where each passage comes from, as
    an index into the arrays of all faces in a row.
    """
    # Numbers in place of the passages are turned as these are.
    grids: list[Any] = []
    count = 0
    for face in range(3):
        columns, rows = face_shape(size, face)
        grids.append(np.arange(count, count + 2 * columns * rows).reshape(2, rows, columns))
        count += 2 * columns * rows
    numbered = passages_of(grids)
    turns = [
        (axes, flips)
        for axes in permutations(range(3))
        if [size[axis] for axis in axes] == sorted(size)
        for flips in product((False, True), repeat=3)
    ]
    came = [np.concatenate([line for pair in FACE_AXES for line in _turned(numbered, *turn, *pair)]) for turn in turns]
    return np.array([axes for axes, _ in turns]), np.array([flips for _, flips in turns]), np.array(came)


def _turned(
    passages: Passages, axes: Sequence[int], flips: Sequence[bool], first: int, second: int
) -> Iterator[NDArray[np.bool_]]:
    """Yield the passages of a face of a turned box along its first axis, and then along its second one.

    ``axes`` become x, y and z, and are mirrored where they are flipped.
    """
    steps = [-1 if flip else 1 for flip in flips]
    yield passages[axes[first], axes[second]][:-1][:: steps[first], :: steps[second]].ravel()
    yield passages[axes[second], axes[first]][:-1][:: steps[second], :: steps[first]].T.ravel()
