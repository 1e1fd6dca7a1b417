# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender calls when a dimension, the printer, or the way to print or to show a puzzle was changed.

Blender 4.2 never lets go of an update function, nor of the module that it stands in. If that
held bpy, a Python process with the bpy module would crash when it ends; so this one holds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def dimension_changed(group: Any, context: Any) -> None:
    """Let the puzzle that the group belongs to follow its dimensions."""
    from .build import follow_dimensions  # noqa: PLC0415

    follow_dimensions(group.id_data, context.scene)


def way_changed(group: Any, context: Any) -> None:
    """Show the puzzle in the way it is printed."""
    from .build import show_as_printed  # noqa: PLC0415

    show_as_printed(group.id_data, context.scene)


def explode_changed(group: Any, context: Any) -> None:
    """Move the parts that lie apart."""
    from .apart import place_parts  # noqa: PLC0415
    from .half import half_of  # noqa: PLC0415
    from .puzzles import is_puzzle  # noqa: PLC0415

    place_parts(group)
    if is_puzzle(group.id_data):
        half_of(group.kind).placed(group.id_data)


def display_changed(group: Any, context: Any) -> None:
    """Show the walls of the puzzle in the way that was chosen."""
    from .display import follow_display  # noqa: PLC0415

    follow_display(group.id_data)


def printer_changed(group: Any, context: Any) -> None:
    """Lay all parts of the printer's scene out anew."""
    from .build import lay_out_anew  # noqa: PLC0415

    lay_out_anew(group.id_data)


def option_chosen(kind: str, option: str) -> Callable[[Any, Any], None]:
    """Return the function that lets other options of the next puzzle follow when one was chosen."""

    def follow(group: Any, context: Any) -> None:
        from .option_properties import follow_option  # noqa: PLC0415

        follow_option(group, kind, option)

    return follow
