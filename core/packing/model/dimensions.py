# SPDX-License-Identifier: GPL-3.0-or-later
"""The dimensions of a printed packing puzzle, in millimeters, and which of its solutions is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...common.errors import InputError
from ...common.options import MILLIMETERS, STEPS, Options, option
from ...kind.themes import colors_option

SMALLEST_INSET = 0.01
"""Cubes that touch at an edge only would share it with less."""

THINNEST_SHARE = 0.25
"""The most of a cube's side that the insets may take."""

DEEPEST_LETTERS = 2.0
"""In millimeters; deeper ones are not read better."""

DEEPEST_SHARE = 0.2
"""The most of a cube's side that letters may be deep."""

MOST_SHOWN = 20_000
"""Solutions that can be chosen; no more are kept."""


def _length(
    default: float, label: str, meaning: str, *, least: float = 0.01, most: float = 1000.0, zero: bool = False
) -> Any:
    return option(default, label, meaning, least=least, most=most, zero=zero, unit=MILLIMETERS)


@dataclass(frozen=True)
class Dimensions(Options):
    """All dimensions that a user gives, in millimeters, the number of the solution that is shown, and the colors.

    Raises InputError, with a sentence for the user, when they cannot be built.
    """

    cube: float = _length(15.0, "Cube", "Side of a unit cube, with the insets", least=1.0)
    inset: float = _length(
        0.1,
        "Inset",
        "How far each side of a piece lies inside of its cubes; the gap between two pieces is twice as wide",
        least=SMALLEST_INSET,
        most=10.0,
    )
    bevel: float = _length(
        0.4,
        "Bevel",
        "Width of the slopes at 45 degrees along the edges of the pieces; those on the bed are 0.4 mm wide at most, so "
        "that they need no supports, and inner edges are filled by as much as those, so that joints of cubes are the "
        "stronger for it; 0 for none",
        most=100.0,
        zero=True,
    )
    letters: float = _length(
        0.0,
        "Letters",
        "Depth of the letter in each piece, that of the assembly steps; it looks up in print; 0 for none",
        most=DEEPEST_LETTERS,
        zero=True,
    )
    tray_wall: float = _length(2.0, "Box Wall", "Thickness of the walls of tray and lid; 0 for no box", zero=True)
    tray_gap: float = _length(0.4, "Box Gap", "Gap between the pieces and each side of the tray", most=100.0)
    lid_gap: float = _length(0.2, "Lid Gap", "Gap between the tray and each side of its lid", most=100.0)
    joint: float = _length(
        0.15,
        "Joint Gap",
        "Gap between a peg and each side of its socket, where pieces are cut into parts",
        most=2.0,
    )
    solution: int = option(
        1,
        "Solution",
        "The number of the solution in which the pieces are put together; beyond the last one it is the last",
        least=1,
        most=MOST_SHOWN,
        unit=STEPS,
        flag="show_solution",
    )
    colors: str = colors_option()

    def __post_init__(self) -> None:
        """Check each dimension by itself, then what is left of a cube."""
        super().__post_init__()
        if 2 * self.inset > THINNEST_SHARE * self.cube + 1e-9:
            raise InputError(
                f"Inset is {self.inset:g} mm: with cubes of {self.cube:g} mm it must be at most "
                f"{THINNEST_SHARE * self.cube / 2:g} mm."
            )
        if self.letters > DEEPEST_SHARE * self.cube + 1e-9:
            raise InputError(
                f"Letters is {self.letters:g} mm: with cubes of {self.cube:g} mm it must be at most "
                f"{DEEPEST_SHARE * self.cube:g} mm."
            )
