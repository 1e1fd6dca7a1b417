# SPDX-License-Identifier: GPL-3.0-or-later
"""The entries in Blender's menus, where its search (F3) finds them, too."""

from __future__ import annotations

import bpy

from ...core.kinds import KINDS
from ..data.interface import present
from ..scene.puzzle import active_puzzle, in_blender, is_puzzle
from .checking import CheckPuzzle
from .export_operators import Export, ExportCoupon, Print, text_operator
from .generate import Another, Generate
from .operator_base import button, draw_makers
from .picture import Picture
from .print_panel import AnimateAssembly, RemoveAssembly
from .puzzle_list import DuplicatePuzzle, FramePuzzle, RemovePuzzle
from .puzzle_operators import CopyCode, FromCode, Load, Rebuild


class PuzzleMenu(bpy.types.Menu):
    """All that can be done with the active puzzle."""

    bl_idname = "PUZZLE_CUBES_MT_puzzle"
    bl_label = "Puzzle"
    bl_description = "Play, animate, check and print the active puzzle"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the entries in the order of work."""
        puzzle = active_puzzle(context)
        if puzzle is None:
            return
        kind = puzzle.kind
        layout = present(self.layout)
        layout.operator(Another.bl_idname, icon="LOOP_FORWARDS")
        layout.operator(Rebuild.bl_idname, icon="FILE_REFRESH")
        layout.separator()
        layout.operator(FramePuzzle.bl_idname, icon="VIEWZOOM")
        layout.operator(Picture.bl_idname, icon="RENDER_STILL")
        layout.operator(DuplicatePuzzle.bl_idname, icon="DUPLICATE")
        layout.operator(RemovePuzzle.bl_idname, icon="TRASH")
        layout.separator()
        for idname, icon in in_blender(kind.name).entries:
            layout.operator(idname, icon=icon)
        layout.separator()
        if kind.has_assembly:
            layout.operator(AnimateAssembly.bl_idname, icon="ANIM")
            layout.operator(RemoveAssembly.bl_idname)
        layout.operator(CheckPuzzle.bl_idname, icon="CHECKMARK")
        layout.operator(Print.bl_idname, icon="EXPORT")
        layout.operator(Export.bl_idname)
        if kind.has_coupon:
            layout.operator(ExportCoupon.bl_idname)
        if kind.codes is not None:
            layout.operator(CopyCode.bl_idname, icon="COPYDOWN")
        for text_format in kind.formats:
            layout.operator(text_operator(text_format))


def _draw_in_add(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    for kind in KINDS.values():
        chosen = {"kind": kind.name.upper()}
        button(present(menu.layout), Generate.bl_idname, chosen, text=kind.label, icon="MESH_CUBE")


def _draw_in_object(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    layout = present(menu.layout)
    layout.separator()
    draw_makers(layout)
    if active_puzzle(context) is not None:
        layout.menu(PuzzleMenu.bl_idname)


def _draw_in_context_menu(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    puzzle, chosen = active_puzzle(context), context.active_object
    layout = present(menu.layout).column()
    # Blender runs what stands in this menu at once, without asking for anything.
    layout.operator_context = "INVOKE_DEFAULT"
    if chosen is not None and chosen.type == "MESH" and not any(map(is_puzzle, chosen.users_collection)):
        draw_makers(layout)
        layout.separator()
    if puzzle is None:
        return
    # The first entry of a kind is its game.
    for idname, icon in in_blender(puzzle.kind.name).entries[:1]:
        layout.operator(idname, icon=icon)
    layout.operator(Another.bl_idname, icon="LOOP_FORWARDS")
    layout.operator(CheckPuzzle.bl_idname, icon="CHECKMARK")
    layout.operator(Print.bl_idname, icon="EXPORT")
    layout.operator(Export.bl_idname)
    layout.menu(PuzzleMenu.bl_idname)
    layout.separator()


def _draw_in_import(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    present(menu.layout).operator(Load.bl_idname, text="Puzzle Cubes (.json/.txt)")
    present(menu.layout).operator(FromCode.bl_idname, text="Puzzle Cubes Code")


def _draw_in_export(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    present(menu.layout).operator(Export.bl_idname, text="Puzzle Cubes (.stl, .3mf)")


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
    # The menu of the right mouse button is long: what is about a puzzle stands first.
    bpy.types.VIEW3D_MT_object_context_menu.prepend(_draw_in_context_menu)


def unregister() -> None:
    """Take the entries away."""
    bpy.types.VIEW3D_MT_object_context_menu.remove(_draw_in_context_menu)
    for menu, draw in _ENTRIES.items():
        getattr(bpy.types, menu).remove(draw)


CLASSES = (PuzzleMenu,)
