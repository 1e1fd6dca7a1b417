# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a printed packing puzzle: its pieces, whole or cut, and a tray with a lid, with their looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np

from ...common.containers import Recent, triple
from ...common.errors import InputError
from ...kind.part import (
    CLASSIC,
    CONTRAST,
    MONO,
    OCEAN,
    SHARP,
    SIGNAL,
    STAND,
    UPSIDE_DOWN,
    Bought,
    Look,
    Part,
    Point,
    themed_look,
)
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.shape import Cell, Cells, Way, normalized, way_to_origin
from ...printing.printer import WIDEST_ON_BED
from ...solids.chamfer import Chamfer, OnBed
from ...solids.chamfer_cuts import Skin
from ...solids.edges import EdgeChoice, Region, divided, edges_outside, every_edge, no_edge
from ...solids.solid import NEAREST, Solid, cut_out
from .dimensions import Copy, Dimensions, copies, pieces_size, placed
from .lettering import Lettering, Recess, best_up, letter_on, up_in_print
from .pegs import CutPiece, Measures, Peg, PieceBody, cut_piece, dowel_solid, peg_solid, peg_with_slopes
from .piece_solid import HAIR, bevel_width, cavity, lid, piece_solid, sharp_regions, stand, tray, winding_corners


@dataclass(frozen=True)
class PackingLooks:
    """The looks of the pieces in turn, which begin anew after the last one, and that of tray and lid."""

    pieces: tuple[Look, ...]
    box: Look

    def of_piece(self, piece: int) -> Look:
        """Return the look of a piece by its number, counted from 0."""
        return self.pieces[piece % len(self.pieces)]


_COLORS = {
    CLASSIC: (
        "Box #c4aa86 Red #e04038 Green #45b058 Blue #4a80e6 Orange #f58f2c Yellow #f5da45 Purple #a552c4 Sky #84cbf0 "
        "Pink #f0a6c4 Brown #a06c48 Lime #bde55e Teal #2fa5a8 White #f0ede6 Gray #8f96a3"
    ),
    OCEAN: (
        "Box #bcc8d0 Deep #4a78d8 Foam #e8f5f3 Turquoise #35b0b2 Sand #ead8a4 Sky #8cc4f4 Coral #f08a6a Lagoon #7adcc8 "
        "Dusk #8a8fe8"
    ),
    SIGNAL: "Box #d0d3d6 Light #f0f0f0 Orange #ff6a13 Silver #b2b6bb Yellow #ffcc00 Steel #868c94 Red #e8453c",
    # M. Okabe and K. Ito, "Color Universal Design", 2008, with white and gray in place of black.
    CONTRAST: (
        "Box #cfcfcf White #ffffff Orange #e69f00 Sky #56b4e9 Yellow #f0e442 Blue #0072b2 Vermilion #d55e00 "
        "Green #009e73 Purple #cc79a7"
    ),
    MONO: "Box #b6b6b6 White #f6f6f6 Gray #a8a8a8 Light #dadada Dark #8f8f8f Silver #c2c2c2",
}
"""The filaments of a theme by their names, that of the box first."""


def _looks(theme: str) -> PackingLooks:
    words = _COLORS[theme].split()
    box, *pieces = (themed_look(theme, name, color) for name, color in zip(words[::2], words[1::2], strict=True))
    return PackingLooks(tuple(pieces), box)


LOOKS: Mapping[str, PackingLooks] = MappingProxyType({theme: _looks(theme) for theme in _COLORS})
"""By the names of themes."""

TRAY, LID = "tray", "lid"

APART, FREE_APART = 0.8, 1.8
"""How far pieces come off in the exploded view, in lengths of their way from the middle of all, in a box and free.

Six sticks that cross do not stand in each other from 1 on, and the slider begins before its middle.
"""

BOX_APART = 1.6
"""How far tray and lid come off, in heights of the pieces put together."""


