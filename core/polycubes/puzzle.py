# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle of polycubes: pieces, what they have to fill, and what is known of its solutions so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from ..common.errors import InputError
from ..common.words import counted, shortened
from .goal import LARGEST_NAME, Goal, Piece, cells_of, shape_of
from .shape import NO_COLORS, ROTATIONS, Cells, Colors, Shape, Turn, normalized

Solution = tuple[int, ...]
"""The placements of a solution, each as the bits of its cells' numbers in the goal, and of their colors; sorted."""

Path = tuple[int, ...]
"""How a search comes to where it is: what it has chosen at each turn-off."""


@dataclass(frozen=True)
class Counts:
    """The number of solutions, counted in three ways.

    ``total`` counts all as they lie in the goal. ``up_to_rotation`` counts those as one that a rotation of the goal
    onto itself makes of each other. ``up_to_reflection`` counts those as one, too, that are mirror images of each
    other; a solution whose mirror image cannot be made of the same pieces stands for itself.
    """

    total: int = 0
    up_to_rotation: int = 0
    up_to_reflection: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.total + other.total,
            self.up_to_rotation + other.up_to_rotation,
            self.up_to_reflection + other.up_to_reflection,
        )


@dataclass(frozen=True)
class Found:
    """The state of the search for all solutions of a puzzle.

    ``solutions`` are one of each that are the same up to rotation, as far as they are kept; ``path`` is where the
    search goes on, None where it is through; ``share`` is how much of it is done, and ``nodes`` how many nodes of the
    search that took; ``deepest`` is the arrangement of
    the most pieces that was met, a solution or not; once it is known that there is none, with whatever else has room.
    """

    counts: Counts = Counts()
    solutions: tuple[Solution, ...] = ()
    path: Path | None = ()
    share: float = 0.0
    deepest: Solution = ()
    nodes: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether all solutions were found."""
        return self.path is None

    @property
    def is_given(self) -> bool:
        """Whether solutions are known without a search, as those of pieces that were cut from what they fill."""
        return self.path == () and bool(self.solutions)

    def in_words(self, all_of_them: str = "") -> str:
        """Return how many solutions are known, and by how much of a search; ``all_of_them`` follows their number."""
        if self.is_given:
            return f"{counted(len(self.solutions), 'solution', grouped=True)} known, others were not looked for"
        total = counted(self.counts.total, "solution", grouped=True) + (all_of_them if self.is_complete else "")
        turned = f"{total}, {self.counts.up_to_rotation:,} up to rotation"
        if self.is_complete:
            return f"{turned}, {self.counts.up_to_reflection:,} up to rotation and reflection"
        # Which are mirror images of each other shows at the end.
        return f"{turned} so far, with {self.share:.1%} of the search done"


@dataclass(frozen=True)
class Model:
    """The model whose surface the pieces have: where it is read from, a check sum of its triangles, and its cells.

    ``across`` is how many cells its longest side has.
    """

    source: str
    check: str
    across: int


MOST_PIECES = 512
"""Different ones; each may be used many times."""


@dataclass(frozen=True)
class PolycubePuzzle:
    """A puzzle; what is known of its solutions may be nothing yet.

    ``notes`` are sentences on what of the file that it was opened from is not used.
    """

    pieces: tuple[Piece, ...]
    goal: Goal
    name: str = ""
    found: Found = Found()
    notes: tuple[str, ...] = field(default=(), compare=False)
    colors: Colors = NO_COLORS
    model: Model | None = None

    def __post_init__(self) -> None:
        """Raise InputError for no pieces or too many."""
        if not 1 <= len(self.pieces) <= MOST_PIECES:
            raise InputError(f"The puzzle has {len(self.pieces)} pieces: it must have from 1 to {MOST_PIECES}.")
        if len(self.name) > LARGEST_NAME:
            raise InputError(f"The puzzle's name has {len(self.name)} characters: it must have at most {LARGEST_NAME}.")
        if not self.name.isprintable():
            raise InputError(f"The puzzle's name is {shortened(self.name)}: it must be of letters that can be printed.")
        self.colors.check(self.goal.color_of.values())
        for piece in self.pieces:
            self.colors.check(filter(None, piece.shape.colors))

    @property
    def has_colors(self) -> bool:
        """Whether a cell of a piece or of the goal has a color."""
        return bool(self.goal.colors) or any(piece.shape.colors for piece in self.pieces)

    @property
    def has_groups(self) -> bool:
        """Whether pieces may stay together when it is taken apart."""
        return any(piece.groups for piece in self.pieces)

    def blocks_of(self, solution: Solution) -> tuple[Cells, ...]:
        """Return the cells of each placement of a solution."""
        return tuple(cells_of(mask, self.goal) for mask in solution)

    def pieces_of(self, solution: Solution) -> tuple[int, ...]:
        """Return which piece lies in each placement of a solution, as numbers; -1 where none is left for it.

        Of pieces with the same shape and colors, those that have to be used are used up first, in their order.
        """
        left: dict[Shape, list[int]] = {}
        for number, piece in enumerate(self.pieces):
            left.setdefault(piece.shape.upright, []).extend([number] * piece.least)
        for number, piece in enumerate(self.pieces):
            left[piece.shape.upright] += [number] * (piece.most - piece.least)
        pieces = []
        for mask in solution:
            waiting = left.get(_upright(mask, self.goal))
            pieces.append(waiting.pop(0) if waiting else -1)
        return tuple(pieces)

    def lying(self, solution: Solution) -> Iterator[tuple[int, Cells]]:
        """Return which piece lies in each placement of a solution, as ``pieces_of`` does, and its cells."""
        return zip(self.pieces_of(solution), self.blocks_of(solution), strict=True)


@lru_cache(maxsize=20_000)
def _upright(placement: int, goal: Goal) -> Shape:
    """Return the shape in a placement as it stands for all its orientations: many solutions have the same few."""
    return shape_of(placement, goal).upright


def buildable(puzzle: PolycubePuzzle, shown: Solution, pitch: tuple[float, float, float]) -> int:
    """Return how many known solutions, up to rotation, can be built of pieces as they are made for the shown one.

    ``pitch`` are the sides of a cell. Pieces whose cells are no cubes can be turned only so that these stay what they
    are, so some solutions are none any more.
    """
    goal = normalized(puzzle.goal.cells)
    onto_itself = [turn for turn in ROTATIONS if normalized(turn.of(goal)) == goal]
    keeping = [turn for turn in ROTATIONS if all(pitch[axis] == pitch[new] for new, axis in enumerate(turn.axes))]

    @cache
    def as_made(cells: Cells, turn: Turn) -> Cells:
        turned = turn.of(cells)
        return min(normalized(keep.of(turned)) for keep in keeping)

    def pieces(solution: Solution, turn: Turn) -> Counter[tuple[int, Cells]]:
        return Counter((piece, as_made(cells, turn)) for piece, cells in puzzle.lying(solution))

    made = pieces(shown, ROTATIONS[0])
    return sum(any(pieces(solution, turn) == made for turn in onto_itself) for solution in puzzle.found.solutions)
