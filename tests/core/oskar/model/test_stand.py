# SPDX-License-Identifier: GPL-3.0-or-later
"""The stand of a kit: the box rests on it, and the cross is moved freely; judged by a library of others."""

from __future__ import annotations

from itertools import product
from typing import Any

import manifold3d
import numpy as np
import pytest

from puzzle_cubes.kind.part import Part
from puzzle_cubes.library import InputError, make
from tests.core.solids.judges import manifold_of


def bodies(parts: list[Part]) -> manifold3d.Manifold:
    """Return parts in their places, as one."""
    each = [manifold_of(part.mesh(), np.array(part.assembled)) for part in parts]
    return manifold3d.Manifold.batch_boolean(each, manifold3d.OpType.Add)


@pytest.mark.parametrize(
    ("size", "lengths"),
    [(2, {}), ((4, 3, 5), {"overhang": 4.0}), ((3, 4, 2), {"plate": 1.6, "clearance": 0.2}), (5, {"stand": 8.0})],
)
def test_box_rests_on_the_stand_and_the_cross_goes_all_ways(size: Any, lengths: dict[str, Any]) -> None:
    puzzle = make("oskar", size=size, kit=True, **{"stand": 2.0, **lengths})
    dimensions: Any = puzzle.dimensions
    (stand,) = (part for part in puzzle.parts if part.key == "stand")
    crosses = [part for part in puzzle.parts if part.key.startswith("cross")]
    box, cross, below = bodies([part for part in puzzle.parts if part.walls]), bodies(crosses), bodies([stand])
    assert (box ^ below).volume() < 1e-6
    assert (box ^ below.translate((0.0, 0.0, 0.02))).volume() > 0.01, "The frame rests on the ledges."
    assert below.bounding_box()[5] == pytest.approx(min(dimensions.stand, dimensions.plate))
    start = np.array(dimensions.center(puzzle.content.size, puzzle.content.start))
    for position in product(*(range(cells) for cells in puzzle.content.size)):
        moved = cross.translate(tuple(np.array(dimensions.center(puzzle.content.size, position)) - start))
        assert (moved ^ below).volume() < 1e-6, position
        assert moved.bounding_box()[2] > below.bounding_box()[2], "Arms end above the table."


def test_stand_is_printed_last_shown_and_only_of_a_kit() -> None:
    puzzle = make("oskar", size=3, kit=True, stand=2.0)
    steps, problem = puzzle.assembly
    assert not problem
    assert (steps[-1].keys, steps[-1].sentence) == (("stand",), "Put it into its stand, here from below.")
    assert all(check.level == "good" for check in puzzle.check().checks if "support" in check.sentence.lower())
    assert "stand" not in {part.key for part in make("oskar", size=3, kit=True).parts}
    with pytest.raises(InputError, match="only the way Kit uses it"):
        make("oskar", size=3, one_piece=True, stand=2.0)
