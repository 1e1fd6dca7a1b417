# SPDX-License-Identifier: GPL-3.0-or-later
"""Small films of solutions, of a model taken apart, and of all to watch: ``scripts/films.py DOCS [NAME ...]``.

That of the rule, which the site shows first, is made only where it is named.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from installed_extension import extension, new_puzzle
from PIL import Image, ImageDraw, ImageFont
from puzzle_pictures import FROM_BEFORE, LISTING, SUZANNE, made, paint, places_of, rendered, save_picture, set_up

from puzzle_cubes.common.playing import Direction
from puzzle_cubes.kind.part import Look
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.game import Game, obstacles, square_boxes
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Square
from puzzle_cubes.oskar.model.box_and_cross import END_LOOK, START_LOOK
from puzzle_cubes.oskar.watched import Pace, Phase, sentence_at
from puzzle_cubes.printing.printed_object import Color, Floats

SIZE = (5, 5, 5)
SEED = 7
RESOLUTION = (440, 420)
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

ROOM = 1.2
"""How much more is seen than the cells, so that the mazes of the faces are in the picture."""

PACKING_EACH = 2
"""Frames in the scene of each solution of a Packing Cube, or of each step of the search."""

APART_RESOLUTION, APART_MILLISECONDS = (640, 480), 110
"""The size as that of pictures beside it, and how long frames are seen."""


def write_film(images: list[Image.Image], file: Path, milliseconds: int) -> None:
    """Write frames as a film."""
    durations = [milliseconds] * (len(images) - 1) + [LAST_MILLISECONDS]
    first, *following = without_noise(images)
    file.parent.mkdir(parents=True, exist_ok=True)
    first.save(
        file,
        save_all=True,
        append_images=following,
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


RULE_RESOLUTION, RULE_SAMPLES = (520, 430), 12
RULE_PUZZLE: dict[str, Any] = {"size": (4, 4, 4), "seed": 9}
"""A cube that is solved in few moves, with mazes that one takes for mazes."""

BUMP = (0.14, *[0.28] * 10, 0.14)
"""How far the cross goes against a wall, frame by frame, in cells."""

FIRST_BUMP = 2
"""The moves after which it does so as soon as it can."""

BLOCKING = (1.0, 0.03, 0.01, 1.0)
"""The color of walls that are in the way."""

LARGER = 1.25
"""How much larger a wall is drawn that lights up, so that it hides what it is of."""

TILE, LIT = 0.3, 2.4
"""How thick the tiles at the start and at the end are, and walls that light up, in thicknesses of the plates."""

GLOW = 0.4
"""The strength of the light that it gives."""


def make_rule_film(file: Path) -> None:
    """Let a cross go its way through three mazes, and once against a wall, which lights up.

    Render each frame and write the film, and beside it the picture that stands for it.
    """
    scene, moves, moving = solution_scene(RULE_RESOLUTION, RULE_PUZZLE, ghosts=False)
    scene.cycles.samples = RULE_SAMPLES
    puzzle = puzzle_in(scene)
    game = Game(puzzle, puzzle.start)
    place = Place(scene, moving, puzzle)
    for position, look in ((puzzle.start, START_LOOK), (puzzle.end, END_LOOK)):
        for face, axes in enumerate(FACE_AXES):
            square = Square(face, (2 * position[axes[0]], 2 * position[axes[1]]))
            block(place.of(square, TILE), look.color, 1.0)
    images: list[Image.Image] = []
    bumped = False
    for move in range(moves):
        first = scene.frame_start + FRAMES_A_MOVE * move
        way = blocked_way(puzzle, game)
        if move >= FIRST_BUMP and way is not None and not bumped:
            walls = [place.of(wall, LIT) for wall in obstacles(puzzle, game.position, way)]
            images += bump(first, moving, place, walls, way)
            bumped = True
        images += [rendered(scene, first + frame) for frame in range(FRAMES_A_MOVE)]
        game.move(game.hint or (0, 1))
    images.append(rendered(scene, scene.frame_end))
    write_film(images, file, 100)
    save_picture(images[0], file.with_suffix(".jpg"))


def puzzle_in(scene: Any) -> Puzzle:
    """Return the only puzzle in a scene."""
    (collection,) = (child for child in scene.collection.children_recursive if child.puzzle_cubes.puzzle)
    puzzle: Puzzle = KINDS["oskar"].from_json(collection.puzzle_cubes.puzzle)
    return puzzle


def blocked_way(puzzle: Puzzle, game: Game) -> Direction | None:
    """Return a way that goes against walls in sight, which are those of the floor, if there is one."""
    for way in product((0, 1), (-1, 1)):
        walls = obstacles(puzzle, game.position, way)
        if 0 <= game.position[way[0]] + way[1] < puzzle.size[way[0]] and any(wall.face == 0 for wall in walls):
            return way
    return None


class Place:
    """Where things are in a scene, from where its cross is at the start."""

    def __init__(self, scene: Any, moving: Any, puzzle: Puzzle) -> None:
        self.scene = scene
        self._size, self._dimensions = puzzle.size, KINDS["oskar"].dimensions()
        scene.frame_set(scene.frame_start)
        here = np.array(moving.matrix_world.translation)
        scene.frame_set(scene.frame_start + FRAMES_A_MOVE)
        self.cell = float(np.abs(np.array(moving.matrix_world.translation) - here).max())
        """How far a move goes, in Blender's units."""
        self._units = self.cell / self._dimensions.pitch
        self._origin = here - self._units * np.array(self._dimensions.center(puzzle.size, puzzle.start))

    def of(self, square: Square, thick: float) -> Floats:
        """Return where a square of some thickness stands in the plate that is shown: three axes, two ends."""
        boxes = square_boxes(square, self._size, self._dimensions)
        # Shown are the low plates across x and z, and the high one across y.
        box = boxes[1] if square.face == 1 else boxes[0]
        across = 3 - sum(FACE_AXES[square.face])
        box[across] = box[across].mean() + thick * (box[across] - box[across].mean())
        return np.asarray(box * self._units + self._origin[:, None])


def bump(frame: int, moving: Any, place: Place, boxes: list[Floats], way: Direction) -> Iterator[Image.Image]:
    """Yield frames in which the cross goes against walls, and these light up."""
    walls = [block(box, BLOCKING, LARGER) for box in boxes]
    axis, step = way
    for share in BUMP:
        moving.delta_location[axis] = step * share * place.cell
        for wall in walls:
            wall.hide_render = share < max(BUMP)
        yield rendered(place.scene, frame)
    moving.delta_location[axis] = 0.0
    for wall in walls:
        wall.hide_render = True


def block(box: Floats, color: Color, larger: float) -> Any:
    """Add a block in a color, from its lowest and highest places along each axis, so much larger, and return it."""
    import bpy

    operators: Any = bpy.ops
    operators.mesh.primitive_cube_add(size=1.0, location=tuple(box.mean(axis=1)))
    cube: Any = bpy.context.active_object
    cube.scale = tuple(larger * (box[:, 1] - box[:, 0]))
    paint(cube, color, emission_color=color, emission_strength=GLOW)
    return cube


RULE = "rule"
"""The film that shows what an Oskar's Cube is."""

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
    RULE: ("rule.webp", make_rule_film),
}
"""By names, the files, and what makes them."""

if __name__ == "__main__":
    folder = Path(sys.argv[1]).absolute()
    with extension():
        for name in sys.argv[2:] or [name for name in FILMS if name != RULE]:
            file, make = FILMS[name]
            make(folder / file)
