# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of parts as they are printed, and of the steps in which they are put together, with where they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..kind.part import Instructions, Part, Step, offsets, turn_in_print
from ..printing.picture import picture, pictured
from ..printing.printed_object import Body, Floats, PrintedObject, marked_by

_TOWARD = (-0.5, -1.0, 0.9)
"""Whence steps are seen: from the front, a little from the left, and from above."""

_ASIDE = np.array((-0.12, -0.18, 0.3))

WAY_LEFT = 0.45
"""How much of its way is still before a part, as a share."""

Pixels = NDArray[np.uint8]
Place = tuple[float, float]


@dataclass(frozen=True)
class Picture:
    """Pixels of shape (height, width, 4), and arrows in it, each from one place to another, in pixels.

    ``inside`` are the pixels of the inner side of the part that comes, None where that is not shown.
    """

    pixels: Pixels
    arrows: tuple[tuple[Place, Place], ...] = ()
    inside: Pixels | None = None


def picture_of_part(part: Part, side: int) -> Picture:
    """Return a picture of a part as it lies on the bed."""
    body = _body(part, turn_in_print(part.up, turned=False), np.zeros(3))
    pixels, _ = _cropped(picture([PrintedObject(part.label, (body,))], side))
    return Picture(pixels)


def picture_together(parts: Sequence[Part], side: int) -> Picture:
    """Return a picture of parts as they stand when all are put together."""
    objects = [PrintedObject(part.key, (_body(part, np.eye(3), np.array(part.assembled)),)) for part in parts]
    pixels, _ = _cropped(pictured(objects, side, _TOWARD)[0])
    return Picture(pixels)


def pictures_of_steps(
    parts: Sequence[Part], steps: Sequence[Step], instructions: Instructions, side: int
) -> Iterator[Picture]:
    """Yield a picture for each step: what stands already, and what comes to it on its way, with an arrow."""
    by_key = {part.key: part for part in parts}
    turn = np.array([[sign * float(axis == other) for other in range(3)] for axis, sign in instructions.axes])
    shifts = {key: np.array(places) for key, places in offsets(steps).items()}
    done = 0
    for number, step in enumerate(steps):
        end = done + len(step.moves)
        shown = _shown(steps, number, shifts, end)
        objects, arrows = [], []
        for key in shown:
            begin, there = shifts[key][done], shifts[key][end]
            here = there + WAY_LEFT * (begin - there)
            body = _body(by_key[key], turn, by_key[key].assembled + here)
            objects.append(PrintedObject(key, (body,)))
            if key in step.keys and step.moves:
                middle = (body.vertices.min(axis=0) + body.vertices.max(axis=0)) / 2
                arrows.append((middle, turn @ (there - here)))
        pixels, view = pictured(objects, side, _TOWARD)
        pixels, corner = _cropped(pixels)
        places: tuple[tuple[Place, Place], ...] = ()
        if arrows:
            middle, way = (np.mean([arrow[one] for arrow in arrows], axis=0) for one in range(2))
            ends = view.at(np.array([middle, middle + way])) - corner
            places = (((float(ends[0, 0]), float(ends[0, 1])), (float(ends[1, 0]), float(ends[1, 1]))),)
        yield Picture(pixels, places, _inside(step, by_key, turn, instructions, side))
        done = end


INSIDE_SHARE = 0.5
"""The side of a picture of an inner side, as a share of that of the step."""


def _inside(
    step: Step, by_key: Mapping[str, Part], turn: Floats, instructions: Instructions, side: int
) -> Pixels | None:
    """Return the part that a step puts on as it is seen from where it goes, upright; None where that is not shown."""
    (key, *others) = step.keys
    if others or key not in instructions.inside or not step.moves:
        return None
    move = step.moves[-1]
    way = np.zeros(3)
    way[move.axis] = np.sign(move.distance)
    body = _body(by_key[key], turn, np.zeros(3))
    # A little from above and aside, so that what goes into it has sides that are seen.
    pixels, _ = pictured([PrintedObject(key, (body,))], round(INSIDE_SHARE * side), turn @ way + _ASIDE)
    return _cropped(pixels)[0]


def _shown(steps: Sequence[Step], number: int, shifts: Mapping[str, Floats], end: int) -> list[str]:
    """Return the parts that a picture of a step shows: its own, and what they come to.

    What was put together apart and waits for a later step is left out.
    """
    own = steps[number].keys
    later = {key for step in steps[number + 1 :] if step.moves for key in step.keys}
    earlier = dict.fromkeys(key for step in steps[:number] for key in step.keys)
    place = shifts[own[0]][end]
    with_it = [key for key in earlier if key not in own and (key not in later or np.allclose(shifts[key][end], place))]
    return [*own, *with_it] if steps[number].moves else list(own)


def _body(part: Part, turn: Floats, place: Floats) -> Body:
    """Return a part that is moved and then turned."""
    mesh = part.mesh()
    triangles, looks = mesh.split()
    vertices = (mesh.vertices + place) @ turn.T
    # To tell it from what is beside, also what is printed in the same color is pictured in its own.
    shown = {number: look.color for number, look in enumerate(part.looks) if number}
    return Body(part.key, part.object_color, vertices, triangles, tuple(shown.values()), marked_by(looks, shown))


def _cropped(pixels: Pixels) -> tuple[Pixels, NDArray[np.int64]]:
    """Return a picture without its empty margins, and where its corner was, along x and y."""
    seen = pixels[..., 3] > 0
    (top, bottom), (left, right) = (np.flatnonzero(seen.any(axis=axis))[[0, -1]] for axis in (1, 0))
    return pixels[top : bottom + 1, left : right + 1], np.array([left, top])
