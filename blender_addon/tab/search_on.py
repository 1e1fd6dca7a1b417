# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches beside Blender's own work, which can be stopped, and Search On, which goes on with that of a puzzle.

How far a search is stands in the panel and in the status bar; its best so far, and how that became so good, in a corner
of the view. What was found stays with the puzzle, so it can be gone on from there whenever the file is opened again.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from ...core.common.errors import InputError
from ...core.common.options import Options, Value
from ...core.common.sharing import processors
from ...core.kind.facts import Progress, ProgressCurve, progress_words, rounded_time
from ...core.kind.kind import AnyKind, NotFoundError, Search, code_of
from ...core.kind.part import Part
from ..data.interface import manager_of, present
from ..scene.adding import replace_puzzle
from ..scene.build import bring_into_view, rebuild_all
from ..scene.by_hand import check_rebuildable
from ..scene.puzzle import ScenePuzzle, puzzle_named
from ..window.framing import redraw_sidebars, seen_from, set_status
from ..window.inset import Inset, Shape
from ..window.running_operator import TICK, Needs, OperatorOptions, Result, StoppableOperator, refuse, running
from .operator_base import NeedsPuzzle, needed_puzzle

SEARCH, SEARCH_IN_PLACE, SEARCH_ON = "puzzle_cubes.generate", "puzzle_cubes.replace", "puzzle_cubes.search_on"
"""The operators that search."""

PACE_SECONDS = 0.1
"""What a search must have taken to show how fast the computer is."""

PACES: dict[str, float] = {}
"""Seconds that this computer has taken for a unit of work, by the kind of puzzle that was searched for last."""


