# SPDX-License-Identifier: GPL-3.0-or-later
"""The assembly of a kit: the cross by itself, a plate on the table, the cross in it, the other plates round both.

The arms are too long to be lifted over a plate that stands upright, and each must go through its hole along its own
axis. So the cross comes before all plates but the one on the table, and the others are put on along their arms. That
this can be done, and by which ways, is found on the solids; chamfers only take away from these.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...common.words import counted, ordinal
from ...kind.part import (
    AS_SEEN,
    BACK,
    BOTTOM,
    FROM,
    FRONT,
    LEFT,
    RIGHT,
    STAND,
    TO,
    TOP,
    Instructions,
    Move,
    Part,
    Step,
    stand_steps,
)
from ...solids.solid import Solid
from ...solids.straight_moves import Body, Heading, Joining, distances, order_of_joining
from ..making.puzzle import Puzzle
from ..maze.measures import straight_moves
from .joints import FLAT, PEG, SOCKET, marked_side, outward, split_axis
from .kit import IN_END, IN_NUMBER, IN_START

AT = {
    LEFT: "on the left",
    RIGHT: "on the right",
    FRONT: "at the front",
    BACK: "at the back",
    TOP: "at the top",
    BOTTOM: "at the bottom",
}


@dataclass(frozen=True)
class TableView:
    """The box as it stands on the table: the plate ``below`` lies on its outer side, its marked side on the left."""

    below: int

    @cached_property
    def sides(self) -> dict[Heading, str]:
        """The sides to which the ways lead."""
        (axis, sign), left = outward(self.below), marked_side(outward(self.below))
        front = 3 - axis - left[0]
        # Upward, left and front make a right-handed system, as x, y and z do.
        toward = -sign * left[1] * (1 if left[0] == (axis + 1) % 3 else -1)
        return {
            (axis, -sign): TOP,
            (axis, sign): BOTTOM,
            left: LEFT,
            (left[0], -left[1]): RIGHT,
            (front, toward): FRONT,
            (front, -toward): BACK,
        }

    @property
    def up(self) -> Heading:
        """The way off the table."""
        axis, sign = outward(self.below)
        return axis, -sign

    def side(self, plate: int) -> str:
        """Return where a plate is."""
        return self.sides[outward(plate)]

    def marked(self, plate: int) -> str:
        """Return on which side a plate's long notch or number is, in its finger that is twice as long as others."""
        return self.sides[marked_side(outward(plate))]

    def origin(self, way: Heading | None) -> str:
        """Return from where something comes that goes a way; nothing where it lies there."""
        return "" if way is None else FROM[self.sides[way[0], -way[1]]]

    def along(self, axis: int) -> str:
        """Return how something lies that is parallel to an axis."""
        side = self.sides[axis, 1]
        if side in (TOP, BOTTOM):
            return "upright"
        return "from left to right" if side in (LEFT, RIGHT) else "from front to back"

    def plates_round(self) -> list[int]:
        """Return the plates that do not lie on the table: from the left all round, and then the one on top."""
        number_at = {self.side(plate): plate for plate in range(1, 7)}
        return [number_at[side] for side in (LEFT, FRONT, RIGHT, BACK, TOP)]

    def way_to(self, wanted: str) -> Heading:
        """Return the way that leads to a side."""
        return next(way for way, side in self.sides.items() if side == wanted)


def cross_pieces(parts: Sequence[Part]) -> tuple[tuple[str, ...], ...]:
    """Return the keys of the flat piece of a cross, and of its half arms with the peg and the socket.

    What is cut from sheets has several, one for each layer.
    """
    return tuple(
        tuple(part.key for part in parts if part.key.startswith((f"cross_{name}", f"layer_{name}_")))
        for name in (FLAT, PEG, SOCKET)
    )


CROSS_SENTENCES = (
    "Take the flat piece of the cross.",
    "Push the half arm with the peg {origin} through the hole in the middle. It goes in one way only.",
    "Push the other half arm onto the peg, in the only way that fits. Glue it now: a drop keeps it.",
)

LAYER_SENTENCES = (
    "Glue the crosses with a hole on each other, edge to edge: they are the flat piece.",
    "Glue the half arm with the peg, its longer layers inside, and push it {origin} through the hole.",
    "Glue the other half arm, its layers with a slot inside, and push it onto the peg. Glue it there, too.",
)
"""The sentences on the pieces of the cross; on what is cut from sheets others."""

