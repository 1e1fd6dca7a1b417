# SPDX-License-Identifier: GPL-3.0-or-later
"""The looks of a puzzle: themes, which are sets of filaments, and small pictures.

Each kind says what it takes of a theme; the dimensions of a puzzle name the theme, so that all that is made of its
parts has the same colors. A small picture shows the top, the front and the right side of a box as a cube seen from a
corner. It is drawn from squares of plain colors, not from solids, so that many of them are there at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..common.options import Choice, option
from ..printing.picture import screen_color
from ..printing.printed_object import Floats
from .part import Color, Look

_ACROSS, _RISE = sqrt(3) / 2, 0.5
"""How far a step along x or y goes to the right, and down or up; one along z goes straight up (isometric)."""

_FINER = 2
"""So many pixels along each side are drawn for one of the picture, which smooths the edges."""


@dataclass(frozen=True, eq=False)
class Sides:
    """The colors of the squares of three sides, linear with alpha: arrays of shape (x, y, 4), (x, z, 4), (y, z, 4)."""

    top: Floats
    front: Floats
    right: Floats


def drawn(sides: Sides, side: int) -> NDArray[np.uint8]:
    """Return a square picture of a box on a transparent background, shape (side, side, 4), from the top left."""
    x, y, z = *sides.top.shape[:2], sides.front.shape[1]
    fine = _FINER * side
    width, low, high = (x + y) * _ACROSS, -x * _RISE, y * _RISE + z
    middles = (np.arange(fine, dtype=np.float32) + 0.5 - fine / 2) * (max(width, high - low) / fine)
    # In steps along x or y to the right, and in steps along z upward.
    along, up = (middles + width / 2)[None, :] / _ACROSS, ((low + high) / 2 - middles)[:, None]
    shown = np.zeros((fine, fine, 4), dtype=np.float32)
    half = (up - z) / (2 * _RISE)
    for colors, first, second in (
        (sides.top, along / 2 - half, along / 2 + half),
        (sides.front, along + 0 * up, up + _RISE * along),
        (sides.right, along - x + 0 * up, up + x * _RISE - _RISE * (along - x)),
    ):
        columns, rows = np.floor(first).astype(np.intp), np.floor(second).astype(np.intp)
        inside = (columns >= 0) & (columns < colors.shape[0]) & (rows >= 0) & (rows < colors.shape[1])
        shown[inside] = colors[columns[inside], rows[inside]]
    shown[..., :3] *= shown[..., 3:]
    summed = shown.reshape(side, _FINER, side, _FINER, 4).sum(axis=(1, 3))
    alpha = summed[..., 3:]
    pixels = np.empty((side, side, 4), dtype=np.uint8)
    pixels[..., :3] = screen_color(summed[..., :3] / np.maximum(alpha, 1e-6))
    pixels[..., 3:] = np.round(255 * alpha / _FINER**2)
    return pixels


CLASSIC, OCEAN, SIGNAL, CONTRAST, MONO = "classic", "ocean", "signal", "contrast", "mono"

THEMES: Mapping[str, Choice] = MappingProxyType(
    {
        CLASSIC: Choice("Classic", "Cream, amber and terracotta round a blue cross; pieces in many colors"),
        OCEAN: Choice("Ocean", "Blues from foam to deep water, with an orange cross; pieces also in sand and coral"),
        SIGNAL: Choice("Gray and Signal", "Grays, with a cross or some of the pieces in the colors of signals"),
        CONTRAST: Choice("High Contrast", "Colors that differ most in light, also for eyes that mix up hues"),
        MONO: Choice("Mono", "Shades of gray, as for a single filament; only what marks start and end has colors"),
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


def color_between(run: Sequence[Color], share: float) -> Color:
    """Return the color at a share, from 0 to 1, of the way through some colors."""
    steps = (len(run) - 1) * share
    place = min(int(steps), len(run) - 2)
    pairs = zip(run[place], run[place + 1], strict=True)
    red, green, blue, alpha = (first + (steps - place) * (last - first) for first, last in pairs)
    return red, green, blue, alpha


def themed_look(theme: str, label: str, screen: str) -> Look:
    """Return a look in a theme's filament; its label names the theme, but for the first one."""
    return Look(label if theme == CLASSIC else f"{THEMES[theme].label} {label}", filament(screen))
