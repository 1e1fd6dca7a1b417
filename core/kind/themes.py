# SPDX-License-Identifier: GPL-3.0-or-later
"""Themes: sets of filaments in whose colors a puzzle is shown, drawn and written.

Each kind says what it takes of a theme; the dimensions of a puzzle name the theme, so that all that is made of its
parts has the same colors.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..common.options import Choice, option
from .part import Color, Look

CLASSIC, OCEAN, SIGNAL, CONTRAST, MONO = "classic", "ocean", "signal", "contrast", "mono"

THEMES: Mapping[str, Choice] = MappingProxyType(
    {
        CLASSIC: Choice("Classic", "Cream, amber and terracotta round a blue cross; pieces in many colors"),
        OCEAN: Choice("Ocean", "Blues from foam to deep water, with an orange cross; pieces also in sand and coral"),
        SIGNAL: Choice("Gray and Signal", "Grays, with a cross or some of the pieces in the colors of signals"),
        CONTRAST: Choice("High Contrast", "Colors that differ most in light, also for eyes that mix up hues"),
        MONO: Choice("Mono", "Shades of gray only, as for a single filament"),
    }
)
"""The themes by their names; the first one is the default."""

COLORS = "colors"
"""What the dimensions of every kind with themes call the theme of a puzzle."""

MEANING = "The filaments in whose colors the puzzle is shown and drawn, and which 3MF files name"


def colors_option() -> Any:
    """Declare the theme as a field of dimensions, which is called as ``COLORS`` says."""
    return option(CLASSIC, "Colors", MEANING, choices=THEMES)


def filament(screen: str) -> Color:
    """Return a color that is given as on screens: a ``#`` and two hexadecimal digits for red, green and blue each."""
    red, green, blue = (_linear(int(screen[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return red, green, blue, 1.0


def _linear(value: float) -> float:
    """Return the linear light of a value of sRGB, both from 0 to 1 (IEC 61966-2-1)."""
    # Rounded, so that powers are the same on every machine.
    return round(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4, 6)


def themed_look(theme: str, label: str, screen: str) -> Look:
    """Return a look in a theme's filament; its label names the theme, but for the first one."""
    return Look(label if theme == CLASSIC else f"{THEMES[theme].label} {label}", filament(screen))
