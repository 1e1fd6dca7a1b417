# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects as they lie on the bed, each about a point of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .printed_object import PrintedObject, bounds_of


def on_bed(
    objects: Sequence[PrintedObject], origin: tuple[float, float], *, centered: bool
) -> tuple[PrintedObject, ...]:
    """Return objects where they lie on the bed, each about the middle of its underside.

    ``origin`` is where their common origin lies, in millimeters from the bed's near left corner; ``centered`` objects
    are moved, together, to stand on the bed above it.
    """
    x, y = origin
    lifted = 0.0
    if centered:
        low, high = bounds_of(corner[None] for one in objects for corner in one.bounds)
        middle = (low + high) / 2
        x, y, lifted = x - middle[0], y - middle[1], -low[2]
    return tuple(_about_itself(one, (x, y, lifted)) for one in objects)


def _about_itself(one: PrintedObject, origin: tuple[float, float, float]) -> PrintedObject:
    low, high = one.bounds
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]
    bodies = tuple(replace(body, vertices=body.vertices - middle) for body in one.bodies)
    place = tuple(float(begin + offset) for begin, offset in zip(origin, middle, strict=True))
    return PrintedObject(one.name, bodies, (place[0], place[1], place[2]))
