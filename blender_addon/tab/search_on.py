# SPDX-License-Identifier: GPL-3.0-or-later
"""Search On: goes on with the search that a puzzle is from, beside Blender's own work, and can be stopped.

What was found stays with the puzzle, so it can be gone on from there whenever the file is opened again.

The progress of a running search: kept with the window manager, shown in the panel and in the status bar.

The best puzzle that a search has found so far, and how it became so good, in a corner of the view.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

import bpy
import numpy as np
from bpy.props import BoolProperty, FloatProperty, StringProperty

from ...core.common.errors import InputError
from ...core.common.options import Options, Value
from ...core.common.sharing import processors
from ...core.common.task import finish
from ...core.kind.kind import AnyKind, Progress, Search
from ...core.kind.part import Part
from ...core.kind.progress import ProgressCurve, progress_words, rounded_time, time_left
from ...core.kind.reading import code_of
from ..data.context import manager_of
from ..data.property_groups import prop, with_properties
from ..scene.adding import replace_puzzle
from ..scene.build import rebuild_all
from ..scene.puzzle import ScenePuzzle, puzzle_named
from ..window.framing import redraw_sidebars, set_status
from ..window.inset import Inset, Shape
from ..window.running_operator import TICK, Result, RunningOperator, is_running, refuse
from .operator_base import PuzzleOperator, needed_puzzle

SEARCH, SEARCH_IN_PLACE, SEARCH_ON = SEARCHING = (
    "puzzle_cubes.generate",
    "puzzle_cubes.another",
    "puzzle_cubes.search_on",
)
"""The operators that search."""

NAME = "puzzle_cubes_search"
"""What the group is called on the window manager."""

PACE_SECONDS = 0.1
"""What a search must have taken to show how fast the computer is."""


@with_properties
class SearchProgress(bpy.types.PropertyGroup):
    """The state of a running search for the panel, and whether the user has asked it to stop."""

    bl_idname = "PUZZLE_CUBES_PG_search_progress"

    share: float = prop(FloatProperty, name="Share", description="How much of the search is done, from 0 to 1")
    best: str = prop(StringProperty, name="Best", description="What the best puzzle so far is like")
    left: str = prop(StringProperty, name="Time Left", description="How long the search will go on")
    pace: float = prop(
        FloatProperty, name="Pace", description="Seconds that this computer takes for a unit of work; 0 while unknown"
    )
    paced: str = prop(StringProperty, name="Paced", description="The kind of puzzle whose search has shown the pace")
    stops: bool = prop(BoolProperty, name="Stops", description="The search was asked to stop")


class StopSearch(bpy.types.Operator):
    """Stop the search, and keep the best puzzle so far"""

    bl_idname = "puzzle_cubes.stop_search"
    bl_label = "Stop and Keep the Best"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work while a search is running."""
        if not is_searching():
            cls.poll_message_set("No search is running")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> Result:
        """Let the search stop."""
        ask_to_stop(context)
        return {"FINISHED"}


def search_of(context: bpy.types.Context) -> SearchProgress:
    """Return what is shown of a running search."""
    search: SearchProgress = getattr(manager_of(context), NAME)
    return search


def is_searching() -> bool:
    """Report whether a puzzle is searched for."""
    return any(map(is_running, SEARCHING))


def ask_to_stop(context: bpy.types.Context) -> None:
    """Note that the user wants the search to stop."""
    search_of(context).stops = True


def must_stop(context: bpy.types.Context) -> bool:
    """Report whether the search is to stop where it is now."""
    return search_of(context).stops


def keep_pace(
    context: bpy.types.Context,
    kind: AnyKind,
    values: Mapping[str, Value],
    progress: Progress[Any],
    seconds: float,
) -> None:
    """Keep how fast this computer searches, from a search that has come so far in so many seconds."""
    work = progress.share * kind.work(values)
    if work > 0 and seconds >= PACE_SECONDS:
        search = search_of(context)
        search.pace, search.paced = seconds / work, kind.name


