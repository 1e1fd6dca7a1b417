# SPDX-License-Identifier: GPL-3.0-or-later
"""Games that are played by keys and by dragging in a 3D view: what all of them share, whatever the puzzle.

A game has the puzzle alone in the view, large, and with nothing selected, and puts that back afterwards. Its keys lead
where the view shows; which of all events are Blender's meanwhile is said here, and the one rule for all that goes on in
a view until it is left: Return keeps what was done, Esc puts all back, and Ctrl Z takes back a step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from types import MappingProxyType
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector

from ...core.common.playing import AWAY, RIGHT, UP, Direction, axes_in_view
from ..data.interface import manager_of, narrowed, preferences_of, present, view_layer_of
from .drawing import Point, free_part
from .framing import LEAST_PIXELS, areas_at, frame, seen_way, stop_animation, window_region
from .running_operator import TICK, Result, RunningOperator


class GamePicture:
    """The view of a game, from when it is made until it is put back; the view's direction stays the user's.

    A local view of the user's own shows what is played with alone, too, and then what it has shown before.
    """

    def __init__(
        self, context: bpy.types.Context, shown: Sequence[bpy.types.Object], rows: int, left: float = 0.0
    ) -> None:
        """Leave room to a board with some rows of keys, and a share of the view at the left to what is drawn there."""
        area = present(context.area)
        space = narrowed(area.spaces.active, bpy.types.SpaceView3D)
        view = present(space.region_3d)
        layer = view_layer_of(context)
        objects = present(layer.objects)
        self._area = area.as_pointer()
        self._selected = [selected.name for selected in context.selected_objects]
        self._active = "" if objects.active is None else objects.active.name
        self._seen = view.view_perspective, view.view_location.copy(), view.view_distance
        self._alone = False
        beside = {visible.name for visible in context.visible_objects} - {part.name for part in shown}
        self._own = _shown_alone(context, space)
        if beside and not space.local_view:
            self._choose(shown)
            self._alone = _turn_local_view(context, area)
        self.stay_alone(context, shown)
        self._choose(())
        frame(context, shown, rows=rows, left=left)

    def stay_alone(self, context: bpy.types.Context, shown: Sequence[bpy.types.Object]) -> None:
        """Let the local view show what is played with, and nothing that came meanwhile or was brought back."""
        names = {part.name for part in shown}
        space = narrowed(present(context.area).spaces.active, bpy.types.SpaceView3D)
        if space.local_view:
            for known in _known(context):
                known.local_view_set(space, known.name in names)

    def put_back(self, context: bpy.types.Context) -> None:
        """Show and select again what was before, at the same distance."""
        layer = view_layer_of(context)
        objects = present(layer.objects)
        self._choose([known for known in _known(context) if known.name in self._selected])
        # It may have another name by now.
        objects.active = objects.get(self._active) or objects.active
        area = next(areas_at(self._area, context), None)
        if area is None or area.type != "VIEW_3D":
            return
        space = narrowed(area.spaces.active, bpy.types.SpaceView3D)
        if self._alone and space.local_view:
            _turn_local_view(context, area)
        elif space.local_view:
            for known in _known(context):
                known.local_view_set(space, self._own.get(known.name, True))
        view = present(space.region_3d)
        view.view_perspective, view.view_location, view.view_distance = self._seen

    def _choose(self, chosen: Sequence[bpy.types.Object]) -> None:
        """Select some objects, and no others."""
        names = {part.name for part in chosen}
        for known in _known(bpy.context):
            if known.select_get() != (known.name in names):
                known.select_set(known.name in names)


def _known(context: bpy.types.Context) -> list[bpy.types.Object]:
    """Return the objects of the view layer: what was removed a moment ago is an empty place there."""
    return [known for known in present(view_layer_of(context).objects).values() if known is not None]


def _shown_alone(context: bpy.types.Context, space: bpy.types.SpaceView3D) -> dict[str, bool]:
    """Return by their names whether the local view of a 3D view shows objects, or would; nothing where it has none."""
    if not space.local_view:
        return {}
    depsgraph = context.evaluated_depsgraph_get()
    # What is hidden is not evaluated, and what is not does not know.
    return {
        known.name: known.hide_viewport or known.hide_get() or known.evaluated_get(depsgraph).local_view_get(space)
        for known in _known(context)
    }


def _turn_local_view(context: bpy.types.Context, area: bpy.types.Area) -> bool:
    """Let a view show what is selected alone, or all again; report whether that was possible."""
    # The stubs know no region here.
    override: Any = context.temp_override
    # The stubs know neither what it returns nor how its class is asked.
    turn: Any = bpy.ops.view3d.localview
    with override(area=area, region=window_region(area)):
        return turn.poll() and "FINISHED" in turn(frame_selected=False)


LETTERS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"D": (RIGHT, 1), "A": (RIGHT, -1), "W": (UP, 1), "S": (UP, -1), "E": (AWAY, 1), "Q": (AWAY, -1)}
)
"""Where in a view each letter moves something, or the other way."""

_ARROWS = {
    "RIGHT_ARROW": (RIGHT, 1),
    "LEFT_ARROW": (RIGHT, -1),
    "UP_ARROW": (UP, 1),
    "DOWN_ARROW": (UP, -1),
    "PAGE_UP": (AWAY, 1),
    "PAGE_DOWN": (AWAY, -1),
}
KEYS: Mapping[str, tuple[int, int]] = MappingProxyType({**LETTERS, **_ARROWS})
"""Where in a view each key moves something, by Blender's name of it."""

