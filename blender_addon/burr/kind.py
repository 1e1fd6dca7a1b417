# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs in Blender: all that packing puzzles have there."""

from __future__ import annotations

from dataclasses import replace

from ..packing.kind import IN_BLENDER as PACKING
from ..scene.puzzle import KindInBlender

_OWN = KindInBlender()

# What is registered once serves both kinds.
IN_BLENDER = replace(PACKING, classes=(), hooks={}, register=_OWN.register, unregister=_OWN.unregister)
