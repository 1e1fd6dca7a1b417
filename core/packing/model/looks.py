# SPDX-License-Identifier: GPL-3.0-or-later
"""The colors of pieces, and those of the box."""

from __future__ import annotations

from ...kind.part import Look

PIECE_LOOKS = (
    Look("Red", (0.72, 0.03, 0.03, 1.0)),
    Look("Green", (0.05, 0.38, 0.08, 1.0)),
    Look("Blue", (0.03, 0.13, 0.60, 1.0)),
    Look("Orange", (0.90, 0.26, 0.02, 1.0)),
    Look("Yellow", (0.90, 0.68, 0.05, 1.0)),
    Look("Purple", (0.28, 0.04, 0.42, 1.0)),
    Look("Sky", (0.20, 0.56, 0.83, 1.0)),
    Look("Pink", (0.85, 0.35, 0.52, 1.0)),
    Look("Brown", (0.19, 0.08, 0.03, 1.0)),
    Look("Lime", (0.48, 0.75, 0.10, 1.0)),
    Look("Teal", (0.02, 0.28, 0.30, 1.0)),
    Look("White", (0.82, 0.80, 0.75, 1.0)),
    Look("Black", (0.02, 0.02, 0.025, 1.0)),
)
"""Of the pieces in turn; after the last one they begin anew."""

BOX_LOOK = Look("Box", (0.55, 0.40, 0.24, 1.0))


def look_of(piece: int) -> Look:
    """Return the look of a piece by its number, counted from 0."""
    return PIECE_LOOKS[piece % len(PIECE_LOOKS)]
