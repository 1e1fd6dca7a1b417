# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle: three faces, a start and an end, from which everything else follows, and its code.

In a code, of a face that is a spanning tree only those passages take a bit that could be there and could be missing.
They are gone through cell by cell. One whose cells are connected already cannot be there. One cannot be missing that is
the last way out of what is connected with one of its cells. For a face of 5x5 cells that leaves about 32 bits of 40,
where no way to number its 557,568,000 spanning trees takes fewer than 29.06; for 20x20 it is 648 of 760, and 621.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ...common.codes import Reader, Writer, code_text
from ...common.containers import UnionFind, triple
from ...common.errors import InputError
from ..maze.difficulty import PLAYERS, likely_moves, times_original
from ..maze.faces import FACE_AXES, FACE_NAMES, Face, Faces, Size, all_passages, face_shape
from ..maze.measures import Measures, measure
from ..maze.space import ConfigurationSpace, Position, follow, index_of, position_of
from .settings import Settings, check_position, check_size


@dataclass(frozen=True)
class Puzzle:
    """An immutable puzzle; ``faces`` are XY, XZ and YZ, ``settings`` what it was made from, if known."""

    size: Size
    faces: Faces
    start: Position
    end: Position
    settings: Settings | None = None

    def __post_init__(self) -> None:
        """Raise InputError for a size, face, start or end that does not fit the others."""
        check_size(self.size)
        for number, (name, face) in enumerate(zip(FACE_NAMES, self.faces, strict=True)):
            if face.shape != face_shape(self.size, number):
                columns, rows = face_shape(self.size, number)
                raise InputError(
                    f"Face {name} has {face.shape[0]} by {face.shape[1]} cells: "
                    f"a box of {size_text(self.size)} needs {columns} by {rows}."
                )
        check_position("Start", self.start, self.size)
        check_position("End", self.end, self.size)
        if self.start == self.end:
            raise InputError(f"End is {self.end}, the same as the start: it must be another position.")

    @cached_property
    def space(self) -> ConfigurationSpace:
        """The configuration space of the three faces."""
        return ConfigurationSpace.from_faces(self.size, self.faces)

    @cached_property
    def ways_to_end(self) -> dict[int, int]:
        """For every reachable position, as an index, the next position on a shortest path to the end."""
        return self.space.ways_to(self.end)

    @cached_property
    def solution(self) -> list[Position]:
        """The positions of a shortest solution, start and end included.

        Raises InputError when the end cannot be reached from the start.
        """
        path = follow(self.size, self.ways_to_end, self.start)
        if path is None:
            raise InputError(f"End is {self.end}: it cannot be reached from the start {self.start}.")
        return path

    @cached_property
    def measures(self) -> Measures:
        """The measures of the puzzle, as numbers."""
        return measure(self.space, self.ways_to_end, self.solution)

    def likely_moves(self, look_ahead: int) -> float:
        """Return the moves that a player is expected to need who looks so far ahead and remembers some forks.

        They are found when they are asked for first. Raises InputError when the end cannot be reached from the start.
        """
        return self._likely_moves([look_ahead])[look_ahead]

    def _likely_moves(self, look_aheads: Iterable[int]) -> dict[int, float]:
        """Return the moves of all players that are known, among them some: together they are found sooner."""
        unknown = [look_ahead for look_ahead in look_aheads if look_ahead not in self._known_moves]
        if unknown:
            moves = likely_moves(self.ways_to_end, index_of(self.size, self.solution[0]), unknown)
            self._known_moves.update(zip(unknown, (round(expected, 3) for expected in moves), strict=True))
        return self._known_moves

    @cached_property
    def _known_moves(self) -> dict[int, float]:
        return {}

    def times_original(self, players: Mapping[int, float] = PLAYERS) -> float:
        """Return how many times as hard as the original cube it is, for players by how far they look and count."""
        length = len(self.solution) - 1
        moves = self._likely_moves(players)
        return times_original({player: moves[player] - length for player in players}, players)

    @cached_property
    def flaws(self) -> tuple[str, ...]:
        """Sentences on faces that are no trees, and on filled ends, as a puzzle from a file may have them."""
        of_faces = [
            f"Face {name} {flaw}." for name, face in zip(FACE_NAMES, self.faces, strict=True) for flaw in face.flaws()
        ]
        ends = {"Start": self.start, "End": self.end}
        filled = [
            f"{name} {place} lies in a cell that no passage leads to, so it is filled."
            for name, place in ends.items()
            if filled_at(self.faces, place)
        ]
        return (*of_faces, *filled)


