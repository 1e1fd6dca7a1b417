# SPDX-License-Identifier: GPL-3.0-or-later
"""The user's preferences for all files: Blender shows them where the extension is enabled.

A scene for print work: one unit is a millimeter.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
from bpy.app.handlers import persistent
from bpy.props import BoolProperty, StringProperty
from mathutils import Vector

from ...core.common.errors import InputError
from ..data.animation_keys import change_keys
from ..data.interface import absolute, preferences_of, present, prop, scene_of, with_properties
from ..scene.build import rebuild
from ..scene.lengths import rescale_animation
from ..scene.puzzle import puzzles_in
from ..window.framing import views_of
from ..window.running_operator import Needs, OperatorOptions, Result
from ..window.sidebar import message

EXTENSION = __package__.rsplit(".", 2)[0]
"""The name by which Blender knows the extension: that of its root package."""

GAMES_FILE = "games.jsonl"
"""The file to which games are logged, a line each."""


@with_properties
class ExtensionPreferences(bpy.types.AddonPreferences):
    """The preferences on the log of games."""

    bl_idname = EXTENSION

    log_games: bool = prop(
        BoolProperty,
        "Log Games",
        "When a game ends, add a line to games.jsonl: its puzzle, its keys with times, and how it ended. "
        "The file stays on this computer",
        default=False,
    )
    games_folder: str = prop(
        StringProperty,
        "Games Folder",
        "Where games.jsonl is; empty for a folder of the extension among your Blender files",
        subtype="DIR_PATH",
    )

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the switch, the folder, and where that is."""
        layout = present(self.layout)
        layout.prop(self, "log_games")
        column = layout.column()
        column.active = self.log_games
        column.prop(self, "games_folder")
        if self.log_games:
            draw_logging(column, context)


def logs_games(context: bpy.types.Context) -> bool:
    """Report whether the user wants games to be logged."""
    preferences = _preferences(context)
    return preferences is not None and preferences.log_games


def games_file(context: bpy.types.Context) -> Path:
    """Return the file to which games are logged; raises InputError where its folder has no meaning."""
    preferences = _preferences(context)
    if preferences is not None and preferences.games_folder.strip():
        return absolute(preferences.games_folder) / GAMES_FILE
    # The folder is made when a game is written.
    return Path(bpy.utils.extension_path_user(EXTENSION, path="games")) / GAMES_FILE


