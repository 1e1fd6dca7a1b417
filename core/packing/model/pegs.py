# SPDX-License-Identifier: GPL-3.0-or-later
"""Pegs that join the parts of a cut piece, the sockets for them, and the name on the face beside a socket.

All pegs of a puzzle are alike: square bars that lie flat in print, loose, so that their lines run along them. A socket
is open at the face of a cell where two parts meet, off its middle, so that faces are flush in one way only. Where it
looks to a side in print it has a gable; where it looks down, a gable all along, and a mouth that is wider by what a
first layer spreads.

A piece is cut as the puzzle's own, so in every solution, wherever it lies, it is printed in the same parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...common.containers import triple
from ...polycubes.shape import (
    Cell,
    Cells,
    Turn,
    Way,
    beside,
    lowest_corner,
    moved,
    normalized,
    turn_between,
    way_between,
)
from ...printing.printer import PRESS, WIDEST_ON_BED
from ...solids.chamfer_plan import SHARE
from ...solids.solid import Solid, solid_from_boxes
from .cutting import Cutting, Joint, cutting
from .dimensions import Copy, Dimensions
from .lettering import (
    LEVEL,
    STEP,
    Boxes,
    Face,
    Recess,
    Strip,
    closing,
    faces_up,
    letter_on,
    middle_of_cell,
    name_on,
    on_grid,
    strip_beside,
    turned_up,
    turned_way,
    way_up,
    whole,
    worth,
)
from .piece_solid import round_ends

PEG_SHARE, DEPTH_SHARE, SHIFT_SHARE = 0.24, 0.26, 0.15
"""The side of a peg, how deep it goes into each part, and how far off the middle, as shares of a face's side: so
sockets in two faces of a cell have a wall between them."""

PEG_CHAMFER = 0.15
"""The most of a peg's width that its slopes take: with them it finds its way into its socket."""

STEPS_OF_SLOPE = 8

ROUND_OFF = 0.76
"""How far below the top of something round the slopes of a gable begin that touch it, as a share of its radius."""

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
        width, depth = whole(dimensions.dowel or PEG_SHARE * side), whole(DEPTH_SHARE * side)
        length = 2 * (depth + dimensions.inset - max(0.0, gap - PRESS))
        # Round what is round a gable begins lower, too.
        chamfer = ROUND_OFF * width / 2 if dimensions.dowel else min(WIDEST_ON_BED, PEG_CHAMFER * width)
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
                wall = min(_wall(socket, sockets[socket.face.part], measures, dimensions.cube) for socket in made)
                tried.append((wall, min(worth(socket.strip, socket.face) for socket in made)[0], tuple(made)))
            # Of walls that are thick enough for a nozzle, those that leave room for names.
            *_, best = max(
                tried, key=lambda choice: (min(choice[0], LEAST_WALL), choice[1], min(choice[0], ENOUGH_WALL))
            )
            for socket in best:
                sockets[socket.face.part].append(socket)
            pegs.append(_peg(best[0], measures, number, dimensions.cube))
    recesses = []
    for number, own in enumerate(sockets):
        some = [socket.recess for socket in own]
        named = max(own, key=lambda socket: worth(socket.strip, socket.face))
        if named.strip is not None:
            some.append(name_on(f"{letter}{number + 1}", named.face, named.strip, measures.side, dimensions.cube))
        recesses.append(tuple(some))
    return tuple(pegs), tuple(recesses)


def peg_solid(measures: Measures, axis: int) -> Solid:
    """Return a peg along an axis, about its middle, without its slopes."""
    lines = [np.array((-1, 1)) * (measures.length if along == axis else measures.width) / 2 for along in range(3)]
    return Solid(triple(lines), np.ones((1, 1, 1), dtype=bool))


def dowel_solid(diameter: float, measures: Measures, axis: int) -> Solid:
    """Return what is bought in place of a peg along an axis, about its middle, within what is round."""
    boxes = []
    for pair in round_ends(diameter / 2, is_hole=False):
        sizes = iter(pair)
        ends = [measures.length / 2 if along == axis else next(sizes) for along in range(3)]
        boxes.append([(-end, end) for end in ends])
    return solid_from_boxes(boxes)


