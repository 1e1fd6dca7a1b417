# SPDX-License-Identifier: GPL-3.0-or-later
"""The properties with which a puzzle's solution is shown, played and watched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import bpy
from bpy.props import (
    BoolProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    IntVectorProperty,
    PointerProperty,
    StringProperty,
)

from ...core.common.options import Choice
from ...core.oskar.courses import CHOICES, DISTANCES
from ...core.oskar.watched import LONGEST
from ..data.interface import all_properties, frames, prop, with_properties
from ..scene import hooks
from ..scene.option_properties import items

TURNTABLE_LABELS = MappingProxyType(
    {"turntable": "Turntable", "turntable_camera": "Turntable Camera", "turntable_light": "Turntable Light"}
)
"""The objects of a turntable: the property that points at each, and its label."""

WATCH_LABELS = MappingProxyType(
    {"watch_blocks": "Watched", "watch_walker": "Watched Walker", "watch_text": "Watched Line"}
)
"""The objects of what is watched: the property that points at each, and its label; the others hang on the first."""

START, END = "START", "END"
"""Where what is watched begins."""


@with_properties
class AnimationProperties:
    """The times of the animation; shared with the operator."""

    frames_per_move: int = frames("Frames a Move", "Frames that the cross takes for each move", 8, 1)
    turn_pause: int = frames("Pause at Turns", "Frames that the cross waits where the solution turns", 4, 0)


def _watched(make: Callable[..., object], name: str, description: str, **limits: Any) -> Any:
    """Declare a property that what is watched follows."""
    changed = hooks.changed("oskar.watch:watched_changed")
    return prop(make, name, description, options=set(), update=changed, **limits)


def _owned_object(labels: Mapping[str, str], key: str) -> Any:
    label = labels[key]
    return prop(PointerProperty, label, f"The object {label} of the puzzle", type=bpy.types.Object)


BEGINNINGS = {
    START.lower(): Choice("Start", "From the start of the puzzle"),
    END.lower(): Choice("End", "From the end of the puzzle, back to its start"),
}


@with_properties
class WatchProperties:
    """The properties of what is watched, and for how long; shared with the operator."""

    watched: str = _watched(EnumProperty, "Show", "What is watched", items=items(CHOICES), default=DISTANCES.upper())
    watch_from: str = _watched(EnumProperty, "From", "Where it begins", items=items(BEGINNINGS), default=START)
    watch_seconds: float = _watched(
        FloatProperty,
        "Seconds",
        "How long the animation takes; each frame shows as many steps as that needs",
        default=12.0,
        soft_min=1.0,
        soft_max=120.0,
        max=LONGEST,
    )
    watch_seed: int = _watched(IntProperty, "Walk Seed", "Another number gives another random walk", default=1, min=0)


@with_properties
class PlaceProperties:
    """The position that the cross can be put at; shared with the operator."""

    # Read as an array of Blender, written as three numbers.
    free_place: Any = prop(
        IntVectorProperty,
        "Cross At",
        "Cell where the cross is put, counted from 0 along X, Y and Z, whether a way leads there or not",
        size=3,
        subtype="XYZ",
        options=set(),
    )


@with_properties
class SolutionProperties:
    """The position that a game has left the cross at, what was drawn, and the turntable."""

    # Read as an array of Blender, written as three numbers.
    cross_position: Any = prop(
        IntVectorProperty,
        "Cross",
        "Cell where the cross stands, counted from 0 along X, Y and Z; the start, until it is played",
        size=3,
        # Where none was kept it stands at the start.
        default=(-1, -1, -1),
    )
    drawn: str = prop(
        StringProperty,
        "Drawn",
        "The walls and passages that were drawn by hand, which stay when a search completes the rest",
    )
    earlier_display: str = prop(
        StringProperty, "Earlier Display", "How the walls were shown before the solution was; empty while it is hidden"
    )
    hides_cross: bool = prop(BoolProperty, "Hides Cross", "Whether the cross is hidden while the solution is shown")
    earlier_camera: bpy.types.Object | None = prop(
        PointerProperty, "Earlier Camera", "The scene's camera before the turntable's", type=bpy.types.Object
    )
    through_camera: bool = prop(
        BoolProperty, "Through Camera", "Whether a view was turned to look through the turntable's camera"
    )
    turntable: bpy.types.Object | None = _owned_object(TURNTABLE_LABELS, "turntable")
    turntable_camera: bpy.types.Object | None = _owned_object(TURNTABLE_LABELS, "turntable_camera")
    turntable_light: bpy.types.Object | None = _owned_object(TURNTABLE_LABELS, "turntable_light")
    watch_blocks: bpy.types.Object | None = _owned_object(WATCH_LABELS, "watch_blocks")
    watch_walker: bpy.types.Object | None = _owned_object(WATCH_LABELS, "watch_walker")
    watch_text: bpy.types.Object | None = _owned_object(WATCH_LABELS, "watch_text")
    watch_line: str = prop(
        StringProperty,
        "Watched Line",
        "The sentences on what is watched, and at which frames they are shown; empty while nothing is",
    )
    watch_hidden: str = prop(StringProperty, "Hidden", "The parts that are hidden while something is watched")


class OskarProperties(AnimationProperties, WatchProperties, PlaceProperties, SolutionProperties):
    """The group that Blender makes from these properties, as the type checker knows it."""


PUZZLE_PROPERTIES: Mapping[str, Any] = all_properties(OskarProperties)
"""All of them, for the puzzles of the kind."""
