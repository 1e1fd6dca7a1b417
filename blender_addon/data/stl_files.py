# SPDX-License-Identifier: GPL-3.0-or-later
"""STL files by Blender's own exporter, looked at before they are called written."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import bpy

from ...core.common.errors import ExportError
from ...core.printing.printed_object import PrintedObject
from ...core.solids.stl import enclosed_volume, is_closed, stl_size, triangles_from_stl


def write_stl(path: Path, triangles: int, scale: float) -> None:
    """Write all objects of the present scene to an STL file in millimeters; ``scale`` is millimeters per unit.

    Raises OSError, with the system's reason, where there is no room for all of their triangles.
    """
    try:
        bpy.ops.wm.stl_export(
            filepath=str(path),
            ascii_format=False,
            global_scale=scale,
            use_scene_unit=False,
            export_selected_objects=False,
            forward_axis="Y",
            up_axis="Z",
            apply_modifiers=True,
        )
    except RuntimeError as error:
        raise ExportError(f"{path.name} could not be written: {error}".strip()) from error
    # Blender does not say that a disk is full, and leaves off: so what is missing is tried once more.
    size = path.stat().st_size
    missing = stl_size(triangles) - size
    if missing > 0:
        with path.open("ab") as file:
            file.write(bytes(missing))
            file.flush()
            os.fsync(file.fileno())
            file.truncate(size)


def judge_stl(data: bytes, objects: Sequence[PrintedObject]) -> int:
    """Return the number of triangles of an STL file; raises ValueError if these are not the objects' closed meshes."""
    triangles = triangles_from_stl(data)
    expected = sum(one.triangle_count for one in objects)
    if len(triangles) != expected:
        raise ValueError(f"it has {len(triangles)} triangles instead of {expected}")
    if not is_closed(triangles) or enclosed_volume(triangles) <= 0:
        raise ValueError("it is not closed, so it would not print")
    return len(triangles)
