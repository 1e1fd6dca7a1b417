# SPDX-License-Identifier: GPL-3.0-or-later
"""The label: size and seed, or the code, sunk into a surface that looks up in print.

There no letter has a ceiling to bridge. In one piece it is the frame of the upper face: the letters have their feet at
the box's outer edges. In a kit no frame has such a surface: its outer side lies on the bed, and of its inner side a
plate owns fingers only, half as wide as the frame. There it is the flat piece of the cross, the longer of its arms,
which shows when the cross is pushed out.

Size and seed stand in one place or in two. A code is longer: it goes on from place to place, round the frame or over
all four arms of the flat piece, and a hyphen at the end of a line says that it does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations

import numpy as np
from numpy.typing import NDArray

from ...kind.part import Point
from ...printing.gauge import DOT_HEIGHT, GAP, LETTERS, MIXED_LETTERS, PARTS, ROWS, Font, columns, strokes
from ...solids.chamfer_plan import SHARE
from ...solids.solid import Solid, cut_out
from ...solids.straight_moves import Heading
from ..making.puzzle import Puzzle, puzzle_code, size_text
from .dimensions import CODE, LOWEST_LETTERS, Dimensions
from .joints import LOWER, MARKED_SIDES, split_axis

GOES_ON = "-"
"""Stands between two groups of characters, also at the end of a line that is not the last one."""

HYPHEN = columns(GOES_ON, MIXED_LETTERS) + GAP
"""How far it takes up a line, in pixels, with the gap behind it."""

HAIR = 1e-9


@dataclass(frozen=True)
class Place:
    """A rectangle that looks up an axis, where a line of letters can stand; lengths are in millimeters.

    ``corner`` is where the line begins, at the letters' feet; ``along`` is the way in which it is read, ``up`` that
    from the letters' feet to their heads.
    """

    corner: Point
    along: Heading
    up: Heading
    length: float
    width: float


Lines = tuple[tuple[str, Place], ...]
"""Texts, each with its place."""


def wrapped(groups: Sequence[str], places: Sequence[Place], rim: float, highest: float) -> tuple[float, Lines]:
    """Return the height of letters in which groups of characters have room, and the lines; 0 and none for no room.

    The places are filled in their order, each with a line, in letters as high as can be: no higher than ``highest``,
    and no lower than letters may be. Beside the letters stays a rim.
    """
    lengths = [place.length - 2 * rim for place in places]
    most = min([highest, *(place.width - 2 * rim for place in places)])
    heights = _heights(groups, lengths, most)
    # Lower letters have room wherever higher ones have it.
    first = bisect_left(heights, 1, key=lambda height: _filled(groups, lengths, height) is not None)
    filled = _filled(groups, lengths, heights[first]) if first < len(heights) else None
    if filled is None:
        return 0.0, ()
    used = [(line, place) for line, place in zip(filled, places, strict=False) if line]
    texts = [GOES_ON.join(line) + GOES_ON for line, _ in used]
    texts[-1] = texts[-1].removesuffix(GOES_ON)
    return heights[first], tuple(zip(texts, (place for _, place in used), strict=True))


def _heights(groups: Sequence[str], lengths: Sequence[float], most: float) -> list[float]:
    """Return from the highest down the heights of letters in which a line of some groups just fills a place."""
    widths = {
        end
        for first in range(len(groups))
        for end in (*accumulate(map(_advance, groups[first:])), sum(map(_advance, groups[first:])) - HYPHEN)
    }
    filling = {length * ROWS / (width - GAP) for length in lengths for width in widths}
    return sorted((height for height in {most, *filling} if LOWEST_LETTERS - HAIR <= height <= most), reverse=True)


def _filled(groups: Sequence[str], lengths: Sequence[float], height: float) -> list[list[str]] | None:
    """Return the groups that stand in each place in letters of a height; None where there is no room for all."""
    left = list(groups)
    filled = []
    for length in lengths:
        room = length * ROWS / height + GAP + HAIR
        ends = list(accumulate(map(_advance, left)))
        number = sum(end <= room for end in ends)
        # After the last one there is no hyphen.
        if ends and ends[-1] - HYPHEN <= room:
            number = len(left)
        filled.append(left[:number])
        left = left[number:]
    return None if left else filled


def _advance(group: str) -> int:
    """Return how far a group and its hyphen take up a line, in pixels, with the gap behind them."""
    return columns(group, MIXED_LETTERS) + GAP + HYPHEN


RIM_SHARE = 0.15
"""What stays on both sides of the letters, at least, as a share of the width of the frame or the arm."""

DEPTH_SHARE = 0.2
"""How deep letters are, at most, as a share of the thickness of the frame or the arm."""

MOST_CHARACTERS = 250
"""Letters take the box apart into ever more pieces: so many need a second, and half a gigabyte."""


@dataclass(frozen=True)
class Label:
    """Letters in a solid: how high and how deep they are, in millimeters, the lines of them, and their font."""

    height: float
    depth: float
    lines: Lines
    font: Font

    @property
    def pixel(self) -> float:
        """The width of the letters' lines."""
        return self.height / ROWS

    @property
    def boxes(self) -> list[NDArray[np.float64]]:
        """The boxes that are cut out of the solid, for each line an array of shape (number, 3 axes, 2 ends)."""
        return [self._boxes_of(text, place) for text, place in self.lines]

    def cut_into(self, solid: Solid) -> Solid:
        """Return a solid with the letters in it."""
        # One after another: lines of the grid for one text may nearly be those for another.
        for boxes in self.boxes:
            solid = cut_out(solid, boxes)
        return solid

    def _boxes_of(self, text: str, place: Place) -> NDArray[np.float64]:
        squares = strokes(text, self.font)
        (along, _), (up, _) = place.along, place.up
        normal = 3 - along - up
        boxes = np.empty((len(squares), 3, 2))
        lengths = (place.length, columns(text, self.font) * self.pixel), (place.width, self.height)
        for number, ((axis, sign), (room, length)) in enumerate(zip((place.along, place.up), lengths, strict=True)):
            ends = (room - length) / 2 + self.pixel / PARTS * squares[:, number]
            boxes[:, axis] = np.sort(place.corner[axis] + sign * ends, axis=1)
        boxes[:, normal] = place.corner[normal] - self.depth, place.corner[normal]
        return boxes


