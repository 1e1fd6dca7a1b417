# SPDX-License-Identifier: GPL-3.0-or-later
"""Dragging something from cell to cell with the mouse, along one or two directions of a grid, as a view shows them."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

from ..data.context import present
from .drawing import Point

LEAST_PIXELS = 4.0
"""A cell that is seen shorter than that, end on, cannot be dragged along."""

DECIDED = 0.6
"""A drag goes on to the next cell once the pointer is so much of one farther."""


class PointerDrag:
    """A drag that begins with the pointer at a place of a region, and with the thing at one of the world."""

    def __init__(
        self,
        region: bpy.types.Region,
        view: bpy.types.RegionView3D,
        pointer: Point,
        place: Vector,
        cells: Sequence[Vector],
    ) -> None:
        """Take the ways in the world that are one cell along each direction."""
        self._begin = np.array(pointer)
        self._ways = np.array([seen_way(region, view, place, cell) for cell in cells])
        self.done = [0] * len(cells)
        """Cells that the thing has gone along each direction; the owner counts them."""

    def next_step(self, pointer: Point) -> tuple[int, int] | None:
        """Return the direction, by its number, and the step along it that the thing has to go to follow the pointer."""
        if np.linalg.norm(self._ways, axis=1).min() < LEAST_PIXELS:
            return None
        asked = np.linalg.lstsq(self._ways.T, np.array(pointer) - self._begin, rcond=None)[0] - self.done
        farthest = int(np.abs(asked).argmax())
        if abs(asked[farthest]) < DECIDED:
            return None
        return farthest, 1 if asked[farthest] > 0 else -1


def pointer_in(region: bpy.types.Region, event: bpy.types.Event) -> Point:
    """Return where the pointer is in a region, in its pixels."""
    return event.mouse_x - region.x, event.mouse_y - region.y


def window_region(area: bpy.types.Area) -> bpy.types.Region:
    """Return the region of an area that shows what it is for."""
    return next(region for region in area.regions if region.type == "WINDOW")


def distance_to(
    region: bpy.types.Region, view: bpy.types.RegionView3D, pointer: Point, begin: Vector, end: Vector
) -> float:
    """Return how far the pointer is from a line in the world, in pixels; infinitely far from one behind the eye."""
    ends = [location_3d_to_region_2d(region, view, point) for point in (begin, end)]
    if ends[0] is None or ends[1] is None:
        return float("inf")
    way = ends[1] - ends[0]
    aside = Vector(pointer) - ends[0]
    share = max(0.0, min(1.0, aside.dot(way) / max(way.length_squared, 1e-9)))
    return (aside - share * way).length


def seen_way(region: bpy.types.Region, view: bpy.types.RegionView3D, place: Vector, cell: Vector) -> Point:
    """Return the way across the region that a way in the world is; none for one that the eye is in the middle of."""
    ends = [location_3d_to_region_2d(region, view, point) for point in (place, place + cell)]
    return (0.0, 0.0) if None in ends else (present(ends[1]) - present(ends[0])).to_tuple()
