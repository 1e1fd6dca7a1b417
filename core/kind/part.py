# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a puzzle: what each is called, how it looks, its solid, where it stands and how it is printed.

Themes are sets of filaments. Each kind says what it takes of a theme; the dimensions of a puzzle name the theme, so
that all that is made of its parts has the same colors.

Beside them are the steps in which they are put together, each with a sentence and its straight moves, the places of
those that are printed apart, and their checks.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..common.errors import InputError
from ..common.options import Choice, option, rounded
from ..common.task import finish
from ..common.words import counted, in_millimeters, listed
from ..printing.checks import SLICER, Report, check_beds, check_bodies, check_material, check_meshes, check_resin
from ..printing.estimate import Estimate, cut_mass, estimate_in_steps
from ..printing.picture import filament
from ..printing.printed_object import Color, Floats, Outline, Placed, lay_out, outline_of
from ..printing.printer import Printer
from ..solids.chamfer import Chamfer
from ..solids.chamfer_cuts import Skin
from ..solids.mesh import Mesh
from ..solids.solid import Solid

Way = tuple[int, int]
"""A way along an axis: its number, and 1 or -1."""


@dataclass(frozen=True)
class Instructions:
    """Sentences that go with the steps, and how the puzzle stands in their pictures.

    ``axes`` are the ways that lead to the right, to the back and upward there; ``marks`` say how parts are told apart,
    ``before`` what to know before the first step, ``bought`` those of them on what is no print, ``trial`` what to try
    after the last one, ``moves`` the moves to try, and ``all_moves`` those to the end, for who gives up. ``inside`` are
    the keys of parts of which the side that goes inward is shown, too, as it has marks.
    """

    axes: tuple[Way, Way, Way] = ((0, 1), (1, 1), (2, 1))
    marks: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    trial: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    all_moves: tuple[str, ...] = ()
    bought: tuple[str, ...] = ()


Point = tuple[float, float, float]

UPSIDE_DOWN = 3
"""What is added to a part's ``up`` when that axis looks down in print."""


@dataclass(frozen=True)
class Look:
    """A material that all puzzles of a kind share: what it is for, and its color.

    A ``mark`` is printed in its own color, too, where the printer has several.
    """

    label: str
    color: Color
    mark: bool = False


CLASSIC, OCEAN, SIGNAL, CONTRAST, MONO = "classic", "ocean", "signal", "contrast", "mono"

THEMES: Mapping[str, Choice] = MappingProxyType(
    {
        CLASSIC: Choice("Classic", "Cream, amber and terracotta round a blue cross; pieces in many colors"),
        OCEAN: Choice("Ocean", "Blues from foam to deep water, with an orange cross; pieces also in sand and coral"),
        SIGNAL: Choice("Gray and Signal", "Grays, with a cross or some of the pieces in the colors of signals"),
        CONTRAST: Choice("High Contrast", "Colors that differ most in light, also for eyes that mix up hues"),
        MONO: Choice("Mono", "Shades of gray, as for a single filament; only what marks start and end has colors"),
    }
)
"""The themes by their names; the first one is the default."""

COLORS = "colors"
"""What the dimensions of every kind with themes call the theme of a puzzle."""

MEANING = "The filaments in whose colors the puzzle is shown and drawn, and which 3MF files name"


def colors_option() -> Any:
    """Declare the theme as a field of dimensions, which is called as ``COLORS`` says."""
    return option(CLASSIC, "Colors", MEANING, choices=THEMES)


def themed_look(theme: str, label: str, screen: str) -> Look:
    """Return a look in a theme's filament; its label names the theme, but for the first one."""
    return Look(label if theme == CLASSIC else f"{THEMES[theme].label} {label}", filament(screen))


SHARP = Chamfer(0.0)
"""Nothing is cut."""


