# SPDX-License-Identifier: GPL-3.0-or-later
"""A game: somebody turns and moves pieces on a grid until they fill what they have to fill."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Final

from ..common.containers import triple
from ..common.playing import Direction
from ..common.words import counted, listed
from ..polycubes.goal import cells_of, placement_at, shape_of, turned
from ..polycubes.puzzle import PolycubePuzzle
from ..polycubes.shape import (
    ROTATIONS,
    Cell,
    Cells,
    Shape,
    Turn,
    beside,
    extent,
    lowest_corner,
    moved,
    step,
    turn_between,
    way_between,
    way_to_origin,
)

SOLVED: Final = "Solved in {moves}"
NO_FURTHER: Final = "Piece {piece} can go no further."
FITS_NOWHERE: Final = "Piece {piece} fits nowhere as it is turned."
PIECE_IN_WAY: Final = "Piece {names} is in the way of piece {piece}."
PIECES_IN_WAY: Final = "Pieces {names} are in the way of piece {piece}."
GOES_THERE: Final = "Piece {piece} goes where its shadow is."
NONE_KNOWN: Final = "No known solution has the pieces placed like this: take one out."
NONE_LIKE_THIS: Final = "No solution has the pieces placed like this: take one out."
IN_PLACE: Final = "{placed} of {all} pieces in place"
PIECE: Final = "Piece {piece}"
PIECE_CHOSEN: Final = "Piece {piece} chosen"
PIECE_MOVED: Final = "Piece {piece}: {way}."
HINT_AGAIN: Final = "{hint} Ask again to put it there."
LOOKING: Final = "Looking for a solution…"
NO_HINT: Final = "No hint was found in {seconds} seconds: take a piece out."
"""The sentences that are said in a game, also by the page of a site; what stands in braces is filled in."""

ROOM = 2
"""Cells that there are on each side beyond the box and where the pieces wait, besides the longest piece's."""


@dataclass(frozen=True)
class Token:
    """A piece in the game: what it is called, and the number of its piece in the puzzle, from 0."""

    name: str
    piece: int


@dataclass(frozen=True)
class Lying:
    """How a piece is turned, and where the cell is about which it turns."""

    turn: Turn
    place: Cell


@dataclass(frozen=True)
class Hint:
    """A piece, by its number in the game, the cells where it belongs, and its shape as it lies there."""

    token: int
    cells: Cells
    shape: Shape


