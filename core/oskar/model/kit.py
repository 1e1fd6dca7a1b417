# SPDX-License-Identifier: GPL-3.0-or-later
"""The kit: six plates and the cross in three parts, each with its place in the box and the way it is printed."""

from __future__ import annotations

from ...kind.part import UPSIDE_DOWN, Part, Point
from ...solids.regions import divided
from ..making.puzzle import Puzzle
from .chamfers import of_cross_part, of_plate, width_on_arms
from .cross_parts import FLAT, PEG, SOCKET, cross_parts, split_axis
from .dimensions import Dimensions
from .joints import LOWER, UPPER
from .label import label_of_cross
from .looks import END_LOOK, LOOKS, NUMBER_LOOK, START_LOOK
from .mark_rims import sharp_on_plate
from .marked_faces import is_marked
from .plates import plates

PLATE_NAMES = ("x_min", "x_max", "y_min", "y_max", "z_min", "z_max")

APART = 0.8
"""How far plates come off in the exploded view, in lengths of the box's longest side."""

APART_INSIDE = 4.0
"""How far the half arms come off, in widths of the arm: farther than the peg reaches."""


def kit(puzzle: Puzzle, dimensions: Dimensions) -> tuple[Part, ...]:
    """Return the nine parts of a puzzle's kit; raises InputError where the joint gap is too large.

    In place the box is centered on x = y = 0 and stands on z = 0, the cross is at the start.
    """
    parts, looks = [], LOOKS[dimensions.colors]
    apart = APART * max(dimensions.outer_size(puzzle.size))
    for number, (name, in_place) in enumerate(zip(PLATE_NAMES, plates(puzzle, dimensions), strict=True), 1):
        axis, upper = divmod(number - 1, 2)
        solid, middle = in_place.centered()
        # The outer side on the bed.
        up = axis + UPSIDE_DOWN * upper
        marked = is_marked((axis, UPPER if upper else LOWER))
        sharp = sharp_on_plate(solid, dimensions, up) if marked else []
        parts.append(
            Part(
                f"plate_{number}_{name}",
                f"Plate {number} ({name.replace('_', ' ')})",
                divided(solid, sharp) if sharp else solid,
                (looks.plates[axis], NUMBER_LOOK, *((START_LOOK, END_LOOK) if marked else ())),
                assembled=middle,
                up=up,
                outward=_along(axis, apart * (2 * upper - 1)),
                walls=True,
                chamfer=of_plate(dimensions, up, sharp),
            )
        )
    center = dimensions.center(puzzle.size, puzzle.start)
    axis = split_axis(puzzle.size)
    inside = APART_INSIDE * dimensions.arm_width
    solids = cross_parts(puzzle.size, dimensions)
    letters = label_of_cross(puzzle, dimensions, width_on_arms(dimensions))
    if letters:
        solids[FLAT] = letters.cut_into(solids[FLAT])
    for name, label, up, distance in (
        (FLAT, "Cross, flat piece", axis, 0.0),
        (PEG, "Cross, half arm with peg", (axis + 2) % 3, -inside),
        (SOCKET, "Cross, half arm with socket", (axis + 2) % 3 + UPSIDE_DOWN, inside),
    ):
        solid, middle = solids[name].moved(center).centered()
        parts.append(
            Part(
                f"cross_{name}",
                label,
                solid,
                (looks.cross,),
                assembled=middle,
                up=up,
                outward=_along(axis, distance),
                # The middle of the flat piece is the cross's center, about which the letters stand.
                chamfer=of_cross_part(dimensions, up, letters.boxes if letters and name == FLAT else ()),
            )
        )
    return tuple(parts)


def _along(axis: int, length: float) -> Point:
    x, y, z = (length if other == axis else 0.0 for other in range(3))
    return x, y, z
