# SPDX-License-Identifier: GPL-3.0-or-later
"""Pegs that join the parts of a cut piece, the sockets for them, and the name on the face beside a socket.

All pegs of a puzzle are alike: square bars that lie flat in print, loose, so that their lines run along them. A socket
is open at the face of a cell where two parts meet, off its middle, so that faces are flush in one way only. Where it
looks to a side in print it has a gable; where it looks down, a gable all along, and a mouth that is wider by what a
first layer spreads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...polycubes.terms.cells import Cell
from ...printing.gaps import PRESS
from ...printing.overhangs import WIDEST_ON_BED
from ...solids.boxes import solid_from_boxes
from ...solids.chamfer_room import SHARE
from ...solids.solid import Solid
from .cutting import Cutting, Joint
from .dimensions import Dimensions
from .joint_faces import LEVEL, STEP, Boxes, Face, Recess, closing, middle_of_cell, on_grid, whole
from .lettering import Way, beside, way_up
from .part_names import Strip, name_on, strip_beside, worth

PEG_SHARE, DEPTH_SHARE, SHIFT_SHARE = 0.24, 0.26, 0.15
"""The side of a peg, how deep it goes into each part, and how far off the middle, as shares of a face's side: so
sockets in two faces of a cell have a wall between them."""

PEG_CHAMFER = 0.15
"""The most of a peg's width that its slopes take: with them it finds its way into its socket."""

STEPS_OF_SLOPE = 8

WIDEST_SHARE = 0.05
"""The most of a face's side that the gap on a side of a peg takes: more would leave no wall."""

MOUTH, MOUTH_HEIGHT = 0.32, 0.24
"""How much wider a socket on the bed is at its mouth on each side, and how far up."""

LEAST_WALL, ENOUGH_WALL = 0.8, 1.6
"""The walls round a socket that there should be at least, and those that are no better if they are thicker."""


@dataclass(frozen=True)
class Measures:
    """The side of a face, a peg's width, length and slopes, the gap round it, and the depth of its socket."""

    side: float
    width: float
    length: float
    chamfer: float
    gap: float
    depth: float

    @classmethod
    def of(cls, dimensions: Dimensions) -> Measures:
        """Return those for a puzzle.

        A peg ends where it meets the bottoms of both sockets, as printed sides stand out by half of the gap but for
        what presses: then parts are as far from each other as two pieces are, and the piece is as long as it should be.
        """
        side = dimensions.cube - 2 * dimensions.inset
        gap = min(dimensions.joint, WIDEST_SHARE * side)
        width, depth = (whole(share * side) for share in (PEG_SHARE, DEPTH_SHARE))
        length = 2 * (depth + dimensions.inset - max(0.0, gap - PRESS))
        chamfer = min(WIDEST_ON_BED, PEG_CHAMFER * width)
        return cls(side, width, round(length, 6), chamfer, whole(gap), depth)


@dataclass(frozen=True)
class Peg:
    """A peg by its middle and the way along it, and the number of the part that comes onto it, from 1."""

    middle: tuple[float, float, float]
    way: Way
    part: int


@dataclass(frozen=True)
class _Socket:
    """What is cut out of a face for a peg, off its middle by a way, and where there is room for a name beside it."""

    face: Face
    recess: Recess
    shift: Way
    strip: Strip | None


def pegs_and_recesses(
    piece: Cutting, letter: str, dimensions: Dimensions
) -> tuple[tuple[Peg, ...], tuple[tuple[Recess, ...], ...]]:
    """Return the pegs of a cut piece, and what is cut out of each of its parts: sockets, then a name where it has room.

    Names are the letter and the number of the part.
    """
    measures = Measures.of(dimensions)
    margin = dimensions.bevel / SHARE
    pegs: list[Peg] = []
    sockets: list[list[_Socket]] = [[] for _ in piece.parts]
    for number, joint in enumerate(piece.joints, 1):
        for cell in joint.faces:
            pair = _two_faces(piece, number, joint, cell)
            tried: list[tuple[float, float, tuple[_Socket, ...]]] = []
            for shift in ((axis, sign) for axis in range(3) if axis != joint.way[0] for sign in (1, -1)):
                made = []
                for face in pair:
                    recess = _socket(face, shift, measures, dimensions.cube)
                    text = f"{letter}{face.part + 1}"
                    strip = strip_beside(text, face, recess, side=measures.side, margin=margin, cube=dimensions.cube)
                    made.append(_Socket(face, recess, shift, strip))
                wall = min(_wall(one, sockets[one.face.part], measures, dimensions.cube) for one in made)
                tried.append((wall, min(worth(one.strip, one.face) for one in made)[0], tuple(made)))
            # Of walls that are thick enough for a nozzle, those that leave room for names.
            *_, best = max(tried, key=lambda one: (min(one[0], LEAST_WALL), one[1], min(one[0], ENOUGH_WALL)))
            for one in best:
                sockets[one.face.part].append(one)
            pegs.append(_peg(best[0], measures, number, dimensions.cube))
    recesses = []
    for number, own in enumerate(sockets):
        some = [one.recess for one in own]
        named = max(own, key=lambda one: worth(one.strip, one.face))
        if named.strip is not None:
            some.append(name_on(f"{letter}{number + 1}", named.face, named.strip, measures.side, dimensions.cube))
        recesses.append(tuple(some))
    return tuple(pegs), tuple(recesses)