CUT_BEFORE = (
    "Left, right, front and back are as in the pictures: you sit in front.",
    "A plate has its engraved side outside; without engraving keep the plates as they lie on the sheet, that side up.",
    "Glue nothing but the cross until you have tried: the plates go together dry.",
    "No part hangs in the air: the cross stands on its lower arm, loose in its hole. Steady it.",
)

MARKS = {
    IN_NUMBER: "A plate's number is how many shallow notches go across the fingers of its frame: they are dark in the "
    "pictures. One of them is longer than the others: the steps say on which side it is.",
    IN_START: "Small square pits in the outer sides of three plates are round the start: it is green in the pictures.",
    IN_END: "Long grooves in the outer sides of three plates are round the end: it is purple in the pictures.",
}
"""How parts are told apart, and what the marks on them are, by the directions that their solids have in these."""

CUT_MARKS = {IN_NUMBER: "A plate's number is engraved in its outer side, in the finger twice as long as others."}

BEFORE = (
    "Left, right, front and back are as in the pictures: you sit in front.",
    "Glue nothing but the cross: the plates go together dry, and hold by themselves.",
    "No part hangs in the air: the cross stands on its lower arm, loose in its hole.",
    "Steady it until the next plates stand round it.",
)

IF_IT_STICKS = "Where it sticks, look for a plate that is not pushed home, or for threads of plastic in a passage."

GLUE = (
    "Where it runs freely you are done: joints that fit hold by themselves. To close the box for good, take the plates "
    "off one by one, and put a little glue into each joint as you put them on again, none near a passage."
)

TRIAL_MOVES = 5
"""So many straight moves are tried first: they show whether all goes freely."""

TABLE_CHOICE = (5, 6, 1, 3, 2, 4)
"""The plates that can lie on the table; of those that suit as well the first is taken."""

ROOM = 0.3
"""How far parts that wait for their turn are apart, in lengths of the shortest plate."""

ROOM_BELOW = 5.0
"""How far the stand waits below all else, in millimeters."""

HAIR = 0.01
"""Millimeters that make no difference on a table."""


def assembly(puzzle: Puzzle, parts: Sequence[Part]) -> tuple[Step, ...]:
    """Return the steps that put the parts of a puzzle's kit together, with its cross at the start.

    The plate on the table is the one that the cross reaches least below. Raises InputError where straight moves cannot
    put them together.
    """
    solids = {part.key: part.in_place for part in parts}
    view, plates, reaches = _view(parts)
    split = split_axis(puzzle.size)
    flat, peg, socket = pieces = cross_pieces(parts)
    cross = flat + peg + socket
    said = dict(zip(pieces, CROSS_SENTENCES if len(flat) == 1 else LAYER_SENTENCES, strict=True))
    joinings = (
        *order_of_joining(solids, [Body(flat), Body(peg, (split, -1)), Body(socket, (split, 1))]),
        *order_of_joining(
            solids,
            [
                Body((plates[view.below],)),
                Body(cross, view.up),
                *(Body((plates[number],), outward(number)) for number in view.plates_round()),
            ],
        ),
    )
    number_of: dict[tuple[str, ...], int] = {(key,): number for number, key in plates.items()}
    mark = "long notch" if len(flat) == 1 else "number" if IN_NUMBER in _cut_into(parts) else "long finger"

    def sentence(joining: Joining) -> str:
        if joining.keys == cross:
            return _cross_on_table(puzzle, view)
        if joining.keys in said:
            return said[joining.keys].format(origin=view.origin(joining.way))
        number = number_of[joining.keys]
        if joining.way is None:
            return _plate_on_table(view, reaches[number], mark)
        return f"Plate {number} {view.origin(joining.way)}, its {mark} {AT[view.marked(number)]}."

    lengths = distances(solids, joinings, ROOM * min(max(solids[key].extent) for key in plates.values()))
    steps = tuple(
        Step(joining.keys, _moves(joining.way, length), sentence(joining))
        for joining, length in zip(joinings, lengths, strict=True)
    )
    waiting = [part for part in parts if not part.key.endswith(STAND)]
    return (*steps, *stand_steps(parts, waiting, steps, ROOM_BELOW, view.sides[2, -1]))


