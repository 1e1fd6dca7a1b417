# SPDX-License-Identifier: GPL-3.0-or-later
"""Coupons are made of gauges: slabs with a row of openings, each wider than the one before, which dots count.

Letters are of square pixels, three wide and five high: as coarse as can be read, so that a nozzle can draw them. Where
letters and digits are mixed those are wider, so that an 8 is no B and a 0 no D.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..solids.chamfer import Chamfer
from ..solids.mesh import Mesh
from ..solids.solid import Solid, solid_from_boxes


@dataclass(frozen=True, eq=False)
class CouponBody:
    """A body of a coupon: its solid, lying on z = 0 as it is printed, and what is cut of its edges."""

    solid: Solid
    chamfer: Chamfer = Chamfer(0.0)

    def mesh(self) -> Mesh:
        """Return its surface."""
        return self.chamfer.skin(self.solid).mesh


DOT_WIDTH = 0.8
"""The width of a dot that prints well, in millimeters, and of the space between two: two lines of a common nozzle."""

DOT_HEIGHT = 0.6
"""How far a dot stands out or goes in, in millimeters: three common layers."""


DOTS_IN_A_COLUMN = 5
"""Dots behind each other; the next ones stand beside them, so that full columns are counted at a glance."""

SLIVER = 0.01
"""Millimeters that are too little between two lines of a grid."""


def gauge(
    widths: NDArray[np.float64],
    depths: NDArray[np.float64],
    *,
    front: float,
    thickness: float,
    margin: float,
    dot: float,
) -> Solid:
    """Return a slab with a row of openings, and 1, 2, 3 ... dots of width ``dot`` behind them.

    The openings begin ``front`` away from the slab's edge, and have the ``margin`` between them and
    behind them.
    """
    count = len(widths)
    dots_beside = -(-count // DOTS_IN_A_COLUMN)
    pitch = max(widths.max(), (2 * dots_beside - 1) * dot) + margin
    middles = margin / 2 + pitch * (np.arange(count) + 0.5)
    openings = middles[:, None] + np.multiply.outer(widths / 2, (-1, 1))
    columns = middles[:, None] + np.stack([_dot_columns(dots_beside, dot, width / 2) for width in widths])
    ends = front + depths
    rows = ends.max() + margin + dot * np.arange(2 * min(count, DOTS_IN_A_COLUMN))

    slab, on_top = (0, thickness), (thickness, thickness + DOT_HEIGHT)
    filled: list[ArrayLike] = [((0, pitch * count + margin), (0, rows[-1] + 2 * dot), slab)]
    cut_out: list[ArrayLike] = [(opening, (front, end), slab) for opening, end in zip(openings, ends, strict=True)]
    for number, place in product(range(count), range(dots_beside * min(count, DOTS_IN_A_COLUMN))):
        column, row = divmod(place, DOTS_IN_A_COLUMN)
        dot_place = columns[number, 2 * column : 2 * column + 2], rows[2 * row : 2 * row + 2], on_top
        # A place without a dot is cut out of nothing: so the grid is alike for all openings.
        (filled if place <= number else cut_out).append(dot_place)
    return solid_from_boxes(filled, cut_out)


def _dot_columns(count: int, dot: float, half_opening: float) -> NDArray[np.float64]:
    """Return both ends of each of the columns of dots, from the middle of an opening, one after the other.

    An end that would lie a hair beside the opening's side is moved there: single precision, which
    STL files have, could not keep the two apart.
    """
    ends = dot * (np.arange(count) + 0.5)
    ends[np.abs(ends - half_opening) < SLIVER] = half_opening
    return np.concatenate((-ends[::-1], ends))


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
    {digit: LETTERS[digit] for digit in "012357"}
    | {
        # A nozzle rounds ends, so no two digits differ in a single pixel.
        "4": ("#..", "#..", "#.#", "###", "..#"),
        "6": ("#..", "#..", "###", "#.#", "###"),
        "8": (".#.", "#.#", ".#.", "#.#", ".#."),
        "9": ("###", "#.#", "###", "..#", "..#"),
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
    boxes: NDArray[np.intp] = np.concatenate((squares, joints))
    return boxes