LEAVE = "ESC"
KEEP = ("RET", "NUMPAD_ENTER")
"""The keys that end a game: with all put back, and with all left where it is."""


def is_undo(event: bpy.types.Event) -> bool:
    """Report whether an event is Ctrl Z, or Ctrl Shift Z, which brings back what was undone."""
    return event.type == "Z" and (event.ctrl or event.oskey) and not event.alt


def is_copy(event: bpy.types.Event) -> bool:
    """Report whether an event is Ctrl C."""
    return event.type == "C" and (event.ctrl or event.oskey) and not event.alt


DECIDED = 0.6
"""A drag goes on to the next cell once the pointer is so much of one farther."""


class PointerDrag:
    """A drag that begins with the pointer at a place of a region, and with the thing at one of the world."""

    def __init__(
        self,
        region: bpy.types.Region,
        view: bpy.types.RegionView3D,
        pointer: Point,
        place: Vector,
        cells: Sequence[Vector],
    ) -> None:
        """Take the ways in the world that are one cell along each direction."""
        self._begin = np.array(pointer)
        self._ways = np.array([seen_way(region, view, place, cell) for cell in cells])
        self.done = [0] * len(cells)
        """Cells that the thing has gone along each direction; the owner counts them."""

    def next_step(self, pointer: Point) -> tuple[int, int] | None:
        """Return the direction, by its number, and the step along it that the thing has to go to follow the pointer."""
        if np.linalg.norm(self._ways, axis=1).min() < LEAST_PIXELS:
            return None
        asked = np.linalg.lstsq(self._ways.T, np.array(pointer) - self._begin, rcond=None)[0] - self.done
        farthest = int(np.abs(asked).argmax())
        if abs(asked[farthest]) < DECIDED:
            return None
        return farthest, 1 if asked[farthest] > 0 else -1


def grid_of(piece: bpy.types.Object) -> Matrix:
    """Return where in the world the grid stands in which an object has its place."""
    return piece.matrix_world @ piece.matrix_basis.inverted_safe()


def directions_in_view(view: bpy.types.RegionView3D, grid: Matrix) -> tuple[Direction, Direction, Direction]:
    """Return what goes to the right, up and away in a view, for a grid that stands in the world as a matrix says."""
    turned = view.view_matrix.to_3x3() @ grid.to_3x3().normalized()
    # Its rows are the view's directions in the axes of the grid; Blender's third one is that to the eye.
    return axes_in_view([[sign * turned[row][axis] for axis in range(3)] for row, sign in ((0, 1), (1, 1), (2, -1))])


