# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution as it is seen: the way of the cross's center with arrows along it, alone between edges of the walls.

Walls are thin lines and the cross is hidden as long as it is seen; both come back with what needs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.measures import straight_moves, turns_of
from ...core.oskar.model.box_and_cross import BOX, CROSS, SOLUTION, WAY_LOOKS
from ..data.animation_keys import keyed_frames
from ..data.context import preferences_of, present, view_layer_of
from ..scene.properties import GLASS, SOLID
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..scene.startup import deselect, select_again
from ..tab.dimension_gizmos import GROUP_OPTIONS
from ..window.arrow_gizmo import over_region
from ..window.drawing import Color, Point, paint_polygon
from ..window.framing import view_in
from ..window.game_drawing import DARK
from .properties import OskarProperties
from .puzzle import OskarOperator, built_place

HEAD, EDGE, SHORTEST = 7.0, 2.5, 20.0
"""Half the length of an arrow, its edge, and how long a run of the way must be seen, in pixels at a scale of 1."""


def is_shown(puzzle: ScenePuzzle) -> bool:
    """Report whether the solution can be seen."""
    solution = puzzle.part_object(SOLUTION)
    return solution is not None and solution.visible_get()


def hide_cross(puzzle: ScenePuzzle) -> None:
    """Hide the cross, which stands before the solution; not one that goes along it, nor one that is hidden anyway."""
    cross = puzzle.kept_object(CROSS)
    if cross is not None and not cross.library and not cross.hide_viewport and not keyed_frames((cross,), "location"):
        cross.hide_viewport = cross.hide_render = puzzle.own.hides_cross = True


def show_cross(puzzle: ScenePuzzle) -> bool:
    """Show the cross again, if it was hidden for the solution, and report whether it was."""
    cross, hidden = puzzle.kept_object(CROSS), puzzle.own.hides_cross
    puzzle.own.hides_cross = False
    if hidden and cross is not None and not puzzle.shows_apart:
        cross.hide_viewport = cross.hide_render = False
    return bool(hidden)


class ShowSolution(OskarOperator, bpy.types.Operator):
    """Show the way of the cross's center, with arrows from green to purple, between thin walls; or hide it"""

    bl_idname = "puzzle_cubes.show_solution"
    bl_label = "See the Solution"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Show the solution if it cannot be seen, else hide it."""
        hidden = is_shown(puzzle)
        solution = puzzle.needed_part(SOLUTION)
        if solution not in list(view_layer_of(context).objects or ()):
            raise InputError(f"'{solution.name}' is in no collection of this view layer: include one to see it.")
        solution.hide_viewport = solution.hide_render = hidden
        if not hidden:
            solution.hide_set(False)
        _show_alone(puzzle, alone=not hidden)
        if is_shown(puzzle) == hidden:
            self.report({"WARNING"}, "The collection of the puzzle is hidden, and the solution with it")


def _show_alone(puzzle: ScenePuzzle, *, alone: bool) -> None:
    """Let nothing stand before the solution while it is shown; what the user has chosen meanwhile stays."""
    group = puzzle.group
    own: OskarProperties = puzzle.own
    box = puzzle.kept_object(BOX)
    if box is not None and not box.library:
        # In the view they are lines; what is rendered has glass.
        box.display_type = "WIRE" if alone else "TEXTURED"
    if alone:
        if group.display == SOLID:
            own.earlier_display, group.display = SOLID, GLASS
        hide_cross(puzzle)
        deselect(puzzle)
        return
    if own.earlier_display and group.display == GLASS:
        group.display = own.earlier_display
    own.earlier_display = ""
    show_cross(puzzle)
    select_again(puzzle)


@dataclass(frozen=True)
class Run:
    """A straight run of the solution: its ends in the space of the puzzle, and its color on a screen."""

    begin: Vector
    end: Vector
    color: Color


class SolutionArrows(bpy.types.Gizmo):
    """Arrows along the solution"""

    bl_idname = "PUZZLE_CUBES_GT_solution"

    known = "", ""
    runs: Sequence[Run] = ()

    def draw(self, context: bpy.types.Context) -> None:
        """Draw an arrow in the middle of each straight run, in its color, where that is seen long enough."""
        puzzle = _shown_puzzle(context)
        if puzzle is None:
            return
        region, view = present(context.region), view_in(context.area)
        place, scale = present(puzzle.group.carrier).matrix_world, preferences_of(context).system.ui_scale
        if self.known != (puzzle.text, puzzle.group.built):
            self.known, self.runs = (puzzle.text, puzzle.group.built), _runs(puzzle)
        with over_region(region):
            for run in self.runs:
                begin, end = (location_3d_to_region_2d(region, view, place @ end) for end in (run.begin, run.end))
                if begin is not None and end is not None and (end - begin).length > SHORTEST * scale:
                    way = (end - begin).normalized()
                    for size, fill in ((HEAD + EDGE, DARK), (HEAD, run.color)):
                        paint_polygon(_head((begin + end) / 2, way, size * scale), fill)


def _head(middle: Any, way: Any, size: float) -> list[Point]:
    """Return the corners of the head of an arrow, so many pixels long."""
    aside = Vector((-way.y, way.x))
    return [(middle + size * corner).to_tuple() for corner in (way, -way + aside, -way - aside)]


def _runs(puzzle: ScenePuzzle) -> list[Run]:
    """Return the straight runs of the solution of a puzzle, in their order."""
    content: Puzzle = puzzle.puzzle
    runs, done, moves = [], 0, len(content.solution) - 1
    turns = [Vector(built_place(puzzle, position)) for position in turns_of(content.solution)]
    for (_, cells), (begin, end) in zip(straight_moves(content.solution), pairwise(turns), strict=True):
        red, green, blue, _ = WAY_LOOKS[(2 * done + abs(cells)) * len(WAY_LOOKS) // (2 * moves)].color
        done += abs(cells)
        # A linear color, brighter than the way that it lies on.
        red, green, blue = (0.35 + 0.65 * value ** (1 / 2.2) for value in (red, green, blue))
        runs.append(Run(begin, end, (red, green, blue, 1.0)))
    return runs


class SolutionGizmos(bpy.types.GizmoGroup):
    """Arrows that show where the solution of the active puzzle leads"""

    bl_idname = "PUZZLE_CUBES_GGT_solution"
    bl_label = "Direction of the Solution"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = GROUP_OPTIONS

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show them with the solution."""
        return _shown_puzzle(context) is not None

    def setup(self, context: bpy.types.Context) -> None:
        """Make what draws them."""
        arrows: Any = self.gizmos.new(SolutionArrows.bl_idname)
        arrows.hide_select = True


def _shown_puzzle(context: bpy.types.Context) -> ScenePuzzle | None:
    """Return the active puzzle if its solution is seen."""
    puzzle = active_puzzle(context)
    try:
        seen = puzzle is not None and puzzle.part_object(SOLUTION) is not None and is_shown(puzzle)
        return puzzle if seen and puzzle is not None and puzzle.built is not None and puzzle.puzzle else None
    except InputError:
        # The panels say what is wrong.
        return None


CLASSES = (SolutionArrows, SolutionGizmos)
