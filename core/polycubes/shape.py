# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes: sets of cells, the unit cubes of a grid, wherever they are and however they are turned; they may have colors.

A cell is three whole numbers along x, y and z, and so is a way from a cell to another one. Turns are the 24 rotations
of a cube, and the 24 more that are mirrored: how the axes change places and signs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from types import MappingProxyType

from ..common.containers import triple
from ..common.errors import InputError
from ..common.words import shortened

Cell = tuple[int, int, int]
Cells = tuple[Cell, ...]

Way = tuple[int, int]
"""An axis, and 1 for going up along it or -1 for going down."""

STEPS: Cells = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
"""The ways to the six neighbors of a cell."""


def lowest_corner(cells: Iterable[Cell]) -> Cell:
    """Return the lowest coordinates along each axis; raises ValueError where there is no cell."""
    return triple(min(along) for along in zip(*cells, strict=True))


def extent(cells: Collection[Cell]) -> Cell:
    """Return how many cells long a set is along each axis; raises ValueError where there is no cell."""
    return triple(max(along) - min(along) + 1 for along in zip(*cells, strict=True))


def moved(cells: Iterable[Cell], way: Cell) -> Cells:
    """Return cells moved along a way, in the same order."""
    dx, dy, dz = way
    return tuple((x + dx, y + dy, z + dz) for x, y, z in cells)


def step(cell: Cell, way: Cell) -> Cell:
    """Return the cell that a way leads to from one."""
    return cell[0] + way[0], cell[1] + way[1], cell[2] + way[2]


def along(axis: int, cells: int) -> Cell:
    """Return the way that goes so many cells along an axis, down it where they are less than 0."""
    return cells * (axis == 0), cells * (axis == 1), cells * (axis == 2)


def way_between(here: Cell, target: Cell) -> Cell:
    """Return the way that leads from one cell to another."""
    return target[0] - here[0], target[1] - here[1], target[2] - here[2]


def beside(cell: Cell, way: Way) -> Cell:
    """Return the cell next to one, by the way to it."""
    return step(cell, along(*way))


def way_to_origin(cells: Iterable[Cell]) -> Cell:
    """Return the way by which the lowest along each axis comes to 0."""
    x, y, z = lowest_corner(cells)
    return -x, -y, -z


def normalized(cells: Collection[Cell]) -> Cells:
    """Return cells sorted, and moved so that the lowest along each axis is 0."""
    return tuple(sorted(moved(cells, way_to_origin(cells))))


def box_cells(size: Cell) -> Cells:
    """Return all cells of a box with one corner at 0, sorted."""
    return tuple((x, y, z) for x in range(size[0]) for y in range(size[1]) for z in range(size[2]))


def neighbors(cell: Cell) -> Cells:
    """Return the six cells that share a face with a cell."""
    return moved(STEPS, cell)


def connected_parts(cells: Collection[Cell]) -> tuple[Cells, ...]:
    """Return the parts of a set in which one can go from each cell to each other one through faces."""
    left = set(cells)
    parts = []
    while left:
        part = [left.pop()]
        for cell in part:
            beside = left.intersection(neighbors(cell))
            left -= beside
            part += beside
        parts.append(tuple(sorted(part)))
    return tuple(sorted(parts))


def are_connected(cells: Collection[Cell]) -> bool:
    """Report whether one can go from each cell to each other one through faces."""
    return len(connected_parts(cells)) <= 1


