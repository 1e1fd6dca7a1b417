# SPDX-License-Identifier: GPL-3.0-or-later
"""The areas of Blender's windows: 3D views and what is seen in them, sidebars, the status bar, timelines that play.

The pointer, and ways in the world, are measured in the pixels of a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Matrix, Vector

from ..data.interface import manager_of, narrowed, preferences_of, present, scene_of, view_layer_of
from .drawing import GAP, FreePart, Point, free_part, open_panel

LEAST_SHARE = 0.1
"""What is new is too small to be seen well below this share of the view's smaller side."""

ROOM = 1.75
"""How much more than the objects is seen: something may stand out of them."""

GAME_ROOM = 1.1
"""The same in a game, where they are to be as large as can be."""

LEAST_PIXELS = 4.0
"""A cell that is seen shorter than that, end on, cannot be dragged along."""

BOARD_MARGIN, BOARD_STATE, BOARD_ROW = 20.0, 56.0, 20.0
"""Pixels below the board of a game, and the heights of its state and of each row of its keys, at a scale of 1."""


def board_height(rows: int) -> float:
    """Return the height of a board with so many rows of keys, in pixels at a scale of 1."""
    return BOARD_STATE + BOARD_ROW * rows


def frame_if_out_of_view(context: bpy.types.Context, shown: Sequence[bpy.types.Object]) -> None:
    """Bring objects into the 3D view if they are not seen there whole and large enough; the direction stays."""
    region = _view_region(context)
    if region is None or not shown:
        return
    view_layer_of(context).update()
    corners = [part.matrix_world @ Vector(corner) for part in shown for corner in part.bound_box]
    view = narrowed(region.data, bpy.types.RegionView3D)
    seen = [location_3d_to_region_2d(region, view, corner) for corner in corners]
    free = free_part(present(context.area), region)
    if not _is_well_seen(free, seen):
        _frame(context, region, corners, free)


def frame(context: bpy.types.Context, shown: Sequence[bpy.types.Object], *, rows: int = 0, left: float = 0.0) -> None:
    """Bring objects into the 3D view as large as they fit; the direction stays.

    A game draws a board with some ``rows`` of keys below them, and something else at the left, on a share of what is
    free.
    """
    view_layer_of(context).update()
    corners = [part.matrix_world @ Vector(corner) for part in shown for corner in part.bound_box]
    frame_points(context, corners, rows=rows, left=left)


def frame_points(
    context: bpy.types.Context, points: Sequence[Vector], *, rows: int = 0, left: float = 0.0, tight: bool = False
) -> None:
    """Bring points of the world into the 3D view as large as they fit, as ``frame`` does with objects.

    They fit as they are seen now where it is ``tight``, else also from any other side.
    """
    region = _view_region(context)
    if region is not None and points:
        free = free_part(present(context.area), region)
        if rows:
            left = free.left + left * (free.right - free.left)
            scale = preferences_of(context).system.ui_scale
            # The board keeps clear of the open panel of the last operation.
            panels = [panel.top + GAP * scale for panel in open_panel(present(context.area), region)]
            below = max([free.bottom + BOARD_MARGIN * scale, *panels]) + board_height(rows) * scale
            free = replace(free, left=left, bottom=below)
        _frame(context, region, points, free, GAME_ROOM if rows else ROOM, tight=tight)


def _frame(
    context: bpy.types.Context,
    region: bpy.types.Region,
    corners: Sequence[Vector],
    free: FreePart,
    room: float = ROOM,
    *,
    tight: bool = False,
) -> None:
    """Bring points into a part of the 3D view, with so much room as a share of what they take."""
    view = narrowed(region.data, bpy.types.RegionView3D)
    ends = [[end(corner[axis] for corner in corners) for axis in range(3)] for end in (min, max)]
    middle = (Vector(ends[0]) + Vector(ends[1])) / 2
    radius = max((corner - middle).length for corner in corners)
    if view.view_perspective == "CAMERA":
        view.view_perspective = "PERSP"
    # Blender's views see a film of 72 mm along their longer side.
    longer = max(region.width, region.height)
    lens = narrowed(context.space_data, bpy.types.SpaceView3D).lens
    width, height = (36 / lens * max(side / longer, 0.1) for side in (free.right - free.left, free.top - free.bottom))
    view.view_distance = room * radius / min(width, height)
    if tight:
        turned = [(view.view_rotation.inverted() @ (corner - middle))[:] for corner in corners]
        view.view_distance = max(room * max(abs(x) / width, abs(y) / height) + z for x, y, z in turned)
    # Its middle is that of the part which nothing lies over.
    aside = (region.width - free.left - free.right) / 2, (region.height - free.bottom - free.top) / 2
    pixel = 72 / lens * view.view_distance / longer
    view.view_location = middle + view.view_rotation @ Vector((*(pixel * length for length in aside), 0.0))


