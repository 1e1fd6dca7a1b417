# SPDX-License-Identifier: GPL-3.0-or-later
"""Asking Blender to draw again what has changed."""

from __future__ import annotations

import bpy

from ..data.context import manager_of


def redraw_sidebars(context: bpy.types.Context) -> None:
    """Draw the sidebars of all 3D views again.

    Not the views themselves: they would be drawn again and again, and slow a search down.
    """
    for window in manager_of(context).windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                for region in area.regions:
                    if region.type == "UI":
                        region.tag_redraw()
