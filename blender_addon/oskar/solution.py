# SPDX-License-Identifier: GPL-3.0-or-later
"""The solution as it is seen: the way of the cross's center with arrows along it, alone between edges of the walls.

Walls are thin lines and the cross is hidden as long as it is seen; both come back with what needs them. As an animation
the cross is keyframed along it, and a camera circles round, with a light. These hang on an empty in the middle of the
box, whose scale is the room that the puzzle takes. So they follow the dimensions, and what the user does to them stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, radians, sin, tau
from typing import Any

import bpy
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.oskar.game import keyframes, standing_position
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.measures import straight_moves, turns_of
from ...core.oskar.model.box_and_cross import BOX, CROSS, SOLUTION, WAY_LOOKS
from ...core.oskar.model.dimensions import center_and_radius
from ..data.animation_keys import keyed_frames, remove_keys, set_keys
from ..data.interface import narrowed, preferences_of, present, remembered, scene_of, view_layer_of
from ..scene.adding import remove_object
from ..scene.by_hand import check_in_place
from ..scene.properties import GLASS, SOLID
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..scene.startup import deselect, put_end_back, select_again
from ..tab.arrow_gizmos import GROUP_OPTIONS, over_region
from ..window.drawing import Color, Point, paint_polygon
from ..window.framing import look_through_camera, play_animation, stop_animation, view_in
from ..window.game_drawing import DARK
from .properties import TURNTABLE_LABELS, AnimationProperties, OskarProperties
from .puzzle import IN_ONE_PIECE, OskarOperator, built_place, dimensions_of, place_in
from .watch_objects import is_watched, leave_watched, remove_watched

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
            # Its line would explain something else.
            leave_watched(context, puzzle)
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
                        paint_polygon(arrow_head((begin + end) / 2, way, size * scale), fill)


def arrow_head(middle: Any, way: Any, size: float) -> list[Point]:
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


CAMERA_DIRECTION = (-45.0, 28.0)
"""From the box to the camera in degrees: round the vertical axis, at first, and above the horizon."""

LIGHT_DIRECTION = (-90.0, 50.0)
LIGHT_STRENGTH = 4.0


def has_turntable(puzzle: ScenePuzzle) -> bool:
    """Report whether a puzzle has a turntable that the user has not deleted."""
    own: OskarProperties = puzzle.own
    return own.turntable is not None and bool(own.turntable.users_scene)


def add_turntable(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Put a turntable round the puzzle as it was built, in place of an earlier one, and make its camera the scene's.

    Raises InputError for a puzzle that is damaged or was never built, before anything is changed.
    """
    own: OskarProperties = puzzle.own
    _ = puzzle.puzzle, puzzle.needed_built
    remove_turntable(puzzle, scene)
    camera = bpy.data.cameras.new(puzzle.name)
    light = narrowed(bpy.data.lights.new(puzzle.name, "SUN"), bpy.types.SunLight)
    light.energy = LIGHT_STRENGTH
    for (key, label), data in zip(TURNTABLE_LABELS.items(), (None, camera, light), strict=True):
        added = bpy.data.objects.new(f"{puzzle.name} {label}", data)
        puzzle.collection.objects.link(added)
        setattr(own, key, added)
    table, camera_object, light_object = (present(getattr(own, key)) for key in TURNTABLE_LABELS)
    table.parent = puzzle.group.carrier
    table.empty_display_size = 0.2
    for carried, direction in ((camera_object, CAMERA_DIRECTION), (light_object, LIGHT_DIRECTION)):
        carried.parent = table
        carried.rotation_euler = _direction(*direction).to_track_quat("Z", "Y").to_euler()
    # The empty is as large as the puzzle's room, so a radius is one.
    corners = camera.view_frame(scene=scene)
    narrowest = min(atan2(abs(corners[0][axis]), abs(corners[0].z)) for axis in (0, 1))
    camera_object.location = _direction(*CAMERA_DIRECTION) / sin(narrowest)
    light_object.location = _direction(*LIGHT_DIRECTION) * 2
    fit_turntable(puzzle)
    own.earlier_camera = scene.camera
    scene.camera = camera_object


def turn(puzzle: ScenePuzzle, first_frame: int, last_frame: int) -> None:
    """Let the turntable go round once between two frames."""
    turns = np.array([(0.0, 0.0, 0.0), (0.0, 0.0, tau)])
    set_keys(present(puzzle.own.turntable), "rotation_euler", (first_frame, max(last_frame, first_frame + 1)), turns)


def fit_turntable(puzzle: ScenePuzzle) -> None:
    """Let the turntable, if there is one, have the puzzle in its picture."""
    own: OskarProperties = puzzle.own
    built = puzzle.needed_built
    if own.turntable is None:
        return
    units = built.units
    center, radius = center_and_radius(puzzle.puzzle.size, dimensions_of(built))
    own.turntable.location = Vector(center) * units
    own.turntable.scale = [radius * units] * 3
    camera = None if own.turntable_camera is None else own.turntable_camera.data
    if isinstance(camera, bpy.types.Camera):
        camera.clip_start = radius * units / 100
        camera.clip_end = radius * units * 100


