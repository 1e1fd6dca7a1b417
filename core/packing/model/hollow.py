# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces that are hollow, as they save resin: a cavity that keeps its wall everywhere, and holes that let resin out.

The holes are in sides of the cells that are printed first, at the cavity's end: so air comes in as soon as it is out of
the vat, and no piece is a cup.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, product

import numpy as np

from ...common.errors import InputError
from ...common.words import in_millimeters
from ...polycubes.shape import Cell, Cells, beside
from ...printing.checks import DOUBTFUL, GOOD, Check
from ...printing.printer import Printer
from .dimensions import Dimensions
from .lettering import Boxes, Recess, way_up
from .piece_solid import piece_solid

DRAIN = 3.0
"""The width of a drain hole, in millimeters: resin runs out of that."""

Face = tuple[Cell, int, int]
"""A side of a cell: its axis, and 1 or -1."""


def depth_of_cavity(dimensions: Dimensions) -> float:
    """Return how deep below the sides of a piece its cavity begins: at bevels no wall is thinner, either."""
    at_edges = (math.sqrt(2) * dimensions.hollow + dimensions.bevel) / 2
    return round(max(dimensions.hollow, at_edges) + dimensions.letters, 4)


def cavity(cells: Cells, up: int, dimensions: Dimensions) -> tuple[Recess, ...]:
    """Return what makes a piece hollow that is printed with an axis up, as ``Part.up`` has it; nothing for a full one.

    The cell (0, 0, 0) begins at the origin. Raises InputError where there is no room for the holes.
    """
    if not dimensions.hollow:
        return ()
    depth = depth_of_cavity(dimensions)
    widest = (min(dimensions.pitch) - DRAIN) / 2 - dimensions.inset
    if depth > widest:
        least = math.floor(10 * (dimensions.hollow + widest - depth)) / 10
        advice = f"Give at most {least:g} mm, or larger cubes" if least > 0 else "Give larger cubes, or 0 for full ones"
        raise InputError(
            f"Hollow is {in_millimeters(dimensions.hollow)}: {dimensions.cell_text} have no room for such walls and "
            f"drain holes of {in_millimeters(DRAIN)}. {advice}."
        )
    inside = piece_solid(cells, dimensions.pitch, dimensions.inset + depth)
    ends = [np.stack((line[:-1], line[1:]), axis=1) for line in inside.lines]
    boxes = [np.stack([own[place] for own, place in zip(ends, box, strict=True)]) for box in np.argwhere(inside.filled)]
    holes = [_hole(face, up, depth, dimensions) for face in _drained(cells, up)]
    return tuple(Recess(box[None]) for box in (*boxes, *holes))


def _drained(cells: Cells, up: int) -> Sequence[Face]:
    """Return two sides of the cells that are printed first, as far apart as there are."""
    upright, way = way_up(up)
    first = min(way * cell[upright] for cell in cells)
    faces = [
        (cell, axis, sign)
        for cell, axis, sign in product(sorted(cells), range(3), (-1, 1))
        if axis != upright and way * cell[upright] == first and beside(cell, (axis, sign)) not in cells
    ]

    def middle(face: Face) -> list[float]:
        cell, axis, sign = face
        return [place + sign / 2 * (axis == number) for number, place in enumerate(cell)]

    return max(combinations(faces, 2), key=lambda pair: math.dist(*map(middle, pair)))


def _hole(face: Face, up: int, depth: float, dimensions: Dimensions) -> Boxes:
    """Return the box of a drain hole, shape (3, 2), from the cavity through its wall."""
    (cell, axis, sign), (upright, way) = face, way_up(up)
    box = np.empty((3, 2))
    for number, (place, side) in enumerate(zip(cell, dimensions.pitch, strict=True)):
        low, high = place * side + dimensions.inset, (place + 1) * side - dimensions.inset
        if number == axis:
            box[number] = (high - depth, high) if sign > 0 else (low, low + depth)
        elif number == upright:
            box[number] = (low + depth, low + depth + DRAIN) if way > 0 else (high - depth - DRAIN, high - depth)
        else:
            box[number] = (low + high - DRAIN) / 2, (low + high + DRAIN) / 2
    return box.round(6)


def check_hollow(dimensions: Dimensions, printer: Printer) -> Check:
    """Report on hollow pieces: what lets resin out of them, and that others are no use."""
    if printer.material != "resin":
        advice = "a slicer's infill saves as much of other plastics, so give Hollow 0 mm"
        return Check("Drain Holes", DOUBTFUL, f"Hollow pieces are for resin: {advice}.")
    walls = f"walls of {in_millimeters(dimensions.hollow)} or more"
    holes = f"two drain holes of {in_millimeters(DRAIN)} in each let resin out"
    tilt = "Tilt pieces in your slicer, so that the ceilings of their cavities grow bit by bit"
    return Check("Drain Holes", GOOD, f"Pieces are hollow with {walls}: {holes}. {tilt}.")
