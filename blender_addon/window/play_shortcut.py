# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortcut that begins a game: Ctrl Alt P in the 3D view, in Object Mode; Blender begins the one that can begin."""

from __future__ import annotations

import bpy

from ..data.context import manager_of


def add_shortcut(idname: str) -> None:
    """Add the shortcut of a game, by its idname, to the add-ons' keys, which there are only in a window."""
    configuration = manager_of(bpy.context).keyconfigs.addon
    if configuration is not None:
        keymap = configuration.keymaps.new(name="Object Mode", space_type="EMPTY")
        keymap.keymap_items.new(idname, type="P", value="PRESS", ctrl=True, alt=True)


def remove_shortcut(idname: str) -> None:
    """Take the shortcut away."""
    configuration = manager_of(bpy.context).keyconfigs.addon
    if configuration is not None:
        items = configuration.keymaps["Object Mode"].keymap_items
        for item in [item for item in items if item.idname == idname]:
            items.remove(item)
