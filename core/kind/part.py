# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a puzzle: what each is called, how it looks, its solid, where it stands and how it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..solids.chamfer import Chamfer
from ..solids.mesh import Mesh
from ..solids.skin import Skin
from ..solids.solid import Solid

Point = tuple[float, float, float]

Color = tuple[float, float, float, float]
"""Linear red, green and blue, and alpha."""


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


SHARP = Chamfer(0.0)
"""Nothing is cut."""


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a puzzle; all lengths in millimeters.

    ``key`` is its name in files and in the scene, ``label`` what users read. ``solid`` is the part about its own
    origin, which stands at ``assembled`` in the puzzle put together. ``looks`` has a look for each direction of the
    solid, or one; ``color`` is that of the whole part, if not the first look's. It is printed with the axis ``up``
    upward, or with 3 more than that axis downward; ``outward`` is how far, and where to, it comes off in the exploded
    view. ``walls`` are what can be shown as wires or as glass. What is ``beside`` the puzzle is not printed by itself,
    and is shown only when the user wishes. ``chamfer`` is what is cut of the solid's edges: of what is shown and
    printed, and of nothing else.
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
        return self.chamfer.volume(self.solid)

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

    @property
    def in_place(self) -> Solid:
        """The part where it stands in the puzzle put together."""
        return self.solid.moved(self.assembled)

    @cached_property
    def printed_size(self) -> Point:
        """The part's extent along x, y and z as it is printed."""
        x, y, z = (float(self.solid.lines[axis][-1] - self.solid.lines[axis][0]) for axis, _ in print_axes(self.up))
        return x, y, z

    @property
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


def print_axes(up: int) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """Return which axis of a part comes to x, y and z in print, each with 1, or -1 where it runs the other way.

    ``up`` is that of ``Part``: 0, 1 and 2 turn the axes round, 3, 4 and 5 turn the part upside down after that.
    """
    sign = 1 if up < UPSIDE_DOWN else -1
    return ((up + 1) % 3, 1), ((up + 2) % 3, sign), (up % 3, sign)
