# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a kit can be put together in the order that the panel shows, and not in that of version 0.1.0.

Both are judged in one way: by the shifts that are free for a part beside those that stand, from the STL files alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
import trimesh

from puzzle_cubes.kind.part import Step, offsets
from tests.blender.oskar.assembled_kit import assembled
from tests.blender.puzzles import only_puzzle
from tests.blender.scene.kits import make_kit, steps_of
from tests.core.export.written import CROSS_PARTS, PARTS, PLATES
from tests.core.solids.free_space import Boxes, FreeSpace, boxes_between, is_way_free

pytestmark = pytest.mark.once

THINNER = 0.2
"""Millimeters that the arms are thinner by, where they have to find any way in."""

EARLIER = ("plate_1_x_min", "plate_3_y_min", "plate_5_z_min")
"""What stood before the cross was put in, as version 0.1.0 had it."""


def boxes_of(body: trimesh.Trimesh) -> Boxes:
    """Return the boxes that a closed body of level and upright sides is made of, by the sides above each place."""
    vertices = np.round(body.vertices, 3)
    lines = [np.unique(vertices[:, axis]) for axis in range(3)]
    x, y = ((line[:-1] + line[1:]) / 2 for line in lines[:2])
    turns = np.zeros([len(x), len(y), len(lines[2])], dtype=int)
    for triangle in vertices[body.faces]:
        if np.ptp(triangle[:, 2]) > 0:
            continue
        (x0, y0), (x1, y1), (x2, y2) = triangle[:, :2]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        # The middle of a place can lie on a triangle's slanted side: a hair beside it, it is in one of two.
        px, py = x[:, None] + 1e-5, y[None, :] + 1.7e-5
        sides = [
            ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) * np.sign(area) > 0
            for (ax, ay), (bx, by) in (((x0, y0), (x1, y1)), ((x1, y1), (x2, y2)), ((x2, y2), (x0, y0)))
        ]
        level = int(np.searchsorted(lines[2], triangle[0, 2]))
        turns[:, :, level] -= (sides[0] & sides[1] & sides[2]) * int(np.sign(area))
    inside = np.cumsum(turns, axis=2)[:, :, :-1]
    assert set(np.unique(inside)) <= {0, 1}
    return boxes_between(lines, inside == 1)


def exported_boxes(folder: Path, **settings: Any) -> dict[str, Boxes]:
    """Export a kit, and return the boxes of its files in their places in the puzzle."""
    make_kit(**settings)
    assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
    bodies = assembled(folder)
    boxes = {name: boxes_of(body) for name, body in bodies.items()}
    for name, body in bodies.items():
        volume = np.prod(boxes[name][:, 1] - boxes[name][:, 0], axis=1).sum()
        assert volume == pytest.approx(body.volume, rel=1e-3)
    return boxes


def arms(boxes: dict[str, Boxes]) -> Boxes:
    """Return the three arms of the cross, made thinner."""
    cross = np.concatenate([boxes[name] for name in CROSS_PARTS])
    low, high = cross[:, 0].min(axis=0), cross[:, 1].max(axis=0)
    flat = boxes["cross_flat"]
    middle = (low + high) / 2
    # The flat piece is as thick as an arm.
    width = np.ptp([flat[:, 0].min(axis=0), flat[:, 1].max(axis=0)], axis=0).min() - THINNER
    boxes_of_arms = np.empty((3, 2, 3))
    boxes_of_arms[:, 0], boxes_of_arms[:, 1] = middle - width / 2, middle + width / 2
    for axis in range(3):
        boxes_of_arms[axis, :, axis] = low[axis], high[axis]
    return boxes_of_arms


def has_way_in(boxes: dict[str, Boxes], standing: tuple[str, ...]) -> bool:
    """Report whether the cross can come from far away to its place while some plates stand."""
    space = FreeSpace.of(arms(boxes), np.concatenate([boxes[name] for name in standing]))
    place = space.place(np.zeros(3))
    assert space.free[place]
    return bool(space.reached_from_outside()[place])


@pytest.mark.thorough
@pytest.mark.parametrize("cells", [2, 3])
def test_the_order_of_version_0_1_is_impossible_and_the_present_one_is_not(tmp_path: Path, cells: int) -> None:
    boxes = exported_boxes(tmp_path, size=(cells, cells, cells))
    assert not has_way_in(boxes, EARLIER)
    steps = steps_of(only_puzzle().puzzle_cubes)
    standing: list[str] = []
    for step in steps:
        if step.keys == tuple(CROSS_PARTS):
            assert standing == [*CROSS_PARTS, "plate_5_z_min"]
            assert has_way_in(boxes, ("plate_5_z_min",))
        standing += [key for key in step.keys if key not in standing]
    assert sorted(standing) == sorted(PARTS)
    check_steps(boxes, steps)


@pytest.mark.thorough
def test_other_sizes_and_starts_can_be_put_together_too(tmp_path: Path) -> None:
    kits: tuple[dict[str, Any], ...] = ({"size": (2, 4, 3), "start": (0, 1, 1), "overhang": 5.0}, {"size": (3, 1, 2)})
    for number, settings in enumerate(kits):
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        boxes = exported_boxes(tmp_path / str(number), **settings)
        check_steps(boxes, steps_of(only_puzzle().puzzle_cubes))


def check_steps(boxes: dict[str, Boxes], steps: tuple[Step, ...]) -> None:
    """Assert that each part finds its way free, past those that stand and those that wait."""
    shifts = offsets(steps)
    moment = 0
    for step in steps:
        for _ in step.moves:
            for key in step.keys:
                begin, end = (np.array(shift) for shift in shifts[key][moment : moment + 2])
                for name in PARTS:
                    if name not in step.keys:
                        obstacle = boxes[name] + shifts[name][moment]
                        assert is_way_free(boxes[key], obstacle, begin, end), (key, name)
            moment += 1


@pytest.mark.thorough
def test_the_judge_sees_a_plate_that_is_in_the_way(tmp_path: Path) -> None:
    boxes = exported_boxes(tmp_path, size=(2, 2, 2))
    for plate in PLATES:
        # Across its normal a plate is held by the fingers of others.
        axis = (PLATES.index(plate) // 2 + 1) % 3
        shift = np.zeros(3)
        shift[axis] = 100.0
        other_plates = np.concatenate([boxes[name] for name in PLATES if name != plate])
        assert not is_way_free(boxes[plate], other_plates, shift, np.zeros(3))