def time_for(context: bpy.types.Context, kind: AnyKind, values: Mapping[str, Value]) -> str:
    """Return how long a search takes here at most: "about 8 s"; nothing where that is not known."""
    search = search_of(context)
    seconds = search.pace * kind.work(values)
    return f"about {rounded_time(seconds)}" if seconds > 0 and search.paced == kind.name else ""


def show_progress(context: bpy.types.Context, kind: AnyKind, progress: Progress[Any] | None, seconds: float) -> None:
    """Show how far a search has come in so many seconds."""
    search = search_of(context)
    search.share = progress.share if progress else 0.0
    search.best = "Nothing yet" if progress is None or progress.best is None else kind.brief(progress.best)
    search.left = time_left(search.share, seconds)
    set_status(context, f"Searching: {progress_words(kind, progress, seconds)}    Esc: Stop and keep the best")
    redraw_sidebars(context)


def end_progress(context: bpy.types.Context) -> None:
    """Take the progress away."""
    search_of(context).stops = False
    set_status(context, "")
    redraw_sidebars(context)


MOST_TRIANGLES = 200_000
"""Larger puzzles are not shown: what draws them does not search."""


REDRAWN = 1.0
"""Seconds after which the curve is drawn anew where nothing is better: what draws the view does not search."""


class BestSoFar:
    """The picture of the best of a search, until it is removed."""

    def __init__(self, area: bpy.types.Area, kind: AnyKind, dimensions: Options) -> None:
        self._inset = Inset(area)
        self._kind, self._dimensions = kind, dimensions
        self._shown: Any = None
        self._curve, self._drawn = ProgressCurve(), 0.0

    def show(self, context: bpy.types.Context, progress: Progress[Any], seconds: float) -> None:
        """Show the best after so many seconds, if it is another one than that which is shown, and the curve to it."""
        if self._curve.note(progress.worth, seconds) or seconds >= self._drawn + REDRAWN:
            self._drawn = seconds
            self._inset.show_curve(context, self._curve.points(seconds), self._curve.words(seconds))
        best = progress.best
        if best is None or best == self._shown:
            return
        self._shown = best
        # Dimensions that cannot be built are reported when the search is done.
        with suppress(InputError):
            parts = self._kind.parts(best, self._dimensions, self._kind.ways[0].name)
            shapes = [_shape_of(part) for part in parts if not part.beside]
            if sum(len(shape.triangles) for shape in shapes) <= MOST_TRIANGLES:
                self._inset.show(context, shapes, f"Best so far: {self._kind.brief(best)}")

    def remove(self) -> None:
        """Take it away."""
        self._inset.remove()


def best_in_view(context: bpy.types.Context, kind: AnyKind, dimensions: Options) -> BestSoFar | None:
    """Return what is shown of a search that begins now; None where that is not in a view."""
    area = context.area
    return None if area is None or area.type != "VIEW_3D" else BestSoFar(area, kind, dimensions)


def _shape_of(part: Part) -> Shape:
    """Return the triangles of a part where it stands in the puzzle, in the colors that it is made with."""
    mesh = part.mesh()
    triangles, directions = mesh.split()
    colors = np.array([look.color[:3] for look in part.looks], dtype=np.float32)
    numbers = np.clip(directions.astype(np.intp), 0, len(colors) - 1)
    places = (mesh.vertices + np.array(part.assembled)).astype(np.float32)
    return Shape(places[triangles], colors[numbers])


SHOWN = 0.2
"""Seconds after which a search shows its progress anew: what draws the window does not search."""


