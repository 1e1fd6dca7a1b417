# SPDX-License-Identifier: GPL-3.0-or-later
"""Where pieces were left, as a text that is kept with the puzzle."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ...polycubes.terms.turns import ROTATIONS
from .game import Lying

FURTHEST = 10_000
"""Cells from 0; no room is larger."""


def lying_to_text(lying: Sequence[Lying]) -> str:
    """Return the text: for each piece the number of its turn, and its place."""
    return json.dumps([[ROTATIONS.index(one.turn), *one.place] for one in lying])


def lying_from_text(text: str) -> tuple[Lying, ...]:
    """Return how pieces lie; nothing where the text does not say so."""
    try:
        return tuple(_lying(one) for one in json.loads(text or "[]"))
    except (ValueError, TypeError, RecursionError):
        return ()


def _lying(numbers: object) -> Lying:
    """Return how one piece lies; raises ValueError or TypeError for what does not say so."""
    if not isinstance(numbers, list) or not all(type(one) is int and abs(one) <= FURTHEST for one in numbers):
        raise ValueError("no four numbers")
    turn, x, y, z = numbers
    if not 0 <= turn < len(ROTATIONS):
        raise ValueError("no turn")
    return Lying(ROTATIONS[turn], (x, y, z))
