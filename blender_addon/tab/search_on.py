# SPDX-License-Identifier: GPL-3.0-or-later
"""Search On: goes on with the search that a puzzle is from, beside Blender's own work, and can be stopped.

What was found stays with the puzzle, so it can be gone on from there whenever the file is opened again.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.sharing import processors
from ...core.kind.making import Progress, finish
from ...core.kind.reading import code_of
from ..scene.build import rebuild_all
from ..scene.puzzle import ScenePuzzle, puzzle_named
from ..scene.replacing import replace_puzzle
from ..window.results import Result, refuse
from ..window.running_operator import RunningOperator
from .best_so_far import BestSoFar, best_in_view
from .operator_base import PuzzleOperator, needed_puzzle
from .search_progress import SEARCH_ON, ask_to_stop, end_progress, is_searching, must_stop, show_progress

TICK = 0.05
"""Seconds that it searches before Blender may do other things."""

SHOWN = 0.2
"""Seconds after which it shows its progress anew."""


class SearchOn(PuzzleOperator, RunningOperator, bpy.types.Operator):
    """Continue the search from the active puzzle; Esc stops it and keeps the best"""

    bl_idname = SEARCH_ON
    bl_label = "Search On"

    _best: BestSoFar | None = None

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on an active puzzle whose search can go on, unless a search is running."""
        making = puzzle.kind.making
        if making.search_on is None:
            return f"{puzzle.kind.label} are made without a search"
        try:
            if over := making.is_over(puzzle.puzzle):
                return over
        except InputError as error:
            return str(error)
        return "A search is running" if is_searching() else ""

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Begin to search on."""
        if bpy.app.background:
            return self.execute(context)
        try:
            puzzle = needed_puzzle(context)
            puzzle.check_replaceable()
            self._name, self._text = puzzle.name, puzzle.text
            self._steps = _begun(puzzle)
            self._best = best_in_view(context, puzzle.kind, puzzle.dimensions)
        except InputError as error:
            return refuse(self, error)
        self._progress: Progress[Any] | None = None
        self._began, self._shown = monotonic(), 0.0
        return self.run_beside(context, 0.02)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Search to the end, without stopping in between."""
        puzzle.check_replaceable()
        self._keep(context, puzzle, finish(_begun(puzzle)))

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Search on at every tick of the timer, until all is found or the user stops it."""
        escaped = event.type == "ESC" and event.value in {"PRESS", "DOUBLE_CLICK"}
        if escaped and not event.is_repeat:
            ask_to_stop(context)
        puzzle = puzzle_named(self._name)
        if puzzle is None or puzzle.text != self._text:
            return refuse(self, "The puzzle that the search started from is gone.")
        try:
            found = self._advance(context, puzzle)
            if found is None and must_stop(context) and self._progress is not None:
                found = self._progress.best
            if found is None:
                return {"RUNNING_MODAL"} if escaped else {"PASS_THROUGH"}
            self._keep(context, puzzle, found)
        except InputError as error:
            return refuse(self, error)
        return {"FINISHED"}

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take the progress away, and end what searches."""
        self._steps.close()
        if self._best is not None:
            self._best.remove()
        end_progress(context)

    def _advance(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> Any:
        """Search for a while; return what was found when the search is over, else None."""
        end = monotonic() + TICK
        while monotonic() < end:
            try:
                self._progress = next(self._steps)
            except StopIteration as done:
                return done.value
            if must_stop(context):
                return None
        now = monotonic()
        if now >= self._shown + SHOWN:
            self._shown = now
            show_progress(context, puzzle.kind, self._progress, now - self._began)
            if self._best is not None and self._progress is not None:
                self._best.show(context, self._progress, now - self._began)
        return None

    def _keep(self, context: bpy.types.Context, puzzle: ScenePuzzle, found: Any) -> None:
        """Keep what was found in the place of the puzzle, or, where that is the same one, what is known of it now."""
        kind, dimensions = puzzle.kind, puzzle.dimensions
        form = kind.facts.canonical_form
        known = code_of(kind, found) or form(found)
        if known != (code_of(kind, puzzle.puzzle) or form(puzzle.puzzle)):
            replace_puzzle(context, puzzle, found)
        else:
            puzzle.check_replaceable()
            puzzle.group.puzzle = kind.files.to_json(found)
            rebuild_all(context, puzzle.renewed(), dimensions)
        self.report({"INFO"}, f"Found {kind.facts.brief(found)}")


def _begun(puzzle: ScenePuzzle) -> Generator[Progress[Any], None, Any]:
    """Begin to go on with the search of a puzzle; raises InputError where there is none."""
    search_on = puzzle.kind.making.search_on
    if search_on is None:
        raise InputError(f"{puzzle.kind.label} are made without a search.")
    return search_on(puzzle.puzzle, processors())


CLASSES = (SearchOn,)
