# SPDX-License-Identifier: GPL-3.0-or-later
"""Generate: makes a puzzle; a search goes on beside Blender's own work, shows how far it is and can be stopped."""

from __future__ import annotations

from time import monotonic

import bpy

from ..core.errors import InputError, NotFoundError
from ..core.generators import Progress, generate, generate_in_steps
from ..core.puzzle import Puzzle
from .conversions import copy_settings, dimensions_from, settings_from
from .on_puzzle import add_and_report, refuse, shown_dimensions
from .properties import OWN, DimensionProperties, GeneratorProperties
from .running import RunningOperator
from .search_progress import SEARCH, end_progress, is_searching, show_progress

PATIENCE = 0.3
"""Seconds that Generate works before it shows its progress and can be stopped."""

TICK = 0.05
"""Seconds that it then works before Blender may do other things."""


class Generate(RunningOperator, GeneratorProperties, DimensionProperties, bpy.types.Operator):
    """Make a puzzle and stand it in the scene"""

    bl_idname = SEARCH
    bl_label = "Generate Oskar's Cube"
    bl_options = {"REGISTER", "UNDO"}

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Take over the panel's settings; show progress when the search takes long."""
        copy_settings(context.scene.oskars_cube, self, GeneratorProperties)
        copy_settings(shown_dimensions(context), self, DimensionProperties)
        if bpy.app.background:
            return self.execute(context)
        if is_searching():
            self.report({"WARNING"}, "A search is running: press Esc to stop it and keep its best puzzle")
            return {"CANCELLED"}
        self._progress: Progress | None = None
        try:
            dimensions_from(self)
            self._steps = generate_in_steps(settings_from(self))
            puzzle = self._advance(context, PATIENCE)
        except NotFoundError as error:
            return self._keep_best(context, error.best, str(error))
        except InputError as error:
            return refuse(self, error)
        if puzzle is not None:
            return add_and_report(self, context, puzzle)
        return self.run(context, 0.02)

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take the progress away."""
        end_progress(context)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw what is likely to be changed after the puzzle was made."""
        self.layout.use_property_split = True
        for name in ("size", "seed", "style"):
            self.layout.prop(self, name)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the puzzle from the operator's own properties, without stopping in between.

        Scripts get all that they asked for or an error.
        """
        for value, choice in (("start", "start_choice"), ("effort", "effort_preset")):
            if self.properties.is_property_set(value) and not self.properties.is_property_set(choice):
                setattr(self, choice, OWN.upper())
        try:
            dimensions_from(self)
            puzzle = generate(settings_from(self))
        except InputError as error:
            return refuse(self, error)
        return add_and_report(self, context, puzzle)

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Search on at every tick of the timer, until a puzzle is found or the user stops it."""
        if event.type == "ESC" or context.window_manager.oskars_cube_search.stop:
            return self._keep_best(context, self._progress.best if self._progress else None, "Stopped")
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        try:
            puzzle = self._advance(context, TICK)
        except NotFoundError as error:
            return self._keep_best(context, error.best, str(error))
        except InputError as error:
            return refuse(self, error)
        return {"RUNNING_MODAL"} if puzzle is None else add_and_report(self, context, puzzle)

    def _advance(self, context: bpy.types.Context, seconds: float) -> Puzzle | None:
        """Search for a while; return the puzzle when it is there."""
        end = monotonic() + seconds
        while monotonic() < end:
            try:
                self._progress = next(self._steps)
            except StopIteration as done:
                found: Puzzle = done.value
                return found
        show_progress(context, self._progress)
        return None

    def _keep_best(self, context: bpy.types.Context, best: Puzzle | None, why: str) -> set[str]:
        """Put the best puzzle so far into the scene, and tell why there is none better."""
        if best is None:
            self.report({"WARNING"}, f"{why}; nothing was found so far")
            return {"CANCELLED"}
        result = add_and_report(self, context, best)
        self.report({"WARNING"}, f"{why}; kept the best so far, with {best.measures.length} moves")
        return result


CLASSES = (Generate,)
