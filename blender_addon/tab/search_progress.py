# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a running search is: kept with the window manager, shown in the panel and in the status bar."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.props import FloatProperty, IntProperty, StringProperty

from ...core.kind.kind import Kind
from ...core.kind.making import Progress
from ...core.kind.progress_words import progress_words, time_left
from ..data.context import manager_of
from ..data.property_groups import prop, with_properties
from ..window.redraw import redraw_sidebars
from ..window.results import Result
from ..window.running_operator import is_running
from ..window.status import set_status

SEARCH = "puzzle_cubes.generate"
"""The operator that searches."""

NAME = "puzzle_cubes_search"
"""What the group is called on the window manager."""

STOPS_SOON = "Stops as soon as it has what a quick search finds."
"""What is shown once a search was asked to stop, until it does."""


@with_properties
class SearchProgress(bpy.types.PropertyGroup):
    """What the panel shows of a running search, and how often the user has asked it to stop."""

    bl_idname = "PUZZLE_CUBES_PG_search_progress"

    share: float = prop(FloatProperty, name="Share", description="How much of the search is done, from 0 to 1")
    best: str = prop(StringProperty, name="Best", description="What the best puzzle so far is like")
    left: str = prop(StringProperty, name="Time Left", description="How long the search will go on")
    stops: int = prop(IntProperty, name="Stops", description="How often the search was asked to stop")


class StopSearch(bpy.types.Operator):
    """Keep the best puzzle so far, as soon as that is as good as a quick search's; press again to stop at once"""

    bl_idname = "puzzle_cubes.stop_search"
    bl_label = "Stop Search"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work while a search is running."""
        if not is_searching():
            cls.poll_message_set("No search is running")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> Result:
        """Let the search stop, if need be after it has what a quick one finds."""
        ask_to_stop(context)
        return {"FINISHED"}


def search_of(context: bpy.types.Context) -> SearchProgress:
    """Return what is shown of a running search."""
    search: SearchProgress = getattr(manager_of(context), NAME)
    return search


def is_searching() -> bool:
    """Report whether Generate is searching."""
    return is_running(SEARCH)


def ask_to_stop(context: bpy.types.Context) -> None:
    """Note that the user wants the search to stop; once more, and it stops at once."""
    search_of(context).stops += 1


def must_stop(context: bpy.types.Context, progress: Progress[Any] | None) -> bool:
    """Report whether the search is to stop where it is now.

    Who stops it very early is given what a quick search finds, which is soon there, unless the wish is repeated.
    """
    stops = search_of(context).stops
    return stops > 1 or (stops == 1 and (progress is None or progress.settled))


def show_progress(
    context: bpy.types.Context, kind: Kind[Any, Any], progress: Progress[Any] | None, seconds: float
) -> None:
    """Show how far a search has come in so many seconds."""
    search = search_of(context)
    search.share = progress.share if progress else 0.0
    search.best = "Nothing yet" if progress is None or progress.best is None else kind.brief(progress.best)
    search.left = time_left(search.share, seconds)
    end = f"{STOPS_SOON}    Esc: Stop at once" if search.stops else "Esc: Stop and keep the best"
    set_status(context, f"Searching: {progress_words(kind, progress, seconds)}    {end}")
    redraw_sidebars(context)


def end_progress(context: bpy.types.Context) -> None:
    """Take the progress away."""
    search_of(context).stops = 0
    set_status(context, "")
    redraw_sidebars(context)


CLASSES = (SearchProgress, StopSearch)
