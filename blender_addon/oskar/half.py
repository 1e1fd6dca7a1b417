# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's half of the kind: playing, showing, animating and watching."""

from __future__ import annotations

from functools import partial

import bpy

from ..scene.half import Half
from ..window.play_shortcut import add_shortcut, remove_shortcut
from . import animation, play, show_solution, solution_panel, watch, watch_panel
from .animation import AddTurntable, Animate, RemoveAnimation, RemoveTurntable
from .following import follow
from .play import Play
from .show_solution import ShowSolution
from .turntable import remove_turntable
from .watch import PutCross, RemoveWatch, Watch, watch_replaced
from .watch_objects import remove_watched


def _replaced(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Let what was animated and watched of a puzzle go on with the one that has taken its place."""
    animation.animate_replaced(collection, scene)
    watch_replaced(collection, scene)


def _remove(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Remove what a puzzle has besides its parts."""
    remove_watched(collection)
    remove_turntable(collection, scene)


HALF = Half(
    classes=(
        *show_solution.CLASSES,
        *animation.CLASSES,
        *watch.CLASSES,
        *play.CLASSES,
        *solution_panel.CLASSES,
        *watch_panel.CLASSES,
    ),
    follow=follow,
    entries=(
        (Play.bl_idname, "PLAY"),
        (ShowSolution.bl_idname, "HIDE_OFF"),
        (Animate.bl_idname, "ANIM"),
        (RemoveAnimation.bl_idname, "NONE"),
        (AddTurntable.bl_idname, "OUTLINER_OB_CAMERA"),
        (RemoveTurntable.bl_idname, "NONE"),
        (Watch.bl_idname, "NONE"),
        (RemoveWatch.bl_idname, "NONE"),
        (PutCross.bl_idname, "NONE"),
    ),
    replaced=_replaced,
    remove=_remove,
    register=partial(add_shortcut, Play.bl_idname),
    unregister=partial(remove_shortcut, Play.bl_idname),
)
