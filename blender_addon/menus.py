# SPDX-License-Identifier: GPL-3.0-or-later
"""The entries in Blender's menus, where its search (F3) finds them, too."""

from __future__ import annotations

from typing import Any

import bpy

from .animation import AddTurntable, Animate, RemoveAnimation, RemoveTurntable
from .generate_operator import Generate
from .operators import CheckPuzzle, Export, ExportCoupon, ExportMazeCube, Load, Rebuild
from .play import Play
from .puzzle_objects import active_puzzle
from .show_solution import ShowSolution


class PuzzleMenu(bpy.types.Menu):
    """All that can be done with the active puzzle."""

    bl_idname = "OSKARS_CUBE_MT_puzzle"
    bl_label = "Oskar's Cube"
    bl_description = "Play, animate, check and export the active puzzle"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the entries in the order of work."""
        layout = self.layout
        layout.operator(Rebuild.bl_idname, icon="FILE_REFRESH")
        layout.separator()
        layout.operator(Play.bl_idname, icon="PLAY")
        layout.operator(ShowSolution.bl_idname, icon="HIDE_OFF")
        layout.operator(Animate.bl_idname, icon="ANIM")
        layout.operator(RemoveAnimation.bl_idname)
        layout.operator(AddTurntable.bl_idname, icon="OUTLINER_OB_CAMERA")
        layout.operator(RemoveTurntable.bl_idname)
        layout.separator()
        layout.operator(CheckPuzzle.bl_idname, icon="CHECKMARK")
        layout.operator(Export.bl_idname, icon="EXPORT")
        layout.operator(ExportCoupon.bl_idname)
        layout.operator(ExportMazeCube.bl_idname)


def _draw_in_add(menu: Any, context: bpy.types.Context) -> None:  # noqa: ARG001
    menu.layout.operator(Generate.bl_idname, text="Oskar's Cube", icon="MESH_CUBE")


def _draw_in_object(menu: Any, context: bpy.types.Context) -> None:
    if active_puzzle(context) is not None:
        menu.layout.separator()
        menu.layout.menu(PuzzleMenu.bl_idname)


def _draw_in_import(menu: Any, context: bpy.types.Context) -> None:  # noqa: ARG001
    menu.layout.operator(Load.bl_idname, text="Oskar's Cube (.json/.txt)")


def _draw_in_export(menu: Any, context: bpy.types.Context) -> None:  # noqa: ARG001
    menu.layout.operator(Export.bl_idname, text="Oskar's Cube (.stl)")


_ENTRIES = {
    "VIEW3D_MT_mesh_add": _draw_in_add,
    "VIEW3D_MT_object": _draw_in_object,
    "TOPBAR_MT_file_import": _draw_in_import,
    "TOPBAR_MT_file_export": _draw_in_export,
}


def register() -> None:
    """Add the entries to Blender's menus."""
    for menu, draw in _ENTRIES.items():
        getattr(bpy.types, menu).append(draw)


def unregister() -> None:
    """Take the entries away."""
    for menu, draw in _ENTRIES.items():
        getattr(bpy.types, menu).remove(draw)


CLASSES = (PuzzleMenu,)
