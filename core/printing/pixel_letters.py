# SPDX-License-Identifier: GPL-3.0-or-later
"""Letters of square pixels, three wide and five high: as coarse as can be read, so that a nozzle can draw them.

Where letters and digits are mixed those are wider, so that an 8 is no B and a 0 no D.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

ROWS, COLUMNS, GAP = 5, 3, 1
"""How high and how wide a letter is, if it is none of the wide ones, and how far the next one is from it, in pixels."""

PARTS = 4
"""Into how many parts a pixel is divided along each axis, for the joints between pixels that touch at a corner."""

Font = Mapping[str, tuple[str, ...]]
"""The rows of each letter, from the top down."""

LETTERS: Font = MappingProxyType(
    {
        "0": ("###", "#.#", "#.#", "#.#", "###"),
        "1": (".#.", "##.", ".#.", ".#.", "###"),
        "2": ("###", "..#", "###", "#..", "###"),
        "3": ("###", "..#", "###", "..#", "###"),
        "4": ("#.#", "#.#", "###", "..#", "..#"),
        "5": ("###", "#..", "###", "..#", "###"),
        "6": ("###", "#..", "###", "#.#", "###"),
        "7": ("###", "..#", "..#", "..#", "..#"),
        "8": ("###", "#.#", "###", "#.#", "###"),
        "9": ("###", "#.#", "###", "..#", "###"),
        "A": ("###", "#.#", "###", "#.#", "#.#"),
        "B": ("##.", "#.#", "##.", "#.#", "##."),
        "C": ("###", "#..", "#..", "#..", "###"),
        "D": ("##.", "#.#", "#.#", "#.#", "##."),
        "E": ("###", "#..", "##.", "#..", "###"),
        "F": ("###", "#..", "##.", "#..", "#.."),
        "G": ("###", "#..", "#.#", "#.#", "###"),
        "H": ("#.#", "#.#", "###", "#.#", "#.#"),
        "I": ("###", ".#.", ".#.", ".#.", "###"),
        "J": ("..#", "..#", "..#", "#.#", "###"),
        "K": ("#.#", "#.#", "##.", "#.#", "#.#"),
        "L": ("#..", "#..", "#..", "#..", "###"),
        "M": ("#.#", "###", "###", "#.#", "#.#"),
        "N": ("##.", "#.#", "#.#", "#.#", "#.#"),
        "O": (".#.", "#.#", "#.#", "#.#", ".#."),
        "P": ("###", "#.#", "###", "#..", "#.."),
        "Q": ("###", "#.#", "#.#", "###", "..#"),
        "R": ("##.", "#.#", "##.", "##.", "#.#"),
        "S": (".##", "#..", ".#.", "..#", "##."),
        "T": ("###", ".#.", ".#.", ".#.", ".#."),
        "U": ("#.#", "#.#", "#.#", "#.#", "###"),
        "V": ("#.#", "#.#", "#.#", "#.#", ".#."),
        "W": ("#.#", "#.#", "#.#", "###", "#.#"),
        "X": ("#.#", "#.#", ".#.", "#.#", "#.#"),
        "Y": ("#.#", "#.#", ".#.", ".#.", ".#."),
        "Z": ("###", "..#", ".#.", "#..", "###"),
        "x": ("...", "#.#", ".#.", "#.#", "..."),
        " ": ("...", "...", "...", "...", "..."),
    }
)
"""Letters and digits that are equally wide."""

MIXED_LETTERS: Font = MappingProxyType(
    {digit: LETTERS[digit] for digit in "0123456789"}
    | {
        "A": (".##.", "#..#", "####", "#..#", "#..#"),
        "B": ("###.", "#..#", "###.", "#..#", "###."),
        "C": (".###", "#...", "#...", "#...", ".###"),
        "D": ("###.", "#..#", "#..#", "#..#", "###."),
        "E": ("####", "#...", "###.", "#...", "####"),
        "F": ("####", "#...", "###.", "#...", "#..."),
        "G": (".###", "#...", "#.##", "#..#", ".###"),
        "H": ("#..#", "#..#", "####", "#..#", "#..#"),
        "J": ("...#", "...#", "...#", "#..#", ".##."),
        "K": ("#..#", "#.#.", "##..", "#.#.", "#..#"),
        "M": ("#...#", "##.##", "#.#.#", "#...#", "#...#"),
        "N": ("#...#", "##..#", "#.#.#", "#..##", "#...#"),
        "P": ("###.", "#..#", "###.", "#...", "#..."),
        "Q": (".##.", "#..#", "#..#", "#.##", ".###"),
        "R": ("###.", "#..#", "###.", "#.#.", "#..#"),
        "S": (".###", "#...", ".##.", "...#", "###."),
        "T": ("#####", "..#..", "..#..", "..#..", "..#.."),
        "V": ("#...#", "#...#", ".#.#.", ".#.#.", "..#.."),
        "W": ("#.#.#", "#.#.#", "#.#.#", "#####", ".#.#."),
        "X": ("#...#", ".#.#.", "..#..", ".#.#.", "#...#"),
        "Y": ("#...#", ".#.#.", "..#..", "..#..", "..#.."),
        "Z": ("####", "..#.", ".#..", "#...", "####"),
        "-": ("...", "...", "###", "...", "..."),
    }
)
"""Digits and wider letters, those of codes: none of these is like a digit."""


def columns(text: str, font: Font = LETTERS) -> int:
    """Return how wide a text is, in pixels; raises KeyError for a letter that is not there."""
    return sum(len(font[letter][0]) + GAP for letter in text) - GAP


def pixels(text: str, font: Font = LETTERS) -> NDArray[np.bool_]:
    """Return the pixels of a text, indexed [column, row], with the rows from the bottom up.

    Raises KeyError for a letter that is not there.
    """
    grid = np.zeros((columns(text, font), ROWS), dtype=bool)
    first = 0
    for letter in text:
        rows = np.array([list(row) for row in reversed(font[letter])])
        grid[first : first + rows.shape[1]] = (rows == "#").T
        first += rows.shape[1] + GAP
    return grid


def strokes(text: str, font: Font = LETTERS) -> NDArray[np.intp]:
    """Return the squares that make up a text, shape (number, 2 axes, 2 ends), in ``PARTS`` of a pixel from its corner.

    They are its pixels, and a smaller one wherever two pixels touch at a corner only: solids that are cut or raised
    by them touch nowhere along an edge only.
    """
    grid = pixels(text, font)
    squares = PARTS * np.argwhere(grid)[:, :, None] + (0, PARTS)
    lower, upper = grid[:-1, :-1] & grid[1:, 1:], grid[1:, :-1] & grid[:-1, 1:]
    only = (lower & ~grid[1:, :-1] & ~grid[:-1, 1:]) | (upper & ~grid[:-1, :-1] & ~grid[1:, 1:])
    half = PARTS // 4
    joints = PARTS * (np.argwhere(only) + 1)[:, :, None] + (-half, half)
    found: NDArray[np.intp] = np.concatenate((squares, joints))
    return found
