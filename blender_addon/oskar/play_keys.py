# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game."""

from __future__ import annotations

from types import MappingProxyType

from ...core.oskar.play.game import Direction

LETTERS = MappingProxyType({(0, 1): "D", (0, -1): "A", (1, 1): "W", (1, -1): "S", (2, 1): "E", (2, -1): "Q"})
"""The letter that moves the cross in each direction."""

_ARROWS = {
    "RIGHT_ARROW": (0, 1),
    "LEFT_ARROW": (0, -1),
    "UP_ARROW": (1, 1),
    "DOWN_ARROW": (1, -1),
    "PAGE_UP": (2, 1),
    "PAGE_DOWN": (2, -1),
}
MOVES: MappingProxyType[str, Direction] = MappingProxyType(
    {letter: direction for direction, letter in LETTERS.items()} | _ARROWS
)
"""The direction of each key, by Blender's name of it."""

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