class Game:
    """Pieces on a grid on which the goal begins at 0; one of them is chosen, and moves.

    Pieces never share a cell and never leave the room. A move from cell to cell is one along an axis; besides that a
    piece can be lifted into the box, and out of it. Moves that are refused return a sentence, all others nothing.
    """

    def __init__(self, puzzle: PolycubePuzzle, tokens: Sequence[Token], lying: Sequence[Lying] = ()) -> None:
        """Begin with the pieces as they lie, or where they wait; raises ValueError where they cannot lie like this."""
        self.puzzle, self.tokens = puzzle, tuple(tokens)
        self.chosen = 0
        self.move_count = 0
        self._forms = [_about_pivot(puzzle.pieces[token.piece].shape.cells) for token in tokens]
        self.waiting = self._waiting()
        self.lying = list(lying) or list(self.waiting)
        self._earlier: list[tuple[int, list[Lying]]] = []
        if len(self.lying) != len(self.tokens) or not self._can_be():
            raise ValueError("the pieces cannot lie like this")

    def cells(self, token: int) -> Cells:
        """Return the cells that a piece fills."""
        return self._cells(token, self.lying[token])

    def is_placed(self, token: int) -> bool:
        """Report whether a piece lies in the goal with all of its cells, and may do so by its colors."""
        cells = self.cells(token)
        return self.puzzle.goal.numbers.keys() >= set(cells) and self._may_lie(token, cells)

    @property
    def placed(self) -> list[int]:
        """The pieces that lie in the goal."""
        return [token for token in range(len(self.tokens)) if self.is_placed(token)]

    @property
    def praise(self) -> str:
        """What is said once it is solved."""
        return SOLVED.format(moves=counted(self.move_count, "move"))

    @property
    def is_solved(self) -> bool:
        """Whether the goal is filled, by as many of each shape as there have to be."""
        placed = self.placed
        filled = {cell for token in placed for cell in self.cells(token)}
        used = Counter(self._shape(token).upright for token in placed)
        least, most = Counter[Shape](), Counter[Shape]()
        for piece in self.puzzle.pieces:
            least[piece.shape.upright] += piece.least
            most[piece.shape.upright] += piece.most
        goal = self.puzzle.goal
        most_empty = len(goal.optional) if goal.most_empty is None else goal.most_empty
        return filled >= goal.filled and len(goal.cells) - len(filled) <= most_empty and least <= used <= most

    def choose(self, step: int) -> None:
        """Choose the piece that many places after the chosen one."""
        self.chosen = (self.chosen + step) % len(self.tokens)

    def move(self, direction: Direction) -> str:
        """Move the chosen piece by a cell."""
        lying = self.lying[self.chosen]
        return self._try(Lying(lying.turn, beside(lying.place, direction)))

    def turn(self, begin: Direction, end: Direction) -> str:
        """Turn the chosen piece by a quarter, so that what pointed in one direction points in another."""
        lying = self.lying[self.chosen]
        return self._try(Lying(after(lying.turn, quarter(begin, end)), lying.place))

    def hop(self) -> str:
        """Lift the chosen piece into the goal, to the nearest place where it fits as it is turned.

        One that lies there already goes back to where it has waited.
        """
        lying = self.lying[self.chosen]
        if self.is_placed(self.chosen):
            return self._try(self.waiting[self.chosen])
        here = self.cells(self.chosen)
        taken = self._taken(self.chosen)
        free = self.puzzle.goal.numbers.keys() - taken.keys()
        ways = {way_between(here[0], cell) for cell in free}
        fitting = [
            way for way in ways if free >= set(moved(here, way)) and self._may_lie(self.chosen, moved(here, way))
        ]
        if not fitting:
            return FITS_NOWHERE.format(piece=self._name)
        nearest = min(fitting, key=lambda way: (sum(map(abs, way)), way))
        return self._try(Lying(lying.turn, step(lying.place, nearest)))

    def put(self, hint: Hint) -> str:
        """Choose the piece of a hint, and put it where it belongs."""
        self.chosen = hint.token
        shape = self._shape(hint.token)
        turn = next(turn for turn in ROTATIONS if shape.turned(turn) == hint.shape)
        lowest = lowest_corner(turn.of(self._forms[hint.token]))
        return self._try(Lying(turn, way_between(lowest, lowest_corner(hint.cells))))

    def take_back(self) -> bool:
        """Take the last move back, and report whether there was one."""
        if not self._earlier:
            return False
        self.chosen, self.lying = self._earlier.pop()
        self.move_count -= 1
        return True

    def restart(self) -> None:
        """Let all pieces wait, with no moves made."""
        self.lying, self._earlier = list(self.waiting), []
        self.chosen = self.move_count = 0

    def hint(self) -> Hint | None:
        """Return where a piece goes in a known solution with all that lies in the goal, first the chosen one.

        None where the puzzle is solved, and where no known solution has these pieces where they are.
        """
        goal = self.puzzle.goal
        masks = {token: placement_at(self.cells(token), self._shape(token).colors, goal) for token in self.placed}
        for solution in self._solutions_with(set(masks.values())):
            left = {mask: shape_of(mask, goal) for mask in solution if mask not in masks.values()}
            order = [self.chosen, *(token for token in range(len(self.tokens)) if token != self.chosen)]
            for token in (token for token in order if token not in masks):
                upright = self._shape(token).upright
                for mask, shape in left.items():
                    if shape.upright == upright:
                        return Hint(token, cells_of(mask, goal), shape)
            return None
        return None

    @property
    def _name(self) -> str:
        return self.tokens[self.chosen].name

    def _try(self, lying: Lying) -> str:
        """Let the chosen piece lie like this, if it can."""
        cells = self._cells(self.chosen, lying)
        low, high = self.room
        if not all(low[axis] <= cell[axis] <= high[axis] for cell in cells for axis in range(3)):
            return NO_FURTHER.format(piece=self._name)
        taken = self._taken(self.chosen)
        in_way = sorted({taken[cell] for cell in cells if cell in taken})
        if in_way:
            names = [self.tokens[token].name for token in in_way]
            sentence = PIECES_IN_WAY if len(names) > 1 else PIECE_IN_WAY
            return sentence.format(names=listed(names), piece=self._name)
        if lying != self.lying[self.chosen]:
            self._earlier.append((self.chosen, list(self.lying)))
            self.lying[self.chosen] = lying
            self.move_count += 1
        return ""

    def _cells(self, token: int, lying: Lying) -> Cells:
        return moved(lying.turn.of(self._forms[token]), lying.place)

    def _taken(self, chosen: int) -> dict[Cell, int]:
        """Return the cells that the other pieces fill, each with the piece."""
        return {cell: token for token in range(len(self.tokens)) if token != chosen for cell in self.cells(token)}

    def _waiting(self) -> tuple[Lying, ...]:
        """Return how the pieces wait."""
        shapes = [self.puzzle.pieces[token.piece].shape for token in self.tokens]
        lying = [flat(shape) for shape in shapes]
        waiting = []
        for form, cells, corner in zip(self._forms, lying, waiting_places(lying, self.puzzle.goal.size), strict=True):
            turn = turn_between(form, cells)
            waiting.append(Lying(turn, way_between(lowest_corner(turn.of(form)), corner)))
        return tuple(waiting)

    @cached_property
    def room(self) -> tuple[Cell, Cell]:
        """The lowest and the highest cell that a piece can be at."""
        cells = [cell for token, lying in enumerate(self.waiting) for cell in self._cells(token, lying)]
        cells += self.puzzle.goal.cells
        more = ROOM + max((max(extent(form)) for form in self._forms), default=0)
        low, size = lowest_corner(cells), extent(cells)
        (a, b, c), (x, y, z) = low, size
        return (a - more, b - more, c - more), (a + x - 1 + more, b + y - 1 + more, c + z - 1 + more)

    def _can_be(self) -> bool:
        """Report whether all pieces are in the room, and none where another one is."""
        low, high = self.room
        cells = [cell for token in range(len(self.tokens)) for cell in self.cells(token)]
        inside = all(low[axis] <= cell[axis] <= high[axis] for cell in cells for axis in range(3))
        return inside and len(cells) == len(set(cells))

    def _solutions_with(self, masks: set[int]) -> Iterator[tuple[int, ...]]:
        """Yield the known solutions, as they lie in the goal in every way, that have placements."""
        goal = self.puzzle.goal
        for turn, numbers in goal.symmetries:
            if turn.is_mirrored:
                continue
            back = sorted(range(len(numbers)), key=numbers.__getitem__)
            sought = {turned(mask, back) for mask in masks}
            for solution in self._known:
                if sought <= solution:
                    yield tuple(turned(mask, numbers) for mask in sorted(solution))

    @cached_property
    def _known(self) -> list[frozenset[int]]:
        return [frozenset(solution) for solution in self.puzzle.found.solutions]

    def _shape(self, token: int) -> Shape:
        return self.puzzle.pieces[self.tokens[token].piece].shape

    def _may_lie(self, token: int, cells: Cells) -> bool:
        """Report whether a piece may lie at cells by its colors; its cells are given in its own order."""
        colors, on = self.puzzle.colors, self.puzzle.goal.color_of
        own = zip(cells, self._shape(token).colors, strict=False)
        return all(colors.allow(color, on.get(cell, 0)) for cell, color in own)


