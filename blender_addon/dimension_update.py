# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender calls when a dimension was changed.

Blender 4.2 never lets go of an update function, nor of the module that it stands in. If that
held bpy, a Python process with the bpy module would crash when it ends; so this one holds nothing.
"""

from __future__ import annotations

from typing import Any


def dimension_changed(group: Any, context: Any) -> None:
    """Let the puzzle that the group belongs to follow its dimensions."""
    from .puzzle_objects import follow_dimensions  # noqa: PLC0415

    follow_dimensions(group.id_data, context.scene)
