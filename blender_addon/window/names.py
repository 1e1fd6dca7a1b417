# SPDX-License-Identifier: GPL-3.0-or-later
"""Names beside boxes that a view shows, where they cover no box, no other name, and nothing that lies over the view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector
from numpy.typing import NDArray

from .drawing import (
    FreePart,
    Overlay,
    Point,
    Row,
    blended,
    box_edges,
    paint_line,
    paint_rectangle,
    paint_row,
    row_width,
    text_height,
)
from .game_drawing import DARK, EDGE, GRAY

SIZE = 15.0
"""The height of letters, in pixels at a scale of 1."""

RINGS = 6
"""So many times as far as beside its box a name is looked for a place at most."""


@dataclass(frozen=True, eq=False)
class Outline:
    """A box as a view shows it: where it is, and how far it reaches across each of the edges that are seen.

    ``across`` has shape (n, 2), ``low`` and ``high`` have shape (n,); ``part`` is the rectangle round it.
    """

    part: FreePart
    across: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def overlaps(self, part: FreePart) -> bool:
        """Report whether a rectangle covers any of it: it does not where both are apart across an edge of either."""
        middle = np.array((part.left + part.right, part.bottom + part.top)) / 2
        half = np.array((part.right - part.left, part.top - part.bottom)) / 2
        place, reach = self.across @ middle, np.abs(self.across) @ half
        apart = (place + reach <= self.low) | (place - reach >= self.high)
        return not apart.any() and self.part.overlaps(part)


def outline_seen(overlay: Overlay, corners: Sequence[Vector]) -> Outline | None:
    """Return how a view shows a box, by its corners in the world, which bits number; None where not all are seen."""
    seen = [location_3d_to_region_2d(overlay.region, overlay.view, corner) for corner in corners]
    places = np.array([place[:] for place in seen if place is not None])
    if len(places) < len(corners):
        return None
    # The stubs know vectors of three numbers alone.
    edges = np.array([(end - begin)[:2] for begin, end in box_edges([Vector((*place, 0.0)) for place in places])])
    across = np.column_stack([-edges[:, 1], edges[:, 0]])
    reached = places @ across.T
    (left, bottom), (right, top) = places.min(axis=0), places.max(axis=0)
    part = FreePart(float(left), float(bottom), float(right), float(top))
    return Outline(part, across, reached.min(axis=0), reached.max(axis=0))


def draw_names(overlay: Overlay, outlines: Sequence[Outline | None], rows: Sequence[Row]) -> None:
    """Draw names, each beside the box that it belongs to, with a line to that where there was no room near it."""
    size = SIZE * overlay.scale
    height = 1.9 * text_height(size)
    seen = [outline for outline in outlines if outline is not None]
    for outline, row in zip(outlines, rows, strict=True):
        if outline is None:
            continue
        width = row_width(row, size) + 10 * overlay.scale
        part = next(
            (part for part in _places(outline.part, width, height) if _is_free(part, overlay, seen)),
            None,
        )
        if part is None:
            continue
        overlay.covers.append(part)
        middle = (part.left + part.right) / 2, (part.bottom + part.top) / 2
        with blended():
            nearest = outline.part.nearest(Vector((*middle, 0.0)), 0.0)
            if max(abs(nearest[0] - middle[0]) - width / 2, abs(nearest[1] - middle[1]) - height / 2) > height:
                inside = (outline.part.left + outline.part.right) / 2, (outline.part.bottom + outline.part.top) / 2
                paint_line([middle, inside], GRAY)
            paint_rectangle((part.left, part.bottom), (width, height), 4 * overlay.scale, DARK, EDGE)
            paint_row((middle[0], middle[1] - text_height(size) / 2), row, size)


def _places(box: FreePart, width: float, height: float) -> Iterator[FreePart]:
    """Yield places for a name around a box as it is seen: first below it, then beside and above it, ever farther."""
    middle = (box.left + box.right) / 2, (box.bottom + box.top) / 2
    half = (box.right - box.left + width) / 2, (box.top - box.bottom + height) / 2
    for ring, (across, up) in product(
        range(RINGS), ((0, -1), (1, 0), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
    ):
        gap = height * (0.2 + 0.6 * ring)
        # At a slant the corner of the rectangle is mostly empty.
        share = 0.6 if across and up else 1.0
        place: Point = (
            middle[0] + across * (share * half[0] + gap) - width / 2,
            middle[1] + up * (share * half[1] + gap) - height / 2,
        )
        yield FreePart(place[0], place[1], place[0] + width, place[1] + height)


def _is_free(part: FreePart, overlay: Overlay, outlines: Sequence[Outline]) -> bool:
    """Report whether a rectangle lies in the free part of the view, and over nothing."""
    free = overlay.free
    inside = part.left >= free.left and part.right <= free.right and part.bottom >= free.bottom and part.top <= free.top
    is_clear = not any(cover.overlaps(part) for cover in overlay.covers)
    return inside and is_clear and not any(outline.overlaps(part) for outline in outlines)
