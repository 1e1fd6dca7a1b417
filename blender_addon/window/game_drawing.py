# SPDX-License-Identifier: GPL-3.0-or-later
"""The drawings of games over a 3D view: a board with the score and the keys, and keys and names beside boxes.

A name stands beside its box where it covers no box, no other name, and nothing that lies over the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from time import monotonic
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector
from numpy.typing import NDArray

from ...core.common.playing import Direction
from .drawing import (
    Color,
    FreePart,
    Overlay,
    Painting,
    Point,
    Row,
    blended,
    box_edges,
    paint_line,
    paint_rectangle,
    paint_row,
    row_width,
    text_height,
)
from .framing import BOARD_MARGIN, BOARD_ROW, board_height

WHITE = (1.0, 1.0, 1.0, 1.0)
GRAY = (0.72, 0.72, 0.72, 1.0)
DARK = (0.06, 0.06, 0.06, 0.82)
EDGE = (0.3, 0.3, 0.3, 1.0)
YELLOW = (1.0, 0.78, 0.12, 1.0)
RED = (0.9, 0.12, 0.1, 1.0)
GREEN = (0.45, 0.9, 0.4, 1.0)
BLACK = (0.0, 0.0, 0.0, 1.0)

AXIS_COLORS = ((1.0, 0.25, 0.35, 1.0), (0.54, 0.86, 0.0, 1.0), (0.2, 0.6, 1.0, 1.0))

STATE_SIZE, LEGEND_SIZE = 20.0, 12.0
"""The heights of letters, in pixels at a scale of 1."""


KEY_SIDE, KEY_DISTANCE = 24.0, 28.0
"""The side of a key, and how far apart the middles of two are at least, in pixels at a scale of 1."""

PUSHES = 40
"""So often keys that lie over each other are pushed apart."""

SAID_SECONDS = 4.0
"""How long a sentence is shown."""


@dataclass(frozen=True)
class KeyMark:
    """A key that is shown at a place in the world: the direction in which it moves something, and its letter."""

    place: Vector
    direction: Direction
    letter: str


def legend(meanings: Mapping[str, str]) -> Row:
    """Return what keys do, as a row of a board; by their names on the keyboard."""
    return [text for key, meaning in meanings.items() for text in ((f"   {key}", WHITE), (f"  {meaning}   ", GRAY))]


def solved_row(praise: str) -> Row:
    """Return what stands above the keys of a game that is solved."""
    return [(praise, GREEN), *legend({"Ctrl C": "Copy Result"})]


RULE: Mapping[str, str] = MappingProxyType({"Ctrl Z": "Undo", "Return": "Keep", "Esc": "Put Back"})
"""The keys that mean the same in all games, whatever is played or drawn: they stand on every board."""


def _draw_board(overlay: Overlay, state: Row, legends: Sequence[Row]) -> float:
    """Draw how a game stands, and below it what its keys do, in the middle below; return the upper end of that."""
    free, scale = overlay.free, overlay.scale
    rows = [(state, STATE_SIZE, 16.0 + BOARD_ROW * len(legends) + 8.0)]
    rows += [(row, LEGEND_SIZE, 16.0 + BOARD_ROW * number) for number, row in enumerate(reversed(legends))]
    height = board_height(len(legends))
    widest = max(row_width(row, size * scale) for row, size, _ in rows)
    # In a narrow view everything becomes smaller.
    scale *= max(0.3, min(1.0, (free.right - free.left) / (widest + 60 * scale)))
    width = max(row_width(row, size * scale) for row, size, _ in rows) + 36 * scale
    board = width, height * scale
    left, bottom = overlay.put(((free.left + free.right - width) / 2, free.bottom + BOARD_MARGIN * scale), board)
    middle = left + width / 2
    paint_rectangle((left, bottom), board, 10 * scale, DARK, EDGE)
    for row, size, above in rows:
        paint_row((middle, bottom + above * scale), row, size * scale)
    return bottom + height * scale


def _draw_keys(overlay: Overlay, marks: Sequence[KeyMark], hint: Direction | None, knocked: Direction | None) -> None:
    """Draw keys at their places, the nearest and the marked last; ``knocked`` is where something was in the way."""
    scale, eye = overlay.scale, overlay.view.view_matrix
    seen = []
    for mark in sorted(marks, key=lambda mark: (mark.direction in (hint, knocked), (eye @ mark.place).z)):
        place = location_3d_to_region_2d(overlay.region, overlay.view, mark.place)
        if place is not None:
            seen.append((mark, place))
    places = apart([(place.x, place.y) for _, place in seen], KEY_DISTANCE * scale)
    for (mark, _), (x, y) in zip(seen, places, strict=True):
        colors = _key_colors(mark.direction, hint, knocked)
        side = KEY_SIDE * scale * (1.4 if mark.direction == hint != knocked else 1.0)
        _draw_key(overlay.free.nearest(Vector((x, y)), 22 * scale), mark.letter, side, colors)


def apart(places: Sequence[Point], distance: float) -> list[Point]:
    """Return places moved away from each other until they are so far apart, or nearly so."""
    # Those at the very same place would not know where to go.
    moved = np.array(places, dtype=float).reshape(-1, 2) + np.arange(len(places))[:, None] * (0.01, 0.02)
    for _ in range(PUSHES):
        ways = moved[:, None] - moved[None]
        lengths = np.linalg.norm(ways, axis=-1)
        lengths = np.maximum(lengths, 1e-3)
        pushes = np.maximum(distance - lengths, 0.0) / 2
        np.fill_diagonal(pushes, 0.0)
        if not pushes.any():
            break
        moved += (ways / lengths[..., None] * pushes[..., None]).sum(axis=1)
    return [(float(x), float(y)) for x, y in moved]


def _key_colors(direction: Direction, hint: Direction | None, knocked: Direction | None) -> tuple[Color, Color, Color]:
    """Return the colors of a key, its edge and its letter."""
    if direction == knocked:
        return RED, RED, WHITE
    if direction == hint:
        return YELLOW, WHITE, BLACK
    return DARK, AXIS_COLORS[direction[0]], WHITE


def _draw_key(place: Point, letter: str, side: float, colors: tuple[Color, Color, Color]) -> None:
    (x, y), (fill, edge, color) = place, colors
    paint_rectangle((x - side / 2, y - side / 2), (side, side), side / 4, fill, edge)
    paint_row((x, y - text_height(side * 0.6) / 2), [(letter, color)], side * 0.6)


class GameDrawing(Painting):
    """What a game draws in the 3D view where it was begun: in the space of the view and over it.

    It shows a sentence for a while, and for a moment that something was in the way.
    """

    knock_seconds: ClassVar[float] = 0.4

    def __init__(self, area: int) -> None:
        """Draw from now on in the area with this pointer."""
        super().__init__(area)
        self._said, self._said_end = "", 0.0
        self._knock: Direction | None = None
        self._knock_end = 0.0

    def board(self, overlay: Overlay, state: Row, legends: Sequence[Row]) -> Overlay:
        """Draw what is said or else how the game stands, above what its keys do; return what is left above that.

        The keys of the rule follow those of the last row.
        """
        said = self.said
        *above, last = legends
        with blended():
            bottom = _draw_board(overlay, [(said, YELLOW)] if said else state, [*above, [*last, *legend(RULE)]])
        return replace(overlay, free=replace(overlay.free, bottom=bottom))

    def keys(self, overlay: Overlay, marks: Sequence[KeyMark], hint: Direction | None = None) -> None:
        """Draw keys at their places, among them the one of a hint and the one where something is in the way."""
        with blended():
            _draw_keys(overlay, marks, hint, self.knocked)

    def say(self, sentence: str) -> None:
        """Show a sentence for a while; an empty one takes it away."""
        self._said, self._said_end = sentence, monotonic() + SAID_SECONDS

    def knock(self, direction: Direction) -> None:
        """Show for a moment that something is in the way."""
        self._knock, self._knock_end = direction, monotonic() + self.knock_seconds

    @property
    def said(self) -> str:
        """The sentence that is to be shown now, if any."""
        return self._said if monotonic() < self._said_end else ""

    @property
    def knocked(self) -> Direction | None:
        """The direction in which something is shown to be in the way now, if any."""
        return self._knock if monotonic() < self._knock_end else None

    @property
    def fading(self) -> bool:
        """Whether the drawing changes by itself, or has just done so."""
        now = monotonic()
        return now < self._knock_end + 0.1 or (bool(self._said) and now < self._said_end + 0.1)


SIZE = 15.0
"""The height of letters, in pixels at a scale of 1."""

RINGS = 6
"""So many times as far as beside its box a name is looked for a place at most."""


@dataclass(frozen=True, eq=False)
class Outline:
    """A box as a view shows it: where it is, and how far it reaches across each of the edges that are seen.

    ``across`` has shape (n, 2), ``low`` and ``high`` have shape (n,); ``part`` is the rectangle round it.
    """

    part: FreePart
    across: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def overlaps(self, part: FreePart) -> bool:
        """Report whether a rectangle covers any of it: it does not where both are apart across an edge of either."""
        middle = np.array((part.left + part.right, part.bottom + part.top)) / 2
        half = np.array((part.right - part.left, part.top - part.bottom)) / 2
        place, reach = self.across @ middle, np.abs(self.across) @ half
        apart = (place + reach <= self.low) | (place - reach >= self.high)
        return not apart.any() and self.part.overlaps(part)


def outline_seen(overlay: Overlay, corners: Sequence[Vector]) -> Outline | None:
    """Return how a view shows a box, by its corners in the world, which bits number; None where not all are seen."""
    seen = [location_3d_to_region_2d(overlay.region, overlay.view, corner) for corner in corners]
    places = np.array([place[:] for place in seen if place is not None])
    if len(places) < len(corners):
        return None
    # The stubs know vectors of three numbers alone.
    edges = np.array([(end - begin)[:2] for begin, end in box_edges([Vector((*place, 0.0)) for place in places])])
    across = np.column_stack([-edges[:, 1], edges[:, 0]])
    reached = places @ across.T
    (left, bottom), (right, top) = places.min(axis=0), places.max(axis=0)
    part = FreePart(float(left), float(bottom), float(right), float(top))
    return Outline(part, across, reached.min(axis=0), reached.max(axis=0))


def draw_names(overlay: Overlay, outlines: Sequence[Outline | None], rows: Sequence[Row]) -> None:
    """Draw names, each beside the box that it belongs to, with a line to that where there was no room near it."""
    size = SIZE * overlay.scale
    height = 1.9 * text_height(size)
    seen = [outline for outline in outlines if outline is not None]
    for outline, row in zip(outlines, rows, strict=True):
        if outline is None:
            continue
        width = row_width(row, size) + 10 * overlay.scale
        part = next(
            (part for part in _places(outline.part, width, height) if _is_free(part, overlay, seen)),
            None,
        )
        if part is None:
            continue
        overlay.covers.append(part)
        middle = (part.left + part.right) / 2, (part.bottom + part.top) / 2
        with blended():
            nearest = outline.part.nearest(Vector((*middle, 0.0)), 0.0)
            if max(abs(nearest[0] - middle[0]) - width / 2, abs(nearest[1] - middle[1]) - height / 2) > height:
                inside = (outline.part.left + outline.part.right) / 2, (outline.part.bottom + outline.part.top) / 2
                paint_line([middle, inside], GRAY)
            paint_rectangle((part.left, part.bottom), (width, height), 4 * overlay.scale, DARK, EDGE)
            paint_row((middle[0], middle[1] - text_height(size) / 2), row, size)


def _places(box: FreePart, width: float, height: float) -> Iterator[FreePart]:
    """Yield places for a name around a box as it is seen: first below it, then beside and above it, ever farther."""
    middle = (box.left + box.right) / 2, (box.bottom + box.top) / 2
    half = (box.right - box.left + width) / 2, (box.top - box.bottom + height) / 2
    for ring, (across, up) in product(
        range(RINGS), ((0, -1), (1, 0), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
    ):
        gap = height * (0.2 + 0.6 * ring)
        # At a slant the corner of the rectangle is mostly empty.
        share = 0.6 if across and up else 1.0
        place: Point = (
            middle[0] + across * (share * half[0] + gap) - width / 2,
            middle[1] + up * (share * half[1] + gap) - height / 2,
        )
        yield FreePart(place[0], place[1], place[0] + width, place[1] + height)


def _is_free(part: FreePart, overlay: Overlay, outlines: Sequence[Outline]) -> bool:
    """Report whether a rectangle lies in the free part of the view, and over nothing."""
    free = overlay.free
    inside = part.left >= free.left and part.right <= free.right and part.bottom >= free.bottom and part.top <= free.top
    is_clear = not any(cover.overlaps(part) for cover in overlay.covers)
    return inside and is_clear and not any(outline.overlaps(part) for outline in outlines)
