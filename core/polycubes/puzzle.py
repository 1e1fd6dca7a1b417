# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle of polycubes: pieces, what they have to fill, what is known of its solutions so far, and its number.

What its code is made of is one number, as small as is reasonable. It has the pieces in their order, as they lie, with
how many of each there are, and the goal. A piece of up to six cubes is its place among all that have as many; a larger
one, or one that does not hang together, is a picture of its cells. Names, hints for taking apart, and what is known of
the solutions are no part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import comb, prod

from ..common.codes import Reader, Writer
from ..common.errors import InputError
from ..common.words import CODE_CELLS, CODE_PIECES, counted, shortened
from .goal import LARGEST_GOAL, LARGEST_NAME, Goal, Piece, cells_of, letters, shape_of
from .shape import NO_COLORS, ROTATIONS, Cell, Cells, Colors, Shape, Turn, box_cells, extent, neighbors, normalized

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
    search that took; ``deepest`` is the arrangement of the most pieces that was met, a solution or not; once it is
    known that there is none, with whatever else has room.
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
    shapes = [piece.shape.upright for piece in puzzle.pieces]
    keeping = [turn for turn in ROTATIONS if all(pitch[axis] == pitch[new] for new, axis in enumerate(turn.axes))]

    @cache
    def as_made(cells: Cells, turn: Turn) -> Cells:
        turned = turn.of(cells)
        return min(normalized(keep.of(turned)) for keep in keeping)

    def pieces(solution: Solution, turn: Turn) -> Counter[tuple[Shape, Cells]]:
        return Counter((shapes[piece], as_made(cells, turn)) for piece, cells in puzzle.lying(solution))

    made = pieces(shown, ROTATIONS[0])
    return sum(any(pieces(solution, turn) == made for turn in onto_itself) for solution in puzzle.found.solutions)


MOST_LISTED = 6
"""Cubes of the pieces that are numbered: 1, 1, 2, 8, 29 and 166 of them."""

CUBE, BOX, OTHER = 0, 1, 2
"""The forms of a goal."""

LARGEST_PICTURE = 1 << 18
"""Cells of the box round a shape or a goal: a few cells may lie so far apart that no code has room for that."""


def puzzle_to_number(puzzle: PolycubePuzzle) -> int:
    """Return the number of a puzzle; raises InputError for one that has none.

    That is one whose cells lie too far apart, and one with colors, groups of pieces or a limit of empty cells.
    """
    if puzzle.has_colors or puzzle.has_groups or puzzle.goal.most_empty is not None:
        raise InputError("The puzzle has colors, groups or a limit of empty cells: no code has room for these.")
    if puzzle.model is not None:
        raise InputError("The pieces have the surface of a model: no code has room for that.")
    digits = Writer()
    _put_goal(digits, puzzle.goal)
    pieces = puzzle.pieces
    digits.put_natural(len(pieces) - 1)
    is_upright = all(piece.shape == piece.shape.upright for piece in pieces)
    digits.put(not is_upright, 2)
    is_once = all(piece.least == piece.most == 1 for piece in pieces)
    digits.put(not is_once, 2)
    for piece in pieces:
        _put_shape(digits, piece.shape.upright)
        if not is_upright:
            orientations = piece.shape.orientations
            digits.put(orientations.index(piece.shape.cells), len(orientations))
        if not is_once:
            digits.put_natural(piece.least)
            digits.put_natural(piece.most - piece.least)
    return digits.number


def puzzle_from_number(number: int) -> PolycubePuzzle:
    """Return the puzzle of a number, with letters as names; raises InputError for what is none."""
    digits = Reader(number)
    goal = _taken_goal(digits)
    count = digits.take_natural() + 1
    if count > MOST_PIECES:
        raise InputError(CODE_PIECES.format(count=f"{count:,}", most=MOST_PIECES))
    is_turned, is_counted = digits.take(2), digits.take(2)
    pieces = []
    for _, name in zip(range(count), letters(), strict=False):
        shape = _taken_shape(digits)
        if is_turned:
            orientations = shape.orientations
            shape = Shape(orientations[digits.take(len(orientations))])
        least = digits.take_natural() if is_counted else 1
        most = least + digits.take_natural() if is_counted else 1
        pieces.append(Piece(shape, least, most, name))
    digits.check_end()
    return PolycubePuzzle(tuple(pieces), goal)