class StopSearch(Needs, bpy.types.Operator):
    """Stop the search, and keep the best puzzle so far"""

    bl_idname = "puzzle_cubes.stop_search"
    bl_label = "Stop and Keep the Best"

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Work while a search is running."""
        return "" if running(SearchingOperator) else "No search is running"

    def execute(self, context: bpy.types.Context) -> Result:
        """Let the search stop."""
        search = present(running(SearchingOperator))
        search.stops = search.is_clicked = True
        return {"FINISHED"}


def keep_pace(kind: AnyKind, values: Mapping[str, Value], progress: Progress[Any], seconds: float) -> None:
    """Keep how fast this computer searches, from a search that has come so far in so many seconds."""
    work = progress.share * kind.work(values)
    if work > 0 and seconds >= PACE_SECONDS:
        PACES.clear()
        PACES[kind.name] = seconds / work


def time_for(kind: AnyKind, values: Mapping[str, Value]) -> str:
    """Return how long a search takes here at most: "up to 8 s"; nothing where that is not known."""
    seconds = PACES.get(kind.name, 0.0) * kind.work(values)
    return f"up to {rounded_time(seconds)}" if seconds > 0 else ""


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

    def show(self, progress: Progress[Any], seconds: float) -> None:
        """Show the best after so many seconds, if it is another one than that which is shown, and the curve to it."""
        if self._curve.note(progress.worth, seconds) or seconds >= self._drawn + REDRAWN:
            self._drawn = seconds
            self._inset.show_curve(self._curve.points(seconds), self._curve.words(seconds))
        best = progress.best
        if best is None or best == self._shown:
            return
        self._shown = best
        # Dimensions that cannot be built are reported when the search is done.
        with suppress(InputError):
            parts = self._kind.parts(best, self._dimensions, self._kind.ways[0].name)
            # Walls that come off would hide what they hold.
            shapes = [_shape_of(part) for part in parts if not (part.beside or (part.walls and any(part.outward)))]
            if sum(len(shape.triangles) for shape in shapes) <= MOST_TRIANGLES:
                self._inset.show(shapes, f"Best so far: {self._kind.brief_of_best(best)}")

    def remove(self) -> None:
        """Take it away."""
        self._inset.remove()


def _shape_of(part: Part) -> Shape:
    """Return the triangles of a part where it stands in the puzzle, in the colors that it is made with."""
    mesh = part.mesh()
    triangles, directions = mesh.split()
    colors = np.array([look.color[:3] for look in part.looks], dtype=np.float32)
    numbers = np.clip(directions.astype(np.intp), 0, len(colors) - 1)
    places = (mesh.vertices + np.array(part.assembled)).astype(np.float32)
    return Shape(places[triangles], colors[numbers])


Begun = tuple[AnyKind, Options, Generator[Progress[Any], None, Any]]
"""The kind and the dimensions of what is searched for, and the steps of the search, none of which is done yet."""

SHOWN = 0.2
"""Seconds after which a search shows its progress anew: what draws the window does not search."""


class SearchingOperator(StoppableOperator):
    """An operator that searches, beside Blender's own work where somebody looks on, who can stop it by Esc."""

    is_watched = False
    """Whether somebody looks on, who gets the best where there is not all that was asked: scripts get that or an error.
    """

    _in_view: BestSoFar | None = None

    if TYPE_CHECKING:
        task: Search[Any] | None

    def begun(self, context: bpy.types.Context) -> Begun:
        """Begin to search; raises InputError where that cannot be."""
        raise TypeError("an operator says what it searches for in its own class")

    def keep(self, context: bpy.types.Context, puzzle: Any) -> None:
        """Put what was found into the scene; raises InputError where that cannot be."""
        raise TypeError("an operator says what it searches for in its own class")

    def begin(self, context: bpy.types.Context) -> Result | None:
        """Begin to search; return with what the operator ends where that cannot be."""
        try:
            self.searched, self.dimensions, steps = self.begun(context)
        except InputError as error:
            return refuse(self, error)
        self.task = Search(steps)
        self._began, self._shown = monotonic(), 0.0
        return None

    def search_beside(self, context: bpy.types.Context) -> Result:
        """Search on beside Blender, and show the best so far in the view."""
        area = context.area
        if area is not None:
            self._in_view = BestSoFar(area, self.searched, self.dimensions)
        return self.run_beside(context, 0.02)

    def finish(self, context: bpy.types.Context) -> Result:
        """Search to the end without stopping in between, and show at the mouse pointer how far that is."""
        manager = manager_of(context)
        manager.progress_begin(0, 100)
        try:
            while (result := self.go_on(context)) is None:
                manager.progress_update(round(100 * present(self.task).share))
        finally:
            manager.progress_end()
        return result

    @property
    def seconds(self) -> float:
        """The seconds since the search began."""
        return monotonic() - self._began

    def show(self, context: bpy.types.Context) -> None:
        """Show how far the search is, and the best so far."""
        now, latest = monotonic(), present(self.task).latest
        if not self.is_beside or now < self._shown + SHOWN:
            return
        self._shown = now
        words = progress_words(self.searched, latest, self.seconds)
        set_status(context, f"Searching: {words}    Esc: Stop and keep the best")
        redraw_sidebars(context)
        if self._in_view is not None and latest is not None:
            self._in_view.show(latest, self.seconds)

    def take(self, context: bpy.types.Context, best: Any, why: str) -> Result:
        """Keep the best, and say why there is none better."""
        if best is None:
            self.report({"WARNING"}, f"{why}; nothing was found so far")
            return {"CANCELLED"}
        try:
            self.keep(context, best)
        except InputError as error:
            return refuse(self, error)
        if why:
            self.report({"WARNING"}, f"{why}; kept the best so far, with {self.searched.brief_of_best(best)}")
        return {"FINISHED"}

    def failed(self, context: bpy.types.Context, error: InputError) -> Result:
        """Keep the best where nothing was found that has all that was asked, if somebody looks on."""
        if isinstance(error, NotFoundError) and self.is_watched:
            return self.take(context, error.best, str(error))
        return refuse(self, error)

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take the progress away."""
        if self._in_view is not None:
            self._in_view.remove()
            self._in_view = None
        super().clear_up(context)


class SearchOn(NeedsPuzzle, SearchingOperator, bpy.types.Operator):
    """Continue the search from the active puzzle; Esc stops it and keeps the best"""

    bl_idname = SEARCH_ON
    bl_label = "Search On"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on an active puzzle whose search can go on, unless a search is running."""
        if over := puzzle.kind.is_over(puzzle.puzzle):
            return over
        return "A search is running" if running(SearchingOperator) else ""

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Search on beside Blender."""
        if bpy.app.background:
            return self.execute(context)
        self.is_watched = True
        return self.begin(context) or self.search_beside(context)

    def execute(self, context: bpy.types.Context) -> Result:
        """Search to the end, without stopping in between."""
        return self.begin(context) or self.finish(context)

    def begun(self, context: bpy.types.Context) -> Begun:
        """Go on with the search of the active puzzle; raises InputError where it has none."""
        puzzle = needed_puzzle(context)
        check_rebuildable(puzzle)
        self._name, self._text, self._seen_from = puzzle.name, puzzle.text, seen_from(context)
        self._identity = _identity(puzzle.kind, puzzle.puzzle)
        return puzzle.kind, puzzle.dimensions, puzzle.kind.search_on(puzzle.puzzle, processors())

    def go_on(self, context: bpy.types.Context, seconds: float = TICK) -> Result | None:
        """Search on as long as the puzzle is there."""
        try:
            self._puzzle()
        except InputError as error:
            return refuse(self, error)
        return super().go_on(context, seconds)

    def keep(self, context: bpy.types.Context, puzzle: Any) -> None:
        """Keep what was found in the place of the puzzle, or, where that is the same one, what is known of it now."""
        earlier = self._puzzle()
        kind, dimensions = earlier.kind, earlier.dimensions
        if _identity(kind, puzzle) != self._identity:
            replace_puzzle(context, earlier, puzzle)
        else:
            check_rebuildable(earlier)
            earlier.group.puzzle = kind.to_json(puzzle)
            rebuild_all(context, earlier.renewed(), dimensions)
        # Who has moved the view meanwhile, or is at work on something else, looks where he wants.
        if context.mode == "OBJECT" and seen_from(context) == self._seen_from:
            bring_into_view(earlier)
        self.report({"INFO"}, f"Found {kind.brief_with_distance(puzzle)}")

    def _puzzle(self) -> ScenePuzzle:
        """Return the puzzle, of which less may be known after an undo; raises InputError where it is gone."""
        puzzle = puzzle_named(self._name)
        if puzzle is None or puzzle.text != self._text:
            if puzzle is None or _identity(puzzle.kind, puzzle.puzzle) != self._identity:
                raise InputError(GONE)
            self._text = puzzle.text
        return puzzle


GONE = "The puzzle that the search started from is gone."


def _identity(kind: AnyKind, puzzle: Any) -> str | bytes:
    """Return what is the same for puzzles that are the same one."""
    return code_of(kind, puzzle) or kind.canonical_form(puzzle)


CLASSES = (StopSearch, SearchOn)
