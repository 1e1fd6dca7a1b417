# SPDX-License-Identifier: GPL-3.0-or-later
"""The joints of a kit: those of its six plates, along the box's edges and at its corners, and those of its cross.

A plate owns all of its face inside the frame. The frame's bars belong to two faces at once, the
corners to three. There the following holds, a plate's outer half being the half of its thickness
away from the box's middle:

- What lies in the outer half of one plate only belongs to that plate. So each plate has a strip
  along all its four edges, which runs on round its corners, and is one piece.
- What lies along an edge in no outer half, or in those of both plates, alternates: the fingers. Which of the two
  plates has which of them is another matter at each of the twelve edges (``KEY``).
- Plates that are cut from a sheet have no halves: their fingers go through, and there is no strip.
- In a corner, of the plates in whose outer half a place lies, or of all where it lies in none, the one that has the
  most of the three fingers beside the corner owns it, and of several that have as many the one across the last axis. So
  what a plate has of a corner hangs together with its fingers, and on no thin neck.

The fingers are the key of the joints: an odd number of them, alike in length, alternates in three ways, of which two
have a finger twice as long at one end, and either plate can have the one finger more. So an edge is one of six, of
which one fits another only by chance. ``KEY`` is chosen so that a plate in a wrong place, or turned, meets a neighbor
that is right, and mostly two or three, by fingers over a finger's whole length, and that no other way to put all six
together exists. It was found by trying choices and counting. It holds for a cube, whose sides and edges are all alike,
and so for every box, which has fewer places that a plate could be mistaken for.

So whatever lies farther out than a place of a plate is its own too: its cross-section only shrinks
inward. Therefore it can be taken off outward, and is printed with its outer side down without overhang.

The cross is a flat piece of two arms with a hole, and two half arms that a peg joins through it. The peg is flush with
a side of its half arm, on which it is printed, so that nothing hangs in the air. The hole in the flat piece lies off
its middle accordingly. The socket is open at the side that the peg is flush with, and printed with that side upward.
A quarter of the peg is missing, away from that side, and it is higher than wide. What is left is an L, which no turn
and no mirror brings onto itself: so it goes into hole and socket in one way only, and into the hole from one side only.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...common.errors import InputError
from ...common.options import SMALLEST_LENGTH
from ...solids.solid import Box, Solid, solid_from_boxes
from ...solids.straight_moves import Heading
from ..maze.faces import Size
from .dimensions import Dimensions, largest_joint

LONGEST_FINGER = 6.0
"""In millimeters; longer ones hold no better, and several a side keep two plates in line."""

LEAST_FINGERS = 3
"""So that both plates have a finger and a plate's neighbor cannot slide along it."""

ROUNDING = 1e-5
"""Ends that belong together may differ by this, in millimeters."""

ODD, EVEN, FIRST, LAST = range(4)
"""What a finger is along its edge: the first one has number 0, the last one an even number, too."""

_FINGERS = {
    "even": (EVEN, FIRST, LAST),
    "odd": (ODD,),
    "odd and first": (ODD, FIRST),
    "odd and last": (ODD, LAST),
    "even but last": (EVEN, FIRST),
}

_EDGES = (
    (("even but last", "odd and first"), ("odd and last", "even but last")),
    (("even", "odd"), ("even", "even")),
    (("odd and first", "even but last"), ("even but last", "odd and last")),
)

KEY: NDArray[np.bool_] = np.array(
    [[[[kind in _FINGERS[name] for kind in range(4)] for name in names] for names in of_axis] for of_axis in _EDGES]
)
"""Whether a finger belongs to the plate across the first of the two axes that follow its edge's in the cycle x, y, z,
x: by the axis along the edge, the sides of the first and the second of those two, 0 for lower, and what it is."""

LOWER, INSIDE, UPPER = -1, 0, 1
"""Which plate across an axis a place is in: the one at the axis' low end, none, the one at its high end."""


def check_joint(dimensions: Dimensions) -> None:
    """Raise InputError where the joint gap leaves too little of a finger, a half plate or a peg."""
    most = largest_joint(dimensions)
    if dimensions.joint > most + 1e-9:
        # Rounded down, so that the advice can be followed.
        most = math.floor(most * 1000 + 1e-6) / 1000
        gap, otherwise = ("Play", "") if dimensions.through else ("Joint gap", "print in one piece, or ")
        raise InputError(
            f"{gap} is {dimensions.joint:g} mm: with these walls, plates, passages and arms the parts of the kit "
            f"allow at most {most:g} mm; {otherwise}make them larger."
        )