def moves_in_view(view: bpy.types.RegionView3D, grid: Matrix) -> dict[str, Direction]:
    """Return the direction of each key in a view, for a grid that stands in the world as a matrix says."""
    axes = directions_in_view(view, grid)
    return {key: (axes[seen][0], step * axes[seen][1]) for key, (seen, step) in KEYS.items()}


def letters_in_view(view: bpy.types.RegionView3D, grid: Matrix) -> dict[Direction, str]:
    """Return the letter of each direction in a view."""
    moves = moves_in_view(view, grid)
    return {moves[letter]: letter for letter in LETTERS}


_MOUSE = ("MIDDLEMOUSE", "MOUSEMOVE", "INBETWEEN_MOUSEMOVE", "MOUSEROTATE", "MOUSESMARTZOOM")
_VIEW = (*_MOUSE, "TRACKPADPAN", "TRACKPADZOOM", "HOME")


def is_for_blender(kind: str, ctrl: bool, alt: bool) -> bool:
    """Report whether an event of a type goes on to Blender during a game: timers, and what moves the view.

    Nothing else does: with Ctrl the numpad's 0 would choose a camera, and the wheel would change a value or the frame.
    """
    if kind.startswith("WHEEL"):
        return not (ctrl or alt)
    if kind.startswith("NUMPAD_"):
        return kind not in KEEP and not (ctrl and kind == "NUMPAD_0")
    return kind in _VIEW or kind.startswith(("NDOF_", "TIMER", "WINDOW_"))


KEPT, PUT_BACK, CUT_SHORT = "kept", "put back", "cut short"
"""How a game can end: with all left where it is, with all put back, and without being asked."""

POINTER = ("LEFTMOUSE", "MOUSEMOVE")
"""The events of the mouse that a game may answer."""

LEAVE_FIRST = "Leave this first: Return keeps it, Esc puts it back."
"""What is said to a click on a button, which would not know what it meets."""


def _is_beside(event: bpy.types.Event, area: bpy.types.Area) -> bool:
    """Report whether the pointer is not in the part of a 3D view that no sidebar lies over."""
    region = window_region(area)
    free, x, y = free_part(area, region), event.mouse_x - region.x, event.mouse_y - region.y
    return not (free.left <= x < free.right and 0 <= y < free.top)


class GameOperator(RunningOperator):
    """An operator that is a game in the 3D view where it was begun, until it is left."""

    work_seconds = TICK
    """How long a task goes on at a tick."""

    def begin(self, context: bpy.types.Context) -> Result:
        """Begin the game where no animation goes on."""
        stop_animation(context)
        self._area = present(context.area).as_pointer()
        self._began = self._time = monotonic()
        self._ended = CUT_SHORT
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
        area = next(areas_at(self._area, context), None)
        if area is None or area.type != "VIEW_3D":
            self.report({"WARNING"}, "The game is over: its 3D view was closed")
            self.put_back()
            return {"CANCELLED"}
        if event.type == "TIMER":
            now = monotonic()
            self.advance(now - self._time, area)
            self._time = now
            self.go_on(context, self.work_seconds)
            return {"PASS_THROUGH"}
        if event.type == "LEFTMOUSE" and event.value in {"PRESS", "DOUBLE_CLICK"} and _is_beside(event, area):
            self.say(LEAVE_FIRST)
            area.tag_redraw()
            return {"RUNNING_MODAL"}
        if event.type in POINTER and not event.alt and self.point(event, area):
            area.tag_redraw()
            return {"RUNNING_MODAL"}
        if is_undo(event):
            area.tag_redraw()
            if event.value in {"PRESS", "DOUBLE_CLICK"}:
                self.undo(area, again=event.shift)
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

    def say(self, sentence: str) -> None:
        """Show a sentence over the view for a while."""

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Let what moves go on for some time."""

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Do what the mouse asks for; report whether it is the game's."""
        return False

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for that ends nothing."""

    def undo(self, area: bpy.types.Area, *, again: bool) -> None:
        """Take a step back, or do ``again`` what was taken back."""

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave all where it is, and return how the operator ends: what changes nothing needs no undo step."""
        return {"FINISHED"}

    def put_back(self) -> None:
        """Put all back to where it was before the game."""


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
