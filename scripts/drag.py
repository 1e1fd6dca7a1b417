# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how long a live puzzle takes to follow a length that is dragged: seconds of the processor for a change.

It runs with whatever sources Python finds, also older ones.
"""

from __future__ import annotations

from time import process_time
from typing import Any

from installed_extension import extension

CHANGES = 60
CELLS = 10


def measured() -> float:
    """Return the shortest time from a new value of the wall to the meshes, by the extension that is installed."""
    import bpy

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(size=(CELLS, CELLS, CELLS))
    context: Any = bpy.context
    (collection,) = context.active_object.users_collection
    times = []
    for number in range(CHANGES):
        begin = process_time()
        collection.puzzle_cubes.oskar.wall = 2 + number / 100
        times.append(process_time() - begin)
    return min(times)


if __name__ == "__main__":
    with extension():
        seconds = measured()
    print(seconds)
