# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles that are drawn by hand: cells of a piece or of the goal come and go, and so do pieces.

What is known of the solutions is forgotten with each change, and so is the name of a classic, which it is no longer.
A box that is drawn around the goal is a piece, and its cells are cells of the goal, too: so the others must find a way
through its opening.

They are drawn on a bench: the goal and the pieces stand beside each other, and a ray meets their cubes. A place is a
cell of the bench: that of the lowest corner of a piece, or of the goal. Pieces stand beside and before the goal, so
that nothing covers anything else in the view that Blender begins with; what stands there stays where it is, also when
it grows, and what it then comes too near to moves away. A cut takes layers away, so that inner cells are met.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...common.errors import InputError
from ...polycubes.goal import Goal, Piece, letters
from ...polycubes.puzzle import Found, PolycubePuzzle
from ...polycubes.shape import STEPS, Cell, Cells, Shape, extent, lowest_corner, moved, step, way_between
from .options import CLASSICS

GOAL = -1
"""The number of the goal among what can be drawn on; those of pieces count from 0."""

BOX = "Box"
"""The name of the piece that is a box around the others."""

_NAMES = frozenset(classic.label for classic in CLASSICS.values())


@dataclass(frozen=True)
class Change:
    """A puzzle after a change, and how far the lowest corner of a piece, or of the goal, is from where it was."""

    puzzle: PolycubePuzzle
    shifts: Mapping[int, Cell] = field(default_factory=dict)


def empty_puzzle(size: Cell) -> PolycubePuzzle:
    """Return a box with one piece of one cell, to begin to draw with."""
    return PolycubePuzzle((Piece(Shape(((0, 0, 0),))),), Goal.box(size))


def body_cells(puzzle: PolycubePuzzle, body: int) -> Cells:
    """Return the cells of a piece, or of the goal."""
    return puzzle.goal.cells if body == GOAL else puzzle.pieces[body].shape.cells


def body_name(body: int) -> str:
    """Return what a piece, or the goal, is called at the beginning of a sentence."""
    return "The goal" if body == GOAL else f"Piece {next(islice(letters(), body, None))}"


def with_cells(puzzle: PolycubePuzzle, body: int, cells: Collection[Cell]) -> Change:
    """Add cells to a piece or to the goal, which has to be filled there; and where a piece is a box, to both."""
    goal = puzzle.goal
    if body == GOAL:
        return _goal_change(puzzle, goal.filled | {*cells}, goal.optional - {*cells})
    change = _piece_change(puzzle, body, {*body_cells(puzzle, body), *cells})
    if is_box(puzzle, body):
        return _both(change, _goal_change(change.puzzle, goal.filled | {*cells}, goal.optional - {*cells}))
    return change


def without_cells(puzzle: PolycubePuzzle, body: int, cells: Collection[Cell]) -> Change:
    """Remove cells of a piece or of the goal, and where an outer one of a box is removed, of both.

    Raises InputError where none is left.
    """
    goal = puzzle.goal
    if body == GOAL:
        return _goal_change(puzzle, goal.filled - {*cells}, goal.optional - {*cells})
    left = {*body_cells(puzzle, body)} - {*cells}
    if not left:
        raise InputError(f"{body_name(body)} has no other cube.")
    change = _piece_change(puzzle, body, left)
    if is_box(puzzle, body):
        outer = {
            cell
            for cell in cells
            if any(place in (0, length - 1) for place, length in zip(cell, goal.size, strict=True))
        }
        return _both(change, _goal_change(change.puzzle, goal.filled - outer, goal.optional - outer))
    return change


def with_other_need(puzzle: PolycubePuzzle, cell: Cell) -> Change:
    """Let a cell of the goal that has to be filled stay empty, or let one that may stay empty have to be filled."""
    goal = puzzle.goal
    if cell in goal.filled:
        return _goal_change(puzzle, goal.filled - {cell}, goal.optional | {cell})
    return _goal_change(puzzle, goal.filled | {cell}, goal.optional - {cell})


def with_goal(puzzle: PolycubePuzzle, goal: Goal) -> Change:
    """Give a puzzle another goal, without colors."""
    return Change(_changed(puzzle, goal=goal))


