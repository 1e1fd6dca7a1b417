# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of a packing puzzle: put together, and its pieces apart: ``scripts/packing_pictures.py OUTDIR``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from installed_extension import extension

RESOLUTION = (960, 720)
PICTURES = {"packing-assembled.png": 0.0, "packing-exploded.png": 0.5}
"""The pictures, and where the slider is in them."""


def picture_pieces(folder: Path) -> None:
    """Make the Megaron cube without its box, and render its pieces in their own colors into the folder."""
    import bpy
    from preview import render_preview

    context: Any = bpy.context
    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(kind="PACKING", tray_wall=0.0)
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    models = [item.part for item in puzzle.parts if item.part]
    for name, explode in PICTURES.items():
        print(f"Rendering {name}.", flush=True)
        puzzle.explode = explode
        render_preview(models, folder / name, RESOLUTION)


if __name__ == "__main__":
    with extension():
        picture_pieces(Path(sys.argv[1]).absolute())