@dataclass(frozen=True)
class Bought:
    """What is bought and goes into the puzzle: how many, what it is called, and its size with the unit."""

    count: int
    name: str
    size: str


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a puzzle; all lengths in millimeters.

    ``key`` is its name in files and in the scene, ``label`` what users read. ``solid`` is the part about its own
    origin, which stands at ``assembled`` in the puzzle put together. ``looks`` has a look for each direction of the
    solid, or one; ``color`` is that of the whole part, if not the first look's. It is printed with the axis ``up``
    upward, or with 3 more than that axis downward; ``outward`` is how far, and where to, it comes off in the exploded
    view. ``walls`` are what can be shown as wires or as glass. What is ``beside`` the puzzle is not printed by itself,
    and is shown only when the user wishes. ``chamfer`` is what is cut of the solid's edges: of what is shown and
    printed, and of nothing else. ``bought`` is what goes into the part, or is the part itself.
    """

    key: str
    label: str
    solid: Solid
    looks: tuple[Look, ...]
    assembled: Point = (0.0, 0.0, 0.0)
    up: int = 2
    outward: Point = (0.0, 0.0, 0.0)
    walls: bool = False
    beside: bool = False
    color: Color | None = None
    chamfer: Chamfer = SHARP
    bought: Bought | None = None

    def __repr__(self) -> str:
        """Return the key, the label and the size."""
        return f"<{self.key}: {self.label}, {in_millimeters(*self.solid.extent)}>"

    @property
    def object_color(self) -> Color:
        """The color of the whole part, where its looks are not shown."""
        return self.color or self.looks[0].color

    @property
    def marks(self) -> dict[int, Color]:
        """The colors that are printed beside that of the whole part, by the directions of the solid that have them."""
        return {number: look.color for number, look in enumerate(self.looks) if look.mark}

    @property
    def volume(self) -> float:
        """The volume of the part with its chamfers, in cubic millimeters."""
        return self._skin.volume

    def mesh(self) -> Mesh:
        """Return the surface of the part with its chamfers, about its own origin."""
        return self._skin.mesh

    @property
    def chamfer_widths(self) -> Sequence[float]:
        """The widths of the chamfers, in millimeters: narrower than wished where there is no room; none if none is."""
        return self._skin.widths

    @cached_property
    def _skin(self) -> Skin:
        # Several files have the same part.
        return self.skin()

    def skin(self, earlier: Skin | None = None) -> Skin:
        """Return what the surface is made from; that of the part with other dimensions makes it quicker."""
        return self.chamfer.skin(self.solid, earlier)

    @cached_property
    def in_place(self) -> Solid:
        """The part where it stands in the puzzle put together."""
        return self.solid.moved(self.assembled)

    @cached_property
    def printed_size(self) -> Point:
        """The part's extent along x, y and z as it is printed."""
        x, y, z = (float(self.solid.lines[axis][-1] - self.solid.lines[axis][0]) for axis, _ in print_axes(self.up))
        return x, y, z

    @cached_property
    def printed(self) -> Solid:
        """The part as it is printed: centered on x = y = 0, standing on z = 0."""
        axes = print_axes(self.up)
        filled = np.transpose(self.solid.filled, [axis for axis, _ in axes])
        lines = []
        for place, (axis, sign) in enumerate(axes):
            line = sign * self.solid.lines[axis][::sign]
            lines.append(line - (line[0] if place == 2 else float(line[0] + line[-1]) / 2))
            filled = filled if sign > 0 else np.flip(filled, place)
        return Solid((lines[0], lines[1], lines[2]), filled)


def to_buy(parts: Iterable[Part]) -> str:
    """Return in words what is bought for some parts: how many of each, and their sizes; nothing where nothing is."""
    counts: dict[tuple[str, str], int] = {}
    for part in parts:
        if (bought := part.bought) is not None:
            key = bought.name, bought.size
            counts[key] = counts.get(key, 0) + bought.count
    words = [f"{counted(count, name)} of {size}" for (name, size), count in counts.items()]
    return listed(words) if words else ""


def print_axes(up: int) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """Return which axis of a part comes to x, y and z in print, each with 1, or -1 where it runs the other way.

    ``up`` is that of ``Part``: 0, 1 and 2 turn the axes round, 3, 4 and 5 turn the part upside down after that.
    """
    sign = 1 if up < UPSIDE_DOWN else -1
    return ((up + 1) % 3, 1), ((up + 2) % 3, sign), (up % 3, sign)


