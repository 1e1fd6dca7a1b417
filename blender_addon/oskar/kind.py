# SPDX-License-Identifier: GPL-3.0-or-later
"""Oskar's Cube in Blender: playing, showing, animating and watching, and what follows when a box is built anew."""

from __future__ import annotations

from functools import partial

import bpy
import numpy as np
from numpy.typing import NDArray

from ...core.oskar.game import standing_position
from ...core.oskar.maze.faces import Size
from ...core.oskar.model.box_and_cross import CROSS
from ..data.animation_keys import change_keys, key_curves
from ..scene.built import Built
from ..scene.puzzle import KindInBlender, ScenePuzzle
from ..window.game import add_shortcut, remove_shortcut
from . import draw, play, size_gizmos, solution, watch
from .draw import DrawLetters, DrawWalls
from .play import Play
from .properties import OskarProperties
from .puzzle import place_in
from .solution import (
    AddTurntable,
    Animate,
    RemoveAnimation,
    RemoveTurntable,
    ShowSolution,
    fit_turntable,
    remove_turntable,
)
from .watch import PutCross, RemoveWatch, Watch, watch_replaced
from .watch_objects import fit_watched, remove_watched


def _follow(puzzle: ScenePuzzle, earlier: Built | None) -> None:
    """Put the cross, its keys, the turntable and what is watched to their new places."""
    own: OskarProperties = puzzle.own
    content, now, cross = puzzle.puzzle, puzzle.needed_built, puzzle.kept_object(CROSS)
    if earlier is None:
        own.cross_position = content.start
    # A cross that was taken off the box stays where the user has put it.
    if cross is not None and cross.parent == puzzle.group.carrier:
        if earlier is not None and cross.animation_data is not None:
            _move_keys(cross, content.size, earlier, now)
        x, y, z = own.cross_position
        cross.location = place_in(content.size, standing_position(content, (x, y, z)), now)
    if own.turntable is not None:
        fit_turntable(puzzle)
    if own.watch_blocks is not None:
        fit_watched(puzzle)


def _move_keys(cross: bpy.types.Object, size: Size, earlier: Built, now: Built) -> None:
    """Let the keys of the cross stay at their cells when the puzzle gets other dimensions."""
    if not key_curves(cross, "location"):
        return
    old, new = (np.array([place_in(size, (cell, cell, cell), built) for cell in (0, 1)]) for built in (earlier, now))

    def moved(axis: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        # Rounded, so that single precision loses nothing however often the dimensions change.
        cells = ((values - old[0, axis]) / (old[1, axis] - old[0, axis])).round(3)
        places: NDArray[np.float64] = new[0, axis] + cells * (new[1, axis] - new[0, axis])
        return places

    change_keys(cross, "location", moved)


def _replaced(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Let what was animated and watched of a puzzle go on with the one that has taken its place, on which none drew."""
    puzzle.own.drawn = ""
    solution.animate_replaced(puzzle, scene)
    watch_replaced(puzzle, scene)


def _remove(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove what a puzzle has besides its parts."""
    remove_watched(puzzle)
    solution.leave_camera(bpy.context, puzzle)
    remove_turntable(puzzle, scene)


IN_BLENDER = KindInBlender(
    classes=(
        *solution.CLASSES,
        *watch.OPERATORS,
        *play.CLASSES,
        *draw.CLASSES,
        *size_gizmos.CLASSES,
        *watch.CLASSES,
    ),
    hooks=watch.HOOKS,
    follow=_follow,
    entries=(
        (Play.bl_idname, "PLAY"),
        (DrawWalls.bl_idname, "GREASEPENCIL"),
        (DrawLetters.bl_idname, "FONT_DATA"),
        (ShowSolution.bl_idname, "HIDE_OFF"),
        (Animate.bl_idname, "ANIM"),
        (RemoveAnimation.bl_idname, "NONE"),
        (AddTurntable.bl_idname, "OUTLINER_OB_CAMERA"),
        (RemoveTurntable.bl_idname, "NONE"),
        (Watch.bl_idname, "NONE"),
        (RemoveWatch.bl_idname, "NONE"),
        (PutCross.bl_idname, "NONE"),
    ),
    arrows={"plate": (1.0, 0.75, 0.1), "passage": (0.15, 0.8, 1.0), "wall": (1.0, 0.35, 0.85)},
    replaced=_replaced,
    remove=_remove,
    register=partial(add_shortcut, Play.bl_idname),
    unregister=partial(remove_shortcut, Play.bl_idname),
)
