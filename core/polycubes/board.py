# SPDX-License-Identifier: GPL-3.0-or-later
"""A goal with all placements of all pieces, numbered: what a search needs.

It also tells why a puzzle has no solution, as far as that can be said without a search.

All puzzles that have the same pieces and the same goal, however they lie, or mirrored, have one canonical form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from ..common.errors import InputError
from ..common.words import counted, listed
from .goal import Goal, Piece, bits, letters, number_of_placements, placements, turned
from .puzzle import PolycubePuzzle, Solution
from .shape import MIRRORED_TURNS, NO_COLORS, ROTATIONS, Cells, Colors, Shape, moved, way_to_origin

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
            places = placements(shape, goal, colors) if most else ()
            numbers = range(len(self.masks), len(self.masks) + len(places))
            kinds.append(PieceKind(tuple(owners[shape]), shape, least, most, numbers))
            self.masks += places
            self.kind_of += [number] * len(places)
        self.kinds = tuple(kinds)
        has_colors = any(kind.shape.colors for kind in kinds)
        self.fillings = [mask & goal.whole for mask in self.masks] if has_colors else self.masks
        """The cells of each placement alone, as bits."""
        self._known_cells: dict[int, tuple[int, ...]] = {}
        self._images: dict[tuple[int, int], int | None] = {}

    @cached_property
    def number_of(self) -> dict[int, int]:
        """The number of each placement, by its bits: those of different kinds are never the same."""
        return {mask: number for number, mask in enumerate(self.masks)}

    def cells_of(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the cells of a placement."""
        cells = self._known_cells.get(number)
        if cells is None:
            cells = self._known_cells[number] = tuple(bits(self.fillings[number]))
        return cells

    @cached_property
    def to_fill(self) -> int:
        """The cells that have to be filled, as bits."""
        return sum(1 << self.goal.numbers[cell] for cell in self.goal.filled)

    @cached_property
    def rotations(self) -> range:
        """The numbers of the goal's symmetries that are rotations, the first of which changes nothing."""
        return range(sum(not turn.is_mirrored for turn, _ in self.goal.symmetries))

    @cached_property
    def mirrored_turns(self) -> range:
        """The numbers of the goal's symmetries that are mirrored."""
        return range(len(self.rotations), len(self.goal.symmetries))

    @cached_property
    def inverses(self) -> tuple[int, ...]:
        """The number of the symmetry that undoes each one."""
        number_of = {cells: number for number, (_, cells) in enumerate(self.goal.symmetries)}
        return tuple(number_of[tuple(np.argsort(cells).tolist())] for _, cells in self.goal.symmetries)

    @cached_property
    def is_mirrored(self) -> bool:
        """Whether the goal can be mirrored, and so can all pieces: others that are used as often are their images."""
        return bool(self.mirrored_turns) and all(
            (image := self.mirror_image(kind)) is not None and (image.least, image.most) == (kind.least, kind.most)
            for kind in self.kinds
            if kind.numbers
        )

    def mirror_image(self, kind: PieceKind) -> PieceKind | None:
        """Return the kind that a kind with placements is mirrored, in a goal that can be; None where there is none."""
        number = self.image(kind.numbers[0], self.mirrored_turns[0])
        return None if number is None else self.kinds[self.kind_of[number]]

    def is_own_mirror_image(self, kind: PieceKind) -> bool:
        """Report whether a kind with placements is the same mirrored, in a goal that can be."""
        return self.mirror_image(kind) is kind

    def image(self, number: int, turn: int) -> int | None:
        """Return what a placement becomes by a symmetry of the goal; None where none of the pieces can be there."""
        key = turn, number
        if key not in self._images:
            self._images[key] = self.number_of.get(turned(self.masks[number], self.goal.symmetries[turn][1]))
        return self._images[key]

    def images(self, numbers: Iterable[int], turn: int) -> tuple[int, ...] | None:
        """Return what placements become, sorted; None where the pieces cannot be there, or there are too many."""
        images = []
        used = [0] * len(self.kinds)
        for number in numbers:
            image = self.image(number, turn)
            if image is None:
                return None
            images.append(image)
            used[self.kind_of[image]] += 1
        if not all(kind.least <= count <= kind.most for kind, count in zip(self.kinds, used, strict=True)):
            return None
        return tuple(sorted(images))

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


SHOWN = 4
"""Cells that a sentence names at most."""


