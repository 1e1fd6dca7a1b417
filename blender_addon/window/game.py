# SPDX-License-Identifier: GPL-3.0-or-later
"""Games that are played by keys in a 3D view: what all of them share, whatever the puzzle."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

import bpy

from ..data.context import manager_of, preferences_of, present
from .areas import set_status
from .results import Result, refuse
from .running_operator import RunningOperator, is_one_running
from .view_keys import KEEP, LEAVE, is_for_blender

KEPT, PUT_BACK, CUT_SHORT = "kept", "put back", "cut short"
"""How a game can end: with all left where it is, with all put back, and without being asked."""

POINTER = ("LEFTMOUSE", "MOUSEMOVE")
"""The events of the mouse that a game may answer."""


class GameOperator(RunningOperator):
    """An operator that is a game in the 3D view where it was begun, until it is left."""

    @classmethod
    def in_the_way(cls, context: bpy.types.Context) -> str:
        """Return what keeps a game from beginning, as a sentence: it takes Object Mode, and there is one at a time."""
        if context.mode != "OBJECT":
            return "Go back to Object Mode first: press Tab, or choose it at the upper left of the view"
        return "A game is running: leave it with Return or Esc" if is_one_running(GameOperator) else ""

    @staticmethod
    def has_view(context: bpy.types.Context) -> bool:
        """Report whether there is a 3D view to play in."""
        return not bpy.app.background and context.area is not None and context.area.type == "VIEW_3D"

    def execute(self, context: bpy.types.Context) -> Result:
        """Refuse: without keys there is nothing to play."""
        return refuse(self, "Play needs a 3D view in a window: press its button in the sidebar there.")

    def begin(self, context: bpy.types.Context, keys: str) -> Result:
        """Begin the game where no animation goes on; header and status bar say what its keys are."""
        if present(context.screen).is_animation_playing:
            bpy.ops.screen.animation_cancel(restore_frame=False)
        area = present(context.area)
        self._area = area.as_pointer()
        self._began = self._time = monotonic()
        self._ended = CUT_SHORT
        area.header_text_set(keys)
        set_status(context, keys)
        return self.run_beside(context, 1 / 60)

    def cancel(self, context: bpy.types.Context) -> None:
        """Put all back and clear up, when Blender ends the game."""
        # What is left of a file that is being closed need not be put back.
        with suppress(ReferenceError):
            self.put_back()
        super().cancel(context)

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Do what an event asks for."""
        if not self.is_there():
            self.report({"WARNING"}, "The game is over: the puzzle was changed meanwhile")
            return {"CANCELLED"}
        areas = present(present(context.window).screen).areas
        area = next((area for area in areas if area.as_pointer() == self._area), None)
        if area is None or area.type != "VIEW_3D":
            self.report({"WARNING"}, "The game is over: its 3D view was closed")
            self.put_back()
            return {"CANCELLED"}
        if event.type == "TIMER":
            now = monotonic()
            self.advance(now - self._time, area)
            self._time = now
            return {"PASS_THROUGH"}
        if event.type in POINTER and not event.alt and self.point(event, area):
            area.tag_redraw()
            return {"RUNNING_MODAL"}
        inputs = preferences_of(context).inputs
        emulated = event.type == "LEFTMOUSE" and event.alt and inputs.use_mouse_emulate_3_button
        if emulated or is_for_blender(event.type, event.ctrl, event.alt):
            return {"PASS_THROUGH"}
        # Blender takes a key that is quickly pressed again for a double click.
        if event.value not in {"PRESS", "DOUBLE_CLICK"} or event.ctrl or event.alt or event.oskey:
            return {"RUNNING_MODAL"}
        area.tag_redraw()
        if event.type == LEAVE:
            self._ended = PUT_BACK
            self.put_back()
            return {"CANCELLED"}
        if event.type in KEEP:
            self._ended = KEPT
            return self.keep(context)
        self.press(event, area)
        return {"RUNNING_MODAL"}

    def is_there(self) -> bool:
        """Report whether the puzzle is there, as the game has left it: one that nothing can take away always is."""
        return True

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Let what moves go on for some time."""

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Do what the mouse asks for; report whether it is the game's."""
        return False

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for that ends nothing."""

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave all where it is, and return how the operator ends: what changes nothing needs no undo step."""
        return {"FINISHED"}

    def put_back(self) -> None:
        """Put all back to where it was before the game."""

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take away what the game has put into the window."""
        for screen in bpy.data.screens:
            for area in screen.areas:
                if area.as_pointer() == self._area:
                    area.header_text_set(None)
        set_status(context, "")


def add_shortcut(idname: str) -> None:
    """Let Ctrl Alt P begin a game, by its idname, in Object Mode; Blender begins the one that can begin.

    That is one of the add-ons' keys, which there are only in a window.
    """
    configuration = manager_of(bpy.context).keyconfigs.addon
    if configuration is not None:
        keymap = configuration.keymaps.new(name="Object Mode", space_type="EMPTY")
        keymap.keymap_items.new(idname, type="P", value="PRESS", ctrl=True, alt=True)


def remove_shortcut(idname: str) -> None:
    """Take the shortcut away."""
    configuration = manager_of(bpy.context).keyconfigs.addon
    if configuration is not None:
        items = configuration.keymaps["Object Mode"].keymap_items
        for item in [item for item in items if item.idname == idname]:
            items.remove(item)