def draw_logging(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """Draw where games are logged, or why they cannot be."""
    try:
        file = games_file(context)
    except InputError as error:
        message(layout, context, str(error))
        return
    column = layout.column(align=True)
    column.label(text="Games are logged to", icon="INFO")
    # Blender leaves out the middle of a line that is too long.
    column.label(text=shortened_path(file), icon="BLANK1")


def shortened_path(path: Path) -> str:
    """Return a path as people write it, with ~ for their own folder."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def _preferences(context: bpy.types.Context) -> ExtensionPreferences | None:
    """Return the preferences; None where the extension was enabled for this run only, by a script."""
    addon = preferences_of(context).addons.get(EXTENSION)
    own = None if addon is None else addon.preferences
    return own if isinstance(own, ExtensionPreferences) else None


METERS_PER_UNIT = 0.001

CLIP_START, CLIP_END = 0.1, 10_000.0
"""What the 3D views show, in millimeters from the eye."""


def is_in_millimeters(scene: bpy.types.Scene) -> bool:
    """Report whether one unit of a scene is a millimeter, and is shown so."""
    units = scene.unit_settings
    in_scale = abs(units.scale_length - METERS_PER_UNIT) < METERS_PER_UNIT / 1000
    return in_scale and (units.system, units.length_unit) == ("METRIC", "MILLIMETERS")


def set_millimeters(context: bpy.types.Context) -> list[str]:
    """Set the scene's units, and its 3D views to fit; puzzles keep their size.

    Returns a sentence for each puzzle that could not be built anew.
    """
    scene = scene_of(context)
    units = scene.unit_settings
    factor = units.scale_length / METERS_PER_UNIT
    _leave_views(scene, units.scale_length)
    units.system, units.scale_length, units.length_unit = "METRIC", METERS_PER_UNIT, "MILLIMETERS"
    _unit_sizes[scene.session_uid] = units.scale_length
    rescale_animation(scene)
    puzzles = puzzles_in(scene)
    for space in views_of(context):
        space.clip_start, space.clip_end = CLIP_START, CLIP_END
        space.overlay.grid_scale = 1.0
        view = space.region_3d
        # Puzzles grow in units, so that they are as large as before, and with them what is seen; all else stays.
        if view is not None and puzzles:
            view.view_location *= factor
            view.view_distance = min(factor * view.view_distance, CLIP_END / 4)
    problems = []
    for puzzle in puzzles:
        carrier = puzzle.group.carrier
        before = None if carrier is None else carrier.location.copy()
        try:
            rebuild(puzzle, scene)
        except InputError as error:
            problems.append(f"'{puzzle.name}' was not rebuilt: {error}")
            continue
        if carrier is not None and before is not None:
            carrier.location = factor * before
            change_keys(carrier, "location", lambda _, values: factor * values)
    return problems


_View = tuple[float, float, float, Vector, float, str]

_unit_sizes: dict[int, float] = {}
"""The sizes of the units of scenes, in meters, that were set by the add-on, as they were when it looked last."""

_left_views: dict[tuple[int, float], dict[int, _View]] = {}
"""How the 3D views, by their pointers, saw a scene when they saw it last in a unit of a size."""


def _leave_views(scene: bpy.types.Scene, meters_per_unit: float) -> None:
    """Keep how the 3D views see a scene in the unit that it has, or had."""
    _left_views[scene.session_uid, meters_per_unit] = {
        space.as_pointer(): (
            space.clip_start,
            space.clip_end,
            space.overlay.grid_scale,
            space.region_3d.view_location.copy(),
            space.region_3d.view_distance,
            space.region_3d.view_perspective,
        )
        for space in views_of(bpy.context)
        if space.region_3d is not None
    }


def _bring_views_back(*_: object) -> None:
    """Let the 3D views see a scene as they did, where undo or redo has brought another unit: they are no part of it."""
    scene = bpy.context.scene
    if scene is None or scene.session_uid not in _unit_sizes:
        return
    before, now = _unit_sizes[scene.session_uid], scene.unit_settings.scale_length
    if before == now:
        return
    _leave_views(scene, before)
    _unit_sizes[scene.session_uid] = now
    left = _left_views.get((scene.session_uid, now), {})
    for space in views_of(bpy.context):
        if space.region_3d is not None and (kept := left.get(space.as_pointer())) is not None:
            space.clip_start, space.clip_end, space.overlay.grid_scale = kept[:3]
            # The stubs know each way to look by its name.
            view: Any = space.region_3d
            view.view_location, view.view_distance, view.view_perspective = kept[3:]


def register() -> None:
    """Follow undo and redo."""
    # So it stays when another file is opened. The stubs have no type for it.
    mark: Callable[..., Any] = persistent
    mark(_bring_views_back)
    for called in (bpy.app.handlers.undo_post, bpy.app.handlers.redo_post):
        called.append(_bring_views_back)


def unregister() -> None:
    """Follow them no longer."""
    for called in (bpy.app.handlers.undo_post, bpy.app.handlers.redo_post):
        called.remove(_bring_views_back)
    _unit_sizes.clear()
    _left_views.clear()


class SetMillimeters(Needs, bpy.types.Operator):
    """Set the scene's units to millimeters, and grid and clipping of the 3D views to fit; puzzles keep their size"""

    bl_idname = "puzzle_cubes.set_millimeters"
    bl_label = "Set Scene to Millimeters"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Work where there is something to set."""
        return "The scene is in millimeters already" if is_in_millimeters(scene_of(context)) else ""

    def execute(self, context: bpy.types.Context) -> Result:
        """Set the units, then build the puzzles of the scene anew so that they have the size they had."""
        for problem in set_millimeters(context):
            self.report({"WARNING"}, problem)
        self.report({"INFO"}, "The scene is in millimeters")
        return {"FINISHED"}


CLASSES = (ExtensionPreferences, SetMillimeters)
