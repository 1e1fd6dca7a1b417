# SPDX-License-Identifier: GPL-3.0-or-later
"""The symmetries of a goal: what they spare a search for solutions, and how these are counted.

They spare most of it, and tell which solutions are the same. All solutions that turns of the goal make of each other
are found by one of them, so a search needs only those in which a certain kind of piece lies in one of a few places. The
placements of that kind fall into orbits, sets that the turns make of each other. Of the orbits that a solution uses,
the first counts; and some turn brings the solution to where the representative of that orbit is used. That is a case: a
placement that is chosen, and others that are forbidden, those of the orbits before. Where no kind has to be used at
all, the kinds take turns: the first that a solution uses counts.

A solution may be found several times within its case, as several turns can bring it there. The first of these images
stands for all, and how many turns leave it as it is shows how many there are in all (the orbit-stabilizer theorem).

In a long search a kind is held that each solution uses once. Mirrored turns then spare as much as rotations do, where
the mirror images of all pieces are pieces. And what turns leave the held piece as it is spares some places of another
kind, the follower: of those that such turns make of each other the first is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .board import Board, PieceKind
from .puzzle import Counts

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
