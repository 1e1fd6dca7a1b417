# SPDX-License-Identifier: GPL-3.0-or-later
"""Files in which parts stand together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .part import Point


@dataclass(frozen=True)
class Assembled:
    """Where parts stand in a file, in millimeters, by their keys; it is to be printed, or only to be looked at."""

    places: Mapping[str, Point]
    printed: bool
