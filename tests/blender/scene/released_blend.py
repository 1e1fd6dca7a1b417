# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a .blend file with puzzles of every kind, by the extension of whatever sources Python finds.

By those of version 0.3.0 it has made ``tests/blender/scene/released.blend``, which ``test_blend_files.py`` opens:
``python -m scripts.same REVISION`` lays these into a folder F in ``build/revisions``, and then
``PYTHONPATH=F/build/package:F/scripts python -P tests/blender/scene/released_blend.py FILE`` makes it.
"""

from __future__ import annotations

import sys
from typing import Any

from installed_extension import extension

PUZZLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Cube in One Piece", {"size": (3, 3, 3), "seed": 1, "wall": 2.5, "label_height": 2.0}),
    ("Cube as a Kit", {"size": (3, 4, 3), "seed": 2, "passage": 6.0}),
    ("Pieces", {"kind": "PACKING", "puzzle": "SOMA", "cube": 12.5}),
    ("Burr", {"kind": "BURR", "cube": 9.0}),
)
"""The puzzles by the names of their collections, and what is set of each."""


def make(path: str) -> None:
    """Make the puzzles as a user does, by the extension that is installed, and save them."""
    import bpy

    context: Any = bpy.context
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    context.scene.unit_settings.scale_length = 0.001
    operators: Any = bpy.ops
    for name, settings in PUZZLES:
        operators.puzzle_cubes.generate(**settings)
        (collection,) = context.active_object.users_collection
        collection.name = name
        group = collection.puzzle_cubes
        if "Kit" in name:
            group.oskar.way = "KIT"
        elif group.kind == "oskar":
            group.carrier.location.z += 50.0
            operators.puzzle_cubes.watch()
        else:
            group.explode = 0.5
    bpy.ops.wm.save_as_mainfile(filepath=path, compress=True)


if __name__ == "__main__":
    with extension():
        make(sys.argv[1])
