# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses the symmetries of a goal to spare most of a search, and to tell which solutions are the same.

All solutions that rotations make of each other are found by one of them, so a search needs only those in which a
certain kind of piece lies in one of a few places. The placements of that kind fall into orbits, sets that the
rotations make of each other. Of the orbits that a solution uses, the first counts; and some rotation brings
the solution to where the representative of that orbit is used. That is a case: a placement that is chosen, and others
that are forbidden, those of the orbits before. Where no kind has to be used at all, the kinds take turns: the
first that a solution uses counts.

A solution may be found several times within its case, as several rotations can bring it there. The smallest of these
images stands for all, and how many rotations leave it as it is shows how many there are in all (the orbit-stabilizer
theorem).

All puzzles that have the same pieces and the same goal, however they lie, or mirrored, have one canonical form.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..puzzle import Counts, PolycubePuzzle
from ..terms.goal import Goal
from ..terms.shape import MIRRORED_TURNS, ROTATIONS, Cells, moved, way_to_origin
from .board import Board, Permutation, PieceKind

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A placement that is chosen, if any, and the placements that are forbidden besides, as bits of their numbers."""

    chosen: int | None
    forbidden: int


class Symmetry:
    """The cases of a board, and how its solutions are counted."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._orbit_of: dict[int, tuple[int, int]] = {}
        self._to_first: dict[int, list[Permutation]] = {}
        # Of a bar several rotations do the same, and each counts.
        self._inverses = [(rotation, _inverse(rotation)) for rotation in board.rotations]
        self.cases = self._find_cases()

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
        cases = []
        forbidden = 0
        for place, kind in enumerate(order):
            for orbit_number, orbit in enumerate(orbits[kind.numbers]):
                cases.append(Case(orbit[0], forbidden))
                for number in orbit:
                    forbidden |= 1 << number
                    self._orbit_of[number] = place, orbit_number
        return tuple(cases)

    def _orbits(self, numbers: range) -> list[list[int]]:
        """Return the orbits of a kind's placements, and note for each which rotations bring it to its orbit's first."""
        orbits = []
        seen: set[int] = set()
        for first in numbers:
            if first in seen:
                continue
            orbit = set()
            for rotation, inverse in self._inverses:
                there = self._board.image(first, rotation)
                if there is not None:
                    orbit.add(there)
                    self._to_first.setdefault(there, []).append(inverse)
            seen |= orbit
            orbits.append(sorted(orbit))
        return orbits

    def _in_its_case(self, numbers: Numbers) -> list[Numbers]:
        """Return all images of a solution by rotations that bring it into its case; each for every rotation."""
        if not self._orbit_of:
            return [numbers]
        first = min(self._orbit_of[number] for number in numbers if number in self._orbit_of)
        found = []
        for number in numbers:
            if self._orbit_of.get(number) == first:
                for rotation in self._to_first[number]:
                    there = self._board.images(numbers, rotation)
                    if there is not None:
                        found.append(there)
        return found

    def counted(self, numbers: Numbers) -> Counts | None:
        """Return how a solution that was found within its case counts; None where another one stands for it."""
        numbers = tuple(sorted(numbers))
        images = self._in_its_case(numbers)
        if min(images) != numbers:
            return None
        same = sum(image == numbers for image in images)
        return Counts(len(self._board.rotations) // same, 1, self._counts_as_mirrored(numbers))

    def _counts_as_mirrored(self, numbers: Numbers) -> int:
        """Return 1 for a solution that stands for its mirror image, too, and 0 where that stands for it."""
        reflection = self._board.reflection
        mirrored = None if reflection is None else self._board.images(numbers, reflection)
        return 1 if mirrored is None else int(numbers <= min(self._in_its_case(mirrored)))


def _inverse(permutation: Permutation) -> Permutation:
    found = [0] * len(permutation)
    for here, there in enumerate(permutation):
        found[there] = here
    return tuple(found)


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
