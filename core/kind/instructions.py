# SPDX-License-Identifier: GPL-3.0-or-later
"""The advice beside the steps for somebody who puts a puzzle together."""

from __future__ import annotations

from dataclasses import dataclass

Way = tuple[int, int]
"""A way along an axis: its number, and 1 or -1."""


@dataclass(frozen=True)
class Instructions:
    """Sentences that go with the steps, and how the puzzle stands in their pictures.

    ``axes`` are the ways that lead to the right, to the back and upward there; ``marks`` say how parts are told apart,
    ``before`` what to know before the first step, ``trial`` what to try after the last one, and ``moves`` the moves
    to try.
    """

    axes: tuple[Way, Way, Way] = ((0, 1), (1, 1), (2, 1))
    marks: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    trial: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