def label_of_box(solid: Solid, puzzle: Puzzle, dimensions: Dimensions) -> Label | None:
    """Return the label of the box in one piece, in the frame of its upper face; None for none or no room."""
    # Without letters a live puzzle need not look for the places round the frame.
    places = _on_frame(solid, puzzle, dimensions) if dimensions.label_height else ()
    return _label(puzzle, dimensions, list(places), RIM_SHARE * dimensions.plate)


def label_of_cross(puzzle: Puzzle, dimensions: Dimensions, chamfer: float) -> Label | None:
    """Return the label of the kit's cross, in the flat piece of it about its center; None for none or no room.

    Beside letters there is room for a chamfer of the arms' edges as wide as it would be without them.
    """
    half = dimensions.arm_width / 2
    axis = split_axis(puzzle.size)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    ends = dimensions.half_arms(puzzle.size)
    ways = [((first, 1), (second, 1)), ((second, 1), (first, -1))]
    if ends[second] > ends[first]:
        ways.reverse()
    if dimensions.label_text != CODE:
        del ways[1:]
    places = []
    for along, up in ways:
        for begin in (-ends[along[0]], half):
            corner = np.empty(3)
            corner[axis], corner[along[0]], corner[up[0]] = half, begin, -up[1] * half
            x, y, z = corner.tolist()
            places.append(Place((x, y, z), along, up, ends[along[0]] - half, 2 * half))
    return _label(puzzle, dimensions, places, max(2 * RIM_SHARE * half, chamfer / SHARE))


