# SPDX-License-Identifier: GPL-3.0-or-later
"""All 3D views of a scene, in whatever workspace they are."""

from __future__ import annotations

import bpy

from ..data.context import manager_of


def views_of(context: bpy.types.Context) -> list[bpy.types.SpaceView3D]:
    """Return the 3D views of all workspaces, but for those in a window with another scene."""
    others = [window.screen for window in manager_of(context).windows if window.scene != context.scene]
    return [
        space
        for screen in bpy.data.screens
        if screen not in others
        for area in screen.areas
        if area.type == "VIEW_3D"
        for space in area.spaces
        if isinstance(space, bpy.types.SpaceView3D)
    ]
