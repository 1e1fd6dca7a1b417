# SPDX-License-Identifier: GPL-3.0-or-later
"""The assembly of a puzzle as an animation: its parts wait apart, and go to their places step by step.

The keys are those of what Blender adds to an object's own place, so this stays what it is, whatever moves it.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ...core.kind.step import keyframes, offsets
from ..data.animation_keys import key_curves, keyed_frames, remove_keys, set_keys
from ..data.units import units_per_millimeter
from .built import Built
from .model import steps_of, way_of
from .properties import PuzzleProperties, puzzle_group
from .puzzles import kept_object, own_items

PATH = "delta_location"


def assembly_frames(group: PuzzleProperties) -> tuple[int, int] | None:
    """Return the first and the last frame of a puzzle's assembly; None where it is not animated."""
    return keyed_frames(_parts(group), PATH)


def animate_assembly(
    collection: bpy.types.Collection, built: Built, first_frame: int, frames_per_step: int, step_pause: int
) -> int:
    """Let the parts go to their places one after another from a frame on, and return the last frame.

    Earlier keys of it are replaced. Raises InputError, before anything is changed, for a pace that cannot be.
    """
    group = puzzle_group(collection)
    steps = steps_of(collection)
    keys = keyframes(steps, first_frame, frames_per_step, step_pause)
    frames = [frame for frame, _ in keys]
    units = units_per_millimeter(built.meters_per_unit)
    for key, places in offsets(steps).items():
        animated = kept_object(group, key)
        if animated is not None:
            set_keys(animated, PATH, frames, units * np.array([places[done] for _, done in keys]))
    return frames[-1]


def follow_assembly(collection: bpy.types.Collection, built: Built) -> None:
    """Let an animation of the assembly that there is follow what was built anew."""
    group = puzzle_group(collection)
    frames = assembly_frames(group)
    if frames is not None:
        animate_assembly(collection, built, frames[0], group.frames_per_step, group.step_pause)


def remove_assembly(group: PuzzleProperties) -> None:
    """Take the keys away, and leave the parts at their own places."""
    for animated in _parts(group):
        if key_curves(animated, PATH):
            remove_keys(animated, PATH)
            animated.delta_location = (0.0, 0.0, 0.0)


def _parts(group: PuzzleProperties) -> Iterator[bpy.types.Object]:
    """Yield the objects of the parts in the way in which a puzzle is printed."""
    return (item.part for item in own_items(group, way_of(group).name) if item.part is not None)
