# SPDX-License-Identifier: GPL-3.0-or-later
"""Oskar's Cube in Blender: what the add-on asks of every kind, and arrows in the view by which its size is dragged.

When a box is built anew, its cross and what is animated and watched of it follow. The arrows make the active box larger
and smaller by cells: another puzzle of the same settings.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from ...core.common.errors import InputError
from ...core.oskar.game import standing_position
from ...core.oskar.kind import OSKAR
from ...core.oskar.making.puzzle import size_text
from ...core.oskar.making.settings import check_size
from ...core.oskar.maze.faces import Size
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ..data.animation_keys import change_keys, key_curves
from ..data.interface import preferences_of, scene_of
from ..scene.built import Built
from ..scene.option_properties import put_value, value_in
from ..scene.properties import next_group
from ..scene.puzzle import KindInBlender, ScenePuzzle
from ..tab.arrow_gizmos import ArrowGizmo, Outline, PuzzleGizmos, live_puzzle
from ..tab.generate import search_beside
from ..window.drawing import box_edges, paint_lines
from ..window.game import add_shortcut, remove_shortcut
from . import draw, play, solution, watch
from .draw import DrawLetters, DrawWalls
from .play import Play
from .properties import OskarProperties
from .puzzle import dimensions_of, place_in
from .solution import (
    AddTurntable,
    Animate,
    RemoveAnimation,
    RemoveTurntable,
    ShowSolution,
    fit_turntable,
    remove_turntable,
)
from .watch import PutCross, RemoveWatch, Watch, watch_replaced
from .watch_objects import fit_watched, remove_watched

ASIDE = 10.0
"""Pixels from a corner to its arrow."""

OUTLINE, WIDTH = (1.0, 1.0, 1.0, 1.0), 2.0


class SizeArrow(ArrowGizmo, bpy.types.Gizmo):
    """An arrow that makes the box larger and smaller along an axis; the puzzle is made when it is let go"""

    bl_idname = "PUZZLE_CUBES_GT_size"

    axis = 0
    """The axis along which it makes the box larger."""

    coming: Size | None = None
    """The size that it is dragged to, as long as it is dragged."""

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the arrow, and the outline of the coming box."""
        puzzle = _resizable(context)
        if self.is_modal and self.coming is not None and puzzle is not None:
            paint_lines(box_edges(_corners(puzzle, self.coming)), OUTLINE, WIDTH, through=True)
        super().draw(context)

    def label(self, context: bpy.types.Context) -> str:
        """Return the size that the box has, or is to have."""
        puzzle = _resizable(context)
        return "" if puzzle is None else f"Size {size_text(self.coming or puzzle.puzzle.size)}"

    def begin(self, context: bpy.types.Context) -> None:
        """Begin with the size that it has."""
        puzzle = _resizable(context)
        self.coming = None if puzzle is None else puzzle.puzzle.size

    def follow(self, context: bpy.types.Context, millimeters: float, digits: int) -> None:
        """Let the coming size follow, as far as there are such boxes."""
        puzzle = _resizable(context)
        if puzzle is None:
            return
        cells = [*puzzle.puzzle.size]
        cells[self.axis] += round(millimeters / dimensions_of(puzzle.needed_built).pitch)
        x, y, z = cells
        try:
            check_size((x, y, z))
        except InputError:
            return
        self.coming = (x, y, z)

    def end(self, context: bpy.types.Context, *, cancelled: bool) -> str:
        """Make the puzzle; what makes it is a step of undo by itself."""
        puzzle, coming, self.coming = _resizable(context), self.coming, None
        if puzzle is not None and not cancelled and coming not in (None, puzzle.puzzle.size):
            search_beside(context, {**_settings(context, puzzle), "size": coming})
        return ""


