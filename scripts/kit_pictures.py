# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of a kit on the bed, taken apart and put together, and of a coupon: ``scripts/kit_pictures.py OUTDIR``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from demo import SEED
from installed_extension import extension

SIZE = (4, 4, 4)
OVERHANG = 5.0
RESOLUTION = (960, 720)
BED = 150.0
COUPON_COLOR = (0.80, 0.32, 0.05)
FROM_ABOVE = (0.25, 0.6, 1.2)
FROM_THE_FRONT = (-0.25, -0.8, 1.2)
PICTURES = {"kit-assembled.png": 0.0, "kit-exploded.png": 0.5, "kit-bed.png": 1.0}
"""The pictures, and where the slider is in them."""


def picture_kit(folder: Path) -> None:
    """Make a kit and render it into the folder."""
    import bpy
    from preview import CAMERA_DIRECTION, render_preview

    context: Any = bpy.context
    context.scene.puzzle_cubes.bed_x = context.scene.puzzle_cubes.bed_y = BED
    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(size=SIZE, seed=SEED, overhang=OVERHANG)
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    puzzle.oskar.way = "KIT"
    models = [item.part for item in puzzle.parts if item.way == "kit"]
    for name, explode in PICTURES.items():
        print(f"Rendering {name}.", flush=True)
        puzzle.explode = explode
        direction = FROM_ABOVE if explode == 1 else CAMERA_DIRECTION
        render_preview(models, folder / name, RESOLUTION, direction=direction)


def picture_coupon(folder: Path) -> None:
    """Export a coupon, read it back and render it into the folder."""
    import bpy
    from preview import render_preview

    operators: Any = bpy.ops
    context: Any = bpy.context
    with tempfile.TemporaryDirectory() as temporary:
        file = str(Path(temporary) / "coupon.stl")
        operators.puzzle_cubes.export_coupon(filepath=file)
        operators.wm.stl_import(filepath=file)
    print("Rendering coupon.png.", flush=True)
    picture = folder / "coupon.png"
    render_preview([context.active_object], picture, RESOLUTION, direction=FROM_THE_FRONT, color=COUPON_COLOR)


if __name__ == "__main__":
    target = Path(sys.argv[1]).absolute()
    with extension():
        picture_kit(target)
        picture_coupon(target)
