# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game with pieces, besides those that move one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...core.common.playing import AWAY, RIGHT, UP, Direction

NEXT, HOP, HINT, TAKE_BACK, RESTART, CHOOSE = "TAB", "SPACE", "H", "BACK_SPACE", "R", "LEFTMOUSE"

TURNS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = MappingProxyType(
    {
        "I": ((UP, 1), (AWAY, 1)),
        "K": ((UP, 1), (AWAY, -1)),
        "L": ((AWAY, -1), (RIGHT, 1)),
        "J": ((AWAY, -1), (RIGHT, -1)),
        "O": ((UP, 1), (RIGHT, 1)),
        "U": ((UP, 1), (RIGHT, -1)),
    }
)
"""How each key turns a piece: what points into one direction of the view points into the other one then.

So I and K tip it away and nearer, L and J turn its front to the right and to the left, O and U roll it.
"""

MOVE_MEANINGS = MappingProxyType(
    {"W S A D Q E": "Move", "I K J L U O": "Turn", "Space": "In or Out", "Tab or Click": "Choose"}
)
OTHER_MEANINGS = MappingProxyType(
    {"H": "Hint, again: Do It", "Backspace": "Take Back", "R": "Restart", "Return": "Stop Here", "Esc": "Cancel"}
)
"""What the keys do, by their names on the keyboard, in two rows."""

HELP = "    ".join(f"{key}: {meaning}" for key, meaning in {**MOVE_MEANINGS, **OTHER_MEANINGS}.items())
"""What the header of the view and the status bar show."""


def turn_in_view(key: str, axes: tuple[Direction, Direction, Direction]) -> tuple[Direction, Direction]:
    """Return between which directions a key turns a piece; ``axes`` go to the right, up and away in the view."""
    (begin, begin_sign), (end, end_sign) = TURNS[key]
    return (axes[begin][0], begin_sign * axes[begin][1]), (axes[end][0], end_sign * axes[end][1])
