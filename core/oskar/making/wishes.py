# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user may wish of any puzzle, and how far one is from that."""

from __future__ import annotations

from dataclasses import dataclass

from ...common.words import counted
from ..maze.measures import Measures, corner_positions
from .settings import Settings


@dataclass(frozen=True, order=True)
class Shortfall:
    """How many wishes are not met, and by how much in all, each as a share; less is better."""

    wishes: int
    share: float


def shortfall(settings: Settings, measures: Measures) -> Shortfall:
    """Return what a puzzle with these measures lacks."""
    shares = []
    if settings.minimum_length:
        shares.append(max(0, settings.minimum_length - measures.length) / settings.minimum_length)
    if settings.all_corners:
        corners = len(corner_positions(settings.size))
        shares.append((corners - measures.corners) / corners)
    return Shortfall(sum(share > 0 for share in shares), sum(shares))


def unmet(settings: Settings, measures: Measures) -> str:
    """Return, in sentences, the wishes that the best puzzle does not meet, and what it has instead."""
    sentences = []
    if measures.length < settings.minimum_length:
        sentences.append(
            f"Minimum length is {settings.minimum_length}: the best has {counted(measures.length, 'move')}."
        )
    corners = len(corner_positions(settings.size))
    if settings.all_corners and measures.corners < corners:
        sentences.append(f"All corners were to be reachable: in the best {measures.corners} of {corners} are.")
    return " ".join(sentences)
