# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines of the panel on a puzzle's measures.

Like an update function, Blender 4.2 never lets go of a function that reads a property; so this module holds no bpy
(see ``dimension_update``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log10
from types import MappingProxyType
from typing import Any

READABLE = 20.0
"""Up to this power of two, a million, a number is written out."""


def _power_of_two(exponent: float) -> str:
    """Return a power of two as one reads it: two digits and zeros, or a power of ten."""
    if exponent > READABLE:
        return f"10^{log10(2) * exponent:.0f}"
    return f"{int(float(f'{2**exponent:.1e}')):,}"


MEASURE_TEXTS: Mapping[str, tuple[str, Callable[[Any], str]]] = MappingProxyType(
    {
        "length": ("Length", lambda group: f"{group.length} moves"),
        "straight_moves": ("Straight Moves", lambda group: str(group.straight_moves)),
        "decisions": ("Decisions", lambda group: str(group.decisions)),
        "bits": ("Guessed Right", lambda group: f"1 in {_power_of_two(group.bits)}"),
        "dead_ends": ("Dead Ends", lambda group: str(group.dead_ends)),
        "reachable": ("Reachable", lambda group: f"{group.reachable} of {group.positions}"),
        "corners": ("Corners", lambda group: f"{group.corners} of {2 ** sum(cells > 1 for cells in group.size)}"),
        "loops": ("Loops", lambda group: str(group.loops)),
        "components": ("Regions", lambda group: f"{group.components}, the largest {group.largest_component}"),
    }
)
"""The label of each line, and its text."""


def keep(group: Any, text: str) -> None:
    """Ignore what is typed over a text that only tells something."""