_EVEN = {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


@dataclass(frozen=True)
class Turn:
    """A map of the grid onto itself that keeps 0: the new axis ``i`` is the old one ``axes[i]`` by a sign."""

    axes: Cell
    signs: Cell

    @property
    def is_mirrored(self) -> bool:
        """Whether it turns a left hand into a right one."""
        x, y, z = self.signs
        return x * y * z != (1 if self.axes in _EVEN else -1)

    def of(self, cells: Iterable[Cell]) -> Cells:
        """Return where it brings cells, in the same order."""
        (i, j, k), (p, q, r) = self.axes, self.signs
        return tuple((p * cell[i], q * cell[j], r * cell[k]) for cell in cells)


_SIGNS = (1, -1)
ALL_TURNS = tuple(
    sorted(
        (
            Turn((i, j, 3 - i - j), (p, q, r))
            for i, j in permutations(range(3), 2)
            for p, q, r in product(*3 * [_SIGNS])
        ),
        key=lambda turn: (turn.is_mirrored, turn.axes, [-sign for sign in turn.signs]),
    )
)
"""All 48, the rotations first; the first one changes nothing."""

ROTATIONS = ALL_TURNS[:24]
MIRRORED_TURNS = ALL_TURNS[24:]


def turn_between(cells: Cells, turned: Cells) -> Turn:
    """Return a turn that brings cells to others, but for their place; raises ValueError where none does."""
    target = normalized(turned)
    for turn in ROTATIONS:
        if normalized(turn.of(cells)) == target:
            return turn
    raise ValueError("the cells are those of two pieces")


@dataclass(frozen=True)
class Shape:
    """A polycube as it lies: its cells, sorted, the lowest along each axis being 0.

    ``colors`` are the numbers of the colors of its cells, 0 for none; it is empty where no cell has any.
    """

    cells: Cells
    colors: tuple[int, ...] = ()

    @classmethod
    def of(cls, cells: Iterable[Cell], colors: Mapping[Cell, int] = MappingProxyType({})) -> Shape:
        """Return the shape of some cells, wherever they are; raises ValueError where there is none.

        ``colors`` are those of cells that have one.
        """
        places = set(cells)
        if not any(colors.values()):
            return cls(normalized(places))
        return cls(normalized(places), tuple(colors.get(cell, 0) for cell in sorted(places)))

    @property
    def color_of(self) -> dict[Cell, int]:
        """The colors of the cells that have one."""
        return {cell: color for cell, color in zip(self.cells, self.colors, strict=False) if color}

    @cached_property
    def extent(self) -> Cell:
        """The number of cells along each axis."""
        return extent(self.cells)

    @cached_property
    def orientations(self) -> tuple[Cells, ...]:
        """The different sets of cells, 24 at most, that it becomes by rotations; sorted."""
        return _turned(self.cells, ROTATIONS)

    @cached_property
    def upright(self) -> Shape:
        """The one of its orientations that stands for all: two shapes are congruent if these are the same."""
        return self.lying[0] if self.colors else Shape(self.orientations[0])

    @cached_property
    def lying(self) -> tuple[Shape, ...]:
        """The different shapes that it becomes by rotations, colors and all: also several with the same cells."""
        if not self.colors:
            return tuple(map(Shape, self.orientations))
        shapes = {self.turned(turn) for turn in ROTATIONS}
        return tuple(sorted(shapes, key=lambda shape: (shape.cells, shape.colors)))

    def turned(self, turn: Turn) -> Shape:
        """Return what it becomes by a turn."""
        places = turn.of(self.cells)
        return Shape.of(places, dict(zip(places, self.colors, strict=False)))

    @cached_property
    def mirrored(self) -> Shape:
        """Its mirror image."""
        return self.turned(MIRRORED_TURNS[0])

    @property
    def is_connected(self) -> bool:
        """Whether its cubes hang together by faces."""
        return are_connected(self.cells)

    @property
    def is_planar(self) -> bool:
        """Whether it is flat: one cube high along some axis."""
        return 1 in self.extent

    @property
    def is_symmetric(self) -> bool:
        """Whether a turn, by a rotation or mirrored, other than none brings it onto itself, whatever its colors."""
        return len(_turned(self.cells, ALL_TURNS)) < len(ALL_TURNS)


def _turned(cells: Cells, turns: Sequence[Turn]) -> tuple[Cells, ...]:
    return tuple(sorted({normalized(turn.of(cells)) for turn in turns}))


NEUTRAL = 0
"""The color of a cell that has none: it may lie on every color, and every color on it."""

MOST_COLORS = 63
"""As in BurrTools."""

_COLOR = re.compile(r"#[0-9a-f]{6}", re.ASCII)


@dataclass(frozen=True)
class Colors:
    """The colors of a puzzle's cells, which are numbered from 1, and the pairs that may lie on each other.

    A pair is a color of a piece and a color of the goal.
    """

    palette: tuple[str, ...] = ()
    pairs: frozenset[tuple[int, int]] = frozenset()

    def __post_init__(self) -> None:
        """Raise InputError for too many colors, for what is none, and for pairs of what there is not."""
        if len(self.palette) > MOST_COLORS:
            raise InputError(f"The puzzle has {len(self.palette)} colors: it must have at most {MOST_COLORS}.")
        for color in self.palette:
            if not _COLOR.fullmatch(color):
                raise InputError(f"A color is {shortened(color)}: it must be like '#80c0ff'.")
        self.check(number for pair in self.pairs for number in pair)

    def check(self, numbers: Iterable[int]) -> None:
        """Raise InputError for the number of a color that there is not."""
        for number in numbers:
            if not 1 <= number <= len(self.palette):
                raise InputError(f"A color has the number {number}: the puzzle has {len(self.palette)}, from 1.")

    def allow(self, of_piece: int, of_goal: int) -> bool:
        """Report whether a cell of a piece may lie on a cell of the goal, by their colors."""
        return NEUTRAL in (of_piece, of_goal) or (of_piece, of_goal) in self.pairs


NO_COLORS = Colors()
