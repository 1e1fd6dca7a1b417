# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that are cut from sheets: what cuts them, their contours, and how long all cuts are.

A part is as thick as the sheet. What is open from its upper side, and not all through, is engraved. Around what is left
of a part runs the beam, half of its kerf away: outer contours are larger by that, and inner ones smaller.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.options import declared
from ..solids.solid import Solid
from .estimate import Estimate
from .printed_object import Floats
from .printer import Printer

CUT_SPEED, ENGRAVING_SPEED = 10.0, 50.0
"""Of the beam, in mm/s, as with 3 mm plywood and some 40 W."""


OF_PRINTERS = {option.name for option in declared(Printer)} - {"widening"}
"""The values of a printer that make no difference to what is cut; by how much walls come out wider, all gaps follow."""


@dataclass(frozen=True)
class Cutter(Printer):
    """A laser, or a saw, in place of a printer: its bed is a sheet, of which an edge stays free.

    ``thickness`` is that of the sheet, ``kerf`` the width of what is burned away, in millimeters.
    """

    thickness: float = 3.0
    kerf: float = 0.0

    @property
    def surface(self) -> str:
        """What parts lie on, in a word."""
        return "sheet"

    @property
    def room(self) -> tuple[float, float]:
        """The sides of what of a sheet is used: as far from its edge as parts are from each other."""
        return self.bed_x - 2 * self.spacing, self.bed_y - 2 * self.spacing


@dataclass(frozen=True, eq=False)
class Cuts:
    """The contours of a part as it lies on the sheet, about its middle: corners in millimeters, shape (n, 2) each.

    The part is on the left of each: outer ones run counter-clockwise, and inner ones clockwise.
    """

    outer: tuple[Floats, ...]
    inner: tuple[Floats, ...]
    engraved: tuple[Floats, ...]

    @classmethod
    def of(cls, solid: Solid) -> Cuts:
        """Return the contours of a solid that lies flat."""
        x, y, _ = solid.lines
        flat = silhouette(solid)
        loops = contours(flat, x, y)
        return cls(
            tuple(loop for loop in loops if area(loop) > 0),
            tuple(loop for loop in loops if area(loop) < 0),
            tuple(contours(flat & ~solid.filled[:, :, -1], x, y)),
        )

    def burned(self, kerf: float) -> Cuts:
        """Return the contours along which a beam of a width runs so that the part is left as it is to be."""
        outer, inner = (tuple(_moved_out(loop, kerf / 2) for loop in loops) for loops in (self.outer, self.inner))
        return Cuts(outer, inner, self.engraved)

    def turned(self, turn: NDArray[np.float64]) -> Cuts:
        """Return the contours turned by a matrix of shape (2, 2)."""
        return Cuts(*(tuple(loop @ turn.T for loop in loops) for loops in vars(self).values()))

    def moved(self, x: float, y: float) -> Cuts:
        """Return the contours so many millimeters farther along both sides of the sheet."""
        return Cuts(*(tuple(loop + np.array((x, y)) for loop in loops) for loops in vars(self).values()))

    @property
    def length(self) -> float:
        """The length of all cuts, in millimeters."""
        return _length((*self.outer, *self.inner))

    @property
    def engraved_length(self) -> float:
        """The length of all that is engraved, in millimeters."""
        return _length(self.engraved)


def silhouette(solid: Solid) -> NDArray[np.bool_]:
    """Return where a solid that lies flat is not open all through, shape (columns, rows)."""
    flat: NDArray[np.bool_] = solid.filled.any(axis=2)
    return flat


def area(loop: Floats) -> float:
    """Return the area within a contour, in square millimeters: negative where it runs clockwise."""
    x, y = loop.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _length(loops: Iterable[Floats]) -> float:
    return float(sum(np.abs(loop - np.roll(loop, 1, axis=0)).sum() for loop in loops))


