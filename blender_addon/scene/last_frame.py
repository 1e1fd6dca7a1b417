# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene's last frame, which animations of puzzles set, and which is put back when the last one is removed."""

from __future__ import annotations

import bpy

from ..data.animation_keys import keyed_frames
from .properties import scene_group
from .puzzle import puzzles_in

PATHS = ("location", "delta_location")
"""What the animations of parts move."""


def end_with(scene: bpy.types.Scene, last: int) -> None:
    """Let a scene end with an animation, and keep where it ended before there was one."""
    group = scene_group(scene)
    if not group.earlier_end:
        group.earlier_end = scene.frame_end
    scene.frame_end = last


def put_end_back(scene: bpy.types.Scene) -> None:
    """Let a scene end with the animations that are left; without any, where it ended before."""
    group = scene_group(scene)
    parts = [list(puzzle.objects.values()) for puzzle in puzzles_in(scene)]
    ends = [frames[1] for some in parts for path in PATHS if (frames := keyed_frames(some, path))]
    if ends:
        scene.frame_end = max(ends)
    elif group.earlier_end:
        scene.frame_end, group.earlier_end = group.earlier_end, 0
