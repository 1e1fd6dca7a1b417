# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid of a piece: its cubes as one body, with every side moved inward by the inset, and its edges as slopes.

Where cubes wind about a corner of the grid, as in a twisted piece, the insets leave edges that are only two insets
long. A slope along these, or into them, would be no wider than that, and with it all slopes of the piece; so near such
a corner all edges stay as they are. Inner edges are filled only where no piece of the puzzle has such a corner: what
slides along them then has a slope there, too, and the gap is no smaller.

The box for a puzzle is a tray as high as the pieces, with a hole to push them out, and a lid that goes over it. Its top
stands out over two of its sides, so that fingers pull it off from below. It lies on its top in print, and so these
grips are on the bed and hang nowhere. What stands out of a first layer is in nobody's way: the tray's is far
below where the lid ends, the lid's is on its top, and so neither has a chamfer on the bed.

A piece that is hollow, as that saves resin, has a cavity that keeps its wall everywhere, and holes that let resin out.
These are in sides of the cells that are printed first, at the cavity's end: so air comes in as soon as it is out of the
vat, and no piece is a cup.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...common.errors import InputError
from ...common.words import in_millimeters
from ...kind.part import STAND_GAP, STAND_WALL, Point
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.shape import Cell, Cells, Shape, beside, box_cells, extent, lowest_corner, moved, step
from ...printing.checks import DOUBTFUL, GOOD, Check
from ...printing.printer import Printer
from ...solids.chamfer import Chamfer
from ...solids.chamfer_plan import SHARE
from ...solids.edges import Region
from ...solids.solid import Box, Solid, cut_out, solid_from_boxes, together, without_needless_lines
from .dimensions import THINNEST_WALLS, Dimensions, Ears, ears, grips, pieces_size
from .lettering import LEAST_SHARE, Boxes, Recess, way_up

LARGEST_ROOM = 10_000_000
"""Cells of the box round a piece: of some hundred million there is no room for a solid in memory."""


def piece_solid(cells: Cells, pitch: Point, inset: float) -> Solid:
    """Return the union of cells with sides of ``pitch`` without all that lies within the inset of another one's place.

    The cell (0, 0, 0) has its lowest corner at the origin. Where pieces lie beside each other, there is a gap of twice
    the inset all along, also past inner edges. Raises InputError for cells that are too far apart.
    """
    corner, size = lowest_corner(cells), extent(cells)
    if prod(size) > LARGEST_ROOM:
        raise InputError(
            f"The cells of a piece lie in a box of {' x '.join(map(str, size))}: "
            f"only what lies in one of at most {LARGEST_ROOM:,} cells can be printed."
        )
    places = np.array(cells) - corner
    filled = np.zeros(size, dtype=bool)
    filled[tuple(places.T)] = True
    lines = []
    for axis, first in enumerate(corner):
        filled = _inset(filled, axis)
        starts = pitch[axis] * np.arange(first, first + size[axis] + 1)
        inner = np.stack((starts[:-1], starts[:-1] + inset, starts[1:] - inset), axis=1).ravel()
        # Rounded, so that what should be equal leaves no sliver.
        lines.append(np.round(np.append(inner, starts[-1]), 6))
    return without_needless_lines(Solid(triple(lines), filled))