def quarter(begin: Direction, end: Direction) -> Turn:
    """Return the quarter turn after which what pointed in one direction points in another, across it."""
    (axis, sign), (end_axis, step) = begin, end
    if axis == end_axis:
        raise ValueError("the directions are not across each other")
    axes, signs = [0, 1, 2], [1, 1, 1]
    axes[end_axis], signs[end_axis] = axis, sign * step
    axes[axis], signs[axis] = end_axis, -sign * step
    return Turn(triple(axes), triple(signs))


def after(first: Turn, then: Turn) -> Turn:
    """Return what two turns one after the other do."""
    return Turn(
        triple(first.axes[axis] for axis in then.axes),
        triple(sign * first.signs[axis] for axis, sign in zip(then.axes, then.signs, strict=True)),
    )


def _about_pivot(cells: Cells) -> Cells:
    """Return the cells of a piece with the one at 0 that is nearest to their middle: about this it turns."""
    count = len(cells)
    sums = [sum(along) for along in zip(*cells, strict=True)]

    def distance(cell: Cell) -> int:
        return sum((count * place - total) ** 2 for place, total in zip(cell, sums, strict=True))

    pivot = min(cells, key=lambda cell: (distance(cell), cell))
    return moved(cells, way_to_origin([pivot]))


BETWEEN = 1
"""Cells between pieces that wait, and between them and the box."""


def flat(shape: Shape) -> Cells:
    """Return the orientation in which a shape lies lowest, and then is longest along x."""
    return min(shape.orientations, key=lambda cells: (extent(cells)[2], extent(cells)[1], cells))


def waiting_places(lying: Sequence[Cells], size: Cell) -> tuple[Cell, ...]:
    """Return the lowest corners of places for sets of cells, in their order, before a box that begins at 0."""
    sizes = [extent(cells) for cells in lying]
    area = sum((x + BETWEEN) * (y + BETWEEN) for x, y, _ in sizes)
    # Twice as wide as deep: so a view from the front has it all.
    width = max([isqrt(2 * area) + BETWEEN, size[0], *(x for x, _, _ in sizes)])
    left = (size[0] - width) // 2
    places: list[Cell] = []
    x, back, depth = left, -BETWEEN, 0
    for wide, deep, _ in sizes:
        if x > left and x + wide > left + width:
            x, back, depth = left, back - depth - BETWEEN, 0
        places.append((x, back - deep, 0))
        x += wide + BETWEEN
        depth = max(depth, deep)
    return tuple(places)


FURTHEST = 10_000
"""Cells from 0; no room is larger."""


def lying_to_text(lying: Sequence[Lying]) -> str:
    """Return the text: for each piece the number of its turn, and its place."""
    return json.dumps([[ROTATIONS.index(piece.turn), *piece.place] for piece in lying])


def lying_from_text(text: str) -> tuple[Lying, ...]:
    """Return how pieces lie; nothing where the text does not say so."""
    try:
        return tuple(map(_lying, json.loads(text or "[]")))
    except (ValueError, TypeError, RecursionError):
        return ()


def _lying(numbers: object) -> Lying:
    """Return how one piece lies; raises ValueError or TypeError for what does not say so."""
    if not isinstance(numbers, list) or not all(type(number) is int and abs(number) <= FURTHEST for number in numbers):
        raise ValueError("no four numbers")
    turn, x, y, z = numbers
    if not 0 <= turn < len(ROTATIONS):
        raise ValueError("no turn")
    return Lying(ROTATIONS[turn], (x, y, z))