def with_piece(puzzle: PolycubePuzzle, piece: Piece) -> Change:
    """Add a piece after all others; raises InputError where there are as many as can be."""
    return Change(_changed(puzzle, pieces=(*puzzle.pieces, piece)))


def with_piece_instead(puzzle: PolycubePuzzle, body: int, piece: Piece) -> Change:
    """Let another piece take the place of one."""
    return Change(_changed(puzzle, pieces=(*puzzle.pieces[:body], piece, *puzzle.pieces[body + 1 :])))


def with_mirror_image(puzzle: PolycubePuzzle, body: int) -> Change:
    """Let the mirror image of a piece take its place."""
    piece = puzzle.pieces[body]
    return with_piece_instead(puzzle, body, replace(piece, shape=piece.shape.mirrored))


def without_piece(puzzle: PolycubePuzzle, body: int) -> Change:
    """Delete a piece; raises InputError for the last one."""
    if len(puzzle.pieces) == 1:
        raise InputError("A puzzle must have a piece: draw another one before you delete this one.")
    return Change(_changed(puzzle, pieces=(*puzzle.pieces[:body], *puzzle.pieces[body + 1 :])))


def with_box(puzzle: PolycubePuzzle) -> Change:
    """Add a piece of all cells around the goal, also across edges and corners, and let the goal have these, too.

    It stays where it is when the others are taken out. Raises InputError where there is one already, and for a goal
    that becomes too large.
    """
    if any(is_box(puzzle, number) for number in range(len(puzzle.pieces))):
        raise InputError("The puzzle has a box already.")
    goal = puzzle.goal
    ways = [way for way in product((-1, 0, 1), repeat=3) if any(way)]
    around = {cell for x, y, z in ways for cell in moved(goal.cells, (x, y, z))} - {*goal.cells}
    heaviest = max(piece.weight for piece in puzzle.pieces)
    made = with_piece(puzzle, Piece(Shape.of(around), name=BOX, weight=heaviest + 1)).puzzle
    return _goal_change(made, goal.filled | around, goal.optional)


def is_box(puzzle: PolycubePuzzle, body: int) -> bool:
    """Report whether a piece is a box around the goal: it is called so, and is as large, and part of it."""
    piece = puzzle.pieces[body]
    return piece.name == BOX and piece.shape.extent == puzzle.goal.size and {*piece.shape.cells} <= {*puzzle.goal.cells}


def _piece_change(puzzle: PolycubePuzzle, body: int, cells: Iterable[Cell]) -> Change:
    piece, cells = puzzle.pieces[body], {*cells}
    colors = {cell: color for cell, color in piece.shape.color_of.items() if cell in cells}
    now = replace(piece, shape=Shape.of(cells, colors))
    return Change(with_piece_instead(puzzle, body, now).puzzle, {body: lowest_corner(cells)})


def _goal_change(puzzle: PolycubePuzzle, filled: Collection[Cell], optional: Collection[Cell]) -> Change:
    goal, cells = puzzle.goal, {*filled, *optional}
    colors = {cell: color for cell, color in goal.color_of.items() if cell in cells}
    now = Goal.of(filled, optional, colors, goal.most_empty)
    return Change(_changed(puzzle, goal=now), {GOAL: lowest_corner(cells)})


def _both(first: Change, second: Change) -> Change:
    return Change(second.puzzle, {**first.shifts, **second.shifts})


def _changed(puzzle: PolycubePuzzle, **changes: Any) -> PolycubePuzzle:
    name = "" if puzzle.name in _NAMES else puzzle.name
    return replace(puzzle, name=name, found=Found(), notes=(), **changes)


ROOM = 2
"""Cells that are left free between two pieces."""

LEAST_ROOM = 1
"""Cells that are left between them at least when they grow."""

SMALLEST = 2
"""Cells along an axis for which there is room where a smaller piece is put."""

TOWARD = np.array((0.65, -0.61, 0.45))
"""The way to the eye in the view that Blender begins with."""

_RIGHT = np.array((0.61, 0.65, 0.0))
_EDGES = np.abs(np.cross(TOWARD, np.eye(3))), np.cross(TOWARD, np.eye(3))
"""In that view the ways across the edges of cubes: boxes cover nothing of each other where they are apart along one."""

FARTHEST = 256
"""Cells up to which free places are looked for all round: all farther ones would have no room in memory."""

