# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a puzzle with solid walls, as wires, and as glass, side by side: ``scripts/display_picture.py FILE``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from demo import SEED
from installed_extension import extension

SIZE = (4, 4, 4)
RESOLUTION = (480, 440)
SAMPLES = 48
DISPLAYS = ("SOLID", "WIRE", "GLASS")


def picture_displays(file: Path) -> None:
    """Make a puzzle, render it with its solution in each display, and put the pictures side by side."""
    import bpy
    from PIL import Image
    from preview import render_preview

    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(size=SIZE, seed=SEED)
    context: Any = bpy.context
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    width, height = RESOLUTION
    together = Image.new("RGB", (len(DISPLAYS) * width, height))
    with tempfile.TemporaryDirectory() as temporary:
        for number, display in enumerate(DISPLAYS):
            print(f"Rendering {display.lower()}.", flush=True)
            puzzle.display = display
            path = Path(temporary) / f"{display}.png"
            models = [puzzle.parts[key].part for key in ("box", "cross", "solution")]
            render_preview(models, path, RESOLUTION, SAMPLES)
            together.paste(Image.open(path), (number * width, 0))
    together.save(file)


if __name__ == "__main__":
    with extension():
        picture_displays(Path(sys.argv[1]).absolute())
