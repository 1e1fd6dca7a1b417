# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a context that are always there while the extension works, paths as users type them, and units.

Paths may be relative to the .blend file. A Blender unit is ``unit_settings.scale_length`` meters, in metric and
imperial scenes alike: nowhere else is it converted to millimeters.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import bpy

from ...core.export import paths

T = TypeVar("T")


def present(value: T | None) -> T:
    """Return what must be there; raises RuntimeError where it is not, as while Blender starts or ends."""
    if value is None:
        raise RuntimeError("Blender is not ready: it has no scene, window or view layer now.")
    return value


def narrowed(value: object, kind: type[T]) -> T:
    """Return something as the narrower type that it has; raises TypeError where it has another one."""
    if not isinstance(value, kind):
        raise TypeError(f"Blender gave a {type(value).__name__} in place of a {kind.__name__}.")
    return value


def scene_of(context: bpy.types.Context) -> bpy.types.Scene:
    """Return the scene."""
    return present(context.scene)


def view_layer_of(context: bpy.types.Context) -> bpy.types.ViewLayer:
    """Return the view layer."""
    return present(context.view_layer)


def manager_of(context: bpy.types.Context) -> bpy.types.WindowManager:
    """Return the window manager."""
    return present(context.window_manager)


def preferences_of(context: bpy.types.Context) -> bpy.types.Preferences:
    """Return the user's preferences."""
    return present(context.preferences)


def root_of(scene: bpy.types.Scene) -> bpy.types.Collection:
    """Return the collection that holds all of a scene."""
    return present(scene.collection)


def mesh_of(owner: bpy.types.Object) -> bpy.types.Mesh:
    """Return the mesh of an object; raises RuntimeError where it has none."""
    if not isinstance(owner.data, bpy.types.Mesh):
        raise RuntimeError(f"'{owner.name}' has no mesh.")
    return owner.data


def absolute(path: str, what: str = "Folder") -> Path:
    """Return a path as an absolute one; raises InputError, with a word for ``what`` it is, when there is none."""
    return paths.absolute(path, what, bpy.data.filepath)


def file_to_write(path: str, suffix: str = "") -> Path:
    """Return the absolute path of a file that is to be written, with a suffix where it has none.

    Raises InputError where there is none, where it is a folder's, or where nothing can be written there.
    """
    return paths.file_to_write(path, suffix, bpy.data.filepath)


def units_per_millimeter(meters_per_unit: float) -> float:
    """Return the factor from millimeters to Blender units."""
    return 0.001 / meters_per_unit


def millimeters_per_unit(meters_per_unit: float) -> float:
    """Return the factor from Blender units to millimeters."""
    return 1000.0 * meters_per_unit
