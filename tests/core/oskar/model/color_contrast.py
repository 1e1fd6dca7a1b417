# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how well the colors of a cube are told apart, in each theme.

Every pair of faces, and each face and what is behind it in Blender's window, is compared as it is seen by four sights:
that of most people, and those without one of the three kinds of cones. These are simulated by the matrices of
G. Machado, M. Oliveira and L. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
2009, at full severity, as the library colorspacious has them.

The ratio is that of the Web Content Accessibility Guidelines 2.1, from 1 to 21; the lightness is L* of CIELAB, from 0
to 100; the difference is the distance in CIELAB (CIE 1976), of which 2 can just be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

import numpy as np
from colorspacious import cspace_convert
from numpy.typing import NDArray

from puzzle_cubes.oskar.model.box_and_cross import END_LOOK, LOOKS, START_LOOK
from puzzle_cubes.printing.picture import filament

Floats = NDArray[np.float64]

SIGHTS: Mapping[str, str] = MappingProxyType(
    {"normal": "", "protan": "protanomaly", "deutan": "deuteranomaly", "tritan": "tritanomaly"}
)
"""The four sights, and what colorspacious calls them."""

BACKGROUNDS = MappingProxyType({"dark view": filament("#3d3d3d"), "light view": filament("#646464")})
"""What is behind the objects in the 3D view of Blender's own themes, from 4.2 to 5.2."""


@dataclass(frozen=True)
class Contrast:
    """Two colors as a sight sees them: their ratio, and how far apart they are in lightness and in all."""

    first: str
    second: str
    sight: str
    ratio: float
    lightness: float
    difference: float


def seen(linear: tuple[float, ...], sight: str) -> Floats:
    """Return a color in sRGB, from 0 to 1, as a sight sees it."""
    screen = cspace_convert(np.array(linear[:3]), "sRGB1-linear", "sRGB1")
    if SIGHTS[sight]:
        screen = cspace_convert(screen, {"name": "sRGB1+CVD", "cvd_type": SIGHTS[sight], "severity": 100}, "sRGB1")
    clipped: Floats = np.clip(screen, 0.0, 1.0)
    return clipped


def contrast(first: Floats, second: Floats) -> tuple[float, float, float]:
    """Return the ratio of two colors in sRGB, and how far apart they are in lightness and in all."""
    # The second of X, Y and Z is the luminance; that of white is 100.
    light = sorted(float(cspace_convert(color, "sRGB1", "XYZ100")[1]) / 100 for color in (first, second))
    apart = cspace_convert(first, "sRGB1", "CIELab") - cspace_convert(second, "sRGB1", "CIELab")
    return (light[1] + 0.05) / (light[0] + 0.05), abs(float(apart[0])), float(np.linalg.norm(apart))


def contrasts(theme: str) -> Iterator[Contrast]:
    """Yield how all pairs of a theme's faces, and each face and each background, are told apart by each sight."""
    faces = {look.label: look.color for look in LOOKS[theme].plates}
    pairs = [*combinations(faces, 2), *((face, behind) for face in faces for behind in BACKGROUNDS)]
    yield from _compared({**faces, **BACKGROUNDS}, pairs)


def mark_contrasts(theme: str) -> Iterator[Contrast]:
    """Yield how start, end and cross are told from each other and from a theme's faces by each sight."""
    faces = {look.label: look.color for look in LOOKS[theme].plates}
    marks = {look.label: look.color for look in (LOOKS[theme].cross, START_LOOK, END_LOOK)}
    pairs = [*combinations(marks, 2), *((mark, face) for mark in marks for face in faces)]
    yield from _compared({**faces, **marks}, pairs)


def _compared(colors: Mapping[str, tuple[float, ...]], pairs: list[tuple[str, str]]) -> Iterator[Contrast]:
    for sight in SIGHTS:
        shown = {name: seen(color, sight) for name, color in colors.items()}
        for first, second in pairs:
            yield Contrast(first, second, sight, *contrast(shown[first], shown[second]))