@dataclass(frozen=True, eq=False, repr=False)
class PiecePart(Part):
    """A piece as a part, or a part of one that is cut: its number in the puzzle, its name, and if the solution uses it.

    ``piece_label`` is what users read of the whole piece.
    The cells are those where it lies in the goal. ``letter`` is sunk into it by ``depth``; this, ``cube`` and ``inset``
    are in millimeters. A part of a cut piece has a ``section``, its number from 1, and ``recesses`` for pegs and its
    name; ``leaves`` is the way in which it comes off the parts before it.
    """

    piece: int = 0
    name: str = ""
    piece_label: str = ""
    cells: Cells = ()
    is_used: bool = True
    pitch: Point = (0.0, 0.0, 0.0)
    inset: float = 0.0
    letter: Lettering | None = None
    depth: float = 0.0
    section: int = 0
    recesses: tuple[Recess, ...] = ()
    leaves: Way | None = None

    @property
    def as_cubes(self) -> PiecePart:
        """The piece made of cubes."""
        return self

    def skin(self, earlier: Skin | None = None) -> Skin:
        """Return what the surface is made from."""
        return _skins.get(self._form, lambda: self.chamfer.skin(self.solid, earlier))

    @property
    def _form(self) -> tuple[object, ...]:
        """All that the surface follows from."""
        back = way_to_origin(self.cells)
        letter = None if self.letter is None else self.letter.at(back)
        chamfer = self.chamfer.width, self.chamfer.filled is no_edge, self.up
        corner = -(np.array(self.pitch) * back)[:, None]
        recesses = tuple((recess.boxes - corner).round(6).tobytes() for recess in self.recesses)
        return normalized(self.cells), self.pitch, self.inset, chamfer, letter, self.depth, recesses


@dataclass(frozen=True, eq=False, repr=False)
class PegPart(Part):
    """A peg: the name of its piece, the section that comes onto it, and the way in which that comes off.

    ``sloped`` is what of the solid its slopes leave, as boxes. A dowel that is bought in its place is no part to print.
    """

    name: str = ""
    section: int = 0
    leaves: Way | None = None
    sloped: Solid | None = None

    @property
    def noun(self) -> str:
        """What a sentence calls it."""
        return "peg" if self.bought is None else self.bought.name


# A slider through solutions turns the same few pieces again and again.
_skins: Recent[Skin] = Recent(512)


def puzzle_parts(
    puzzle: PolycubePuzzle, dimensions: Dimensions, *, cut: bool = False, texts: Sequence[str] = ()
) -> tuple[Part, ...]:
    """Return the pieces, put together as in the solution that the dimensions choose, and the tray and its lid.

    Pieces that would need supports can be ``cut``: then all keys are others than those of whole pieces. The tray, or
    the pieces where there is none, is centered on x = y = 0 and stands on z = 0. Pieces that the solution does not use
    stand in a row beside. ``texts`` are what is sunk into the pieces in place of their letters. Raises InputError for
    too many pieces, for cells too far apart, for magnets and drain holes that have no room, and for cut pieces whose
    cells are no cubes.
    """
    if cut and not dimensions.is_cubic:
        raise InputError(f"Pieces of {dimensions.cell_text} cannot be cut: print them whole, or give one Cube.")
    size = puzzle.goal.size
    parts: list[Part] = []
    lying: list[tuple[Copy, Cells, Cells, CutPiece | None]] = []

    def text_of(copy: Copy) -> str:
        return (texts[copy.piece] if texts else "") or copy.name.replace(" ", "")

    for copy, cells in placed(puzzle, copies(puzzle, dimensions.solution)):
        shape = puzzle.pieces[copy.piece].shape.cells
        lying.append((copy, shape, cells, cut_piece(shape, cells, copy, text_of(copy), dimensions) if cut else None))
    bodies = [body.cells for *_, piece in lying if piece is not None for body in piece.bodies]
    fill = not any(map(winding_corners, [*(piece.shape.cells for piece in puzzle.pieces), *bodies]))
    pegs: list[PegPart] = []
    for copy, shape, cells, piece in lying:
        up = up_in_print(shape, cells)
        body = PieceBody(cells, up, () if cut else cavity(cells, up, dimensions), None)
        letter = letter_on(text_of(copy), shape, cells, dimensions, up=best_up(shape)) if dimensions.letters else None
        whole = _piece(copy, body, letter, size, dimensions, fill=fill)
        if piece is None:
            parts.append(replace(whole, key=_cut_key(whole.key)) if cut else whole)
            continue
        for number, body in enumerate(piece.bodies):
            part = _piece(copy, body, None, size, dimensions, fill=fill, section=number + 1)
            parts.append(replace(part, outward=_off(whole.outward, body.leaves, number * dimensions.cube)))
        for peg in piece.pegs:
            outward = _off(whole.outward, peg.way, (peg.part - 0.5) * dimensions.cube)
            pegs.append(_peg(len(pegs) + 1, copy, peg, size, dimensions, outward=outward))
    parts += [replace(part, key=_cut_key(part.key)) if cut else part for part in _box(parts, size, dimensions)]
    return (*parts, *pegs)


