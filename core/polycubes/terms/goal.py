# SPDX-License-Identifier: GPL-3.0-or-later
"""Goals: the cells that pieces have to fill, and those that they may fill."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from ...common.errors import InputError
from .cells import Cell, Cells, box_cells, extent, lowest_corner, moved
from .turns import ALL_TURNS, Turn

LARGEST_GOAL = 4_000
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
        if not self.filled:
            raise InputError("The goal has no cell to fill: it must have at least one.")
        if count > LARGEST_GOAL:
            raise InputError(f"The goal has {count:,} cells: it must have at most {LARGEST_GOAL:,}.")
        if self.filled & self.optional:
            raise InputError("The goal has cells that are to be filled and may stay empty, too.")
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
        if not filled:
            return cls(frozenset())
        x, y, z = lowest_corner(filled | optional)
        back = -x, -y, -z
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
        found = []
        for turn in ALL_TURNS:
            turned = turn.of(self.cells)
            x, y, z = lowest_corner(turned)
            landed = moved(turned, (-x, -y, -z))
            if all(
                there in self.numbers
                and (here in self.filled) == (there in self.filled)
                and self.color_of.get(here) == self.color_of.get(there)
                for here, there in zip(self.cells, landed, strict=True)
            ):
                found.append((turn, tuple(self.numbers[cell] for cell in landed)))
        return tuple(found)
