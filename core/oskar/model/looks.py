# SPDX-License-Identifier: GPL-3.0-or-later
"""How the parts of a puzzle look."""

from __future__ import annotations

from ...kind.part import Color, Look

BOX_COLOR: Color = (0.80, 0.34, 0.07, 1.0)
"""Of the whole box, where its plates look alike."""

CROSS_LOOK = Look("Cross", (0.03, 0.16, 0.32, 1.0))
START_LOOK = Look("Start", (0.25, 0.85, 0.01, 1.0), mark=True)
END_LOOK = Look("End", (0.82, 0.012, 0.10, 1.0), mark=True)

HALFWAY: Color = (1.0, 0.80, 0.10, 1.0)
"""Of the middle of the solution, whose color runs from that of the start to that of the end."""

WAY_STEPS = 9
"""So many colors the solution has."""

PLATE_LOOKS = (
    Look("X Plates", (0.95, 0.78, 0.42, 1.0)),
    Look("Y Plates", (0.08, 0.02, 0.01, 1.0)),
    Look("Z Plates", (0.74, 0.24, 0.035, 1.0)),
)
"""Of the plates across x, y and z: the faces YZ, XZ and XY. They differ most in lightness, which all eyes see."""


def _way_color(step: int) -> Color:
    """Return the color of a step of the solution, counted from 0."""
    share = 2 * step / (WAY_STEPS - 1)
    begin, end = (START_LOOK.color, HALFWAY) if share < 1 else (HALFWAY, END_LOOK.color)
    red, green, blue, alpha = (first + share % 1 * (last - first) for first, last in zip(begin, end, strict=True))
    return (red, green, blue, alpha) if share < 2 else END_LOOK.color


WAY_LOOKS = tuple(Look(f"Way {step + 1}", _way_color(step)) for step in range(WAY_STEPS))
"""Of the solution, from its start to its end."""
