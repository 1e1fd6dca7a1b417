# SPDX-License-Identifier: GPL-3.0-or-later
"""A piece as it is printed without supports: whole, or as parts with pegs, wherever it lies in the goal.

It is cut as the puzzle's own piece, so in every solution it is printed in the same parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...polycubes.terms.cells import Cell, Cells, lowest_corner, moved, normalized
from ...polycubes.terms.turns import Turn, turn_between
from .copies import Copy
from .cutting import cutting
from .dimensions import Dimensions
from .joint_faces import Boxes, Recess
from .lettering import Way, faces_up, letter_on, turned_up, turned_way
from .pegs import Peg, pegs_and_recesses


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


def cut_piece(shape: Cells, cells: Cells, copy: Copy, dimensions: Dimensions) -> CutPiece | None:
    """Return how a copy of a piece is cut that lies at some cells; None where it is printed whole.

    ``shape`` is the puzzle's own piece.
    """
    own = normalized(shape)
    # Only these dimensions make a difference.
    used = Dimensions(
        cube=dimensions.cube,
        inset=dimensions.inset,
        bevel=dimensions.bevel,
        letters=dimensions.letters,
        joint=dimensions.joint,
    )
    piece = _cut(own, copy.letter, copy.name.replace(" ", ""), used)
    if piece is None:
        return None
    turn = turn_between(own, cells)
    x, y, z = (end - begin for begin, end in zip(lowest_corner(turn.of(own)), lowest_corner(cells), strict=True))
    place = _Place(turn, (x, y, z), dimensions.cube)
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
        others = set(own) - set(part)
        letters: tuple[Recess, ...] = ()
        if not is_lettered and faces_up(part, up, others):
            # The first one that can has the letter of the whole.
            outside = letter_on(name, part, part, dimensions, up=up, hidden=others)
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
        found: Boxes = np.round(turned + moved_by, 6)
        return found

    def point(self, point: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = (float(end) for end in self.boxes(np.array(point)[None, :, None].repeat(2, axis=2))[0, :, 0])
        return x, y, z
