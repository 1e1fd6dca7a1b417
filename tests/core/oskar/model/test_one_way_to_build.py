# SPDX-License-Identifier: GPL-3.0-or-later
"""The plates of a kit, and the parts of the cross, go together in one way only, of all that a person can try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.joints import FLAT, PEG, SOCKET, cross_parts, split_axis
from puzzle_cubes.oskar.model.kit import plates
from puzzle_cubes.solids.solid import Solid
from puzzle_cubes.solids.straight_moves import Heading, Movable, is_free
from tests.core.solids import judges

Floats = NDArray[np.float64]
Matrix = NDArray[np.int_]

FITS = 0.01
"""How much larger than its place a plate may be, in millimeters."""

ROUNDING = 1e-5
"""How far apart lines are that are not the same, in millimeters."""

PLACES = [(axis, end) for axis in range(3) for end in (-1, 1)]
"""The places of the six plates, by the axis they lie across and at which end of it, in the order of the plates."""


def rotations() -> list[Matrix]:
    """Return the 24 rotations of a cube, as matrices; the first one turns nothing."""
    matrices = []
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        matrix = np.zeros((3, 3), dtype=np.int_)
        matrix[range(3), order] = signs
        if round(np.linalg.det(matrix)) == 1:
            matrices.append(matrix)
    return matrices


@dataclass(frozen=True)
class Way:
    """The place of a plate, and the rotation of the box by which it comes there; it is inside out or not."""

    plate: int
    place: int
    turned: int
    inside_out: bool


@dataclass(frozen=True)
class Plates:
    """The six plates of a box that is centered on the origin: their solids in the right places."""

    solids: Sequence[Solid]

    @classmethod
    def of(cls, solids: Sequence[Solid]) -> Plates:
        """Center the box."""
        low, high = _corners(solids)
        x, y, z = -(low + high) / 2
        return cls([solid.moved((x, y, z)) for solid in solids])

    @cached_property
    def half(self) -> Floats:
        """Half the size of the box."""
        return _corners(self.solids)[1]

    @cached_property
    def ways(self) -> list[list[Way]]:
        """All ways in which each plate can lie in a place that is large enough, those inside out, too."""
        return [list(self._ways(plate)) for plate in range(6)]

    def _ways(self, plate: int) -> Iterator[Way]:
        own_axis, own_end = PLACES[plate]
        for turned, matrix in enumerate(rotations()):
            outward = matrix[:, own_axis] * own_end
            axis = int(np.flatnonzero(outward)[0])
            size = np.abs(matrix) @ self.half
            if np.abs(size - self.half).max() > FITS:
                continue
            for inside_out in (False, True):
                end = int(outward[axis]) * (-1 if inside_out else 1)
                yield Way(plate, PLACES.index((axis, end)), turned, inside_out)

    def lying(self, way: Way) -> Solid:
        """Return a plate as it lies."""
        solid = rotated(self.solids[way.plate], rotations()[way.turned])
        if way.inside_out:
            axis, _ = PLACES[way.place]
            # It has come to the other end, and is moved to this one, its outer side where its inner side should be.
            shift = np.zeros(3)
            shift[axis] = -solid.lines[axis][0] - solid.lines[axis][-1]
            solid = solid.moved((shift[0], shift[1], shift[2]))
        return solid


def rotated(solid: Solid, matrix: Matrix) -> Solid:
    """Return a solid rotated about the origin."""
    sources = [int(np.flatnonzero(row)[0]) for row in matrix]
    filled = np.transpose(solid.filled, sources)
    lines = []
    for axis, source in enumerate(sources):
        line = solid.lines[source] * matrix[axis, source]
        if matrix[axis, source] < 0:
            line, filled = line[::-1], np.flip(filled, axis)
        lines.append(line)
    return Solid((lines[0], lines[1], lines[2]), filled)


def _corners(solids: Sequence[Solid]) -> tuple[Floats, Floats]:
    """Return the lowest and the highest corner of several solids."""
    ends = np.array([[[line[0], line[-1]] for line in solid.lines] for solid in solids])
    return ends[:, :, 0].min(axis=0), ends[:, :, 1].max(axis=0)


def overlap(solid: Solid, second_solid: Solid) -> float:
    """Return the side of the largest cube, in millimeters, that lies in both of two solids."""
    lines, places = [], []
    for ours, theirs in zip(solid.lines, second_solid.lines, strict=True):
        low, high = max(ours[0], theirs[0]), min(ours[-1], theirs[-1])
        both = np.unique(np.concatenate((ours, theirs)))
        both = both[(both >= low) & (both <= high)]
        if len(both) < 2:
            return 0.0
        # The same line, with other roundings.
        both = both[np.append(True, np.diff(both) > ROUNDING)]
        if len(both) < 2:
            return 0.0
        middles = (both[:-1] + both[1:]) / 2
        lines.append(both)
        places.append([np.searchsorted(line, middles, side="right") - 1 for line in (ours, theirs)])
    common = (
        solid.filled[np.ix_(*(place[0] for place in places))]
        & second_solid.filled[np.ix_(*(place[1] for place in places))]
    )
    return _largest_cube(lines, common)


def _largest_cube(lines: Sequence[Floats], filled: NDArray[np.bool_]) -> float:
    """Return the side of the largest cube in filled boxes: its corner can always be moved down to lines of the grid."""
    if not filled.any():
        return 0.0
    sums = np.pad(filled.cumsum(0).cumsum(1).cumsum(2), ((1, 0),) * 3)
    sides = np.unique(np.concatenate([np.abs(np.subtract.outer(line, line)).ravel() for line in lines]))
    low, high = 0, len(sides) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _has_cube(lines, sums, float(sides[middle])):
            low = middle
        else:
            high = middle - 1
    return float(sides[low])


def _has_cube(lines: Sequence[Floats], sums: NDArray[np.int_], side: float) -> bool:
    counts, sizes = sums, np.ones((1, 1, 1), dtype=np.int_)
    for axis, line in enumerate(lines):
        last = np.searchsorted(line, line[:-1] + side - ROUNDING)
        last = last[last < len(line)]
        first = np.arange(len(last))
        counts = counts.take(last, axis) - counts.take(first, axis)
        sizes = sizes * (last - first).reshape([-1 if along == axis else 1 for along in range(3)])
    return bool((counts == sizes).any())


def meet(place: int, second_place: int) -> bool:
    """Report whether two places have an edge in common."""
    return place // 2 != second_place // 2


Hits = dict[tuple[Way, int], float]
"""How deep a plate as it lies reaches into another one in its right place, for all that meet, by the largest cube."""


def hits_of(plates: Plates) -> Hits:
    """Look at all pairs."""
    depths = {}
    for way in chain(*plates.ways):
        solid = plates.lying(way)
        for neighbor in range(6):
            if neighbor != way.plate and meet(way.place, neighbor):
                depths[way, neighbor] = overlap(solid, plates.solids[neighbor])
    return depths


def count_assemblies(plates: Plates, hits: Hits, slack: float) -> int:
    """Return in how many ways all six plates go together, but for turning the whole, where a slack hit is none.

    A plate inside out must meet all others, right or wrong: so no such way is tried.
    """
    matrices = rotations()
    numbers = {matrix.tobytes(): number for number, matrix in enumerate(matrices)}
    free = {pair for pair, size in hits.items() if size <= slack}

    def go(way: Way, second_way: Way) -> bool:
        """Report whether two plates go: both are turned so that the second one lies as it should."""
        if not meet(way.place, second_way.place):
            return True
        back = matrices[second_way.turned].T
        turned = numbers[np.ascontiguousarray(back @ matrices[way.turned]).tobytes()]
        return (Way(way.plate, _turned(way.place, back), turned, inside_out=False), second_way.plate) in free

    def complete(standing: list[Way]) -> int:
        if len(standing) == 6:
            return 1
        return sum(
            complete([*standing, way])
            for way in plates.ways[len(standing)]
            if not way.inside_out and all(way.place != neighbor.place and go(way, neighbor) for neighbor in standing)
        )

    return complete([Way(0, 0, 0, inside_out=False)])


def _turned(place: int, matrix: Matrix) -> int:
    axis, end = PLACES[place]
    outward = matrix[:, axis] * end
    along = int(np.flatnonzero(outward)[0])
    return PLACES.index((along, int(outward[along])))


Triple = tuple[int, int, int]

NOTICED = 0.6
"""Millimeters by which a wrong plate reaches into another, along all three axes, so that it cannot be pressed in."""

QUICK = [("pla", (2, 2, 2)), ("pocket", (2, 3, 4)), ("pla", (2, 1, 1))]

SLOW = [
    pytest.param(preset, size, marks=pytest.mark.thorough)
    for preset, size in product(
        PRESETS, [(2, 2, 2), (3, 3, 3), (2, 3, 4), (5, 5, 5), (1, 1, 3), (3, 3, 1), (4, 2, 2), (2, 1, 1), (1, 1, 10)]
    )
    if (preset, size) not in QUICK
]


def plates_of(preset: str, size: Triple) -> Plates:
    """Return the plates of a puzzle in a preset's dimensions."""
    return Plates.of(plates(generate(Settings(size, 1, start="best")), PRESETS[preset].dimensions))


