# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of puzzles for the pages and the listing: ``scripts/puzzle_pictures.py DOCS [NAME ...]``.

They are taken in the studio; frames of films, which are many, by a sun without shadows.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from demo import SEED, render_preview
from installed_extension import extension
from PIL import Image, ImageDraw, ImageFont

from puzzle_cubes.export.assembly_page import pictures_of_steps
from puzzle_cubes.library import make

BED = 180.0
"""The side of the printer's bed: all parts of the kit have room on one."""

BED_THICKNESS = 4.0
BED_COLOR = (0.06, 0.065, 0.075)
OVERHANG = 5.0
LISTING, PAGE, FIRST = (1920, 1080), (960, 720), (1280, 960)
QUALITY = 90
"""Of WebP and JPEG: a picture is a tenth of what it is as PNG."""

DISPLAYS = ("SOLID", "WIRE", "GLASS")
COUPON, STEPS = "pictures/coupon.webp", "pictures/kit-steps.webp"
COUPON_COLOR = (0.80, 0.32, 0.05)
FROM_ABOVE, FROM_THE_FRONT, FROM_THE_SIDE = (0.3, -0.55, 1.2), (-0.25, -0.8, 1.2), (1.0, -0.80, 0.74)
FROM_BEFORE = (0.3, -1.0, 0.25)

COLUMNS, STEP = 5, 288
"""How many pictures of steps stand in a row, and the side of each, in pixels."""

STEP_MARGIN = 12
PAPER = "#f6ecdf"
NUMBER_SIZE = 30
INK = (60, 52, 44)

Direction = tuple[float, float, float]

FROM_THE_VIEW = (1.0, -0.75, 0.62)
"""From the puzzle to the camera: from where Blender's view looks at first."""

MARGIN = 0.03
"""How much farther away the camera is than it must be."""

SUN = (0.42, -0.5, 0.75)
"""From where it shines: of a block that is seen, each side is lit, in another way."""

FRAME_SAMPLES = 8


@dataclass(frozen=True)
class Shot:
    """A picture: the options of a puzzle, which parts of it in which way, how far they lie apart, and from where."""

    options: dict[str, Any]
    parts: tuple[str, ...] = ()
    way: str = ""
    explode: float = 0.0
    direction: Direction = FROM_THE_SIDE
    resolution: tuple[int, int] = PAGE
    samples: int = 16
    displays: tuple[str, ...] = ("SOLID",)


