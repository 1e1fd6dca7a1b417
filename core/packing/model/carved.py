# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces that have the surface of the model: what of it is in their cells, with gaps and slopes between them only.

The room of a piece is its cells with all empty ones round them, less the inset of what other pieces have: so nothing is
taken off the model's own surface. What a corner of the model leaves loose in that, as it hangs on a gap, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...common.containers import Recent, UnionFind, components, triple
from ...common.errors import InputError
from ...common.words import counted, listed
from ...kind.part import Part, print_axes
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.shape import Cells, moved
from ...printing.checks import BAD, DOUBTFUL, GOOD, LEAST_FOOTING, SUPPORTS, Check, least_wall
from ...printing.printer import Printer
from ...solids.chamfer import Chamfer
from ...solids.chamfer_cuts import Skin
from ...solids.edges import divided, edges_outside, every_edge
from ...solids.mesh import Faces, Mesh
from ...solids.solid import Solid
from ...solids.voxels import Floats, PlacedModel, shares_and_floors
from ..files.models import WORKSHOP, triangles_of_model
from ..making.from_shape import FULL, ModelCells, model_cells
from .dimensions import Dimensions
from .parts import PiecePart, pieces_of, puzzle_parts
from .piece_solid import bevel_width, piece_solid, sharp_regions, winding_corners

AROUND = tuple(triple(way) for way in product((-1, 0, 1), repeat=3))
"""The ways to all cells that touch one, and to itself."""

BOXES = 4
"""Boxes in a cell's side of which the solid is that stands for a carved piece where its bed is laid out."""

STEEP, LOW = 0.7, 0.3
"""What looks down by more, as a share of its area, hangs; what is no higher above the bed, in mm, is on it."""


@dataclass(frozen=True, eq=False)
class CarvedSkin(Skin):
    """The surface of a carved piece, whose vertices are on no lines."""

    vertices: Floats | None = None

    @property
    def mesh(self) -> Mesh:
        """The mesh."""
        return Mesh(np.asarray(self.vertices), self.faces)

    def positions(self, scale: float) -> NDArray[np.float32]:
        """Return the vertices in another unit and in single precision, shape (v, 3)."""
        return (np.asarray(self.vertices) * scale).astype(np.float32)


@dataclass(frozen=True, eq=False, repr=False)
class CarvedPart(PiecePart):
    """A piece that has the surface of a model; ``solid`` is near to it, and ``cubes`` is the piece made of cubes.

    ``loose`` is the volume, in cubic millimeters, of what was left out, and ``neck`` the smallest area of a side of
    cells on which anything of it hangs, in square millimeters.
    """

    body: Mesh | None = None
    cubes: PiecePart | None = None
    loose: float = 0.0
    neck: float = 0.0

    @property
    def as_cubes(self) -> PiecePart:
        """The piece made of cubes."""
        return self.cubes or self

    @property
    def volume(self) -> float:
        """The volume, in cubic millimeters."""
        return self.mesh().volume

    def mesh(self) -> Mesh:
        """Return the surface, about its own origin."""
        if self.body is None:
            raise ValueError("a carved piece has a body")
        return self.body

    def skin(self, earlier: Skin | None = None) -> Skin:  # noqa: ARG002
        """Return what the surface is made from; an earlier one makes it no quicker."""
        mesh = self.mesh()
        return CarvedSkin(mesh.faces, np.zeros((0, 3), np.int32), np.zeros(0), self.solid, vertices=mesh.vertices)


def bodies_of(mesh: Mesh) -> list[Mesh]:
    """Return what hangs together of a mesh of triangles, the largest first."""
    corners = mesh.faces.corners.reshape(-1, 3).astype(np.intp)
    lowest = components(len(mesh.vertices), corners.ravel(), np.roll(corners, -1, axis=1).ravel())
    bodies = []
    for root in np.unique(lowest[corners[:, 0]]):
        triangles: NDArray[np.intp] = corners[lowest[corners[:, 0]] == root]
        used, numbers = np.unique(triangles, return_inverse=True)
        bodies.append(Mesh(mesh.vertices[used], Faces.alike(numbers.reshape(-1, 3))))
    return sorted(bodies, key=lambda body: -body.volume)