@cache
def listed_shapes(cubes: int) -> tuple[Cells, ...]:
    """Return all shapes of so many cubes that hang together, upright and sorted; mirror images are two."""
    if cubes == 1:
        return (((0, 0, 0),),)
    shapes = set()
    for cells in listed_shapes(cubes - 1):
        for beside in {beside for cell in cells for beside in neighbors(cell)} - set(cells):
            shapes.add(Shape.of((*cells, beside)).upright.cells)
    return tuple(sorted(shapes))


@cache
def _places(cubes: int) -> dict[Cells, int]:
    return {cells: place for place, cells in enumerate(listed_shapes(cubes))}


def _put_shape(digits: Writer, upright: Shape) -> None:
    cubes = len(upright.cells)
    if cubes <= MOST_LISTED and upright.is_connected:
        digits.put(cubes, MOST_LISTED + 1)
        digits.put(_places(cubes)[upright.cells], len(listed_shapes(cubes)))
    else:
        digits.put(0, MOST_LISTED + 1)
        _put_cells(digits, upright.cells)


def _taken_shape(digits: Reader) -> Shape:
    """Return the next shape, upright."""
    cubes = digits.take(MOST_LISTED + 1)
    if not cubes:
        return Shape.of(_taken_cells(digits)).upright
    listed = listed_shapes(cubes)
    return Shape(listed[digits.take(len(listed))])


def _put_goal(digits: Writer, goal: Goal) -> None:
    form = OTHER if not goal.is_box else CUBE if len(set(goal.size)) == 1 else BOX
    digits.put(form, 3)
    if form != OTHER:
        for cells in goal.size[:1] if form == CUBE else goal.size:
            digits.put_natural(cells - 1)
        return
    _put_cells(digits, goal.cells)
    digits.put(bool(goal.optional), 2)
    if goal.optional:
        for cell in goal.cells:
            digits.put(cell in goal.optional, 2)


def _taken_goal(digits: Reader) -> Goal:
    form = digits.take(3)
    if form == CUBE:
        cells = digits.take_natural() + 1
        return Goal.box((cells, cells, cells))
    if form == BOX:
        return Goal.box((digits.take_natural() + 1, digits.take_natural() + 1, digits.take_natural() + 1))
    taken = sorted(_taken_cells(digits), key=lambda cell: cell[::-1])
    optional = {cell for cell in taken if digits.take(2)} if digits.take(2) else set()
    return Goal.of(set(taken) - optional, optional)


def _put_cells(digits: Writer, cells: Collection[Cell]) -> None:
    """Add the box round some cells, how many there are, and which of all sets of so many they are."""
    size = extent(cells)
    if prod(size) > LARGEST_PICTURE:
        raise InputError(f"The cells lie in a box of {' x '.join(map(str, size))}: no code has room for that.")
    for side in size:
        digits.put_natural(side - 1)
    digits.put_natural(len(cells) - 1)
    chosen = set(cells)
    is_chosen = [cell in chosen for cell in box_cells(size)]
    rank = sum(below for _, below in _from_above(prod(size), len(cells), lambda place, _: is_chosen[place]))
    digits.put(rank, comb(prod(size), len(cells)))


def _taken_cells(digits: Reader) -> Cells:
    size = digits.take_natural() + 1, digits.take_natural() + 1, digits.take_natural() + 1
    count = digits.take_natural() + 1
    room = prod(size)
    if room > LARGEST_PICTURE or count > min(room, LARGEST_GOAL):
        raise InputError(CODE_CELLS)
    rank = digits.take(comb(room, count))
    places = []
    for place, below in _from_above(room, count, lambda _, below: below <= rank):  # noqa: B023  (what is left of it)
        rank -= below
        places.append(place)
    cells = box_cells(size)
    return tuple(cells[place] for place in places)


def _from_above(room: int, count: int, is_in: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
    """Yield so many of the places below a room that are in a set, the highest first, each with a number.

    That is how many sets there are of as many lower places as there are still to come with it. Together these numbers
    number the set among all of its size: the combinatorial number system. ``is_in`` is asked about a place and its
    number. Each number is made of the one before: to count them all anew takes a minute with thousands of cells.
    """
    below = comb(room - 1, count)
    for place in reversed(range(room)):
        if not count:
            return
        if is_in(place, below):
            yield place, below
            below = below * count // max(place, 1)
            count -= 1
        else:
            below = below * (place - count) // place
