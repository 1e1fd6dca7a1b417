# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab in the sidebar of the 3D view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy

from ..data.context import present
from .help import OpenHelp, topic_of

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import RegionTypeItems, SpaceTypeItems


def split_layout(layout: bpy.types.UILayout | None) -> bpy.types.UILayout:
    """Return a panel's layout, with labels before values and nothing to animate behind them."""
    layout = present(layout)
    layout.use_property_split = True
    layout.use_property_decorate = False
    return layout


class Sidebar:
    """What all panels share: their place in the sidebar."""

    bl_space_type: SpaceTypeItems = "VIEW_3D"
    bl_region_type: RegionTypeItems = "UI"
    bl_category = "Puzzle Cubes"

    if TYPE_CHECKING:
        bl_idname: str
        layout: bpy.types.UILayout | None

    def draw_header_preset(self, context: bpy.types.Context) -> None:
        """Draw a question mark at the end of the title, which opens the help on the panel."""
        if self.layout is not None:
            # The stubs do not know which properties it has.
            opener: Any = self.layout.operator(OpenHelp.bl_idname, text="", icon="QUESTION", emboss=False)
            opener.topic = topic_of(self.bl_idname)
