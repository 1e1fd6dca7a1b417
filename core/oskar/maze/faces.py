# SPDX-License-Identifier: GPL-3.0-or-later
"""A face: a two-dimensional maze over the cells of one plane of the box.

It takes three forms. ``Face`` is the one that is kept, compared and written: a bit for each passage, and never changed;
``Face.arrays`` and ``passages_of`` show the same as arrays, to combine, read or draw it. While a style makes it, it
grows: passages are only added, guarded against loops by the directions that each cell still allows, where one tree
grows (``making/changing_faces.py``), or else by a union-find (``making/loop_free_faces.py``). While a search makes it,
it is a tree all the time, whose passages are exchanged (there, too, and by their number in ``making/winding.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...common.containers import UnionFind, array_from_bits, bits_from_array, triple
from ...common.errors import InputError
from ...common.words import counted

FACE_NAMES = ("XY", "XZ", "YZ")
FACE_LABELS = ("Top XY", "Front XZ", "Right YZ")
"""The names of the faces, and what users read: from where each is seen, as the keypad's views 7, 1 and 3 do."""

FACE_AXES = ((0, 1), (0, 2), (1, 2))
"""The axes of the box that each face spans: its first and its second axis."""

MOST_LOOPS_NAMED = 3
MOST_CELLS_NAMED = 12
"""How much a sentence says of what is wrong with a face."""

Size = tuple[int, int, int]
"""Cells along x, y and z."""


@dataclass(frozen=True, order=True)
class Square:
    """A square of a face: the face's number, and its place on the inflated grid.

    A square of the frame lies beside the grid: at -1, or as far along an axis as the grid is long.
    """

    face: int
    place: tuple[int, int]


class Passage(NamedTuple):
    """A passage between two cells of a face: along its first (0) or second (1) axis."""

    lower: int
    upper: int
    along: int


@lru_cache(maxsize=8)
def all_passages(shape: tuple[int, int]) -> tuple[Passage, ...]:
    """Return all passages that a face can have, cell by cell."""
    columns, rows = shape
    passages = []
    for cell in range(columns * rows):
        if cell % columns < columns - 1:
            passages.append(Passage(cell, cell + 1, 0))
        if cell < columns * (rows - 1):
            passages.append(Passage(cell, cell + columns, 1))
    return tuple(passages)


def tree_from(neighbors: Sequence[Sequence[int]], root: int) -> dict[int, int]:
    """Return, for each cell that is connected with a root, the next one on a way there; the root is its own."""
    parents = {root: root}
    reached = [root]
    for cell in reached:
        for beside in neighbors[cell]:
            if beside not in parents:
                parents[beside] = cell
                reached.append(beside)
    return parents


def way_up(parents: Mapping[int, int], cell: int) -> list[int]:
    """Return the way from a cell to the root of its tree, as ``tree_from`` gives it, both included."""
    way = [cell]
    while parents[way[-1]] != way[-1]:
        way.append(parents[way[-1]])
    return way


def face_shape(size: Size, face: int) -> tuple[int, int]:
    """Return the cells of one of the three faces along its first and its second axis."""
    first, second = FACE_AXES[face]
    return size[first], size[second]


