# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's half of the kind: playing, showing and animating the solution."""

from __future__ import annotations

from functools import partial

from ..scene.half import Half
from ..window.play_shortcut import add_shortcut, remove_shortcut
from . import animation, play, show_solution, solution_panel, version_0_1
from .animation import AddTurntable, Animate, RemoveAnimation, RemoveTurntable
from .following import follow
from .play import Play
from .show_solution import ShowSolution
from .turntable import remove_turntable

HALF = Half(
    classes=(*show_solution.CLASSES, *animation.CLASSES, *play.CLASSES, *solution_panel.CLASSES),
    follow=follow,
    entries=(
        (Play.bl_idname, "PLAY"),
        (ShowSolution.bl_idname, "HIDE_OFF"),
        (Animate.bl_idname, "ANIM"),
        (RemoveAnimation.bl_idname, "NONE"),
        (AddTurntable.bl_idname, "OUTLINER_OB_CAMERA"),
        (RemoveTurntable.bl_idname, "NONE"),
    ),
    upgrade=version_0_1.upgrade,
    replaced=animation.animate_replaced,
    remove=remove_turntable,
    register=partial(add_shortcut, Play.bl_idname),
    unregister=partial(remove_shortcut, Play.bl_idname),
)
