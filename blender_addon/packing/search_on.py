# SPDX-License-Identifier: GPL-3.0-or-later
"""Search On: goes on with the search for solutions where it was left, beside Blender's own work, and can be stopped.

What was found stays with the puzzle, and so does where the search is.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.kind.making import Progress, finish
from ...core.packing.kind.kind import PACKING
from ...core.packing.kind.making import solved_in_steps
from ...core.polycubes.puzzle import PolycubePuzzle
from ..data.context import present
from ..scene.build import rebuild_all
from ..scene.model import dimensions_of
from ..scene.properties import puzzle_group
from ..scene.puzzles import active_puzzle, puzzle_named
from ..scene.replaceable import check_replaceable
from ..tab.operator_base import needed_puzzle
from ..tab.search_progress import ask_to_stop, end_progress, must_stop, show_progress
from ..window.results import Result, refuse
from ..window.running_operator import RunningOperator, is_running
from .puzzle import PackingOperator, packing_puzzle

TICK = 0.05
"""Seconds that it searches before Blender may do other things."""

SHOWN = 0.2
"""Seconds after which it shows its progress anew."""


class SearchOn(PackingOperator, RunningOperator, bpy.types.Operator):
    """Search for further solutions from where the search was left; Esc stops it, and what was found is kept"""

    bl_idname = "puzzle_cubes.search_on"
    bl_label = "Search On"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on an active puzzle whose solutions are not all known, unless a search is running."""
        if not super().poll(context):
            return False
        try:
            is_complete = packing_puzzle(present(active_puzzle(context))).found.is_complete
        except InputError as error:
            cls.poll_message_set(str(error))
            return False
        if is_complete:
            cls.poll_message_set("All solutions of the puzzle are known")
        return not (is_complete or is_searching_on())

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Begin to search on."""
        if bpy.app.background:
            return self.execute(context)
        try:
            collection = needed_puzzle(context)
            check_replaceable(collection)
            self._name = collection.name
            self._text = puzzle_group(collection).puzzle
            self._steps: Generator[Progress[Any], None, PolycubePuzzle] = solved_in_steps(packing_puzzle(collection))
        except InputError as error:
            return refuse(self, error)
        self._progress: Progress[PolycubePuzzle] | None = None
        self._began, self._shown = monotonic(), 0.0
        return self.run_beside(context, 0.02)

    def work(self, context: bpy.types.Context) -> Result:
        """Search to the end, without stopping in between."""
        collection = needed_puzzle(context)
        check_replaceable(collection)
        return self._keep(context, collection, finish(solved_in_steps(packing_puzzle(collection))))

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Search on at every tick of the timer, until all is found or the user stops it."""
        escaped = event.type == "ESC" and event.value in {"PRESS", "DOUBLE_CLICK"}
        if escaped and not event.is_repeat:
            ask_to_stop(context)
        collection = puzzle_named(self._name)
        if collection is None or puzzle_group(collection).puzzle != self._text:
            return refuse(self, "The puzzle whose solutions were searched for is gone.")
        try:
            puzzle = None if must_stop(context, self._progress) else self._advance(context)
            if puzzle is None and must_stop(context, self._progress):
                puzzle = None if self._progress is None else self._progress.best
                return {"CANCELLED"} if puzzle is None else self._keep(context, collection, puzzle)
            if puzzle is not None:
                return self._keep(context, collection, puzzle)
        except InputError as error:
            return refuse(self, error)
        return {"RUNNING_MODAL"} if escaped else {"PASS_THROUGH"}

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take the progress away."""
        end_progress(context)

    def _advance(self, context: bpy.types.Context) -> PolycubePuzzle | None:
        """Search for a while; return the puzzle when all is found."""
        end = monotonic() + TICK
        while monotonic() < end:
            try:
                self._progress = next(self._steps)
            except StopIteration as done:
                puzzle: PolycubePuzzle = done.value
                return puzzle
        now = monotonic()
        if now >= self._shown + SHOWN:
            self._shown = now
            show_progress(context, PACKING, self._progress, now - self._began)
        return None

    def _keep(self, context: bpy.types.Context, collection: bpy.types.Collection, puzzle: PolycubePuzzle) -> Result:
        """Keep what was found with the puzzle, and build the parts that it has then."""
        group = puzzle_group(collection)
        dimensions = dimensions_of(group)
        check_replaceable(collection)
        group.puzzle = PACKING.files.to_json(puzzle)
        rebuild_all(context, collection, dimensions)
        self.report({"INFO"}, f"Found {PACKING.facts.brief(puzzle)}")
        return {"FINISHED"}


def is_searching_on() -> bool:
    """Report whether a search is going on."""
    return is_running(SearchOn.bl_idname)


CLASSES = (SearchOn,)
