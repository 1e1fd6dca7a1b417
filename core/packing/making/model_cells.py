# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells of a model, as they stay together in pieces that have its own surface.

A cell that the model fills by half is a unit. One that it fills less belongs to a neighbor: to that with which it
shares the most of a side, the largest sides of all first. A side between two units holds what is on one from moving
through it only if both cells are well filled and the model goes through enough of it; and a piece hangs together by
such sides, too. But whatever of the model is in a cell is in the way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from ...common.containers import Recent, UnionFind
from ...common.errors import InputError
from ...common.words import counted
from ...polycubes.goal import Goal
from ...polycubes.shape import Cell, along, step
from ...solids.voxels import Floats, placed_model, sections
from ..files.models import Triangles
from .interlocking import Pair, Units

FULL = 0.5
"""The share of a cell that a model fills at least."""

HELD = 0.3
"""The share of a side that is inside of a model at least, where it holds or hangs together."""

_UP = tuple(along(axis, 1) for axis in range(3))


@dataclass(frozen=True)
class ModelCells:
    """A goal of all cells that any of a model is in, which stay together, how much of sides is inside, and of cells.

    ``filled`` are those that are filled by half. ``corners`` are those of the model, in cells of the goal, shape
    (n, 3, 3); ``notes`` are sentences on what was odd.
    """

    goal: Goal
    units: Units
    sides: dict[Pair, float]
    filled: frozenset[int]
    corners: Floats
    notes: tuple[str, ...]

    @cached_property
    def necks(self) -> list[tuple[float, Pair]]:
        """The shares of sides, the largest first, with the numbers of both cells."""
        return sorted(((share, pair) for pair, share in self.sides.items()), reverse=True)


_known: Recent[ModelCells] = Recent(4)


def model_cells(triangles: Triangles, across: int) -> ModelCells:
    """Return what of a model is in which cells; its longest side has ``across`` of them.

    ``triangles`` have shape (n, 3 corners, 3 coordinates). Raises InputError for a model that is not closed, or too
    thin, or of which no inside can be told.
    """
    return _known.get((across, triangles.tobytes()), lambda: _model_cells(triangles, across))


def _model_cells(triangles: Triangles, across: int) -> ModelCells:
    model = placed_model(triangles, across)
    if not model.is_oriented:
        raise InputError(
            "Faces of the model point outward and inward: pieces cannot have its surface. "
            "Turn its faces outward, or take cubes as the skin."
        )
    layers = sections(model)
    full = {tuple(cell) for cell in np.argwhere(layers.shares >= FULL).tolist()}
    if not full:
        raise InputError("The model is too thin: it fills half of no cell. Take more cells across.")
    met = {tuple(cell): float(layers.shares[tuple(cell)]) for cell in np.argwhere(layers.is_met).tolist()}
    sides = {
        (cell, after): float(layers.floors[axis][after])
        for cell in met
        for axis, way in enumerate(_UP)
        if (after := step(cell, way)) in met
    }
    owner = _owners(full, met, sides)
    whole, bonds, left = _in_one(owner, sides, full)
    goal = Goal.of(whole)
    first = np.array(whole).min(axis=0)
    numbers = {cell: goal.numbers[step(cell, tuple((-first).tolist()))] for cell in whole}
    units = {cell: unit for unit, cell in enumerate(sorted(full & set(whole), key=lambda cell: cell[::-1]))}
    inside = {
        (numbers[cell], numbers[after]): share
        for (cell, after), share in sides.items()
        if cell in numbers and after in numbers
    }
    held = {numbers[cell] for cell in units}
    notes = model.notes
    if left:
        notes += (f"Of the shape {counted(left, 'cell')} of loose parts had to be left out.",)
    of_cell = {numbers[cell]: units[owner[cell]] for cell in whole}
    return ModelCells(
        goal,
        Units(
            tuple(of_cell[number] for number in range(len(goal.cells))),
            frozenset((numbers[cell], numbers[after]) for cell, after in bonds if cell in numbers),
            frozenset(pair for pair, share in inside.items() if share >= HELD and held.issuperset(pair)),
        ),
        inside,
        frozenset(held),
        model.corners - first,
        notes,
    )


def _owners(full: set[Cell], met: dict[Cell, float], sides: dict[tuple[Cell, Cell], float]) -> dict[Cell, Cell]:
    """Return to which well filled cell each cell belongs, by the largest sides first."""
    around: dict[Cell, list[tuple[float, float, Cell]]] = {}
    for (cell, after), share in sides.items():
        around.setdefault(cell, []).append((-share, -met[cell], after))
        around.setdefault(after, []).append((-share, -met[after], cell))
    owner = {cell: cell for cell in full}
    # Where no line goes through a side, that of a cell with more in it comes first.
    waiting = [
        (share, filled, cell, neighbor) for cell in sorted(full) for share, filled, neighbor in around.get(cell, ())
    ]
    waiting.sort()
    while waiting:
        *_, cell, neighbor = heappop(waiting)
        if neighbor not in owner:
            owner[neighbor] = owner[cell]
            for share, filled, following in around.get(neighbor, ()):
                heappush(waiting, (share, filled, neighbor, following))
    return owner


def _in_one(
    owner: dict[Cell, Cell], sides: dict[tuple[Cell, Cell], float], full: set[Cell]
) -> tuple[list[Cell], list[tuple[Cell, Cell]], int]:
    """Return the cells that hang together, the sides by which, and how many others there are.

    What hangs on less than is wished hangs on its largest side.
    """
    numbers = {cell: number for number, cell in enumerate(sorted(full))}
    sets = UnionFind(range(len(numbers)))
    bonds = []
    for share, cell, after in sorted(((share, *pair) for pair, share in sides.items()), reverse=True):
        if not share or cell not in owner or after not in owner:
            continue
        group, next_group = (sets.root(numbers[owner[place]]) for place in (cell, after))
        if share >= HELD or group != next_group:
            bonds.append((cell, after))
            sets.join(group, next_group)
    parts: dict[int, list[Cell]] = {}
    for cell in sorted(owner):
        parts.setdefault(sets.root(numbers[owner[cell]]), []).append(cell)
    whole = max(parts.values(), key=len)
    return whole, bonds, len(owner) - len(whole)