def label_words(puzzle: Puzzle, dimensions: Dimensions) -> list[str]:
    """Return what stands in the label: the size and, where it is known, the seed; or the groups of the code."""
    if dimensions.label_text == CODE:
        return puzzle_code(puzzle).split(GOES_ON)
    size = size_text(puzzle.size)
    return [size] if puzzle.settings is None else [size, str(puzzle.settings.seed)]


def is_too_long(puzzle: Puzzle, dimensions: Dimensions) -> bool:
    """Report whether a label would have more characters than are sunk into a print."""
    return len(" ".join(label_words(puzzle, dimensions))) > MOST_CHARACTERS


def _label(puzzle: Puzzle, dimensions: Dimensions, places: Sequence[Place], rim: float) -> Label | None:
    """Return the label in letters as high as wished, or else as high as there is room for; None if that is too low."""
    if not dimensions.label_height or is_too_long(puzzle, dimensions):
        return None
    words = label_words(puzzle, dimensions)
    fitted, font = (wrapped, MIXED_LETTERS) if dimensions.label_text == CODE else (_together_or_apart, LETTERS)
    height, lines = fitted(words, places, rim, dimensions.label_height)
    if height < LOWEST_LETTERS - 1e-9:
        return None
    return Label(height, min(DOT_HEIGHT, DEPTH_SHARE * places[0].width), lines, font)


def _together_or_apart(
    words: Sequence[str], places: Sequence[Place], rim: float, highest: float
) -> tuple[float, Lines]:
    """Return the height of letters for some words, and the lines.

    All stands in one place, or where that gives higher letters each word in a place of its own.
    """
    best: tuple[float, Lines] = (0.0, ())
    for texts in ([" ".join(words)], words):
        for chosen in permutations(places, len(texts)):
            lines = tuple(zip(texts, chosen, strict=True))
            rooms = [
                min(place.width - 2 * rim, (place.length - 2 * rim) * ROWS / columns(text)) for text, place in lines
            ]
            best = max(best, (min(highest, *rooms), lines), key=lambda fitted: fitted[0])
    return best


def _on_frame(solid: Solid, puzzle: Puzzle, dimensions: Dimensions) -> Iterator[Place]:
    """Yield the places on the upper face's frame of a box: all round from the front, between the posts on it.

    Corners of the frame are left out, as two bars share them.
    """
    tops = [2 * cells for cells in puzzle.size]
    # The posts of a lower face come before the box.
    firsts = [
        len(line) - top - 2 if side == LOWER else 0
        for line, top, side in zip(solid.lines, tops, MARKED_SIDES, strict=True)
    ]
    lines = [line[first:] for line, first in zip(solid.lines, firsts, strict=True)]
    posts = solid.filled[firsts[0] :, firsts[1] :, firsts[2] + tops[2] + 1 :].any(axis=2)
    flush = solid.filled[:, :, firsts[2] + tops[2]].copy()
    flush[firsts[0] : firsts[0] + tops[0] + 1, firsts[1] : firsts[1] + tops[1] + 1] = False
    for axis, up in (((0, 1), (1, 1)), ((1, 1), (0, -1)), ((0, -1), (1, -1)), ((1, -1), (0, 1))):
        (along, way), (across, inward) = axis, up
        line = lines[along]
        free = ~np.take(posts, 0 if inward > 0 else tops[across], axis=across)[1 : tops[along]]
        # Posts on the sides may end flush with the frame, and their cuts need the room beside.
        beside = np.moveaxis(flush, across, 0)[: firsts[across] + 1 if inward > 0 else None]
        if dimensions.marker_chamfer and beside[0 if inward > 0 else firsts[across] + tops[across] :].any():
            continue
        ends = np.flatnonzero(np.diff(np.pad(free.astype(np.int8), 1))) + 1
        runs = list(zip(line[ends[::2]], line[ends[1::2]], strict=True))
        for low, high in runs[::way]:
            corner = np.empty(3)
            corner[along] = low if way > 0 else high
            corner[across] = lines[across][0 if inward > 0 else tops[across] + 1]
            corner[2] = lines[2][tops[2] + 1]
            x, y, z = corner.tolist()
            yield Place((x, y, z), axis, up, float(high - low), dimensions.plate)
