# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle keeps of its solution being shown and played."""

from __future__ import annotations

import bpy
from bpy.props import IntProperty, IntVectorProperty, PointerProperty

from .names import TURNTABLE_LABELS


class AnimationProperties:
    """The times of the animation; shared with the operator."""

    frames_per_move: IntProperty(  # type: ignore[valid-type]
        name="Frames a Move", description="Frames that the cross takes for each move", default=8, soft_min=1
    )
    turn_pause: IntProperty(  # type: ignore[valid-type]
        name="Pause at Turns",
        description="Frames that the cross waits where the solution turns",
        default=4,
        soft_min=0,
    )


class SolutionProperties(AnimationProperties):
    """The animation, the position that a game has left the cross at, and the turntable."""

    __annotations__ = {
        **AnimationProperties.__annotations__,
        "cross_position": IntVectorProperty(
            name="Cross",
            description="Cell where the cross stands, counted from 0 along X, Y and Z; the start, until it is played",
            size=3,
            # Where none was kept it stands at the start.
            default=(-1, -1, -1),
        ),
        "earlier_camera": PointerProperty(
            type=bpy.types.Object, name="Earlier Camera", description="The scene's camera before the turntable's"
        ),
        **{
            key: PointerProperty(type=bpy.types.Object, name=label, description=f"The object {label} of the puzzle")
            for key, label in TURNTABLE_LABELS.items()
        },
    }
