# SPDX-License-Identifier: GPL-3.0-or-later
"""The exported STL file alone, moved as the puzzle's rules say: what is legal passes, what is not is stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.oskar.exported_meshes import AS_IT_COMES, EXACT, Dimensions, Export, Position, generate, solid
from tests.blender.oskar.exported_moves import arms_of, away_from_pose, every_move, gap_along_solution, sweep, union

pytestmark = pytest.mark.once

SLIM = Dimensions(passage=6.0, wall=1.2, plate=2.0, clearance=0.25, overhang=5.0, start_marker=0.0, end_marker=2.0)
CUBES: tuple[tuple[Position, int, dict[str, Any], Dimensions], ...] = (
    ((3, 3, 3), 1, {}, Dimensions()),
    ((4, 3, 3), 1, {}, AS_IT_COMES),
    ((3, 3, 3), 2, {"end": "FIRST"}, SLIM),
    ((3, 3, 3), 3, {"start": (0, 2, 0)}, Dimensions(clearance=0.1)),
    ((5, 5, 5), 1, {}, Dimensions()),
    ((5, 5, 5), 2, {"start": (4, 0, 1), "end": "FIRST"}, Dimensions(overhang=6.0)),
    ((5, 5, 5), 3, {}, SLIM),
)


@pytest.fixture(params=CUBES, ids=lambda cube: f"{cube[0][0]}-{cube[1]}")
def export(request: pytest.FixtureRequest, tmp_path: Path) -> Export:
    size, seed, choices, dimensions = request.param
    return generate(tmp_path, dimensions, size=size, seed=seed, **choices)


def test_two_bodies_the_one_a_cross_of_three_arms(export: Export) -> None:
    assert len(export.printable) == 2
    cross = solid(export.printable[1])
    arms = union(arms_of(export))
    assert (arms - cross).volume() == pytest.approx(0, abs=0.05)
    assert (cross - arms).volume() == pytest.approx(0, abs=0.05)
    assert arms.volume() == pytest.approx(cross.volume())


def test_the_cross_stands_as_high_as_it_can(export: Export) -> None:
    box, cross = export.printable
    centers = [export.dimensions.center(cell) for cell in export.pose]
    assert cross.bounds.mean(axis=0) == pytest.approx(export.corner(box) + centers, abs=EXACT)


def test_an_arm_pushed_to_one_side_still_stands_out_of_the_other(export: Export) -> None:
    box, cross = export.printable
    far_corner = np.array(export.size) - 1
    outer = [export.dimensions.outer(cells) for cells in export.size]
    lowest, highest = (cross.bounds + away_from_pose(export, cells) for cells in (0 * far_corner, far_corner))
    assert lowest[1] == pytest.approx(export.corner(box) + outer + export.dimensions.overhang, abs=EXACT)
    assert highest[0] == pytest.approx(export.corner(box) - export.dimensions.overhang, abs=EXACT)


def test_legal_moves_keep_the_clearance_and_illegal_moves_hit_the_box(export: Export) -> None:
    box, arms = solid(export.printable[0]), arms_of(export)
    legal_moves = 0
    for position, axis, step in every_move(export.size):
        swept = sweep(export, arms, position, axis, step)
        if export.is_legal(position, axis, step):
            legal_moves += 1
            gap = swept.min_gap(box, search_length=1.0)
            assert gap == pytest.approx(export.dimensions.clearance, abs=EXACT), (position, axis, step)
        else:
            assert (swept ^ box).volume() > 1, (position, axis, step)
    assert legal_moves >= len(export.solution) - 1


def test_the_written_solution_can_be_performed_from_where_the_cross_stands(export: Export) -> None:
    assert gap_along_solution(export) == pytest.approx(export.dimensions.clearance, abs=EXACT)
