# SPDX-License-Identifier: GPL-3.0-or-later
"""Bodies on a printer's bed, which are meshes, and the layout of parts on one bed or several.

Parts are packed in rows, the deepest first, each into the first row that has room for it (the "first fit decreasing
height" of the literature on filling strips): side by side with its sides, or turned as far as it takes. A part lies
along the bed wherever it fits so. A cross that is too long for that is turned by the angle at which the outline round
it, seen from above, takes the least room. On a round bed parts lie in rectangles that fit into it, narrow or square, as
it takes the fewest beds; what fits into none, but into the bed, has a bed of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..common.containers import triple
from ..common.errors import InputError
from ..solids.mesh import bounds_of, enclosed_volume
from ..solids.solid import Solid
from .printer import Printer

STL, THREE_MF = ".stl", ".3mf"
"""Their suffixes."""

Floats = NDArray[np.float64]

Color = tuple[float, float, float, float]
"""Linear red, green and blue, and alpha."""


@dataclass(frozen=True, eq=False)
class Body:
    """A closed mesh of one color, but for some marks.

    ``color`` is linear red, green, blue and alpha. ``vertices`` has the shape (v, 3), in millimeters; ``triangles``,
    of shape (t, 3), holds the numbers of vertices, counter-clockwise when seen from outside. ``marks`` are
    other colors; ``marked`` says of each triangle which of them it has, counted from 1, or 0 for that of the body.
    It is empty where there are none. ``place`` is where its origin lies, in millimeters from the bed's near left
    corner.
    """

    name: str
    color: Color
    vertices: Floats
    triangles: NDArray[np.int32]
    marks: tuple[Color, ...] = ()
    marked: NDArray[np.int8] = field(default_factory=lambda: np.empty(0, dtype=np.int8))
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def colors(self) -> tuple[Color, ...]:
        """The color of the body, and those of its marks."""
        return (self.color, *self.marks)

    @property
    def color_numbers(self) -> NDArray[np.int8]:
        """The number of the color of each triangle."""
        return self.marked if len(self.marked) else np.zeros(len(self.triangles), dtype=np.int8)

    @property
    def placed(self) -> Floats:
        """The vertices where they lie."""
        placed: Floats = self.vertices + np.array(self.place)
        return placed

    @property
    def volume(self) -> float:
        """The volume, in cubic millimeters."""
        return enclosed_volume(self.vertices[self.triangles].astype(np.float32))


Objects = Mapping[str, Sequence[Body]]
"""What is printed as one, by its name: bodies with one place, which they keep to each other."""


def marked_by(looks: NDArray[np.integer[Any]], marks: Mapping[int, Color]) -> NDArray[np.int8]:
    """Return which mark each triangle has, as ``Body.marked`` says it, from the numbers of the triangles' looks.

    ``marks`` are the colors of those looks that are marks, by their numbers.
    """
    marked = np.zeros(len(looks), dtype=np.int8)
    for number, look in enumerate(marks, 1):
        marked[looks == look] = number
    return marked


def triangle_count(bodies: Iterable[Body]) -> int:
    """Return the number of triangles of all bodies."""
    return sum(len(body.triangles) for body in bodies)


def bounds_of_bodies(bodies: Iterable[Body]) -> tuple[Floats, Floats]:
    """Return the lowest and the highest corner of bodies where they lie."""
    return bounds_of(np.array([bounds_of(body.placed) for body in bodies]))


def on_bed(objects: Objects, origin: tuple[float, float], *, centered: bool) -> dict[str, list[Body]]:
    """Return objects where they lie on the bed, each about the middle of its underside.

    ``origin`` is where their common origin lies, in millimeters from the bed's near left corner; ``centered`` objects
    are moved, together, to stand on the bed above it.
    """
    x, y = origin
    lifted = 0.0
    if centered:
        low, high = bounds_of_bodies(chain(*objects.values()))
        middle = (low + high) / 2
        x, y, lifted = x - middle[0], y - middle[1], -low[2]
    return {name: _about_their_middle(bodies, (x, y, lifted)) for name, bodies in objects.items()}


def _about_their_middle(bodies: Sequence[Body], origin: tuple[float, float, float]) -> list[Body]:
    low, high = bounds_of_bodies(bodies)
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]
    place = triple(float(begin + offset) for begin, offset in zip(origin, middle, strict=True))
    return [replace(body, vertices=body.vertices - middle, place=place) for body in bodies]


@dataclass(frozen=True)
class Placed:
    """The place of a part where it is printed; lengths in millimeters.

    ``printed`` is its middle, from that of the bed with the number ``bed``, counted from 0; it lies as ``Part.up``
    says, ``turned`` by a quarter or not, and then by an ``angle`` in degrees, both counter-clockwise from above.
    ``assembled`` is its place in the puzzle put together, ``outward`` how far it comes off.
    """

    printed: tuple[float, float, float]
    up: int = 2
    turned: bool = False
    bed: int = 0
    assembled: tuple[float, float, float] = (0.0, 0.0, 0.0)
    outward: tuple[float, float, float] = (0.0, 0.0, 0.0)
    angle: float = 0.0


ROUNDING = 1e-6

ANGLES = (*range(1, 90), *range(91, 180))
"""The angles, in degrees, by which parts are turned that fit along no side, over 90 where there is no other."""

ASPECTS = tuple(math.radians(degrees) for degrees in range(45, 0, -5))
"""How steep the diagonals of the rectangles are in which parts lie on a round bed."""

Outline = Callable[[str], Floats]
"""Returns the corners of a part by its label, seen from above, about its middle, in millimeters: shape (n, 2)."""


def outline_of(solid: Solid) -> Floats:
    """Return the corners between which a solid lies, seen from above, shape (n, 2)."""
    filled: NDArray[np.bool_] = solid.filled.any(axis=2)
    x, y, _ = solid.lines
    rows = np.flatnonzero(filled.any(axis=1))
    first, last = filled[rows].argmax(axis=1), filled.shape[1] - filled[rows, ::-1].argmax(axis=1)
    ends = np.concatenate([y[first], y[last]])
    sides = [np.column_stack((np.tile(x[rows + upper], 2), ends)) for upper in (0, 1)]
    corners: Floats = np.unique(np.concatenate(sides), axis=0)
    return corners


@dataclass(frozen=True)
class _Lying:
    """How a part lies: the room that it takes along both sides of the bed, its turns, and its middle in that room."""

    width: float
    depth: float
    turned: bool = False
    angle: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)

    def at(self, x: float, y: float, bed: int) -> Placed:
        """Return the place of the part where the middle of its room is somewhere on a bed."""
        return Placed((x + self.middle[0], y + self.middle[1], 0.0), turned=self.turned, bed=bed, angle=self.angle)


@dataclass
class _Row:
    """Parts side by side: the row's near side on its bed, its depth, and how wide it is so far.

    ``parts`` are their middles along the row, and how they lie, by their labels.
    """

    bed: int
    near: float
    depth: float
    width: float = 0.0
    parts: dict[str, tuple[float, _Lying]] = field(default_factory=dict)


Side = tuple[float, float]


def lay_out(sizes: Mapping[str, Side], printer: Printer, outline: Outline | None = None) -> dict[str, Placed]:
    """Return a place on a bed for each part; ``sizes`` are their widths and depths by their labels.

    Without an outline parts are rectangles. Raises InputError for a part that is larger than the bed.
    """

    def corners(label: str) -> Floats:
        if outline is not None:
            return outline(label)
        half = np.array(sizes[label]) / 2
        rectangle: Floats = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)]) * half
        return rectangle

    if printer.round_bed:
        return _on_round_beds(sizes, printer, corners)
    room = printer.room
    lying = {}
    for label, size in sizes.items():
        if (on_bed := _lying(size, room, label, corners)) is None:
            raise too_large(label, size, printer)
        lying[label] = on_bed
    layouts = (_in_rows(lying, room, printer.spacing, 0, back) for back in (1, len(sizes)))
    places = min(layouts, key=lambda layout: max((place.bed for place in layout.values()), default=0))
    return {label: places[label] for label in sizes}


def too_large(label: str, size: Side, printer: Printer) -> InputError:
    """Return the error on a part that is larger than the bed."""
    return InputError(
        f"{label} is {size[0]:.1f} x {size[1]:.1f} mm: the {printer.surface} of {printer.bed_text} is too small for it."
    )


def _lying(size: Side, room: Side, label: str = "", corners: Outline | None = None) -> _Lying | None:
    """Return how a part lies in a room, its longer side along x if it fits so; None where it does not fit.

    With corners it is turned by other angles, too.
    """
    width, depth = size
    wide = _Lying(max(size), min(size), depth > width)
    narrow = _Lying(min(size), max(size), not wide.turned)
    for on_bed in (wide, narrow):
        if _fits(on_bed, room):
            return on_bed
    if corners is None:
        return None
    places = corners(label)
    turned = [on_bed for on_bed in (_turned(places, angle) for angle in ANGLES) if _fits(on_bed, room)]
    return min(turned, key=lambda on_bed: (on_bed.angle > 90, round(on_bed.width * on_bed.depth, 6)), default=None)


def _fits(on_bed: _Lying, room: Side) -> bool:
    return on_bed.width <= room[0] + ROUNDING and on_bed.depth <= room[1] + ROUNDING


def _turned(corners: Floats, angle: float) -> _Lying:
    """Return how a part lies that is turned by an angle, in degrees, counter-clockwise from above."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    places = corners @ np.array(((cos, sin), (-sin, cos)))
    low, high = places.min(axis=0), places.max(axis=0)
    (width, depth), (x, y) = (high - low).tolist(), (-(low + high) / 2).tolist()
    return _Lying(width, depth, angle=float(angle), middle=(x, y))