LEFT, RIGHT, FRONT, BACK, TOP, BOTTOM = "left", "right", "front", "back", "top", "bottom"

FROM = {
    LEFT: "from the left",
    RIGHT: "from the right",
    FRONT: "from the front",
    BACK: "from the back",
    TOP: "from above",
    BOTTOM: "from below",
}
TO = {
    LEFT: "to the left",
    RIGHT: "to the right",
    FRONT: "to the front",
    BACK: "to the back",
    TOP: "up",
    BOTTOM: "down",
}

AS_SEEN: Mapping[Way, str] = MappingProxyType(
    {(0, -1): LEFT, (0, 1): RIGHT, (1, -1): FRONT, (1, 1): BACK, (2, -1): BOTTOM, (2, 1): TOP}
)
"""The sides of a puzzle as it stands in Blender and in the page, by the ways that lead there."""


@dataclass(frozen=True)
class Move:
    """A straight move along an axis, so many millimeters upward, or downward where they are negative."""

    axis: int
    distance: float


@dataclass(frozen=True)
class Step:
    """Some parts, by their keys, are put to what stands, by straight moves in turn that end in their places.

    What is only laid down takes no move. ``sentence`` says to the user what to do. Parts that are put together apart
    from the others have a step for each, and then one in which they move as one.
    """

    keys: tuple[str, ...]
    moves: tuple[Move, ...]
    sentence: str


def offsets(steps: Sequence[Step]) -> dict[str, tuple[Point, ...]]:
    """Return how far each part is from its place in the puzzle put together, by its key, in millimeters.

    Each has the places at the beginning, and after each move of all steps in turn.
    """
    left = {key: [(0.0, 0.0, 0.0)] for step in steps for key in step.keys}
    # From the last place, which is where it belongs, back to the first.
    for step in reversed(steps):
        for move in reversed(step.moves):
            for key, places in left.items():
                x, y, z = (
                    value - move.distance * (axis == move.axis and key in step.keys)
                    for axis, value in enumerate(places[-1])
                )
                places.append((x, y, z))
    return {key: tuple(reversed(places)) for key, places in left.items()}


STAND, STAND_GAP, STAND_WALL = "stand", 0.5, 2.4
"""What the key of a stand ends with; the gap round what stands in it, and how thick its walls are, in millimeters."""


def stand_steps(
    parts: Iterable[Part], waiting: Iterable[Part], steps: Sequence[Step], room: float, side: str = BOTTOM
) -> list[Step]:
    """Return the step of the stand among parts, if there is one.

    It waits below all that those in ``waiting`` do before, ``room`` millimeters apart; ``side`` is where that is seen.
    """
    return [
        Step(
            (part.key,),
            (Move(2, round(float(part.in_place.lines[2][-1]) - reach(waiting, steps)[0] + room, 6)),),
            f"Put it into its stand, here {FROM[side]}.",
        )
        for part in parts
        if part.key.endswith(STAND)
    ]


def reach(parts: Iterable[Part], steps: Sequence[Step]) -> tuple[float, float]:
    """Return the lowest and the highest place that parts come to in some steps, in millimeters."""
    ways = offsets(steps)
    lows, highs = [], []
    for part in parts:
        line = part.in_place.lines[2]
        heights = [place[2] for place in ways.get(part.key, ((0.0, 0.0, 0.0),))]
        lows.append(float(line[0]) + min(heights))
        highs.append(float(line[-1]) + max(heights))
    return min(lows), max(highs)


