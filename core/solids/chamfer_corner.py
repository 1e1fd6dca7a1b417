# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes what a chamfer leaves of a solid round a corner of its grid.

The eight boxes that meet at a corner are filled or empty, and of the six edges that begin there some are cut. That is
all that decides, so each of the 2,464 cases that exist is worked out once and kept.

The rule: round the corner the filled boxes make blocks, each as large as it can be. Where a block ends in two
directions, and an edge of it there is to be cut, the plane at 45 degrees cuts the whole block. A point stays if it
stays in any block. So three cut edges of a box meet in a point; where a concave edge ends between two cut ones, their
planes meet in a valley, and an outline on the bed is smaller by the same distance all round; where only one edge is
cut, its plane ends at the wall that goes on. With all edges cut this is nearly the morphological opening by a
chamfered box (J. Serra, Image Analysis and Mathematical Morphology, 1982).

A box is looked at as a cube, its side the chamfer's width. Six planes, each through two opposite edges, divide it into
24 tetrahedra. Three of them are the planes of the cuts, so each tetrahedron stays as a whole or not at all; the surface
is made of their sides, and so it is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product

from ..common.containers import triple

Triple = tuple[int, int, int]

OCTANTS: tuple[Triple, ...] = tuple((x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1))
"""The eight boxes round a corner: for each axis whether one lies above the corner."""

FLAG_BITS = 6
CASES = 1 << (len(OCTANTS) + FLAG_BITS)
"""A case has a bit for each filled box, in the order of ``OCTANTS``, then one for each edge that is cut: along x
downward, x upward, y downward and so on."""

TETRAHEDRA = 24

_Tetrahedron = tuple[int, int, int, int]
"""The axis along which it lies farthest from the cube's center, on which side, and the same for the next axis."""

_TETRAHEDRA: tuple[_Tetrahedron, ...] = tuple(
    (first, first_side, second, second_side)
    for first, second in product(range(3), repeat=2)
    if first != second
    for first_side, second_side in product((-1, 1), repeat=2)
)


@dataclass(frozen=True)
class Patch:
    """A part of the surface: a triangle or a rectangle, counter-clockwise as seen from outside.

    Its corners are counted from the corner of the grid in half widths; ``octant`` is the box that it bounds.
    """

    points: tuple[Triple, ...]
    octant: int


@dataclass(frozen=True)
class Corner:
    """The surroundings of a corner, as far as a width from it.

    The patches ``triangles`` and ``quads`` are there, and no part of a flat face in the squares ``cleared``: of those
    across an axis the one that an octant touches. ``lost`` counts the tetrahedra that are cut off.
    """

    triangles: tuple[Patch, ...]
    quads: tuple[Patch, ...]
    cleared: tuple[tuple[int, int], ...]
    lost: int


def is_active(case: int) -> bool:
    """Report whether anything ends or turns at a corner that a chamfer reaches.

    Else the chamfer goes straight through, or there is none.
    """
    filled, cut = _read(case)
    if not any(cut):
        return False
    return not any(
        cut[2 * axis] == cut[2 * axis + 1]
        and not any(cut[2 * across] or cut[2 * across + 1] for across in range(3) if across != axis)
        and all((_beside(octant, axis) in filled) for octant in filled)
        for axis in range(3)
    )


@cache
def corner(case: int) -> Corner:
    """Return what there is round an active corner."""
    filled, cut = _read(case)
    kept = {octant: _kept(octant, filled, cut) if octant in filled else frozenset() for octant in OCTANTS}
    patches = list(chain.from_iterable(_cuts(octant, kept[octant]) for octant in OCTANTS if octant in filled))
    cleared = []
    for axis, octant in product(range(3), OCTANTS):
        if octant[axis]:
            continue
        above = _beside(octant, axis)
        # By the side of the cube's face that a triangle lies at: that of the corner, or the opposite one.
        near, far = (tuple(_at_side(kept[box], axis, side) for box in (octant, above)) for side in (-1, 1))
        pieces = [(triangle, lower) for triangle, (lower, upper) in ((-1, near), (1, far)) if lower != upper]
        sharp = (octant in filled) != (above in filled)
        if sharp and len(pieces) < 2:
            cleared.append((axis, OCTANTS.index(octant)))
        if len(pieces) == 2 and sharp:
            continue
        for side, upward in pieces:
            patches.append(_half_square(octant if upward else above, axis, side, upward=upward))
    lost = TETRAHEDRA * len(filled) - sum(len(pieces) for pieces in kept.values())
    triangles, quads = (tuple(patch for patch in patches if len(patch.points) == size) for size in (3, 4))
    return Corner(triangles, quads, tuple(cleared), lost)


def _read(case: int) -> tuple[frozenset[Triple], tuple[bool, ...]]:
    filled = frozenset(octant for number, octant in enumerate(OCTANTS) if case >> number & 1)
    return filled, tuple(bool(case >> len(OCTANTS) + number & 1) for number in range(FLAG_BITS))


def _beside(octant: Triple, *axes: int) -> Triple:
    return triple(1 - side if axis in axes else side for axis, side in enumerate(octant))


