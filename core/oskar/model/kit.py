# SPDX-License-Identifier: GPL-3.0-or-later
"""The kit: six plates and the cross in three parts, each with its place in the box and the way it is printed.

The plates are the box, divided among its faces, with joint gaps, markers, and notches as numbers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...common.containers import fixed, of_array, triple
from ...kind.part import STAND, STAND_GAP, STAND_WALL, UPSIDE_DOWN, Part, Point
from ...printing.gauge import DOT_HEIGHT
from ...solids.edges import divided
from ...solids.solid import INSIDE_OF, NEAREST, Solid, needed_lines, solid_from_boxes
from ...solids.straight_moves import Heading
from ..making.puzzle import Puzzle
from ..maze.faces import Size
from .as_printed import Cheeks, of_cross_part, of_plate, sharp_on_plate, width_on_arms
from .box_and_cross import END_LOOK, LOOKS, NUMBER_LOOK, START_LOOK, box, box_line
from .dimensions import Dimensions
from .joints import (
    FLAT,
    LOWER,
    PEG,
    SOCKET,
    UPPER,
    Edge,
    check_joint,
    cross_parts,
    cut_lines,
    is_marked,
    marked_side,
    order_of,
    outward,
    own_fingers,
    own_places,
    ring,
    split_axis,
)
from .kit_markers import marker_pits
from .label import label_of_cross

IN_NUMBER, IN_START, IN_END = INSIDE_OF + 1, INSIDE_OF + 2, INSIDE_OF + 3
"""The directions of what is cut into a plate, whose own is 0."""

NOTCH_SHARE, LONG_NOTCH_SHARE = 0.5, 1.25
"""The width of a notch, and of the long one in a finger twice as long, as a share of a finger's length."""

NOTCH_DEPTH = 0.25
"""The depth of a notch as a share of the plate's thickness, at most: half of what a finger is thick inside."""

NOTCH_APART, NARROWER = 0.02, 0.04
"""How far a notch ends beside the squares of a face at least, in millimeters, and by what share it is made narrower."""


def plates(puzzle: Puzzle, dimensions: Dimensions) -> list[Solid]:
    """Return the six plates in their places in the box: x min, x max, y min, y max, z min, z max.

    All together are the box without the gaps in the joints, and without posts: the markers of start and end
    go into the outer sides of the marked plates. Each plate is numbered by notches in the inner side of its fingers.

    Raises InputError where the joint gap is too large for the other dimensions.
    """
    whole = box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))
    return divided_box(whole, puzzle, dimensions, _notches)


Numbers = Callable[[int, Sequence[Edge], Dimensions], NDArray[np.float64]]
"""Returns the ends of what is cut into a plate as its number along each axis, shape (number, 3, 2)."""


def divided_box(whole: Solid, puzzle: Puzzle, dimensions: Dimensions, numbers: Numbers) -> list[Solid]:
    """Return the six plates of a box, in the order of ``plates``, with their numbers and markers cut into them.

    Raises InputError where the joint gap is too large for the other dimensions.
    """
    check_joint(dimensions)
    outer = dimensions.outer_size(puzzle.size)
    edges = [Edge.of(length, line - line[0], dimensions) for length, line in zip(outer, whole.lines, strict=True)]
    solids = []
    for number in range(1, 7):
        face = outward(number)
        none = np.empty((0, 3, 2)), np.empty(0, dtype=bool)
        markers, of_end = marker_pits(puzzle, dimensions, face) if is_marked(face) else none
        # The notches come first, so that a puzzle's marks do not move them by a hair.
        notches = numbers(number, edges, dimensions)
        inside = np.full(len(notches), IN_NUMBER, dtype=np.int8), np.where(of_end, IN_END, IN_START)
        pits = np.concatenate((notches, markers)), np.concatenate(inside)
        solids.append(_plate(whole, edges, pits, number, dimensions))
    return solids