KIT: dict[str, Any] = {"size": (4, 4, 4), "seed": SEED, "overhang": OVERHANG}
PIECES = {"kind": "PACKING", "tray_wall": 0.0}
BALL = {**PIECES, "puzzle": "SHAPE", "shape": "ball", "across": 12, "shape_pieces": 6, "seed": 2}
SUZANNE = {"across": 16, "shape_pieces": 12, "seed": 1, "skin": "MODEL"}
"""What Blender's monkey is divided into."""
MODELS = ("box", "cross")
SHOTS = {
    "pictures/preview.webp": Shot({"size": (5, 5, 5), "seed": SEED}, MODELS, resolution=FIRST),
    "pictures/kit-assembled.webp": Shot(KIT, way="KIT"),
    "pictures/kit-exploded.webp": Shot(KIT, way="KIT", explode=0.5),
    "pictures/kit-bed.webp": Shot(KIT, way="KIT", explode=1.0, direction=FROM_ABOVE),
    "pictures/packing-assembled.webp": Shot(PIECES),
    "pictures/packing-exploded.webp": Shot(PIECES, explode=0.5),
    "pictures/burr.webp": Shot({"kind": "BURR"}, explode=0.5),
    "pictures/shape.webp": Shot(BALL, explode=0.2),
    "pictures/suzanne.webp": Shot(SUZANNE, explode=0.2, direction=FROM_BEFORE),
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
    if options is SUZANNE:
        operators.mesh.primitive_monkey_add()
        context.active_object.modifiers.new("Subdivision", "SUBSURF").levels = 2
        operators.puzzle_cubes.from_object(**options)
    else:
        operators.puzzle_cubes.generate(**options)
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    if way:
        puzzle.oskar.way = way
    return puzzle


def photo(
    shown: list[Any],
    resolution: tuple[int, int],
    samples: int,
    direction: Direction,
    color: tuple[float, float, float] | None = None,
) -> Image.Image:
    """Return a picture of objects as they stand, in the studio."""
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "rendered.png"
        render_preview(shown, path, resolution, samples, direction, color=color)
        with Image.open(path) as picture:
            return picture.convert("RGB")


def shoot(shot: Shot) -> Image.Image:
    """Make the puzzle of a picture, and return that, its displays side by side."""
    puzzle = made(shot.options, shot.way)
    puzzle.explode = shot.explode
    width, height = shot.resolution
    picture = Image.new("RGB", (len(shot.displays) * width, height))
    for number, display in enumerate(shot.displays):
        puzzle.display = display
        shown = [item.part for item in puzzle.parts if _is_shown(item, shot)]
        if shot.explode == 1.0:
            shown.append(bed_below(shown))
        picture.paste(photo(shown, shot.resolution, shot.samples, shot.direction), (number * width, 0))
    return picture


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
    paint(bed, (*BED_COLOR, 1.0))
    return bed


def paint(thing: Any, color: tuple[float, ...], **inputs: float | tuple[float, ...]) -> None:
    """Give an object a material of its own in a color; more inputs of its shader are named with underscores."""
    import bpy

    material: Any = bpy.data.materials.new("Paint")
    if material.node_tree is None:
        material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"].inputs
    for name, value in {"base_color": color, **inputs}.items():
        surface[name.replace("_", " ").title()].default_value = value
    thing.data.materials.clear()
    thing.data.materials.append(material)


def places_of(things: list[Any], scene: Any, frames: Iterable[int]) -> list[Any]:
    """Return the places of objects' vertices in the world, in each of some frames."""
    places = []
    for frame in frames:
        scene.frame_set(frame)
        places += [thing.matrix_world @ vertex.co for thing in things for vertex in thing.data.vertices]
    return places


def rendered(scene: Any, frame: int) -> Image.Image:
    """Return a frame of a scene as a picture."""
    import bpy

    operators: Any = bpy.ops
    scene.frame_set(frame)
    with tempfile.TemporaryDirectory() as temporary:
        scene.render.filepath = str(Path(temporary) / "frame.png")
        operators.render.render(write_still=True)
        with Image.open(scene.render.filepath) as picture:
            return picture.convert("RGB")


def set_up(scene: Any, seen: list[Any], resolution: tuple[int, int], direction: Direction = FROM_THE_VIEW) -> None:
    """Give a scene a camera that has some places in its picture, light from above, and a pale background."""
    import bpy
    from mathutils import Vector

    lens = bpy.data.cameras.new("Camera")
    lens.lens, lens.clip_end = 80.0, 1000.0
    camera = bpy.data.objects.new("Camera", lens)
    away = Vector(direction).normalized()
    camera.rotation_euler = away.to_track_quat("Z", "Y").to_euler()
    scene.collection.objects.link(camera)
    # One sun without shadows leaves no noise, so few samples will do; the sky is seen, and lights nothing.
    light: Any = bpy.data.lights.new("Sun", "SUN")
    light.energy, light.angle, light.use_shadow = 4.4, 0.0, False
    sun = bpy.data.objects.new("Sun", light)
    sun.rotation_euler = Vector(SUN).to_track_quat("Z", "Y").to_euler()
    scene.collection.objects.link(sun)
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y = resolution
    scene.view_layers[0].update()
    depsgraph = scene.view_layers[0].depsgraph
    camera.location, _ = camera.camera_fit_coords(depsgraph, [value for place in seen for value in place])
    camera.location = camera.location + MARGIN * away * (camera.location - seen[0]).length
    world: Any = bpy.data.worlds.new("World")
    if world.node_tree is None:
        world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.905, 0.922, 0.947, 1.0)
    scene.world = world
    world.cycles_visibility.diffuse = world.cycles_visibility.glossy = False
    scene.render.engine = "CYCLES"
    scene.view_settings.view_transform = "Standard"
    scene.cycles.device = "CPU"
    scene.cycles.samples = FRAME_SAMPLES
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 0


def shoot_coupon() -> Image.Image:
    """Export the coupon of a kit, read it back, and return a picture of it."""
    import bpy

    made(KIT, "KIT")
    operators: Any = bpy.ops
    context: Any = bpy.context
    with tempfile.TemporaryDirectory() as temporary:
        file = str(Path(temporary) / "coupon.stl")
        operators.puzzle_cubes.export_coupon(filepath=file)
        operators.wm.stl_import(filepath=file)
    return photo([context.active_object], PAGE, 16, FROM_THE_FRONT, COUPON_COLOR)


def shoot_steps() -> Image.Image:
    """Return how a kit is put together, in rows: the pictures of its page, without their arrows."""
    puzzle = make("oskar", way="kit", **KIT)
    parts, steps = puzzle.all_parts, puzzle.steps
    told = puzzle.kind.instructions(puzzle.content, parts, puzzle.way.name)
    sheet = Image.new("RGB", (COLUMNS * STEP, -(-len(steps) // COLUMNS) * STEP), PAPER)
    font = ImageFont.load_default(NUMBER_SIZE)
    for place, picture in enumerate(pictures_of_steps(parts, steps, told, STEP - 2 * STEP_MARGIN)):
        left, top = place % COLUMNS * STEP, place // COLUMNS * STEP
        drawing = Image.fromarray(picture.pixels)
        sheet.paste(drawing, (left + (STEP - drawing.width) // 2, top + (STEP - drawing.height) // 2), drawing)
        ImageDraw.Draw(sheet).text((left + STEP_MARGIN, top + STEP_MARGIN), f"{place + 1}", INK, font)
    return sheet


if __name__ == "__main__":
    folder = Path(sys.argv[1]).absolute()
    others = {COUPON: shoot_coupon, STEPS: shoot_steps}
    with extension():
        for name in sys.argv[2:] or (*SHOTS, *others):
            print(f"Rendering {name}.", flush=True)
            save_picture(others[name]() if name in others else shoot(SHOTS[name]), folder / name)