def _in_rows(lying: Mapping[str, _Lying], room: Side, spacing: float, first: int, back: int = 1) -> dict[str, Placed]:
    """Return the places of parts that lie in a room on each of as many beds as it takes, from a first one on.

    A new row begins on one of the last so many beds, or where none has room on a new one.
    """
    rows: list[_Row] = []

    def row_for(on_bed: _Lying) -> _Row:
        for row in rows:
            if on_bed.depth <= row.depth + ROUNDING and row.width + on_bed.width <= room[0] + ROUNDING:
                return row
        ends = {row.bed: row.near + row.depth + spacing for row in rows}
        last = max(ends, default=first - 1)
        free = (bed for bed, near in ends.items() if bed > last - back and near + on_bed.depth <= room[1] + ROUNDING)
        bed = next(free, last + 1)
        rows.append(_Row(bed, ends.get(bed, 0.0), on_bed.depth))
        return rows[-1]

    # Of equals the first stays first: sorting is stable.
    for label, on_bed in sorted(lying.items(), key=lambda item: -item[1].depth):
        row = row_for(on_bed)
        row.parts[label] = (row.width + on_bed.width / 2, on_bed)
        row.width += on_bed.width + spacing
    places = {}
    for row in rows:
        together = [beside for beside in rows if beside.bed == row.bed]
        full_depth = together[-1].near + together[-1].depth
        for label, (middle, on_bed) in row.parts.items():
            x = middle - (row.width - spacing) / 2
            places[label] = on_bed.at(x, row.near + on_bed.depth / 2 - full_depth / 2, row.bed)
    return places


