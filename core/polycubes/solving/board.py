# SPDX-License-Identifier: GPL-3.0-or-later
"""A goal with all placements of all pieces, numbered: what a search needs, and what the goal's symmetries do to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...common.errors import InputError
from ..terms.cells import neighbors
from ..terms.colors import NO_COLORS, Colors
from ..terms.found import Solution
from ..terms.goal import Goal
from ..terms.piece import Piece
from ..terms.placements import bits, number_of_placements, placements, turned
from ..terms.shape import Shape

Permutation = tuple[int, ...]

LARGEST_TABLE = 1_000_000_000
"""Bits of a table of placements and cells; a search keeps several of these."""


@dataclass(frozen=True)
class PieceKind:
    """All pieces of one shape and colors: their numbers, how many are used, and their placements."""

    pieces: tuple[int, ...]
    shape: Shape
    least: int
    most: int
    numbers: range


class Board:
    """The placements of some pieces in a goal, numbered kind by kind; pieces of one shape and colors are one kind.

    Raises InputError where there are so many that no search has room for them.
    """

    def __init__(self, pieces: Sequence[Piece], goal: Goal, colors: Colors = NO_COLORS) -> None:
        ranges: dict[Shape, tuple[int, int]] = {}
        owners: dict[Shape, list[int]] = {}
        for number, piece in enumerate(pieces):
            owners.setdefault(piece.shape.upright, []).append(number)
            least, most = ranges.get(piece.shape.upright, (0, 0))
            ranges[piece.shape.upright] = least + piece.least, most + piece.most
        number = sum(number_of_placements(shape, goal, colors) for shape, (_, most) in ranges.items() if most)
        if number * len(goal.cells) > LARGEST_TABLE:
            raise InputError(
                f"The pieces can lie in {number:,} places of {len(goal.cells):,} cells: that is too much to search. "
                "Take fewer or larger pieces, or a smaller goal."
            )
        self.goal = goal
        self.masks: list[int] = []
        """Each placement, as the bits of its cells and their colors."""
        self.kind_of: list[int] = []
        """The kind of each placement."""
        kinds = []
        for number, (shape, (least, most)) in enumerate(ranges.items()):
            found = placements(shape, goal, colors) if most else ()
            numbers = range(len(self.masks), len(self.masks) + len(found))
            kinds.append(PieceKind(tuple(owners[shape]), shape, least, most, numbers))
            self.masks += found
            self.kind_of += [number] * len(found)
        self.kinds = tuple(kinds)
        has_colors = any(kind.shape.colors for kind in kinds)
        self.fillings = [mask & goal.whole for mask in self.masks] if has_colors else self.masks
        """The cells of each placement alone, as bits."""
        self._known_cells: dict[int, tuple[int, ...]] = {}
        self._images: dict[tuple[Permutation, int], int | None] = {}

    @cached_property
    def number_of(self) -> dict[int, int]:
        """The number of each placement, by its bits: those of different kinds are never the same."""
        return {mask: number for number, mask in enumerate(self.masks)}

    def cells_of(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the cells of a placement."""
        found = self._known_cells.get(number)
        if found is None:
            found = self._known_cells[number] = tuple(bits(self.fillings[number]))
        return found

    @cached_property
    def beside(self) -> list[tuple[int, ...]]:
        """The numbers of the cells beside each cell."""
        numbers = self.goal.numbers
        return [tuple(numbers[cell] for cell in neighbors(one) if cell in numbers) for one in self.goal.cells]

    @cached_property
    def to_fill(self) -> int:
        """The cells that have to be filled, as bits."""
        return sum(1 << self.goal.numbers[cell] for cell in self.goal.filled)

    @cached_property
    def rotations(self) -> tuple[Permutation, ...]:
        """The numbers of cells after each rotation of the goal onto itself, the first of which changes nothing."""
        return tuple(cells for turn, cells in self.goal.symmetries if not turn.is_mirrored)

    @cached_property
    def reflection(self) -> Permutation | None:
        """The numbers of cells after a mirrored turn of the goal onto itself; none where the goal has none."""
        return next((cells for turn, cells in self.goal.symmetries if turn.is_mirrored), None)

    def image(self, number: int, permutation: Permutation) -> int | None:
        """Return what a placement becomes; None where none of the pieces can be there."""
        key = permutation, number
        if key not in self._images:
            self._images[key] = self.number_of.get(turned(self.masks[number], permutation))
        return self._images[key]

    def images(self, numbers: Iterable[int], permutation: Permutation) -> tuple[int, ...] | None:
        """Return what placements become, sorted; None where the pieces cannot be there, or there are too many."""
        found = []
        used = [0] * len(self.kinds)
        for number in numbers:
            there = self.image(number, permutation)
            if there is None:
                return None
            found.append(there)
            used[self.kind_of[there]] += 1
        if not all(kind.least <= count <= kind.most for kind, count in zip(self.kinds, used, strict=True)):
            return None
        return tuple(sorted(found))

    def solution(self, numbers: Iterable[int]) -> Solution:
        """Return placements by their bits."""
        return tuple(sorted(self.masks[number] for number in numbers))

    def is_solution(self, solution: Solution) -> bool:
        """Report whether bits are those of placements of the pieces, as many as there must be, that fill the goal."""
        filled = 0
        used = [0] * len(self.kinds)
        for mask in solution:
            number = self.number_of.get(mask)
            if number is None or filled & mask:
                return False
            filled |= mask
            used[self.kind_of[number]] += 1
        return self.fills(filled) and all(
            kind.least <= count <= kind.most for kind, count in zip(self.kinds, used, strict=True)
        )

    def fills(self, filled: int) -> bool:
        """Report whether the goal may be filled in this way, by the bits of cells and any above them."""
        most_empty = self.goal.most_empty
        return not self.to_fill & ~filled and (
            most_empty is None or (self.goal.whole & ~filled).bit_count() <= most_empty
        )
