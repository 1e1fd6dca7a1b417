# SPDX-License-Identifier: GPL-3.0-or-later
"""Bring a new cube into the view where it is out of it."""

from __future__ import annotations

from typing import Any

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

LEAST_SHARE = 0.1
"""A cube is too small to be seen well below this share of the view's smaller side."""


def frame_if_out_of_view(context: bpy.types.Context, shown: bpy.types.Object) -> None:
    """Frame an object, which must be the only selected one, if the 3D view does not show it whole and large enough."""
    region: Any = _view_region(context)
    if region is None:
        return
    context.view_layer.update()
    corners = [shown.matrix_world @ Vector(corner) for corner in shown.bound_box]
    seen = [location_3d_to_region_2d(region, region.data, corner) for corner in corners]
    if _is_well_seen(region, seen):
        return
    with context.temp_override(area=context.area, region=region):
        bpy.ops.view3d.view_selected()


def _view_region(context: bpy.types.Context) -> Any:
    """Return the region of the 3D view that the user works in; None outside of one."""
    if context.area is None or context.area.type != "VIEW_3D":
        return None
    return next((region for region in context.area.regions if region.type == "WINDOW"), None)


def _is_well_seen(region: Any, seen: list[Any]) -> bool:
    """Tell whether points, given in pixels or as None behind the eye, are all inside a region and not too close."""
    if None in seen:
        return False
    x, y = [point.x for point in seen], [point.y for point in seen]
    inside: bool = min(x) >= 0 and max(x) <= region.width and min(y) >= 0 and max(y) <= region.height
    extent = max(max(x) - min(x), max(y) - min(y))
    return inside and extent >= LEAST_SHARE * min(region.width, region.height)
