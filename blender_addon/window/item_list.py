# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists in the sidebar whose items are drawn one like the other."""

from __future__ import annotations

from typing import Any

import bpy


class ItemList:
    """What all lists share: Blender hands over far more than a row needs."""

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
