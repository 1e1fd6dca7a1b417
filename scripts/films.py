# SPDX-License-Identifier: GPL-3.0-or-later
"""Small films of solutions, of a model taken apart, and of all to watch: ``scripts/films.py DOCS [NAME ...]``."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from installed_extension import extension, new_puzzle
from PIL import Image, ImageDraw, ImageFont
from puzzle_pictures import FROM_BEFORE, LISTING, SUZANNE, Direction, made, paint, save_picture

from puzzle_cubes.kind.part import Look
from puzzle_cubes.oskar.model.box_and_cross import END_LOOK, START_LOOK
from puzzle_cubes.oskar.watched import Pace, Phase, sentence_at

SIZE = (5, 5, 5)
SEED = 7
RESOLUTION = (440, 420)
SAMPLES = 8
QUALITY = 60
LAST_MILLISECONDS = 2000
"""How long the last frame is seen."""

NOISE = 6
"""A pixel that changes by no more, of 255, is left as it was: what stands still takes no room in the file."""

CAPTION = 440, 112
"""Of the strip below the picture that says what is seen."""

LETTERS = 27
"""The height of letters: a page shows three films beside each other, each about 280 pixels wide."""

LETTERS_A_LINE = 33
INK, PAPER = (34, 30, 40), (244, 246, 249)

SOLUTION_RESOLUTION, SOLUTION_SAMPLES = (640, 560), 32
SOLVED: dict[str, Any] = {"size": (3, 3, 3), "seed": 5, "style": "HARD", "effort": 3000, "start_choice": "BEST"}
FRAMES_A_MOVE = 4
GHOST = 0.3
"""How much one sees of the crosses at the start and the end, which one can look through."""

FAR_PLATES = "plate_1_x_min", "plate_4_y_max", "plate_5_z_min"
"""Without the three near ones, which have the same mazes, one sees inside."""

DIRECTION = (1.0, -0.75, 0.62)
"""From the puzzle to the camera: from where Blender's view looks at first."""

ROOM = 1.2
"""How much more is seen than the cells, so that the mazes of the faces are in the picture."""


MARGIN = 0.03
"""How much farther away the camera is than it must be."""

SUN = (0.42, -0.5, 0.75)
"""From where it shines: of a block that is seen, each side is lit, in another way."""


PACKING_EACH = 2
"""Frames in the scene of each solution of a Packing Cube, or of each step of the search."""

APART_RESOLUTION, APART_MILLISECONDS = (640, 480), 110
"""The size as that of pictures beside it, and how long frames are seen."""


def write_film(images: list[Image.Image], file: Path, milliseconds: int) -> None:
    """Write frames as a film."""
    durations = [milliseconds] * (len(images) - 1) + [LAST_MILLISECONDS]
    first, *others = without_noise(images)
    file.parent.mkdir(parents=True, exist_ok=True)
    first.save(
        file,
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        quality=QUALITY,
        method=6,
        minimize_size=True,
        allow_mixed=True,
    )
    print(f"Wrote {file.name}, {len(images)} frames, {file.stat().st_size // 1024} KB.", flush=True)


def without_noise(images: list[Image.Image]) -> list[Image.Image]:
    """Return frames in which each pixel stays as it was unless it changes by more than noise."""
    kept = [np.asarray(images[0])]
    for image in images[1:]:
        pixels = np.asarray(image)
        changed = (abs(pixels.astype(int) - kept[-1]) > NOISE).any(axis=2, keepdims=True)
        kept.append(np.where(changed, pixels, kept[-1]))
    return [Image.fromarray(pixels) for pixels in kept]


def with_caption(picture: Image.Image, text: str) -> Image.Image:
    """Return a picture with a sentence below it, dark on light."""
    width, height = CAPTION
    whole = Image.new("RGB", (width, picture.height + height), PAPER)
    whole.paste(picture)
    ImageDraw.Draw(whole).multiline_text(
        (width / 2, picture.height + height / 2),
        "\n".join(wrap(text, LETTERS_A_LINE)),
        INK,
        ImageFont.load_default(LETTERS),
        anchor="mm",
        align="center",
    )
    return whole