def seen_from(context: bpy.types.Context) -> Matrix | None:
    """Return from where the 3D view looks that the user works in; None outside of one."""
    region = _view_region(context)
    return None if region is None else narrowed(region.data, bpy.types.RegionView3D).view_matrix.copy()


def show_in_local_view(context: bpy.types.Context, shown: Iterable[bpy.types.Object]) -> None:
    """Let objects be seen where the 3D view shows a few objects only, as Blender does with what it adds."""
    space = context.space_data
    if isinstance(space, bpy.types.SpaceView3D) and space.local_view:
        for part in shown:
            part.local_view_set(space, True)


def _view_region(context: bpy.types.Context) -> bpy.types.Region | None:
    """Return the region of the 3D view that the user works in; None outside of one."""
    if context.area is None or context.area.type != "VIEW_3D":
        return None
    return window_region(context.area)


def _is_well_seen(free: FreePart, seen: list[Vector | None]) -> bool:
    """Report whether points, given in pixels or as None behind the eye, are all inside a part and not too close."""
    points = [point for point in seen if point is not None]
    if len(points) < len(seen):
        return False
    x, y = [point.x for point in points], [point.y for point in points]
    inside = min(x) >= free.left and max(x) <= free.right and min(y) >= free.bottom and max(y) <= free.top
    extent = max(max(x) - min(x), max(y) - min(y))
    return inside and extent >= LEAST_SHARE * min(free.right - free.left, free.top - free.bottom)


def views_of(context: bpy.types.Context) -> list[bpy.types.SpaceView3D]:
    """Return the 3D views of all workspaces, but for those in a window with another scene."""
    screens = [window.screen for window in manager_of(context).windows if window.scene != context.scene]
    return [
        space
        for screen in bpy.data.screens
        if screen not in screens
        for area in screen.areas
        if area.type == "VIEW_3D"
        for space in area.spaces
        if isinstance(space, bpy.types.SpaceView3D)
    ]


def window_region(area: bpy.types.Area) -> bpy.types.Region:
    """Return the region of an area that shows what it is for."""
    return next(region for region in area.regions if region.type == "WINDOW")


def view_in(area: bpy.types.Area | None) -> bpy.types.RegionView3D:
    """Return the view of a 3D view's area."""
    return present(narrowed(present(area).spaces.active, bpy.types.SpaceView3D).region_3d)


def areas_at(pointer: int, seen: bpy.types.Context | None = None) -> Iterator[bpy.types.Area]:
    """Yield the area with a pointer, as long as a screen has it, or the one that is ``seen`` in the window."""
    screens = [*bpy.data.screens] if seen is None else [present(present(seen.window).screen)]
    yield from (area for screen in screens for area in screen.areas if area.as_pointer() == pointer)


def redraw_sidebars(context: bpy.types.Context) -> None:
    """Draw the sidebars of all 3D views again.

    Not the views themselves: they would be drawn again and again, and slow a search down.
    """
    for window in manager_of(context).windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                for region in area.regions:
                    if region.type == "UI":
                        region.tag_redraw()


