# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes: sets of unit cubes, which may have colors, wherever they are and however they are turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from .cells import Cell, Cells, are_connected, extent, normalized
from .turns import ALL_TURNS, MIRRORED_TURNS, ROTATIONS, Turn


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
        found = {self.turned(turn) for turn in ROTATIONS}
        return tuple(sorted(found, key=lambda one: (one.cells, one.colors)))

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
    def is_chiral(self) -> bool:
        """Whether no rotation brings it onto its mirror image, so that this is another piece."""
        return self.mirrored.upright != self.upright

    @property
    def is_symmetric(self) -> bool:
        """Whether a turn, by a rotation or mirrored, other than none brings it onto itself, whatever its colors."""
        return len(_turned(self.cells, ALL_TURNS)) < len(ALL_TURNS)


def _turned(cells: Cells, turns: Sequence[Turn]) -> tuple[Cells, ...]:
    return tuple(sorted({normalized(turn.of(cells)) for turn in turns}))