def _plate(
    whole: Solid,
    edges: Sequence[Edge],
    recesses: tuple[NDArray[np.float64], NDArray[np.int8]],
    number: int,
    dimensions: Dimensions,
) -> Solid:
    """Return the plate of a box that has a number, with its number and its markers cut out: ends and directions.

    Its directions are 0, but 1 in the number, 2 in the marks of the start and 3 in those of the end.
    """
    axis, side = outward(number)
    pits, inside = recesses
    lines = cut_lines(edges, pits, axis, side)
    sampled = [edge.squares.searchsorted(line.middles, "right") - 1 for edge, line in zip(edges, lines, strict=True)]
    # Of each pit and each axis, the first interval in it, and the first one behind it.
    ends = zip(lines, *pits.T, strict=True)
    spans = np.array(
        [(line.middles.searchsorted(low, "right"), line.middles.searchsorted(high)) for line, low, high in ends]
    )

    def grid() -> _Grid:
        filled = whole.filled
        # The plate's own axis first: what is left then is small.
        for along in sorted(range(3), key=lambda along: along != axis):
            filled = np.take(filled, sampled[along], axis=along)
        return _grid_of(own_places(filled, axis, lines, dimensions.joint), spans, inside)

    if whole.filled.size > LARGEST_KEPT:
        made = grid()
    else:
        order = order_of(lines, dimensions.joint)
        key = tuple(values.tobytes() for values in (*sampled, spans, inside, *order))
        made = of_array(whole.filled, f"plate {number}", key, grid)
    cuts = (
        (np.append(line.lows, line.highs[-1]) + of_box[0])[needed]
        for line, of_box, needed in zip(lines, whole.lines, made.needed, strict=True)
    )
    return Solid(triple(cuts), made.filled, made.directions)


@dataclass(frozen=True, eq=False)
class _Grid:
    """A plate without its lengths: what is filled, the directions, and which of the lines along each axis are needed.

    Lengths that leave all lines in their order leave it as it is.
    """

    filled: NDArray[np.bool_]
    directions: NDArray[np.int8]
    needed: tuple[NDArray[np.intp], ...]


LARGEST_KEPT = 200_000
"""Squares and walls of a box, up to which the grids of its plates are kept: those of larger ones take much memory."""


def _grid_of(own: NDArray[np.bool_], spans: NDArray[np.intp], inside: NDArray[np.int8]) -> _Grid:
    """Return the grid of a plate from its own places, of which pits are cut out.

    ``spans`` are the intervals of the pits, shape (3 axes, 2 ends, number), and ``inside`` the directions in them.
    """
    directions = np.zeros(own.shape, dtype=np.int8)
    for pit, direction in enumerate(inside):
        within = tuple(slice(*ends) for ends in spans[:, :, pit].tolist())
        own[within] = False
        directions[within] = direction
    needed = needed_lines(own)
    places = np.ix_(*(some[:-1] for some in needed))
    return _Grid(fixed(own[places]), fixed(directions[places]), needed)


def notch_size(length: float, dimensions: Dimensions) -> tuple[float, float]:
    """Return the width and the depth of a notch in a finger that is so long."""
    return NOTCH_SHARE * length, min(DOT_HEIGHT, NOTCH_DEPTH * dimensions.plate)


def cheeks_of(size: Size, dimensions: Dimensions) -> tuple[Cheeks, Cheeks]:
    """Return how thick the cheeks are that fingers of a kit have beside its notches.

    The first are those beside an upright side of the arm that goes through their plate, the second beside a level one.
    """
    split = split_axis(size)
    lengths = dimensions.outer_size(size)
    edges = [
        Edge.of(length, box_line(cells, dimensions), dimensions) for length, cells in zip(lengths, size, strict=True)
    ]
    upright, level = sides = set[tuple[float, float]](), set[tuple[float, float]]()
    for number in range(1, 7):
        axis, _ = outward(number)
        up = (split + 2) % 3 if axis == split else split
        for neighbor, finger, notch in _numbered(number, edges):
            # Of two plates that meet, the one across the later axis makes room.
            gap = dimensions.joint if axis > neighbor[0] else 0.0
            cheek = float(np.abs(finger - notch).min())
            own = level if neighbor[0] == up else upright
            own.add((cheek - gap, 0.0))
            along = 3 - axis - neighbor[0]
            corners = edges[along].squares[[1, -2]]
            if along < axis < neighbor[0] and np.abs(np.subtract.outer(finger, corners)).min() < NEAREST:
                # In the box's corner it makes room for a third plate, on the inner side only.
                own.add((cheek - dimensions.joint, cheek))
    return sides