def _box(parts: Sequence[Part], size: Cell, dimensions: Dimensions) -> list[Part]:
    """Return tray and lid, with what is bought for them, and the stand, as far as these are wished."""
    off, look, box = BOX_APART * pieces_size(size, dimensions)[2], LOOKS[dimensions.colors].box, []
    if dimensions.tray_wall:
        box = [
            _box_part(TRAY, "Tray", tray(size, dimensions), look, 2, off=-off),
            _box_part(LID, "Lid", lid(size, dimensions), look, 2 + UPSIDE_DOWN, off=off),
        ]
        if dimensions.magnet:
            magnets = Bought(2, "round magnet", f"{dimensions.magnet:g} x {dimensions.magnet_height:g} mm")
            box = [replace(part, bought=magnets) for part in box]
    pieces = pieces_of(parts)
    standing = [part.in_place for part in box[:1] or pieces]
    # Pieces of which no solution is known lie beside each other: there is nothing to be shown.
    if dimensions.stand and standing:
        made = stand(standing, [part.in_place for part in (*pieces, *box)], dimensions)
        box.append(replace(_box_part(STAND, "Stand", made, look, 2, off=-2 * off), walls=False))
    return box


def _cut_key(key: str) -> str:
    """Return the key of what is no cut piece, beside those that are."""
    return f"part_{key.removeprefix('piece_')}"


def _off(outward: Point, way: Way | None, length: float) -> Point:
    """Return how far a part comes off that is a length farther than others along a way."""
    return triple(
        place + (way[1] * length if way is not None and axis == way[0] else 0.0) for axis, place in enumerate(outward)
    )


def corner_of(size: Cell, dimensions: Dimensions) -> Point:
    """Return where the lowest corner of the goal is, in millimeters."""
    x, y, _ = (-cells * side / 2 for cells, side in zip(size, dimensions.pitch, strict=True))
    return x, y, dimensions.tray_wall - dimensions.inset


def _piece(
    copy: Copy,
    body: PieceBody,
    letter: Lettering | None,
    size: Cell,
    dimensions: Dimensions,
    *,
    fill: bool,
    section: int = 0,
) -> PiecePart:
    """Return a piece, or a section of one; inner edges can be filled where all that is printed has its bevels."""
    solid, middle, regions = _cut_solid(body, letter, dimensions)
    edges: EdgeChoice = partial(edges_outside, regions=regions) if regions else every_edge
    sides = zip(middle, size, dimensions.pitch, strict=True)
    apart = APART if dimensions.tray_wall else FREE_APART
    # Those in the row beside stay as near to each other.
    off = (apart * min(place - cells * side / 2, cells * side / 2) for place, cells, side in sides)
    return PiecePart(
        *copy.part_names(section),
        solid,
        (LOOKS[dimensions.colors].of_piece(copy.piece),),
        assembled=_in_goal(middle, size, dimensions),
        up=body.up,
        outward=triple(off),
        chamfer=Chamfer(
            bevel_width(dimensions, winding=bool(dimensions.bevel and winding_corners(body.cells))),
            edges,
            filled=edges if fill else no_edge,
            on_bed=OnBed(WIDEST_ON_BED, body.up % 3, downward=body.up >= UPSIDE_DOWN),
        ),
        piece=copy.piece,
        name=copy.name,
        piece_label=copy.label,
        cells=body.cells,
        is_used=copy.cells is not None,
        pitch=dimensions.pitch,
        inset=dimensions.inset,
        letter=letter,
        depth=dimensions.letters,
        section=section,
        recesses=body.recesses,
        leaves=body.leaves,
    )


