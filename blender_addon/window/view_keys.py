# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of games in a view: where they lead as it is seen, and which of all events are Blender's meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import bpy
from mathutils import Matrix

from ...core.common.playing import AWAY, RIGHT, UP, Direction, axes_in_view

LETTERS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"D": (RIGHT, 1), "A": (RIGHT, -1), "W": (UP, 1), "S": (UP, -1), "E": (AWAY, 1), "Q": (AWAY, -1)}
)
"""Where in a view each letter moves something, or the other way."""

_ARROWS = {
    "RIGHT_ARROW": (RIGHT, 1),
    "LEFT_ARROW": (RIGHT, -1),
    "UP_ARROW": (UP, 1),
    "DOWN_ARROW": (UP, -1),
    "PAGE_UP": (AWAY, 1),
    "PAGE_DOWN": (AWAY, -1),
}
KEYS: Mapping[str, tuple[int, int]] = MappingProxyType({**LETTERS, **_ARROWS})
"""Where in a view each key moves something, by Blender's name of it."""

LEAVE = "ESC"
KEEP = ("RET", "NUMPAD_ENTER")
"""The keys that end a game: with all put back, and with all left where it is."""


def directions_in_view(view: bpy.types.RegionView3D, grid: Matrix) -> tuple[Direction, Direction, Direction]:
    """Return what goes to the right, up and away in a view, for a grid that stands in the world as a matrix says."""
    turned = view.view_matrix.to_3x3() @ grid.to_3x3().normalized()
    # Its rows are the view's directions in the axes of the grid; Blender's third one is that to the eye.
    return axes_in_view([[sign * turned[row][axis] for axis in range(3)] for row, sign in ((0, 1), (1, 1), (2, -1))])


def moves_in_view(view: bpy.types.RegionView3D, grid: Matrix) -> dict[str, Direction]:
    """Return the direction of each key in a view, for a grid that stands in the world as a matrix says."""
    axes = directions_in_view(view, grid)
    return {key: (axes[seen][0], step * axes[seen][1]) for key, (seen, step) in KEYS.items()}


def letters_in_view(view: bpy.types.RegionView3D, grid: Matrix) -> dict[Direction, str]:
    """Return the letter of each direction in a view."""
    moves = moves_in_view(view, grid)
    return {moves[letter]: letter for letter in LETTERS}


_MOUSE = ("MIDDLEMOUSE", "MOUSEMOVE", "INBETWEEN_MOUSEMOVE", "MOUSEROTATE", "MOUSESMARTZOOM")
_VIEW = (*_MOUSE, "TRACKPADPAN", "TRACKPADZOOM", "HOME")


def is_for_blender(kind: str, ctrl: bool, alt: bool) -> bool:
    """Report whether an event of a type goes on to Blender during a game: timers, and what moves the view.

    Nothing else does: with Ctrl the numpad's 0 would choose a camera, and the wheel would change a value or the frame.
    """
    if kind.startswith("WHEEL"):
        return not (ctrl or alt)
    if kind.startswith("NUMPAD_"):
        return kind not in KEEP and not (ctrl and kind == "NUMPAD_0")
    return kind in _VIEW or kind.startswith(("NDOF_", "TIMER", "WINDOW_"))
