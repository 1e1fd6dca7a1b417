# SPDX-License-Identifier: GPL-3.0-or-later
"""The materials of a kind's parts: those that all its puzzles share are made at first use."""

from __future__ import annotations

import bpy

from ...core.kind.part import Look
from ..data.materials import shared_material


def look_material(kind_label: str, look: Look) -> bpy.types.Material:
    """Return the material that all puzzles of a kind share for a look; the user's changes to it stay."""
    return shared_material(f"{kind_label} {look.label}", look.color)
