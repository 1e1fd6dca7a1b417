# SPDX-License-Identifier: GPL-3.0-or-later
"""Printers: usual ones by their names, and My Printer, by what its coupon shows.

What that shows is entered once; gaps and chamfers follow, and it is kept as a preset. Presets of dimensions and
printer, by Blender's own mechanism: those that come along, and the user's. Each kind has a menu and an operator of its
own, made from its declarations.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import bpy
from bl_operators.presets import AddPresetBase
from bpy.props import BoolProperty, EnumProperty, IntProperty

from ...core.common.errors import InputError
from ...core.common.options import declared
from ...core.kind.holding import preset_names
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ...core.printing.printer import BED, MEASURED_GAPS, PRINTERS, Printer, as_named, measured
from ..data.interface import manager_of, present, prop, scene_of, with_properties
from ..scene.build import copy_dimensions, follow_dimensions
from ..scene.properties import NAME, next_group, printer_of, put_printer, scene_group
from ..scene.puzzle import active_puzzle
from ..window.running_operator import OperatorPart, Result, operator_named, refuse
from .operator_base import RefusingOperator, button


def menu_name(kind: AnyKind) -> str:
    """Return the idname of the menu with a kind's presets."""
    return f"PUZZLE_CUBES_MT_{kind.name}_presets"


def add_name(kind: AnyKind) -> str:
    """Return the idname of the operator that keeps and removes a kind's presets."""
    return f"puzzle_cubes.add_{kind.name}_preset"


def draw_presets(layout: bpy.types.UILayout, kind: AnyKind) -> None:
    """Draw the menu of a kind's presets, and the buttons that keep one and remove the one that was chosen last."""
    row = layout.row(align=True)
    row.menu(menu_name(kind), text="Presets")
    row.operator(add_name(kind), text="", icon="ADD")
    button(row, add_name(kind), {"remove_active": True}, text="", icon="REMOVE")


def _menu(kind: AnyKind) -> type[bpy.types.Menu]:

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
            for name in preset_names(self.kind.dimensions):
                setattr(target, name, getattr(puzzle.own, name))
        # The stubs claim that it returns None.
        add: Any = AddPresetBase.execute
        result: Result = add(self, context)
        return result


def _add(kind: AnyKind, menu: type[bpy.types.Menu]) -> type[bpy.types.Operator]:
    printer = [option for option in declared(Printer) if option.name not in BED]
    # As Blender declares them, but with a tooltip.
    removal = {
        name: prop(BoolProperty, label, description, options={"HIDDEN", "SKIP_SAVE"})
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
                *(f"bpy.context.scene.{NAME}.{kind.name}.{name}" for name in preset_names(kind.dimensions)),
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


@with_properties
class UsualPrinter(RefusingOperator, bpy.types.Operator):
    """Fill in the bed, the nozzle and the layers of a common printer; for resin the material, too"""

    bl_idname = "puzzle_cubes.usual_printer"
    bl_label = "Usual Printers"

    printer: str = prop(
        EnumProperty,
        "Printer",
        "The printer by its name",
        items=[
            (name.upper(), named.label, f"A bed of {named.bed[0]:g} x {named.bed[1]:g} mm")
            for name, named in PRINTERS.items()
        ],
    )

    def work(self, context: bpy.types.Context) -> None:
        """Give the scene's printer what follows from the name."""
        scene = scene_of(context)
        put_printer(scene, as_named(printer_of(scene), PRINTERS[self.printer.lower()]))
        scene_group(scene).usual_printer = self.printer.lower()


def draw_usual_printers(layout: bpy.types.UILayout, scene: bpy.types.Scene) -> None:
    """Draw the menu of usual printers, with the name of the chosen one as long as the printer has all its values."""
    name = UsualPrinter.bl_label
    with suppress(InputError):
        printer, named = printer_of(scene), PRINTERS.get(scene_group(scene).usual_printer)
        if named is not None and as_named(printer, named) == printer:
            name = named.label
    layout.operator_menu_enum(UsualPrinter.bl_idname, "printer", text=name)


MINE = "My Printer"
"""The name of the preset."""


@with_properties
class MyPrinter(RefusingOperator, bpy.types.Operator):
    """Enter what the test coupon shows: gaps and chamfers follow, here and in other files, as the preset My Printer"""

    bl_idname = "puzzle_cubes.my_printer"
    bl_label = MINE

    goes_in: int = prop(
        IntProperty,
        "Goes In",
        "Dots of the first hole of the coupon into which the arm, or the plug, can be pushed from above",
        default=5,
        min=1,
        max=len(MEASURED_GAPS),
    )
    goes_through: int = prop(
        IntProperty,
        "Goes Through",
        "Dots of the first hole of the coupon through which it slides, out at the side that was on the bed",
        default=8,
        min=1,
        max=len(MEASURED_GAPS),
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Ask for the two numbers."""
        result: Result = manager_of(context).invoke_props_dialog(self, width=380)
        return result

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the two numbers below what they are."""
        layout = present(self.layout)
        for text in (
            "Print the coupon, push the arm (or the plug) into its holes",
            "from the side with the dots, and count the dots:",
        ):
            layout.label(text=text)
        column = layout.column()
        column.use_property_split = True
        column.prop(self, "goes_in")
        column.prop(self, "goes_through")
        for text in (
            "If none lets it through, let the slicer make up for the",
            "first layer (elephant foot), and print the coupon again.",
        ):
            layout.label(text=text)

    def work(self, context: bpy.types.Context) -> None:
        """Give the printer, the next puzzles and the active one what follows, and keep it as a preset of each kind."""
        scene = scene_of(context)
        printer = measured(printer_of(scene), self.goes_in, self.goes_through)
        for name in ("widening", "foot"):
            setattr(scene_group(scene), name, getattr(printer, name))
        puzzle = active_puzzle(context)
        if puzzle is not None:
            live, puzzle.group.live = puzzle.group.live, False
            _take(puzzle.own, puzzle.kind.gaps(printer))
            puzzle.group.live = live
            follow_dimensions(puzzle.own, scene)
        for kind in KINDS.values():
            _take(next_group(scene, kind), kind.gaps(printer))
            # Blender writes no preset over one that is there.
            add_preset = operator_named(add_name(kind))
            add_preset(name=MINE, remove_name=True)
            add_preset(name=MINE)
        self.report(
            {"INFO"},
            f"Kept as the preset {MINE}: sides {printer.widening:.3g} mm wider, a foot of {printer.foot:.3g} mm",
        )


def _take(group: Any, values: Any) -> None:
    for name, value in values.items():
        setattr(group, name, value)


CLASSES = (MyPrinter, UsualPrinter, *_MENUS.values(), *(_add(kind, _MENUS[kind.name]) for kind in KINDS.values()))
