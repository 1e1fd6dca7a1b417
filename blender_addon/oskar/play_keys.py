# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game, besides those that move the cross."""

from __future__ import annotations

from types import MappingProxyType

HINT, TAKE_BACK, RESTART = "H", "BACK_SPACE", "R"

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
