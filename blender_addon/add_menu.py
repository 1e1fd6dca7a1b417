# SPDX-License-Identifier: GPL-3.0-or-later
"""The entry in the menu Add > Mesh."""

from __future__ import annotations

from typing import Any

import bpy

from .generate_operator import Generate


def draw(menu: Any, context: bpy.types.Context) -> None:  # noqa: ARG001
    """Draw the entry."""
    menu.layout.operator(Generate.bl_idname, text="Oskar's Cube", icon="MESH_CUBE")


def register() -> None:
    """Add the entry to Blender's menu."""
    bpy.types.VIEW3D_MT_mesh_add.append(draw)


def unregister() -> None:
    """Take the entry away."""
    bpy.types.VIEW3D_MT_mesh_add.remove(draw)