@dataclass(frozen=True)
class Face:
    """The passages between the cells of a plane; it stands for two opposite faces of the box.

    ``shape`` counts the cells along the face's first and second axis. Cell ``(i, j)`` has the
    index ``i + shape[0] * j``. In ``first`` the bit of a cell is set when a passage leads from
    it to ``(i + 1, j)``, in ``second`` when one leads to ``(i, j + 1)``. A cell that no passage
    leads to is solid: filled, as a strong spot or as a part of a picture.
    """

    shape: tuple[int, int]
    first: int
    second: int

    def __post_init__(self) -> None:
        """Refuse passages that lead out of the face."""
        columns, rows = self.shape
        row = (1 << (columns - 1)) - 1
        inside_first = sum(row << columns * j for j in range(rows))
        inside_second = (1 << columns * (rows - 1)) - 1
        if self.first & ~inside_first or self.second & ~inside_second:
            raise InputError(f"A face of {columns} by {rows} cells has a passage that leads out of it.")

    @classmethod
    def from_arrays(cls, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Face:
        """Make a face from two boolean arrays of shape (rows, columns), indexed ``[j, i]``.

        The last column of ``first`` and the last row of ``second`` must be False.
        """
        rows, columns = first.shape
        return cls((columns, rows), bits_from_array(first), bits_from_array(second))

    @classmethod
    def from_tree(cls, shape: tuple[int, int], parents: list[int]) -> Face:
        """Make a face from a tree, given as the parent of every cell and -1 for the root."""
        first = second = 0
        for cell, parent in enumerate(parents):
            if parent in (cell - 1, cell + 1) and cell // shape[0] == parent // shape[0]:
                first |= 1 << min(cell, parent)
            elif parent >= 0:
                second |= 1 << min(cell, parent)
        return cls(shape, first, second)

    def arrays(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the passages along the first and the second axis, as ``from_arrays`` takes them."""
        columns, rows = self.shape
        return (
            array_from_bits(self.first, (rows, columns)),
            array_from_bits(self.second, (rows, columns)),
        )

    def is_spanning_tree(self) -> bool:
        """Report whether all cells are connected and no passages close a loop."""
        return not self.solid and not self.flaws()

    @property
    def solid(self) -> frozenset[int]:
        """The cells that are filled; none where there is but one cell, which needs no passage."""
        cells = self.shape[0] * self.shape[1]
        if cells == 1:
            return frozenset()
        passed = self.first | self.first << 1 | self.second | self.second << self.shape[0]
        return frozenset(cell for cell in range(cells) if not passed >> cell & 1)

    def flaws(self) -> list[str]:
        """Return what keeps the cells that are not solid from being a tree, as ends of sentences; nothing if they are.

        At least one passage must be there where there are two cells.
        """
        columns, rows = self.shape
        joined = UnionFind(range(columns * rows))
        neighbors: list[list[int]] = [[] for _ in range(columns * rows)]
        loops = []
        for cell, beside in self._passages():
            if joined.root(cell) == joined.root(beside):
                loops.append((cell, beside))
                continue
            joined.join(cell, beside)
            neighbors[cell].append(beside)
            neighbors[beside].append(cell)
        flaws = []
        solid = self.solid
        if len(solid) == len(neighbors):
            return ["has no passage"]
        first, *cells = (cell for cell in range(columns * rows) if cell not in solid)
        apart = [cell for cell in cells if joined.root(cell) != joined.root(first)]
        if apart:
            flaws.append(f"has {len(apart)} cells that no passage connects with the others, at {self._named(apart)}")
        for cell, beside in loops[:MOST_LOOPS_NAMED]:
            way = way_up(tree_from(neighbors, cell), beside)
            flaws.append(f"has a loop through {self._named(way)}, so the wall inside of it hangs on nothing")
        if len(loops) > MOST_LOOPS_NAMED:
            flaws.append(f"has {counted(len(loops) - MOST_LOOPS_NAMED, 'loop')} more")
        return flaws

    def neighbors(self) -> list[list[int]]:
        """Return for each cell those that passages lead to."""
        neighbors: list[list[int]] = [[] for _ in range(self.shape[0] * self.shape[1])]
        for lower, upper in self._passages():
            neighbors[lower].append(upper)
            neighbors[upper].append(lower)
        return neighbors

    def _passages(self) -> Iterator[tuple[int, int]]:
        """Yield the two cells of every passage."""
        for passages, step in ((self.first, 1), (self.second, self.shape[0])):
            for cell in range(self.shape[0] * self.shape[1]):
                if passages >> cell & 1:
                    yield cell, cell + step

    def _named(self, cells: list[int]) -> str:
        """Return cells by their column and row, the first few of them."""
        named = [f"({cell % self.shape[0]}, {cell // self.shape[0]})" for cell in cells[:MOST_CELLS_NAMED]]
        return ", ".join(named) + (" and so on" if len(cells) > MOST_CELLS_NAMED else "")

    def inflate(self) -> NDArray[np.uint8]:
        """Return the inflated grid, 1 = wall and 0 = open, of shape (2 * columns - 1, 2 * rows - 1).

        Indexed ``[i, j]`` along the first and second axis: cell ``i`` sits at square ``2 * i``,
        a passage at the odd square between two cells, a post where both indices are odd.
        """
        columns, rows = self.shape
        first, second = self.arrays()
        grid = np.ones((2 * columns - 1, 2 * rows - 1), dtype=np.uint8)
        solid = self.solid
        grid[::2, ::2] = [[column + columns * row in solid for row in range(rows)] for column in range(columns)]
        grid[1::2, ::2] = ~first.T[:-1]
        grid[::2, 1::2] = ~second.T[:, :-1]
        return grid

    @classmethod
    def deflate(cls, grid: NDArray[np.uint8]) -> Face:
        """Make a face from an inflated grid as ``inflate`` returns it.

        Raises InputError naming the first square that is not what it must be: a cell that is filled
        beside a passage, or a post that is not wall.
        """
        framed = np.pad(grid, 1, constant_values=1)
        beside = [framed[:-2:2, 1::2], framed[2::2, 1::2], framed[1::2, :-2:2], framed[1::2, 2::2]]
        for name, wrong, offset in (
            ("cell beside a passage and must be open", (grid[::2, ::2] != 0) & ~np.all(beside, axis=0), 0),
            ("post and must be wall", grid[1::2, 1::2] != 1, 1),
        ):
            for column, row in (2 * np.argwhere(wrong) + offset).tolist():
                raise InputError(f"The square at column {column}, row {row} is a {name}.")
        columns, rows = (grid.shape[0] + 1) // 2, (grid.shape[1] + 1) // 2
        first = np.zeros((rows, columns), dtype=bool)
        second = np.zeros((rows, columns), dtype=bool)
        first[:, :-1] = grid[1::2, ::2].T == 0
        second[:-1, :] = grid[::2, 1::2].T == 0
        return cls.from_arrays(first, second)


Faces = tuple[Face, Face, Face]
"""The faces XY, XZ and YZ of a box."""

FaceArrays = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""The passages of a face along its two axes, as ``Face.arrays`` gives them."""

Passages = dict[tuple[int, int], NDArray[np.bool_]]
"""The passages of three faces by (axis along, axis across), indexed [cell along, cell across]."""


def no_passages(size: Size) -> Passages:
    """Return room for the passages of all faces, where none is yet."""
    return {
        (along, across): np.zeros((size[along], size[across]), dtype=bool)
        for along, across in permutations(range(3), 2)
    }


def passages_of(faces: Iterable[FaceArrays]) -> Passages:
    """Return the passages of the faces XY, XZ and YZ, which are views of their arrays."""
    passages = {}
    for (a, b), (first, second) in zip(FACE_AXES, faces, strict=True):
        passages[a, b], passages[b, a] = first.T, second
    return passages


def arrays_of(passages: Passages) -> tuple[FaceArrays, FaceArrays, FaceArrays]:
    """Return the passages face by face, as views; the inverse of ``passages_of``."""
    return triple((passages[a, b].T, passages[b, a]) for a, b in FACE_AXES)


def faces_of(passages: Passages) -> Faces:
    """Return the faces XY, XZ and YZ that have these passages."""
    return triple(Face.from_arrays(first, second) for first, second in arrays_of(passages))


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