LOWER = 0.65
"""Half of the width of what stands on the bench, seen there, as a share of its height: most views are as wide."""

Places = Mapping[int, Cell]
"""The places of the goal and of the pieces, by their numbers."""


@dataclass(frozen=True)
class Hit:
    """The place where a ray meets a cube: of which piece, or of the goal, which of its cells, and the way out there."""

    body: int
    cell: Cell
    way: Cell

    @property
    def beside(self) -> Cell:
        """The cell before the side that was met."""
        return step(self.cell, self.way)


@dataclass(frozen=True)
class Cut:
    """The upper layers of a piece, or of the goal, that are taken away to see and to meet the cells below them."""

    body: int = GOAL
    layers: int = 0

    def hides(self, puzzle: PolycubePuzzle, body: int, cell: Cell) -> bool:
        """Report whether a cell of a piece, or of the goal, is taken away, or would be if it was there."""
        return body == self.body and bool(self.layers) and cell[2] >= _height(puzzle, body) - self.layers

    def shown(self, puzzle: PolycubePuzzle, body: int) -> Cells:
        """Return the cells of a piece, or of the goal, that are left."""
        return tuple(cell for cell in body_cells(puzzle, body) if not self.hides(puzzle, body, cell))

    def moved(self, puzzle: PolycubePuzzle, body: int, layers: int = 0) -> Cut:
        """Return the cut so many layers deeper; one through something else begins above that, and one layer stays."""
        before = self.layers if body == self.body else 0
        return Cut(body, max(0, min(before + layers, _height(puzzle, body) - 1)))


def _height(puzzle: PolycubePuzzle, body: int) -> int:
    return extent(body_cells(puzzle, body))[2]


WHOLE = Cut()


@dataclass(frozen=True, eq=False)
class Sides:
    """The sides of cubes that can be seen: four corners each, shape (n, 4, 3), of which body, and the way out.

    The ways are their numbers among ``STEPS``; ``optional`` are those of cells that may stay empty.
    """

    corners: NDArray[np.float64]
    bodies: NDArray[np.int64]
    ways: NDArray[np.int64]
    optional: NDArray[np.bool_]


def bodies_of(puzzle: PolycubePuzzle) -> range:
    """Return the numbers of all that stands on the bench: of the goal, and of the pieces."""
    return range(GOAL, len(puzzle.pieces))


def places_of(puzzle: PolycubePuzzle, kept: Places | None = None, active: int = GOAL) -> Places:
    """Return where each stands: the active one stays, and others do if it is not too near."""
    places: dict[int, Cell] = {}
    kept = kept or {}
    waiting = [active, *(body for body in bodies_of(puzzle) if body != active)]
    ends: list[list[Cell]] = []
    for body in sorted(waiting, key=lambda body: body not in kept):
        size = extent(body_cells(puzzle, body))
        place = kept.get(body)
        if place is None or _too_near(np.array([place]), size, ends, LEAST_ROOM)[0]:
            place = _free_place(size, ends)
        places[body] = place
        ends.append([place, step(place, size)])
    return places


def followed(places: Places, change: Change, active: int, removed: int | None = None) -> Places:
    """Return where each stands after a change to the active one; ``removed`` is a piece that is gone."""
    kept = {
        body - (removed is not None and body > removed): step(place, change.shifts.get(body, (0, 0, 0)))
        for body, place in places.items()
        if body != removed
    }
    return places_of(change.puzzle, kept, active)


def cells_on_bench(puzzle: PolycubePuzzle, places: Places, body: int, cut: Cut = WHOLE) -> Cells:
    """Return the cells of a piece, or of the goal, where it stands."""
    return moved(cut.shown(puzzle, body), places[body])


