# SPDX-License-Identifier: GPL-3.0-or-later
"""Small films of a solution and of all that can be watched: ``scripts/films.py FOLDER [NAME ...]``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from installed_extension import extension
from PIL import Image

SIZE = (5, 5, 5)
SEED = 7
RESOLUTION = (440, 440)
SAMPLES = 8
QUALITY = 55
LAST_MILLISECONDS = 2000
"""How long the last frame is seen."""

DIRECTION = (1.0, -0.75, 0.62)
"""From the puzzle to the camera: from where Blender's view looks at first."""

ROOM = 1.32
"""How much more is seen than the cells, so that the mazes of the faces and the line are in the picture."""


SUN = (0.42, -0.5, 0.75)
"""From where it shines: of a block that is seen, each side is lit, in another way."""


class Film(NamedTuple):
    """What is watched, of a puzzle of which style, with which walk and in how many frames."""

    style: str
    frames: int
    seed: int = 1


SOLUTION = "solution"
"""The film that is no watching: the cross goes its way, seen through the open side of the box."""

FILMS = {
    "growth": Film("BACKTRACKER", 42),
    "distances": Film("BACKTRACKER", 42),
    "filling": Film("HUNT_AND_KILL", 34),
    "tremaux": Film("BACKTRACKER", 57, seed=3),
    "mouse": Film("BACKTRACKER", 42, seed=2),
}


def write_film(images: list[Any], file: Path, milliseconds: int) -> None:
    """Write frames as a film."""
    durations = [milliseconds] * (len(images) - 1) + [LAST_MILLISECONDS]
    images[0].save(file, save_all=True, append_images=images[1:], duration=durations, loop=0, quality=QUALITY, method=6)
    print(f"Wrote {file.name}, {len(images)} frames, {file.stat().st_size // 1024} KB.", flush=True)


def make_film(name: str, film: Film, file: Path) -> None:
    """Watch a puzzle, render each frame and write the film."""
    import bpy

    operators: Any = bpy.ops
    context: Any = bpy.context
    operators.wm.read_homefile(use_factory_startup=True, use_empty=True)
    scene = context.scene
    operators.puzzle_cubes.generate(size=SIZE, seed=SEED, style=film.style)
    seconds = film.frames / scene.render.fps
    operators.puzzle_cubes.watch(watched=name.upper(), watch_seconds=seconds, watch_seed=film.seed)
    set_up(scene, context.active_object)
    images = []
    with tempfile.TemporaryDirectory() as temporary:
        for frame in range(scene.frame_start, scene.frame_start + film.frames + 1):
            scene.frame_set(frame)
            path = Path(temporary) / f"{frame:04}.png"
            scene.render.filepath = str(path)
            operators.render.render(write_still=True)
            images.append(Image.open(path).convert("RGB"))
    write_film(images, file, 150)


def make_solution_film(file: Path) -> None:
    """Animate a solution, render each frame in the studio and write the film."""
    import bpy
    from preview import studio

    operators: Any = bpy.ops
    context: Any = bpy.context
    operators.wm.read_homefile(use_factory_startup=True, use_empty=True)
    operators.puzzle_cubes.generate(
        size=(3, 3, 3), seed=5, style="HARD", effort=3000, start_choice="BEST", overhang=3.0
    )
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    operators.puzzle_cubes.animate(frames_per_move=3, turn_pause=1)
    puzzle.explode = 0.0
    puzzle.oskar.way = "KIT"
    # Without the three upper plates one sees inside; the lower ones have the same mazes.
    models = [item.part for item in puzzle.parts if item.name.endswith("min")]
    cross = puzzle.parts["cross"].part
    # What is hidden does not follow its keys.
    cross.hide_viewport = False
    models.append(cross)
    scene = context.scene
    frames = range(scene.frame_start, scene.frame_end + 1)

    def moments() -> Iterator[int]:
        for frame in frames:
            scene.frame_set(frame)
            yield frame

    with tempfile.TemporaryDirectory() as temporary:
        images = []
        with studio(models, RESOLUTION, SAMPLES, moments=moments()) as shoot:
            for frame in moments():
                path = Path(temporary) / f"{frame:04}.png"
                shoot(path)
                images.append(Image.open(path).convert("RGB"))
    write_film(images, file, 70)


def set_up(scene: Any, watched: Any) -> None:
    """Give a scene a camera that has in its picture what is watched, light from above, and a pale background."""
    import bpy
    from mathutils import Vector

    scene.view_layers[0].update()
    corners = [watched.matrix_world @ Vector(corner) for corner in watched.bound_box]
    center = sum(corners, Vector()) / len(corners)
    lens = bpy.data.cameras.new("Camera")
    lens.lens, lens.clip_end = 80.0, 1000.0
    camera = bpy.data.objects.new("Camera", lens)
    away = Vector(DIRECTION).normalized()
    camera.rotation_euler = away.to_track_quat("Z", "Y").to_euler()
    scene.collection.objects.link(camera)
    # One sun without shadows leaves no noise, so few samples will do; the sky is seen, and lights nothing.
    light: Any = bpy.data.lights.new("Sun", "SUN")
    light.energy, light.angle, light.use_shadow = 4.4, 0.0, False
    sun = bpy.data.objects.new("Sun", light)
    sun.rotation_euler = Vector(SUN).to_track_quat("Z", "Y").to_euler()
    scene.collection.objects.link(sun)
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y = RESOLUTION
    scene.view_layers[0].update()
    framed = [value for corner in corners for value in center + ROOM * (corner - center)]
    camera.location, _ = camera.camera_fit_coords(scene.view_layers[0].depsgraph, framed)
    world: Any = bpy.data.worlds.new("World")
    if world.node_tree is None:
        world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.9, 0.92, 0.95, 1.0)
    world.cycles_visibility.diffuse = world.cycles_visibility.glossy = False
    scene.world = world
    scene.render.engine = "CYCLES"
    scene.view_settings.view_transform = "Standard"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 0


if __name__ == "__main__":
    folder = Path(sys.argv[1]).absolute()
    with extension():
        for name in sys.argv[2:] or (SOLUTION, *FILMS):
            if name == SOLUTION:
                make_solution_film(folder / "solution.webp")
            else:
                make_film(name, FILMS[name], folder / f"watch-{name}.webp")
