# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a running search is: kept with the window manager, shown in the panel and in the status bar."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.props import BoolProperty, FloatProperty, StringProperty

from ..core.generators import Progress
from .running import is_running
from .status import set_status

SEARCH = "oskars_cube.generate"
"""The operator that searches."""


class SearchProgress(bpy.types.PropertyGroup):
    """What the panel shows of a running search, and whether the user wants it to stop."""

    bl_idname = "OSKARS_CUBE_PG_search_progress"

    share: FloatProperty(  # type: ignore[valid-type]
        name="Share", description="How much of the search is done, from 0 to 1"
    )
    best: StringProperty(name="Best", description="What the best puzzle so far is like")  # type: ignore[valid-type]
    stop: BoolProperty(name="Stop", description="Whether the search shall stop")  # type: ignore[valid-type]


class StopSearch(bpy.types.Operator):
    """Stop the search and keep the best puzzle so far"""

    bl_idname = "oskars_cube.stop_search"
    bl_label = "Stop Search"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work while a search is running."""
        if not is_searching():
            cls.poll_message_set("No search is running")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Let the search stop at its next step."""
        context.window_manager.oskars_cube_search.stop = True
        return {"FINISHED"}


def is_searching() -> bool:
    """Tell whether Generate is searching."""
    return is_running(SEARCH)


def show_progress(context: bpy.types.Context, progress: Progress | None) -> None:
    """Show how far a search is."""
    search = context.window_manager.oskars_cube_search
    search.share = progress.share if progress else 0.0
    search.best = _best_text(progress)
    attempt = ""
    if progress and progress.attempts > 1:
        attempt = f", attempt {progress.attempt:,} of {progress.attempts:,}"
    best = f", best so far {search.best}" if progress and progress.best else ""
    set_status(context, f"Searching: {search.share:.0%}{attempt}{best}    Esc: Stop and keep the best")
    _redraw_sidebars(context)


def end_progress(context: bpy.types.Context) -> None:
    """Take the progress away."""
    context.window_manager.oskars_cube_search.stop = False
    set_status(context, "")
    _redraw_sidebars(context)


def _best_text(progress: Progress | None) -> str:
    if progress is None or progress.best is None:
        return "Nothing yet"
    measures = progress.best.measures
    return f"{measures.length} moves, {measures.decisions} decisions"


def _redraw_sidebars(context: bpy.types.Context) -> None:
    windows: Any = context.window_manager.windows
    for window in windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                for region in area.regions:
                    # Not the view itself: that would be drawn again and again, and slow the search down.
                    if region.type == "UI":
                        region.tag_redraw()


CLASSES = (SearchProgress, StopSearch)
