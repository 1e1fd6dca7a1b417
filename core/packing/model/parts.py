# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a printed packing puzzle: its pieces, and a tray with a lid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from ...common.recent import Recent
from ...kind.part import UPSIDE_DOWN, Look, Part, Point
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cell, Cells, lowest_corner, normalized
from ...printing.overhangs import WIDEST_ON_BED
from ...solids.chamfer import Chamfer, OnBed
from ...solids.edges import EdgeChoice, every_edge, no_edge
from ...solids.regions import divided, edges_outside
from ...solids.skin import Skin
from ...solids.solid import Solid
from .box import lid, pieces_size, tray
from .copies import Copy, copies, placed
from .dimensions import Dimensions
from .lettering import Lettering, lettering, up_in_print, with_letter
from .looks import LOOKS
from .piece_solid import HAIR, bevel_width, piece_solid, sharp_regions, winding_corners

TRAY, LID = "tray", "lid"

APART = 0.8
"""How far pieces come off in the exploded view, in lengths of their way from the middle of all."""

BOX_APART = 1.6
"""How far tray and lid come off, in heights of the pieces put together."""


@dataclass(frozen=True, eq=False)
class PiecePart(Part):
    """A piece as a part: its number in the puzzle, its name, its cells, and whether the solution uses it.

    The cells are those where it lies in the goal. ``letter`` is sunk into it by ``depth``; this, ``cube`` and ``inset``
    are in millimeters.
    """

    piece: int = 0
    name: str = ""
    cells: Cells = ()
    is_used: bool = True
    cube: float = 0.0
    inset: float = 0.0
    letter: Lettering | None = None
    depth: float = 0.0

    @property
    def volume(self) -> float:
        """The volume of the piece with its bevel, in cubic millimeters."""
        return _volumes.get(self._form, lambda: self.chamfer.volume(self.solid))

    def skin(self, earlier: Skin | None = None) -> Skin:
        """Return what the surface is made from."""
        return _skins.get(self._form, lambda: self.chamfer.skin(self.solid, earlier))

    @property
    def _form(self) -> tuple[object, ...]:
        """All that the surface follows from."""
        x, y, z = lowest_corner(self.cells)
        letter = None if self.letter is None else self.letter.at((-x, -y, -z))
        chamfer = self.chamfer.width, self.chamfer.filled is no_edge, self.up
        return normalized(self.cells), self.cube, self.inset, chamfer, letter, self.depth


# A slider through solutions turns the same few pieces again and again.
_skins: Recent[Skin] = Recent(512)
_volumes: Recent[float] = Recent(512)


def puzzle_parts(puzzle: PolycubePuzzle, dimensions: Dimensions) -> tuple[Part, ...]:
    """Return the pieces, put together as in the solution that the dimensions choose, and the tray and its lid.

    The tray, or the pieces where there is none, is centered on x = y = 0 and stands on z = 0. Pieces that
    the solution does not use stand in a row beside. Raises InputError for too many pieces.
    """
    size = puzzle.goal.size
    parts: list[Part] = []
    height = pieces_size(size, dimensions)[2]
    fill = not any(winding_corners(piece.shape.cells) for piece in puzzle.pieces)
    for copy, cells in placed(puzzle, copies(puzzle, dimensions.solution)):
        shape = puzzle.pieces[copy.piece].shape.cells
        parts.append(_piece(copy, shape, cells, size, dimensions, fill=fill))
    if dimensions.tray_wall:
        off, look = BOX_APART * height, LOOKS[dimensions.colors].box
        parts += [
            _box_part(TRAY, "Tray", tray(size, dimensions), look, 2, off=-off),
            _box_part(LID, "Lid", lid(size, dimensions), look, 2 + UPSIDE_DOWN, off=off),
        ]
    return tuple(parts)


def corner_of(size: Cell, dimensions: Dimensions) -> Point:
    """Return where the lowest corner of the goal is, in millimeters."""
    x, y, _ = (-cells * dimensions.cube / 2 for cells in size)
    return x, y, dimensions.tray_wall - dimensions.inset


def _piece(
    copy: Copy, shape: Cells, cells: Cells, size: Cell, dimensions: Dimensions, *, fill: bool = False
) -> PiecePart:
    """Return a piece at some cells; its inner edges can be filled where all pieces of the puzzle have their bevels."""
    cube, inset, depth = dimensions.cube, dimensions.inset, dimensions.letters
    regions = sharp_regions(cells, dimensions) if dimensions.bevel else []
    bevel = bevel_width(dimensions, winding=bool(regions))
    whole, letter = divided(piece_solid(cells, cube, inset), regions), None
    if depth:
        letter = lettering(copy.name.replace(" ", ""), shape, cells, dimensions)
        whole = with_letter(whole, letter, cube, inset, depth)
        boxes = letter.boxes(cube, inset, depth)
        low, high = boxes[:, :, 0].min(axis=0) - HAIR, boxes[:, :, 1].max(axis=0) + HAIR
        regions.append(((low[0], low[1], low[2]), (high[0], high[1], high[2])))
    solid, middle = whole.centered()
    up = up_in_print(shape, cells)
    edges: EdgeChoice = every_edge
    if regions:
        edges = partial(edges_outside, regions=[(_less(low, middle), _less(high, middle)) for low, high in regions])
    x, y, z = (round(one + place, 6) for one, place in zip(corner_of(size, dimensions), middle, strict=True))
    off = [APART * (one - cells_along * cube / 2) for one, cells_along in zip(middle, size, strict=True)]
    return PiecePart(
        copy.key,
        f"Piece {copy.name}",
        solid,
        (LOOKS[dimensions.colors].of_piece(copy.piece),),
        assembled=(x, y, z),
        up=up,
        outward=(off[0], off[1], off[2]),
        chamfer=Chamfer(
            bevel,
            edges,
            filled=edges if fill else no_edge,
            on_bed=OnBed(WIDEST_ON_BED, up % 3, downward=up >= UPSIDE_DOWN),
        ),
        piece=copy.piece,
        name=copy.name,
        cells=cells,
        is_used=copy.cells is not None,
        cube=cube,
        inset=inset,
        letter=letter,
        depth=depth,
    )


def _less(one: Point, other: Point) -> Point:
    x, y, z = (here - there for here, there in zip(one, other, strict=True))
    return x, y, z


def _box_part(key: str, label: str, in_place: Solid, look: Look, up: int, *, off: float) -> Part:
    solid, middle = in_place.centered()
    return Part(key, label, solid, (look,), assembled=middle, up=up, outward=(0.0, 0.0, off), walls=True)


def pieces_of(parts: Iterable[Part]) -> tuple[PiecePart, ...]:
    """Return the pieces among parts that the solution uses."""
    return tuple(part for part in parts if isinstance(part, PiecePart) and part.is_used)