def instructions(puzzle: Puzzle, parts: Sequence[Part], *, from_sheets: bool = False) -> Instructions:
    """Return what is said with the steps of ``assembly``, with the first moves of the solution to try."""
    view, plates, _ = _view(parts)
    moves = moves_in_words(puzzle, view.sides)
    many = "these moves" if len(moves) < TRIAL_MOVES else "the first five moves"
    cut = _cut_into(parts)
    return Instructions(
        (view.way_to(RIGHT), view.way_to(BACK), view.up),
        tuple(said for mark, said in (MARKS | CUT_MARKS if from_sheets else MARKS).items() if mark in cut),
        CUT_BEFORE if from_sheets else BEFORE,
        (
            f"Try {many}, which are the beginning of the solution. Push the cross by the ends of its arms:",
            IF_IT_STICKS,
            GLUE,
        ),
        moves[:TRIAL_MOVES],
        () if from_sheets else tuple(plates.values()),
        moves,
    )


def _cut_into(parts: Sequence[Part]) -> set[int]:
    """Return which kinds of marks are cut into plates, by their directions."""
    return {mark for mark in MARKS if any(np.any(part.solid.directions == mark) for part in parts if part.walls)}


def moves_in_words(puzzle: Puzzle, sides: Mapping[Heading, str] = AS_SEEN) -> tuple[str, ...]:
    """Return the straight moves of the solution, as "2 cells to the left", by the sides to which ways lead."""
    return tuple(
        f"{counted(abs(cells), 'cell')} {TO[sides[axis, 1 if cells > 0 else -1]]}"
        for axis, cells in straight_moves(puzzle.solution)
    )


def _view(parts: Sequence[Part]) -> tuple[TableView, dict[int, str], dict[int, float]]:
    """Return how the box stands on the table, the keys of the plates, and how far the cross reaches below each."""
    solids = {part.key: part.in_place for part in parts}
    plates = {number: part.key for number, part in enumerate((part for part in parts if part.walls), 1)}
    cross = [solids[key] for piece in cross_pieces(parts) for key in piece]
    reaches = {number: _reach_below(cross, solids[plates[number]], outward(number)) for number in TABLE_CHOICE}
    return TableView(min(TABLE_CHOICE, key=lambda number: round(reaches[number] / HAIR))), plates, reaches


def _moves(way: Heading | None, length: float) -> tuple[Move, ...]:
    if way is None:
        return ()
    axis, sign = way
    return (Move(axis, sign * length),)


def _reach_below(cross: Sequence[Solid], plate: Solid, way: Heading) -> float:
    """Return how far the cross reaches out of the box beyond a plate, in millimeters."""
    axis, sign = way
    end = 0 if sign < 0 else -1
    return max(0.0, *(sign * float(solid.lines[axis][end] - plate.lines[axis][end]) for solid in cross))


def _plate_on_table(view: TableView, reach: float, mark: str) -> str:
    """Return the sentence on the plate that lies on the table, below which the cross reaches so far."""
    lying = {"long notch": f"its {mark} up and", "number": f"its {mark} down and"}.get(mark, f"turned over, its {mark}")
    place = f"{lying} {AT[view.marked(view.below)]}"
    if round(reach / HAIR) == 0:
        return f"Plate {view.below} on the table, {place}."
    room = math.ceil(round(10 * reach, 3)) / 10
    return f"Plate {view.below} on two books, {place}: an arm needs {room:g} mm below it."


def _cross_on_table(puzzle: Puzzle, view: TableView) -> str:
    """Return the sentence on the cross that goes into the plate on the table: where, and how it is turned."""
    cells = []
    for side in (LEFT, FRONT):
        axis, sign = view.way_to(side)
        cell = puzzle.start[axis] if sign < 0 else puzzle.size[axis] - 1 - puzzle.start[axis]
        cells.append(f"{ordinal(cell + 1)} {FROM[side]}")
    where = f"The cross from above, through the cell that is {' and '.join(cells)}"
    if len(set(puzzle.size)) == 1:
        return f"{where}."
    split = split_axis(puzzle.size)
    turned = f"its jointed arm {view.along(split)}"
    # An arm is the longer, the more cells the box has along it.
    shorter, longer = sorted((axis for axis in range(3) if axis != split), key=lambda axis: puzzle.size[axis])
    if puzzle.size[shorter] < puzzle.size[longer]:
        turned += f", the longer one of the others {view.along(longer)}"
    return f"{where}, {turned}."