@dataclass(frozen=True)
class Line:
    """An axis of the box cut into intervals, counted from the box's outer side.

    An interval goes from one of ``lows`` over one of ``middles`` to the one of ``highs`` that has the same number;
    where intervals were picked out, there is room between them. ``side`` says in which plate each is, ``outer`` whether
    in its outer half, and ``finger`` what the finger there is.
    """

    lows: NDArray[np.float64]
    middles: NDArray[np.float64]
    highs: NDArray[np.float64]
    side: NDArray[np.int8]
    outer: NDArray[np.bool_]
    finger: NDArray[np.int8]

    def part(self, places: NDArray[np.intp]) -> Line:
        """Return some of the intervals, by their numbers, which ascend."""
        return Line(*(values[places] for values in vars(self).values()))


@dataclass(frozen=True, eq=False)
class Edge:
    """An axis of the box: its length, where a face's squares end, where fingers do, and all cuts of the joints.

    ``outer`` is the thickness of the half of a plate that belongs to it alone: none where fingers go through.
    """

    length: float
    plate: float
    outer: float
    squares: NDArray[np.float64]
    fingers: NDArray[np.float64]
    cuts: NDArray[np.float64]

    @classmethod
    def of(cls, length: float, squares: NDArray[np.float64], dimensions: Dimensions) -> Edge:
        """Return an axis that is cut wherever the owner can change, and a joint gap to both sides of such a cut."""
        plate, joint = dimensions.plate, dimensions.joint
        outer = 0.0 if dimensions.through else plate / 2
        fingers = finger_cuts(length, squares, dimensions)
        cuts = np.concatenate((squares, fingers, [outer, length - outer]))
        return cls(length, plate, outer, squares, fingers, np.concatenate((cuts - joint, cuts, cuts + joint)))

    @cached_property
    def shortest(self) -> float:
        """The length of the shortest finger."""
        return float(np.diff(self.fingers).min())

    @cached_property
    def _ordered(self) -> list[float]:
        return sorted(self.cuts.tolist())

    def line(self, extra_cuts: NDArray[np.float64]) -> Line:
        """Return the axis cut, also where it is wanted besides, but for a cut that would lie a hair beside another."""
        # One beside another cut would leave a sliver between the two.
        ordered = [-math.inf, *self._ordered, math.inf]
        # What is sunk into a plate ends many times at the same place.
        for cut in dict.fromkeys(extra_cuts.tolist()):
            place = bisect(ordered, cut)
            if min(cut - ordered[place - 1], ordered[place] - cut) > SMALLEST_LENGTH:
                ordered.insert(place, cut)
        cuts = np.array(ordered[1:-1]).round(6)
        cuts = cuts[cuts.searchsorted(0.0) : cuts.searchsorted(round(self.length, 6), "right")]
        cuts = cuts[np.append(True, cuts[1:] != cuts[:-1])]
        middles = (cuts[:-1] + cuts[1:]) / 2
        side = (LOWER * (middles < self.plate) + UPPER * (middles > self.length - self.plate)).astype(np.int8)
        in_outer_half = (middles < self.outer) | (middles > self.length - self.outer)
        finger = _kinds(len(self.fingers) - 1).take(self.fingers.searchsorted(middles) - 1, mode="clip")
        return Line(cuts[:-1], middles, cuts[1:], side, in_outer_half, finger)


@lru_cache(maxsize=8)
def _kinds(count: int) -> NDArray[np.int8]:
    """Return what the fingers are that an edge has so many of."""
    return np.array([FIRST, *(ODD if number % 2 else EVEN for number in range(1, count - 1)), LAST], dtype=np.int8)


def finger_length(length: float, dimensions: Dimensions) -> float:
    """Return how long the fingers along an axis of a box are, which has that length outside."""
    inner = length - 2 * dimensions.plate
    longest = 2 * dimensions.plate if dimensions.through else LONGEST_FINGER
    count = max(LEAST_FINGERS, math.ceil(inner / min(dimensions.pitch, longest)))
    return inner / (count + 1 - count % 2)


