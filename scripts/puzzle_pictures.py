# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of puzzles for the pages and the listing: ``scripts/puzzle_pictures.py DOCS [NAME ...]``."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from demo import SEED
from installed_extension import extension
from PIL import Image

BED = 180.0
"""The side of the printer's bed: all parts of the kit have room on one."""

BED_THICKNESS = 4.0
BED_COLOR = (0.06, 0.065, 0.075)
OVERHANG = 5.0
LISTING, PAGE, FIRST = (1920, 1080), (960, 720), (1280, 960)
QUALITY = 90
"""Of WebP and JPEG: a picture is a tenth of what it is as PNG."""

DISPLAYS = ("SOLID", "WIRE", "GLASS")
COUPON = "pictures/coupon.webp"
COUPON_COLOR = (0.80, 0.32, 0.05)
FROM_ABOVE, FROM_THE_FRONT, FROM_THE_SIDE = (0.3, -0.55, 1.2), (-0.25, -0.8, 1.2), (1.0, -0.80, 0.74)


@dataclass(frozen=True)
class Shot:
    """A picture: the options of a puzzle, which parts of it in which way, how far they lie apart, and from where."""

    options: dict[str, Any]
    parts: tuple[str, ...] = ()
    way: str = ""
    explode: float = 0.0
    direction: tuple[float, float, float] = FROM_THE_SIDE
    resolution: tuple[int, int] = PAGE
    samples: int = 16
    displays: tuple[str, ...] = ("SOLID",)


KIT = {"size": (4, 4, 4), "seed": SEED, "overhang": OVERHANG}
PIECES = {"kind": "PACKING", "tray_wall": 0.0}
BALL = {**PIECES, "puzzle": "SHAPE", "shape": "ball", "across": 12, "shape_pieces": 6, "seed": 2}
MODELS = ("box", "cross")
SHOTS = {
    "pictures/preview.webp": Shot({"size": (5, 5, 5), "seed": SEED}, MODELS, resolution=FIRST),
    "pictures/kit-assembled.webp": Shot(KIT, way="KIT"),
    "pictures/kit-exploded.webp": Shot(KIT, way="KIT", explode=0.5),
    "pictures/kit-bed.webp": Shot(KIT, way="KIT", explode=1.0, direction=FROM_ABOVE),
    "pictures/packing-assembled.webp": Shot(PIECES),
    "pictures/packing-exploded.webp": Shot(PIECES, explode=0.5),
    "pictures/burr.webp": Shot({"kind": "BURR"}, explode=0.5),
    "pictures/shape.webp": Shot(BALL, explode=0.35),
    "pictures/display.webp": Shot(
        {"size": (4, 4, 4), "seed": SEED}, (*MODELS, "solution"), "", 0.0, FROM_THE_SIDE, (480, 440), 48, DISPLAYS
    ),
    "listing/featured.jpg": Shot({"size": (5, 5, 5), "seed": SEED}, MODELS, resolution=LISTING, samples=32),
    "listing/kit.jpg": Shot(KIT, way="KIT", explode=0.5, resolution=LISTING, samples=32),
    "listing/bed.jpg": Shot(KIT, way="KIT", explode=1.0, direction=FROM_ABOVE, resolution=LISTING, samples=32),
    "listing/packing.jpg": Shot(PIECES, explode=0.4, resolution=LISTING, samples=32),
}
"""The pictures by the names of their files."""


def save_picture(picture: Image.Image, path: Path) -> None:
    """Write a picture in the format that its name asks for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, quality=QUALITY, method=6)


def made(options: dict[str, Any], way: str) -> Any:
    """Make a puzzle in an empty scene, and return its properties."""
    import bpy

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    context: Any = bpy.context
    operators: Any = bpy.ops
    context.scene.puzzle_cubes.bed_x = context.scene.puzzle_cubes.bed_y = BED
    operators.puzzle_cubes.generate(**options)
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    if way:
        puzzle.oskar.way = way
    return puzzle


def shoot(shot: Shot, path: Path) -> None:
    """Make the puzzle of a picture, and render it, its displays side by side."""
    from preview import render_preview

    puzzle = made(shot.options, shot.way)
    puzzle.explode = shot.explode
    width, height = shot.resolution
    picture = Image.new("RGB", (len(shot.displays) * width, height))
    with tempfile.TemporaryDirectory() as temporary:
        rendered = Path(temporary) / "rendered.png"
        for number, display in enumerate(shot.displays):
            puzzle.display = display
            shown = [item.part for item in puzzle.parts if _is_shown(item, shot)]
            if shot.explode == 1.0:
                shown.append(bed_below(shown))
            render_preview(shown, rendered, shot.resolution, shot.samples, shot.direction)
            with Image.open(rendered) as one:
                picture.paste(one, (number * width, 0))
    save_picture(picture, path)


def _is_shown(item: Any, shot: Shot) -> bool:
    if shot.parts:
        return item.name in shot.parts
    return bool(item.part) and (not shot.way or item.way == shot.way.lower())


def bed_below(parts: list[Any]) -> Any:
    """Add the printer's bed below parts that lie on it, and return it."""
    import bpy
    from mathutils import Vector

    context: Any = bpy.context
    context.view_layer.update()
    corners = [part.matrix_world @ Vector(corner) for part in parts for corner in part.bound_box]
    lowest, highest = (Vector([end(values) for values in zip(*corners, strict=True)]) for end in (min, max))
    unit = 0.001 / context.scene.unit_settings.scale_length
    bpy.ops.mesh.primitive_cube_add(size=1.0)
    bed: Any = context.active_object
    bed.scale = unit * BED, unit * BED, unit * BED_THICKNESS
    bed.location = (lowest + highest) / 2
    bed.location.z = lowest.z - unit * BED_THICKNESS / 2
    material: Any = bpy.data.materials.new("Bed")
    if material.node_tree is None:
        material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*BED_COLOR, 1.0)
    bed.data.materials.append(material)
    return bed


def shoot_coupon(path: Path) -> None:
    """Export the coupon of a kit, read it back and render it."""
    import bpy
    from preview import render_preview

    made(KIT, "KIT")
    operators: Any = bpy.ops
    context: Any = bpy.context
    with tempfile.TemporaryDirectory() as temporary:
        file = str(Path(temporary) / "coupon.stl")
        operators.puzzle_cubes.export_coupon(filepath=file)
        operators.wm.stl_import(filepath=file)
        rendered = Path(temporary) / "rendered.png"
        render_preview([context.active_object], rendered, PAGE, direction=FROM_THE_FRONT, color=COUPON_COLOR)
        with Image.open(rendered) as picture:
            save_picture(picture, path)


if __name__ == "__main__":
    folder = Path(sys.argv[1]).absolute()
    with extension():
        for name in sys.argv[2:] or (*SHOTS, COUPON):
            print(f"Rendering {name}.", flush=True)
            if name == COUPON:
                shoot_coupon(folder / name)
            else:
                shoot(SHOTS[name], folder / name)
