# SPDX-License-Identifier: GPL-3.0-or-later
"""Bring something new into the view where it is out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

from ..data.context import narrowed, preferences_of, present, view_layer_of

LEAST_SHARE = 0.1
"""What is new is too small to be seen well below this share of the view's smaller side."""

ROOM = 1.75
"""How much more than the objects is seen: something may stand out of them."""


def frame_if_out_of_view(context: bpy.types.Context, shown: Sequence[bpy.types.Object]) -> None:
    """Bring objects into the 3D view if they are not seen there whole and large enough; the direction stays."""
    region = _view_region(context)
    if region is None or not shown:
        return
    view_layer_of(context).update()
    corners = [one.matrix_world @ Vector(corner) for one in shown for corner in one.bound_box]
    view = narrowed(region.data, bpy.types.RegionView3D)
    seen = [location_3d_to_region_2d(region, view, corner) for corner in corners]
    if not _is_well_seen(region, seen):
        _frame(context, region, corners)


def frame(context: bpy.types.Context, shown: Sequence[bpy.types.Object]) -> None:
    """Bring objects into the 3D view as large as they fit; the direction stays."""
    region = _view_region(context)
    if region is None or not shown:
        return
    view_layer_of(context).update()
    _frame(context, region, [one.matrix_world @ Vector(corner) for one in shown for corner in one.bound_box])


def _frame(context: bpy.types.Context, region: bpy.types.Region, corners: Sequence[Vector]) -> None:
    """Bring points into the 3D view as large as they fit."""
    view = narrowed(region.data, bpy.types.RegionView3D)
    ends = [[end(corner[axis] for corner in corners) for axis in range(3)] for end in (min, max)]
    middle = (Vector(ends[0]) + Vector(ends[1])) / 2
    radius = max((corner - middle).length for corner in corners)
    if view.view_perspective == "CAMERA":
        view.view_perspective = "PERSP"
    view.view_location = middle
    # Blender's views see a film of 72 mm along their longer side.
    shorter = min(region.width - _covered_width(context), region.height) / max(region.width, region.height)
    lens = narrowed(context.space_data, bpy.types.SpaceView3D).lens
    view.view_distance = ROOM * radius * lens / 36 / max(shorter, 0.1)


def show_in_local_view(context: bpy.types.Context, shown: Iterable[bpy.types.Object]) -> None:
    """Let objects be seen where the 3D view shows a few objects only, as Blender does with what it adds."""
    space = context.space_data
    if isinstance(space, bpy.types.SpaceView3D) and space.local_view:
        for one in shown:
            one.local_view_set(space, True)


def _view_region(context: bpy.types.Context) -> bpy.types.Region | None:
    """Return the region of the 3D view that the user works in; None outside of one."""
    if context.area is None or context.area.type != "VIEW_3D":
        return None
    return next((region for region in context.area.regions if region.type == "WINDOW"), None)


def _covered_width(context: bpy.types.Context) -> int:
    """Return how many pixels of the view the sidebar lies over."""
    if not preferences_of(context).system.use_region_overlap:
        return 0
    regions = present(context.area).regions
    return sum(region.width for region in regions if region.type == "UI" and region.width > 1)


def _is_well_seen(region: bpy.types.Region, seen: list[Vector | None]) -> bool:
    """Report whether points, given in pixels or as None behind the eye, are all inside a region and not too close."""
    points = [point for point in seen if point is not None]
    if len(points) < len(seen):
        return False
    x, y = [point.x for point in points], [point.y for point in points]
    inside = min(x) >= 0 and max(x) <= region.width and min(y) >= 0 and max(y) <= region.height
    extent = max(max(x) - min(x), max(y) - min(y))
    return inside and extent >= LEAST_SHARE * min(region.width, region.height)
