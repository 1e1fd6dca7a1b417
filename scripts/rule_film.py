# SPDX-License-Identifier: GPL-3.0-or-later
"""The film that shows what an Oskar's Cube is: ``scripts/rule_film.py FOLDER``.

A cross goes its way through three mazes. Once it goes against a wall, which lights up.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from films import FRAMES_A_MOVE, rendered, solution_scene, write_film
from installed_extension import extension
from PIL import Image
from puzzle_pictures import paint, save_picture

from puzzle_cubes.common.playing import Direction
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.game import Game, obstacles, square_boxes
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Square
from puzzle_cubes.oskar.model.box_and_cross import END_LOOK, START_LOOK
from puzzle_cubes.printing.printed_object import Color, Floats

NAME = "rule"
RESOLUTION, SAMPLES = (520, 430), 12
PUZZLE: dict[str, Any] = {"size": (4, 4, 4), "seed": 9}
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


def make_film(file: Path) -> None:
    """Render each frame and write the film, and beside it the picture that stands for it."""
    scene, moves, moving = solution_scene(RESOLUTION, PUZZLE, ghosts=False)
    scene.cycles.samples = SAMPLES
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
    write_film(images, file.with_suffix(".webp"), 100)
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


if __name__ == "__main__":
    with extension():
        make_film(Path(sys.argv[1]).absolute() / NAME)
