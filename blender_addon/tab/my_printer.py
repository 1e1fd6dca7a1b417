# SPDX-License-Identifier: GPL-3.0-or-later
"""My Printer: what the coupon shows is entered once; gaps and chamfers follow, and it is kept as a preset."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.props import IntProperty

from ...core.kinds import KINDS
from ...core.printing.gaps import MEASURED_GAPS, measured
from ..data.context import manager_of, present, scene_of
from ..data.property_groups import prop, with_properties
from ..scene.build import follow_dimensions
from ..scene.properties import next_group, printer_of, scene_group
from ..scene.puzzle import active_puzzle
from ..window.results import OperatorOptions, Result
from .operator_base import RefusingOperator
from .presets import add_operator

NAME = "My Printer"
"""The name of the preset."""


@with_properties
class MyPrinter(RefusingOperator, bpy.types.Operator):
    """Enter what the test coupon shows: gaps and chamfers follow, here and in other files, as the preset My Printer"""

    bl_idname = "puzzle_cubes.my_printer"
    bl_label = NAME
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    goes_in: int = prop(
        IntProperty,
        name="Goes In",
        description="Dots of the first hole of the coupon into which the arm, or the plug, can be pushed from above",
        default=5,
        min=1,
        max=len(MEASURED_GAPS),
    )
    goes_through: int = prop(
        IntProperty,
        name="Goes Through",
        description="Dots of the first hole of the coupon through which it slides, out at the side that was on the bed",
        default=8,
        min=1,
        max=len(MEASURED_GAPS),
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Ask for the two numbers."""
        result: Result = manager_of(context).invoke_props_dialog(self)
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
            _take(puzzle.own, puzzle.kind.model.gaps(printer))
            puzzle.group.live = live
            follow_dimensions(puzzle.own, scene)
        for kind in KINDS.values():
            _take(next_group(scene, kind), kind.model.gaps(printer))
            add_operator(kind)(name=NAME)
        self.report(
            {"INFO"},
            f"Kept as the preset {NAME}: sides {printer.widening:.3g} mm wider, a foot of {printer.foot:.3g} mm",
        )


def _take(group: Any, values: Any) -> None:
    for name, value in values.items():
        setattr(group, name, value)


CLASSES = (MyPrinter,)
