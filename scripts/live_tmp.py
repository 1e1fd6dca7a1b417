# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a live puzzle takes from a new value of a dimension to the new meshes, as JSON by cells a side.

Beside the whole it shows how long the mesh of the solution takes alone, which is made even while it is hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from installed_extension import extension

SIDES = (5, 10, 20, 40)
ROUNDS = 200


def milliseconds(cells: int, root: Any) -> tuple[float, float]:
    """Return the shortest time that a change of the wall takes, and the share of the solution's mesh in it."""
    import bpy

    context: Any = bpy.context
    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(size=(cells, cells, cells))
    (collection,) = context.active_object.users_collection
    group = collection.puzzle_cubes
    puzzle = root.blender_addon.scene.model.puzzle_of(collection)
    model = root.core.oskar.model

    def change(number: int) -> None:
        group.oskar.wall = 2 + number / 100

    def make_trace(number: int) -> None:
        dimensions = model.dimensions.Dimensions(wall=2 + number / 100)
        mesh = model.box_and_cross.trace(puzzle, dimensions).mesh()
        root.blender_addon.data.meshes.fill_mesh(group.parts["solution"].part.data, mesh, 1.0)

    return shortest(change), shortest(make_trace)


def shortest(action: Callable[[int], None]) -> float:
    """Return the shortest time that an action takes, in milliseconds."""
    times = []
    for number in range(ROUNDS):
        begin = perf_counter()
        action(number)
        times.append(perf_counter() - begin)
    return 1000 * min(times)


if __name__ == "__main__":
    with extension() as root:
        measured = {cells: milliseconds(cells, root) for cells in SIDES}
    print(json.dumps(measured))
