# SPDX-License-Identifier: GPL-3.0-or-later
"""How the parts of a puzzle look."""

from __future__ import annotations

from ...kind.part import Color, Look

BOX_COLOR: Color = (0.80, 0.34, 0.07, 1.0)
"""Of the whole box, where its plates look alike."""

CROSS_LOOK = Look("Cross", (0.03, 0.16, 0.32, 1.0))
SOLUTION_LOOK = Look("Solution", (0.02, 0.50, 0.32, 1.0))
PLATE_LOOKS = (
    Look("X Plates", (0.93, 0.70, 0.30, 1.0)),
    Look("Y Plates", (0.40, 0.05, 0.03, 1.0)),
    Look("Z Plates", (0.80, 0.30, 0.05, 1.0)),
)
"""Of the plates across x, y and z: the faces YZ, XZ and XY. They differ most in lightness, which all eyes see."""
