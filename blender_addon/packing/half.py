# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's half of the kind: solutions, one after another, and the search for more."""

from __future__ import annotations

from ..scene.half import Half
from . import search_on, solutions_panel
from .search_on import SearchOn

HALF = Half(
    classes=(*search_on.CLASSES, *solutions_panel.CLASSES),
    entries=((SearchOn.bl_idname, "VIEWZOOM"),),
)
