# SPDX-License-Identifier: GPL-3.0-or-later
"""Generate: makes a puzzle; a search goes on beside Blender's own work, shows how far it is and can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import bpy

from ..core.errors import InputError
from ..core.generators import Progress, generate, generate_in_steps
from ..core.puzzle import NotFoundError, Puzzle
from .conversions import copy_settings, dimensions_from, settings_from
from .names import OWN
from .on_puzzle import add_and_report, refuse, shown_dimensions
from .properties import DimensionProperties, GeneratorProperties
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
        self._choose_own()
        copy_settings(context.scene.oskars_cube, self, GeneratorProperties)
        copy_settings(shown_dimensions(context), self, DimensionProperties)
        if bpy.app.background:
            return self.execute(context)
        if is_searching():
            return refuse(self, "A search is running: press Esc to stop it and keep its best puzzle.")
        self._progress: Progress | None = None
        self._scene = context.scene.name
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
        self._choose_own()
        try:
            dimensions_from(self)
            with _progress_at_pointer(context) as tell:
                puzzle = generate(settings_from(self), tell)
        except NotFoundError as error:
            # Whoever adjusts the settings afterward has a puzzle in sight, and shall not lose it.
            return self._keep_best(context, error.best, str(error)) if self.options.is_repeat else refuse(self, error)
        except InputError as error:
            return refuse(self, error)
        return add_and_report(self, context, puzzle)

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Search on at every tick of the timer, until a puzzle is found or the user stops it."""
        # A key's release may belong to a press that something else has taken.
        escaped = event.type == "ESC" and event.value == "PRESS"
        if escaped or context.window_manager.oskars_cube_search.stop:
            return self._stop(context)
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        try:
            puzzle = self._advance(context, TICK)
        except NotFoundError as error:
            return self._keep_best(context, error.best, str(error))
        except InputError as error:
            return refuse(self, error)
        return {"RUNNING_MODAL"} if puzzle is None else self._add(context, puzzle)

    def _choose_own(self) -> None:
        """Take a start or an effort that was given as a choice of one's own."""
        for value, choice in (("start", "start_choice"), ("effort", "effort_preset")):
            if self.properties.is_property_set(value) and not self.properties.is_property_set(choice):
                setattr(self, choice, OWN)

    def _stop(self, context: bpy.types.Context) -> set[str]:
        """Keep the best so far; whoever then adjusts or repeats the search shall not wait longer for it."""
        progress = self._progress
        if progress is None:
            return self._keep_best(context, None, "Stopped")
        self.effort = max(1, round(progress.share * settings_from(self).effort))
        self.effort_preset = OWN
        self.attempts = max(1, progress.attempt)
        return self._keep_best(context, progress.best, "Stopped")

    def _add(self, context: bpy.types.Context, puzzle: Puzzle) -> set[str]:
        """Put the puzzle into the scene where its search began; who works on something else is left alone."""
        scene = bpy.data.scenes.get(self._scene, context.scene)
        if scene == context.scene:
            return add_and_report(self, context, puzzle, at_work=context.mode != "OBJECT")
        with context.temp_override(scene=scene, view_layer=scene.view_layers[0]):
            return add_and_report(self, context, puzzle, at_work=True)

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
        result = add_and_report(self, context, best) if self.options.is_repeat else self._add(context, best)
        self.report({"WARNING"}, f"{why}; kept the best so far, with {best.measures.length} moves")
        return result


@contextmanager
def _progress_at_pointer(context: bpy.types.Context) -> Iterator[Callable[[Progress], None]]:
    """Give a function that shows at the mouse pointer how far a search is that cannot be stopped."""
    manager = context.window_manager
    manager.progress_begin(0, 100)
    try:
        yield lambda progress: manager.progress_update(round(100 * progress.share))
    finally:
        manager.progress_end()


CLASSES = (Generate,)
