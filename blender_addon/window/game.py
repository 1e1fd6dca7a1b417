# SPDX-License-Identifier: GPL-3.0-or-later
"""Games that are played by keys in a 3D view: what all of them share, whatever the puzzle.

The drawings of games over a 3D view: a board with the score and the keys, and keys beside what they move.

Prepares the 3D view for a game, and puts it back afterwards: the puzzle alone, large, and with nothing selected.

The keys of games in a view: where they lead as it is seen, and which of all events are Blender's meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from types import MappingProxyType
from typing import Any, ClassVar

import bpy
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Matrix, Vector

from ...core.common.playing import AWAY, RIGHT, UP, Direction, axes_in_view
from ..data.context import manager_of, narrowed, preferences_of, present, view_layer_of
from .drawing import Color, FreePart, Point, Row, free_part, paint_rectangle, paint_row, row_width, text_height
from .framing import frame, set_status
from .running_operator import Result, RunningOperator, is_one_running, refuse

WHITE = (1.0, 1.0, 1.0, 1.0)
GRAY = (0.72, 0.72, 0.72, 1.0)
DARK = (0.06, 0.06, 0.06, 0.82)
EDGE = (0.3, 0.3, 0.3, 1.0)
YELLOW = (1.0, 0.78, 0.12, 1.0)
RED = (0.9, 0.12, 0.1, 1.0)
GREEN = (0.45, 0.9, 0.4, 1.0)
BLACK = (0.0, 0.0, 0.0, 1.0)

AXIS_COLORS = ((1.0, 0.25, 0.35, 1.0), (0.54, 0.86, 0.0, 1.0), (0.2, 0.6, 1.0, 1.0))

STATE_SIZE, LEGEND_SIZE = 20.0, 12.0
"""The heights of letters, in pixels at a scale of 1."""


KEY_SIDE, KEY_DISTANCE = 24.0, 28.0
"""The side of a key, and how far apart the middles of two are at least, in pixels at a scale of 1."""

PUSHES = 40
"""So often keys that lie over each other are pushed apart."""

SAID_SECONDS = 4.0
"""How long a sentence is shown."""


@dataclass(frozen=True)
class KeyMark:
    """A key that is shown at a place in the world: the direction in which it moves something, and its letter."""

    place: Vector
    direction: Direction
    letter: str


def legend(meanings: Mapping[str, str]) -> Row:
    """Return what keys do, as a row of a board; by their names on the keyboard."""
    return [text for key, meaning in meanings.items() for text in ((f"   {key}", WHITE), (f"  {meaning}   ", GRAY))]


def draw_board(free: FreePart, scale: float, state: Row, legends: Sequence[Row]) -> float:
    """Draw how a game stands, and below it what its keys do, in the middle below; return the upper end of that."""
    rows = [(state, STATE_SIZE, 16.0 + 20.0 * len(legends) + 8.0)]
    rows += [(row, LEGEND_SIZE, 16.0 + 20.0 * (len(legends) - 1 - number)) for number, row in enumerate(legends)]
    height = 56.0 + 20.0 * len(legends)
    widest = max(row_width(row, size * scale) for row, size, _ in rows)
    # In a narrow view everything becomes smaller.
    scale *= max(0.3, min(1.0, (free.right - free.left) / (widest + 60 * scale)))
    width = max(row_width(row, size * scale) for row, size, _ in rows) + 36 * scale
    middle, bottom = (free.left + free.right) / 2, free.bottom + 20 * scale
    paint_rectangle((middle - width / 2, bottom), (width, height * scale), 10 * scale, DARK, EDGE)
    for row, size, above in rows:
        paint_row((middle, bottom + above * scale), row, size * scale)
    return bottom + height * scale


def draw_keys(
    region: bpy.types.Region,
    view: bpy.types.RegionView3D,
    free: FreePart,
    scale: float,
    marks: Sequence[KeyMark],
    *,
    hint: Direction | None = None,
    knocked: Direction | None = None,
) -> None:
    """Draw keys at their places, the nearest and the marked last; ``knocked`` is where something was in the way."""
    eye = view.view_matrix
    seen = []
    for mark in sorted(marks, key=lambda mark: (mark.direction in (hint, knocked), (eye @ mark.place).z)):
        place = location_3d_to_region_2d(region, view, mark.place)
        if place is not None:
            seen.append((mark, place))
    places = apart([(place.x, place.y) for _, place in seen], KEY_DISTANCE * scale)
    for (mark, _), (x, y) in zip(seen, places, strict=True):
        colors = _key_colors(mark.direction, hint, knocked)
        side = KEY_SIDE * scale * (1.4 if mark.direction == hint != knocked else 1.0)
        _draw_key(free.nearest(Vector((x, y)), 22 * scale), mark.letter, side, colors)


def apart(places: Sequence[Point], distance: float) -> list[Point]:
    """Return places moved away from each other until they are so far apart, or nearly so."""
    # Those at the very same place would not know where to go.
    moved = np.array(places, dtype=float).reshape(-1, 2) + np.arange(len(places))[:, None] * (0.01, 0.02)
    for _ in range(PUSHES):
        ways = moved[:, None] - moved[None]
        lengths = np.linalg.norm(ways, axis=-1)
        lengths = np.maximum(lengths, 1e-3)
        pushes = np.maximum(distance - lengths, 0.0) / 2
        np.fill_diagonal(pushes, 0.0)
        if not pushes.any():
            break
        moved += (ways / lengths[..., None] * pushes[..., None]).sum(axis=1)
    return [(float(x), float(y)) for x, y in moved]


def _key_colors(direction: Direction, hint: Direction | None, knocked: Direction | None) -> tuple[Color, Color, Color]:
    """Return the colors of a key, its edge and its letter."""
    if direction == knocked:
        return RED, RED, WHITE
    if direction == hint:
        return YELLOW, WHITE, BLACK
    return DARK, AXIS_COLORS[direction[0]], WHITE


def _draw_key(place: Point, letter: str, side: float, colors: tuple[Color, Color, Color]) -> None:
    (x, y), (fill, edge, color) = place, colors
    paint_rectangle((x - side / 2, y - side / 2), (side, side), side / 4, fill, edge)
    paint_row((x, y - text_height(side * 0.6) / 2), [(letter, color)], side * 0.6)


@dataclass(frozen=True)
class Overlay:
    """What a game is drawn over: the region of its view, the part of it that is free, and the scale of all letters."""

    region: bpy.types.Region
    view: bpy.types.RegionView3D
    free: FreePart
    scale: float


class GameDrawing:
    """What a game draws in the 3D view where it was begun, until it is removed: in the space of the view and over it.

    It shows a sentence for a while, and for a moment that something was in the way.
    """

    knock_seconds: ClassVar[float] = 0.4

    def __init__(self, area: int) -> None:
        """Draw from now on in the area with this pointer."""
        self._area = area
        self._said, self._said_end = "", 0.0
        self._knock: Direction | None = None
        self._knock_end = 0.0
        add = bpy.types.SpaceView3D.draw_handler_add
        self._handles = [add(self._over, (), "WINDOW", "POST_PIXEL"), add(self._inside, (), "WINDOW", "POST_VIEW")]

    def remove(self) -> None:
        """Take the drawing away."""
        for handle in self._handles:
            bpy.types.SpaceView3D.draw_handler_remove(handle, "WINDOW")

    def draw_inside(self) -> None:
        """Draw in the space of the view."""

    def draw_over(self, overlay: Overlay) -> None:
        """Draw over the view, in pixels."""

    def say(self, sentence: str) -> None:
        """Show a sentence for a while; an empty one takes it away."""
        self._said, self._said_end = sentence, monotonic() + SAID_SECONDS

    def knock(self, direction: Direction) -> None:
        """Show for a moment that something is in the way."""
        self._knock, self._knock_end = direction, monotonic() + self.knock_seconds

    @property
    def said(self) -> str:
        """The sentence that is to be shown now, if any."""
        return self._said if monotonic() < self._said_end else ""

    @property
    def knocked(self) -> Direction | None:
        """The direction in which something is shown to be in the way now, if any."""
        return self._knock if monotonic() < self._knock_end else None

    @property
    def fading(self) -> bool:
        """Whether the drawing changes by itself, or has just done so."""
        now = monotonic()
        return now < self._knock_end + 0.1 or (bool(self._said) and now < self._said_end + 0.1)

    def _inside(self) -> None:
        if self._own_area() is not None:
            self.draw_inside()

    def _over(self) -> None:
        context, area = bpy.context, self._own_area()
        if area is not None:
            region, view = present(context.region), narrowed(context.region_data, bpy.types.RegionView3D)
            self.draw_over(Overlay(region, view, free_part(area, region), preferences_of(context).system.ui_scale))

    def _own_area(self) -> bpy.types.Area | None:
        """Return the area that Blender draws just now, if the game was begun there."""
        area = bpy.context.area
        return None if area is None or area.as_pointer() != self._area else area


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
