# SPDX-License-Identifier: GPL-3.0-or-later
"""The properties with which the sticks of a burr are seen and played with: those of pieces."""

from __future__ import annotations

from ..packing.properties import PUZZLE_PROPERTIES

__all__ = ("PUZZLE_PROPERTIES",)
