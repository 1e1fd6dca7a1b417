# SPDX-License-Identifier: GPL-3.0-or-later
"""The looks of what is watched: colors that run from first to last, and those that stand for one thing."""

from __future__ import annotations

from ..kind.looks import color_between
from ..kind.part import Color, Look
from .model.box_and_cross import END_LOOK, START_LOOK

STEPS = 16
"""So many colors run from first to last, or from near to far."""

_RUN: tuple[Color, ...] = (
    (0.03, 0.05, 0.30, 1.0),
    (0.02, 0.35, 0.45, 1.0),
    (0.20, 0.62, 0.12, 1.0),
    (0.95, 0.68, 0.03, 1.0),
    (0.85, 0.12, 0.02, 1.0),
)
"""Through these colors, which become lighter up to the last but one, so that eyes that mix up hues see the order."""


LOOKS = (
    *(Look(f"Watched {step + 1}", color_between(_RUN, step / (STEPS - 1))) for step in range(STEPS)),
    START_LOOK,
    END_LOOK,
    Look("Watched New", (1.0, 0.95, 0.75, 1.0)),
    Look("Watched Thread", (0.35, 0.35, 0.38, 1.0)),
    Look("Watched Passage", (0.80, 0.42, 0.10, 1.0)),
    Look("Watched Joined", (0.45, 0.20, 0.55, 1.0)),
    Look("Watched Open", (0.16, 0.48, 0.80, 1.0)),
    Look("Watched Filled", (0.10, 0.08, 0.08, 1.0)),
    Look("Watched Once", (0.98, 0.70, 0.05, 1.0)),
    Look("Watched Twice", (0.50, 0.05, 0.03, 1.0)),
    Look("Watched Walker", (0.42, 0.02, 0.60, 1.0)),
    Look("Watched Letters", (1.0, 1.0, 1.0, 1.0)),
    Look("Watched Board", (0.02, 0.02, 0.02, 1.0)),
)
"""All looks; a block has the number of one."""

START, END, NEW, THREAD, PASSAGE, JOINED, OPEN, FILLED, ONCE, TWICE, WALKER, LETTERS, BOARD = range(STEPS, len(LOOKS))


def run_look(number: int, count: int) -> int:
    """Return the look of one of several things that come one after another, counted from 0."""
    return min(STEPS - 1, number * STEPS // max(1, count))
