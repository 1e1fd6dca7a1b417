# SPDX-License-Identifier: GPL-3.0-or-later
"""Bring a new cube into the view where it is out of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

LEAST_SHARE = 0.1
"""A cube is too small to be seen well below this share of the view's smaller side."""

ROOM = 1.75
"""How much more than the object is seen: arms stand out of the box."""


def frame_if_out_of_view(context: bpy.types.Context, shown: bpy.types.Object) -> None:
    """Bring an object into the 3D view if it is not seen there whole and large enough; the direction stays."""
    region: Any = _view_region(context)
    if region is None:
        return
    context.view_layer.update()
    corners = [shown.matrix_world @ Vector(corner) for corner in shown.bound_box]
    seen = [location_3d_to_region_2d(region, region.data, corner) for corner in corners]
    if _is_well_seen(region, seen):
        return
    middle = sum(corners, Vector()) / len(corners)
    radius = max((corner - middle).length for corner in corners)
    view, space = region.data, context.space_data
    if view.view_perspective == "CAMERA":
        view.view_perspective = "PERSP"
    view.view_location = middle
    # Blender's views see a film of 72 mm along their longer side.
    shorter = min(region.width - _covered_width(context), region.height) / max(region.width, region.height)
    view.view_distance = ROOM * radius * space.lens / 36 / max(shorter, 0.1)


def show_in_local_view(context: bpy.types.Context, shown: Iterable[bpy.types.Object]) -> None:
    """Let objects be seen where the 3D view shows a few objects only, as Blender does with what it adds."""
    space: Any = context.space_data
    if space is not None and space.type == "VIEW_3D" and space.local_view:
        for one in shown:
            one.local_view_set(space, True)


def _view_region(context: bpy.types.Context) -> Any:
    """Return the region of the 3D view that the user works in; None outside of one."""
    if context.area is None or context.area.type != "VIEW_3D":
        return None
    return next((region for region in context.area.regions if region.type == "WINDOW"), None)


def _covered_width(context: bpy.types.Context) -> int:
    """Return how many pixels of the view the sidebar lies over."""
    if not context.preferences.system.use_region_overlap:
        return 0
    return sum(region.width for region in context.area.regions if region.type == "UI" and region.width > 1)


def _is_well_seen(region: Any, seen: list[Any]) -> bool:
    """Tell whether points, given in pixels or as None behind the eye, are all inside a region and not too close."""
    if None in seen:
        return False
    x, y = [point.x for point in seen], [point.y for point in seen]
    inside: bool = min(x) >= 0 and max(x) <= region.width and min(y) >= 0 and max(y) <= region.height
    extent = max(max(x) - min(x), max(y) - min(y))
    return inside and extent >= LEAST_SHARE * min(region.width, region.height)