class SearchingOperator(RunningOperator):
    """An operator that searches beside Blender's own work, shows how far it is, and is stopped by Esc."""

    _search: Search[Any]
    """The search, once it has begun, with the best so far."""

    _in_view: BestSoFar | None = None
    _began = _shown = 0.0

    def begin_search(self, steps: Generator[Progress[Any], None, Any]) -> None:
        """Take the steps of a search, none of which was done yet."""
        self._search = Search(steps)
        self._began, self._shown = monotonic(), 0.0

    @property
    def _seconds(self) -> float:
        """The seconds since the search began."""
        return monotonic() - self._began

    def search_for(self, context: bpy.types.Context, kind: AnyKind, seconds: float) -> bool:
        """Search for so many seconds, or until it must stop, and show how far it is; report whether it is done."""
        if self._search.advance(seconds, lambda: must_stop(context)):
            return True
        now = monotonic()
        if now >= self._shown + SHOWN:
            self._shown = now
            progress = self._search.latest
            show_progress(context, kind, progress, self._seconds)
            if self._in_view is not None and progress is not None:
                self._in_view.show(context, progress, self._seconds)
        return False

    def escaped(self, context: bpy.types.Context, event: bpy.types.Event) -> bool:
        """Report whether an event is that of Esc, which asks the search to stop."""
        # A key's release may belong to a press that something else has taken, and a key that is held is one press.
        # Blender takes a key that is quickly pressed again for a double click.
        is_escape = event.type == "ESC" and event.value in {"PRESS", "DOUBLE_CLICK"}
        if is_escape and not event.is_repeat:
            ask_to_stop(context)
        return is_escape

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take the progress away, and end what searches."""
        self._search.stop()
        if self._in_view is not None:
            self._in_view.remove()
            # Blender adjusts with the same operator, which may search once more.
            self._in_view = None
        end_progress(context)


class SearchOn(PuzzleOperator, SearchingOperator, bpy.types.Operator):
    """Continue the search from the active puzzle; Esc stops it and keeps the best"""

    bl_idname = SEARCH_ON
    bl_label = "Search On"

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on an active puzzle whose search can go on, unless a search is running."""
        try:
            if over := puzzle.kind.is_over(puzzle.puzzle):
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
            self.begin_search(_begun(puzzle))
            self._in_view = best_in_view(context, puzzle.kind, puzzle.dimensions)
        except InputError as error:
            return refuse(self, error)
        return self.run_beside(context, 0.02)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Search to the end, without stopping in between."""
        puzzle.check_replaceable()
        self._keep(context, puzzle, finish(_begun(puzzle)))

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Search on at every tick of the timer, until all is found or the user stops it."""
        escaped = self.escaped(context, event)
        puzzle = puzzle_named(self._name)
        if puzzle is None or puzzle.text != self._text:
            return refuse(self, "The puzzle that the search started from is gone.")
        try:
            # Not at each move of the mouse, which would wait for it.
            is_done = event.type == "TIMER" and self.search_for(context, puzzle.kind, TICK)
            found = self._search.best if is_done or must_stop(context) else None
            if found is None:
                return {"RUNNING_MODAL"} if escaped else {"PASS_THROUGH"}
            self._keep(context, puzzle, found)
        except InputError as error:
            return refuse(self, error)
        return {"FINISHED"}

    def _keep(self, context: bpy.types.Context, puzzle: ScenePuzzle, found: Any) -> None:
        """Keep what was found in the place of the puzzle, or, where that is the same one, what is known of it now."""
        kind, dimensions = puzzle.kind, puzzle.dimensions
        form = kind.canonical_form
        known = code_of(kind, found) or form(found)
        if known != (code_of(kind, puzzle.puzzle) or form(puzzle.puzzle)):
            replace_puzzle(context, puzzle, found)
        else:
            puzzle.check_replaceable()
            puzzle.group.puzzle = kind.to_json(found)
            rebuild_all(context, puzzle.renewed(), dimensions)
        self.report({"INFO"}, f"Found {kind.brief(found)}")


def _begun(puzzle: ScenePuzzle) -> Generator[Progress[Any], None, Any]:
    """Begin to go on with the search of a puzzle; raises InputError where there is none."""
    return puzzle.kind.search_on(puzzle.puzzle, processors())


CLASSES = (SearchProgress, StopSearch, SearchOn)
