# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures and the icon of the listing on the extensions platform: ``scripts/listing_pictures.py docs/listing``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from demo import SEED
from installed_extension import extension
from PIL import Image

PICTURE, ICON = (1920, 1080), (256, 256)
SAMPLES, ICON_SAMPLES = 32, 128
QUALITY = 92
"""Of JPEG: a picture is a tenth of what it is as PNG."""


@dataclass(frozen=True)
class Shot:
    """A picture: the options of a puzzle, which parts of it in which way, how far they lie apart, and from where."""

    options: dict[str, Any]
    parts: Sequence[str] = ()
    way: str = ""
    explode: float = 0.0
    direction: tuple[float, float, float] = (0.80, 1.0, 0.74)
    resolution: tuple[int, int] = PICTURE


SHOTS = {
    "featured.jpg": Shot({"size": (5, 5, 5), "seed": SEED}, ("box", "cross")),
    "kit.jpg": Shot({"size": (4, 4, 4), "seed": SEED, "overhang": 5.0}, way="KIT", explode=0.5),
    "packing.jpg": Shot({"kind": "PACKING", "tray_wall": 0.0}, explode=0.4),
    "icon.png": Shot({"size": (3, 3, 3), "seed": SEED}, ("box", "cross"), direction=(0.9, 1.0, 0.8), resolution=ICON),
}
"""The pictures by the names of their files."""


def shoot(shot: Shot, path: Path) -> None:
    """Make the puzzle of a picture in an empty scene, and render it."""
    import bpy
    from preview import render_preview

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    context: Any = bpy.context
    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(**shot.options)
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    if shot.way:
        puzzle.oskar.way = shot.way
    puzzle.explode = shot.explode
    shown = [item.part for item in puzzle.parts if _is_shown(item, shot)]
    samples = ICON_SAMPLES if shot.resolution == ICON else SAMPLES
    with tempfile.TemporaryDirectory() as temporary:
        rendered = Path(temporary) / "rendered.png"
        render_preview(shown, rendered, shot.resolution, samples, shot.direction)
        with Image.open(rendered) as picture:
            picture.convert("RGB").save(path, quality=QUALITY)


def _is_shown(item: Any, shot: Shot) -> bool:
    if shot.parts:
        return item.name in shot.parts
    return bool(item.part) and item.way == shot.way.lower() if shot.way else bool(item.part)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with extension():
        for name in sys.argv[2:] or SHOTS:
            print(f"Rendering {name}.", flush=True)
            shoot(SHOTS[name], folder / name)
