# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes: sets of unit cubes, wherever they are and however they are turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .cells import Cell, Cells, are_connected, extent, normalized
from .turns import ALL_TURNS, MIRRORED_TURNS, ROTATIONS, Turn


@dataclass(frozen=True)
class Shape:
    """A polycube as it lies: its cells, sorted, the lowest along each axis being 0."""

    cells: Cells

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Shape:
        """Return the shape of some cells, wherever they are; raises ValueError where there is none."""
        return cls(normalized(set(cells)))

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
        return Shape(self.orientations[0])

    @cached_property
    def mirrored(self) -> Shape:
        """Its mirror image."""
        return Shape(normalized(MIRRORED_TURNS[0].of(self.cells)))

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
        """Whether a turn, by a rotation or mirrored, other than none brings it onto itself."""
        return len(_turned(self.cells, ALL_TURNS)) < len(ALL_TURNS)


def _turned(cells: Cells, turns: Sequence[Turn]) -> tuple[Cells, ...]:
    return tuple(sorted({normalized(turn.of(cells)) for turn in turns}))
