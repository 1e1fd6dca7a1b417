# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts a piece, along the faces of its cells, into as few parts as can stand in print without supports.

Cells stand without supports if each of them is on the bed or on another one. Whatever stands so on a level of the grid,
with a side of the piece up, is within all that stands there if nothing is cut away: six sides and a few levels make a
list of such sets. A cutting gives each cell to one of two, three or more of them, so that each part still stands and
hangs together. All choices of sets are gone through, the fewest first.

Parts are joined in turn. The next one must come straight to those before, past none of their cells, and meet a face of
them head on: there pegs go in, the way that it comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, permutations, product

from ...polycubes.shape import Cell, Cells, Way, are_connected, beside, extent, lowest_corner
from .lettering import best_up, sides_in_print, way_up

WAYS: tuple[Way, ...] = ((2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1))

MOST_EXACT = 4
"""Parts for which all ways to cut are gone through, as far as the next limits allow; hardly any piece needs four."""

MOST_PARTS = 6
"""Into which a piece is cut where so many were not enough."""

MOST_STEPS = 300_000
"""Times that a cell is given to a set, for a number of parts: about a second. Then the best that was found is taken."""

MOST_STEPS_OF_SETS = 3_000
"""The same for the same sets."""

MOST_FOUND = 200
"""Cuttings with as few parts that are compared."""

MOST_PEGS = 2
"""In one joint: two hold a part from turning, more would only be more to print."""


@dataclass(frozen=True)
class Joint:
    """How a part comes to those before it: from where the ``way`` leads, by an axis and 1 or -1.

    ``faces`` are the cells before it on which pegs stand, each on the side to which the way leads.
    """

    way: Way
    faces: Cells


@dataclass(frozen=True)
class Cutting:
    """The cells of the parts, how each is upright in print, as ``Part.up`` has it, and the joints of all but the first.

    Parts are in the order in which they are joined.
    """

    parts: tuple[Cells, ...]
    ups: tuple[int, ...]
    joints: tuple[Joint, ...]


@lru_cache(maxsize=512)
def cutting(cells: Cells) -> Cutting | None:
    """Return how a piece is cut; None where it needs no supports, does not hang together, or where none was found.

    The cells must be sorted; the same ones are always cut the same way.
    """
    if not needs_supports(cells) or not are_connected(cells):
        return None
    for count in range(2, MOST_EXACT + 1):
        divisions = _divisions(_Grid(cells), count)
        joined = (cutting for parts in divisions if (cutting := _joined(parts)) is not None)
        cuttings = list(islice(joined, MOST_FOUND))
        if cuttings:
            return min(cuttings, key=_worth)
    parts = tuple(_by_the_largest(cells))
    return _joined(parts) if len(parts) <= MOST_PARTS else None


def needs_supports(cells: Cells) -> bool:
    """Report whether cells hang in the air in print, however a piece lies."""
    return sides_in_print(cells, best_up(cells))[0] > 0


class _Grid:
    """Cells as bits of a number, with an empty one beyond each row: so neighbors are shifts, and none go round."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        corner = lowest_corner(cells)
        wide, deep, _ = extent(cells)
        self._shifts = 1, wide + 1, (wide + 1) * (deep + 1)
        self.places = [
            sum((place - low) * shift for place, low, shift in zip(cell, corner, self._shifts, strict=True))
            for cell in cells
        ]
        self.whole = sum(1 << place for place in self.places)

    def bodies(self, members: int) -> Iterator[int]:
        """Yield the parts of a set that hang together."""
        while members:
            reached, grown = 0, members & -members
            while grown != reached:
                reached = grown
                for shift in self._shifts:
                    grown |= (grown << shift | grown >> shift) & members
            members &= ~reached
            yield reached

    def of(self, members: int) -> Cells:
        """Return the cells of a set."""
        return tuple(cell for cell, place in zip(self.cells, self.places, strict=True) if members >> place & 1)

    def standing(self) -> list[_Standing]:
        """Return the largest connected sets that stand, for each side up and each level, the largest of all first."""
        standings = {}
        for axis, sign in WAYS:
            shift = sign * self._shifts[axis]
            for level in sorted({sign * cell[axis] for cell in self.cells}):
                lowest = members = sum(
                    1 << place
                    for cell, place in zip(self.cells, self.places, strict=True)
                    if sign * cell[axis] == level
                )
                while (more := (members | _shifted(members, shift)) & self.whole) != members:
                    members = more
                for body in self.bodies(members):
                    standings[shift, level, body] = _Standing(body, shift, body & lowest)
        return sorted(standings.values(), key=lambda standing: -standing.members.bit_count())


@dataclass(frozen=True)
class _Standing:
    """Cells as bits, those of them on the bed, and how far one is shifted from the one below."""

    members: int
    upward: int
    on_bed: int


def _shifted(members: int, shift: int) -> int:
    return members << shift if shift > 0 else members >> -shift


def _divisions(grid: _Grid, count: int) -> Iterator[tuple[Cells, ...]]:
    """Yield the ways to give all cells to so many sets, each of which then stands and hangs together."""
    sets = grid.standing()
    seen = set()
    left = MOST_STEPS
    covers = (tuple(sorted(cover)) for cover in _covers(sets, grid.whole, count))
    for numbers in dict.fromkeys(covers):
        chosen = [sets[number] for number in numbers]
        for parts in islice(_shared_out(grid, chosen), min(left, MOST_STEPS_OF_SETS)):
            left -= 1
            division = frozenset(parts)
            # It is empty after a step that is not the last one.
            if not division or division in seen or any(len(list(grid.bodies(part))) != 1 for part in parts):
                continue
            seen.add(division)
            yield tuple(map(grid.of, sorted(division)))
        if not left:
            return


def _covers(sets: Sequence[_Standing], left: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield so many sets, by their numbers, that have all cells together, which are the bits of ``left``."""
    if count == 0:
        if not left:
            yield ()
        return
    first = left & -left
    for number, standing in enumerate(sets):
        # What has all cells with fewer sets may still need another one, to hang together.
        if not left or standing.members & first:
            for rest in _covers(sets, left & ~standing.members, count - 1):
                yield number, *rest


