# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how long live cubes take to follow a length that is dragged: seconds of the processor for a change, as JSON.

``drag.py CHANGES CUBE ...``: a cube is the cells of its side, as ``10``, or is shown as wires or as a kit, as ``10, as
wires``. It runs with whatever sources Python finds, also older ones.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

from installed_extension import extension


def measured(cube: str, changes: int) -> float:
    """Return the shortest time from a new value of the wall to the meshes, by the extension that is installed."""
    import bpy

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    operators: Any = bpy.ops
    cells, _, shown = cube.partition(", as ")
    operators.puzzle_cubes.generate(size=[int(cells)] * 3)
    context: Any = bpy.context
    (collection,) = context.active_object.users_collection
    group = collection.puzzle_cubes
    if shown == "a kit":
        group.oskar.way = "KIT"
    elif shown:
        group.display = "WIRE"
    times = []
    for number in range(changes):
        begin = process_time()
        group.oskar.wall = 2 + number / 100
        if shown == "wires":
            # The modifier makes them then.
            context.view_layer.update()
        times.append(process_time() - begin)
    return min(times)


if __name__ == "__main__":
    with extension():
        taken = {cube: measured(cube, int(sys.argv[1])) for cube in sys.argv[2:]}
    print(json.dumps(taken))