def make_film(watched: str, style: str, frames: int, file: Path, *, seed: int) -> None:
    """Watch a puzzle of a style, with a seed for the walk, render so many frames and write the film."""
    import bpy
    from mathutils import Vector

    operators: Any = bpy.ops
    context: Any = bpy.context
    own = new_puzzle(size=SIZE, seed=SEED, style=style).oskar
    scene = context.scene
    operators.puzzle_cubes.watch(watched=watched, watch_seconds=frames / scene.render.fps, watch_seed=seed)
    box = context.active_object
    corners = [box.matrix_world @ Vector(corner) for corner in box.bound_box]
    center = sum(corners, Vector()) / len(corners)
    set_up(scene, [center + ROOM * (corner - center) for corner in corners], RESOLUTION)
    # The line in the scene is made for the view; the films have larger letters.
    own.watch_text.hide_render = True
    line = json.loads(own.watch_line)
    pace, phases = Pace(**line["pace"]), tuple(Phase(*phase) for phase in line["phases"])
    seen = range(scene.frame_start, scene.frame_start + frames + 1)
    images = [with_caption(rendered(scene, frame), sentence_at(phases, pace.step_at(frame))) for frame in seen]
    write_film(images, file, 150)


def make_solution_film(file: Path) -> None:
    """Animate a solution, render each frame and write the film."""
    scene, moves, _ = solution_scene(SOLUTION_RESOLUTION)
    frames = range(scene.frame_start, scene.frame_end + 1)
    write_film([solution_frame(scene, frame, moves) for frame in frames], file, 90)


def make_packing_film(puzzle: str, film: str, caption: str, file: Path, *, milliseconds: int) -> None:
    """Animate all solutions of a Packing Cube, or the search, render a frame of each and write the film."""
    import bpy

    operators: Any = bpy.ops
    context: Any = bpy.context
    parts = new_puzzle(kind="PACKING", puzzle=puzzle).parts
    scene = context.scene
    operators.puzzle_cubes.animate_solutions(film=film, seconds_each=PACKING_EACH / scene.render.fps)
    pieces = [item.part for item in parts if not item.part.hide_render]
    frames = range(scene.frame_start, scene.frame_end + 1, PACKING_EACH)
    set_up(scene, places_of(pieces, scene, frames), RESOLUTION)
    images = [
        with_caption(rendered(scene, frame), f"{caption} {number} of {len(frames)}")
        for number, frame in enumerate(frames, 1)
    ]
    write_film(images, file, milliseconds)


def make_apart_film(file: Path) -> None:
    """Animate the assembly of Blender's monkey, render its frames from the last to the first and write the film."""
    import bpy

    operators: Any = bpy.ops
    context: Any = bpy.context
    parts = [item.part for item in made(SUZANNE, "").parts]
    operators.puzzle_cubes.animate_assembly(frames_per_step=FRAMES_A_MOVE, step_pause=0)
    scene = context.scene
    frames = range(scene.frame_end, scene.frame_start - 1, -1)
    set_up(scene, places_of(parts, scene, frames[::FRAMES_A_MOVE]), APART_RESOLUTION, FROM_BEFORE)
    write_film([rendered(scene, frame) for frame in frames], file, APART_MILLISECONDS)


