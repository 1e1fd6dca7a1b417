# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes in Blender: solutions and placements one after another, games, and the search for more."""

from __future__ import annotations

from ..scene.puzzle import KindInBlender
from ..tab.search_on import SEARCH_ON
from ..window.game import add_shortcut, remove_shortcut
from . import draw_pieces, from_object, pieces_panel, play, view
from .draw_pieces import DrawPieces
from .from_object import PuzzleFromObject, leave_blender, use_blender
from .play import PlayPieces
from .view import HOOKS, follow_places, forget_view, remove_view


def _register() -> None:
    add_shortcut(PlayPieces.bl_idname)
    use_blender()


def _unregister() -> None:
    leave_blender()
    remove_shortcut(PlayPieces.bl_idname)


IN_BLENDER = KindInBlender(
    classes=(
        *play.CLASSES,
        *draw_pieces.CLASSES,
        *view.CLASSES,
        *from_object.CLASSES,
        *pieces_panel.CLASSES,
    ),
    entries=((PlayPieces.bl_idname, "PLAY"), (DrawPieces.bl_idname, "GREASEPENCIL"), (SEARCH_ON, "VIEWZOOM")),
    makers=((PuzzleFromObject.bl_idname, "MOD_EXPLODE"),),
    hooks=HOOKS,
    arrows={"cube": (1.0, 0.75, 0.1), "inset": (1.0, 0.35, 0.85)},
    replaced=forget_view,
    placed=follow_places,
    remove=remove_view,
    register=_register,
    unregister=_unregister,
)
