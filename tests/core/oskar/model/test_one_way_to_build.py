# SPDX-License-Identifier: GPL-3.0-or-later
"""The plates of a kit go together in one way only, whatever their mazes are, and so do the parts of the cross."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.cross_parts import FLAT, PEG, SOCKET, cross_parts, split_axis
from puzzle_cubes.oskar.model.kit import plates
from puzzle_cubes.solids.solid import Solid
from puzzle_cubes.solids.straight_moves import Heading, Movable, is_free
from tests.core.oskar.model.ways_to_build import Hits, Plates, count_assemblies, rotated, rotations
from tests.core.solids import judges

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
    hits = Hits.of(six)
    ways = hits.at_neighbors()
    assert len(ways) == sum(map(len, six.ways)) >= 6 * 2 * 4
    # A plate as thin as the pocket preset's has less than that in its half.
    noticed = min(NOTICED, PRESETS[preset].dimensions.plate / 2 - 1.01 * PRESETS[preset].dimensions.joint)
    for way, reached in ways.items():
        if way.turned == 0 and not way.inside_out:
            assert reached == [0.0] * 4
        elif way.inside_out:
            # Any other plate is in its way: so the count leaves it out.
            assert min(reached) > 0.2
        else:
            assert reached[0] >= noticed, way
    assert count_assemblies(six, hits, 0.1) == 1


@pytest.mark.thorough
def test_another_library_finds_the_same_plates_in_the_way() -> None:
    six = plates_of("pla", (3, 3, 3))
    hits = Hits.of(six)
    judged = [judges.manifold_of(solid.mesh()) for solid in six.solids]
    matrices = rotations()
    for (way, other), size in hits.right.items():
        turned = judged[way.plate].transform(np.column_stack((matrices[way.turned], np.zeros(3))))
        if way.inside_out:
            low, high = np.reshape(turned.bounding_box(), (2, 3))
            axis = way.place // 2
            shift = np.zeros(3)
            shift[axis] = -low[axis] - high[axis]
            turned = turned.translate(shift)
        assert ((turned ^ judged[other]).volume() > NOTICED**3) == (size >= NOTICED), (way, other)


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 2, 2), (2, 3, 1)])
def test_the_parts_of_the_cross_go_together_in_one_way(preset: str, size: Triple) -> None:
    dimensions = PRESETS[preset].dimensions
    parts = cross_parts(size, dimensions)
    axis = split_axis(size)
    # The middle of the peg's outline: turned, it is held before the hole again.
    outline = judges.manifold_of(parts[PEG].mesh()).trim_by_plane(np.eye(3)[axis].tolist(), 0.0).bounding_box()
    middle = np.reshape(outline, (2, 3)).mean(axis=0) * (np.arange(3) != axis)
    found = {SOCKET: 0, FLAT: 0}
    for matrix in rotations():
        if matrix[axis, axis] == 0:
            continue
        peg = rotated(parts[PEG], matrix).moved(tuple((middle - matrix @ middle).tolist()))
        way = axis, -int(matrix[axis, axis])
        found[FLAT] += goes_off(peg, parts[FLAT], way, 2 * dimensions.joint)
        if way[1] < 0:
            # From the other end it would meet the back of the half arm.
            found[SOCKET] += goes_off(peg, parts[SOCKET], way, 2 * dimensions.joint)
    assert found == {SOCKET: 1, FLAT: 1}


def goes_off(part: Solid, other: Solid, way: Heading, slack: float) -> bool:
    """Report whether a part can be drawn off along an axis, from its place or from less than a slack beside it."""
    standing = [Movable(other)]
    across = [axis for axis in range(3) if axis != way[0]]
    for shifts in product(np.linspace(-slack, slack, 7).tolist(), repeat=2):
        offset = [0.0] * 3
        offset[across[0]], offset[across[1]] = shifts
        if is_free([Movable(part.moved((offset[0], offset[1], offset[2])))], standing, way):
            return True
    return False