def set_status(context: bpy.types.Context, text: str) -> None:
    """Show a text in the status bar of all workspaces; an empty one gives it back to Blender.

    A plain text would stay in the workspace in which it was set, if the user goes to another one meanwhile.
    """

    def draw(header: bpy.types.Header, context: bpy.types.Context) -> None:
        layout = present(header.layout)
        layout.label(text=text)
        # So that what other operators report meanwhile is seen, too.
        layout.separator_spacer()
        layout.template_reports_banner()
        layout.separator_spacer()

    if context.workspace is not None:
        context.workspace.status_text_set(draw if text else None)


@contextmanager
def waiting(context: bpy.types.Context) -> Iterator[None]:
    """Let the pointer show that Blender is at work, where nothing can be drawn: while a property changes."""
    window = None if bpy.app.background else context.window
    if window is not None:
        window.cursor_set("WAIT")
    try:
        yield
    finally:
        if window is not None:
            window.cursor_set("DEFAULT")


@contextmanager
def busy(context: bpy.types.Context) -> Iterator[None]:
    """Say in the status bar and by the pointer that files are written, which may stop the window for a while.

    Only operators may use it: it draws the window before they work.
    """
    if bpy.app.background or context.window is None:
        yield
        return
    set_status(context, "Writing the files")
    bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=1)
    try:
        with waiting(context):
            yield
    finally:
        set_status(context, "")


def look_through_camera(context: bpy.types.Context, *, through: bool) -> bool:
    """Let a 3D view look through the scene's camera, or as it did before it did so; report whether it was turned.

    That is the one that the user works in, or else the first one. Blender keeps how it looked before.
    """
    if bpy.app.background or context.window is None:
        return False
    areas = [context.area, *present(context.screen).areas]
    area = next((area for area in areas if area is not None and area.type == "VIEW_3D"), None)
    if area is None:
        return False
    view = view_in(area)
    if (view.view_perspective == "CAMERA") == through:
        return False
    with context.temp_override(area=area, region=window_region(area)):
        # The stubs do not know how it is asked for.
        toggle: Any = bpy.ops.view3d.view_camera
        return bool(toggle.poll()) and toggle() == {"FINISHED"}


def play_animation(context: bpy.types.Context) -> None:
    """Begin to play the scene from its first frame on, whole in the timeline, if there is a window to see it in."""
    if bpy.app.background or context.window is None:
        return
    scene = scene_of(context)
    scene.frame_set(scene.frame_start)
    screen = present(context.screen)
    for area in screen.areas:
        if area.type == "DOPESHEET_EDITOR":
            with context.temp_override(area=area, region=window_region(area)):
                # The stubs do not know how it is asked for.
                view_all: Any = bpy.ops.action.view_all
                if view_all.poll():
                    view_all()
    if not screen.is_animation_playing:
        bpy.ops.screen.animation_play()


def stop_animation(context: bpy.types.Context) -> None:
    """Stop playing the scene, at the frame that is shown, if it is played."""
    if context.screen is not None and context.screen.is_animation_playing:
        bpy.ops.screen.animation_cancel(restore_frame=False)


def pointer_in(region: bpy.types.Region, event: bpy.types.Event) -> Point:
    """Return where the pointer is in a region, in its pixels."""
    return event.mouse_x - region.x, event.mouse_y - region.y


def distance_to(
    region: bpy.types.Region, view: bpy.types.RegionView3D, pointer: Point, begin: Vector, end: Vector
) -> float:
    """Return how far the pointer is from a line in the world, in pixels; infinitely far from one behind the eye."""
    ends = [location_3d_to_region_2d(region, view, point) for point in (begin, end)]
    if ends[0] is None or ends[1] is None:
        return float("inf")
    way = ends[1] - ends[0]
    aside = Vector(pointer) - ends[0]
    share = max(0.0, min(1.0, aside.dot(way) / max(way.length_squared, 1e-9)))
    return (aside - share * way).length


def seen_way(region: bpy.types.Region, view: bpy.types.RegionView3D, place: Vector, cell: Vector) -> Point:
    """Return the way across the region that a way in the world is; none for one that the eye is in the middle of."""
    ends = [location_3d_to_region_2d(region, view, point) for point in (place, place + cell)]
    return (0.0, 0.0) if None in ends else (present(ends[1]) - present(ends[0])).to_tuple()
