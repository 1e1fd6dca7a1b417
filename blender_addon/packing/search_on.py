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
from ..scene.build import rebuild_all
from ..scene.puzzle import ScenePuzzle, puzzle_named
from ..tab.operator_base import PuzzleOperator, needed_puzzle
from ..tab.search_progress import ask_to_stop, end_progress, must_stop, show_progress
from ..window.results import Result, refuse
from ..window.running_operator import RunningOperator, is_running

TICK = 0.05
"""Seconds that it searches before Blender may do other things."""

SHOWN = 0.2
"""Seconds after which it shows its progress anew."""


class SearchOn(PuzzleOperator, RunningOperator, bpy.types.Operator):
    """Search for further solutions from where the search was left; Esc stops it, and what was found is kept"""

    bl_idname = "puzzle_cubes.search_on"
    bl_label = "Search On"
    kind_name = PACKING.name

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on an active puzzle whose solutions are not all known, unless a search is running."""
        try:
            is_complete = puzzle.puzzle.found.is_complete
        except InputError as error:
            return str(error)
        if is_complete:
            return "All solutions of the puzzle are known"
        return "A search is running" if is_searching_on() else ""

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Begin to search on."""
        if bpy.app.background:
            return self.execute(context)
        try:
            puzzle = needed_puzzle(context)
            puzzle.check_replaceable()
            self._name, self._text = puzzle.name, puzzle.text
            self._steps: Generator[Progress[Any], None, PolycubePuzzle] = solved_in_steps(puzzle.puzzle)
        except InputError as error:
            return refuse(self, error)
        self._progress: Progress[PolycubePuzzle] | None = None
        self._began, self._shown = monotonic(), 0.0
        return self.run_beside(context, 0.02)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Search to the end, without stopping in between."""
        puzzle.check_replaceable()
        self._keep(context, puzzle, finish(solved_in_steps(puzzle.puzzle)))

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Search on at every tick of the timer, until all is found or the user stops it."""
        escaped = event.type == "ESC" and event.value in {"PRESS", "DOUBLE_CLICK"}
        if escaped and not event.is_repeat:
            ask_to_stop(context)
        puzzle = puzzle_named(self._name)
        if puzzle is None or puzzle.text != self._text:
            return refuse(self, "The puzzle whose solutions were searched for is gone.")
        try:
            solved = self._advance(context)
            if solved is None and must_stop(context) and self._progress is not None:
                solved = self._progress.best
            if solved is None:
                return {"RUNNING_MODAL"} if escaped else {"PASS_THROUGH"}
            self._keep(context, puzzle, solved)
        except InputError as error:
            return refuse(self, error)
        return {"FINISHED"}

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
                solved: PolycubePuzzle = done.value
                return solved
        now = monotonic()
        if now >= self._shown + SHOWN:
            self._shown = now
            show_progress(context, PACKING, self._progress, now - self._began)
        return None

    def _keep(self, context: bpy.types.Context, puzzle: ScenePuzzle, solved: PolycubePuzzle) -> None:
        """Keep what was found with the puzzle, and build the parts that it has then."""
        dimensions = puzzle.dimensions
        puzzle.check_replaceable()
        puzzle.group.puzzle = PACKING.files.to_json(solved)
        rebuild_all(context, puzzle.renewed(), dimensions)
        self.report({"INFO"}, f"Found {PACKING.facts.brief(solved)}")


def is_searching_on() -> bool:
    """Report whether a search is going on."""
    return is_running(SearchOn.bl_idname)


CLASSES = (SearchOn,)