def _kept(octant: Triple, filled: frozenset[Triple], cut: tuple[bool, ...]) -> frozenset[_Tetrahedron]:
    """Return the tetrahedra of a filled box that stay: those that stay in any block that it belongs to."""
    blocks = [
        frozenset(axes)
        for count in range(4)
        for axes in combinations(range(3), count)
        if all(_beside(octant, *some) in filled for size in range(1, count + 1) for some in combinations(axes, size))
    ]
    planes = [
        [
            pair
            for pair in combinations(range(3), 2)
            if not block & set(pair) and _is_cut(octant, block, pair, filled, cut)
        ]
        for block in blocks
        if not any(block < larger for larger in blocks)
    ]
    return frozenset(
        piece for piece in _TETRAHEDRA if any(all(_is_beyond(piece, pair) for pair in pairs) for pairs in planes)
    )


def _is_cut(
    octant: Triple, block: frozenset[int], pair: tuple[int, int], filled: frozenset[Triple], cut: tuple[bool, ...]
) -> bool:
    """Report whether a block that ends along a pair of axes loses the edge there.

    If the box itself has no such edge, but the block has it beyond the corner, then the plane goes on into the box.
    """
    (along,) = {0, 1, 2} - set(pair)
    for box in (octant, _beside(octant, along)):
        if not any(_beside(box, axis) in filled for axis in pair):
            return cut[2 * along + box[along]]
        if along not in block:
            return False
    return False


def _is_beyond(piece: _Tetrahedron, pair: tuple[int, int]) -> bool:
    """Report whether a tetrahedron lies on the inner side of the plane that cuts the edge between two sides."""
    first, first_side, _, second_side = piece
    return (first_side if first in pair else second_side) > 0


def _at_side(kept: frozenset[_Tetrahedron], axis: int, side: int) -> bool:
    """Report whether a box keeps the half of its square across an axis that is nearer to the corner, or the farther."""
    return (axis, -1, (axis + 1) % 3, side) in kept


def _half_square(octant: Triple, axis: int, side: int, *, upward: bool) -> Patch:
    """Return the half of a square across an axis that is nearer to the corner (side -1) or farther (side 1)."""
    second, third = (axis + 1) % 3, (axis + 2) % 3
    inside = []
    for at_second, at_third in ((side, side), (1, -1), (-1, 1)):
        point = [-1, -1, -1]
        point[second], point[third] = at_second, at_third
        inside.append(triple(point))
    outward = [0, 0, 0]
    outward[axis] = 1 if upward else -1
    return _patch(octant, inside, outward)


def _cuts(octant: Triple, kept: frozenset[_Tetrahedron]) -> list[Patch]:
    """Return the surface inside of a box, which lies in the planes that cut its edges."""
    # Each plane's rectangle has four sectors from the center: at two sides of the cube, and on two of its faces.
    planes = []
    for first, second in combinations(range(3), 2):
        (third,) = {0, 1, 2} - {first, second}
        corners = []
        for first_side, third_side in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
            point = [0, 0, 0]
            point[first], point[second], point[third] = first_side, -first_side, third_side
            corners.append(triple(point))
        inner_and_outer = (
            ((first, 1, second, -1), (second, -1, first, 1)),
            ((third, 1, first, 1), (third, 1, second, -1)),
            ((second, 1, first, -1), (first, -1, second, 1)),
            ((third, -1, first, 1), (third, -1, second, -1)),
        )
        sectors = [
            number for number, (inner, outer) in enumerate(inner_and_outer) if (inner in kept) != (outer in kept)
        ]
        outward = [0, 0, 0]
        outward[first], outward[second] = (1 - 2 * octant[axis] for axis in (first, second))
        planes.append((corners, sectors, outward))
    # Where the center is a vertex of one patch, it must be one of all that it lies on the rim of.
    whole = all(len(sectors) in {0, 2, 4} for _, sectors, _ in planes)
    patches = []
    for corners, sectors, outward in planes:
        if whole and len(sectors) == 4:
            patches.append(_patch(octant, corners, outward))
        elif whole and len(sectors) == 2:
            first_sector = sectors[0] if sectors != [0, 3] else 3
            patches.append(_patch(octant, [corners[(first_sector + step) % 4] for step in range(3)], outward))
        else:
            for sector in sectors:
                points = [(0, 0, 0), corners[sector], corners[(sector + 1) % 4]]
                patches.append(_patch(octant, points, outward))
    return patches


def _patch(octant: Triple, inside: list[Triple], outward: list[int]) -> Patch:
    """Return a patch from points in the cube, counted from its center away from the corner, in the right order."""
    points = []
    for point in inside:
        x, y, z = ((2 * side - 1) * (1 + place) for side, place in zip(octant, point, strict=True))
        points.append((x, y, z))
    first, second = ([b - a for a, b in zip(points[0], point, strict=True)] for point in points[1:3])
    normal = [first[a - 2] * second[a - 1] - first[a - 1] * second[a - 2] for a in range(3)]
    if sum(a * b for a, b in zip(normal, outward, strict=True)) < 0:
        points.reverse()
    return Patch(tuple(points), OCTANTS.index(octant))
