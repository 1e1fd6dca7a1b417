# SPDX-License-Identifier: GPL-3.0-or-later
"""The exported STL file alone, moved as the puzzle's rules say: what is legal passes, what is not is stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.blender.oskar.exported_meshes import AS_IT_COMES, EXACT, Dimensions, Position, generate, solid
from tests.blender.oskar.exported_moves import arms_of, every_move, gap_along_solution, sweep

pytestmark = pytest.mark.once

SLIM = Dimensions(passage=6.0, wall=1.2, plate=2.0, clearance=0.25, overhang=5.0, start_marker=0.0, end_marker=2.0)
CUBES: tuple[tuple[Position, int, dict[str, Any], Dimensions], ...] = (
    ((4, 3, 3), 1, {}, AS_IT_COMES),
    ((3, 3, 3), 2, {"end": "FIRST"}, SLIM),
    ((3, 3, 3), 3, {"start": (0, 2, 0)}, Dimensions(clearance=0.1)),
    ((5, 5, 5), 2, {"start": (4, 0, 1), "end": "FIRST"}, Dimensions(overhang=6.0)),
)
"""Of each size, seed, choices and dimensions."""


@pytest.mark.parametrize(
    ("size", "seed", "choices", "dimensions"), CUBES, ids=[f"{size[0]}-{seed}" for size, seed, *_ in CUBES]
)
def test_legal_moves_keep_the_clearance_and_illegal_moves_hit_the_box(
    tmp_path: Path, size: Position, seed: int, choices: dict[str, Any], dimensions: Dimensions
) -> None:
    export = generate(tmp_path, dimensions, size=size, seed=seed, **choices)
    box, arms = solid(export.printable[0]), arms_of(export)
    legal_moves = 0
    for position, axis, step in every_move(export.size):
        swept = sweep(export, arms, position, axis, step)
        if export.is_legal(position, axis, step):
            legal_moves += 1
            gap = swept.min_gap(box, search_length=1.0)
            assert gap == pytest.approx(dimensions.clearance, abs=EXACT), (position, axis, step)
        else:
            assert (swept ^ box).volume() > 1, (position, axis, step)
    assert legal_moves >= len(export.solution) - 1
    # The written solution can be performed from where the cross stands.
    assert gap_along_solution(export) == pytest.approx(dimensions.clearance, abs=EXACT)
