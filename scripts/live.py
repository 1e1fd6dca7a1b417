# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a live puzzle takes from a new value of a dimension to the new meshes, in milliseconds, as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from installed_extension import extension

SIDES = (5, 10, 20, 40)
ROUNDS = 100
KIT_SIDE = 8


def live_puzzle(cells: int, name: str) -> Any:
    """Make a puzzle in an empty scene, by the extension with a name, and return its properties."""
    import bpy

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    getattr(bpy.ops, name).generate(size=(cells, cells, cells))
    context: Any = bpy.context
    (collection,) = context.active_object.users_collection
    return getattr(collection, name)


def milliseconds(group: Any) -> float:
    """Return the shortest time that a change of the wall takes."""

    def change(number: int) -> None:
        group.oskar.wall = 2 + number / 100

    return shortest(change)


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
        name = root.__name__.rpartition(".")[2]
        measured = {f"{cells}": milliseconds(live_puzzle(cells, name)) for cells in SIDES}
        with_kit = live_puzzle(KIT_SIDE, name)
        with_kit.oskar.way = "KIT"
        measured["kit"] = milliseconds(with_kit)
        with_wires = live_puzzle(10, name)
        with_wires.display = "WIRE"
        measured["wires"] = milliseconds(with_wires)
    print(json.dumps(measured))
