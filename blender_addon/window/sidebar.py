# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab in the sidebar of the 3D view."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import RegionTypeItems, SpaceTypeItems


class Sidebar:
    """What all panels share: their place in the sidebar."""

    bl_space_type: SpaceTypeItems = "VIEW_3D"
    bl_region_type: RegionTypeItems = "UI"
    bl_category = "Puzzle Cubes"
