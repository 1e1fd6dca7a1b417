# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a running search is: kept with the window manager, shown in the panel and in the status bar."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.props import BoolProperty, FloatProperty, StringProperty

from ...core.kind.kind import Kind
from ...core.kind.making import Progress
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


@with_properties
class SearchProgress(bpy.types.PropertyGroup):
    """What the panel shows of a running search, and whether the user wants it to stop."""

    bl_idname = "PUZZLE_CUBES_PG_search_progress"

    share: float = prop(FloatProperty, name="Share", description="How much of the search is done, from 0 to 1")
    best: str = prop(StringProperty, name="Best", description="What the best puzzle so far is like")
    stop: bool = prop(BoolProperty, name="Stop", description="Whether the search is to stop")


class StopSearch(bpy.types.Operator):
    """Stop the search and keep the best puzzle so far"""

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
        """Let the search stop at its next step."""
        search_of(context).stop = True
        return {"FINISHED"}


def search_of(context: bpy.types.Context) -> SearchProgress:
    """Return what is shown of a running search."""
    search: SearchProgress = getattr(manager_of(context), NAME)
    return search


def is_searching() -> bool:
    """Report whether Generate is searching."""
    return is_running(SEARCH)


def wants_stop(context: bpy.types.Context) -> bool:
    """Report whether the user wants the search to stop."""
    return search_of(context).stop


def show_progress(context: bpy.types.Context, kind: Kind[Any, Any], progress: Progress[Any] | None) -> None:
    """Show how far a search is."""
    search = search_of(context)
    search.share = progress.share if progress else 0.0
    search.best = "Nothing yet" if progress is None or progress.best is None else kind.brief(progress.best)
    attempt = ""
    if progress and progress.attempts > 1:
        attempt = f", attempt {progress.attempt:,} of {progress.attempts:,}"
    best = f", best so far {search.best}" if progress and progress.best else ""
    set_status(context, f"Searching: {search.share:.0%}{attempt}{best}    Esc: Stop and keep the best")
    redraw_sidebars(context)


def end_progress(context: bpy.types.Context) -> None:
    """Take the progress away."""
    search_of(context).stop = False
    set_status(context, "")
    redraw_sidebars(context)


CLASSES = (SearchProgress, StopSearch)
