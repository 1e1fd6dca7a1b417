# SPDX-License-Identifier: GPL-3.0-or-later
"""How the parts of the active puzzle are put together: as sentences, and as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy

from ...core.common.errors import InputError
from ..data.context import present, scene_of
from ..data.property_groups import keep, property_names, recall
from ..scene.assembly import animate_assembly, assembly_frames, remove_assembly
from ..scene.model import kind_of, needed_built, steps_of, way_of
from ..scene.properties import AssemblyPace, puzzle_group
from ..scene.puzzles import active_puzzle, needed_part, puzzles_in
from ..window.framing import frame_if_out_of_view
from ..window.playing import play_animation
from ..window.results import Result
from ..window.sidebar import Sidebar, split_layout
from ..window.texts import message, sentence
from .operator_base import PuzzleOperator, needed_puzzle
from .print_panel import PrintPanel


def has_steps(context: bpy.types.Context) -> bool:
    """Report whether the active puzzle lies there in parts of which it is known how they are put together."""
    collection = active_puzzle(context)
    if collection is None:
        return False
    group = puzzle_group(collection)
    return kind_of(group).model.has_assembly and way_of(group).apart and not group.problem


class AssemblyOperator(PuzzleOperator):
    """An operator on a puzzle that is put together."""

    @classmethod
    def missing(cls, context: bpy.types.Context, collection: bpy.types.Collection) -> str:
        """Work on a puzzle that lies there in parts."""
        return "" if has_steps(context) else "The puzzle is not in parts that are put together: choose that under Print"


class AnimateAssembly(AssemblyOperator, bpy.types.Operator):
    """Put the parts together step by step by keyframes, from the scene's first frame on; the scene ends with it"""

    bl_idname = "puzzle_cubes.animate_assembly"
    bl_label = "Animate Assembly"
    __annotations__ = dict(AssemblyPace.__annotations__)
    if TYPE_CHECKING:
        frames_per_step: int
        step_pause: int

    def work(self, context: bpy.types.Context) -> Result:
        """Set the keys, in place of earlier ones, and show the first frame."""
        collection, scene = needed_puzzle(context), scene_of(context)
        group = puzzle_group(collection)
        built = needed_built(group)
        recall(self, AssemblyPace, group)
        keys = dict.fromkeys(key for step in steps_of(collection) for key in step.keys)
        parts = [needed_part(collection, key) for key in keys]
        earlier = assembly_frames(group)
        last = animate_assembly(collection, built, scene.frame_start, self.frames_per_step, self.step_pause)
        keep(self, AssemblyPace, group)
        if earlier is None:
            group.earlier_explode = group.explode
        group.explode = 0.0
        # Of several puzzles the longest assembly counts.
        scene.frame_end = max(
            frames[1] for other in puzzles_in(scene) if (frames := assembly_frames(puzzle_group(other)))
        )
        scene.frame_set(scene.frame_start)
        if not bpy.app.background:
            frame_if_out_of_view(context, parts)
            play_animation(context)
        self.report({"INFO"}, f"The assembly takes the frames {scene.frame_start} to {last}")
        return {"FINISHED"}


class RemoveAssembly(AssemblyOperator, bpy.types.Operator):
    """Remove the keyframes of the assembly, and put the parts back to where they were before"""

    bl_idname = "puzzle_cubes.remove_assembly"
    bl_label = "Remove Assembly Animation"

    @classmethod
    def missing(cls, context: bpy.types.Context, collection: bpy.types.Collection) -> str:
        """Work on an active puzzle whose assembly is animated."""
        is_there = assembly_frames(puzzle_group(collection)) is not None
        lacking = "" if is_there else "The parts have no keyframes: Animate Assembly makes them"
        return super().missing(context, collection) or lacking

    def work(self, context: bpy.types.Context) -> Result:
        """Remove the keys."""
        group = puzzle_group(needed_puzzle(context))
        remove_assembly(group)
        group.explode = group.earlier_explode
        return {"FINISHED"}


class AssemblyPanel(Sidebar, bpy.types.Panel):
    """How the parts of the active puzzle are put together."""

    bl_idname = "PUZZLE_CUBES_PT_assembly"
    bl_label = "Put Together"
    bl_description = "How the parts are put together, step by step, and an animation of it"
    bl_parent_id = PrintPanel.bl_idname
    # The stubs know no type for it that this could be.
    bl_options: Any = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for parts that can be put together only."""
        return has_steps(context)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the steps and the buttons."""
        collection = present(active_puzzle(context))
        group = puzzle_group(collection)
        layout = split_layout(self.layout)
        try:
            steps = steps_of(collection)
        except InputError as error:
            message(layout, context, str(error))
            return
        for number, step in enumerate(steps, 1):
            sentence(layout.column(align=True), context, f"{number}. {step.sentence}", "NONE")
        column = layout.column(align=True)
        for name in property_names(AssemblyPace):
            column.prop(group, name)
        row = layout.row(align=True)
        row.operator(AnimateAssembly.bl_idname, text="Animate Assembly", icon="ANIM")
        row.operator(RemoveAssembly.bl_idname, text="", icon="X")


CLASSES = (AnimateAssembly, RemoveAssembly, AssemblyPanel)
