# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a live puzzle takes from a new value of a dimension to the new meshes, as JSON by cells a side."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

from installed_extension import extension

SIDES = (5, 10)
ROUNDS = 40


def milliseconds(cells: int) -> float:
    """Return the shortest time that a change of the wall takes."""
    import bpy

    context: Any = bpy.context
    operators: Any = bpy.ops
    operators.oskars_cube.generate(size=(cells, cells, cells))
    (collection,) = context.active_object.users_collection
    times = []
    for number in range(ROUNDS):
        begin = perf_counter()
        collection.oskars_cube.wall = 2 + number / 100
        times.append(perf_counter() - begin)
    return 1000 * min(times)


if __name__ == "__main__":
    with extension():
        measured = {cells: milliseconds(cells) for cells in SIDES}
    print(json.dumps(measured))