def _inset(filled: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    """Return boxes of which each is three along an axis: its lower rim, its middle and its upper rim.

    A rim stays where the next box is filled, too. Done along all axes in turn, this leaves out whatever is near an
    empty box, at its sides, its edges and its corners.
    """
    layers = np.moveaxis(filled, axis, 0)
    padded = np.pad(layers, ((1, 1), (0, 0), (0, 0)))
    thirds = np.stack((layers & padded[:-2], layers, layers & padded[2:]), axis=1)
    return np.moveaxis(thirds.reshape(3 * len(layers), *layers.shape[1:]), 0, axis)


HAIR = 1e-4
"""Millimeters by which a slope may end too early, so that it does not end too late by its rounding."""

OCTANTS = moved(box_cells((2, 2, 2)), (-1, -1, -1))
"""The cells round the corner of the grid where the cell (0, 0, 0) begins."""


@lru_cache(maxsize=512)
def winding_corners(cells: Cells) -> tuple[Cell, ...]:
    """Return the corners of the grid about which a piece winds, each by the cell that begins there; sorted."""
    filled = set(cells)
    corners = {corner for cell in cells for corner in moved(OCTANTS, step(cell, (1, 1, 1)))}
    winding = []
    for corner in corners:
        around = frozenset(octant for octant in OCTANTS if step(octant, corner) in filled)
        if _winds(around):
            winding.append(corner)
    return tuple(sorted(winding))


@cache
def _winds(octants: frozenset[Cell]) -> bool:
    """Report whether the insets leave an edge among cells round a corner that is much shorter than a cell."""
    # However they are turned.
    return _winds_upright(Shape.of(octants).upright.cells)


@cache
def _winds_upright(octants: Cells) -> bool:
    return Chamfer(1.0).skin(piece_solid(octants, (10.0, 10.0, 10.0), 0.1)).widths[0] < 1.0


def bevel_width(dimensions: Dimensions, *, winding: bool) -> float:
    """Return how wide the slopes of a piece are, in millimeters: as wide as wished, if every cell has the room."""
    side = min(dimensions.pitch) - 2 * dimensions.inset
    shares = [1.0]
    if dimensions.letters:
        shares.append((1 - LEAST_SHARE) / 2)
    if winding:
        # Between two such corners a slope needs room to begin, to go on and to end.
        shares.append(1 / 3)
    return min(dimensions.bevel, SHARE * side * min(shares))


def sharp_regions(cells: Cells, dimensions: Dimensions) -> list[Region]:
    """Return where no edges are cut, for a piece whose cell (0, 0, 0) begins at the origin."""
    reach = bevel_width(dimensions, winding=True) / SHARE + dimensions.inset + HAIR
    regions = []
    for corner in winding_corners(cells):
        x, y, z = (side * place for side, place in zip(dimensions.pitch, corner, strict=True))
        regions.append(((x - reach, y - reach, z - reach), (x + reach, y + reach, z + reach)))
    return regions


HOLE_SHARE = 0.6
"""The most that the hole takes of the floor's width, and of its depth."""

LARGEST_HOLE = 20.0
"""A finger goes through, in millimeters."""

LID_SHARE = 0.4
"""The most that the lid reaches over the height of the tray."""

DEEPEST_LID = 12.0
"""In millimeters."""


def needs_box(puzzle: PolycubePuzzle) -> bool:
    """Report whether pieces need a box to lie in: the goal is one, and no piece is a box or a cage itself."""
    goal = puzzle.goal
    if len(goal.cells) < prod(goal.size):
        return False
    # What holds the others is as large, and has most of the cells along the edges.
    as_large = [piece.shape for piece in puzzle.pieces if sorted(piece.shape.extent) == sorted(goal.size)]
    return not any(2 * _along_edges(shape.cells) > _along_edges(goal.cells) for shape in as_large)


def _along_edges(cells: Cells) -> int:
    """Return how many cells, of which the lowest are at 0, are along the edges of the box round them."""
    ends = [{0, side - 1} for side in extent(cells)]
    return sum(sum(place in end for place, end in zip(cell, ends, strict=True)) > 1 for cell in cells)


def tray(size: Cell, dimensions: Dimensions) -> Solid:
    """Return the tray, centered on x = y = 0 and standing on z = 0; raises InputError where magnets have no room."""
    wall = dimensions.tray_wall
    x, y, z = pieces_size(size, dimensions)
    inner_x, inner_y, height = x / 2 + dimensions.tray_gap, y / 2 + dimensions.tray_gap, z + dimensions.tray_gap
    hole_x, hole_y = (min(HOLE_SHARE * side, LARGEST_HOLE) / 2 for side in (x, y))
    outer = (inner_x + wall, inner_y + wall)
    filled = [_box((-outer[0], outer[0]), (-outer[1], outer[1]), (0, wall + height))]
    inside = [
        _box((-inner_x, inner_x), (-inner_y, inner_y), (wall, wall + height)),
        _box((-hole_x, hole_x), (-hole_y, hole_y), (0, wall)),
    ]
    own = ears(size, dimensions)
    if own is None:
        return solid_from_boxes(filled, inside)
    side = outer[1 - own.axis]
    if own.wide / 2 > side - dimensions.lid_gap:
        most = dimensions.magnet - own.wide + 2 * (side - dimensions.lid_gap)
        raise InputError(
            f"Magnet is {dimensions.magnet:g} mm: beside this tray there is room for at most "
            f"{max(0.0, math.floor(10 * most) / 10):g} mm. Give larger cubes, or a smaller magnet."
        )
    post = _top(size, dimensions) + wall - own.thick - dimensions.lid_gap
    if post < own.deep + wall:
        most = max(0.0, math.floor(10 * (dimensions.magnet_height - (own.deep + wall - post) / 2)) / 10)
        raise InputError(
            f"Magnet Height is {dimensions.magnet_height:g} mm: in tray and lid there is room for at most {most:g} mm."
        )
    filled += _at_ears(own, [((0, own.out), own.wide / 2)], outer, (0, post))
    return cut_out(solid_from_boxes(filled, inside), _holes(own, outer, (post - own.deep, post)))


def _at_ears(
    own: Ears,
    spans: Iterable[tuple[tuple[float, float], float]],
    outer: tuple[float, float],
    heights: tuple[float, float],
) -> list[Box]:
    """Return boxes at both ears: each so far from the tray's side, and so far to both sides of the middle."""
    boxes = []
    for (near, far), half in spans:
        ends = outer[own.axis] + near, outer[own.axis] + far
        for along in (ends, (-ends[1], -ends[0])):
            x, y = (along, (-half, half)) if own.axis == 0 else ((-half, half), along)
            boxes.append(_box(x, y, heights))
    return boxes


def _holes(own: Ears, outer: tuple[float, float], heights: tuple[float, float]) -> list[Box]:
    """Return what is cut out of both ears for a magnet each."""
    ends = round_ends(own.hole / 2, is_hole=True)
    spans = (((own.middle - along, own.middle + along), across) for along, across in ends)
    return _at_ears(own, spans, outer, heights)


ROUND = 8
"""Into how many steps a quarter of something round is divided."""


def round_ends(radius: float, *, is_hole: bool) -> list[tuple[float, float]]:
    """Return half the sides of boxes that together are round: those of a hole have all of the circle inside of them."""
    turns = [math.pi / 2 * step / ROUND for step in range(ROUND + 1)]
    if is_hole:
        pairs = list(zip(turns[1:], turns[:-1], strict=True))
        return [(round(radius * math.sin(last), 4), round(radius * math.cos(first), 4)) for last, first in pairs]
    return [(round(radius * math.sin(turn), 4), round(radius * math.cos(turn), 4)) for turn in turns[1:-1]]


def lid_reach(size: Cell, dimensions: Dimensions) -> float:
    """Return how far the lid reaches over the tray, in millimeters."""
    return min(LID_SHARE * _top(size, dimensions), DEEPEST_LID)


def lid(size: Cell, dimensions: Dimensions) -> Solid:
    """Return the lid on its tray, which stands as ``tray`` says."""
    wall = dimensions.tray_wall
    x, y, _ = pieces_size(size, dimensions)
    inner_x, inner_y = (side / 2 + dimensions.tray_gap + wall + dimensions.lid_gap for side in (x, y))
    top, reach = _top(size, dimensions), lid_reach(size, dimensions)
    outer_x, outer_y = inner_x + wall, inner_y + wall
    grip_x, grip_y = grips(size)
    filled = [
        _box((-outer_x, outer_x), (-outer_y, outer_y), (top - reach, top + wall)),
        _box((-outer_x - grip_x, outer_x + grip_x), (-outer_y - grip_y, outer_y + grip_y), (top, top + wall)),
    ]
    inside = [_box((-inner_x, inner_x), (-inner_y, inner_y), (top - reach, top))]
    own = ears(size, dimensions)
    if own is None:
        return solid_from_boxes(filled, inside)
    gap = dimensions.lid_gap
    tray_sides = inner_x - gap, inner_y - gap
    low = top + wall - own.thick
    # The ear of the tray stands where the side of the lid is left out.
    inside += _at_ears(own, [((0, wall + 2 * gap), own.wide / 2 + gap)], tray_sides, (top - reach, min(low, top)))
    solid = solid_from_boxes(filled, inside)
    ear = _at_ears(own, [((gap, own.out), own.wide / 2)], tray_sides, (low, top + wall))
    return cut_out(
        together([solid, *(solid_from_boxes([box]) for box in ear)]), _holes(own, tray_sides, (low, low + own.deep))
    )


FOOT_SHARE = 0.6
"""The least side of a stand's floor as a share of the puzzle's."""


def stand(standing: Sequence[Solid], whole: Sequence[Solid], dimensions: Dimensions) -> Solid:
    """Return a stand below z = 0: a floor, and a wall round all that stands on it of some solids in their places.

    The floor is so large that the whole does not tip over.
    """
    ends = [_ends(standing, axis, dimensions.stand) for axis in range(2)]
    inner = [(low - STAND_GAP, high + STAND_GAP) for low, high in ends]
    outer = [(low - STAND_WALL, high + STAND_WALL) for low, high in inner]
    floor = []
    for axis, (low, high) in enumerate(outer):
        all_low, all_high = _ends(whole, axis)
        half = FOOT_SHARE * (all_high - all_low) / 2
        middle = (all_low + all_high) / 2
        floor.append((min(low, middle - half), max(high, middle + half)))
    return solid_from_boxes(
        [_box(outer[0], outer[1], (-STAND_WALL, dimensions.stand)), _box(floor[0], floor[1], (-STAND_WALL, 0.0))],
        [_box(inner[0], inner[1], (0.0, dimensions.stand))],
    )


def _ends(solids: Iterable[Solid], axis: int, below: float = math.inf) -> tuple[float, float]:
    """Return where some solids end along an axis, as far as they are below a height."""
    places = []
    for solid in solids:
        level = int(np.searchsorted(solid.lines[2], below))
        across = solid.filled[:, :, :level].any(axis=(1 - axis, 2))
        places += solid.lines[axis][np.flatnonzero(np.diff(np.pad(across, 1).astype(np.int8)))].tolist()
    return min(places), max(places)


def _top(size: Cell, dimensions: Dimensions) -> float:
    """Return how high the tray is, on which the lid lies."""
    return dimensions.tray_wall + pieces_size(size, dimensions)[2] + dimensions.tray_gap


def _box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Box:
    """Return a box with its ends rounded, so that what should be equal leaves no sliver."""
    return triple((round(low, 6), round(high, 6)) for low, high in (x, y, z))


DRAIN = 3.0
"""The width of a drain hole, in millimeters: resin runs out of that."""

Face = tuple[Cell, int, int]
"""A side of a cell: its axis, and 1 or -1."""


def depth_of_cavity(dimensions: Dimensions) -> float:
    """Return how deep below the sides of a piece its cavity begins: at bevels no wall is thinner, either."""
    at_edges = (math.sqrt(2) * dimensions.hollow + dimensions.bevel) / 2
    return round(max(dimensions.hollow, at_edges) + dimensions.letters, 4)


def cavity(cells: Cells, up: int, dimensions: Dimensions) -> tuple[Recess, ...]:
    """Return what makes a piece hollow that is printed with an axis up, as ``Part.up`` has it; nothing for a full one.

    The cell (0, 0, 0) begins at the origin. Raises InputError where there is no room for the holes.
    """
    if not dimensions.hollow:
        return ()
    depth = depth_of_cavity(dimensions)
    widest = round((min(dimensions.pitch) - DRAIN) / 2 - dimensions.inset, 4)
    if depth > widest:
        room = widest - dimensions.letters
        most = math.floor(10 * min(room, (2 * room - dimensions.bevel) / math.sqrt(2))) / 10
        advice = f"Give at most {most:g} mm" if most >= THINNEST_WALLS else "Give 0 for full ones"
        raise InputError(
            f"Hollow is {in_millimeters(dimensions.hollow)}: {dimensions.cell_text} have no room for such walls and "
            f"drain holes of {in_millimeters(DRAIN)}. {advice}, or larger cubes."
        )
    inside = piece_solid(cells, dimensions.pitch, dimensions.inset + depth)
    ends = [np.stack((line[:-1], line[1:]), axis=1) for line in inside.lines]
    boxes = [np.stack([own[place] for own, place in zip(ends, box, strict=True)]) for box in np.argwhere(inside.filled)]
    holes = [_hole(face, up, depth, dimensions) for face in _drained(cells, up)]
    return tuple(Recess(box[None]) for box in (*boxes, *holes))


def _drained(cells: Cells, up: int) -> Sequence[Face]:
    """Return two sides of the cells that are printed first, as far apart as there are."""
    upright, way = way_up(up)
    first = min(way * cell[upright] for cell in cells)
    faces = [
        (cell, axis, sign)
        for cell, axis, sign in product(sorted(cells), range(3), (-1, 1))
        if axis != upright and way * cell[upright] == first and beside(cell, (axis, sign)) not in cells
    ]

    def middle(face: Face) -> list[float]:
        cell, axis, sign = face
        return [place + sign / 2 * (axis == number) for number, place in enumerate(cell)]

    return max(combinations(faces, 2), key=lambda pair: math.dist(*map(middle, pair)))


def _hole(face: Face, up: int, depth: float, dimensions: Dimensions) -> Boxes:
    """Return the box of a drain hole, shape (3, 2), from the cavity through its wall."""
    (cell, axis, sign), (upright, way) = face, way_up(up)
    box = np.empty((3, 2))
    for number, (place, side) in enumerate(zip(cell, dimensions.pitch, strict=True)):
        low, high = place * side + dimensions.inset, (place + 1) * side - dimensions.inset
        if number == axis:
            box[number] = (high - depth, high) if sign > 0 else (low, low + depth)
        elif number == upright:
            box[number] = (low + depth, low + depth + DRAIN) if way > 0 else (high - depth - DRAIN, high - depth)
        else:
            box[number] = (low + high - DRAIN) / 2, (low + high + DRAIN) / 2
    return box.round(6)


def check_hollow(dimensions: Dimensions, printer: Printer) -> Check:
    """Report on hollow pieces: what lets resin out of them, and that others are no use."""
    if printer.material != "resin":
        advice = "a slicer's infill saves as much of other plastics, so give Hollow 0 mm"
        return Check("Drain Holes", DOUBTFUL, f"Hollow pieces are for resin: {advice}.")
    walls = f"walls of {in_millimeters(dimensions.hollow)} or more"
    holes = f"two drain holes of {in_millimeters(DRAIN)} in each let resin out"
    tilt = "Tilt pieces in your slicer, so that the ceilings of their cavities grow bit by bit"
    return Check("Drain Holes", GOOD, f"Pieces are hollow with {walls}: {holes}. {tilt}.")
