# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender calls when another view of a puzzle was chosen; like ``scene/updates.py``, this holds no bpy."""

from __future__ import annotations

from typing import Any


def view_changed(group: Any, context: Any) -> None:
    """Show what was chosen."""
    from .view import show  # noqa: PLC0415

    show(group.id_data)
