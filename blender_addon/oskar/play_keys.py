# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import bpy
from mathutils import Matrix

from ...core.oskar.play.game import Direction
from ...core.oskar.play.keys_by_view import AWAY, RIGHT, UP, axes_in_view

LETTERS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"D": (RIGHT, 1), "A": (RIGHT, -1), "W": (UP, 1), "S": (UP, -1), "E": (AWAY, 1), "Q": (AWAY, -1)}
)
"""Where in a view each letter moves the cross, or the other way."""

_ARROWS = {
    "RIGHT_ARROW": (RIGHT, 1),
    "LEFT_ARROW": (RIGHT, -1),
    "UP_ARROW": (UP, 1),
    "DOWN_ARROW": (UP, -1),
    "PAGE_UP": (AWAY, 1),
    "PAGE_DOWN": (AWAY, -1),
}
KEYS: Mapping[str, tuple[int, int]] = MappingProxyType({**LETTERS, **_ARROWS})
"""Where in a view each key moves the cross, by Blender's name of it."""


def moves_in_view(view: bpy.types.RegionView3D, box: Matrix) -> dict[str, Direction]:
    """Return the direction of each key in a view, for a box that stands in the world as a matrix says."""
    turned = view.view_matrix.to_3x3() @ box.to_3x3().normalized()
    # Its rows are the view's directions in the axes of the box; Blender's third one is that to the eye.
    axes = axes_in_view([[sign * turned[row][axis] for axis in range(3)] for row, sign in ((0, 1), (1, 1), (2, -1))])
    return {key: (axes[seen][0], step * axes[seen][1]) for key, (seen, step) in KEYS.items()}


def letters_in_view(view: bpy.types.RegionView3D, box: Matrix) -> dict[Direction, str]:
    """Return the letter of each direction in a view."""
    moves = moves_in_view(view, box)
    return {moves[letter]: letter for letter in LETTERS}


HINT, TAKE_BACK, RESTART, LEAVE = "H", "BACK_SPACE", "R", "ESC"
KEEP = ("RET", "NUMPAD_ENTER")

MEANINGS = MappingProxyType(
    {
        "H": "Hint",
        "Backspace": "Take Back",
        "R": "Restart",
        "Return": "Stop Here",
        "Esc": "Cancel",
    }
)
"""What the other keys do, by their names on the keyboard."""

HELP = "    ".join(
    ("W S A D Q E, or arrows and Page Up/Down: Move", *(f"{key}: {meaning}" for key, meaning in MEANINGS.items()))
)
"""What the header of the view and the status bar show."""

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
