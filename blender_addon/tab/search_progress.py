# SPDX-License-Identifier: GPL-3.0-or-later
"""The progress of a running search: kept with the window manager, shown in the panel and in the status bar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy
from bpy.props import BoolProperty, FloatProperty, StringProperty

from ...core.common.options import Value
from ...core.kind.kind import AnyKind
from ...core.kind.making import Progress
from ...core.kind.progress_words import progress_words, rounded_time, time_left
from ..data.context import manager_of
from ..data.property_groups import prop, with_properties
from ..window.areas import redraw_sidebars, set_status
from ..window.results import Result
from ..window.running_operator import is_running

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
    work = progress.share * kind.making.work(values)
    if work > 0 and seconds >= PACE_SECONDS:
        search = search_of(context)
        search.pace, search.paced = seconds / work, kind.name


def time_for(context: bpy.types.Context, kind: AnyKind, values: Mapping[str, Value]) -> str:
    """Return how long a search takes here at most: "about 8 s"; nothing where that is not known."""
    search = search_of(context)
    seconds = search.pace * kind.making.work(values)
    return f"about {rounded_time(seconds)}" if seconds > 0 and search.paced == kind.name else ""


def show_progress(context: bpy.types.Context, kind: AnyKind, progress: Progress[Any] | None, seconds: float) -> None:
    """Show how far a search has come in so many seconds."""
    search = search_of(context)
    search.share = progress.share if progress else 0.0
    search.best = "Nothing yet" if progress is None or progress.best is None else kind.facts.brief(progress.best)
    search.left = time_left(search.share, seconds)
    set_status(context, f"Searching: {progress_words(kind, progress, seconds)}    Esc: Stop and keep the best")
    redraw_sidebars(context)


def end_progress(context: bpy.types.Context) -> None:
    """Take the progress away."""
    search_of(context).stops = False
    set_status(context, "")
    redraw_sidebars(context)


CLASSES = (SearchProgress, StopSearch)
