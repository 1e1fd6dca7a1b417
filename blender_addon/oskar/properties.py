# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle keeps of its solution being shown and played."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import bpy
from bpy.props import IntVectorProperty, PointerProperty, StringProperty

from ..data.property_groups import frames, prop, with_properties

TURNTABLE_LABELS = MappingProxyType(
    {"turntable": "Turntable", "turntable_camera": "Turntable Camera", "turntable_light": "Turntable Light"}
)
"""The objects of a turntable: the property that points at each, and its label."""


@with_properties
class AnimationProperties:
    """The times of the animation; shared with the operator."""

    frames_per_move: int = frames("Frames a Move", "Frames that the cross takes for each move", 8, 1)
    turn_pause: int = frames("Pause at Turns", "Frames that the cross waits where the solution turns", 4, 0)


def _turntable_object(key: str) -> Any:
    label = TURNTABLE_LABELS[key]
    return prop(PointerProperty, type=bpy.types.Object, name=label, description=f"The object {label} of the puzzle")


@with_properties
class SolutionProperties:
    """The position that a game has left the cross at, and the turntable."""

    # Read as an array of Blender, written as three numbers.
    cross_position: Any = prop(
        IntVectorProperty,
        name="Cross",
        description="Cell where the cross stands, counted from 0 along X, Y and Z; the start, until it is played",
        size=3,
        # Where none was kept it stands at the start.
        default=(-1, -1, -1),
    )
    earlier_display: str = prop(
        StringProperty,
        name="Earlier Display",
        description="How the walls were shown before the solution was; empty while it is hidden",
    )
    earlier_camera: bpy.types.Object | None = prop(
        PointerProperty,
        type=bpy.types.Object,
        name="Earlier Camera",
        description="The scene's camera before the turntable's",
    )
    turntable: bpy.types.Object | None = _turntable_object("turntable")
    turntable_camera: bpy.types.Object | None = _turntable_object("turntable_camera")
    turntable_light: bpy.types.Object | None = _turntable_object("turntable_light")


class OskarProperties(AnimationProperties, SolutionProperties):
    """What the type checker knows of the group that Blender makes from these properties."""


PUZZLE_PROPERTIES: Mapping[str, Any] = MappingProxyType(
    {**AnimationProperties.__annotations__, **SolutionProperties.__annotations__}
)
"""All of them, for the puzzles of the kind."""