def remove_turntable(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove the turntable, if there is one, and give the scene back the camera that it had before."""
    own: OskarProperties = puzzle.own
    if scene.camera is not None and scene.camera == own.turntable_camera:
        earlier = own.earlier_camera
        scene.camera = earlier if earlier in list(scene.objects or ()) else None
    own.earlier_camera = None
    for key in TURNTABLE_LABELS:
        removed = getattr(own, key)
        if removed is not None:
            remove_object(removed)


def _direction(around: float, above: float) -> Vector:
    """Return the unit vector of a direction in degrees: round the vertical axis from x on, and above the horizon."""
    around, above = radians(around), radians(above)
    return Vector((cos(above) * cos(around), cos(above) * sin(around), sin(above)))


def animated_frames(puzzle: ScenePuzzle) -> tuple[int, int] | None:
    """Return the first and the last frame of the cross's animation; None where it has none."""
    cross = puzzle.part_object(CROSS)
    return None if cross is None else keyed_frames((cross,), "location")


def animate(puzzle: ScenePuzzle, scene: bpy.types.Scene, times: AnimationProperties) -> tuple[int, int]:
    """Let the cross of a puzzle go along its solution from the scene's first frame on, and return these frames.

    Earlier keys are replaced; the turntable and the scene take the same frames. Raises InputError for a cross that is
    gone and for a pace that cannot be.
    """
    cross, built = puzzle.needed_part(CROSS), puzzle.needed_built
    content: Puzzle = puzzle.puzzle
    keys = keyframes(content.solution, scene.frame_start, times.frames_per_move, times.turn_pause)
    places = [place_in(content.size, position, built) for _, position in keys]
    show_cross(puzzle)
    set_keys(cross, "location", [frame for frame, _ in keys], np.array(places))
    # What is watched hides the cross; without it the scene ends with that.
    remove_watched(puzzle)
    if has_turntable(puzzle):
        turn(puzzle, keys[0][0], keys[-1][0])
    return keys[0][0], keys[-1][0]


def animate_replaced(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Let the cross of a puzzle that has taken another's place go along its own solution, if it went along that one."""
    if animated_frames(puzzle) is not None:
        # Where the cross was deleted there is nothing to animate.
        with suppress(InputError):
            animate(puzzle, scene, puzzle.own)


class Animate(AnimationProperties, OskarOperator, bpy.types.Operator):
    """Animate the cross along the solution with keyframes, from the scene's first frame on; the scene ends with them"""

    bl_idname = "puzzle_cubes.animate"
    bl_label = "Animate Solution"
    needs = (IN_ONE_PIECE,)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Set the keys, in place of earlier ones, and let the turntable and the scene take the same frames."""
        check_in_place(puzzle)
        with remembered(self, AnimationProperties, puzzle.own):
            first, last = animate(puzzle, scene_of(context), self)
        play_animation(context)
        self.report({"INFO"}, f"The solution takes the frames {first} to {last}")


class RemoveAnimation(OskarOperator, bpy.types.Operator):
    """Remove the keyframes of the cross, and put it back; the scene ends where it did before"""

    bl_idname = "puzzle_cubes.remove_animation"
    bl_label = "Remove Animation"

    needs = ((animated_frames, "The cross has no keyframes: Animate makes them"),)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove the keys."""
        cross = puzzle.needed_part(CROSS)
        x, y, z = puzzle.own.cross_position
        place = built_place(puzzle, standing_position(puzzle.puzzle, (x, y, z)))
        remove_keys(cross, "location")
        put_end_back(scene_of(context))
        cross.location = place


class AddTurntable(OskarOperator, bpy.types.Operator):
    """Let a camera and a light circle the puzzle once during its animation or the scene, look through it, and play"""

    bl_idname = "puzzle_cubes.add_turntable"
    bl_label = "Add Turntable"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Add them, in place of earlier ones, as the scene's camera."""
        scene = scene_of(context)
        puzzle.needed_part(BOX)
        add_turntable(puzzle, scene)
        if look_through_camera(context, through=True):
            puzzle.own.through_camera = True
        turn(puzzle, *(animated_frames(puzzle) or (scene.frame_start, scene.frame_end)))
        play_animation(context)


def leave_camera(context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Let the view that was turned to the turntable's camera look as it did before, if it still looks through that."""
    own, camera = puzzle.own, scene_of(context).camera
    if own.through_camera and camera is not None and camera == own.turntable_camera:
        look_through_camera(context, through=False)
    own.through_camera = False


class RemoveTurntable(OskarOperator, bpy.types.Operator):
    """Remove the turntable, with its camera and its light; the view is as it was before"""

    bl_idname = "puzzle_cubes.remove_turntable"
    bl_label = "Remove Turntable"

    needs = ((has_turntable, "The puzzle has no turntable"),)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove it, and stop playing where nothing else of the puzzle moves."""
        if animated_frames(puzzle) is None and not is_watched(puzzle):
            stop_animation(context)
        leave_camera(context, puzzle)
        remove_turntable(puzzle, scene_of(context))


CLASSES = (Animate, RemoveAnimation, AddTurntable, RemoveTurntable, ShowSolution, SolutionArrows, SolutionGizmos)
