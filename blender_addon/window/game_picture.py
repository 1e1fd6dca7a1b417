# SPDX-License-Identifier: GPL-3.0-or-later
"""Prepares the 3D view for a game, and puts it back afterwards: the puzzle alone, large, and with nothing selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

from ..data.context import narrowed, present, view_layer_of
from .framing import frame


class GamePicture:
    """The view of a game, from when it is made until it is put back; the view's direction stays the user's."""

    def __init__(self, context: bpy.types.Context, shown: Sequence[bpy.types.Object], left: float = 0.0) -> None:
        """Leave a share of the view at the left to what the game draws there."""
        area = present(context.area)
        space = narrowed(area.spaces.active, bpy.types.SpaceView3D)
        view = present(space.region_3d)
        layer = view_layer_of(context)
        objects = present(layer.objects)
        self._area = area.as_pointer()
        self._selected = [one.name for one in context.selected_objects]
        self._active = "" if objects.active is None else objects.active.name
        self._seen = view.view_perspective, view.view_location.copy(), view.view_distance
        self._alone = False
        others = {one.name for one in context.visible_objects} - {one.name for one in shown}
        if others and not space.local_view:
            self._choose(shown)
            self._alone = _turn_local_view(context, area)
        self._choose(())
        frame(context, shown, game=True, left=left)

    def put_back(self, context: bpy.types.Context) -> None:
        """Show and select again what was before, at the same distance."""
        layer = view_layer_of(context)
        objects = present(layer.objects)
        self._choose([one for one in objects.values() if one is not None and one.name in self._selected])
        # It may have another name by now.
        objects.active = objects.get(self._active) or objects.active
        area = next((one for one in present(context.screen).areas if one.as_pointer() == self._area), None)
        if area is None or area.type != "VIEW_3D":
            return
        space = narrowed(area.spaces.active, bpy.types.SpaceView3D)
        if self._alone and space.local_view:
            _turn_local_view(context, area)
        view = present(space.region_3d)
        view.view_perspective, view.view_location, view.view_distance = self._seen

    def _choose(self, chosen: Sequence[bpy.types.Object]) -> None:
        """Select some objects, and no others."""
        names = {one.name for one in chosen}
        for one in present(view_layer_of(bpy.context).objects).values():
            # What was removed a moment ago is an empty place.
            if one is not None and one.select_get() != (one.name in names):
                one.select_set(one.name in names)


def _turn_local_view(context: bpy.types.Context, area: bpy.types.Area) -> bool:
    """Let a view show what is selected alone, or all again; report whether that was possible."""
    region = next(one for one in area.regions if one.type == "WINDOW")
    # The stubs know no region here.
    override: Any = context.temp_override
    # The stubs know neither what it returns nor how its class is asked.
    turn: Any = bpy.ops.view3d.localview
    with override(area=area, region=region):
        return turn.poll() and "FINISHED" in turn(frame_selected=False)
