# SPDX-License-Identifier: GPL-3.0-or-later
"""The 24 rotations of a cube, and the 24 more that are mirrored: how the axes change places and signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations, product

from .cells import Cell, Cells, normalized

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


def turn_between(one: Cells, other: Cells) -> Turn:
    """Return a turn that brings cells to others, but for their place; raises ValueError where none does."""
    target = normalized(other)
    for turn in ROTATIONS:
        if normalized(turn.of(one)) == target:
            return turn
    raise ValueError("the cells are those of two pieces")