def contours(flat: NDArray[np.bool_], x: NDArray[np.float64], y: NDArray[np.float64]) -> list[Floats]:
    """Return the contours of squares of a grid, with its lines across both axes, that have these on their left."""
    padded = np.pad(flat, 1).astype(np.int8)
    across, upward = np.diff(padded, axis=0)[:, 1:-1], np.diff(padded, axis=1)[1:-1]
    # The ends of sides by the numbers of lines: below, above, to the left and to the right of what is filled.
    sides = [
        (np.argwhere(change == wanted) + start, np.argwhere(change == wanted) + end)
        for change, wanted, start, end in (
            (upward, 1, (0, 0), (1, 0)),
            (upward, -1, (1, 0), (0, 0)),
            (across, 1, (0, 1), (0, 0)),
            (across, -1, (0, 0), (0, 1)),
        )
    ]
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for starts, ends in sides:
        for start, end in zip(map(tuple, starts.tolist()), map(tuple, ends.tolist()), strict=True):
            following.setdefault(start, []).append(end)
    loops = []
    while following:
        first = place = next(iter(following))
        before = (0, 0)
        corners = []
        while True:
            ends_here = following[place]
            # Where two squares touch at a corner only, each has a contour of its own.
            end = max(
                ends_here, key=lambda corner: before[0] * (corner[1] - place[1]) - before[1] * (corner[0] - place[0])
            )
            ends_here.remove(end)
            if not ends_here:
                del following[place]
            way = end[0] - place[0], end[1] - place[1]
            if way != before:
                corners.append(place)
            place, before = end, way
            if place == first:
                break
        loop = np.array([(x[i], y[j]) for i, j in corners])
        # It may have begun within a side.
        along = np.roll(loop, -1, axis=0) - loop
        turns = along[:, 0] * np.roll(along, 1, axis=0)[:, 1] != along[:, 1] * np.roll(along, 1, axis=0)[:, 0]
        loops.append(loop[turns])
    return loops


def _moved_out(loop: Floats, distance: float) -> Floats:
    """Return a contour whose sides are all so far to their right, away from what is on its left."""
    along = np.sign(np.roll(loop, -1, axis=0) - loop)
    right = np.column_stack((along[:, 1], -along[:, 0]))
    moved: Floats = loop + distance * (right + np.roll(right, 1, axis=0))
    return moved


def narrowest(solid: Solid) -> tuple[float, float]:
    """Return how wide a part that lies flat is where it is narrowest, and what is open in it or beside.

    Both are in millimeters, and seen along the two sides of the sheet; what is open without an end counts as nothing.
    """
    flat = silhouette(solid)
    least = [np.inf, np.inf]
    for axis in (0, 1):
        steps = np.diff(np.pad(np.moveaxis(flat, axis, -1).astype(np.int8), [(0, 0), (1, 1)]))
        line = solid.lines[axis]
        (rows, begins), (_, ends) = np.nonzero(steps > 0), np.nonzero(steps < 0)
        least[0] = min(least[0], float((line[ends] - line[begins]).min()))
        goes_on = rows[1:] == rows[:-1]
        gaps = (line[begins[1:]] - line[ends[:-1]])[goes_on]
        least[1] = min(least[1], float(gaps.min(initial=np.inf)))
    return round(least[0], 4), round(least[1], 4)


def cuts_taken(solids: Iterable[Solid], cutter: Cutter) -> Estimate:
    """Return what it takes to cut parts that lie flat: the length of all cuts, and the time at an ordinary speed."""
    cuts = [Cuts.of(solid).burned(cutter.kerf) for solid in solids]
    length, engraved = sum(cut.length for cut in cuts), sum(cut.engraved_length for cut in cuts)
    basis = f"{CUT_SPEED:g} mm/s, and {ENGRAVING_SPEED:g} where it is engraved"
    minutes = (length / CUT_SPEED + engraved / ENGRAVING_SPEED) / 60
    return Estimate(0.0, minutes, basis, round(length, 1))
