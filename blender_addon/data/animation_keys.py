# SPDX-License-Identifier: GPL-3.0-or-later
"""Keyframes with straight lines or jumps between them, in every Blender: from 5.0 an action has its curves in slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import dist
from typing import Any, Literal

import bpy
import numpy as np
from numpy.typing import NDArray

from ...core.common.errors import InputError

LAST_FRAME = 1_048_574
"""Blender has no frame after it."""


def key_curves(owner: bpy.types.Object, data_path: str) -> list[bpy.types.FCurve]:
    """Return the curves that animate a property of an object, those of its axes; none if nothing does."""
    return [curve for curve in _curves(owner) if curve.data_path == data_path]


def animating_curves(owner: bpy.types.ID) -> list[bpy.types.FCurve]:
    """Return the curves by which an object or a scene is driven or keyed, in its action or in tracks."""
    animation = getattr(owner, "animation_data", None)
    if animation is None:
        return []
    strips = [strip for track in animation.nla_tracks for strip in track.strips if strip.action is not None]
    curves = [*animation.drivers, *_curves(owner)]
    for strip in strips:
        curves += _curves_in(strip.action, getattr(strip, "action_slot", None))
    return curves


def scale_curve(curve: bpy.types.FCurve, factor: float) -> None:
    """Multiply what a curve gives: its keys, or if it is a driver's, the line from its value to what it drives."""
    change_curve(curve, lambda values: factor * values)
    for modifier in curve.modifiers:
        if isinstance(modifier, bpy.types.FModifierGenerator):
            modifier.coefficients = [factor * number for number in modifier.coefficients]


def keyed_frames(owners: Iterable[bpy.types.Object], data_path: str) -> tuple[int, int] | None:
    """Return the first and the last frame at which a property of any of these objects has a key; None without keys."""
    curves = (curve for owner in owners for curve in key_curves(owner, data_path))
    frames = [round(frame) for curve in curves for frame in curve.range().to_tuple()]
    return (min(frames), max(frames)) if frames else None


def nearest_key(owner: bpy.types.Object, data_path: str, value: Sequence[float]) -> tuple[float, int]:
    """Return how near a keyed property of several axes comes to a value at its keys, and at which frame at first."""
    curves = key_curves(owner, data_path)
    frames = {round(point.co.x) for curve in curves for point in curve.keyframe_points}
    wanted = [value[curve.array_index] for curve in curves]
    return min((dist([curve.evaluate(frame) for curve in curves], wanted), frame) for frame in frames)


def set_keys(
    owner: bpy.types.Object,
    data_path: str,
    frames: Sequence[int],
    values: NDArray[np.float64],
    interpolation: Literal["LINEAR", "CONSTANT"] = "LINEAR",
) -> None:
    """Let a property of several axes go along straight lines, or jump; ``values`` has shape (frames, axes).

    Earlier keys of the property are replaced, those of others stay. Raises InputError for frames that Blender has not.
    """
    check_last_frame(frames[-1])
    remove_keys(owner, data_path)
    # This makes the action, with whatever this Blender's actions have inside.
    owner.keyframe_insert(data_path, frame=frames[0])
    for axis, curve in enumerate(key_curves(owner, data_path)):
        points = curve.keyframe_points
        points.add(len(frames) - len(points))
        points.foreach_set("co", np.column_stack((frames, values[:, axis])).astype(np.float32).ravel())
        for point in points:
            point.interpolation = interpolation
            # For those who like it smoother and change the interpolation.
            point.handle_left_type = point.handle_right_type = "AUTO_CLAMPED"
        curve.update()


def check_last_frame(frame: int) -> None:
    """Raise InputError for an animation that would end at a frame that Blender has not."""
    if frame > LAST_FRAME:
        raise InputError(
            f"The animation would end at frame {frame:,}: the last one that Blender has is {LAST_FRAME:,}. "
            "Give each of what it shows fewer frames."
        )


def change_keys(
    owner: bpy.types.Object, data_path: str, change: Callable[[int, NDArray[np.float64]], NDArray[np.float64]]
) -> None:
    """Give the keys of a property other values and leave them at their frames; ``change`` is given the axis, too."""
    for curve in key_curves(owner, data_path):
        change_curve(curve, partial(change, curve.array_index))


def change_curve(curve: bpy.types.FCurve, change: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> None:
    """Give the keys of a curve, also of a driver's, other values and leave them at their frames."""
    for name in ("co", "handle_left", "handle_right"):
        points = np.empty(2 * len(curve.keyframe_points), dtype=np.float32)
        curve.keyframe_points.foreach_get(name, points)
        points[1::2] = change(points[1::2].astype(np.float64))
        curve.keyframe_points.foreach_set(name, points)
    curve.update()


def remove_keys(owner: bpy.types.Object, data_path: str) -> None:
    """Take the keys of a property away, and the action with them if nothing else is in it."""
    removed = key_curves(owner, data_path)
    if not removed:
        return
    curves = _curves(owner)
    for curve in removed:
        curves.remove(curve)
    animation = owner.animation_data
    action = None if animation is None else animation.action
    if animation is not None and action is not None and not curves:
        animation.action = None
        if action.users == 0:
            bpy.data.actions.remove(action)


def _curves(owner: bpy.types.ID) -> Any:
    """Return all curves of the action of an object or a scene."""
    animation = getattr(owner, "animation_data", None)
    if animation is None or animation.action is None:
        return ()
    return _curves_in(animation.action, getattr(animation, "action_slot", None))


def _curves_in(action: bpy.types.Action, slot: Any) -> Any:
    """Return all curves of an action: a collection of one type or another, as this Blender's actions have."""
    if not hasattr(action, "layers"):
        return action.fcurves
    strips = (strip for layer in action.layers for strip in layer.strips)
    bags = (strip.channelbag(slot) for strip in strips if isinstance(strip, bpy.types.ActionKeyframeStrip))
    return next((bag.fcurves for bag in bags if bag), ())
