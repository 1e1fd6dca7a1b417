# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in Blender what the scene holds, for ``blender_side.py``."""

from __future__ import annotations

import importlib
import json
from typing import Any

import bpy
import numpy as np


def put(kind: str, settings: dict[str, Any]) -> None:
    """Set what the next puzzle of a kind is made with."""
    for name, value in settings.items():
        setattr(getattr(window().scene.puzzle_cubes, kind), name, value)
    for area in window().screen.areas:
        area.tag_redraw()


def drive(length: str, driving: str, expression: str) -> None:
    """Let a length of the only puzzle, in millimeters, follow where an object is along x, as ``var``."""
    (collection,) = (group for group in window().scene.collection.children_recursive if group.puzzle_cubes.puzzle)
    path = f"puzzle_cubes_lengths.{collection.puzzle_cubes.kind}_mm.{length}"
    driver = collection.puzzle_cubes.carrier.driver_add(path).driver
    variable = driver.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = bpy.data.objects[driving], "location.x"
    driver.expression = expression


def state() -> dict[str, Any]:
    """Return what the scene holds, as far as a user of the extension sees it."""
    scene = window().scene
    return {
        "file": bpy.data.filepath,
        "unsaved": bpy.data.is_dirty,
        "frames": [scene.frame_start, scene.frame_current, scene.frame_end],
        "playing": window().screen.is_animation_playing,
        "running": [running.bl_idname for running in window().modal_operators],
        "settings": values_of(scene.puzzle_cubes),
        "units": [scene.unit_settings.system, round(scene.unit_settings.scale_length, 6)],
        "others": {
            member.name: [[round(value, 6) for value in row] for row in member.matrix_world]
            for member in scene.objects
            if not any(collection.puzzle_cubes.puzzle for collection in member.users_collection)
        },
        "puzzles": [
            puzzle_state(collection)
            for collection in scene.collection.children_recursive
            if collection.puzzle_cubes.puzzle
        ],
    }


def efforts() -> list[int]:
    """Return how many walls each of the operators done so far has tried, 0 where it tries none."""
    return [getattr(done, "effort", 0) for done in bpy.context.window_manager.operators]


def search_share() -> float:
    """Return how far a running search is, from 0 to 1."""
    module = importlib.import_module(bpy.types.PUZZLE_CUBES_OT_stop_search.__module__)
    search = module.running(module.SearchingOperator)
    return 0.0 if search is None else float(search.task.share)


def pause_after_stop(seconds: float) -> None:
    """Let the pause after Stop be so long: no test clicks as fast as a user; end the one that there is."""
    module = importlib.import_module(bpy.types.PUZZLE_CUBES_OT_stop_search.__module__)
    running = importlib.import_module(module.StoppableOperator.__module__)
    running.CLICK_SECONDS = seconds
    if running.is_just_stopped():
        bpy.app.timers.unregister(running.end_pause)
        running.end_pause()


def painting() -> Any:
    """Return the extension's module that paints over the view."""
    game = bpy.types.PUZZLE_CUBES_OT_play.__module__
    return importlib.import_module(f"{game.rpartition('.oskar.')[0]}.window.drawing")


def said() -> str:
    """Return what the board of a game or of a drawing has said last; nothing where that was taken away."""
    return " ".join(getattr(begun, "_said", "") for begun in painting().Painting.begun)


def painted() -> dict[str, list[list[float]]]:
    """Return what is painted over the view, by what paints it, and the open panel of the last operation: rectangles.

    Each is its left, lower, right and upper end in pixels, counted from the lower left corner of the view.
    """
    module = painting()
    (area,) = (area for area in window().screen.areas if area.type == "VIEW_3D")
    (region,) = (region for region in area.regions if region.type == "WINDOW")
    rectangles = {type(begun).__name__: begun.covers for begun in module.Painting.begun}
    rectangles["panel"] = module.open_panel(area, region)
    return {
        name: [[part.left, part.bottom, part.right, part.top] for part in parts] for name, parts in rectangles.items()
    }


def local_view() -> list[str]:
    """Return the names of the objects that the 3D view shows in its local view; none where it has none."""
    (space,) = (area.spaces.active for area in window().screen.areas if area.type == "VIEW_3D")
    if not space.local_view:
        return []
    # Only what is evaluated knows it.
    depsgraph = bpy.context.evaluated_depsgraph_get()
    return sorted(member.name for member in depsgraph.objects if member.local_view_get(space))


def active() -> str:
    """Return the name of the active object; nothing where none is."""
    active_object = window().view_layer.objects.active
    return "" if active_object is None else str(active_object.name)


def selected() -> list[str]:
    """Return the names of the selected objects."""
    return sorted(chosen.name for chosen in window().view_layer.objects.selected)


def mode() -> str:
    """Return the mode that the user works in, also if it is that of an object that is not active any more."""
    modes = {str(shown.mode) for shown in window().view_layer.objects} - {"OBJECT"}
    return min(modes, default="OBJECT")


def puzzle_state(collection: Any) -> dict[str, Any]:
    """Return a puzzle's name, values, the content of its text, and its objects with the sizes of their meshes."""
    group = collection.puzzle_cubes
    parts = {item.name: part_state(item.part) for item in group.parts if item.part is not None}
    return values_of(group) | {"name": collection.name, "content": json.loads(group.puzzle), "parts": parts}


def part_state(part: Any) -> dict[str, Any]:
    """Return whether an object is visible, where it is and how large its mesh is in millimeters, and its polygons."""
    vertices = np.empty(3 * len(part.data.vertices))
    part.data.vertices.foreach_get("co", vertices)
    millimeters = 1000 * window().scene.unit_settings.scale_length
    extent = (millimeters * np.ptp(vertices.reshape(-1, 3), axis=0)).round(2)
    return {
        "visible": part.visible_get(),
        "location": [round(millimeters * value, 2) for value in part.location],
        "extent": extent.tolist(),
        "polygons": len(part.data.polygons),
    }


def values_of(group: Any) -> dict[str, Any]:
    """Return the values of a group and of those in it: vectors as lists, lengths without single precision's noise."""
    values: dict[str, Any] = {}
    for owned in group.bl_rna.properties:
        value: Any = getattr(group, owned.identifier)
        if owned.type in {"INT", "FLOAT"} and owned.is_array:
            values[owned.identifier] = list(value)
        elif isinstance(value, bpy.types.PropertyGroup) and owned.identifier != "rna_type":
            values[owned.identifier] = values_of(value)
        elif owned.type not in {"POINTER", "COLLECTION"}:
            values[owned.identifier] = round(value, 5) if owned.type == "FLOAT" else value
    return values


def window() -> Any:
    """Return the main window, which was opened first."""
    return bpy.context.window_manager.windows[0]
