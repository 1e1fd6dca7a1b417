# SPDX-License-Identifier: GPL-3.0-or-later
"""The kit: six plates and the cross in three parts, each with its place in the box and the way it is printed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cross_parts import FLAT, PEG, SOCKET, cross_parts, split_axis
from .dimensions import Dimensions
from .plates import plates
from .puzzle import Puzzle
from .solids import Solid

Point = tuple[float, float, float]

PLATE_NAMES = ("x_min", "x_max", "y_min", "y_max", "z_min", "z_max")


@dataclass(frozen=True)
class KitPart:
    """A part of the kit.

    ``name`` is that of its file, ``label`` what users read. ``solid`` is the part in its place: the
    box is centered on x = y = 0 and stands on z = 0, the cross is at the start. It is printed with
    the axis ``up`` upward. ``outward`` is the direction in which it comes off, as a vector of
    length 1, or 0 for the flat piece of the cross.
    """

    name: str
    label: str
    solid: Solid
    up: int
    outward: Point

    @property
    def middle(self) -> Point:
        """The middle of the part's extent, in its place."""
        x, y, z = (float(line[0] + line[-1]) / 2 for line in self.solid.lines)
        return x, y, z

    @property
    def printed_size(self) -> Point:
        """The part's extent along x, y and z as it is printed."""
        sides = self.solid.extent
        return sides[(self.up + 1) % 3], sides[(self.up + 2) % 3], sides[self.up]

    @property
    def printed(self) -> Solid:
        """The part as it is printed: centered on x = y = 0, standing on z = 0."""
        order = [(self.up + 1) % 3, (self.up + 2) % 3, self.up]
        x, y, z = (self.solid.lines[axis] - self.middle[axis] for axis in order)
        return Solid((x, y, z - z[0]), np.transpose(self.solid.filled, order))


def kit(puzzle: Puzzle, dimensions: Dimensions) -> tuple[KitPart, ...]:
    """Return the nine parts of a puzzle's kit; raises InputError where the joint gap is too large."""
    parts = []
    for number, (name, solid) in enumerate(zip(PLATE_NAMES, plates(puzzle, dimensions), strict=True), 1):
        axis, upper = divmod(number - 1, 2)
        label = f"Plate {number} ({name.replace('_', ' ')})"
        parts.append(KitPart(f"plate_{number}_{name}", label, solid, axis, _along(axis, 2 * upper - 1)))
    center = dimensions.center(puzzle.size, puzzle.start)
    axis = split_axis(puzzle.size)
    for name, label, up, direction in (
        (FLAT, "Cross, flat piece", axis, 0),
        (PEG, "Cross, half arm with peg", (axis + 2) % 3, -1),
        (SOCKET, "Cross, half arm with socket", (axis + 2) % 3, 1),
    ):
        solid = cross_parts(puzzle.size, dimensions)[name]
        x, y, z = (line + middle for line, middle in zip(solid.lines, center, strict=True))
        parts.append(KitPart(f"cross_{name}", label, Solid((x, y, z), solid.filled), up, _along(axis, direction)))
    return tuple(parts)


def _along(axis: int, length: float) -> Point:
    x, y, z = (length if other == axis else 0.0 for other in range(3))
    return x, y, z
