# SPDX-License-Identifier: GPL-3.0-or-later
"""Goals: the cells that pieces have to fill, and those that they may fill; pieces; and how a piece can lie in a goal.

A placement is an integer with a bit for each cell of the goal that it fills. Above these bits are as many for each
binary digit of the cells' colors: none for a shape without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from types import MappingProxyType

import numpy as np

from ..common.containers import array_from_bits
from ..common.errors import InputError
from ..common.words import shortened
from .shape import (
    ALL_TURNS,
    NO_COLORS,
    Cell,
    Cells,
    Colors,
    Shape,
    Turn,
    box_cells,
    extent,
    moved,
    neighbors,
    way_to_origin,
)

LARGEST_GOAL = 10_000
"""Cells, with those that may stay empty."""


@dataclass(frozen=True)
class Goal:
    """Cells to fill, and optional ones that may stay empty; the lowest of all along each axis is 0.

    ``colors`` are cells that have a color, with its number. At most ``most_empty`` cells may stay empty.
    """

    filled: frozenset[Cell]
    optional: frozenset[Cell] = frozenset()
    colors: frozenset[tuple[Cell, int]] = frozenset()
    most_empty: int | None = None

    def __post_init__(self) -> None:
        """Raise InputError where there is nothing to fill, and for too many cells."""
        count = len(self.filled) + len(self.optional)
        if not count:
            raise InputError("The goal has no cell to fill: it must have at least one.")
        if count > LARGEST_GOAL:
            raise InputError(f"The goal has {count:,} cells: it must have at most {LARGEST_GOAL:,}.")
        if self.filled & self.optional:
            raise InputError("The goal has cells that must be filled and may stay empty, too.")
        if len(self.color_of) < len(self.colors) or not self.color_of.keys() <= self.filled | self.optional:
            raise InputError("The goal has colors where it has no cell, or a cell of two colors.")
        if self.most_empty is not None and self.most_empty < 0:
            raise InputError(f"The goal may have {self.most_empty} empty cells: that must be 0 or more.")

    @classmethod
    def of(
        cls,
        filled: Iterable[Cell],
        optional: Iterable[Cell] = (),
        colors: Mapping[Cell, int] = MappingProxyType({}),
        most_empty: int | None = None,
    ) -> Goal:
        """Return the goal of some cells, wherever they are; ``colors`` are those of cells that have one."""
        filled, optional = set(filled), set(optional)
        if not (filled or optional):
            return cls(frozenset())
        back = way_to_origin(filled | optional)
        colored = zip(moved(colors, back), colors.values(), strict=True)
        return cls(
            frozenset(moved(filled, back)),
            frozenset(moved(optional, back)),
            frozenset((cell, color) for cell, color in colored if color),
            # A limit that every filling keeps is none.
            None if most_empty is None or most_empty >= len(optional) else most_empty,
        )

    @classmethod
    def box(cls, size: Cell) -> Goal:
        """Return a box to fill; raises InputError for a size that cannot be."""
        count = 1
        for axis, cells in zip("XYZ", size, strict=True):
            if not 1 <= cells <= LARGEST_GOAL:
                raise InputError(f"Size {axis} is {cells}: it must be from 1 to {LARGEST_GOAL:,} cells.")
            count *= cells
        if count > LARGEST_GOAL:
            raise InputError(f"The goal has {count:,} cells: it must have at most {LARGEST_GOAL:,}.")
        return cls(frozenset(box_cells(size)))

    @cached_property
    def cells(self) -> Cells:
        """All cells, in the order in which solutions count them: along x first, then y, then z."""
        return tuple(sorted(self.filled | self.optional, key=lambda cell: cell[::-1]))

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The place of each cell in that order."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """The places of the cells beside each cell."""
        numbers = self.numbers
        return tuple(tuple(numbers[cell] for cell in neighbors(place) if cell in numbers) for place in self.cells)

    @cached_property
    def color_of(self) -> dict[Cell, int]:
        """The colors of the cells that have one."""
        return dict(self.colors)

    @cached_property
    def whole(self) -> int:
        """All cells, as the bits of their numbers."""
        return (1 << len(self.cells)) - 1

    @property
    def size(self) -> Cell:
        """The number of cells along each axis."""
        return extent(self.cells)

    @property
    def is_box(self) -> bool:
        """Whether it is a whole box without optional cells."""
        x, y, z = self.size
        return len(self.filled) == x * y * z

    @cached_property
    def symmetries(self) -> tuple[tuple[Turn, tuple[int, ...]], ...]:
        """The turns of 48 that bring the goal onto itself, colors and all, each with what cells become.

        The first changes nothing. What cells become is a list of numbers: the cell with number ``i`` comes to where the
        cell with the number at ``i`` is.
        """
        symmetries = []
        for turn in ALL_TURNS:
            turned = turn.of(self.cells)
            landed = moved(turned, way_to_origin(turned))
            if all(
                image in self.numbers
                and (here in self.filled) == (image in self.filled)
                and self.color_of.get(here) == self.color_of.get(image)
                for here, image in zip(self.cells, landed, strict=True)
            ):
                symmetries.append((turn, tuple(self.numbers[cell] for cell in landed)))
        return tuple(symmetries)


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters() -> Iterator[str]:
    """Yield names for pieces without an end: A to Z, then AA, AB and so on."""
    yield from ALPHABET
    for first in letters():
        for second in ALPHABET:
            yield first + second


LARGEST_NAME = 100
"""Characters."""

Groups = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Piece:
    """A shape that is used at least and at most so many times.

    ``weight`` and ``groups``, which are pairs of a group and how many of the piece belong to it, are BurrTools' hints
    for taking apart; a group 0 is none.
    """

    shape: Shape
    least: int = 1
    most: int = 1
    name: str = ""
    weight: int = 1
    groups: Groups = ()

    def __post_init__(self) -> None:
        """Raise InputError for a range that is none, and for what is too large."""
        if not 0 <= self.least <= self.most <= LARGEST_GOAL:
            raise InputError(
                f"A piece is to be used {self.least} to {self.most} times: "
                f"the range must go upward from 0 or more to {LARGEST_GOAL:,} or less."
            )
        if len(self.shape.cells) > LARGEST_GOAL:
            raise InputError(f"A piece has {len(self.shape.cells):,} cells: it must have at most {LARGEST_GOAL:,}.")
        if len(self.name) > LARGEST_NAME:
            raise InputError(f"A piece's name has {len(self.name)} characters: it must have at most {LARGEST_NAME}.")
        if not self.name.isprintable():
            raise InputError(f"A piece's name is {shortened(self.name)}: it must be of letters that can be printed.")


LONG = 1_000
"""Bits: to take one after the other off a longer integer takes more time than an array does."""


Places = dict[int, int]
"""Where on a line of numbers a piece's cell of some color may lie, with the bits that it has there."""


