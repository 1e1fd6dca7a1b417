# SPDX-License-Identifier: GPL-3.0-or-later
"""The cross must come before all plates but one: past three that stand there is no way in for it at all.

The shifts that the cross can have beside what stands are flooded, with arms that are thinner than they are made.
"""

from __future__ import annotations

import numpy as np
import pytest

from puzzle_cubes.kind.part import Part
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.assembly import CROSS_KEYS
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from tests.core.oskar.model.overhangs import boxes_of
from tests.core.solids.free_space import Boxes, FreeSpace, boxes_between

THINNER = 0.2
"""Millimeters that the arms are thinner by."""


def has_way_in(parts: tuple[Part, ...], standing: tuple[int, ...], dimensions: Dimensions) -> bool:
    """Report whether the cross can come from outside to its place while some plates stand."""
    meshes = {part.key: part.in_place.mesh() for part in parts}
    plates = np.concatenate([boxes_between(*boxes_of(meshes[parts[number - 1].key])) for number in standing])
    vertices = np.concatenate([meshes[key].vertices for key in CROSS_KEYS])
    space = FreeSpace.of(arms(vertices, dimensions.arm_width - THINNER), plates)
    place = space.place(np.zeros(3))
    assert space.free[place]
    return bool(space.reached_from_outside()[place])


def arms(vertices: Boxes, width: float) -> Boxes:
    """Return the three arms of a cross, so thick, from its vertices."""
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    middle = (low + high) / 2
    boxes = np.empty((3, 2, 3))
    boxes[:, 0], boxes[:, 1] = middle - width / 2, middle + width / 2
    for axis in range(3):
        boxes[axis, :, axis] = low[axis], high[axis]
    return boxes


@pytest.mark.parametrize("cells", [2, 3])
@pytest.mark.parametrize("seed", [1, 2])
def test_past_three_plates_there_is_no_way_in(cells: int, seed: int) -> None:
    dimensions = Dimensions()
    parts = kit(generate(Settings((cells, cells, cells), seed)), dimensions)
    assert not has_way_in(parts, (1, 3, 5), dimensions)
    for number in range(1, 7):
        assert has_way_in(parts, (number,), dimensions)
