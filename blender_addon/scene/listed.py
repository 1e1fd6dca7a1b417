# SPDX-License-Identifier: GPL-3.0-or-later
"""Which puzzle of a list is chosen: the active one, by its place among the collections of the file.

Like an update function, Blender 4.2 never lets go of a function that reads or sets a property; so this module holds no
bpy (see ``updates``).
"""

from __future__ import annotations

from typing import Any


def read(group: Any) -> int:
    """Return the place of the active puzzle; -1 where there is none."""
    from .choosing import active_place  # noqa: PLC0415

    return active_place(group.id_data)


def choose(group: Any, place: int) -> None:
    """Make the puzzle at a place the active one."""
    from .choosing import choose_place  # noqa: PLC0415

    choose_place(group.id_data, place)