def hit(
    puzzle: PolycubePuzzle, places: Places, origin: Sequence[float], way: Sequence[float], cut: Cut = WHOLE
) -> Hit | None:
    """Return the first cube that a ray meets, from an origin in a way, both in cells; None where it meets none."""
    bodies = list(bodies_of(puzzle))
    cells = [np.array(cells_on_bench(puzzle, places, body, cut)) for body in bodies]
    lows, whose = np.concatenate(cells), np.repeat(bodies, [len(body_cells) for body_cells in cells])
    with np.errstate(divide="ignore", invalid="ignore"):
        meets = (np.stack([lows, lows + 1]) - np.array(origin)) / np.array(way)
    # What is alongside an axis never meets the sides across it.
    near, far = np.fmin(meets[0], meets[1]), np.fmax(meets[0], meets[1])
    enters, axis = np.nanmax(near, axis=1), np.nanargmax(near, axis=1)
    enters[(enters > np.nanmin(far, axis=1)) | (enters < 0)] = np.inf
    number = int(enters.argmin())
    if not np.isfinite(enters[number]):
        return None
    body = int(whose[number])
    cell = way_between(places[body], triple(lows[number].tolist()))
    across = int(axis[number])
    return Hit(body, cell, STEPS[2 * across + (way[across] > 0)])


def sides(puzzle: PolycubePuzzle, places: Places, small: float, cut: Cut = WHOLE) -> Sides:
    """Return the sides of all cubes that can be seen; those that may stay empty have a smaller share of their cells."""
    corners: list[NDArray[np.float64]] = []
    bodies, ways, optional = [], [], []
    squares = [_square(number) for number in range(len(STEPS))]
    for body in bodies_of(puzzle):
        may = puzzle.goal.optional if body == GOAL else frozenset()
        shown = cut.shown(puzzle, body)
        solid = {*shown} - may
        place = np.array(places[body])
        for cell in shown:
            share = small if cell in may else 1.0
            for number, way in enumerate(STEPS):
                if cell in may or step(cell, way) not in solid:
                    corners.append(place + cell + 0.5 + share * (squares[number] - 0.5))
                    bodies.append(body)
                    ways.append(number)
                    optional.append(cell in may)
    return Sides(np.array(corners), np.array(bodies), np.array(ways), np.array(optional))


def _square(number: int) -> NDArray[np.float64]:
    """Return the corners of a side of the cube at 0, in their turn as seen from outside."""
    axis, is_low = divmod(number, 2)
    square = np.zeros((4, 3))
    square[:, axis] = 0.0 if is_low else 1.0
    turn = ((0, 0), (1, 0), (1, 1), (0, 1))
    square[:, [(axis + 1) % 3, (axis + 2) % 3]] = turn[::-1] if is_low else turn
    return square


def _too_near(places: NDArray[np.int64], size: Cell, ends: Sequence[Collection[Cell]], room: int) -> NDArray[np.bool_]:
    """Report for places of something of a size whether it would be too near to what has such ends, or cover it."""
    if not ends:
        return np.zeros(len(places), dtype=np.bool_)
    reach, across = _EDGES
    lows, highs = np.array(ends).swapaxes(0, 1)
    half = (np.array(size) + room) / 2 @ reach.T + (highs - lows + room) / 2 @ reach.T
    ways = (2 * places[:, None] + np.array(size) - lows - highs) / 2 @ across.T
    near: NDArray[np.bool_] = (np.abs(ways) < half - 1e-9).all(axis=2).any(axis=1)
    return near


def _free_place(size: Cell, ends: Sequence[Collection[Cell]]) -> Cell:
    """Return the place nearest to the goal, as it is seen, that has room for something of a size, on the floor."""
    if not ends:
        return (0, 0, 0)
    room: Cell = (max(SMALLEST, size[0]), max(SMALLEST, size[1]), size[2])
    middle = np.array([*ends[0]]).mean(axis=0)
    wide = 16
    while True:
        along = np.arange(-wide, wide + 1)
        # Farther along X all that stands there is passed at last.
        across = along if wide <= FARTHEST else [0]
        places = np.stack([*np.meshgrid(along, across, [0], indexing="ij")], axis=-1).reshape(-1, 3)
        ways = places + np.array(room) / 2 - middle
        nearer = ways[:, :2] @ TOWARD[:2]
        # Nothing stands behind the goal.
        places, ways, nearer = (values[nearer > -0.5] for values in (places, ways, nearer))
        seen = np.hypot(ways @ _RIGHT, LOWER * TOWARD[2] * nearer)
        for portion in np.array_split(places[np.argsort(seen, kind="stable")], 8):
            near = _too_near(portion, room, ends, ROOM)
            if not near.all():
                return triple(portion[int(near.argmin())].tolist())
        wide *= 2
