# SPDX-License-Identifier: GPL-3.0-or-later
"""The looks of the parts of a puzzle, in each theme.

The three faces differ most in lightness, which all eyes see, and all are lighter than what is behind them in Blender's
window. Marks, numbers and solution are the same in all themes. ``scripts/color_contrast.py`` compares them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...kind.part import Color, Look
from ...kind.themes import CLASSIC, CONTRAST, MONO, OCEAN, SIGNAL, filament, themed_look

START_LOOK = Look("Start", filament("#3cc490"), mark=True)
END_LOOK = Look("End", filament("#b030c0"), mark=True)

NUMBER_LOOK = Look("Number", filament("#3a3a3e"))
"""Of the notches that number a plate, to see them; they are printed like the plate."""

HALFWAY = filament("#f7e65c")
"""Of the middle of the solution, whose color runs from that of the start to that of the end."""

WAY_STEPS = 9
"""So many colors the solution has."""


@dataclass(frozen=True)
class BoxLooks:
    """The looks of a puzzle in a theme.

    ``plates`` are those across x, y and z: the faces YZ, XZ and XY; ``box`` is the color of the whole box, where its
    plates look alike.
    """

    plates: tuple[Look, Look, Look]
    cross: Look

    @property
    def box(self) -> Color:
        """The color that is neither the lightest nor the darkest."""
        return self.plates[2].color


def _looks(theme: str, *, x: str, y: str, z: str, cross: str) -> BoxLooks:
    first, second, third = (
        themed_look(theme, f"{axis} Plates", color) for axis, color in zip("XYZ", (x, y, z), strict=True)
    )
    return BoxLooks((first, second, third), themed_look(theme, "Cross", cross))


LOOKS: Mapping[str, BoxLooks] = MappingProxyType(
    {
        CLASSIC: _looks(CLASSIC, x="#fdf3d8", y="#dc7036", z="#f0b932", cross="#b4c0ff"),
        OCEAN: _looks(OCEAN, x="#eef5fb", y="#4a9ac4", z="#98cdee", cross="#f2a25c"),
        SIGNAL: _looks(SIGNAL, x="#f2f2f2", y="#8c9096", z="#c0c3c6", cross="#ff6a13"),
        CONTRAST: _looks(CONTRAST, x="#ffffff", y="#3d8bfd", z="#f2c200", cross="#ff9a4d"),
        MONO: _looks(MONO, x="#dedede", y="#8c8c8c", z="#b4b4b4", cross="#ffffff"),
    }
)
"""By the names of themes."""


def _way_color(step: int) -> Color:
    """Return the color of a step of the solution, counted from 0."""
    share = 2 * step / (WAY_STEPS - 1)
    begin, end = (START_LOOK.color, HALFWAY) if share < 1 else (HALFWAY, END_LOOK.color)
    red, green, blue, alpha = (first + share % 1 * (last - first) for first, last in zip(begin, end, strict=True))
    return (red, green, blue, alpha) if share < 2 else END_LOOK.color


WAY_LOOKS = tuple(Look(f"Way {step + 1}", _way_color(step)) for step in range(WAY_STEPS))
"""Of the solution, from its start to its end."""