def placements(shape: Shape, goal: Goal, colors: Colors = NO_COLORS) -> tuple[int, ...]:
    """Return how a shape can lie in a goal, by the bits of its cells' numbers and of their colors; sorted.

    It may be rotated and moved, not mirrored; what is equal, colors and all, counts once.
    """
    if shape.colors or goal.colors or len(goal.cells) < prod(goal.size):
        return tuple(
            sorted(
                sum([places[corner + way] for way, places in cells])
                for corners, cells in _lying(shape, goal, colors)
                for corner in bits(corners)
            )
        )
    # In a whole box all places of what lies in one way are the first one, shifted.
    every: list[int] = []
    for corners, cells in _lying(shape, goal, colors):
        if corners:
            first, (_, places) = sum(places[way] for way, places in cells), cells[0]
            every += [first << places[corner].bit_length() - 1 for corner in bits(corners)]
    return tuple(sorted(every))


def number_of_placements(shape: Shape, goal: Goal, colors: Colors = NO_COLORS) -> int:
    """Return in how many ways a shape can lie in a goal, without making a list of these."""
    return sum(corners.bit_count() for corners, _ in _lying(shape, goal, colors))


def _lying(shape: Shape, goal: Goal, colors: Colors) -> Iterator[tuple[int, list[tuple[int, Places]]]]:
    """Yield for each way to turn a shape where its lowest corner can be, as bits, and how far its cells are from it.

    All is on a line of numbers, with room between the rows for the shape, so that what goes too far meets nothing.
    """
    room = max(shape.extent)
    row = goal.size[0] + room
    layer = row * (goal.size[1] + room)
    places: dict[int, Places] = {
        own: {
            x + row * y + layer * z: _marks(own, goal) << number
            for (x, y, z), number in goal.numbers.items()
            if colors.allow(own, goal.color_of.get((x, y, z), 0))
        }
        for own in {0, *shape.colors}
    }
    free = {own: sum(1 << place for place in lands) for own, lands in places.items()}
    for lying in shape.lying:
        corners, cells = -1, []
        for (x, y, z), own in zip(lying.cells, lying.colors or (0,) * len(lying.cells), strict=True):
            way = x + row * y + layer * z
            corners &= free[own] >> way
            cells.append((way, places[own]))
        yield corners, cells


def placement_at(cells: Sequence[Cell], colors: Sequence[int], goal: Goal) -> int:
    """Return the placement at some cells of a goal, with their colors, if they have any."""
    if not colors:
        return sum(1 << goal.numbers[cell] for cell in cells)
    return sum(_marks(color, goal) << goal.numbers[cell] for cell, color in zip(cells, colors, strict=True))


def _marks(color: int, goal: Goal) -> int:
    """Return the bits of the goal's first cell with a color."""
    return 1 | sum(1 << len(goal.cells) * (1 + digit) for digit in bits(color))


def turned(placement: int, cells: Sequence[int]) -> int:
    """Return what a placement becomes by a turn of the goal onto itself, of which the cells' new numbers are given."""
    count = len(cells)
    if not placement >> count:
        return sum(1 << cells[cell] for cell in bits(placement))
    return sum(1 << bit - bit % count + cells[bit % count] for bit in bits(placement))


def cells_of(placement: int, goal: Goal) -> Cells:
    """Return the cells that a placement fills."""
    return tuple(goal.cells[number] for number in bits(placement & goal.whole))


def colors_of(placement: int, goal: Goal) -> dict[int, int]:
    """Return the colors of a placement's cells that have one, by the numbers of the cells."""
    count = len(goal.cells)
    colors: dict[int, int] = {}
    for bit in bits(placement >> count):
        colors[bit % count] = colors.get(bit % count, 0) | 1 << bit // count
    return colors


def shape_of(placement: int, goal: Goal) -> Shape:
    """Return the shape that lies in a placement, with its colors, as it lies there."""
    colors = {goal.cells[number]: color for number, color in colors_of(placement, goal).items()}
    return Shape.of(cells_of(placement, goal), colors)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    length = mask.bit_length()
    if length > LONG:
        yield from np.flatnonzero(array_from_bits(mask, (length,))).tolist()
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