def filled_at(faces: Faces, position: Position) -> bool:
    """Report whether a cell of a position is solid on a face, so that the cross cannot be there."""
    return any(
        position[first] + face.shape[0] * position[second] in face.solid
        for face, (first, second) in zip(faces, FACE_AXES, strict=True)
    )


def size_text(size: Size) -> str:
    """Return a size as people write it: ``5x5x5``."""
    return "x".join(str(cells) for cells in size)


CODE_LETTER = "M"
"""What codes begin with, as in maze."""

ALL_TREES, ANY = 0, 1
"""How the faces are written: as spanning trees, or with a bit for every passage that can be."""


@lru_cache(maxsize=4)
def puzzle_code(puzzle: Puzzle) -> str:
    """Return the code of a puzzle."""
    return code_text(CODE_LETTER, puzzle_to_number(puzzle))


def puzzle_to_number(puzzle: Puzzle) -> int:
    """Return the number of a puzzle; what it was made from is no part of it."""
    digits = Writer()
    _put_size(digits, puzzle.size)
    positions = puzzle.size[0] * puzzle.size[1] * puzzle.size[2]
    start, end = index_of(puzzle.size, puzzle.start), index_of(puzzle.size, puzzle.end)
    digits.put(start, positions)
    # It is another position than the start.
    digits.put(end - (end > start), positions - 1)
    form = ALL_TREES if all(face.is_spanning_tree() for face in puzzle.faces) else ANY
    digits.put(form, 2)
    for face in puzzle.faces:
        _put_face(digits, face, form)
    return digits.number


def puzzle_from_number(number: int) -> Puzzle:
    """Return the puzzle of a number; raises InputError for what is none, or has an end that cannot be reached."""
    digits = Reader(number)
    size = _take_size(digits)
    check_size(size)
    positions = size[0] * size[1] * size[2]
    start = digits.take(positions)
    end = digits.take(positions - 1)
    form = digits.take(2)
    faces = triple(_taken_face(digits, face_shape(size, face), form) for face in range(3))
    digits.check_end()
    puzzle = Puzzle(size, faces, position_of(size, start), position_of(size, end + (end >= start)))
    _ = puzzle.solution  # refuses an end that cannot be reached
    return puzzle


def _put_size(digits: Writer, size: Size) -> None:
    """Add the sides, once where all are the same."""
    is_cube = len(set(size)) == 1
    digits.put(not is_cube, 2)
    for cells in size[:1] if is_cube else size:
        digits.put_natural(cells - 1)


def _take_size(digits: Reader) -> Size:
    if not digits.take(2):
        cells = digits.take_natural() + 1
        return cells, cells, cells
    return digits.take_natural() + 1, digits.take_natural() + 1, digits.take_natural() + 1


def _put_face(digits: Writer, face: Face, form: int) -> None:
    known, passages = _Known(face.shape), (face.first, face.second)
    for cell, beside, along in all_passages(face.shape):
        is_open = passages[along] >> cell & 1
        ends = known.ends(cell, beside)
        if form == ANY or known.must_be(*ends) is None:
            digits.put(is_open, 2)
        known.note(*ends, is_open=bool(is_open))


def _taken_face(digits: Reader, shape: tuple[int, int], form: int) -> Face:
    known = _Known(shape)
    passages = [0, 0]
    for cell, beside, along in all_passages(shape):
        ends = known.ends(cell, beside)
        is_open = None if form == ANY else known.must_be(*ends)
        if is_open is None:
            is_open = bool(digits.take(2))
        known.note(*ends, is_open=is_open)
        passages[along] |= is_open << cell
    return Face(shape, *passages)


class _Known:
    """The passages so far of a spanning tree, and what they say of the next ones."""

    def __init__(self, shape: tuple[int, int]) -> None:
        cells = shape[0] * shape[1]
        self._joined = UnionFind(range(cells))
        self._ways = [0] * cells
        """By the root of what is connected: how many passages from it are not known yet."""
        for cell, beside, _ in all_passages(shape):
            self._ways[cell] += 1
            self._ways[beside] += 1

    def ends(self, cell: int, beside: int) -> tuple[int, int]:
        """Return the roots of what is connected on both sides of the next passage."""
        return self._joined.root(cell), self._joined.root(beside)

    def must_be(self, first: int, second: int) -> bool | None:
        """Return whether the next passage must be there or cannot, by its ends; None where both can be."""
        if first == second:
            return False
        return True if 1 in (self._ways[first], self._ways[second]) else None

    def note(self, first: int, second: int, *, is_open: bool) -> None:
        """Take note of the next passage, by its ends."""
        self._ways[first] -= 1
        self._ways[second] -= 1
        if is_open and first != second:
            self._joined.join(first, second)
            self._ways[second] += self._ways[first]
