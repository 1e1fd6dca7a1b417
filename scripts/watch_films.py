# SPDX-License-Identifier: GPL-3.0-or-later
"""Small films of all that can be watched: ``scripts/watch_films.py FOLDER [NAME]`` writes watch-NAME.webp for each."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from installed_extension import extension

SIZE = (5, 5, 5)
SEED = 7
RESOLUTION = (440, 440)
SAMPLES = 8
MILLISECONDS = 150
LAST_MILLISECONDS = 2000
QUALITY = 55
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


FILMS = {
    "growth": Film("BACKTRACKER", 42),
    "distances": Film("BACKTRACKER", 42),
    "filling": Film("HUNT_AND_KILL", 34),
    "tremaux": Film("BACKTRACKER", 57, seed=3),
    "mouse": Film("BACKTRACKER", 42, seed=2),
}


def make_film(name: str, film: Film, file: Path) -> None:
    """Watch a puzzle, render each frame and write the film."""
    import bpy
    from PIL import Image

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
    durations = [MILLISECONDS] * (len(images) - 1) + [LAST_MILLISECONDS]
    images[0].save(file, save_all=True, append_images=images[1:], duration=durations, loop=0, quality=QUALITY, method=6)
    print(f"Wrote {file.name}, {len(images)} frames, {file.stat().st_size // 1024} KB.", flush=True)


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


def main(folder: Path, names: list[str]) -> None:
    """Make the films that are named, or all."""
    for name, film in FILMS.items():
        if not names or name in names:
            make_film(name, film, folder / f"watch-{name}.webp")


if __name__ == "__main__":
    with extension():
        main(Path(sys.argv[1]).absolute(), sys.argv[2:])