def why_it_cannot_fit(board: Board) -> tuple[str, ...]:
    """Return sentences on what makes every solution impossible at first sight; none where a search must show."""
    return (*_without_place(board), *_volumes(board), *_unreached(board))


def _volumes(board: Board) -> tuple[str, ...]:
    """Report where no allowed number of pieces has as many cells as the goal."""
    goal = board.goal
    most = len(goal.cells)
    fewest = len(goal.filled) if goal.most_empty is None else most - goal.most_empty
    # Bit n: the pieces can have n cells together.
    reachable = 1
    least_cells = most_cells = 0
    for kind in board.kinds:
        size = len(kind.shape.cells)
        least_cells += size * kind.least
        most_cells += size * kind.most
        reachable = (reachable << size * kind.least) & (2 << most) - 1
        for _ in range(min(kind.most - kind.least, most // size)):
            reachable |= reachable << size & (2 << most) - 1
    cells = counted(fewest, "cell") if fewest == most else f"{fewest} to {most} cells"
    if least_cells > most:
        return (f"The pieces have {counted(least_cells, 'cell')} at least, but the goal has {cells}.",)
    if most_cells < fewest:
        return (f"The pieces have {counted(most_cells, 'cell')} at most, but the goal has {cells}.",)
    if not reachable >> fewest:
        return (f"No allowed number of pieces has {cells} together, as the goal has.",)
    return ()


def _without_place(board: Board) -> tuple[str, ...]:
    """Report the pieces that must be used and fit nowhere."""
    numbers = [number for kind in board.kinds if kind.least and not kind.numbers for number in kind.pieces]
    names = [name for number, name in enumerate(islice(letters(), max(numbers, default=-1) + 1)) if number in numbers]
    if not names:
        return ()
    several = len(names) > 1
    return (f"{'Pieces' if several else 'Piece'} {listed(names)} {'fit' if several else 'fits'} nowhere.",)


def _unreached(board: Board) -> tuple[str, ...]:
    """Report the cells to fill that no piece reaches."""
    reached = 0
    for kind in board.kinds:
        for number in kind.numbers:
            reached |= board.masks[number]
    cells = [board.goal.cells[number] for number in bits(board.to_fill & ~reached)]
    if not cells:
        return ()
    shown = ", ".join(f"({x}, {y}, {z})" for x, y, z in cells[:SHOWN])
    more = f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else ""
    return (f"No piece reaches {'the cell' if len(cells) == 1 else 'the cells'} {shown}{more}.",)


_Piece = Cells | tuple[Cells, tuple[int, ...]]


def canonical_form(puzzle: PolycubePuzzle) -> bytes:
    """Return bytes that are the same for two such puzzles, and only for those; names count nothing."""
    return min(_form(puzzle, is_mirrored=False), _form(puzzle, is_mirrored=True))


def _form(puzzle: PolycubePuzzle, *, is_mirrored: bool) -> bytes:
    least: Counter[_Piece] = Counter()
    most: Counter[_Piece] = Counter()
    for piece in puzzle.pieces:
        shape = (piece.shape.mirrored if is_mirrored else piece.shape).upright
        # What has no colors has the form that it had before there were any: shelves keep it.
        form = (shape.cells, shape.colors) if shape.colors else shape.cells
        least[form] += piece.least
        most[form] += piece.most
    pieces = sorted(((form, least[form], most[form]) for form in most), key=repr if puzzle.has_colors else None)
    goal = _goal_form(puzzle.goal, is_mirrored=is_mirrored)
    rules = [sorted(puzzle.colors.pairs)] if puzzle.has_colors else []
    return repr((pieces, goal, *rules)).encode("ascii")


def _goal_form(goal: Goal, *, is_mirrored: bool) -> tuple[Any, ...]:
    if goal.is_box and not goal.colors:
        return tuple(sorted(goal.size))
    forms: list[tuple[Any, ...]] = []
    for turn in MIRRORED_TURNS if is_mirrored else ROTATIONS:
        back = way_to_origin(turn.of(goal.cells))
        filled, optional, colored = (
            moved(turn.of(cells), back) for cells in (goal.filled, goal.optional, goal.color_of)
        )
        form = tuple(sorted(filled)), tuple(sorted(optional))
        more = [tuple(sorted(zip(colored, goal.color_of.values(), strict=True)))] if colored else []
        forms.append((*form, *more))
    limit = [] if goal.most_empty is None else [goal.most_empty]
    return (*min(forms), *limit)