def keyframes(steps: Sequence[Step], first_frame: int, frames_per_move: int, pause: int) -> list[tuple[int, int]]:
    """Return frames and how many moves are done then, for all steps in turn; in between, a move goes on evenly.

    After each step nothing moves for a pause of so many frames. Raises InputError for a move of no frames and for a
    negative pause.
    """
    if frames_per_move < 1:
        raise InputError(f"Frames per step is {frames_per_move}: it must be at least 1.")
    if pause < 0:
        raise InputError(f"Pause after a step is {pause}: it must be 0 or more frames.")
    keys = [(first_frame, 0)]
    for step in steps:
        for _ in step.moves:
            keys.append((keys[-1][0] + frames_per_move, keys[-1][1] + 1))
        if step.moves and pause:
            keys.append((keys[-1][0] + pause, keys[-1][1]))
    return keys


def check_parts(parts: Sequence[Part], printer: Printer, hollowed_by: str = SLICER) -> Report:
    """Report on parts that are printed apart: closed meshes, one body each, room on the bed, plastic.

    ``hollowed_by`` is what can make them hollow.
    """
    printed = [part for part in parts if not part.beside]
    volume = sum(part.volume for part in printed)
    taken = estimate_of(printed, printer)
    checks = (
        check_meshes({part.label: part.mesh() for part in printed}),
        check_bodies({part.label: part.solid for part in printed}),
        check_beds(*on_beds(printed, printer)),
        *check_resin({part.label: part.printed for part in printed}, printer, hollowed_by),
        check_material(taken, None, printer),
    )
    return Report(checks, volume, taken)


def estimate_of(parts: Sequence[Part], printer: Printer) -> Estimate:
    """Return what parts take that are printed apart; one that is larger than the bed has a bed of its own."""
    return finish(estimate_of_in_steps(parts, printer))


def estimate_of_in_steps(parts: Sequence[Part], printer: Printer) -> Generator[None, None, Estimate]:
    """Do what ``estimate_of`` does; yield after each part."""
    try:
        places = lay(parts, printer)
    except InputError:
        beds = [[part] for part in parts]
    else:
        numbers = range(1 + max((place.bed for place in places.values()), default=-1))
        beds = [[part for part in parts if places[part.key].bed == bed] for bed in numbers]
    taken = yield from estimate_in_steps([[part.printed for part in bed] for bed in beds], printer)
    # Slopes are no part of the solids.
    cut = sum(
        cut_mass(part.solid.volume - part.volume, max(part.chamfer_widths, default=0.0), printer) for part in parts
    )
    return replace(taken, grams=taken.grams - cut)


BETWEEN_BEDS = 20.0
"""The distance between two beds that are shown side by side, in millimeters."""

_QUARTER = np.array(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
"""A turn by a quarter round z, counter-clockwise from above."""


def on_beds(parts: Sequence[Part], printer: Printer) -> tuple[dict[str, tuple[float, float]], Printer, Outline]:
    """Return what ``lay_out`` takes: widths and depths of parts by their labels, the printer, and their outlines."""
    by_label = {part.label: part for part in parts}

    def outline(label: str) -> Floats:
        return outline_of(by_label[label].printed)

    return {part.label: part.printed_size[:2] for part in parts}, printer, outline


def lay(parts: Sequence[Part], printer: Printer) -> dict[str, Placed]:
    """Return where parts go, by their keys; raises InputError for one that is larger than the bed."""
    places = lay_out(*on_beds(parts, printer))
    return {
        part.key: replace(
            places[part.label],
            printed=(*places[part.label].printed[:2], part.printed_size[2] / 2),
            up=part.up,
            assembled=part.assembled,
            outward=part.outward,
        )
        for part in parts
    }


def next_bed(printer: Printer) -> float:
    """Return how far a bed that is shown stands beside the one before, in millimeters."""
    return rounded(printer.bed_x + BETWEEN_BEDS)


def turn_in_print(up: int, *, turned: bool, angle: float = 0.0) -> NDArray[np.float64]:
    """Return, as a matrix of shape (3, 3), how a part is turned that is printed as ``Placed`` says."""
    flat = np.array([[sign * float(axis == column) for column in range(3)] for axis, sign in print_axes(up)])
    turn: NDArray[np.float64] = _QUARTER @ flat if turned else flat
    if angle:
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        turn = np.array(((cos, -sin, 0.0), (sin, cos, 0.0), (0.0, 0.0, 1.0))) @ turn
    return turn
