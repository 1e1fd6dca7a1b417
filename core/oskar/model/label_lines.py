# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the letters of a label can stand, and how a long text goes on from place to place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from ...kind.part import Point
from ...printing.pixel_letters import GAP, MIXED_LETTERS, ROWS, columns
from ...solids.straight_moves import Heading
from .dimensions import LOWEST_LETTERS

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
    found = {length * ROWS / (width - GAP) for length in lengths for width in widths}
    return sorted((height for height in {most, *found} if LOWEST_LETTERS - HAIR <= height <= most), reverse=True)


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
