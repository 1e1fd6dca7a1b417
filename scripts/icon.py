# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the icon, a cube with mazes and an arm of its cross: ``scripts/icon.py FILE.png``.

It is drawn flat and not rendered, with thick walls and without a background, so that it is clear at 32 pixels.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from puzzle_cubes.kind.looks import CLASSIC
from puzzle_cubes.oskar.model.box_and_cross import LOOKS
from puzzle_cubes.printing.picture import screen_color

SIZE = 256
FINE = 8
"""So many times as large it is drawn, and then made small, which smooths its edges."""

MAZES = (
    ("#######", "#.....#", "#.###.#", "#.#...#", "#.#.###", "#.#...#", "#######"),
    ("#######", "#.....#", "#####.#", "#...#.#", "#.###.#", "#.....#", "#######"),
    ("#######", "#.....#", "#####.#", "#.....#", "#.#####", "#.....#", "#######"),
)
"""The faces across x, y and z, each as one looks at it: three cells a side, with walls as thick as the passages."""

ARM = 0.39, 0.61
"""From where to where the arm reaches along x and y, of a cube whose side is 1."""

ARM_LENGTH = 0.5
ARM_COLOR = (111, 140, 255)
"""The cross's blue, made strong enough to stand out from white."""

SHADES = (0.8, 0.6, 1.0)
"""Of the sides of the arm across x, y and z."""

INK = (38, 32, 44)
"""Of the passages and the outline."""

OUTLINE = 0.035
"""How far the outline reaches out of the cube."""

PROJECTION = np.array([(np.sqrt(0.75), -np.sqrt(0.75), 0.0), (0.5, 0.5, -1.0)])
"""From a place in space to one in the picture: right and down."""

Places = NDArray[np.float64]
Color = tuple[int, int, int]


def rectangle(axis: int, corner: Places, opposite: Places) -> Places:
    """Return the corners of the side of a box that one sees across an axis, by the box's lowest and highest corner."""
    first, second = (across for across in range(3) if across != axis)
    places = np.tile(opposite, (4, 1))
    places[[0, 3], first] = corner[first]
    places[[0, 1], second] = corner[second]
    return places


def passages(axis: int) -> list[Places]:
    """Return the open squares of a face."""
    maze = MAZES[axis]
    # As one looks at it, the face across x has y from right to left, and that across z y from the top down.
    squares = np.array([(x, y) for y, row in enumerate(maze) for x, square in enumerate(row) if square == "."])
    across, down = squares.T
    wide = len(maze)
    cells = {0: (None, wide - 1 - across, wide - 1 - down), 1: (across, None, wide - 1 - down), 2: (across, down, None)}
    numbers = [np.full(len(squares), wide - 1) if cell is None else cell for cell in cells[axis]]
    return [rectangle(axis, corner / wide, (corner + 1) / wide) for corner in np.transpose(numbers).astype(float)]


class Picture:
    """A picture that what is drawn fills."""

    def __init__(self, places: Places) -> None:
        """Begin with nothing, as large as is needed for some places and the outline round them."""
        seen = places @ PROJECTION.T
        low, high = seen.min(axis=0) - OUTLINE, seen.max(axis=0) + OUTLINE
        self._scale = FINE * SIZE / float(max(high - low))
        self._middle = (low + high) / 2
        self._image = Image.new("RGBA", (FINE * SIZE, FINE * SIZE))
        self._draw = ImageDraw.Draw(self._image)

    def fill(self, places: Places, color: Color) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._pixels(places), color)

    def outline(self, places: Places) -> None:
        """Draw round a polygon, with round corners."""
        pixels = self._pixels(places)
        radius = OUTLINE * self._scale
        self._draw.line([*pixels, pixels[0]], INK, round(2 * radius))
        for pixel in pixels:
            self._draw.circle(pixel, radius, INK)

    def save(self, file: Path) -> None:
        """Write the picture in its own size."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self._image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(file, optimize=True)

    def _pixels(self, places: Places) -> list[tuple[float, float]]:
        seen = (places @ PROJECTION.T - self._middle) * self._scale + FINE * SIZE / 2
        return [(x, y) for x, y in seen.tolist()]


def draw_icon(file: Path) -> None:
    """Draw the cube, then the arm out of its upper face."""
    cube = [rectangle(axis, np.zeros(3), np.ones(3)) for axis in range(3)]
    low, high = ARM
    ends = np.array((low, low, 1.0)), np.array((high, high, 1.0 + ARM_LENGTH))
    arm = [rectangle(axis, *ends) for axis in range(3)]
    picture = Picture(np.concatenate([*cube, *arm]))
    for face in cube:
        picture.outline(face)
    for axis, (face, look) in enumerate(zip(cube, LOOKS[CLASSIC].plates, strict=True)):
        red, green, blue = screen_color(look.color[:3]).tolist()
        picture.fill(face, (red, green, blue))
        for square in passages(axis):
            picture.fill(square, INK)
    for side in arm:
        picture.outline(side)
    for side, shade in zip(arm, SHADES, strict=True):
        red, green, blue = (round(shade * value) for value in ARM_COLOR)
        picture.fill(side, (red, green, blue))
    picture.save(file)


if __name__ == "__main__":
    draw_icon(Path(sys.argv[1]))
