# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab in the sidebar of the 3D view."""

from __future__ import annotations


class Sidebar:
    """What all panels share: their place in the sidebar."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Oskar's Cube"