def take_still(file: Path) -> None:
    """Render a frame from the middle of the solution, as large as the listing wants it."""
    scene, *_ = solution_scene(LISTING)
    save_picture(rendered(scene, (scene.frame_start + scene.frame_end) // 2), file)


def solution_scene(
    resolution: tuple[int, int], options: dict[str, Any] = SOLVED, *, ghosts: bool = True
) -> tuple[Any, int, Any]:
    """Return a scene with an animated solution, seen through the open side of the box, its moves, and what moves.

    With ghosts one sees where the cross begins and ends.
    """
    import bpy

    operators: Any = bpy.ops
    context: Any = bpy.context
    puzzle = new_puzzle(overhang=3.0, **options)
    operators.puzzle_cubes.animate(frames_per_move=FRAMES_A_MOVE, turn_pause=0)
    moves = json.loads(puzzle.puzzle)["measures"]["length"]
    puzzle.explode = 0.0
    puzzle.oskar.way = "KIT"
    scene = context.scene
    cross = puzzle.parts["cross"].part
    # What is hidden does not follow its keys.
    cross.hide_viewport = False
    shown = [shown_copy(scene, puzzle.parts[name].part) for name in FAR_PLATES]
    moving = shown_copy(scene, cross)
    for frame, look in ((scene.frame_start, START_LOOK), (scene.frame_end, END_LOOK)) if ghosts else ():
        scene.frame_set(frame)
        shown.append(ghost(scene, moving, look))
    for thing in scene.objects:
        thing.hide_render = thing not in shown and thing != moving
    frames = range(scene.frame_start, scene.frame_end + 1)
    # All but the cross stands still.
    set_up(scene, places_of(shown, scene, frames[:1]) + places_of([moving], scene, frames), resolution)
    scene.cycles.samples = SOLUTION_SAMPLES
    return scene, moves, moving


def places_of(things: list[Any], scene: Any, frames: Iterable[int]) -> list[Any]:
    """Return the places of objects' vertices in the world, in each of some frames."""
    places = []
    for frame in frames:
        scene.frame_set(frame)
        places += [thing.matrix_world @ vertex.co for thing in things for vertex in thing.data.vertices]
    return places


def shown_copy(scene: Any, part: Any) -> Any:
    """Return a copy of a part that is rendered."""
    copy = part.copy()
    copy.hide_viewport = False
    scene.collection.objects.link(copy)
    return copy


def ghost(scene: Any, cross: Any, look: Look) -> Any:
    """Return what shows where the cross begins or ends: its shape as it stands now, one can look through it."""
    from mathutils import Matrix

    scene.view_layers[0].update()
    place = cross.matrix_world.copy()
    copy = shown_copy(scene, cross)
    copy.animation_data_clear()
    copy.parent = None
    # Where the cross is, it hides this.
    copy.matrix_world = place @ Matrix.Scale(0.97, 4)
    copy.data = cross.data.copy()
    paint(copy, look.color, alpha=GHOST)
    return copy


def solution_frame(scene: Any, frame: int, moves: int) -> Image.Image:
    """Render a frame, and write the number of the move on it."""
    image = rendered(scene, frame)
    text = f"Move {(frame - scene.frame_start) // FRAMES_A_MOVE} of {moves}"
    ImageDraw.Draw(image).text((24, 18), text, INK, ImageFont.load_default(36))
    return image


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


def set_up(scene: Any, seen: list[Any], resolution: tuple[int, int], direction: Direction = DIRECTION) -> None:
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
    scene.cycles.samples = SAMPLES
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 0


FILMS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "solution": ("pictures/solution.webp", make_solution_film),
    "packing": (
        "pictures/watch-solutions.webp",
        partial(make_packing_film, "DIABOLICAL", "SOLUTIONS", "Solution", milliseconds=700),
    ),
    "search": ("pictures/watch-search.webp", partial(make_packing_film, "MEGARON", "SEARCH", "Step", milliseconds=220)),
    "apart": ("pictures/apart.webp", make_apart_film),
    "still": ("listing/solution.jpg", take_still),
    "growth": ("pictures/watch-growth.webp", partial(make_film, "GROWTH", "BACKTRACKER", 42, seed=1)),
    "distances": ("pictures/watch-distances.webp", partial(make_film, "DISTANCES", "BACKTRACKER", 42, seed=1)),
    "filling": ("pictures/watch-filling.webp", partial(make_film, "FILLING", "HUNT_AND_KILL", 34, seed=1)),
    "tremaux": ("pictures/watch-tremaux.webp", partial(make_film, "TREMAUX", "BACKTRACKER", 57, seed=3)),
    "mouse": ("pictures/watch-mouse.webp", partial(make_film, "MOUSE", "BACKTRACKER", 42, seed=2)),
}
"""By names, the files, and what makes them."""

if __name__ == "__main__":
    folder = Path(sys.argv[1]).absolute()
    with extension():
        for name in sys.argv[2:] or FILMS:
            file, make = FILMS[name]
            make(folder / file)