def peg_solid(measures: Measures, axis: int) -> Solid:
    """Return a peg along an axis, about its middle, without its slopes."""
    lines = [np.array((-1, 1)) * (measures.length if one == axis else measures.width) / 2 for one in range(3)]
    return Solid((lines[0], lines[1], lines[2]), np.ones((1, 1, 1), dtype=bool))


def peg_with_slopes(measures: Measures, axis: int) -> Solid:
    """Return the same with steps that reach a little out of the slopes along it, which have to go into a gable."""
    half, boxes = measures.width / 2, []
    for number in range(STEPS_OF_SLOPE):
        cut = [measures.chamfer * share / STEPS_OF_SLOPE for share in (number, STEPS_OF_SLOPE - number - 1)]
        sizes = iter(half - one for one in cut)
        ends = [measures.length / 2 if one == axis else next(sizes) for one in range(3)]
        boxes.append([(-round(end, 6), round(end, 6)) for end in ends])
    return solid_from_boxes(boxes)


def _two_faces(piece: Cutting, number: int, joint: Joint, cell: Cell) -> tuple[Face, Face]:
    """Return the face of a cell where a part comes to those before, and that of the part."""
    other = beside(cell, joint.way)
    (owner,) = (one for one, part in enumerate(piece.parts) if cell in part)
    axis, sign = joint.way
    return (
        Face(owner, cell, joint.way, way_up(piece.ups[owner])),
        Face(number, other, (axis, -sign), way_up(piece.ups[number])),
    )


def _peg(socket: _Socket, measures: Measures, part: int, cube: float) -> Peg:
    face, shift = socket.face, socket.shift
    middle = middle_of_cell(face.cell, cube)
    middle[shift[0]] += shift[1] * whole(SHIFT_SHARE * measures.side)
    middle[face.way[0]] += face.way[1] * cube / 2
    x, y, z = (round(float(place), 6) for place in middle)
    return Peg((x, y, z), face.way, part)


def _socket(face: Face, shift: Way, measures: Measures, cube: float) -> Recess:
    """Return the socket in a face, off its middle by a way."""
    axis, sign = face.way
    up, upward = face.up
    half, outer = measures.width / 2 + measures.gap, measures.side / 2
    middle = np.zeros(3)
    middle[shift[0]] = shift[1] * whole(SHIFT_SHARE * measures.side)
    found: list[Boxes] = []

    def add(depth: float, inward: float = 0.0, across: Sequence[int] = (), higher: float = 0.0) -> None:
        """Add a box so deep, narrower on each side across some axes, and so much higher where it looks aside."""
        box = np.stack((middle - half, middle + half), axis=1)
        for one in across:
            box[one] += (inward, -inward)
        box[axis] = sorted((sign * (outer - depth), sign * outer))
        if face.rank == 1:
            # The slopes of the peg meet those of the gable, which so begin lower: it has no more room above it.
            box[up, (upward + 1) // 2] += upward * (higher - whole(measures.chamfer + measures.gap))
        found.append(box)

    add(measures.depth)
    first, second = (one for one in range(3) if one != axis)
    if face.rank == 2:
        for number, inward in enumerate(closing(half), 1):
            add(measures.depth + number * LEVEL, inward, (first,))
        for number in range(round(MOUTH / STEP)):
            add(MOUTH_HEIGHT + number * LEVEL, number * STEP - MOUTH, (first, second))
    elif face.rank == 1:
        (level,) = (one for one in (first, second) if one != up)
        for number, inward in enumerate(closing(half), 1):
            add(measures.depth, inward, (level,), number * LEVEL)
    return Recess(on_grid(np.array(found)) + middle_of_cell(face.cell, cube)[:, None])


def _wall(socket: _Socket, others: Sequence[_Socket], measures: Measures, cube: float) -> float:
    """Return how thick the walls are that a socket leaves, to the other sides of its cell and to other sockets."""
    face, recess = socket.face, socket.recess
    middle = middle_of_cell(face.cell, cube)
    walls = np.stack((recess.low - middle, middle - recess.high)) + measures.side / 2
    # At its own face it is open.
    walls[(face.way[1] + 1) // 2, face.way[0]] = np.inf
    apart = [float(np.max([recess.low - one.recess.high, one.recess.low - recess.high])) for one in others]
    return round(min([float(walls.min()), *apart]), 3)