def finger_cuts(length: float, squares: NDArray[np.float64], dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the ends of the fingers along an axis: an odd number of fingers, at most as long as the pitch."""
    inner = length - 2 * dimensions.plate
    count = round(inner / finger_length(length, dimensions))
    fingers: NDArray[np.float64] = dimensions.plate + inner / count * np.arange(count + 1)
    # A cut beside that of a square would leave a sliver between the two.
    nearest = np.asarray(squares)[np.abs(np.subtract.outer(fingers, squares)).argmin(axis=1)]
    return np.where(np.abs(nearest - fingers) < 2 * dimensions.joint, nearest, fingers)


def own_fingers(edges: Sequence[Edge], plate: Heading, neighbor: Heading) -> NDArray[np.float64]:
    """Return where a plate has fingers at the edge with a neighbor, shape (number, 2 ends): those side by side as one.

    Both plates are given as the way to them from the box's middle.
    """
    cuts = edges[3 - plate[0] - neighbor[0]].fingers
    ends: NDArray[np.float64] = cuts[_own_ends(plate, neighbor, len(cuts) - 1)]
    return ends


@lru_cache(maxsize=256)
def _own_ends(plate: Heading, neighbor: Heading, count: int) -> NDArray[np.intp]:
    """Return the numbers of the ends of a plate's fingers at an edge that has so many in all, shape (number, 2)."""
    own = np.pad(_of_plate(plate, neighbor)[_kinds(count)], 1)
    return np.flatnonzero(own[1:] != own[:-1]).reshape(-1, 2)


@cache
def marked_side(plate: Heading) -> Heading:
    """Return the neighbor at whose edge a plate has a finger twice as long, as the way to it: the first of these."""
    return next(
        neighbor
        for neighbor in ring(plate)
        if _of_plate(plate, neighbor)[[FIRST, ODD]].all() or _of_plate(plate, neighbor)[[ODD, LAST]].all()
    )


def ring(plate: Heading) -> tuple[Heading, ...]:
    """Return the ways to the four neighbors of a plate, all round."""
    second, third = (plate[0] + 1) % 3, (plate[0] + 2) % 3
    return (second, LOWER), (third, LOWER), (second, UPPER), (third, UPPER)


def _of_plate(plate: Heading, neighbor: Heading) -> NDArray[np.bool_]:
    """Return whether each kind of finger along the edge of two plates belongs to the first of them."""
    along = 3 - plate[0] - neighbor[0]
    is_first = (along + 1) % 3 == plate[0]
    first, second = (plate, neighbor) if is_first else (neighbor, plate)
    of_first: NDArray[np.bool_] = KEY[along, int(first[1] == UPPER), int(second[1] == UPPER)]
    return of_first if is_first else ~of_first


def cut_lines(edges: Sequence[Edge], pits: NDArray[np.float64], axis: int, side: int) -> list[Line]:
    """Return the axes of the box cut for the plate across an axis at a side of it; its own axis only where it is.

    ``pits`` has the ends of what is sunk into the plate, shape (number, 3, 2).
    """
    lines = [edge.line(np.ravel(pits[:, number])) for number, edge in enumerate(edges)]
    lines[axis] = lines[axis].part(np.flatnonzero(lines[axis].side == side))
    return lines


def order_of(lines: Sequence[Line], joint: float) -> list[NDArray[Any]]:
    """Return all that decides which places are a plate's own: lengths that leave it as it is move only the lines."""
    order: list[NDArray[Any]] = []
    for line in lines:
        order += [line.side, line.outer, line.finger, *_near(line, joint)]
        first, behind = line.side.searchsorted((INSIDE, UPPER))
        if first < behind:
            low, high = line.lows[first], line.highs[behind - 1]
            order.append(line.middles.searchsorted((low, high, low + joint)))
            order.append(line.middles.searchsorted([high - joint], "right"))
    return order


def own_places(filled: NDArray[np.bool_], axis: int, lines: Sequence[Line], joint: float) -> NDArray[np.bool_]:
    """Return the filled places of the box that belong to the plate across an axis, without the joint gaps."""
    own = filled.copy()
    # Away from the frame all is this plate's own, and that is nearly all of a large one.
    for across in {0, 1, 2} - {axis}:
        line = lines[across]
        places = np.flatnonzero(surroundings(line.side != INSIDE, [line], [0], joint))
        near = [line.part(places) if number == across else lines[number] for number in range(3)]
        taken = _taken(np.take(filled, places, axis=across), axis, near, joint)
        np.moveaxis(own, across, 0)[places] &= ~np.moveaxis(taken, across, 0)
    return own


def _taken(filled: NDArray[np.bool_], axis: int, lines: Sequence[Line], joint: float) -> NDArray[np.bool_]:
    """Return the places that the plates across an axis leave to others, or keep free as a joint gap."""
    owner = owners(lines)
    # Of two plates that meet, the one across the later axis makes room.
    room = surroundings(filled & (owner < axis), lines, (0, 1, 2), joint)
    for later in range(axis + 1, 3):
        room |= _above_fingers(filled & (owner == later), later, lines, joint)
    room |= owner != axis
    return room


def _above_fingers(owned: NDArray[np.bool_], axis: int, lines: Sequence[Line], reach: float) -> NDArray[np.bool_]:
    """Return the boxes less than ``reach`` farther in than the inner side of the plates across an axis.

    There all other plates make room, so that the inner side of a plate is even. Where fingers go through they do so
    only above these: beside them it would be a slit at the foot of their own, too narrow to be cut.
    """
    line = lines[axis]
    inside = np.flatnonzero(line.side == INSIDE)
    ends = line.lows[inside[0]], line.highs[inside[-1]]
    halved = any(half.outer.any() for half in lines)
    near = surroundings(owned, lines, [across for across in range(3) if across != axis], reach) if halved else owned
    above = np.zeros_like(owned)
    for edge, within in (
        (inside[0] - 1, (line.middles > ends[0]) & (line.middles < ends[0] + reach)),
        (inside[-1] + 1, (line.middles < ends[1]) & (line.middles > ends[1] - reach)),
    ):
        np.moveaxis(above, axis, 0)[within] = np.take(near, edge, axis=axis)
    return above


def owners(lines: Sequence[Line]) -> NDArray[np.int8]:
    """Return who owns each place of a grid, as the axis across the plate; the place's side says which of the two.

    Where no plate is, the answer is 0.
    """
    # Lines have hundreds of places, and only some eight of them differ.
    kinds, places = zip(*map(_different, lines), strict=True)
    side, outer_half, finger = (
        [values.reshape([-1 if along == axis else 1 for along in range(3)]) for axis, values in enumerate(of_axes)]
        for of_axes in zip(*kinds, strict=True)
    )
    in_plate = [sides != INSIDE for sides in side]
    upper = [(sides == UPPER).astype(np.intp) for sides in side]
    of_first = [KEY[axis, upper[(axis + 1) % 3], upper[(axis + 2) % 3], finger[axis]] for axis in range(3)]
    in_corner = in_plate[0] & in_plate[1] & in_plate[2]
    claims = []
    for axis in range(3):
        second, third = (axis + 1) % 3, (axis + 2) % 3
        own = np.where(in_plate[second], of_first[third], ~of_first[second])
        # In a corner, the fingers are those that end there.
        beside = of_first[third].astype(np.int8) + ~of_first[second]
        claim = 10 * outer_half[axis] + np.where(in_corner, axis / 10 + beside, own)
        claims.append(np.where(in_plate[axis], claim, -1))
    winner = np.argmax(np.stack(np.broadcast_arrays(*claims)), axis=0).astype(np.int8)
    owned: NDArray[np.int8] = winner[np.ix_(*(np.ravel(place) for place in places))]
    return owned


def _different(line: Line) -> tuple[tuple[NDArray[Any], NDArray[Any], NDArray[Any]], NDArray[np.intp]]:
    """Return side, half and finger of the places of an axis that differ in them, and which of these each place is."""
    # One number for all three is found many times sooner than columns are.
    _, first, places = np.unique(line.side + 4 * line.finger + 32 * line.outer, return_index=True, return_inverse=True)
    return (line.side[first], line.outer[first], line.finger[first]), places


def surroundings(
    filled: NDArray[np.bool_], lines: Sequence[Line], axes: Sequence[int], reach: float
) -> NDArray[np.bool_]:
    """Return the boxes less than ``reach`` away from filled ones along each of some axes, the filled ones with them.

    ``reach`` is in millimeters and more than ``ROUNDING``. A box that is near enough in a part of it is near.
    """
    for axis in axes:
        # The intervals that lie near each one follow one another, and are few.
        first, last = _near(lines[axis], reach)
        near = filled.take(first, axis=axis)
        for step in range(int((last - first).max())):
            near |= filled.take(np.minimum(first + step + 1, last), axis=axis)
        filled = near
    return filled


def _near(line: Line, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first and the last interval that is less than ``reach`` away from each one."""
    first = line.highs.searchsorted(line.lows - reach + ROUNDING, "right")
    last = line.lows.searchsorted(line.highs + reach - ROUNDING) - 1
    return first, last


MARKED_SIDES = (UPPER, LOWER, UPPER)
"""By axis, the side of the face that has the marks: the right, the front and the upper one, seen in Blender's view."""


def outward(plate: int) -> Heading:
    """Return the way from the box's middle to a plate, by the plate's number: its axis, and its side along that."""
    axis, is_upper = divmod(plate - 1, 2)
    return axis, UPPER if is_upper else LOWER


def is_marked(face: Heading) -> bool:
    """Report whether a face has the marks, by the axis that it lies across and its side there."""
    axis, side = face
    return side == MARKED_SIDES[axis]


PEG_SHARE, PEG_HEIGHT_SHARE = 0.5, 0.65
"""The width and the height of the peg as shares of the arm's width: peg and hole then hold alike."""

SOCKET_SHARE = 0.6
"""The most that the socket takes of the length of its half arm, from the flat piece outward."""

SOCKET_LENGTH = 1.5
"""The length of the socket in arm widths, where the half arm is long enough for it."""

FLAT, PEG, SOCKET = "flat", "half_arm_peg", "half_arm_socket"


def split_axis(size: Size) -> int:
    """Return the axis of the arm that is made of two halves: the longest, of several the last."""
    return max(range(3), key=lambda axis: (size[axis], axis))


def cross_parts(size: Size, dimensions: Dimensions) -> dict[str, Solid]:
    """Return the cross in three parts, put together with its center at the origin.

    Between any two of them is the joint gap. The flat piece lies flat with the split axis upward, the half arm with
    the peg with the second next axis upward, and that with the socket with the same axis downward.
    """
    axis = split_axis(size)
    half, joint = dimensions.arm_width / 2, dimensions.joint
    ends = [dimensions.half_arms(size)[(axis + turn) % 3] for turn in range(3)]
    peg, height = PEG_SHARE * dimensions.arm_width, PEG_HEIGHT_SHARE * dimensions.arm_width
    socket = half + min(SOCKET_LENGTH * dimensions.arm_width, SOCKET_SHARE * (ends[0] - half))
    hole_side, hole_top = peg / 2 + joint, height - half + joint
    # Where the peg has its step, across and up; hole and socket are larger by the joint gap there, too.
    step_up = height / 2 - half
    hole_step_up = step_up + joint

    # Boxes from end to end along the split axis, then along the next two.
    flat = turned_solid(
        axis,
        ((-half, half), (-ends[1], ends[1]), (-half, half)),
        ((-half, half), (-half, half), (-ends[2], ends[2])),
        holes=_l_shape((-half, half), (-hole_side, joint, hole_side), (-half - joint, hole_step_up, hole_top)),
    )
    with_peg = turned_solid(
        axis,
        ((-ends[0], -half - joint), (-half, half), (-half, half)),
        *_l_shape((-half - joint, socket), (-peg / 2, 0.0, peg / 2), (-half, step_up, height - half)),
    )
    with_socket = turned_solid(
        axis,
        ((half + joint, ends[0]), (-half, half), (-half, half)),
        holes=_l_shape((half + joint, socket + joint), (-hole_side, joint, hole_side), (-half, hole_step_up, hole_top)),
    )
    return {FLAT: flat, PEG: with_peg, SOCKET: with_socket}


def _l_shape(
    length: tuple[float, float], across: tuple[float, float, float], up: tuple[float, float, float]
) -> list[Box]:
    """Return a bar with a step: as wide as goes from the first to the last number below, and narrower above."""
    return [(length, (across[0], across[2]), (up[0], up[1])), (length, (across[0], across[1]), (up[1], up[2]))]


def turned_solid(axis: int, *boxes: Box, holes: Sequence[Box] = ()) -> Solid:
    """Return the union of boxes without holes, turned so that their first axis is the given one."""
    # Rounded, so that sums that should be equal leave no sliver between them.
    turned = np.round(np.roll([*boxes, *holes], axis, axis=1), 6)
    return solid_from_boxes(turned[: len(boxes)], turned[len(boxes) :])
