# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel on putting the active puzzle together: as sentences, and as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import bpy

from ...core.common.errors import InputError
from ..data.context import present, scene_of
from ..data.property_groups import keep, property_names, recall
from ..scene.build import show_as_printed
from ..scene.last_frame import end_with, put_end_back
from ..scene.parts_apart import animate_assembly, assembly_frames, is_film, remove_assembly
from ..scene.properties import AssemblyPace
from ..scene.puzzle import ScenePuzzle, active_puzzle, puzzles_in
from ..window.areas import play_animation
from ..window.framing import frame_if_out_of_view
from ..window.sidebar import ClosedSidebar, split_layout
from ..window.texts import message, sentence
from .operator_base import Need, PuzzleOperator
from .print_panel import PrintPanel


def has_steps(puzzle: ScenePuzzle) -> bool:
    """Report whether a puzzle lies there in parts of which it is known how they are put together."""
    return puzzle.kind.model.has_assembly and puzzle.way.apart and not puzzle.group.problem


class AssemblyOperator(PuzzleOperator):
    """An operator on a puzzle that is put together."""

    needs: ClassVar[tuple[Need, ...]] = (
        (has_steps, "The puzzle has no parts to put together: choose another way under Print"),
    )


class AnimateAssembly(AssemblyOperator, bpy.types.Operator):
    """Animate the assembly step by step with keyframes, from the scene's first frame on; the scene ends with them"""

    bl_idname = "puzzle_cubes.animate_assembly"
    bl_label = "Animate Assembly"
    __annotations__ = dict(AssemblyPace.__annotations__)
    if TYPE_CHECKING:
        frames_per_step: int
        step_pause: int

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Set the keys, in place of earlier ones, and show the first frame."""
        scene, group = scene_of(context), puzzle.group
        _ = puzzle.needed_built
        recall(self, AssemblyPace, group)
        keys = dict.fromkeys(key for step in puzzle.steps for key in step.keys)
        parts = [puzzle.needed_part(key) for key in keys]
        earlier, was_film = assembly_frames(puzzle), is_film(puzzle)
        last = animate_assembly(puzzle, scene.frame_start, self.frames_per_step, self.step_pause)
        keep(self, AssemblyPace, group)
        if earlier is None:
            group.earlier_explode = group.explode
        group.explode = 0.0
        if was_film:
            show_as_printed(puzzle, scene)
        # Of several puzzles the longest assembly counts.
        end_with(scene, max(frames[1] for other in puzzles_in(scene) if (frames := assembly_frames(other))))
        scene.frame_set(scene.frame_start)
        if not bpy.app.background:
            frame_if_out_of_view(context, parts)
            play_animation(context)
        self.report({"INFO"}, f"The assembly takes the frames {scene.frame_start} to {last}")


class RemoveAssembly(AssemblyOperator, bpy.types.Operator):
    """Remove the keyframes of the parts, and put these back to where they were before"""

    bl_idname = "puzzle_cubes.remove_assembly"
    bl_label = "Remove Animation of Parts"

    needs = (*AssemblyOperator.needs, (assembly_frames, "The parts have no keyframes: Animate makes them"))

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove the keys, and show what was hidden in a film."""
        remove_assembly(puzzle)
        put_end_back(scene_of(context))
        puzzle.group.explode = puzzle.group.earlier_explode
        show_as_printed(puzzle, scene_of(context))


class AssemblyPanel(ClosedSidebar, bpy.types.Panel):
    """The steps that put the active puzzle together."""

    bl_idname = "PUZZLE_CUBES_PT_assembly"
    bl_label = "Put Together"
    bl_description = "The steps that put the parts together, and an animation of them"
    bl_parent_id = PrintPanel.bl_idname

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for parts that can be put together only."""
        puzzle = active_puzzle(context)
        return puzzle is not None and has_steps(puzzle)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the steps and the buttons."""
        puzzle = present(active_puzzle(context))
        layout = split_layout(self.layout)
        try:
            steps = puzzle.steps
        except InputError as error:
            message(layout, context, str(error))
            return
        for number, step in enumerate(steps, 1):
            sentence(layout.column(align=True), context, f"{number}. {step.sentence}", "NONE")
        column = layout.column(align=True)
        for name in property_names(AssemblyPace):
            column.prop(puzzle.group, name)
        row = layout.row(align=True)
        row.operator(AnimateAssembly.bl_idname, text="Animate Assembly", icon="ANIM")
        row.operator(RemoveAssembly.bl_idname, text="", icon="X")


CLASSES = (AnimateAssembly, RemoveAssembly, AssemblyPanel)
