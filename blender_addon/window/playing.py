# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing what was animated: the timeline shows it whole, and it runs until it is stopped, as by Esc."""

from __future__ import annotations

from typing import Any

import bpy

from ..data.context import present, scene_of


def play_animation(context: bpy.types.Context) -> None:
    """Begin to play the scene from its first frame on, if there is a window to see it in."""
    if bpy.app.background or context.window is None:
        return
    scene = scene_of(context)
    scene.frame_set(scene.frame_start)
    screen = present(context.screen)
    for area in screen.areas:
        if area.type == "DOPESHEET_EDITOR":
            region = next(region for region in area.regions if region.type == "WINDOW")
            with context.temp_override(area=area, region=region):
                # The stubs do not know how it is asked for.
                view_all: Any = bpy.ops.action.view_all
                if view_all.poll():
                    view_all()
    if not screen.is_animation_playing:
        bpy.ops.screen.animation_play()