@pytest.mark.parametrize(("preset", "size"), [*QUICK, *SLOW])
def test_there_is_one_way_to_put_the_plates_together(preset: str, size: Triple) -> None:
    six = plates_of(preset, size)
    hits = hits_of(six)
    assert sum(map(len, six.ways)) >= 6 * 2 * 4
    # A plate as thin as the pocket preset's has less than that in its half.
    noticed = min(NOTICED, PRESETS[preset].dimensions.plate / 2 - 1.01 * PRESETS[preset].dimensions.joint)
    for way in chain(*six.ways):
        reached = [size for (hitting, _), size in hits.items() if hitting == way]
        if way.turned == 0 and not way.inside_out:
            assert reached == [0.0] * 4
        elif way.inside_out:
            # Any other plate is in its way: so the count leaves it out.
            assert min(reached) > 0.2
        else:
            assert max(reached) >= noticed, way
    assert count_assemblies(six, hits, 0.1) == 1


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 2, 2), (2, 3, 1)])
def test_the_parts_of_the_cross_go_together_in_one_way(preset: str, size: Triple) -> None:
    dimensions = PRESETS[preset].dimensions
    parts = cross_parts(size, dimensions)
    axis = split_axis(size)
    # The middle of the peg's outline: turned, it is held before the hole again.
    outline = judges.manifold_of(parts[PEG].mesh()).trim_by_plane(np.eye(3)[axis].tolist(), 0.0).bounding_box()
    middle = np.reshape(outline, (2, 3)).mean(axis=0) * (np.arange(3) != axis)
    ways_off = {SOCKET: 0, FLAT: 0}
    for matrix in rotations():
        if matrix[axis, axis] == 0:
            continue
        peg = rotated(parts[PEG], matrix).moved(tuple((middle - matrix @ middle).tolist()))
        way = axis, -int(matrix[axis, axis])
        ways_off[FLAT] += goes_off(peg, parts[FLAT], way, 2 * dimensions.joint)
        if way[1] < 0:
            # From the other end it would meet the back of the half arm.
            ways_off[SOCKET] += goes_off(peg, parts[SOCKET], way, 2 * dimensions.joint)
    assert ways_off == {SOCKET: 1, FLAT: 1}


def goes_off(part: Solid, base: Solid, way: Heading, slack: float) -> bool:
    """Report whether a part can be drawn off along an axis, from its place or from less than a slack beside it."""
    standing = [Movable(base)]
    across = [axis for axis in range(3) if axis != way[0]]
    for shifts in product(np.linspace(-slack, slack, 7).tolist(), repeat=2):
        offset = [0.0] * 3
        offset[across[0]], offset[across[1]] = shifts
        if is_free([Movable(part.moved((offset[0], offset[1], offset[2])))], standing, way):
            return True
    return False