def _shared_out(grid: _Grid, chosen: Sequence[_Standing]) -> Iterator[tuple[int, ...]]:
    """Yield how each cell is given to one of some sets, so that what stands on a cell has the same owner as that.

    On the way nothing is yielded for each step, so that these can be counted.
    """
    # Those that few can own come first.
    places = sorted(grid.places, key=lambda place: sum(standing.members >> place & 1 for standing in chosen))

    def rest(number: int, parts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        given = sum(parts)
        while number < len(places) and given >> places[number] & 1:
            number += 1
        if number == len(places):
            yield parts if all(parts) else ()
            return
        yield ()
        for owner, standing in enumerate(chosen):
            if not standing.members >> places[number] & 1:
                continue
            # It comes with all that is below it.
            added = bit = 1 << places[number]
            while not bit & standing.on_bed:
                bit = _shifted(bit, -standing.upward)
                added |= bit
            if not added & given & ~parts[owner]:
                yield from rest(number + 1, (*parts[:owner], parts[owner] | added, *parts[owner + 1 :]))

    return rest(0, (0,) * len(chosen))


def _by_the_largest(cells: Cells) -> list[Cells]:
    """Return parts of which each is the largest that stands of what the ones before have left."""
    parts, left = [], [cells]
    while left:
        grid = _Grid(left.pop())
        largest = grid.standing()[0].members
        parts.append(grid.of(largest))
        left += map(grid.of, grid.bodies(grid.whole & ~largest))
    return parts


def _joined(parts: tuple[Cells, ...]) -> Cutting | None:
    """Return parts in the best order in which they can be joined; None where there is none."""
    best = None
    for order in permutations(parts):
        joints: list[Joint] = []
        before = set(order[0])
        for part in order[1:]:
            joint = _joint(before, part)
            if joint is None:
                break
            joints.append(joint)
            before |= set(part)
        else:
            ups = _ups(order, joints)
            candidate = Cutting(order, ups, tuple(joints))
            if best is None or _worth(candidate) < _worth(best):
                best = candidate
    return best


def _joint(before: set[Cell], part: Cells) -> Joint | None:
    """Return the best way in which a part comes to cells: the one with the most faces that it meets head on."""
    best: tuple[int, int, Joint] | None = None
    members = set(part)
    for number, (axis, sign) in enumerate(WAYS):
        across = {
            _across(cell, axis): sign * cell[axis] for cell in sorted(before, key=lambda member: sign * member[axis])
        }
        if any(across.get(_across(cell, axis), -(10**9)) > sign * cell[axis] for cell in part):
            continue
        faces = [cell for cell in sorted(before) if beside(cell, (axis, sign)) in members]
        if faces and (best is None or len(faces) > -best[0]):
            best = -len(faces), number, Joint((axis, sign), _farthest(faces))
    return None if best is None else best[2]


def _across(cell: Cell, axis: int) -> tuple[int, ...]:
    return tuple(place for along, place in enumerate(cell) if along != axis)


def _farthest(faces: Sequence[Cell]) -> Cells:
    """Return up to ``MOST_PEGS`` faces, those that are farthest from each other; the first of several."""
    if len(faces) <= MOST_PEGS:
        return tuple(faces)

    def nearness(pair: tuple[Cell, Cell]) -> int:
        first, second = pair
        return -sum((a - b) ** 2 for a, b in zip(first, second, strict=True))

    pairs = [(first, second) for number, first in enumerate(faces) for second in faces[number + 1 :]]
    return min(pairs, key=nearness)


def _ups(parts: Sequence[Cells], joints: Sequence[Joint]) -> tuple[int, ...]:
    """Return how each part stands best: first with the fewest of its joints on the bed."""
    ups = []
    for part in parts:
        members = set(part)
        looking = [
            way
            for joint in joints
            for face in joint.faces
            for cell, way in ((face, joint.way), (beside(face, joint.way), _back(joint.way)))
            if cell in members
        ]

        def worth(up: int, part: Cells = part, looking: Sequence[Way] = looking) -> tuple[int, int, int, int]:
            hanging, on_bed = sides_in_print(part, up)
            return hanging, looking.count(_back(way_up(up))), -on_bed, extent(part)[up % 3]

        ups.append(min((2, 5, 0, 1, 3, 4), key=worth))
    return tuple(ups)


def _back(way: Way) -> Way:
    return way[0], -way[1]


def _worth(candidate: Cutting) -> tuple[object, ...]:
    """Return what makes a cutting better, as a lower value: pegs that do not go into the bed's side, two in each joint.

    After that the smallest part is as large as can be, and little is cut.
    """
    on_bed = 0
    for part, up in zip(candidate.parts, candidate.ups, strict=True):
        down = _back(way_up(up))
        members = set(part)
        for joint in candidate.joints:
            on_bed += joint.way == down and bool(members & set(joint.faces))
            on_bed += _back(joint.way) == down and any(beside(face, joint.way) in members for face in joint.faces)
    pegs = sum(len(joint.faces) for joint in candidate.joints)
    owners = {cell: number for number, part in enumerate(candidate.parts) for cell in part}
    cut = sum(owners.get(beside(cell, way), owner) != owner for (cell, owner), way in product(owners.items(), WAYS))
    return on_bed, -pegs, -min(map(len, candidate.parts)), cut, candidate.parts