def _notches(number: int, edges: Sequence[Edge], dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the ends of a plate's notches along each axis, shape (number, 3, 2).

    Each goes across the inner half of a finger, where there is too little room for a pit with a rim.
    """
    axis, _ = plate = outward(number)
    thickness = dimensions.plate
    # How long a finger is makes no difference to the depth.
    _, depth = notch_size(0.0, dimensions)
    notches = np.empty((number, 3, 2))
    for notch, (neighbor, _, ends) in zip(notches, _numbered(number, edges), strict=True):
        notch[3 - axis - neighbor[0]] = ends
        notch[neighbor[0]] = _inward(neighbor, thickness / 2, thickness, edges)
        notch[axis] = _inward(plate, thickness - depth, thickness, edges)
    return notches


def _numbered(number: int, edges: Sequence[Edge]) -> Iterator[tuple[Heading, NDArray[np.float64], NDArray[np.float64]]]:
    """Yield a plate's notches: the neighbor at whose edge, and the ends of the finger and of the notch along it.

    The first one is long, in the finger that is twice as long as others; the rest follows on that side of the frame,
    then all round it.
    """
    plate = outward(number)
    sides = ring(plate)
    first = sides.index(marked_side(plate))
    marked = edges[3 - plate[0] - sides[first][0]].shortest
    left = number
    for neighbor in (*sides[first:], *sides[:first]):
        along = 3 - plate[0] - neighbor[0]
        fingers = own_fingers(edges, plate, neighbor)
        if left == number:
            longest = (fingers[:, 1] - fingers[:, 0]).argmax()
            fingers = fingers[np.argsort(np.arange(len(fingers)) != longest, kind="stable")]
        for finger in fingers[:left]:
            # Never as wide as the long one, which may lie on a shorter side.
            width = LONG_NOTCH_SHARE * marked if left == number else NOTCH_SHARE * min(edges[along].shortest, marked)
            low, high = finger.tolist()
            yield (
                neighbor,
                finger,
                np.array(_beside_squares((low + high) / 2, width / 2, edges[along].squares.tolist())),
            )
            left -= 1


def _beside_squares(middle: float, half: float, squares: list[float]) -> tuple[float, float]:
    """Return the ends of a notch, a little narrower where one of them would be that of a square of the face.

    There the notch and an open square would meet at an edge, with walls touching at it on both other sides. A finger
    whose middle is such an end has next to no notch.
    """

    def is_near(end: float) -> bool:
        place = bisect(squares, end)
        return any(abs(end - square) < NOTCH_APART for square in squares[max(place - 1, 0) : place + 1])

    while half > NOTCH_APART and (is_near(middle - half) or is_near(middle + half)):
        half *= 1 - NARROWER
    return middle - half, middle + half


def _inward(plate: Heading, near: float, far: float, edges: Sequence[Edge]) -> tuple[float, float]:
    """Return along a plate's axis what lies so far in from its outer side."""
    axis, side = plate
    length = edges[axis].length
    return (near, far) if side == LOWER else (length - far, length - near)


PLATE_NAMES = ("x_min", "x_max", "y_min", "y_max", "z_min", "z_max")

APART = 0.8
"""How far plates come off in the exploded view, in lengths of the box's longest side."""

APART_INSIDE = 4.0
"""How far the half arms come off, in widths of the arm: farther than the peg reaches."""


def kit(puzzle: Puzzle, dimensions: Dimensions) -> tuple[Part, ...]:
    """Return the nine parts of a puzzle's kit, and its stand if one is wished.

    In place the box is centered on x = y = 0 and stands on z = 0, the cross is at the start. Raises InputError where
    the joint gap is too large.
    """
    stands = (_stand(puzzle, dimensions),) if dimensions.stand else ()
    return *_plates_of_kit(puzzle, dimensions), *_cross_of_kit(puzzle, dimensions), *stands


def plate_parts(
    kind: str, solids: Sequence[Solid], puzzle: Puzzle, dimensions: Dimensions, *, turned_over: int
) -> Iterator[Part]:
    """Yield six plates as parts of a kind.

    Those of one side of the box are ``turned_over`` in print: of the upper one, and all outer sides are on the bed; of
    the lower one, and all inner sides are.
    """
    looks, apart = LOOKS[dimensions.colors], APART * max(dimensions.outer_size(puzzle.size))
    for number, (name, in_place) in enumerate(zip(PLATE_NAMES, solids, strict=True), 1):
        axis, side = outward(number)
        solid, middle = in_place.centered()
        yield Part(
            f"{kind}_{number}_{name}",
            f"Plate {number} ({name.replace('_', ' ')})",
            solid,
            (looks.plates[axis], NUMBER_LOOK, *((START_LOOK, END_LOOK) if is_marked((axis, side)) else ())),
            assembled=middle,
            up=axis + UPSIDE_DOWN * (side == turned_over),
            outward=along_axis(axis, apart * side),
            walls=True,
        )


def _plates_of_kit(puzzle: Puzzle, dimensions: Dimensions) -> Iterator[Part]:
    """Yield the plates, each with its outer side on the bed."""
    for part in plate_parts("plate", plates(puzzle, dimensions), puzzle, dimensions, turned_over=UPPER):
        sharp = sharp_on_plate(part.solid, dimensions, part.up) if END_LOOK in part.looks else []
        solid = divided(part.solid, sharp) if sharp else part.solid
        yield replace(part, solid=solid, chamfer=of_plate(dimensions, part.up, sharp))


def _cross_of_kit(puzzle: Puzzle, dimensions: Dimensions) -> Iterator[Part]:
    axis = split_axis(puzzle.size)
    inside = APART_INSIDE * dimensions.arm_width
    solids = cross_parts(puzzle.size, dimensions)
    letters = label_of_cross(puzzle, dimensions, width_on_arms(dimensions))
    if letters:
        solids[FLAT] = letters.cut_into(solids[FLAT])
    for name, label, up, distance in (
        (FLAT, "Cross, flat piece", axis, 0.0),
        (PEG, "Cross, half arm with peg", (axis + 2) % 3, -inside),
        (SOCKET, "Cross, half arm with socket", (axis + 2) % 3 + UPSIDE_DOWN, inside),
    ):
        part = cross_part(f"cross_{name}", label, solids[name], puzzle, dimensions, up=up, apart=distance)
        # The middle of the flat piece is the cross's center, about which the letters stand.
        chamfer = of_cross_part(dimensions, up, letters.boxes if letters and name == FLAT else ())
        yield replace(part, chamfer=chamfer)


def cross_part(
    key: str, label: str, solid: Solid, puzzle: Puzzle, dimensions: Dimensions, *, up: int, apart: float
) -> Part:
    """Return a part of the cross, which is given about the cross's center and comes off so far along the split axis."""
    solid, middle = solid.moved(dimensions.center(puzzle.size, puzzle.start)).centered()
    way = along_axis(split_axis(puzzle.size), apart)
    return Part(key, label, solid, (LOOKS[dimensions.colors].cross,), assembled=middle, up=up, outward=way)


LEG_SHARE = 0.5
"""From where a leg reaches to the corner, as a share of the way from the middle of a stand's side."""


def _stand(puzzle: Puzzle, dimensions: Dimensions) -> Part:
    """Return the stand below the box: a leg at each corner, on which the frame rests, and a bar round all their feet.

    Arms never meet it, and end above the table however far they reach down.
    """
    ledge = max(dimensions.frame - STAND_GAP, dimensions.frame / 2)
    halves = [side / 2 for side in dimensions.outer_size(puzzle.size)[:2]]
    rings = -ledge, STAND_GAP, STAND_GAP + STAND_WALL
    hole, seat, outside = ([(-half - more, half + more) for half in halves] for more in rings)
    foot = dimensions.center(puzzle.size, (0, 0, 0))[2] - dimensions.half_arms(puzzle.size)[2] - STAND_GAP
    # Higher legs would be in the way of arms that reach out sideways.
    low, high = foot - STAND_WALL, min(dimensions.stand, dimensions.frame)
    ends = [((-half, -LEG_SHARE * half), (LEG_SHARE * half, half)) for _, half in outside]
    legs = [(x, y, (low, high)) for x, y in product(*ends)]
    solid = solid_from_boxes([(*outside, (low, foot)), *legs], [(*hole, (low, high)), (*seat, (0.0, high))])
    solid, middle = solid.centered()
    below = along_axis(2, -2 * APART * max(dimensions.outer_size(puzzle.size)))
    return Part(STAND, "Stand", solid, (LOOKS[dimensions.colors].cross,), assembled=middle, outward=below)


def along_axis(axis: int, length: float) -> Point:
    """Return a way along an axis, in millimeters."""
    return triple(length if along == axis else 0.0 for along in range(3))