_carved: Recent[list[Mesh]] = Recent(8)


def cells_of_puzzle(puzzle: PolycubePuzzle) -> ModelCells:
    """Return what of a puzzle's model is in which cells; raises InputError where the model is no longer there."""
    if puzzle.model is None:
        raise InputError("The puzzle has no model: its pieces are cubes.")
    cells = model_cells(triangles_of_model(puzzle.model), puzzle.model.across)
    if cells.goal != puzzle.goal:
        raise InputError("The puzzle's cells are not those of its model: make the puzzle anew.")
    return cells


def carved_parts(puzzle: PolycubePuzzle, dimensions: Dimensions, *, cut: bool = False) -> tuple[Part, ...]:
    """Return the parts of a puzzle whose pieces have the surface of its model.

    Raises InputError for letters, cavities and pieces to be cut, which have no room on it, and where the model cannot
    be found or cut.
    """
    if cut:
        raise InputError("Pieces with the surface of a model are not cut: print them as Parts, or take cubes.")
    if dimensions.letters:
        raise InputError(f"Letters is {dimensions.letters:g} mm: pieces with the surface of a model have none. Give 0.")
    if dimensions.hollow:
        raise InputError("Pieces with the surface of a model are hollowed by your slicer: give Hollow 0.")
    model, parts = cells_of_puzzle(puzzle), puzzle_parts(puzzle, dimensions)
    pieces = pieces_of(parts)
    lying = tuple(piece.cells for piece in pieces)
    key = puzzle.model, lying, dimensions.pitch, dimensions.inset, dimensions.bevel
    meshes = _carved.get(
        key, lambda: WORKSHOP.carve(model.corners * dimensions.pitch, [_room(own, puzzle, dimensions) for own in lying])
    )
    carved = {piece.key: _carved_part(piece, mesh, model) for piece, mesh in zip(pieces, meshes, strict=True)}
    return tuple(carved.get(part.key, part) for part in parts)


def _room(own: Cells, puzzle: PolycubePuzzle, dimensions: Dimensions) -> Mesh:
    """Return the room of a piece, where the goal's lowest corner is at the origin."""
    around = {cell for way in AROUND for cell in moved(own, way)} - puzzle.goal.filled
    cells = tuple(sorted(around.union(own)))
    sharp = sharp_regions(cells, dimensions) if dimensions.bevel else []
    solid = divided(piece_solid(cells, dimensions.pitch, dimensions.inset), sharp)
    width = bevel_width(dimensions, winding=bool(dimensions.bevel and winding_corners(cells)))
    return Chamfer(width, partial(edges_outside, regions=sharp) if sharp else every_edge).skin(solid).mesh


def _carved_part(part: PiecePart, mesh: Mesh, model: ModelCells) -> CarvedPart:
    bodies = bodies_of(mesh)
    if not bodies:
        raise InputError(f"{part.label} has no room left: give a smaller inset, or larger cubes.")
    vertices = bodies[0].vertices
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    middle, side = (low + high) / 2, min(part.pitch)
    body = Mesh(vertices - middle, bodies[0].faces)
    _, whole = piece_solid(part.cells, part.pitch, part.inset).centered()
    values = {name: getattr(part, name) for name in part.__dataclass_fields__}
    values |= {
        "solid": _boxes(body, high - low, side / BOXES),
        "assembled": triple((np.array(part.assembled) - whole + middle).tolist()),
        "up": min((2, 5, 0, 1, 3, 4), key=lambda up: _hanging_and_standing(body, up)),
        "chamfer": Chamfer(part.chamfer.width),
        "body": body,
        "cubes": part,
        "loose": sum(loose.volume for loose in bodies[1:]),
        "neck": _neck(part.cells, model) * (side - 2 * part.inset) ** 2,
    }
    return CarvedPart(**values)


