# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads letters on top of a solid as an eye above it does, and knows nothing of where they were meant to be."""

from __future__ import annotations

from itertools import product

import manifold3d
import numpy as np

from puzzle_cubes.printing.gauge import COLUMNS, GAP, LETTERS, MIXED_LETTERS, ROWS

SKIN = 0.05
"""Millimeters below the surface; letters are deeper."""

WIDEST_SPACE = COLUMNS + 2 * GAP
"""Columns without a letter between two words of one text."""

FRONT, RIGHT, BACK, LEFT = range(4)
"""At which side of a view from above the letters' feet are: by how many quarters it is turned to read them."""

Corner = tuple[float, float]


def read(solid: manifold3d.Manifold, level: float, low: Corner, high: Corner, feet: int) -> list[str]:
    """Return the texts in a rectangle between two corners along x and y of a level side that looks up.

    What is farther apart than by a space is another text. Raises KeyError for what is no text.
    """
    size = high[0] - low[0], high[1] - low[1]
    sunk = manifold3d.CrossSection.square(size).translate(low) - solid.slice(level - SKIN)
    # What is open at the side is no letter, but a cut edge.
    inside = [blob for blob in sunk.decompose() if _is_within(blob.bounds(), low, high)]
    turned = sorted((blob.rotate(-90 * feet) for blob in inside), key=lambda blob: blob.bounds()[0])
    texts: list[list[manifold3d.CrossSection]] = []
    height = max((letter.bounds()[3] for letter in turned), default=0.0) - min(
        (letter.bounds()[1] for letter in turned), default=0.0
    )
    end = -np.inf
    for letter in turned:
        left, _, right, _ = letter.bounds()
        if left - end > (WIDEST_SPACE + 0.5) * height / ROWS:
            texts.append([])
        texts[-1].append(letter)
        end = max(end, right)
    return [_text(manifold3d.CrossSection.batch_boolean(pieces, manifold3d.OpType.Add)) for pieces in texts]


def _text(letters: manifold3d.CrossSection) -> str:
    """Return the text of some letters, which stand upright."""
    left, bottom, right, top = letters.bounds()
    pixel = (top - bottom) / ROWS
    columns = round((right - left) / pixel)
    grid = np.zeros((columns, ROWS), dtype=bool)
    for column, row in product(range(columns), range(ROWS)):
        corner = left + (column + 0.4) * pixel, bottom + (row + 0.4) * pixel
        eye = manifold3d.CrossSection.square((0.2 * pixel, 0.2 * pixel)).translate(corner)
        grid[column, row] = (eye ^ letters).area() > 0.5 * eye.area()
    text = ""
    begin, end = 0, 0
    while begin < columns:
        if not grid[begin].any():
            begin += 1
            continue
        # A space is three empty columns with a gap on both sides.
        text += " " if begin - end > COLUMNS else ""
        end = next((column for column in range(begin, columns) if not grid[column].any()), columns)
        text += _letter(grid[begin:end])
        begin = end
    return text


def _is_within(bounds: tuple[float, float, float, float], low: Corner, high: Corner) -> bool:
    margin = SKIN / 10
    left, bottom, right, top = bounds
    return min(left - low[0], bottom - low[1], high[0] - right, high[1] - top) > margin


def _letter(grid: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> str:
    """Return the letter that looks as a grid of pixels does, indexed [column, row] with the lowest row first."""
    rows = tuple("".join("#" if pixel else "." for pixel in row) for row in grid.T[::-1])
    return {shown: letter for font in (MIXED_LETTERS, LETTERS) for letter, shown in font.items()}[rows]