def peg_with_slopes(measures: Measures, axis: int) -> Solid:
    """Return the same with steps that reach a little out of the slopes along it, which have to go into a gable."""
    half, boxes = measures.width / 2, []
    for number in range(STEPS_OF_SLOPE):
        cut = [measures.chamfer * share / STEPS_OF_SLOPE for share in (number, STEPS_OF_SLOPE - number - 1)]
        sizes = iter(half - share for share in cut)
        ends = [measures.length / 2 if along == axis else next(sizes) for along in range(3)]
        boxes.append([(-round(end, 6), round(end, 6)) for end in ends])
    return solid_from_boxes(boxes)


def _two_faces(piece: Cutting, number: int, joint: Joint, cell: Cell) -> tuple[Face, Face]:
    """Return the face of a cell where a part comes to those before, and that of the part."""
    neighbor = beside(cell, joint.way)
    (owner,) = (place for place, part in enumerate(piece.parts) if cell in part)
    axis, sign = joint.way
    return (
        Face(owner, cell, joint.way, way_up(piece.ups[owner])),
        Face(number, neighbor, (axis, -sign), way_up(piece.ups[number])),
    )


def _peg(socket: _Socket, measures: Measures, part: int, cube: float) -> Peg:
    face, shift = socket.face, socket.shift
    middle = middle_of_cell(face.cell, cube)
    middle[shift[0]] += shift[1] * whole(SHIFT_SHARE * measures.side)
    middle[face.way[0]] += face.way[1] * cube / 2
    return Peg(triple(round(float(place), 6) for place in middle), face.way, part)


