# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a printed packing puzzle: its pieces, and a tray with a lid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...common.recent import Recent
from ...kind.part import UPSIDE_DOWN, Part, Point, centered
from ...solids.chamfer import Chamfer
from ...solids.skin import Skin
from ...solids.solid import Mesh, Solid
from ..puzzle import PackingPuzzle
from ..terms.cells import Cell, Cells, extent, moved, normalized
from .box import lid, pieces_size, tray
from .copies import Copy, copies
from .dimensions import Dimensions
from .looks import BOX_LOOK, look_of
from .orientation import best_up
from .piece_solid import piece_solid

TRAY, LID = "tray", "lid"

APART = 0.8
"""How far pieces come off in the exploded view, in lengths of their way from the middle of all."""

BOX_APART = 1.6
"""How far tray and lid come off, in heights of the pieces put together."""


@dataclass(frozen=True, eq=False)
class PiecePart(Part):
    """A piece as a part: its number in the puzzle, its name, its cells, and whether the solution uses it.

    The cells are those where it lies in the goal. ``cube`` and ``inset`` are in millimeters.
    """

    piece: int = 0
    name: str = ""
    cells: Cells = ()
    is_used: bool = True
    cube: float = 0.0
    inset: float = 0.0

    @property
    def volume(self) -> float:
        """The volume of the piece with its bevel, in cubic millimeters."""
        return _volumes.get(self._form, lambda: self.chamfer.volume(self.solid))

    def mesh(self) -> Mesh:
        """Return the surface of the piece with its bevel, about its own origin."""
        return self.skin().mesh

    def skin(self, earlier: Skin | None = None) -> Skin:
        """Return what the surface is made from."""
        return _skins.get(self._form, lambda: self.chamfer.skin(self.solid, earlier))

    @property
    def _form(self) -> tuple[object, ...]:
        """All that the surface follows from."""
        return normalized(self.cells), self.cube, self.inset, self.chamfer.width


# A slider through solutions turns the same few pieces again and again.
_skins: Recent[Skin] = Recent(512)
_volumes: Recent[float] = Recent(512)


def puzzle_parts(puzzle: PackingPuzzle, dimensions: Dimensions) -> tuple[Part, ...]:
    """Return the pieces, put together as in the solution that the dimensions choose, and the tray and its lid.

    The tray, or the pieces where there is none, is centered on x = y = 0 and stands on z = 0. Pieces that
    the solution does not use stand in a row beside. Raises InputError for too many pieces.
    """
    size = puzzle.goal.size
    parts: list[Part] = []
    aside = size[0] + 2
    corner = corner_of(size, dimensions)
    height = pieces_size(size, dimensions)[2]
    for copy in copies(puzzle, dimensions.solution):
        cells = copy.cells
        if cells is None:
            shape = puzzle.pieces[copy.piece].shape.cells
            cells = moved(shape, (aside, 0, 0))
            aside += extent(shape)[0] + 1
        parts.append(_piece(copy, cells, corner, size, dimensions))
    if dimensions.tray_wall:
        off = BOX_APART * height
        parts += [
            _box_part(TRAY, "Tray", tray(size, dimensions), 2, -off),
            _box_part(LID, "Lid", lid(size, dimensions), 2 + UPSIDE_DOWN, off),
        ]
    return tuple(parts)


def corner_of(size: Cell, dimensions: Dimensions) -> Point:
    """Return where the lowest corner of the goal is, in millimeters."""
    x, y, _ = (-cells * dimensions.cube / 2 for cells in size)
    return x, y, dimensions.tray_wall - dimensions.inset


def _piece(copy: Copy, cells: Cells, corner: Point, size: Cell, dimensions: Dimensions) -> PiecePart:
    solid, middle = centered(piece_solid(cells, dimensions.cube, dimensions.inset))
    x, y, z = (round(one + place, 6) for one, place in zip(corner, middle, strict=True))
    off = [APART * (one - cells_along * dimensions.cube / 2) for one, cells_along in zip(middle, size, strict=True)]
    return PiecePart(
        "piece_" + copy.name.lower().replace(" ", "_"),
        f"Piece {copy.name}",
        solid,
        (look_of(copy.piece),),
        assembled=(x, y, z),
        up=best_up(cells),
        outward=(off[0], off[1], off[2]),
        chamfer=Chamfer(dimensions.bevel),
        piece=copy.piece,
        name=copy.name,
        cells=cells,
        is_used=copy.cells is not None,
        cube=dimensions.cube,
        inset=dimensions.inset,
    )


def _box_part(key: str, label: str, in_place: Solid, up: int, off: float) -> Part:
    solid, middle = centered(in_place)
    return Part(key, label, solid, (BOX_LOOK,), assembled=middle, up=up, outward=(0.0, 0.0, off), walls=True)


def pieces_of(parts: Iterable[Part]) -> tuple[PiecePart, ...]:
    """Return the pieces among parts that the solution uses."""
    return tuple(part for part in parts if isinstance(part, PiecePart) and part.is_used)