def _cut_solid(body: PieceBody, letter: Lettering | None, dimensions: Dimensions) -> tuple[Solid, Point, list[Region]]:
    """Return the solid of a piece about its middle, where that is in the goal, and where its edges stay sharp."""
    regions = sharp_regions(body.cells, dimensions) if dimensions.bevel else []
    whole = divided(piece_solid(body.cells, dimensions.pitch, dimensions.inset), regions)
    for recess in body.recesses:
        whole = cut_out(whole, recess.boxes)
        regions.append(_region(recess))
    if letter is not None:
        boxes = letter.boxes(dimensions.cube, dimensions.inset, dimensions.letters)
        whole = cut_out(whole, boxes)
        regions.append(_region(Recess(boxes)))
    solid, middle = whole.centered()
    back = triple(-place for place in middle)
    return solid, middle, [(_moved(low, back), _moved(high, back)) for low, high in regions]


def _peg(number: int, copy: Copy, peg: Peg, size: Cell, dimensions: Dimensions, *, outward: Point) -> PegPart:
    measures = Measures.of(dimensions)
    part = PegPart(
        f"part_peg_{number}",
        f"Peg {number}",
        peg_solid(measures, peg.way[0]),
        (LOOKS[dimensions.colors].of_piece(copy.piece),),
        assembled=_in_goal(peg.middle, size, dimensions),
        up=(peg.way[0] + 2) % 3,
        outward=outward,
        chamfer=Chamfer(measures.chamfer),
        name=copy.name,
        section=peg.part + 1,
        leaves=peg.way,
        sloped=peg_with_slopes(measures, peg.way[0]),
    )
    if not dimensions.dowel:
        return part
    return replace(
        part,
        key=f"part_dowel_{number}",
        label=f"Dowel {number}",
        solid=dowel_solid(dimensions.dowel, measures, peg.way[0]),
        beside=True,
        chamfer=SHARP,
        bought=Bought(1, "dowel", f"{dimensions.dowel:g} x {round(measures.length, 1):g} mm"),
        sloped=None,
    )


def _in_goal(middle: Point, size: Cell, dimensions: Dimensions) -> Point:
    """Return where a middle is that is given from the lowest corner of the goal."""
    return triple(round(along + place, 6) for along, place in zip(corner_of(size, dimensions), middle, strict=True))


def _region(recess: Recess) -> Region:
    """Return where edges stay sharp, round what is cut out: it may end a little beside, on a line of the solid."""
    beside = NEAREST + HAIR
    return triple((recess.low - beside).tolist()), triple((recess.high + beside).tolist())


def _moved(point: Point, way: Point) -> Point:
    return triple(place + far for place, far in zip(point, way, strict=True))


def _box_part(key: str, label: str, in_place: Solid, look: Look, up: int, *, off: float) -> Part:
    solid, middle = in_place.centered()
    return Part(key, label, solid, (look,), assembled=middle, up=up, outward=(0.0, 0.0, off), walls=True)


def pieces_of(parts: Iterable[Part]) -> tuple[PiecePart, ...]:
    """Return the pieces among parts that the solution uses, and those parts of pieces that it uses."""
    return tuple(part for part in parts if isinstance(part, PiecePart) and part.is_used)