def _socket(face: Face, shift: Way, measures: Measures, cube: float) -> Recess:
    """Return the socket in a face, off its middle by a way."""
    axis, sign = face.way
    up, upward = face.up
    half, outer = measures.width / 2 + measures.gap, measures.side / 2
    middle = np.zeros(3)
    middle[shift[0]] = shift[1] * whole(SHIFT_SHARE * measures.side)
    boxes: list[Boxes] = []

    def add(depth: float, inward: float = 0.0, across: Sequence[int] = (), higher: float = 0.0) -> None:
        """Add a box so deep, narrower on each side across some axes, and so much higher where it looks aside."""
        box = np.stack((middle - half, middle + half), axis=1)
        for side in across:
            box[side] += (inward, -inward)
        box[axis] = sorted((sign * (outer - depth), sign * outer))
        if face.rank == 1:
            # The slopes of the peg meet those of the gable, which so begin lower: it has no more room above it.
            box[up, (upward + 1) // 2] += upward * (higher - whole(measures.chamfer + measures.gap))
        boxes.append(box)

    add(measures.depth)
    first, second = (along for along in range(3) if along != axis)
    if face.rank == 2:
        for number, inward in enumerate(closing(half), 1):
            add(measures.depth + number * LEVEL, inward, (first,))
        for number in range(round(MOUTH / STEP)):
            add(MOUTH_HEIGHT + number * LEVEL, number * STEP - MOUTH, (first, second))
    elif face.rank == 1:
        (level,) = (along for along in (first, second) if along != up)
        for number, inward in enumerate(closing(half), 1):
            add(measures.depth, inward, (level,), number * LEVEL)
    return Recess(on_grid(np.array(boxes)) + middle_of_cell(face.cell, cube)[:, None])


def _wall(socket: _Socket, neighbors: Sequence[_Socket], measures: Measures, cube: float) -> float:
    """Return how thick the walls are that a socket leaves, to the other sides of its cell and to other sockets."""
    face, recess = socket.face, socket.recess
    middle = middle_of_cell(face.cell, cube)
    walls = np.stack((recess.low - middle, middle - recess.high)) + measures.side / 2
    # At its own face it is open.
    walls[(face.way[1] + 1) // 2, face.way[0]] = np.inf
    apart = [
        float(np.max([recess.low - neighbor.recess.high, neighbor.recess.low - recess.high])) for neighbor in neighbors
    ]
    return round(min([float(walls.min()), *apart]), 3)


@dataclass(frozen=True)
class PieceBody:
    """What is printed as one: its cells, how it is upright as ``Part.up`` has it, and what is cut out of it.

    ``leaves`` is the way in which it comes off the parts before it, None for the first one.
    """

    cells: Cells
    up: int
    recesses: tuple[Recess, ...]
    leaves: Way | None


@dataclass(frozen=True)
class CutPiece:
    """The bodies of a piece in the order in which they are joined, and the pegs between them."""

    bodies: tuple[PieceBody, ...]
    pegs: tuple[Peg, ...]


def cut_piece(shape: Cells, cells: Cells, copy: Copy, text: str, dimensions: Dimensions) -> CutPiece | None:
    """Return how a copy of a piece is cut that lies at some cells; None where it is printed whole.

    ``shape`` is the puzzle's own piece, ``text`` what its letters say.
    """
    own = normalized(shape)
    # Only these dimensions make a difference.
    used = Dimensions(
        cube=dimensions.cube,
        inset=dimensions.inset,
        bevel=dimensions.bevel,
        letters=dimensions.letters,
        letter_text=dimensions.letter_text,
        joint=dimensions.joint,
        dowel=dimensions.dowel,
    )
    piece = _cut(own, copy.letter, text, used)
    if piece is None:
        return None
    turn = turn_between(own, cells)
    place = _Place(turn, way_between(lowest_corner(turn.of(own)), lowest_corner(cells)), dimensions.cube)
    return CutPiece(
        tuple(
            PieceBody(
                place.cells(body.cells),
                turned_up(turn, body.up),
                tuple(Recess(place.boxes(recess.boxes), recess.pixel) for recess in body.recesses),
                None if body.leaves is None else turned_way(turn, body.leaves),
            )
            for body in piece.bodies
        ),
        tuple(Peg(place.point(peg.middle), turned_way(turn, peg.way), peg.part) for peg in piece.pegs),
    )


@lru_cache(maxsize=128)
def _cut(own: Cells, letter: str, name: str, dimensions: Dimensions) -> CutPiece | None:
    """Return how a piece is cut, in its own place."""
    piece = cutting(own)
    if piece is None:
        return None
    pegs, recesses = pegs_and_recesses(piece, letter, dimensions)
    bodies, is_lettered = [], not dimensions.letters
    for number, (part, up, some) in enumerate(zip(piece.parts, piece.ups, recesses, strict=True)):
        rest = set(own) - set(part)
        letters: tuple[Recess, ...] = ()
        if not is_lettered and faces_up(part, up, rest):
            # The first one that can has the letter of the whole.
            outside = letter_on(name, part, part, dimensions, up=up, hidden=rest)
            boxes = outside.boxes(dimensions.cube, dimensions.inset, dimensions.letters)
            letters, is_lettered = (Recess(boxes, outside.pixel),), True
        bodies.append(PieceBody(part, up, (*some, *letters), piece.joints[number - 1].way if number else None))
    return CutPiece(tuple(bodies), pegs)


@dataclass(frozen=True)
class _Place:
    """How a piece is turned, how many cells it is then moved, and how long a cell is."""

    turn: Turn
    way: Cell
    cube: float

    def cells(self, cells: Iterable[Cell]) -> Cells:
        return tuple(sorted(moved(self.turn.of(cells), self.way)))

    def boxes(self, boxes: Boxes) -> Boxes:
        """Return boxes in their place. The middle of the cell (0, 0, 0) is what is turned about."""
        half = self.cube / 2
        axes, signs = list(self.turn.axes), np.array(self.turn.signs)[:, None]
        turned: Boxes = np.sort(signs * (boxes[:, axes] - half), axis=2)
        moved_by: Boxes = np.array(self.way, dtype=np.float64)[:, None] * self.cube + half
        placed: Boxes = np.round(turned + moved_by, 6)
        return placed

    def point(self, point: tuple[float, float, float]) -> tuple[float, float, float]:
        return triple(float(end) for end in self.boxes(np.array(point)[None, :, None].repeat(2, axis=2))[0, :, 0])
