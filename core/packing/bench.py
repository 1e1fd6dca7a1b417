# SPDX-License-Identifier: GPL-3.0-or-later
"""The bench on which a puzzle is drawn: the goal and the pieces stand beside each other, and a ray meets their cubes.

A place is a cell of the bench: that of the lowest corner of a piece, or of the goal. Pieces stand beside and before the
goal, so that nothing covers anything else in the view that Blender begins with; what stands there stays where it is,
also when it grows, and what it then comes too near to moves away. A cut takes layers away, so that inner cells are met.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.containers import triple
from ..polycubes.puzzle import PolycubePuzzle
from ..polycubes.shape import STEPS, Cell, Cells, extent, moved, step, way_between
from .making.by_hand import GOAL, Change, body_cells

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
    lows, whose = np.concatenate(cells), np.repeat(bodies, [len(some) for some in cells])
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
        places = np.stack([*np.meshgrid(along, along, [0], indexing="ij")], axis=-1).reshape(-1, 3)
        ways = places + np.array(room) / 2 - middle
        nearer = ways[:, :2] @ TOWARD[:2]
        # Nothing stands behind the goal.
        places, ways, nearer = (some[nearer > -0.5] for some in (places, ways, nearer))
        seen = np.hypot(ways @ _RIGHT, LOWER * TOWARD[2] * nearer)
        for some in np.array_split(places[np.argsort(seen, kind="stable")], 8):
            near = _too_near(some, room, ends, ROOM)
            if not near.all():
                return triple(some[int(near.argmin())].tolist())
        wide *= 2
