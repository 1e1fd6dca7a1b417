# SPDX-License-Identifier: GPL-3.0-or-later
"""The areas of Blender's windows: 3D views, sidebars that are drawn again, the status bar, and timelines that play."""

from __future__ import annotations

from typing import Any

import bpy

from ..data.context import manager_of, narrowed, present, scene_of


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


def set_status(context: bpy.types.Context, text: str) -> None:
    """Show a text in the status bar of all workspaces; an empty one gives it back to Blender.

    A plain text would stay in the workspace in which it was set, if the user goes to another one meanwhile.
    """

    def draw(header: bpy.types.Header, context: bpy.types.Context) -> None:
        layout = present(header.layout)
        layout.label(text=text)
        # So that what other operators report meanwhile is seen, too.
        layout.separator_spacer()
        layout.template_reports_banner()
        layout.separator_spacer()

    if context.workspace is not None:
        context.workspace.status_text_set(draw if text else None)


def look_through_camera(context: bpy.types.Context, *, through: bool) -> bool:
    """Let a 3D view look through the scene's camera, or as it did before it did so; report whether it was turned.

    That is the one that the user works in, or else the first one. Blender keeps how it looked before.
    """
    if bpy.app.background or context.window is None:
        return False
    areas = [context.area, *present(context.screen).areas]
    area = next((area for area in areas if area is not None and area.type == "VIEW_3D"), None)
    if area is None:
        return False
    view = present(narrowed(area.spaces.active, bpy.types.SpaceView3D).region_3d)
    if (view.view_perspective == "CAMERA") == through:
        return False
    region = next(region for region in area.regions if region.type == "WINDOW")
    with context.temp_override(area=area, region=region):
        # The stubs do not know how it is asked for.
        toggle: Any = bpy.ops.view3d.view_camera
        return bool(toggle.poll()) and toggle() == {"FINISHED"}


def play_animation(context: bpy.types.Context) -> None:
    """Begin to play the scene from its first frame on, whole in the timeline, if there is a window to see it in."""
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
