# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets of dimensions and printer, by Blender's own mechanism: those that come along, and the user's.

Each kind has a menu and an operator of its own, made from its declarations.
"""

from __future__ import annotations

from typing import Any

import bpy
from bl_operators.presets import AddPresetBase
from bpy.props import BoolProperty

from ...core.common.options import declared, lengths
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ...core.printing.printer import BED, Printer
from ..data.context import scene_of
from ..data.property_groups import prop
from ..scene.build import copy_dimensions, follow_dimensions
from ..scene.properties import NAME, next_group
from ..scene.puzzle import active_puzzle
from ..window.results import OperatorPart, Result, refuse


def menu_name(kind: AnyKind) -> str:
    """Return the idname of the menu with a kind's presets."""
    return f"PUZZLE_CUBES_MT_{kind.name}_presets"


def add_name(kind: AnyKind) -> str:
    """Return the idname of the operator that keeps and removes a kind's presets."""
    return f"puzzle_cubes.add_{kind.name}_preset"


def add_operator(kind: AnyKind) -> Any:
    """Return the operator that keeps and removes a kind's presets."""
    operators: Any = bpy.ops.puzzle_cubes  # type: ignore[attr-defined]
    return getattr(operators, add_name(kind).partition(".")[2])


def _menu(kind: AnyKind) -> type[bpy.types.Menu]:
    """Return the menu of a kind."""

    def follow(context: bpy.types.Context, filepath: str) -> None:
        """Give the dimensions, which the preset has put into the scene, to the active puzzle.

        Where it cannot follow, the panel shows why.
        """
        puzzle = active_puzzle(context)
        if puzzle is not None and puzzle.kind == kind:
            scene = scene_of(context)
            copy_dimensions(next_group(scene, kind), puzzle)
            follow_dimensions(puzzle.own, scene)

    return type(
        menu_name(kind),
        (bpy.types.Menu,),
        {
            "__doc__": "The presets",
            "bl_idname": menu_name(kind),
            "bl_label": "Presets",
            "bl_description": "Dimensions that suit a material or a use",
            "preset_subdir": f"puzzle_cubes/{kind.name}",
            "preset_operator": "script.execute_preset",
            "draw": bpy.types.Menu.draw_preset,
            "post_cb": staticmethod(follow),
        },
    )


class _AddPreset(OperatorPart):
    """Keep these dimensions, the nozzle and the material as a preset; the minus sign removes the one chosen last"""

    bl_label = "Add Preset"
    menu: type[bpy.types.Menu]
    kind: AnyKind
    remove_name: bool
    remove_active: bool

    def execute(self, context: bpy.types.Context) -> Result:
        """Write the dimensions that the panel shows, those of the active puzzle if there is one, or remove a preset.

        Where there is nothing to do Blender's own part would be silent.
        """
        if self.remove_active and not _is_chosen(self.menu):
            return refuse(self, "No preset is chosen: choose the one to remove in the menu first.")
        if not (self.remove_active or self.remove_name or self.name.strip()):
            return refuse(self, "The name is empty: give the preset a name.")
        puzzle = active_puzzle(context)
        if puzzle is not None and puzzle.kind == self.kind:
            target = next_group(scene_of(context), self.kind)
            for option in lengths(self.kind.model.dimensions):
                setattr(target, option.name, getattr(puzzle.own, option.name))
        # The stubs claim that it returns None.
        add: Any = AddPresetBase.execute
        result: Result = add(self, context)
        return result


def _add(kind: AnyKind, menu: type[bpy.types.Menu]) -> type[bpy.types.Operator]:
    """Return the operator of a kind."""
    printer = [option for option in declared(Printer) if option.name not in BED]
    # As Blender declares them, but with a tooltip.
    removal = {
        name: prop(BoolProperty, name=label, description=description, options={"HIDDEN", "SKIP_SAVE"})
        for name, label, description in (
            ("remove_name", "Remove by Name", "Remove the preset with this name"),
            ("remove_active", "Remove Active", "Remove the preset that was chosen last"),
        )
    }
    return type(
        f"PUZZLE_CUBES_OT_add_{kind.name}_preset",
        (_AddPreset, AddPresetBase, bpy.types.Operator),
        {
            "__doc__": _AddPreset.__doc__,
            "__annotations__": removal,
            "bl_idname": add_name(kind),
            "menu": menu,
            "kind": kind,
            "preset_menu": menu_name(kind),
            "preset_subdir": f"puzzle_cubes/{kind.name}",
            # Whole paths: names that Blender defines for shorter ones are unknown where its Python is 3.13.
            "preset_values": [
                *(f"bpy.context.scene.{NAME}.{kind.name}.{option.name}" for option in lengths(kind.model.dimensions)),
                *(f"bpy.context.scene.{NAME}.{option.name}" for option in printer),
            ],
        },
    )


def _is_chosen(menu: Any) -> bool:
    """Report whether a menu shows the name of a preset, not its own: Blender gives it that of the last one chosen."""
    # The stubs claim that it returns None.
    find: Any = bpy.utils.preset_find
    return any(find(menu.bl_label, menu.preset_subdir, display_name=shown) for shown in (False, True))


_MENUS = {kind.name: _menu(kind) for kind in KINDS.values()}

CLASSES = (*_MENUS.values(), *(_add(kind, _MENUS[kind.name]) for kind in KINDS.values()))