def _boxes(body: Mesh, size: Floats, step: float) -> Solid:
    """Return boxes that stand for a mesh about the origin, whose ends along each axis are the mesh's."""
    count = np.maximum(1, np.ceil(size / step)).astype(np.int64)
    corners = body.vertices[body.faces.corners.reshape(-1, 3)]
    shares, _ = shares_and_floors(PlacedModel((corners + size / 2) * (count / size), count, (), is_oriented=True))
    lines = triple(np.linspace(-side / 2, side / 2, number + 1) for side, number in zip(size, count, strict=True))
    return Solid(lines, shares >= min(FULL, float(shares.max())))


def areas_in_print(body: Mesh, up: int) -> tuple[float, float]:
    """Return how much of a mesh hangs in print, and on how much it stands, in square millimeters."""
    axis, sign = print_axes(up)[2]
    corners = body.vertices[body.faces.corners.reshape(-1, 3)]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    down, area = -sign * across[:, axis], np.linalg.norm(across, axis=1)
    heights = sign * corners[:, :, axis]
    is_low = heights.max(axis=1) < heights.min() + LOW
    hanging = (down > STEEP * area) & ~is_low
    return float(down[hanging].sum()), float(down[is_low & (down > 0)].sum())


def _hanging_and_standing(body: Mesh, up: int) -> float:
    """Return how badly a mesh is printed so."""
    hanging, standing = areas_in_print(body, up)
    return hanging - 2 * standing


def _neck(cells: Cells, model: ModelCells) -> float:
    """Return the share of the smallest side on which anything of a piece hangs, where all larger ones hold it."""
    numbers = {model.goal.numbers[cell] for cell in cells}
    filled = numbers & model.filled
    sets = UnionFind(range(len(model.goal.cells)))
    smallest = 1.0
    for share, (low, high) in model.necks:
        if low in filled and high in filled and sets.root(low) != sets.root(high):
            sets.join(low, high)
            smallest = share
    return smallest


MOST_LOOSE = 0.005
"""The share of the model that may be left out, as it hangs loose."""


def check_carved(parts: Sequence[CarvedPart], printer: Printer) -> list[Check]:
    """Report on pieces with the surface of a model: loose bits, what hangs, the thinnest neck, and the first layer."""
    loose, whole = sum(part.loose for part in parts), sum(part.volume for part in parts)
    fact = f"{counted(len(parts), 'body', 'bodies')}, each in one piece"
    left = f"; {loose:.2g} mm3 of the model that hung loose between them are left out" if loose > 0.01 else ""
    areas = {part.label: areas_in_print(part.mesh(), part.up) for part in parts}
    hanging = [label for label, (area, _) in areas.items() if area > 1]
    supports = Check(SUPPORTS, GOOD, f"All {len(parts)} parts need no supports, as far as their meshes show.")
    if hanging:
        names = listed(hanging)
        supports = Check(SUPPORTS, DOUBTFUL, f"The model's own surface hangs over, which needs supports: {names}.")
    thinnest = min(parts, key=lambda part: part.neck)
    side = thinnest.neck**0.5
    neck = f"{thinnest.label} hangs together by {thinnest.neck:.3g} mm2 where that is the least, between cells"
    level = BAD if side < least_wall(printer) else DOUBTFUL if side < 2 * least_wall(printer) else GOOD
    advice = ": give another seed, or fewer cells across" if level != GOOD else ""
    label = min(areas, key=lambda label: areas[label][1])
    stands = f"{label} has the least area on the bed, {areas[label][1]:.3g} mm2"
    is_small = areas[label][1] < LEAST_FOOTING and printer.material != "resin"
    return [
        Check("Bodies", GOOD if loose <= MOST_LOOSE * whole else DOUBTFUL, f"{fact}{left}."),
        supports,
        Check("Neck", level, f"{neck}{advice}. How thin the model's own surface is was not looked at."),
        Check("First Layer", DOUBTFUL if is_small else GOOD, f"{stands}{': print with a brim' if is_small else ''}."),
    ]