class SizeGizmos(PuzzleGizmos, bpy.types.GizmoGroup):
    """Arrows that make the box of the active puzzle larger and smaller"""

    bl_idname = "PUZZLE_CUBES_GGT_size"
    bl_label = "Size of Oskar's Cube"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show them for a box in one piece."""
        return _resizable(context) is not None

    def setup(self, context: bpy.types.Context) -> None:
        """Make an arrow for each axis, in the color that it has all over Blender."""
        colors = preferences_of(context).themes[0].user_interface
        self.arrows: list[Any] = []
        for axis, color in enumerate((colors.axis_x, colors.axis_y, colors.axis_z)):
            arrow: Any = self.gizmos.new(SizeArrow.bl_idname)
            arrow.axis = axis
            arrow.look(color, (ASIDE, 0.0), both_ways=False)
            self.arrows.append(arrow)
        super().setup(context)

    def put(self, puzzle: ScenePuzzle, outline: Outline) -> None:
        """Put the arrows at the outline: two at the nearest corner below, and one at the upper one beside."""
        if _resizable(bpy.context) is None:
            return
        x, y, z = outline.signs
        for axis, arrow in enumerate(self.arrows):
            corner = outline.corner(outline.nearest if axis < 2 else (-x, y, z))
            arrow.stand(corner, outline.millimeter(axis), outline.toward, outline.out(corner))


def _resizable(context: bpy.types.Context) -> ScenePuzzle | None:
    """Return the active puzzle if it can be made larger: one of this kind, in one piece, that can be dragged."""
    puzzle = live_puzzle(context)
    is_one = puzzle is not None and puzzle.kind == OSKAR and not puzzle.way.apart
    return puzzle if is_one else None


def _corners(puzzle: ScenePuzzle, size: Size) -> list[Vector]:
    """Return the corners of the box in the world, if it had a size, numbered by bits."""
    units = puzzle.needed_built.units
    x, y, z = (units * side for side in dimensions_of(puzzle.needed_built).outer_size(size))
    place = puzzle.needed_part(BOX).matrix_world
    return [
        place @ Vector((right, back, up)) for up, back, right in product((0.0, z), (-y / 2, y / 2), (-x / 2, x / 2))
    ]


def _settings(context: bpy.types.Context, puzzle: ScenePuzzle) -> dict[str, Any]:
    """Return the settings that a puzzle was made from, as properties; of one that is drawn, those of the panel."""
    shown, made = next_group(scene_of(context), OSKAR), puzzle.puzzle.settings
    known = {} if made is None else made.values
    target = SimpleNamespace()
    for option in OSKAR.options:
        value = option.default if made is not None else value_in(shown, option)
        put_value(target, option, known.get(option.name, value))
    return vars(target)


def _follow(puzzle: ScenePuzzle, earlier: Built | None) -> None:
    """Put the cross, its keys, the turntable and what is watched to their new places."""
    own: OskarProperties = puzzle.own
    content, now, cross = puzzle.puzzle, puzzle.needed_built, puzzle.carried_object(CROSS)
    if earlier is None:
        own.cross_position = content.start
    if cross is not None:
        if earlier is not None and cross.animation_data is not None:
            _move_keys(cross, content.size, earlier, now)
        x, y, z = own.cross_position
        cross.location = place_in(content.size, standing_position(content, (x, y, z)), now)
    if own.turntable is not None:
        fit_turntable(puzzle)
    if own.watch_blocks is not None:
        fit_watched(puzzle)


def _move_keys(cross: bpy.types.Object, size: Size, earlier: Built, now: Built) -> None:
    """Let the keys of the cross stay at their cells when the puzzle gets other dimensions."""
    if not key_curves(cross, "location"):
        return
    old, new = (np.array([place_in(size, (cell, cell, cell), built) for cell in (0, 1)]) for built in (earlier, now))

    def moved(axis: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        # Rounded, so that single precision loses nothing however often the dimensions change.
        cells = ((values - old[0, axis]) / (old[1, axis] - old[0, axis])).round(3)
        places: NDArray[np.float64] = new[0, axis] + cells * (new[1, axis] - new[0, axis])
        return places

    change_keys(cross, "location", moved)


def _replaced(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Let what was animated and watched of a puzzle go on with the one that has taken its place, on which none drew."""
    puzzle.own.drawn = ""
    solution.animate_replaced(puzzle, scene)
    watch_replaced(puzzle, scene)


def _remove(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove what a puzzle has besides its parts."""
    remove_watched(puzzle)
    solution.leave_camera(bpy.context, puzzle)
    remove_turntable(puzzle, scene)


IN_BLENDER = KindInBlender(
    classes=(
        *solution.CLASSES,
        *watch.OPERATORS,
        *play.CLASSES,
        *draw.CLASSES,
        SizeArrow,
        SizeGizmos,
        *watch.CLASSES,
    ),
    follow=_follow,
    entries=(
        (Play.bl_idname, "PLAY"),
        (DrawWalls.bl_idname, "GREASEPENCIL"),
        (DrawLetters.bl_idname, "FONT_DATA"),
        (ShowSolution.bl_idname, "HIDE_OFF"),
        (Animate.bl_idname, "ANIM"),
        (RemoveAnimation.bl_idname, "NONE"),
        (AddTurntable.bl_idname, "OUTLINER_OB_CAMERA"),
        (RemoveTurntable.bl_idname, "NONE"),
        (Watch.bl_idname, "NONE"),
        (RemoveWatch.bl_idname, "NONE"),
        (PutCross.bl_idname, "NONE"),
    ),
    arrows={"plate": (1.0, 0.75, 0.1), "passage": (0.15, 0.8, 1.0), "wall": (1.0, 0.35, 0.85)},
    replaced=_replaced,
    remove=_remove,
    last_frame=watch.last_frame,
    register=partial(add_shortcut, Play.bl_idname),
    unregister=partial(remove_shortcut, Play.bl_idname),
)