def _on_round_beds(sizes: Mapping[str, Side], printer: Printer, corners: Outline) -> dict[str, Placed]:
    """Return the places of parts on round beds."""
    across = printer.diameter
    places: dict[str, Placed] = {}
    left = dict(sizes)
    while left:
        beds = 1 + max((place.bed for place in places.values()), default=-1)
        tried = []
        for angle in ASPECTS:
            room = across * math.cos(angle), across * math.sin(angle)
            lying = {label: _lying(size, room) for label, size in left.items()}
            fit = {label: on_bed for label, on_bed in lying.items() if on_bed is not None}
            if fit:
                rows = _in_rows(fit, room, printer.spacing, beds)
                tried.append((-len(fit), 1 + max(place.bed for place in rows.values()), rows))
        if tried:
            places |= min(tried, key=lambda attempt: attempt[:2])[2]
        else:
            label = next(iter(left))
            places[label] = _in_the_middle(label, sizes[label], printer, corners(label), beds)
        left = {label: size for label, size in left.items() if label not in places}
    return {label: places[label] for label in sizes}


def _in_the_middle(label: str, size: Side, printer: Printer, corners: Floats, bed: int) -> Placed:
    if 2 * float(np.linalg.norm(corners, axis=1).max()) > printer.diameter + ROUNDING:
        raise too_large(label, size, printer)
    return Placed((0.0, 0.0, 0.0), bed=bed)
