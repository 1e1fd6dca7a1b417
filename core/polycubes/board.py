# SPDX-License-Identifier: GPL-3.0-or-later
"""A goal with all placements of all pieces, numbered, and its symmetries: what a search needs.

It also tells why a puzzle has no solution, as far as that can be said without a search. All puzzles that have the same
pieces and the same goal, however they lie, or mirrored, have one canonical form.

Symmetries spare most of a search, and tell which solutions are the same. All solutions that turns of the goal make of
each other are found by one of them, so a search needs only those in which a certain kind of piece lies in one of a few
places. The placements of that kind fall into orbits, sets that the turns make of each other. Of the orbits that a
solution uses, the first counts; and some turn brings the solution to where the representative of that orbit is used.
That is a case: a placement that is chosen, and others that are forbidden, those of the orbits before. Where no kind has
to be used at all, the kinds take turns: the first that a solution uses counts.

A solution may be found several times within its case, as several turns can bring it there. The first of these images
stands for all, and how many turns leave it as it is shows how many there are in all (the orbit-stabilizer theorem).

In a long search a kind is held that each solution uses once. Mirrored turns then spare as much as rotations do, where
the mirror images of all pieces are pieces. And what turns leave the held piece as it is spares some places of another
kind, the follower: of those that such turns make of each other the first is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ..common.errors import InputError
from ..common.words import counted, listed
from .goal import Goal, Piece, bits, letters, number_of_placements, placements, turned
from .puzzle import Counts, PolycubePuzzle, Solution
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
    return (*_without_place(board), *volumes(board.kinds, board.goal), *_unreached(board))


def volumes(pieces: Iterable[Piece | PieceKind], goal: Goal) -> tuple[str, ...]:
    """Report where no allowed number of pieces has as many cells as the goal."""
    most = len(goal.cells)
    fewest = len(goal.filled) if goal.most_empty is None else most - goal.most_empty
    # Bit n: the pieces can have n cells together.
    reachable = 1
    least_cells = most_cells = 0
    for kind in pieces:
        size = len(kind.shape.cells)
        least_cells += size * kind.least
        most_cells += size * kind.most
        reachable = (reachable << size * kind.least) & (2 << most) - 1
        for _ in range(min(kind.most - kind.least, most // size)):
            reachable |= reachable << size & (2 << most) - 1
    cells = counted(fewest, "cell") if fewest == most else f"{fewest} to {most} cells"
    at_least, at_most = ("", "") if least_cells == most_cells else (" at least", " at most")
    if least_cells > most:
        return (f"The pieces have {counted(least_cells, 'cell')}{at_least}, but the goal has {cells}.",)
    if most_cells < fewest:
        return (f"The pieces have {counted(most_cells, 'cell')}{at_most}, but the goal has {cells}.",)
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


Numbers = tuple[int, ...]


class Case(NamedTuple):
    """A placement that is chosen, if any, and the placements that are forbidden besides, as bits of their numbers."""

    chosen: int | None
    forbidden: int


class Symmetry:
    """The cases of a board, and how its solutions are counted."""

    def __init__(self, board: Board, held: PieceKind | None = None) -> None:
        """Find the cases: those of a kind that is held, which each solution uses once, or of what spares most."""
        self._board = board
        self._orbit_of: dict[int, tuple[int, int]] = {}
        # Of a bar several turns do the same, and each counts.
        self._to_first: dict[int, list[int]] = {}
        self._counts_mirrored = held is not None and board.is_mirrored and board.is_own_mirror_image(held)
        self._turns = [*board.rotations, *(board.mirrored_turns if self._counts_mirrored else ())]
        self._follower = range(0)
        self.cases = self._find_cases() if held is None else self._held_cases(held)

    def _find_cases(self) -> tuple[Case, ...]:
        board = self._board
        if len(board.rotations) == 1:
            return (Case(None, 0),)
        orbits: dict[range, list[list[int]]] = {}

        def worth(kind: PieceKind) -> tuple[bool, int, int]:
            """Return what is the less the more a kind spares: one that is used once does, and one of few orbits."""
            if kind.numbers not in orbits:
                orbits[kind.numbers] = self._orbits(kind.numbers)
            return kind.most > 1, len(orbits[kind.numbers]), kind.numbers.start

        needed = sorted(
            (kind for kind in board.kinds if kind.least),
            key=lambda kind: (kind.most > 1, len(kind.numbers), kind.numbers.start),
        )
        if needed:
            best = needed[0]
            for kind in needed[1:]:
                # No orbit has more placements than there are rotations: most kinds need not be looked at.
                fewest = -(-len(kind.numbers) // len(board.rotations))
                if (kind.most > 1, fewest, kind.numbers.start) < worth(best) and worth(kind) < worth(best):
                    best = kind
            worth(best)
            order = [best]
        else:
            order = sorted((kind for kind in board.kinds if kind.most), key=lambda kind: worth(kind)[1:])
        return self._cases([orbits[kind.numbers] for kind in order])

    def _cases(self, orbits_of_kinds: list[list[list[int]]]) -> tuple[Case, ...]:
        """Return the cases of kinds in their order, by the orbits of each."""
        cases = []
        forbidden = 0
        for place, orbits in enumerate(orbits_of_kinds):
            for orbit_number, orbit in enumerate(orbits):
                cases.append(Case(orbit[0], forbidden))
                for number in orbit:
                    forbidden |= 1 << number
                    self._orbit_of[number] = place, orbit_number
        return tuple(cases)

    def _held_cases(self, held: PieceKind) -> tuple[Case, ...]:
        """Return the cases of a kind that is held; its follower lies in the first of places that are alike."""
        cases = self._cases([self._orbits(held.numbers)])
        keeping = [
            [turn for turn in self._turns if self._board.image(case.chosen, turn) == case.chosen]
            for case in cases
            if case.chosen is not None
        ]
        kinds = [
            kind
            for kind in held_kinds(self._board)
            if kind is not held and (not self._counts_mirrored or self._board.is_own_mirror_image(kind))
        ]
        if not kinds or all(len(turns) == 1 for turns in keeping):
            return cases
        spared = {kind.numbers: [self._later(kind.numbers, turns) for turns in keeping] for kind in kinds}
        self._follower = max(spared, key=lambda numbers: sum(map(int.bit_count, spared[numbers])) / len(numbers))
        return tuple(
            Case(case.chosen, case.forbidden | later) for case, later in zip(cases, spared[self._follower], strict=True)
        )

    def _later(self, numbers: range, turns: list[int]) -> int:
        """Return the placements of a kind, as bits, that turns make of an earlier one."""
        later = 0
        if len(turns) > 1:
            for number in numbers:
                images = [self._board.image(number, turn) for turn in turns]
                later |= (number > min(image for image in images if image is not None)) << number
        return later

    def _orbits(self, numbers: range) -> list[list[int]]:
        """Return the orbits of a kind's placements, and note for each which turns bring it to its orbit's first."""
        orbits = []
        seen: set[int] = set()
        for first in numbers:
            if first in seen:
                continue
            orbit = set()
            for turn in self._turns:
                image = self._board.image(first, turn)
                if image is not None:
                    orbit.add(image)
                    self._to_first.setdefault(image, []).append(turn)
            seen |= orbit
            orbits.append(sorted(orbit))
        return orbits

    def _in_its_case(self, numbers: Numbers) -> Iterator[tuple[Numbers, bool]]:
        """Yield all images of a solution that turns bring into its case, and whether mirrored; each for every turn."""
        if not self._orbit_of:
            yield numbers, False
            return
        first = min(self._orbit_of[number] for number in numbers if number in self._orbit_of)
        for number in numbers:
            if self._orbit_of.get(number) == first:
                for turn in self._to_first[number]:
                    image = self._board.images(numbers, self._board.inverses[turn])
                    if image is not None:
                        yield image, turn in self._board.mirrored_turns

    def _rank(self, numbers: Numbers) -> tuple[list[int], Numbers]:
        """Return what is least of the image that stands for all: the follower's place counts before all others."""
        return [number for number in numbers if number in self._follower], numbers

    def counted(self, numbers: Numbers) -> Counts | None:
        """Return how a solution that was found within its case counts; None where another one stands for it.

        It is two up to rotation where it stands for its mirror image, too.
        """
        numbers = tuple(sorted(numbers))
        rank = self._rank(numbers)
        same = rotated = 0
        for image, is_mirrored in self._in_its_case(numbers):
            if self._rank(image) < rank:
                return None
            if image == numbers:
                same += 1
                rotated += not is_mirrored
        total = len(self._turns) // same
        up_to_rotation = total * rotated // len(self._board.rotations)
        return Counts(total, up_to_rotation, 1 if self._counts_mirrored else self._counts_as_mirrored(numbers))

    def _counts_as_mirrored(self, numbers: Numbers) -> int:
        """Return 1 for a solution that stands for its mirror image, too, and 0 where that stands for it."""
        reflection = next(iter(self._board.mirrored_turns), None)
        mirrored = None if reflection is None else self._board.images(numbers, reflection)
        if mirrored is None:
            return 1
        return int(self._rank(numbers) <= min(self._rank(image) for image, _ in self._in_its_case(mirrored)))


def held_kinds(board: Board) -> list[PieceKind]:
    """Return the kinds that can be held: each solution uses them once."""
    return [kind for kind in board.kinds if kind.least == kind.most == 1 and kind.numbers]
