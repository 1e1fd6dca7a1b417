# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab in the sidebar of the 3D view, and lists in it whose items are drawn one like the other."""

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
    """The base of all panels: their place in the sidebar."""

    bl_space_type: SpaceTypeItems = "VIEW_3D"
    bl_region_type: RegionTypeItems = "UI"
    bl_category = "Puzzle Cubes"

    if TYPE_CHECKING:
        bl_label: str
        layout: bpy.types.UILayout | None

    def draw_header_preset(self, context: bpy.types.Context) -> None:
        """Draw a question mark at the end of the title, which opens the help on the panel.

        It stands once for a panel and those inside of it, whose headings follow on the page.
        """
        if self.layout is not None and not getattr(self, "bl_parent_id", ""):
            # The stubs do not know which properties it has.
            opener: Any = self.layout.operator(OpenHelp.bl_idname, text="", icon="QUESTION", emboss=False)
            opener.topic = topic_of(self.bl_label)


class ClosedSidebar(Sidebar):
    """The base of panels that are closed at first."""

    # The stubs know no type for it that this could be.
    bl_options: Any = {"DEFAULT_CLOSED"}


class ItemList:
    """The base of all lists: Blender hands over far more than a row needs."""

    # So many arguments Blender asks for.
    def draw_item(  # noqa: PLR0917
        self,
        context: bpy.types.Context,
        layout: bpy.types.UILayout,
        data: Any,
        item: Any,
        icon: Any,
        active_data: Any,
        active_property: str | None,
        index: int | None = 0,
        flt_flag: int | None = 0,
    ) -> None:
        """Draw an item of the list."""
        self.draw_row(layout, item)

    def draw_row(self, layout: bpy.types.UILayout, item: Any) -> None:
        """Draw what a row shows of its item."""
